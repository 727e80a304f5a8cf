"""Tiles in menus show their faces, in the style that their player likes; and menus do without."""

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.components import walk
from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")


def faces(running_bot: RunningBot, shown: ShownMessage) -> dict[str, str | None]:
    """The emojis of the rack's menu by the tiles' names, without the fingerprints."""
    (menu,) = [part for part in walk(shown.json["components"]) if "rk:pick:" in str(part.get("custom_id"))]
    known = running_bot.world.emojis
    found = {option["label"]: option.get("emoji") for option in menu["options"]}
    return {label: known[int(each["id"])].name.rpartition("_")[0] if each else None for label, each in found.items()}


async def rack_with_faces(running_bot: RunningBot, seat: SimulatedUser, room: Channel) -> ShownMessage:
    """The rack as soon as the bot knows the emojis: it asks for them while it plays already."""
    while True:
        bench = await require_private(seat.command("rack", room))
        if None not in faces(running_bot, bench).values():
            return bench


async def test_tiles_have_faces_in_the_players_own_style(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    running_bot.lay(room, position("classic", racks=["R4 K13 J", "B1"]))

    bench = await rack_with_faces(running_bot, ana, room)
    assert faces(running_bot, bench) == {"R4": "r4", "K13": "k13", "J": "j"}

    await ana.command("settings", room, tiles="solid")
    solid = await require_private(ana.command("rack", room))
    assert faces(running_bot, solid) == {"R4": "r4_solid", "K13": "k13_solid", "J": "j_solid"}
    await ana.command("settings", room, tiles="marked")


async def test_an_emoji_that_somebody_deleted_costs_one_try(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    running_bot.lay(room, position("classic", racks=["R4 K13 J", "B1"]))
    running_bot.expect(50035)
    await rack_with_faces(running_bot, ana, room)
    gone = next(each for each in running_bot.world.emojis.values() if each.name.startswith("r4_"))
    del running_bot.world.emojis[gone.id]

    refused = await require_private(ana.command("rack", room))
    assert refused.text == "A picture was missing, so I couldn't show that. Please try again."
    await require_answer(ana.command("rack", room))
    await running_bot.until(lambda: [each for each in running_bot.world.emojis.values() if each.name == gone.name])
    await rack_with_faces(running_bot, ana, room)
