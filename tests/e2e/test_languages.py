"""Everybody reads their own language: no sentence of another one on any screen that can be reached by tapping."""

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.override import override
from engine.variants import load
from playground import SimulatedUser
from playground.client.shown import Modal, ShownMessage
from playground.interactions.interactions import BotAnswer
from playground.model import components
from playground.model.values import Channel, Json
from services.languages import NAMES as LANGUAGES
from services.options import list_house_rules
from services.seats import NAMES
from tests.e2e.running_bot import RunningBot
from tests.support.accents import ACCENTED, plain_words
from tests.support.sampled import sampled
from ui.controls import Control

from .messages import find_public, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = list(load())
SYSTEM_NAMES = ("Rummy Cube", "PackKub", "Rummi200kub", "Rummykruss")
OWN = "|".join(["Ana", "Ben", "Chloé", "Dmitri", *NAMES, *LANGUAGES.values(), *SYSTEM_NAMES, "The Rackety club"])
READ = ("content", "label", "placeholder", "description", "title", "name", "text")
SPARED = {
    *(f"clauses {re.sub('[0-9]+', '', key)}" for key in SYSTEMS),
    *("setup language", "prefer language"),
    *("option pack", "option box", "preset "),
}
"""Pages of rules are files and no sentences; nobody is to speak otherwise in the middle, or to need more players."""
MOST = 400  # taps of one walk
OTHER = re.compile(f"[{ACCENTED}]")


class AccentedBot(RunningBot):
    """A bot for which every language but English has letters of its own."""

    catalog = "accented"

    @property
    @override
    def settings(self) -> dict[str, str]:
        return {**super().settings, "CATALOG": self.catalog}


class LongestBot(AccentedBot):
    """A bot for which every language but English has the longest sentences of any."""

    catalog = "bytes"


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def shared_bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    async with AccentedBot.open(tmp_path_factory.mktemp("bot")) as running_bot:
        yield running_bot


def texts(tree: Any) -> Iterator[str]:
    """All that a person reads of a message or a window."""
    if isinstance(tree, list):
        for each in tree:
            yield from texts(each)
    if isinstance(tree, dict) and not str(tree.get("custom_id")).startswith("rk:clauses:"):
        yield from (tree[key] for key in READ if isinstance(tree.get(key), str))
        for key in ("components", "component", "items", "options", "media"):
            yield from texts(tree.get(key))


def read(shown: ShownMessage) -> list[str]:
    return [shown.content, *texts(shown.json["components"])]


def plain(said: list[str]) -> set[str]:
    return {word for text in said for word in plain_words(re.sub(rf"\b({OWN})\b", "", text))}


@dataclass
class Walk:
    """Taps everything once that a seat is shown, and notes every plain word, with a text where it stands."""

    seat: SimulatedUser
    found: dict[str, str] = field(default_factory=dict)
    done: set[str] = field(default_factory=lambda: set(SPARED))
    taps: int = 0

    async def through(self, first: ShownMessage) -> None:
        shown = {first.id: first}
        while self.taps < MOST and (step := self._step(list(shown.values()))):
            answer = await self.tapped(*step)
            shown |= {} if answer is None else {answer.id: answer}
            here = {each.id: each for each in self.seat.messages(first.channel_id)}
            shown = {number: here[number] for number in shown if number in here}

    def _step(self, shown: list[ShownMessage]) -> tuple[ShownMessage, Json] | None:
        """The next thing to tap, of a kind that was not tapped before."""
        for each in shown:
            if each.ephemeral:
                self.note(read(each))
            for part in components.walk(each.json["components"]):
                control = Control.read(str(part.get("custom_id", "")))
                if control and not part.get("disabled"):
                    kind = f"{control.verb} {re.sub('[0-9]+', '', control.argument)}"
                    if kind not in self.done:
                        self.done.add(kind)
                        return each, part
        return None

    def note(self, said: list[str]) -> None:
        for text in said:
            for word in plain([text]):
                self.found.setdefault(word, text)

    async def tapped(self, shown: ShownMessage, part: Json) -> ShownMessage | None:
        self.taps += 1
        values = [part["options"][-1]["value"]] if part["type"] == components.STRING_SELECT else []
        return await self.answered(await self.seat.use(shown, part["custom_id"], values))

    async def answered(self, answer: BotAnswer) -> ShownMessage | None:
        if self.seat.modal is not None:
            self.note(list(texts([self.seat.modal.json])))
            answer = await self.submitted(self.seat.modal)
        return None if answer.message is None else self.seat.shown(answer.message)

    async def submitted(self, modal: Modal) -> BotAnswer:
        return await self.seat.send(modal.interaction_id, modal.values)


