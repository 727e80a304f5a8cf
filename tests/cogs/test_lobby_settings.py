"""What the host of a lobby decides, and what others may only read."""

from dataclasses import replace
from itertools import product

import pytest

from cogs.lobby_settings import LobbySettingsCog
from engine.game.goals import Level
from engine.game.views import Value
from services.deadlines import DAY
from services.lobbies.opening import find_usual_options, remember_options
from services.options import list_house_rules
from services.seats import SeatChange, write_addition
from storage.games import Game, Player
from storage.settings import Server
from tests.storage.tables import ANN, BOB, CLEO, GUILD, KEY, VARIANTS
from tests.support.interactions import PRIVATE, PUBLIC, Interaction
from tests.support.rooms import Room
from ui.screens.lobby import HOUSE

COG = LobbySettingsCog
ADA = Player(None, "Ada", Level.STRONG)
CHANGED = "This menu has changed. That choice no longer exists."
ONLY_HOST = "Only the host, <@11>, can change the options."
CLOCK = next(option for option in VARIANTS[KEY].options if option.key == "clock")


async def test_the_host_adds_a_computer_of_any_level(room: Room) -> None:
    lobby = await room.lobby(computers=[ADA])

    answer = await room.tap("level", lobby, values=[write_addition(Level.BEGINNER)])

    assert not answer.is_public
    assert [each.computer for each in (await room.game()).players] == [None, Level.STRONG, Level.BEGINNER]


async def test_a_full_table_takes_no_computer(room: Room) -> None:
    lobby = await room.lobby(computers=[ADA, replace(ADA, name="Bix"), replace(ADA, name="Cleo")])

    said = await room.refused(room.tap("level", lobby, values=[write_addition(Level.FAIR)]))
    assert "this table seats 2 to 4" in said


@pytest.mark.parametrize("level", [Level.BEGINNER, None])
async def test_a_computer_gets_the_level_that_its_host_picks_or_is_sent_away(room: Room, level: Level | None) -> None:
    lobby = await room.lobby(computers=[ADA])

    await room.tap("level", lobby, values=[SeatChange("Ada", level).value])

    left = [each.computer for each in (await room.game()).players[1:]]
    assert left == ([] if level is None else [level])


@pytest.mark.parametrize("values", [[], ["Bix-fair"], ["Ada-divine"], ["Ann"]])
async def test_a_change_of_no_computer_changes_nothing(room: Room, values: list[str]) -> None:
    lobby = await room.lobby(computers=[ADA])

    assert "The table has changed" in await room.refused(room.tap("level", lobby, values=values))


async def test_only_the_host_of_a_lobby_moves_computers(room: Room) -> None:
    lobby = await room.lobby(BOB, computers=[ADA])

    said = await room.refused(room.tap("level", lobby, Interaction(BOB), values=["Ada-away"]))
    assert said == ONLY_HOST
    game = await room.playing(channel=7)
    assert await room.refused(room.tap("level", game)) == "The game has already started."


async def test_everybody_reads_the_rules_of_a_table(room: Room) -> None:
    lobby = await room.lobby()

    for person in (ANN, BOB):
        answer = await room.tap("rules", lobby, Interaction(person, PUBLIC))
        assert not answer.is_public
        assert {each.verb for each in answer.screen.controls.values()} == {"clauses"}
        assert "A joker** stands for any tile" in answer.text


async def test_rules_opened_from_a_rack_take_its_place_and_lead_back(room: Room) -> None:
    game = await room.playing()

    private = await room.tap("rules", game, Interaction(message=PRIVATE))
    public = await room.tap("rules", game, Interaction(message=PUBLIC))

    assert private.screen.controls["My rack"].verb == "rack"
    assert "My rack" not in public.screen.controls
    assert not public.is_public


async def test_everybody_sees_the_options_of_a_lobby_and_its_host_changes_them(room: Room) -> None:
    lobby = await room.lobby(BOB)

    host = await room.tap("options", lobby, Interaction(message=PUBLIC))
    guest = await room.tap("options", lobby, Interaction(BOB, PUBLIC))

    assert {each.verb for each in host.screen.controls.values()} == {"system", "option", "level", "options"}
    assert guest.screen.controls == {}
    assert "**Clock**: 1 minute" in guest.text
    assert not host.is_public
    assert not guest.is_public


