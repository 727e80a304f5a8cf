"""What the outbox promises, one line at a time; test_outbox_machine.py has the kills and all that comes together."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import discord
import pytest

from services.concurrency import coalesce
from services.concurrency.supervise import Backoff
from storage.errors import DatabaseFailed
from storage.posts import Post, PostStore
from tests.support.channels import Channels, Statements, Tap, Trouble
from tests.support.interactions import refusal
from tests.support.waiting import until
from ui.history import LOOK_EVERY, LOOKED_FOR
from ui.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from ui.layout import screen, text
from ui.network.request_budget import RequestBudget
from ui.outbox import NONCE_LIFE, Outbox
from ui.wanted import Content, Wanted, WantedPost

NOON = 1_800_000_000
OWNER, HERE, THERE = "game 1", 1, 2


def want(purpose: str = "board", shown: str = "1", channel_id: int = HERE, **facts: Any) -> WantedPost:
    """A post that says its purpose and what it shows."""

    async def build() -> Content:
        return Content(screen([text(f"{purpose} {shown}")]))

    return WantedPost(purpose=purpose, channel_id=channel_id, build=build, shown=shown, **facts)


class Desk:
    """An outbox, with the list of what `OWNER` wants."""

    def __init__(self) -> None:
        self.clock = float(NOON)
        self.channels = Channels(lambda: self.clock)
        self.statements = Statements()
        self.wanted: list[WantedPost] = []
        self.is_over = False
        self.lost = 0
        self.restart()

    def restart(self) -> None:
        """Let the next process begin."""

        def now() -> int:
            return int(self.clock)

        self.webhooks = InteractionWebhooks(now, is_on=True)
        client = cast("discord.Client", self.channels)
        self.store = PostStore(cast("Any", self.statements))
        self.outbox = Outbox(client, self.store, now, webhooks=self.webhooks, budget=RequestBudget())
        self.outbox.failures.clock = lambda: self.clock
        self.outbox.listers["game"] = self.list_wanted

    async def list_wanted(self, _owner: str, _posts: Sequence[Post]) -> Wanted:
        async def lose() -> None:
            self.lost += 1

        return Wanted(version="1", guild_id=1, posts=self.wanted, is_over=self.is_over, lost=lose)

    async def show(self, *wanted: WantedPost, after: float = 61) -> list[str]:
        """Bring these posts about, after so many seconds if that failed before; return all that can be read."""
        self.wanted = [*wanted]
        self.clock += after
        self.outbox.failures.pick_due()
        await self.outbox.show(OWNER)
        return [each.text for each in self.channels.messages.values()]

    def delete(self, said: str) -> None:
        """Delete this message, as a moderator does."""
        (found,) = [each.id for each in self.channels.messages.values() if each.text == said]
        del self.channels.messages[found]

    def let_answer(self) -> Callable[[], InteractionWebhook]:
        """Return the webhook of a player's new interaction."""
        webhook = InteractionWebhook.of(cast("Any", Tap(self.channels, HERE)))
        return lambda: webhook


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    desk = Desk()
    yield desk
    await desk.outbox.close()
    desk.statements.close()


async def test_a_post_is_posted_once_edited_when_it_changes_and_deleted_when_it_is_not_wanted(desk: Desk) -> None:
    assert await desk.show(want()) == await desk.show(want()) == ["board 1"]
    assert await desk.show(want(shown="2")) == ["board 2"]
    assert await desk.show() == []
    assert desk.channels.requests == ["post", "edit", "delete"]


async def test_a_post_replaces_others_only_once_it_is_there(desk: Desk) -> None:
    await desk.show(want("board 1"))
    desk.channels.troubles = [Trouble.UNSENT]

    assert await desk.show(want("board 2", replaces="board")) == ["board 1 1"]
    assert await desk.show(want("board 2", replaces="board")) == ["board 2 1"]


async def test_people_are_called_once_also_if_the_post_is_edited_or_posted_again(desk: Desk) -> None:
    await desk.show(want(called=[7]))
    await desk.show(want(shown="2", called=[7]))
    desk.delete("board 2")

    assert await desk.show(want(shown="3", called=[7])) == ["board 3"]
    assert desk.channels.called == [7]


async def test_a_message_that_can_not_be_edited_anymore_is_posted_again(desk: Desk) -> None:
    await desk.show(want())
    desk.channels.uneditable |= {*desk.channels.messages}

    assert await desk.show(want(shown="2")) == ["board 2"]
    assert desk.channels.requests == ["post", "edit", "post", "delete"]


