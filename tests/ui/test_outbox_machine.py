"""Whatever happens, each message that is wanted is there once and true within a minute after calm returns.

A machine changes at random what is wanted, kills the bot before or after any statement or request, loses answers,
repeats requests, deletes and locks, and lets time pass. What can't be kept is written as an exception in `check`:

- A message that somebody deletes is missed only when it's next edited; a root is never posted again.
- A post that may fail is missing, or shows what it did, until its content changes, if it was refused meanwhile.
- A root that Discord doesn't let the bot edit stays as it is.
- A message in a channel that was locked when its owner had left it stays there.
- If the bot is killed while it deletes a message, and that is wanted again before the next start has looked for it,
  it's missed as if somebody else had deleted it; so the machine changes nothing while the bot starts.
- What was perhaps posted while the history couldn't be read is deleted when it's next looked for: at twice its age.
  After a day, it isn't looked for anymore; the machine has no days.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, cast

import discord
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

import ui.outbox
from engine.override import override
from storage.posts import Post, PostStore
from tests.support.breaking import Killed
from tests.support.channels import Channels, Message, Statements, Tap, Trouble
from tests.support.simulated_time import SimulatedLoop
from ui.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from ui.network.request_budget import RequestBudget, Urgency
from ui.outbox import Outbox
from ui.wanted import Content, Wanted, WantedPost

NOON = 1_800_000_000
CALM = 61  # seconds within which all is true
HOME, OTHER, THIRD = CHANNELS = (1, 2, 3)  # `HOME` is never deleted
OWNERS = ("game 1", "game 2")
MOST_CHANGES = 3  # after which a board is posted again


@dataclass
class Owner:
    """What an owner wants, as services would store it; a kill changes nothing of it."""

    name: str
    mail: int  # the channel of its direct messages
    channel: int = HOME
    version: int = 1
    turn: int = 1
    has_vote: bool = False
    prizes: set[int] = field(default_factory=set)  # to be awarded

    def name_texts(self) -> dict[str, str]:
        """What its messages say, by kind."""
        kinds = {"board": self.version, "root": self.version, "mail": self.version, "ping": self.turn}
        kinds |= {"vote": self.version} if self.has_vote else {}
        return {kind: f"{self.name} {kind} {shown}" for kind, shown in kinds.items()}

    def find_channel(self, kind: str) -> int:
        return {"mail": self.mail, "root": HOME}.get(kind, self.channel)


class Collector(logging.Handler):
    """Keeps the errors that the bot logs: none may be logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        if "Killed" not in record.getMessage():
            self.said.append(record.getMessage())


