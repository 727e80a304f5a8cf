"""/settings and /setup: what people choose for themselves, and managers for their server."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.variants import load
from playground import ShownMessage, SimulatedUser
from playground.client.inputs import InputRefused
from playground.model.components import SELECTS, walk
from playground.model.starting_world import GUILD_ID
from playground.model.values import Channel, Json
from storage.codec import decode
from storage.settings import Language, Person, Server, Theme, TileStyle
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = list(load())


@pytest.fixture(autouse=True)
def ana_owns_the_server(running_bot: RunningBot) -> Iterator[None]:
    """Whatever a test does about that."""
    yield
    running_bot.world.owner_id = running_bot.seat("Ana").user.id


def person(running_bot: RunningBot, seat: SimulatedUser) -> Person:
    rows = running_bot.rows("SELECT settings FROM person WHERE user_id = ?", seat.user.id)
    return decode(rows[0]["settings"], Person) if rows else Person()


def server(running_bot: RunningBot) -> Server:
    rows = running_bot.rows("SELECT settings FROM server WHERE guild_id = ?", GUILD_ID)
    return decode(rows[0]["settings"], Server) if rows else Server()


def menus(shown: ShownMessage) -> dict[str, Json]:
    """The menus of a panel by the last part of their ids."""
    parts = [part for part in walk(shown.json["components"]) if part["type"] in SELECTS]
    return {part["custom_id"].rpartition(":")[2]: part for part in parts}


def chosen(shown: ShownMessage, key: str) -> str:
    (label,) = [each["label"] for each in menus(shown)[key]["options"] if each.get("default")]
    return str(label)


async def choose(seat: SimulatedUser, shown: ShownMessage, key: str, *values: str) -> ShownMessage:
    return await require_answer(seat.select(shown, menus(shown)[key]["custom_id"], values))


async def test_settings_are_shown_to_their_owner_alone_and_kept(running_bot: RunningBot, room: Channel) -> None:
    eve = running_bot.stranger()

    panel = await require_private(eve.command("settings", room))
    assert [chosen(panel, key) for key in ("theme", "tiles", "order", "language")] == [
        "Theme: Felt",
        "Tiles: Ivory with marks",
        "Rack: By color",
        "Language: Same as your Discord",
    ]
    assert panel.buttons == [
        "Direct messages: off",
        "Autoplay: on",
        "Text: off",
        "Profile: on",
        "Leaderboards: on",
        "Worldwide: off",
    ]

    for key, value in (("theme", "light"), ("tiles", "solid"), ("order", "number")):
        panel = await choose(eve, panel, key, value)
    for label in ("Autoplay: on", "Text: off", "Profile: on"):
        panel = await require_answer(eve.click(panel, label))

    kept = Person(
        theme=Theme.LIGHT,
        tiles=TileStyle.SOLID,
        discord_language=Language.ENGLISH,
        autoplay=False,
        text=True,
        profile=False,
    )
    assert person(running_bot, eve) == kept
    again = await require_private(eve.command("settings", room))
    assert [chosen(again, key) for key in ("theme", "tiles", "order", "language")] == [
        "Theme: Light",
        "Tiles: Solid colors",
        "Rack: By number",
        "Language: Same as your Discord",
    ]
    assert again.buttons == [
        "Direct messages: off",
        "Autoplay: off",
        "Text: on",
        "Profile: off",
        "Leaderboards: on",
        "Worldwide: off",
    ]


async def test_a_language_is_spoken_from_the_moment_it_is_chosen(running_bot: RunningBot, room: Channel) -> None:
    eve = running_bot.stranger()
    panel = await require_private(eve.command("settings", room))

    japanese = await choose(eve, panel, "language", "ja")
    assert person(running_bot, eve).language is Language.JAPANESE
    assert chosen(japanese, "language") == "言語: 日本語"
    english = await choose(eve, japanese, "language", "auto")
    assert person(running_bot, eve).language is None
    assert english.text == panel.text


async def test_the_commands_options_do_the_same(running_bot: RunningBot, room: Channel) -> None:
    eve = running_bot.stranger()
    wanted = {
        "theme": "dark", "tiles": "solid", "order": "number", "language": "de", "autoplay": False, "text": True,
        "profile": False,
    }  # fmt: skip

    panel = await require_private(eve.command("settings", room, wanted))

    assert person(running_bot, eve) == Person(
        theme=Theme.DARK,
        tiles=TileStyle.SOLID,
        language=Language.GERMAN,
        discord_language=Language.ENGLISH,
        autoplay=False,
        text=True,
        profile=False,
    )
    assert chosen(panel, "order") == "Brett: Nach Zahl"


@pytest.mark.parametrize("kind", ["group", "away", "dm"])
async def test_settings_work_wherever_people_take_the_bot(running_bot: RunningBot, kind: str) -> None:
    eve = running_bot.stranger()
    place = eve.dms if kind == "dm" else running_bot.world.add_channel("friends", kind)  # type: ignore[arg-type]  # a kind

    panel = await require_private(eve.command("settings", place))
    await require_answer(eve.click(panel, "Text: off"))

    assert person(running_bot, eve).text


async def test_direct_messages_are_switched_on_by_one_that_arrives(running_bot: RunningBot, room: Channel) -> None:
    eve = running_bot.stranger()

    panel = await require_private(eve.command("settings", room, dm=True))

    assert person(running_bot, eve).dm
    assert "I've sent you a direct message." in panel.text
    (hello,) = eve.messages(eve.dms)
    assert hello.text == "I'll send your rack and reminders here. You can change that in /settings."
    panel = await require_answer(eve.click(panel, "Direct messages: on"))
    assert not person(running_bot, eve).dm
    assert panel.buttons[0] == "Direct messages: off"


async def test_closed_direct_messages_stay_off_with_a_sentence(running_bot: RunningBot, room: Channel) -> None:
    eve = running_bot.stranger()
    eve.set_dms(are_open=False)
    running_bot.expect(50007)

    panel = await require_private(eve.command("settings", room))
    panel = await require_answer(eve.click(panel, "Direct messages: off"))

    assert "I can't send you direct messages." in panel.text
    assert panel.buttons[0] == "Direct messages: off"
    assert person(running_bot, eve) == Person()


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("rk:prefer:0:0:theme", ["purple"]),
        ("rk:prefer:0:0:theme", []),
        ("rk:prefer:0:0:dm", ["1"]),
        ("rk:prefer:0:0", ["1"]),
        ("rk:switch:0:0:theme-on", None),
        ("rk:switch:0:0", None),
        ("rk:setup:0:0:nothing", ["0"]),
        ("rk:setup:0:0:system", ["99"]),
    ],
)
async def test_made_up_choices_are_refused(
    running_bot: RunningBot, room: Channel, custom_id: str, values: list[str]
) -> None:
    ana = running_bot.seat("Ana")
    panel = await require_private(ana.command("settings", room))
    message = running_bot.world.message(panel.channel_id, panel.id)
    part = {"type": 2 if values is None else 3, "custom_id": custom_id, "id": 99, "style": 1, "label": "x"}
    part |= {} if values is None else {"options": [{"label": "x", "value": "x"}]}
    running_bot.world.edit(
        replace(message, components=(*message.components, {"type": 1, "id": 98, "components": [part]}))
    )

    answer = await require_private(ana.forge(panel, custom_id, values))

    assert answer.text.startswith(("There's no such setting.", "This menu has changed. That choice no longer exists."))
    assert person(running_bot, ana) == Person()


async def test_only_who_manages_the_server_sets_it_up(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    with pytest.raises(InputRefused):
        await ben.command("setup", room)
    panel = await require_private(ana.command("setup", room))
    running_bot.world.owner_id = ben.user.id  # Ana's panel is still open

    answer = await require_private(ana.click(panel, "Threads: off"))

    assert answer.text == "Only members with the Manage Server permission can set up the bot on this server."
    assert not server(running_bot).threads


async def test_a_server_is_set_up_and_new_keeps_to_it(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    other, role = running_bot.room("elsewhere"), running_bot.world.add_role("Players")
    thread = running_bot.world.add_thread("side", room.id, ana.user.id)
    panel = await require_private(ana.command("setup", room))
    assert [chosen(panel, key) for key in ("system", "options", "language")] == [
        "System: Classic",
        "House rules: same as the last table",
        "Language: same as the server's Discord settings",
    ]
    for key, value in (
        ("channels", str(room.id)),
        ("role", str(role.id)),
        ("options", "3"),
        ("language", "2"),
    ):
        panel = await choose(ana, panel, key, value)
    panel = await require_answer(ana.click(panel, "Threads: off"))

    kept = server(running_bot)
    preset = [each for each in load()[SYSTEMS[0]].presets if each.options][1]
    assert kept == Server(
        channels=(room.id,), role=role.id, options=dict(preset.options), threads=True, language=Language.GERMAN
    )
    assert panel.buttons == ["Threads: on"]
    assert "default_values" in menus(panel)["channels"]

    refused = (await require_private(ben.command("new", other))).text
    assert refused.startswith(f"On this server, tables can be opened in <#{room.id}>.")
    refused = (await require_private(ben.command("new", room))).text
    assert refused.startswith(f"On this server, only members with the <@&{role.id}> role can open tables.")
    running_bot.world.give_role(ben.user.id, role)
    await require_answer(ben.command("new", thread))
    assert running_bot.game(thread).options == preset.options

    panel = await choose(ana, panel, "system", "1")
    assert server(running_bot).variant == SYSTEMS[1]
    assert server(running_bot).options is None
    for key in ("channels", "role"):
        assert menus(panel)[key]["default_values"]
        panel = await choose(ana, panel, key)
        assert not menus(panel)[key].get("default_values")
    panel = await require_answer(ana.click(panel, "Threads: on"))
    panel = await choose(ana, panel, "options", "1")
    await require_answer(running_bot.seat("Dmitri").command("new", other))
    assert running_bot.game(other).variant == SYSTEMS[1]
    assert running_bot.game(other).options == {}
    await choose(ana, panel, "system", "0")
    assert server(running_bot) == Server(variant=SYSTEMS[0], language=Language.GERMAN)


async def test_a_channel_that_is_gone_is_shown_no_more(running_bot: RunningBot, room: Channel) -> None:
    ana, gone = running_bot.seat("Ana"), running_bot.room("gone")
    panel = await choose(ana, await require_private(ana.command("setup", room)), "channels", str(room.id), str(gone.id))
    running_bot.world.close_channel(gone)

    panel = await require_private(ana.command("setup", room))

    assert [each["id"] for each in menus(panel)["channels"]["default_values"]] == [str(room.id)]
    await choose(ana, panel, "channels")


async def test_everyone_is_no_role_to_ask_for(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")

    await choose(ana, await require_private(ana.command("setup", room)), "role", str(GUILD_ID))

    assert server(running_bot).role is None


@pytest.mark.parametrize(
    ("denied", "sentence"),
    [
        (["CREATE_PUBLIC_THREADS"], "I need the Create Public Threads permission."),
        (
            ["SEND_MESSAGES_IN_THREADS", "ATTACH_FILES"],
            "I need these permissions: Send Messages in Threads and Attach Files.",
        ),
    ],
)
async def test_threads_need_their_permissions(
    running_bot: RunningBot, room: Channel, denied: list[str], sentence: str
) -> None:
    ana = running_bot.seat("Ana")
    panel = await require_answer(ana.click(await require_private(ana.command("setup", room)), "Threads: off"))
    running_bot.world.deny(room.id, denied)

    refused = await require_private(ana.command("new", room))
    await ana.click(panel, "Threads: on")

    assert refused.text == f"To show a table in <#{room.id}>, {sentence}"
    assert running_bot.rows("SELECT 1 FROM game WHERE channel_id = ?", room.id) == []


async def test_the_panels_fit_a_message_with_all_that_can_be_chosen(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    panel = await require_private(ana.command("setup", room))
    rooms = [running_bot.room(f"room {number}") for number in range(25)]
    full = await choose(ana, panel, "channels", *(str(each.id) for each in rooms))
    mine = await require_private(ana.command("settings", room))

    for shown in (full, mine):
        parts = list(walk(shown.json["components"]))
        assert len(parts) <= 40
        assert len(json.dumps(shown.json["components"], ensure_ascii=False).encode()) <= 9_000
    await choose(ana, full, "channels")


async def test_private_pictures_look_as_their_player_likes_them(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    running_bot.lay(room, position("classic", table="R4 R5 R6", racks=["R7 K13 J", "B1"]))

    def picture(shown: ShownMessage) -> bytes:
        (file,) = running_bot.world.message(shown.channel_id, shown.id).attachments
        return file.data

    plain = picture(await require_private(ana.command("rack", room)))
    found = {plain}
    for wanted in ({"theme": "dark"}, {"theme": "light"}, {"tiles": "solid"}):
        await ana.command("settings", room, wanted)
        found.add(picture(await require_private(ana.command("rack", room))))
    assert len(found) == 4
    await ana.command("settings", room, {"theme": "felt", "tiles": "marked"})
    assert picture(await require_private(ana.command("rack", room))) == plain


async def test_table_and_rack_come_in_words_for_who_wants_that(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    running_bot.lay(room, position("classic", table="R4 R5 R6", racks=["R7 K13 J", "B1"]))

    assert "red 4" not in (await require_private(ana.command("rack", room))).text
    await ana.command("settings", room, text=True)
    shown = await require_private(ana.command("rack", room))
    puzzle = await require_private(ana.command("puzzle", room))
    await ana.command("settings", room, text=False)

    assert "A: red 4, red 5, red 6." in shown.text
    assert "red 7" in shown.text.partition("Your rack: 3 tiles. ")[2]
    assert "Your rack: " in puzzle.text