async def test_a_host_alone_closes_the_table_from_its_options(room: Room) -> None:
    answer = await room.tap("options", await room.lobby(), Interaction(message=PUBLIC))

    assert answer.screen.controls["Close this table"].verb == "leave"


async def test_the_button_of_old_lobbies_to_add_a_computer_opens_the_options(room: Room) -> None:
    answer = await room.tap("computer", await room.lobby(), Interaction(message=PUBLIC))

    assert not answer.is_public
    assert "level" in {each.verb for each in answer.screen.controls.values()}


async def test_a_running_game_has_no_options_to_change(room: Room) -> None:
    game = await room.playing()

    assert await room.refused(room.tap("options", game)) == "The game has already started."


async def test_the_house_rules_are_one_menu_whose_entries_open_the_choices(room: Room) -> None:
    lobby = await room.lobby()
    page = await room.tap("options", lobby, argument=HOUSE)
    rules = list_house_rules(VARIANTS[KEY])

    assert sorted(each.verb for each in page.screen.controls.values()) == ["options", "preset", "rule"]
    for index, rule in enumerate(rules):
        answer = await room.tap("rule", lobby, values=[str(index)])
        assert str(rule.help) in answer.text
        assert rule.key in {each.argument for each in answer.screen.controls.values() if each.verb == "option"}


async def test_a_page_of_options_that_is_not_there_is_the_first(room: Room) -> None:
    lobby = await room.lobby()
    first = await room.tap("options", lobby)

    assert (await room.tap("options", lobby, argument="x")).screen.controls == first.screen.controls


async def test_an_option_is_set_and_kept_for_the_next_table(room: Room) -> None:
    before = Server(threads=True, last_options={"other": {"clock": 1}})
    await room.tables.settings.change_server(GUILD, lambda _: before)
    lobby = await room.lobby()
    index, choice = next((index, each) for index, each in enumerate(CLOCK.choices) if each.value == 120)

    answer = await room.tap("option", lobby, argument="clock", values=[str(index)])

    assert (await room.game()).options["clock"] == choice.value
    assert (await room.game()).has_chosen_clock
    kept = await room.tables.settings.server(GUILD)
    assert kept.last_options[KEY]["clock"] == choice.value
    assert replace(kept, last_options={"other": kept.last_options["other"]}) == before
    assert not answer.is_public


async def test_the_options_of_a_game_alone_are_kept_for_its_player(room: Room) -> None:
    lobby = await room.lobby()

    await remember_options(room.tables, replace(lobby, guild_id=0))

    kept = (await room.tables.settings.person(lobby.host_id)).last_options
    assert kept == {KEY: {**lobby.options, "patience": lobby.patience}}


async def untimed(room: Room) -> Game:
    """A lobby of Ann's and Bob's without a clock."""
    lobby = await room.lobby(BOB)
    return await room.tables.commit(replace(lobby, options={"clock": 0}), None)


async def test_without_a_clock_the_host_chooses_how_long_an_absent_player_is_waited_for(room: Room) -> None:
    lobby = await untimed(room)
    answer = await room.tap("options", lobby)
    assert "patience" in {each.verb for each in answer.screen.controls.values()}

    await room.tap("patience", lobby, values=["2"])

    game = await room.game()
    assert (game.patience, game.options) == (7 * DAY, {"clock": 0})
    guest = await room.tap("options", game, Interaction(BOB, PUBLIC))
    assert "**Absent players**: a computer takes over after 7 days" in guest.text
    server = await room.tables.settings.server(GUILD)
    assert await find_usual_options(room.tables, GUILD, 0, server, VARIANTS[KEY]) == ({"clock": 0}, 7 * DAY)
    set_up = replace(server, options={})
    assert await find_usual_options(room.tables, GUILD, 0, set_up, VARIANTS[KEY]) == ({}, 3 * DAY)