class OutboxMachine(RuleBasedStateMachine):
    """The world, with the bot that runs in it."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = SimulatedLoop(grace=0)
        self.loop.set_exception_handler(lambda *_: None)  # it tells of tasks that a kill has ended
        self.begun = self.loop.time()
        self.errors = Collector()
        logging.getLogger().addHandler(self.errors)
        self.discord = Channels(self.now, 0.05, self.step, self.note_deletion, self.note_refusal)
        self.statements = Statements(self.step)
        self.owners = {name: Owner(name, 10 + index) for index, name in enumerate(OWNERS)}
        self.told: set[str] = set()  # texts whose `then` has succeeded
        self.awarded: list[str] = []  # texts of all prizes
        self.vanished: set[str] = set()  # subjects of messages that somebody has deleted, perhaps with their channel
        self.vanished_before: set[str] = set()  # the same, also if they were edited since
        self.lost_prizes: set[str] = set()  # the texts of those that are prizes
        self.left_behind: set[int] = set()  # messages
        self.refused: set[str] = set()  # owners whose direct messages may have been refused
        self.wrong: list[str] = []
        self.steps_to_live: int | None = None
        self.down = 0
        self.is_dead = False

    def now(self) -> float:
        return NOON + self.loop.time() - self.begun

    # the bot

    @initialize()
    def start(self) -> None:
        self.run(self.launch())

    def run(self, work: Any) -> None:
        self.loop.run_until_complete(work)

    async def launch(self) -> None:
        self.died, self.is_dead = asyncio.Event(), False
        budget = RequestBudget(self.loop.time)
        self.webhooks = InteractionWebhooks(lambda: int(self.now()), is_on=True)
        self.tokens: dict[int, InteractionWebhook] = {}
        client = cast("discord.Client", self.discord)
        self.store = PostStore(cast("Any", self.statements))
        self.outbox = Outbox(client, self.store, lambda: int(self.now()), webhooks=self.webhooks, budget=budget)
        self.outbox.failures.clock = self.loop.time
        self.outbox.listers["game"] = self.list_wanted
        self.retrying = asyncio.create_task(self.retry())
        self.outbox.refresh_later(OWNERS)

    async def retry(self) -> None:
        while True:
            self.outbox.retry_failed()
            await asyncio.sleep(0.5)

    def step(self) -> None:
        """Let the bot live or die between two lines."""
        if self.steps_to_live is not None:
            self.steps_to_live -= 1
            if self.steps_to_live < 0:
                self.is_dead, self.steps_to_live = True, None
                self.died.set()
        if self.is_dead:
            raise Killed

    async def restart(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        self.is_dead = True
        await self.outbox._updates.close()  # noqa: SLF001  # what is canceled must begin nothing
        for each in others:
            each.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(self.down)
        self.down, self.steps_to_live = 0, None
        await self.launch()
        await asyncio.sleep(5)  # nothing changes while the bot starts

    async def let_pass(self, seconds: float) -> None:
        until = self.loop.time() + seconds
        while self.loop.time() < until:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self.died.wait()
            if self.died.is_set():
                await self.restart()

    # what is wanted

    async def list_wanted(self, name: str, posts: Sequence[Post]) -> Wanted:
        self.step()
        await asyncio.sleep(0)
        owner = replace(self.owners[name])
        texts = owner.name_texts()
        wanted = {kind: self.want(owner, kind, text) for kind, text in texts.items()}
        boards = [each for each in posts if each.purpose.startswith("board ") and each.channel_id == owner.channel]
        newest = boards[-1].purpose if boards else "board 0"
        is_old = not boards or owner.version - int(newest.removeprefix("board ")) > MOST_CHANGES
        purpose = f"board {owner.version}" if is_old else newest
        wanted["board"] = replace(wanted["board"], purpose=purpose, replaces="board", urgency=Urgency.TABLE, then=None)
        wanted["root"] = replace(wanted["root"], is_root=True)
        wanted["mail"] = replace(wanted["mail"], may_fail=True, then=None)
        webhook = partial(self.tokens.get, owner.channel)
        purpose = f"ping {owner.turn}"
        wanted["ping"] = replace(
            wanted["ping"], purpose=purpose, shown="once", webhook=webhook, urgency=Urgency.PING, called=[7]
        )
        prizes = [
            replace(self.want(owner, f"prize {each}", f"{name} prize {each}"), is_final=True)
            for each in sorted(owner.prizes)
        ]
        return Wanted(
            version=str(owner.version),
            guild_id=1,
            posts=[*wanted.values(), *prizes],
            lost=partial(self.lose, name, owner.channel),
        )

    def want(self, owner: Owner, kind: str, text: str) -> WantedPost:
        async def build() -> Content:
            self.step()
            await asyncio.sleep(0)
            view = discord.ui.LayoutView(timeout=None)
            view.add_item(discord.ui.TextDisplay(text))
            view.stop()
            return Content(view)

        channel = owner.find_channel(kind)
        then = partial(self.tell, owner.name, channel, text)
        return WantedPost(purpose=kind, channel_id=channel, build=build, shown=text.rpartition(" ")[2], then=then)

    async def tell(self, name: str, channel: int, text: str, _: int) -> None:
        def note() -> None:
            self.told.add(text)
            if " prize " in text:
                self.owners[name].prizes.discard(int(text.rpartition(" ")[2]))

        await self.discord.request(channel, "then", note)

    async def lose(self, name: str, channel: int) -> None:
        """Find another channel for an owner, as its own is gone; it may have moved while Discord said so."""
        self.step()
        if channel not in self.discord.gone:
            self.wrong.append(f"{name} was told that channel {channel} is gone")
        if self.owners[name].channel == channel:
            self.owners[name].channel = HOME
        self.outbox.refresh(name)

    def note_deletion(self, message: Message) -> None:
        """Notice if the bot deletes a board before its successor is there."""
        subject = find_subject(message.text)
        there = [find_subject(each.text) for each in self.discord.messages.values()].count(subject)
        if subject.endswith("board") and subject not in self.vanished_before and there < 2:
            self.wrong.append(f"{subject} is missing meanwhile")

    def note_refusal(self, message: Message) -> None:
        owner = self.owners.get(" ".join(message.text.split()[:2]))
        if owner is None or message.channel_id not in {owner.channel, owner.mail, HOME}:
            self.left_behind.add(message.id)

    # what happens

    @rule(name=st.sampled_from(OWNERS), turns=st.booleans(), votes=st.booleans(), wins=st.booleans())
    def change(self, name: str, *, turns: bool, votes: bool, wins: bool) -> None:
        owner = self.owners[name]
        owner.version += 1
        owner.turn += turns
        owner.has_vote ^= votes
        if wins:
            owner.prizes.add(owner.version)
            self.awarded.append(f"{name} prize {owner.version}")
        self.refresh(name)

    @rule(name=st.sampled_from(OWNERS), channel=st.sampled_from(CHANNELS))
    def move(self, name: str, channel: int) -> None:
        if channel not in self.discord.gone:
            self.owners[name].channel = channel
            self.refresh(name)

    def refresh(self, name: str) -> None:
        async def schedule() -> None:
            self.outbox.refresh(name)

        self.run(schedule())

    @rule(name=st.sampled_from(OWNERS), responds=st.booleans())
    def tap(self, name: str, *, responds: bool) -> None:
        """Let a player tap in the owner's channel: the bot has a token there, and perhaps shows the board again."""
        owner = self.owners[name]

        async def respond() -> None:
            tap: Any = Tap(self.discord, owner.channel)
            self.tokens[owner.channel] = InteractionWebhook.of(tap)
            if responds:
                wanted = self.want(owner, "board", owner.name_texts()["board"])
                wanted = replace(wanted, purpose=f"board {owner.version}")
                responding = asyncio.create_task(self.outbox.respond(tap, name, wanted))
                responding.add_done_callback(lambda task: task.cancelled() or task.exception())

        self.run(respond())

    @rule(seconds=st.sampled_from([0.03, 0.12, 0.4, 2, 20, 70, 660]))
    def wait(self, seconds: float) -> None:
        self.run(self.let_pass(seconds))

    @rule(steps=st.integers(0, 60), down=st.sampled_from([0, 30, 700]))
    def kill(self, steps: int, down: int) -> None:
        """Kill the bot after so many steps, if it has so much to do."""
        self.steps_to_live, self.down = steps, down
        self.wait(2)

    @rule(troubles=st.lists(st.sampled_from([None, *Trouble]), min_size=1, max_size=20))
    def fail(self, troubles: list[Trouble | None]) -> None:
        self.discord.troubles[:] = troubles

    @rule(channel=st.sampled_from([*CHANNELS, 10, 11]), is_locked=st.booleans(), is_unreadable=st.booleans())
    def lock(self, channel: int, *, is_locked: bool, is_unreadable: bool) -> None:
        if is_locked:
            self.discord.locked.add(channel)
            self.refused |= {each.name for each in self.owners.values() if each.mail == channel}
        else:
            self.unlock(channel)
        (self.discord.unreadable.add if is_unreadable else self.discord.unreadable.discard)(channel)

    def unlock(self, channel: int) -> None:
        self.discord.locked.discard(channel)
        self.outbox.failures.hurry(guild_id=1, channel_id=channel)

    @rule(channel=st.sampled_from([OTHER, THIRD]))
    def delete_channel(self, channel: int) -> None:
        self.discord.gone.add(channel)
        for each in [each for each in self.discord.messages.values() if each.channel_id == channel]:
            self.vanish(each)

    @rule(index=st.integers(0, 20), is_uneditable=st.booleans())
    def break_message(self, index: int, *, is_uneditable: bool) -> None:
        messages = [*self.discord.messages.values()]
        if index < len(messages) and is_uneditable:
            self.discord.uneditable.add(messages[index].id)
        elif index < len(messages):
            self.vanish(messages[index])

    def vanish(self, message: Message) -> None:
        del self.discord.messages[message.id]
        self.vanished.add(find_subject(message.text))
        self.vanished_before.add(find_subject(message.text))
        self.lost_prizes.add(message.text)

    # what holds

    @override
    def teardown(self) -> None:
        try:
            if hasattr(self, "outbox"):
                self.run(self.calm_down())
        finally:
            logging.getLogger().removeHandler(self.errors)
            self.run(self.end())
            self.statements.close()
            self.loop.close()

    async def end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def calm_down(self) -> None:
        if self.died.is_set():
            await self.restart()
        self.steps_to_live = None
        self.discord.troubles.clear()
        self.discord.unreadable.clear()
        for channel in [*self.discord.locked]:
            self.unlock(channel)
        await self.let_pass(CALM)
        pending = await self.list_pending()
        self.check({f"{each.owner} {each.purpose.partition(' ')[0]}" for each in pending})
        if pending:
            await self.let_pass(self.now() - min(each.posted_at for each in pending))
            self.check(set())
        for owner in self.owners.values():
            owner.version += 1
            owner.turn += 1
            self.outbox.refresh(owner.name)
        self.vanished.clear()
        self.refused.clear()
        await self.let_pass(CALM)
        self.check(set())
        assert not await self.list_pending()

    async def list_pending(self) -> list[Post]:
        return [
            each
            for name in OWNERS
            for each in await self.store.of(name)
            if each.message_id is None and each.channel_id not in self.discord.gone
        ]

    def check(self, perhaps_doubled: set[str]) -> None:
        """Require that what is wanted is there once, and nothing else; see the module for the exceptions."""
        assert self.errors.said + self.wrong == []
        left = [each for each in self.discord.messages.values() if each.id not in self.left_behind]
        for owner in self.owners.values():
            assert not owner.prizes
            for kind, text in owner.name_texts().items():
                subject = find_subject(text)
                there = [each for each in left if find_subject(each.text) == subject]
                left = [each for each in left if each not in there]
                may_be_missing = subject in self.vanished or (kind == "root" and subject in self.vanished_before)
                may_be_old = kind == "root" and bool(self.discord.uneditable)
                if kind == "mail" and owner.name in self.refused:
                    may_be_missing = may_be_old = True
                assert there or may_be_missing, f"{text} is missing"
                assert len(there) <= 1 or subject in perhaps_doubled, f"{text} is there {len(there)} times"
                assert may_be_missing or may_be_old or text in [each.text for each in there], f"{subject} isn't {text}"
                elsewhere = {each.channel_id for each in there} - {owner.find_channel(kind)}
                assert not elsewhere or subject in perhaps_doubled, f"{subject} is in another channel, too"
                assert may_be_missing or kind in {"board", "mail"} or text in self.told, f"nobody was told of {text}"
        prizes = Counter(each.text for each in left)
        for text in self.awarded:
            is_perhaps_doubled = prizes[text] > 1 and find_subject(text) in perhaps_doubled
            is_lost = prizes[text] == 0 and text in self.lost_prizes
            assert prizes[text] == 1 or is_perhaps_doubled or is_lost, f"{prizes[text]} times {text}"
        surplus = prizes.keys() - {*self.awarded}
        assert {find_subject(each) for each in surplus} <= perhaps_doubled, f"{surplus} should be gone"


