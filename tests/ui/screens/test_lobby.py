"""Screens within Discord's limits, which it does not all document."""

from dataclasses import replace
from pathlib import Path

import discord
import pytest

from engine.game.goals import Level
from engine.variants import load
from services.lobbies.lobby import Lobby, prepare_lobby
from services.rulebook import load_clauses
from services.seats import NAMES
from storage.games import Game, Player
from tests.support.limits import MOST_TEXT, fits
from tests.support.panels import list_parts
from tests.support.tables import make_game
from ui.screens.lobby import (
    build_closed_lobby,
    build_house_rules_panel,
    build_lobby,
    build_options_list,
    build_options_panel,
    write_clock,
)

SYSTEMS = load()
INFOS = [each.info for each in SYSTEMS.values()]
ADA, BEN = Player(None, "Ada", Level.FAIR), Player(2, "Ben")
CLAUSES = load_clauses(Path(__file__).parents[3] / "docs" / "rules", SYSTEMS)


def opened(key: str, *others: Player) -> Game:
    return make_game(id=36**6, variant=key, players=(Player(1, "Ana"), *others), version=36**3)


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("key", SYSTEMS)
async def test_a_lobby_full_of_computers_fits_a_message(key: str) -> None:
    computers = [Player(None, name, Level.MASTER) for name in NAMES[-5:]]

    assert fits(build_lobby(prepare_lobby(opened(key, *computers), SYSTEMS[key])))


def words(table: Lobby) -> str:
    return "\n".join(each.content for each in build_lobby(table).walk_children() if hasattr(each, "content"))


def labels(table: Lobby) -> dict[str, bool]:
    """The lobby's buttons, and whether they can be tapped."""
    items = list_parts(build_lobby(table))
    return {each.label: not each.disabled for each in items if isinstance(each, discord.ui.Button) and each.label}


def test_a_lobby_tells_seats_clock_and_help_before_anything_else() -> None:
    alone = prepare_lobby(opened("classic"), SYSTEMS["classic"])
    with_ben = prepare_lobby(opened("classic", BEN), SYSTEMS["classic"])
    with_ada = prepare_lobby(opened("classic", ADA), SYSTEMS["classic"])
    chosen = replace(opened("classic", ADA), options={"clock": 40, "assistance": "full"}, has_chosen_clock=True)

    first = [words(each).splitlines()[0] for each in (alone, with_ben, with_ada)]
    assert first == [
        "### Classic · 1 of 4 seats · 2 min a turn (none against computers) · help: Arrange",
        "### Classic · 2 of 4 seats · 2 min a turn · help: Arrange",
        "### Classic · 2 of 4 seats · no clock · help: Arrange",
    ]
    assert "2 of 4 seats · 40 s a turn · help: Arrange and hints" in words(prepare_lobby(chosen, SYSTEMS["classic"]))


def test_a_lobby_tells_the_help_that_players_really_get() -> None:
    strict = replace(opened("classic"), options={"strict_mistakes": True})

    assert "· no help\n" in words(prepare_lobby(strict, SYSTEMS["classic"]))


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "no clock"),
        (40, "40 s a turn"),
        (200, "3 min 20 s a turn"),
        (60, "1 min a turn"),
        (86400, "24 hours a turn"),
    ],
)
def test_a_clock_is_written_in_words(seconds: int, said: str) -> None:
    assert write_clock(seconds) == said


def test_a_lobby_has_one_row_of_buttons_for_those_who_are_there() -> None:
    alone = prepare_lobby(opened("classic"), SYSTEMS["classic"])
    joined = prepare_lobby(opened("classic", BEN), SYSTEMS["classic"])
    large = prepare_lobby(replace(opened("classic"), options={"box": "large"}), SYSTEMS["classic"])

    full = prepare_lobby(opened("rummykruss", BEN), SYSTEMS["rummykruss"])

    always = {"Join": True, "Options": True, "Rules": True}
    assert labels(alone) == {"Play vs computer": True, **always}
    assert labels(joined) == {**always, "Start": True, "Leave": True}
    assert labels(large) == {"Play vs 4 computers": True, **always}
    assert labels(full) == {**always, "Join": False, "Start": True, "Leave": True}


def test_the_green_button_is_the_one_for_people_who_are_not_there_yet() -> None:
    for others in ((), (BEN,)):
        items = list_parts(build_lobby(prepare_lobby(opened("classic", *others), SYSTEMS["classic"])))
        styles = {each.label: each.style for each in items if isinstance(each, discord.ui.Button)}
        assert [label for label, style in styles.items() if style is discord.ButtonStyle.success] == ["Join"]


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize("others", [(), tuple(Player(None, name, Level.MASTER) for name in NAMES[-5:])])
async def test_the_options_of_every_system_fit_a_message(key: str, others: tuple[Player, ...]) -> None:
    table = prepare_lobby(opened(key, *others), SYSTEMS[key])

    assert fits(build_options_panel(table, INFOS))
    assert fits(build_options_list(table))
    assert all(fits(build_house_rules_panel(table, option.key)) for option in SYSTEMS[key].options)


async def test_people_on_all_seats_leave_no_menu_of_computers() -> None:
    people = [Player(number, f"P{number}") for number in range(2, 5)]

    assert fits(build_options_panel(prepare_lobby(opened("classic", *people), SYSTEMS["classic"]), INFOS))


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


def test_a_lobby_tells_when_it_closes_and_what_happens_without_a_clock_if_somebody_is_absent() -> None:
    lobby = replace(opened("packkub", BEN), waits_until=1_800)
    said = words(prepare_lobby(lobby, SYSTEMS["packkub"]))

    assert said.endswith(" after 5 minutes, anyone can. Closes <t:1800:R> if nothing happens.")
    assert "-# Absent players: a computer takes over after 3 days\n" in said
    for other in (opened("classic", BEN), opened("classic", ADA), replace(opened("packkub"), guild_id=0)):
        said = words(prepare_lobby(other, SYSTEMS[other.variant]))
        assert "Absent" not in said
        assert "Closes" not in said


@pytest.mark.usefixtures("any_language")
def test_a_lobby_that_closed_because_nothing_happened_can_be_opened_again() -> None:
    assert fits(build_closed_lobby(opened("classic"), has_expired=True))


@pytest.mark.parametrize(("computers", "menus"), [(3, 1), (4, 2), (5, 2)])
def test_a_second_menu_offers_levels_if_one_has_no_room_for_all_computers(computers: int, menus: int) -> None:
    table = prepare_lobby(
        opened("packkub", *(Player(None, name, Level.EAGER) for name in NAMES[:computers])), SYSTEMS["packkub"]
    )
    parts = list_parts(build_options_panel(table, INFOS))
    found = [each for each in parts if isinstance(each, discord.ui.Select) and "Computers" in (each.placeholder or "")]
    offered = [option.value for menu in found for option in menu.options]

    assert len(found) == len({menu.custom_id for menu in found}) == menus
    assert {each.value for each in table.changes} <= {*offered}
    assert len(offered) == len({*offered}) == len(table.changes) + (computers < 5) * len(Level)
