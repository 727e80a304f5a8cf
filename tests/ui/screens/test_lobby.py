"""Screens within Discord's limits, which it does not all document."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import discord
import pytest

from engine.game.goals import Level
from engine.variants import load
from services.lobbies import prepare_lobby
from services.rulebook import load_clauses
from services.seats import NAMES
from storage.games import Game, Phase, Player
from storage.settings import Language
from tests.support.limits import MOST_TEXT, fits
from ui.controls import Control
from ui.screens import rules
from ui.screens.lobby import build_lobby

SYSTEMS = load()
CLAUSES = load_clauses(Path(__file__).parents[3] / "docs" / "rules", SYSTEMS)


def opened(key: str, *others: Player) -> Game:
    return Game(
        id=36**6,
        guild_id=1,
        channel_id=1,
        host_id=1,
        variant=key,
        options={},
        players=(Player(1, "Ana"), *others),
        phase=Phase.LOBBY,
        state=None,
        news=(),
        version=36**3,
        opened_at=0,
        changed_at=0,
    )


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("key", SYSTEMS)
async def test_the_host_s_panel_of_every_system_fits_a_message(key: str) -> None:
    example = discord.File(BytesIO(b""), filename="example.png", description="x" * 1024)

    system, game, shown = SYSTEMS[key], opened(key), list[str]()

    for page in range(rules.page_of(system, system.options[-1].key) + 1):
        panel = rules.build_rules_panel(prepare_lobby(game, system), CLAUSES[Language.ENGLISH][key], example, page)
        controls = [each for item in panel.walk_children() if (each := Control.read(getattr(item, "custom_id", "")))]
        there = [each.argument for each in controls if each.verb == "option"]
        assert fits(panel)
        assert {rules.page_of(system, option) for option in there} == {page}
        assert all(each.argument != str(page) for each in controls if each.verb == "options")
        shown += there
    assert shown == [option.key for option in system.options]


async def test_a_page_of_options_that_is_not_there_is_the_first() -> None:
    key, example = next(iter(SYSTEMS)), discord.File(BytesIO(b""), filename="example.png")
    table = prepare_lobby(opened(key), SYSTEMS[key])
    pages = [rules.build_rules_panel(table, CLAUSES[Language.ENGLISH][key], example, page) for page in (0, 99)]

    assert len({str(page.to_components()) for page in pages}) == 1  # type: ignore[no-untyped-call]  # as above


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("key", SYSTEMS)
async def test_a_lobby_full_of_computers_fits_a_message(key: str) -> None:
    computers = [Player(None, name, Level.MASTER) for name in NAMES[-5:]]

    assert fits(build_lobby(prepare_lobby(opened(key, *computers), SYSTEMS[key])))


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_list_of_clauses_fits_a_message(key: str) -> None:
    for clauses in CLAUSES.values():
        assert clauses[key]
        assert all(len(heading) + len(text) <= MOST_TEXT for heading, text in clauses[key].items())


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("key", SYSTEMS)
def test_the_line_of_every_system_fits_a_choice(key: str) -> None:
    info = SYSTEMS[key].info

    assert len(f"{info.name}: {info.line}") <= 100