async def test_with_a_clock_nobody_is_waited_for(room: Room) -> None:
    lobby = await room.lobby(BOB)

    for person in (ANN, BOB):
        answer = await room.tap("options", lobby, Interaction(person))
        assert "patience" not in {each.verb for each in answer.screen.controls.values()}
        assert "Absent players" not in answer.text


async def test_patience_that_is_stored_but_no_longer_offered_is_the_usual_one(room: Room) -> None:
    server = Server(last_options={KEY: {"patience": 5}})

    assert await find_usual_options(room.tables, GUILD, 0, server, VARIANTS[KEY]) == ({}, 3 * DAY)


WRONG_PLACES = [["99"], [], ["-1"], ["x"]]  # of an entry in a menu


@pytest.mark.parametrize(
    ("verb", "key", "values"),
    [
        *product(["option"], ["clock"], WRONG_PLACES),
        *product(["option"], ["weather", ""], [["0"]]),
        *product(["preset", "rule", "patience"], [""], WRONG_PLACES),
        ("patience", "", ["4"]),
    ],
)
async def test_values_outside_a_lobby_s_menus_are_not_set(room: Room, verb: str, key: str, values: list[str]) -> None:
    assert await room.refused(room.tap(verb, await untimed(room), argument=key, values=values)) == CHANGED


async def test_options_that_do_not_go_together_are_refused_when_they_are_chosen(room: Room) -> None:
    """RK-5: racks of 18 need 54 tiles."""
    key = "rummykruss"
    lobby = await room.lobby()
    lobby = await room.tables.commit(replace(lobby, variant=key, options={"rack": 18, "copies": 1}), None)
    options = {option.key: [choice.value for choice in option.choices] for option in VARIANTS[key].options}

    said = await room.refused(
        room.tap("option", lobby, argument="wildcards", values=[str(options["wildcards"].index(0))])
    )

    assert "at least 54 tiles" in said
    assert "This box has 52." in said
    assert (await room.game()).options == {"rack": 18, "copies": 1}
    assert (await room.tables.settings.server(GUILD)).last_options == {}
    await room.tap("option", lobby, argument="rack", values=[str(options["rack"].index(16))])
    assert (await room.game()).options["rack"] == 16


async def test_a_preset_sets_all_of_its_options(room: Room) -> None:
    lobby = await room.lobby()
    index, preset = next((index, each) for index, each in enumerate(VARIANTS[KEY].presets) if each.options)

    await room.tap("preset", lobby, values=[str(index)])

    game = await room.game()
    assert game.options == preset.options
    assert game.has_chosen_clock == ("clock" in preset.options)


async def test_only_the_host_sets_options_and_only_before_the_game(room: Room) -> None:
    lobby = await room.lobby(BOB)
    game = await room.playing(channel=7)

    for table, person, said in ((lobby, BOB, ONLY_HOST), (game, ANN, "The game has already started.")):
        for verb, argument in (("option", "clock"), ("preset", ""), ("rule", ""), ("patience", ""), ("system", "")):
            values = ["packkub" if verb == "system" else "0"]
            tap = room.tap(verb, table, Interaction(person), argument=argument, values=values)
            assert await room.refused(tap) == said


async def test_the_host_picks_another_system_that_keeps_people_clock_and_help(room: Room) -> None:
    chosen: dict[str, Value] = {"clock": 200, "assistance": "full", "box": "large"}
    lobby = await room.tables.commit(replace(await room.lobby(BOB, computers=[ADA]), options=chosen), None)
    await room.tables.settings.change_server(GUILD, lambda _: Server(last_options={"rummykruss": {"rack": 12}}))

    answer = await room.tap("system", lobby, values=["rummykruss"])

    game = await room.game()
    assert (game.variant, game.players) == ("rummykruss", (ANN, BOB))  # it has no seat for the computer
    assert game.options == {"clock": 200, "assistance": "full", "rack": 12}
    assert "Rummykruss" in answer.text


@pytest.mark.parametrize("values", [["rummykruss"], ["chess"], []])
async def test_a_system_without_seats_for_all_people_is_not_picked(room: Room, values: list[str]) -> None:
    lobby = await room.lobby(BOB, CLEO)

    assert await room.refused(room.tap("system", lobby, values=values))