def find_subject(text: str) -> str:
    """What a message is about, without its version."""
    return text.rpartition(" ")[0]


TestOutbox = OutboxMachine.TestCase
TestOutbox.settings = settings(max_examples=100, stateful_step_count=30)


@pytest.mark.soak
def test_for_long() -> None:
    run_state_machine_as_test(OutboxMachine, settings=settings(max_examples=20_000, stateful_step_count=50))


def live_through(steps: int, down: int) -> bool:
    """Kill the bot once after so many steps of a usual day; return whether it lived to see the end of it."""
    machine = OutboxMachine()
    machine.start()
    machine.tap("game 1", responds=False)
    machine.steps_to_live, machine.down = steps, down
    machine.discord.troubles = [None] * 4 + [Trouble.TWICE] * 12
    machine.wait(0.4)
    machine.tap("game 1", responds=True)
    machine.change("game 1", turns=True, votes=True, wins=True)
    machine.move("game 2", OTHER)
    machine.wait(20)
    machine.change("game 1", turns=True, votes=True, wins=False)
    machine.wait(20)
    has_lived = machine.steps_to_live is not None
    machine.teardown()
    return has_lived


@pytest.mark.parametrize("down", [0, 700])
@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.soak)])
def test_the_bot_may_be_killed_between_any_two_lines(every: int, down: int) -> None:
    lived = next(steps for steps in count(0, every) if live_through(steps, down))

    assert lived > 200


