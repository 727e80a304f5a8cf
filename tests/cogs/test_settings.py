"""What people choose for themselves, by the command and on its panel."""

from collections.abc import Iterator

import pytest

from cogs.settings import SettingsCog
from engine.text.phrases import ENGLISH, speak
from storage.settings import Language, Person, RackOrder, Theme, TileStyle
from tests.storage.tables import ANN, BOB
from tests.support.interactions import Interaction
from tests.support.rooms import Room
from ui.messages.limits import Limit
from ui.screens.settings import SWITCHES

COG = SettingsCog
CHANGED = "This menu has changed. That choice no longer exists."


@pytest.fixture
def room(room: Room) -> Iterator[Room]:
    yield room
    speak(ENGLISH)


async def person(room: Room, number: int | None = ANN.user_id) -> Person:
    return await room.tables.settings.person(number or 0)


async def test_the_panel_shows_the_choices_privately(room: Room) -> None:
    before = await room.stored()

    answer = await room.command("settings")

    assert "## Your settings" in answer.text
    assert set(answer.screen.controls) >= {"Theme", "Tiles", "Rack", "Language"}
    assert not answer.is_public
    assert await room.stored() == before


async def switch(room: Room, *asked: Interaction, **changes: bool) -> Interaction:
    """Pick what is on already in the menu of switches, with these changes."""
    now = await person(room)
    values = [each.key for each in SWITCHES if changes.get(each.key, getattr(now, each.key))]
    return await room.tap("switches", None, *asked, values=values)


async def test_switching_direct_messages_on_sends_a_limited_number(room: Room) -> None:
    for _ in range(Limit.SHOW.personal):
        await switch(room, dm=True)
        await switch(room, dm=False)

    said = await room.refused(switch(room, dm=True))

    assert said.startswith("You've asked for that several times in a minute.")
    await switch(room, dm=False)


async def test_a_command_changes_every_setting_it_names(room: Room) -> None:
    await room.command(
        "settings",
        theme="dark",
        tiles="solid",
        order="number",
        autoplay=False,
        text=True,
        profile=False,
        worldwide=True,
    )

    mine = await person(room)
    assert (mine.theme, mine.tiles) == (Theme.DARK, TileStyle.SOLID)
    assert (mine.autoplay, mine.text, mine.profile, mine.worldwide) == (False, True, False, True)
    assert (await room.tables.settings.person(ANN.user_id or 0)).order is RackOrder.NUMBER
    assert await person(room, BOB.user_id) == Person()


async def test_the_answer_is_in_the_language_that_was_just_chosen(room: Room) -> None:
    answer = await room.command("settings", language="de")

    assert (await person(room)).language is Language.GERMAN
    assert "Einstellungen" in answer.text
    await room.command("settings", language="auto")
    assert (await person(room)).language is None


@pytest.mark.parametrize("option", ["theme", "tiles", "order", "language"])
async def test_a_choice_that_was_not_offered_is_not_kept(room: Room, option: str) -> None:
    assert await room.refused(room.command("settings", **{option: "none such"})) == CHANGED


async def test_direct_messages_are_on_as_soon_as_one_has_arrived(room: Room) -> None:
    answer = await room.command("settings", dm=True)

    assert (await person(room)).dm
    assert "I've sent you a direct message." in answer.text
    assert len(answer.user.messages) == 1


async def test_direct_messages_that_do_not_arrive_stay_off(room: Room) -> None:
    answers = [
        await room.command("settings", Interaction(closed=True), dm=True),
        await switch(room, Interaction(closed=True), dm=True),
    ]

    assert not (await person(room)).dm
    for answer in answers:
        assert "I can't send you direct messages." in answer.text


@pytest.mark.parametrize(
    ("key", "value", "after"),
    [
        ("theme", "light", Person(theme=Theme.LIGHT, discord_language=Language.ENGLISH)),
        ("tiles", "solid", Person(tiles=TileStyle.SOLID, discord_language=Language.ENGLISH)),
        ("order", "number", Person(order=RackOrder.NUMBER, discord_language=Language.ENGLISH)),
        ("language", "fr", Person(language=Language.FRENCH, discord_language=Language.ENGLISH)),
    ],
)
async def test_a_menu_changes_one_thing(room: Room, key: str, value: str, after: Person) -> None:
    answer = await room.tap("prefer", None, argument=key, values=[value])

    assert await person(room) == after
    assert not answer.is_public


async def test_the_panel_shows_all_themes_with_the_chosen_one_and_its_tiles(room: Room) -> None:
    answers = [
        await room.command("settings"),
        await room.tap("prefer", None, argument="theme", values=["dark"]),
        await room.tap("prefer", None, argument="tiles", values=["solid"]),
        await switch(room, text=True),
    ]
    pictures = [answer.screen.pictures[0] for answer in answers]

    names = ["themes-felt-marked.png", "themes-dark-marked.png", "themes-dark-solid.png", "themes-dark-solid.png"]
    assert [each.name for each in pictures] == names
    assert {each.alt for each in pictures} == {"Felt, Dark, Light"}
    assert len({each.png for each in pictures}) == 3


@pytest.mark.parametrize("values", [[], ["pink"], [""]])
async def test_a_menu_takes_nothing_that_it_has_not(room: Room, values: list[str]) -> None:
    for key in ("theme", "tiles", "language", "order"):
        assert await room.refused(room.tap("prefer", None, argument=key, values=values)) == CHANGED


@pytest.mark.parametrize("argument", ["", "dm", "autoplay", "user_id"])
async def test_switches_and_unknown_settings_have_no_menu(room: Room, argument: str) -> None:
    said = await room.refused(room.tap("prefer", None, argument=argument, values=["on"]))

    assert said == "There's no such setting."


@pytest.mark.parametrize("key", ["autoplay", "text", "dm", "profile", "worldwide"])
async def test_a_switch_sets_what_it_says_however_often_it_is_pressed(room: Room, key: str) -> None:
    for wanted in ("off", "off", "on", "on"):
        answer = await switch(room, **{key: wanted == "on"})

        assert getattr(await person(room), key) == (wanted == "on")
        assert not answer.is_public


async def test_there_is_no_switch_for_anything_else(room: Room) -> None:
    before = await person(room)

    await room.tap("switches", None, values=["theme", "user_id", "autoplay", "profile", "listed"])

    assert await person(room) == before


async def test_the_account_s_name_is_kept_only_while_worldwide_leaderboards_show_it(room: Room) -> None:
    named = Interaction()
    named.user.display_name, named.user.global_name = "Nickname here", "Ann"

    await room.command("settings", named, worldwide=True)
    assert (await person(room)).worldwide_name == "Ann"
    await room.command("settings", theme="dark")
    assert (await person(room)).worldwide_name == "account"  # this one has no other name
    await switch(room, worldwide=False)
    assert (await person(room)).worldwide_name == ""