def reader(running_bot: RunningBot) -> SimulatedUser:
    """Ana, whose Discord is in another language."""
    ana = running_bot.seat("Ana")
    ana.set_locale("ja")
    return ana


def final(seat: SimulatedUser, room: Channel) -> ShownMessage | None:
    """The table at its end."""
    return next((each for each in find_public(seat, room) if ":review:" in str(each.json)), None)


@pytest.mark.parametrize("system", sampled(SYSTEMS, 5))
async def test_every_screen_of_a_game_is_in_the_language_of_its_reader(
    running_bot: RunningBot, room: Channel, system: str
) -> None:
    walk = Walk(reader(running_bot))

    await through_a_game(walk, room, system)

    assert not walk.found, walk.found
    assert {"pick ", "review ", *(f"option {option.key}" for option in load()[system].options)} <= walk.done


async def through_a_game(walk: Walk, room: Channel, system: str) -> None:
    """See all of a game, from its lobby to its end."""
    seat = walk.seat
    await seat.command("new", room, variant=system, computers=1)
    (lobby,) = find_public(seat, room)
    assert not any(map(OTHER.search, read(lobby)))
    walk.done |= {"leave ", "join ", "handover ", "end ", "resign "}
    await walk.through(await require_private(seat.command("rules", room)))
    await through_options(walk, await require_private(seat.click(lobby, "Options")), system)
    await seat.click(lobby, "Start")
    await walk.through(await require_private(seat.command("rack", room)))
    await walk.through(find_public(seat, room)[-1])
    walk.done.remove("resign ")
    await walk.through(await require_private(seat.command("resign", room)))
    await walk.through(await wait_to_see(seat, lambda seat: final(seat, room)))


async def through_options(walk: Walk, panel: ShownMessage, system: str) -> None:
    """See the options of a lobby and each of its house rules, which its host changes."""
    walk.done |= {"options main", "options house", "rule ", "level ", "system "}
    await walk.through(panel)
    panel = await require_private(walk.seat.click(panel, id_of(panel, "options")))
    for index in range(len(list_house_rules(load()[system]))):
        panel = await require_private(walk.seat.select(panel, id_of(panel, "rule"), [str(index)]))
        await walk.through(panel)


def id_of(shown: ShownMessage, verb: str) -> str:
    """The custom id of the only control that does this."""
    ids = [str(part.get("custom_id", "")) for part in components.walk(shown.json["components"])]
    (found,) = [each for each in ids if each.startswith(f"rk:{verb}:")]
    return found


async def through_commands(walk: Walk, room: Channel) -> None:
    """See whatever commands answer where no game is."""
    for name in ("help", "settings", "setup", "games", "leaderboard", "puzzle", "puzzle-board", "log", "rack", "table"):
        await walk.through(await require_private(walk.seat.command(name, room)))


async def test_commands_answer_in_the_language_of_their_user(running_bot: RunningBot, room: Channel) -> None:
    walk = Walk(reader(running_bot))

    await through_commands(walk, room)

    assert not walk.found, walk.found


@pytest.mark.parametrize("system", sampled(SYSTEMS, len(SYSTEMS)))
async def test_discord_takes_the_longest_sentences_of_all_languages(tmp_path: Path, system: str) -> None:
    """Every screen, alternative text, label, window and command; what is too long is refused."""
    async with LongestBot.open(tmp_path) as running_bot:
        walk = Walk(reader(running_bot))
        await through_a_game(walk, running_bot.room("game"), system)
        await through_commands(walk, running_bot.room("commands"))

        running_bot.check()
        assert walk.taps > 60


async def test_commands_are_described_in_every_language(running_bot: RunningBot) -> None:
    """Their names are the same for all, since Discord mentions them by no other."""
    for command in running_bot.world.commands.values():
        for part in [command, *command["options"]]:
            assert not part.get("name_localizations")
            assert plain([part["description_localizations"]["ja"]]) == set()
            for each in part.get("choices") or ():
                said = (each.get("name_localizations") or {}).get("ja", each["name"])
                assert said in LANGUAGES.values() or plain([said]) == set()


async def test_public_messages_are_in_the_servers_language_and_others_in_the_readers(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = reader(running_bot), running_bot.seat("Ben")
    await ana.command("new", room)
    (lobby,) = find_public(ben, room)
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    await ana.command("end", room)
    rack = await require_private(ben.command("rack", room))

    assert not any(OTHER.search(text) for shown in ben.messages(room) for text in read(shown))
    assert not any(map(OTHER.search, read(rack)))
    assert any(map(OTHER.search, read(await require_private(ana.command("rack", room)))))
