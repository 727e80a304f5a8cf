"""What cogs share, without Discord: the stores on a database of the test's own."""

from __future__ import annotations

from services.languages import Languages
from services.tables import House
from storage.alive import Alive
from storage.benches import Benches
from storage.boards import Boards
from storage.database import Database
from storage.games import Games
from storage.scores import Scores
from storage.settings import Settings
from storage.texts import Texts
from tests.storage.tables import NOON, VARIANTS


def at_home(database: Database) -> House:
    seeds = iter(range(256))
    return House(
        variants=VARIANTS,
        clauses={},
        games=Games(database, VARIANTS),
        boards=Boards(database),
        texts=Texts(database),
        benches=Benches(database),
        scores=Scores(database),
        settings=Settings(database),
        languages=Languages(Settings(database), lambda _: "en-GB"),
        alive=Alive(database),
        server_name=lambda _: "",
        now=lambda: NOON,
        seed=lambda: bytes([next(seeds)]) * 32,
    )
