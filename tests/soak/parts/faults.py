"""People play while Discord refuses, limits, loses and delays requests, cuts connections and ends sessions.

A trial is a number of troubles, one after the other, for one bot with four tables. When they are over, nobody plays,
and within a minute every table is shown once and as it is, and the right player is called.
"""

import asyncio
import logging
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.game.state import GameState
from engine.override import override
from playground import InteractionFailed
from playground.api.faults import CALLBACK, Fault, Faults
from playground.model.components import walk
from playground.model.errors import MISSING_PERMISSIONS, UNKNOWN_CHANNEL
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import COMPONENTS_V2, Message
from services.game_view import follows_own_action
from storage.games import Game, Phase
from tests.e2e.running_bot import RunningBot
from tests.soak.drivers import Driver, Sent, list_missing, list_surplus, look, stop_all
from tests.soak.part import Control, Counts, Part
from ui.controls import Control as Button

TABLES = 4
TROUBLES = 10  # of one trial
SHORTEST, LONGEST = 0.5, 4.0  # seconds of one trouble
PAUSE = 0.3  # seconds from one command at a table to the next
ANSWERED_WITHIN = 3.0  # seconds, as on Discord
SHOWN_WITHIN = 65.0  # seconds after the last trouble: a minute, and the try itself
SOON = 5.0
REFUSED = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}
MOST_REFUSED = 1_000  # in ten minutes, which a trial doesn't last
CRASH = re.compile(r"Traceback|never retrieved|never awaited|Unclosed")
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
ALWAYS = 10_000  # times
OFTEN = (1, 3, ALWAYS)  # times that a request is struck
LONGEST_LIMIT = 2.0  # seconds until a limited request may be repeated
DOUBLED = 20  # interactions


@dataclass(frozen=True)
class Where:
    """The requests that are struck: those with this method and route; None is any."""

    method: str | None = None
    route: str | None = None


POSTS = Where("POST", MESSAGES)
IN_CHANNELS = (POSTS, Where("PATCH", MESSAGE), Where("DELETE", MESSAGE))
EVERYWHERE = Where()
ANYWHERE = (*IN_CHANNELS, Where("POST", CALLBACK), EVERYWHERE)

Strike = Callable[[Faults, Where, int, random.Random], Fault]

IN_REQUESTS: dict[str, Strike] = {
    "401": lambda faults, at, times, _: faults.refuse_token(at.route, method=at.method, times=times),
    "403": lambda faults, at, times, _: faults.refuse(at.route, MISSING_PERMISSIONS, method=at.method, times=times),
    "404": lambda faults, at, times, _: faults.refuse(at.route, UNKNOWN_CHANNEL, method=at.method, times=times),
    "429": lambda faults, at, times, dice: faults.rate_limit(
        at.route, dice.uniform(0.1, LONGEST_LIMIT), method=at.method, times=times
    ),
    "429 for all": lambda faults, at, times, dice: faults.rate_limit(
        at.route, dice.uniform(0.1, LONGEST_LIMIT), everywhere=True, method=at.method, times=times
    ),
    "429 without Via": lambda faults, at, times, _: faults.ban(at.route, method=at.method, times=times),
    "500": lambda faults, at, times, _: faults.server_error(at.route, 500, method=at.method, times=times),
    "502 in HTML": lambda faults, at, times, _: faults.bad_gateway(at.route, method=at.method, times=times),
    "503": lambda faults, at, times, _: faults.server_error(at.route, 503, method=at.method, times=times),
    "lost with 500": lambda faults, at, times, _: faults.lose_reply(at.route, 500, method=at.method, times=times),
    "lost with 503": lambda faults, at, times, _: faults.lose_reply(at.route, 503, method=at.method, times=times),
    "slow": lambda faults, at, times, _: faults.hold(at.route, method=at.method, times=times),
    "cut": lambda faults, at, times, _: faults.hang_up(at.route, method=at.method, times=times),
}
ONLY_IN_CHANNELS = {"403", "404"}
IN_SESSIONS: dict[str, Callable[[Faults], None]] = {
    "close 4000": lambda faults: faults.drop_gateway(4000),
    "close 4007": lambda faults: faults.drop_gateway(4007),
    "close 4009": lambda faults: faults.drop_gateway(4009),
    "close 1006": lambda faults: faults.drop_gateway(1006),
    "reconnect": Faults.ask_reconnect,
    "invalid session": Faults.invalidate_session,
    "doubled": lambda faults: faults.deliver_twice(DOUBLED),
}
REFUSED_RESUME, REFUSED_GATEWAY, TOKEN_RESET = "refused resume", "refused gateway", "token reset"
KINDS = (*IN_REQUESTS, *IN_SESSIONS, REFUSED_RESUME, REFUSED_GATEWAY, TOKEN_RESET)


