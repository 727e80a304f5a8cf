"""/review by the real bot: refused before the end, then turn by turn, for the eyes of whoever asks."""

import re

import pytest

from engine.variants import load
from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Game, Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from tests.support.sampled import sampled

from .looking import read_alt, require_answer, require_private, wait_to_see
from .test_systems import begun, moved, over

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = load()
MOVES = 9
SCORE = re.compile(r"<@\d+> (?:played the most tiles|scored the most points) possible in (\d+) of (\d+) turns?")


async def ended(
    running_bot: RunningBot, room: Channel, key: str, *, moves: int = MOVES
) -> tuple[list[SimulatedUser], Game]:
    """A game of some moves, which the player to move then gives up."""
    variant = SYSTEMS[key]
    seats = running_bot.seats(variant.seats({})[0])
    await begun(room, key, seats)
    await running_bot.until(lambda: running_bot.game(room).phase is Phase.PLAYING)
    await moved(running_bot, room, variant, seats, moves=moves)
    while running_bot.game(room).phase is Phase.PLAYING:
        state = running_bot.game(room).state
        assert state is not None
        await give_up(seats[state.turn], room)
    return seats, running_bot.game(room)


async def give_up(seat: SimulatedUser, room: Channel) -> None:
    question = await require_private(seat.command("resign", room))
    await seat.click(question, "Resign")


async def counted(seat: SimulatedUser, shown: ShownMessage) -> ShownMessage:
    """The summary when all turns are counted: it completes itself."""

    def complete(one: SimulatedUser) -> ShownMessage | None:
        now = next((each for each in one.messages(shown.channel_id) if each.id == shown.id), None)
        return now if now and "Comparing" not in now.text else None

    return await wait_to_see(seat, complete)


def turns_in(shown: ShownMessage) -> int:
    found = re.search(r"· (\d+) turns", shown.text)
    assert found
    return int(found[1])


@pytest.mark.parametrize("key", sampled(SYSTEMS, 4))
async def test_a_game_of_every_system_is_reviewed_turn_by_turn(
    running_bot: RunningBot, room: Channel, key: str
) -> None:
    seats, _ = await ended(running_bot, room, key)
    ana, ben = seats[:2]
    before = [each.id for each in ben.messages(room) if each.ephemeral]

    summary = await counted(ana, await require_private(ana.command("review", room)))

    assert summary.text.startswith(f"## Review\n-# {SYSTEMS[key].info.name} · {turns_in(summary)} turns\n")
    scores = SCORE.findall(summary.text)
    assert len(scores) == len(seats)
    assert all(int(best) <= int(turns) for best, turns in scores)
    assert any(int(turns) for _, turns in scores)
    page = await require_answer(ana.click(summary, "Turn by turn"))
    missed = 0
    for number in range(1, turns_in(summary) + 1):
        assert page.id == summary.id
        assert page.text.startswith(f"**Turn {number} of {turns_in(summary)}** · <@")
        assert "Pool: " in read_alt(page)
        short = re.search(r"(?:played|scored): (-?\d+)\. Most (?:possible|found): (\d+), with", page.text)
        assert short is None or int(short[1]) < int(short[2])
        missed += short is not None
        assert len(page.pictures) == (2 if short or "Claims aren't compared" in page.text else 1)
        page = await require_answer(ana.click(page, "Next"))
    assert missed == sum(int(turns) - int(best) for best, turns in scores)
    assert page.text == summary.text
    assert [each.id for each in ben.messages(room) if each.ephemeral] == before


async def test_what_was_played_stands_beside_the_best_play(running_bot: RunningBot, room: Channel) -> None:
    (ana, _), _ = await ended(running_bot, room, "classic", moves=4)
    shown = await counted(ana, await require_private(ana.command("review", room)))
    page = await require_answer(ana.click(shown, "Turn by turn"))

    assert page.buttons == ["Back", "Next", "Next difference", "Summary"]
    assert re.search(
        r"\n-# Rack: (?:\w+ ){13}\w+\n<@\d+> (?:drew 1 tile.*|(?:played|added|swapped|rearranged) .*)\.\n", page.text
    )
    following = await require_answer(ana.click(page, "Next"))
    assert following.text.startswith("**Turn 2 of 4**")
    assert (await require_answer(ana.click(following, "Back"))).text == page.text
    assert (await require_answer(ana.click(page, "Back"))).text == shown.text
    last = await require_answer(ana.click(shown, "Turn by turn"))
    assert (await require_answer(ana.click(last, "Summary"))).text == shown.text