async def test_a_root_that_is_gone_is_not_posted_again(desk: Desk) -> None:
    await desk.show(want(is_root=True))
    desk.delete("board 1")

    assert await desk.show(want(shown="2", is_root=True)) == await desk.show(want(shown="3", is_root=True)) == []


async def test_a_refusal_is_accepted_for_a_post_that_may_fail_until_it_changes(desk: Desk) -> None:
    desk.channels.locked.add(HERE)
    assert await desk.show(want(may_fail=True)) == []
    desk.channels.locked.clear()

    assert await desk.show(want(may_fail=True)) == []
    assert await desk.show(want(shown="2", may_fail=True)) == ["board 2"]
    desk.channels.locked.add(HERE)
    assert await desk.show(want(shown="3", may_fail=True)) == ["board 2"]
    desk.channels.locked.clear()
    assert await desk.show(want(shown="4", may_fail=True)) == ["board 4"]


async def test_a_final_post_stays_when_it_is_not_wanted_and_is_not_edited(desk: Desk) -> None:
    for wanted in ([want(is_final=True)], [want(is_final=True)], []):
        assert await desk.show(*wanted) == ["board 1"]
    assert desk.channels.requests == ["post"]
    assert await desk.store.of(OWNER) == []


async def test_what_goes_with_a_post_is_tried_until_it_succeeds(desk: Desk) -> None:
    failures, told = [refusal(0, 500)], []

    async def tell(message_id: int) -> None:
        if failures:
            raise failures.pop()
        told.append(message_id)

    for _ in range(3):
        await desk.show(want(then=tell))

    assert told == [*desk.channels.messages]


async def test_a_final_post_stays_if_the_answer_to_what_goes_with_it_is_lost(desk: Desk) -> None:
    async def tell(_: int) -> None:
        desk.wanted = []
        raise TimeoutError

    assert await desk.show(want(is_final=True, then=tell)) == ["board 1"]
    assert await desk.show() == ["board 1"]
    assert await desk.store.of(OWNER) == []


@pytest.mark.parametrize("trouble", [Trouble.UNSENT, Trouble.LOST, Trouble.FAILED])
@pytest.mark.parametrize("after", [61, NONCE_LIFE + 1])
@pytest.mark.parametrize("is_follow_up", [False, True])
async def test_a_lost_answer_is_found_by_nonce_or_by_mark(
    desk: Desk, trouble: Trouble, after: int, *, is_follow_up: bool
) -> None:
    desk.channels.troubles = [trouble]
    await desk.show(want(called=[7], webhook=desk.let_answer() if is_follow_up else lambda: None))
    desk.restart()

    assert await desk.show(want(called=[7]), after=after) == ["board 1"]
    assert desk.channels.called == [7]


@pytest.mark.parametrize("after", [61, NONCE_LIFE + 1])
async def test_a_message_that_was_perhaps_posted_and_is_not_wanted_is_deleted(desk: Desk, after: int) -> None:
    desk.channels.troubles = [Trouble.LOST]
    await desk.show(want())

    assert await desk.show(after=after) == []


async def test_a_post_that_is_wanted_again_after_a_lost_placeholder_is_edited(desk: Desk) -> None:
    desk.channels.troubles = [Trouble.UNSENT, Trouble.FAILED]
    await desk.show(want())
    await desk.show()

    await desk.show(want())
    assert await desk.show(want()) == ["board 1"]


async def test_a_repetition_that_is_refused_does_not_mean_that_the_first_try_is_not_there(desk: Desk) -> None:
    desk.channels.troubles = [Trouble.LOST]
    await desk.show(want())
    desk.channels.locked.add(HERE)
    await desk.show(want())
    desk.channels.locked.clear()

    assert await desk.show(want()) == ["board 1"]


async def test_a_follow_up_that_discord_py_has_repeated_is_there_once(desk: Desk) -> None:
    desk.channels.troubles = [Trouble.TWICE]

    assert await desk.show(want(webhook=desk.let_answer())) == ["board 1"]
    assert desk.channels.requests == ["follow-up", "history", "delete"]