@dataclass
class Troubles:
    """What goes wrong for a bot now."""

    running_bot: RunningBot
    dice: random.Random
    _slow: list[Fault] = field(default_factory=list)

    async def begin(self, kind: str, where: Where | None = None, times: int = 0) -> None:
        """Let a trouble of this kind begin; the dice choose what it strikes, and how often, if that isn't given."""
        faults = self.running_bot.faults
        if kind in IN_REQUESTS:
            at = where or self.dice.choice(IN_CHANNELS if kind in ONLY_IN_CHANNELS else ANYWHERE)
            self._slow.append(IN_REQUESTS[kind](faults, at, times or self.dice.choice(OFTEN), self.dice))
        elif kind in IN_SESSIONS:
            IN_SESSIONS[kind](faults)
        elif kind == TOKEN_RESET:
            await self._reset_token()
        else:
            if kind == REFUSED_RESUME:
                faults.refuse_resumes()
            else:
                faults.refuse_gateway(2)
            faults.drop_gateway()

    async def _reset_token(self) -> None:
        """Make the bot end, which hears of it where it's connected; its owner then starts it with the right token."""
        await self.running_bot.until(lambda: self.running_bot.world.bot_online)
        self.running_bot.faults.drop_gateway(4004)
        await self.running_bot.until(lambda: self.running_bot.has_ended)
        await self.running_bot.kill()
        await self.running_bot.start()

    def end(self) -> None:
        """End all troubles."""
        faults = self.running_bot.faults
        faults.clear()
        faults.refuse_resumes(refused=False)
        faults.refuse_gateway(0)
        faults.deliver_twice(0)
        for each in self._slow:
            each.release()
        self._slow.clear()


class Player(Driver):
    """Plays for both players of a table, and tries the same move until it's made."""

    _planned: Sent | None = None

    @override
    def _idea(self, game: Game, state: GameState) -> Sent:
        if self._planned is None or (self._planned.before.id, self._planned.before.version) != (game.id, game.version):
            self._planned = super()._idea(game, state)
        return self._planned

    async def play(self) -> None:
        """Play on and on; what isn't answered is tried again."""
        while True:
            with suppress(InteractionFailed):
                await self.step()
            await asyncio.sleep(PAUSE)


def run(seed: int) -> Counts:
    """Live through ten troubles, as planned."""
    return asyncio.run(play_through(plan(seed), random.Random(seed)))


def plan(seed: int) -> list[tuple[str, float]]:
    """Return the kinds of troubles, the next ones of each seed, and how many seconds each lasts."""
    dice = random.Random(seed)
    kinds = [KINDS[(seed * TROUBLES + number) % len(KINDS)] for number in range(TROUBLES)]
    dice.shuffle(kinds)
    return [(kind, dice.uniform(SHORTEST, LONGEST)) for kind in kinds]


async def play_through(
    planned: Sequence[tuple[str, float]], dice: random.Random, fault: str = "", where: Where | None = None
) -> Counts:
    """Let people play through these troubles, and return what was done and found.

    `fault` is planted; then the troubles strike `where` alone, and a few seconds will do to see what is shown.
    """
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # of connections that are cut
    installed = ["tests.soak.usual_pace", *([f"tests.soak.planted_faults {fault}"] if fault else [])]
    with TemporaryDirectory() as folder:
        async with RunningBot.open(Path(folder), *installed) as running_bot:
            running_bot.playground.interactions.answer_within = ANSWERED_WITHIN
            players = Player.seat(running_bot, TABLES, dice)
            playing = [asyncio.create_task(player.play()) for player in players]
            troubles = Troubles(running_bot, dice)
            for kind, seconds in planned:
                await troubles.begin(kind, where, ALWAYS if where else 0)
                await asyncio.sleep(seconds)
                troubles.end()
            await stop_all(playing)
            counts: Counts = Counter(troubles=len(planned))
            counts["answered"] = sum(len(player.answered) for player in players)
            counts += await look(lambda: list_faults(running_bot, players), SOON if fault else SHOWN_WITHIN)
            counts += sum((player.judge() for player in players), Counts())
            return counts + judge_bot(running_bot)