async def test_the_tables_of_a_turn_come_in_words_for_who_wants_that(running_bot: RunningBot, room: Channel) -> None:
    (ana, ben), _ = await ended(running_bot, room, "classic", moves=4)
    await ana.command("settings", room, text=True)
    told = await require_answer(ana.click(await require_private(ana.command("review", room)), "Turn by turn"))
    await ana.command("settings", room, text=False)
    plain = await require_answer(ben.click(await require_private(ben.command("review", room)), "Turn by turn"))

    assert told.text.count("\nPool: ") == len(told.pictures) == len(plain.pictures)
    assert "Pool: " not in plain.text


async def test_the_next_turn_that_differs_is_found(running_bot: RunningBot, room: Channel) -> None:
    (ana, ben), game = await ended(running_bot, room, "packkub", moves=12)
    for seat, mention in ((ana, f"<@{ana.user.id}>"), (ben, f"<@{ben.user.id}>")):
        shown = await counted(seat, await require_private(seat.command("review", room)))
        found = re.search(rf"{mention} played the most tiles possible in (\d+) of (\d+)", shown.text)
        assert found
        page = await require_answer(seat.click(shown, "Next difference"))
        for _ in range(int(found[2]) - int(found[1])):
            assert re.search(r"of \d+\*\* · " + mention, page.text)
            assert "Most possible: " in page.text
            page = await require_answer(seat.click(page, "Next difference"))
        assert "No more differences in your turns." in page.text
    assert game.phase is Phase.OVER


async def test_the_last_message_of_a_game_leads_to_its_review(running_bot: RunningBot, room: Channel) -> None:
    (ana, ben), game = await ended(running_bot, room, "classic", moves=3)
    final = await wait_to_see(ana, lambda seat: over(seat, room))
    stranger = running_bot.stranger()

    for seat in (ben, stranger):
        mine = await counted(seat, await require_private(seat.click(final, "Review")))
        assert mine.text.startswith("## Review\n-# Classic · 3 turns")
        assert seat.shown(running_bot.world.message(room.id, final.id)).text == final.text
    again = await require_answer(ana.click(final, "Rematch"))
    await ben.click(again, "Join")
    await ana.click(again, "Start")
    await running_bot.until(lambda: running_bot.game(room).phase is Phase.PLAYING)
    refused = await require_private(ana.command("review", room))
    assert refused.text == "This game isn't over. You can review it when it ends."
    old = await require_private(ana.click(final, "Review"))
    assert old.text.startswith("## Review")
    assert game.id != running_bot.game(room).id


async def test_a_running_game_is_not_reviewed(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    assert (await require_private(ana.command("review", room))).text == "No game has ended in this channel yet."
    await begun(room, "classic", [ana, ben])
    game = await running_bot.until(lambda: running_bot.game(room))

    answer = await require_private(ana.command("review", room))

    assert answer.text == "This game isn't over. You can review it when it ends."
    assert game.phase is Phase.PLAYING


async def test_a_game_that_can_not_be_gone_through_again_says_so(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7", "k9 j o2"]))
    ana = running_bot.seat("Ana")
    await require_answer(ana.command("play", room, move="a+r7"))

    answer = await require_private(ana.command("review", room))

    assert answer.text == "This game can't be replayed: its rules have changed since then."


async def test_a_review_goes_on_after_a_kill(running_bot: RunningBot, room: Channel) -> None:
    (ana, _), _ = await ended(running_bot, room, "classic", moves=4)
    page = await require_answer(ana.click(await require_private(ana.command("review", room)), "Turn by turn"))
    await running_bot.kill()
    await running_bot.start()

    following = await require_answer(ana.click(page, "Next"))

    assert following.text.startswith("**Turn 2 of 4**")