async def test_a_failing_history_is_read_more_and_more_seldom_for_a_day(desk: Desk) -> None:
    desk.channels.troubles, desk.channels.unreadable = [Trouble.LOST], {HERE}
    post = want(webhook=desk.let_answer())
    await desk.show(post, after=0)
    looks: list[float] = []
    for _ in range(2 * LOOKED_FOR // LOOK_EVERY):
        if await desk.show(replace(post, webhook=lambda: None), after=60) and "history" in desk.channels.requests:
            looks.append(desk.clock - NOON)
            desk.channels.requests.clear()

    assert looks == [60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 30720, 61440, 122880]
    assert looks[-2] < LOOKED_FOR <= looks[-1]
    assert [each.message_id for each in await desk.store.of(OWNER)] != [None]


async def test_a_response_takes_the_place_of_the_message_before_it(desk: Desk) -> None:
    await desk.show(want("board 1"))
    desk.wanted = [want("board 2", replaces="board")]

    await desk.outbox.respond(cast("Any", Tap(desk.channels, HERE)), OWNER, desk.wanted[0])

    assert await desk.show(*desk.wanted) == ["board 2 1"]
    assert desk.channels.requests[1] == "respond"


async def test_an_interaction_that_comes_twice_leaves_one_message(desk: Desk) -> None:
    desk.wanted = [want()]
    tap = cast("Any", Tap(desk.channels, HERE))

    for _ in range(2):
        await desk.outbox.respond(tap, OWNER, desk.wanted[0])

    assert await desk.show(*desk.wanted) == ["board 1"]
    assert len(await desk.store.of(OWNER)) == 1
    assert await desk.show() == []


async def test_a_message_of_the_channel_before_is_deleted_if_discord_allows_that(desk: Desk) -> None:
    await desk.show(want())
    assert await desk.show(want(channel_id=THERE)) == ["board 1"]
    desk.channels.locked.add(THERE)

    assert await desk.show(want()) == ["board 1", "board 1"]
    assert await desk.store.of(OWNER) == [replace((await desk.store.of(OWNER))[0], channel_id=HERE)]


@pytest.mark.parametrize(("is_over", "lost"), [(False, 1), (True, 0)])
async def test_the_loss_of_a_channel_is_reported_unless_the_owner_is_over(desk: Desk, is_over: bool, lost: int) -> None:
    desk.channels.gone.add(HERE)
    desk.is_over = is_over

    await desk.show(want())
    assert len(desk.outbox.failures) == lost
    await desk.show(want(channel_id=THERE))

    assert desk.lost == lost


async def test_one_broken_channel_does_not_stop_the_others(desk: Desk) -> None:
    desk.channels.locked.add(HERE)

    assert await desk.show(want(), want("vote", "1", THERE)) == ["vote 1"]
    assert await desk.show(want(), want("vote", "2", THERE), after=0) == ["vote 2"]  # the first one isn't due yet


async def test_an_adopted_message_is_kept_and_held(desk: Desk) -> None:
    message = desk.channels.post(HERE, "sent otherwise", None, None)
    desk.wanted = [want()]

    await desk.outbox.adopt(OWNER, "board", "1", HERE, message.id)

    assert await desk.show(want()) == ["sent otherwise"]
    async with desk.outbox.holding(OWNER, "board", message.id) as is_ours:
        assert is_ours
    await desk.outbox.doubt(OWNER, "board")
    assert await desk.show(want()) == ["board 1"]


async def test_nothing_is_posted_until_the_database_has_stored_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, failures = desk.store.begin, [DatabaseFailed("no")] * 2

    async def begin_later(post: Post) -> None:
        if failures:
            raise failures.pop()
        await begin(post)

    monkeypatch.setattr(desk.store, "begin", begin_later)
    monkeypatch.setattr(coalesce, "RETRY", Backoff(0.001, 0.001))
    desk.wanted = [want()]
    desk.outbox.refresh(OWNER)
    await until(lambda: desk.channels.messages)

    assert (failures, desk.channels.requests) == ([], ["post"])


async def test_what_runs_is_finished_and_nothing_else_is_begun_when_the_bot_stops(desk: Desk) -> None:
    desk.channels.latency = 0.01
    desk.wanted = [want(), want("vote")]
    desk.outbox.refresh(OWNER)
    await asyncio.sleep(0.005)

    await desk.outbox.close()

    assert [bool(each.message_id) for each in await desk.store.of(OWNER)] == [True]
    desk.restart()


async def test_a_step_that_breaks_is_not_repeated_in_the_same_update(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def break_down(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    await desk.show(want("vote"))
    monkeypatch.setattr(Outbox, "_delete", break_down)

    assert await desk.show(want()) == ["vote 1", "board 1"]