def list_faults(running_bot: RunningBot, players: Sequence[Player]) -> dict[str, list[str]]:
    """Return what is shown wrongly, by its kind."""
    return {
        "surplus": list_surplus(running_bot, players),
        "missing": list_missing(running_bot),
        "wrong": [each for player in players for each in list_wrong(running_bot, player)],
    }


def list_wrong(running_bot: RunningBot, player: Player, *, may_double: bool = False) -> Iterator[str]:
    """Yield what the newest table of a channel shows wrongly: another position, or a call to another player.

    If messages `may_double`, the last call must be right.
    """
    game = player.newest()
    if game is None or game.phase is Phase.CLOSED:
        return
    posted = [
        message
        for message in running_bot.world.messages(player.room.id)
        if message.author_id == APPLICATION_ID and not message.ephemeral
    ]
    tables = [buttons for each in posted if each.flags & COMPONENTS_V2 and (buttons := _read_buttons(each, game))]
    if len(tables) != 1 or {button.version for button in tables[0]} != {game.version}:
        yield f"table {game.id} is at {game.version} and shown as {tables}"
    called = [each.mentions for each in posted if ", it's your turn." in each.content]
    expected = _list_calls(game)
    if (called[-1:] if may_double and expected else called) != expected and (expected or not may_double):
        yield f"table {game.id} calls {called} and should call {expected}"


def _read_buttons(message: Message, game: Game) -> list[Button]:
    """Return what the buttons of a message do at this table; none if it's about another one."""
    read = [Button.read(str(part["custom_id"])) for part in walk(message.components) if "custom_id" in part]
    return [button for button in read if button and button.game == game.id]


def _list_calls(game: Game) -> list[tuple[int, ...]]:
    """Return whom each call in the channel should mention: the player to move, unless it's by their own action."""
    if game.phase is not Phase.PLAYING or game.state is None or follows_own_action(game, game.state.turn):
        return []
    return [(game.players[game.state.turn].user_id or 0,)]


def judge_bot(running_bot: RunningBot) -> Counts:
    """Return how many requests were refused, and whether the bot was as good as banned or crashed somewhere."""
    refused = sum(each.status in REFUSED for each in running_bot.playground.requests)
    crashes = [line for line in running_bot.log.splitlines() if CRASH.search(line)]
    if crashes:
        print(running_bot.log)
    return Counter(refused=refused, banned=int(refused >= MOST_REFUSED), crashed=len(crashes))


# controls


def _plant(fault: str, seed: int, kind: str = "doubled", where: Where | None = None) -> Counts:
    """Plant a fault, let some games begin, and then this kind of trouble; longer at each try."""
    planned = [("doubled", LONGEST), (kind, LONGEST * seed)]
    return asyncio.run(play_through(planned, random.Random(seed), fault, where))


PART = Part(
    name="faults",
    promise="Discord's faults lose and double no move, and a minute later each table is right and calls its player",
    run=run,
    full=69,
    sample=2,
    faults=("lost", "doubled", "torn", "surplus", "missing", "wrong", "banned", "crashed"),
    controls=(
        Control("the bot stores nothing", "lost", partial(_plant, "store-nothing")),
        Control("the bot stores a move twice", "doubled", partial(_plant, "store-twice")),
        Control("the bot stores the event and not the snapshot", "torn", partial(_plant, "store-half")),
        Control(
            "the bot repeats a post with another nonce",
            "surplus",
            partial(_plant, "post-anew", kind="lost with 503", where=POSTS),
        ),
        Control(
            "the bot doesn't try a failed table again",
            "missing",
            partial(_plant, "never-retry", kind="503", where=EVERYWHERE),
        ),
        Control("the bot calls another player", "wrong", partial(_plant, "call-another")),
        Control(
            "the bot tries failed tables without a pause",
            "banned",
            partial(_plant, "try-at-once", kind="401", where=EVERYWHERE),
            tries=8,  # it takes some 23 seconds to send a thousand requests
        ),
        Control("the bot fails in a way that nobody has thought of", "crashed", partial(_plant, "crash")),
    ),
)
