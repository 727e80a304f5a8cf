"""Building the tables' rule systems and stores, for the bot and for commands of its owner."""

import secrets
from collections.abc import Callable
from pathlib import Path

from engine.tiles.shuffle import SEED_BYTES
from engine.variants import load
from services.languages import Languages
from services.rulebook import load_clauses
from services.tables import Tables
from storage.alive import HeartbeatStore
from storage.benches import BenchStore
from storage.database import Database
from storage.games import Game, GameStore
from storage.posts import PostStore
from storage.results.badges import BadgeStore
from storage.results.profiles import ProfileStore
from storage.results.store import ResultStore
from storage.settings import Person, SettingsStore
from storage.texts import TextStore

RULES = Path(__file__).parents[1] / "docs" / "rules"


def assemble_tables(  # noqa: PLR0913  # the composition root decides each of them
    database: Database,
    *,
    now: Callable[[], int],
    announce: Callable[[Game], None],
    server_name: Callable[[int], str] = lambda _: "",
    locale_of: Callable[[int], str] = lambda _: "en-GB",
    signs_for: Callable[[Person | None], object | None] = lambda _: None,
) -> Tables:
    """Return the rule systems and stores that everything needs; the parameters are as in `Tables` and `Languages`."""
    variants, settings = load(), SettingsStore(database)
    return Tables(
        variants=variants,
        clauses=load_clauses(RULES, variants),
        games=GameStore(database, variants),
        posts=PostStore(database),
        texts=TextStore(database),
        results=ResultStore(database),
        profiles=ProfileStore(database),
        badges=BadgeStore(database),
        settings=settings,
        languages=Languages(settings, locale_of, signs_for),
        benches=BenchStore(database),
        alive=HeartbeatStore(database),
        server_name=server_name,
        now=now,
        seed=lambda: secrets.token_bytes(SEED_BYTES),
        announce=announce,
    )