def store_after_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    begin, note = PostStore.begin, PostStore.note

    async def begin_later(self: PostStore, post: Post) -> None:
        if post.message_id is not None:
            await begin(self, post)

    async def note_all(self: PostStore, post: Post, message_id: int | None, shown: str) -> None:
        await begin(self, replace(post, message_id=message_id, shown=shown))
        await note(self, post, message_id, shown)

    monkeypatch.setattr(PostStore, "begin", begin_later)
    monkeypatch.setattr(PostStore, "note", note_all)


def delete_before_replacing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WantedPost, "takes_the_place_of", lambda _wanted, _post: False)


def use_new_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Channels, "post_once", lambda _self, _channel, _nonce, make: make())


def leave_no_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ui.outbox, "mark", lambda _view, _nonce: None)


def forget_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ui.outbox, "is_passing", lambda _: False)


@pytest.mark.parametrize(
    "plant", [store_after_sending, delete_before_replacing, use_new_nonces, leave_no_marks, forget_what_is_refused]
)
def test_a_planted_fault_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    only_found = settings(
        max_examples=1_000,
        stateful_step_count=50,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        database=None,
        derandomize=True,  # a fault shows in several ways, and which comes first must not depend on chance
    )

    with pytest.raises(AssertionError, match=r"times|missing meanwhile|another channel"):
        run_state_machine_as_test(OutboxMachine, settings=only_found)
