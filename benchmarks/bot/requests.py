"""Requests to Discord per turn, over whole games of people with open racks, with and without interactions' webhooks.

Discord allows a bot 50 requests per second; those by an interaction's token aren't counted.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bot.processes import run_bot, wait_until_quiet
from benchmarks.measure.figures import Alternative, Figure
from playground import Playground, ShownMessage, SimulatedUser
from playground.api.ratelimits import INTERACTIONS
from playground.model.components import walk
from playground.model.values import Channel

PEOPLE = (2, 3, 4)  # in a game each
GAMES = 2  # of each
MOST = 1.0  # counted requests per turn
CHOICES = {"replies": "with interactions' webhooks", "messages": "with the bot's own routes alone"}
PATIENCE = 60.0  # seconds for a rack to show its player's turn
YOUR_TURN = "**Your turn**"
DRAW, PASS, READY, CONFIRM, REMATCH = (f"rk:{verb}:" for verb in ("draw", "pass", "ready", "confirm", "rematch"))


@dataclass
class Person:
    """A player with an open rack, who makes the first ready play, or else draws."""

    seat: SimulatedUser
    room: Channel
    rack_id: int = 0

    async def open_rack(self) -> None:
        """Open the rack, which the bot keeps up to date from now on."""
        shown = await self.seat.command("rack", self.room)
        if shown is None:
            raise LookupError(self.room.name)
        self.rack_id = shown.id

    async def play(self) -> int:
        """Play until the game is over, and return the number of turns."""
        turns = 0
        while rack := (await self.seat.wait(self._find_news, PATIENCE))[0]:
            shown = await self._take_turn(rack)
            turns += shown is None or YOUR_TURN not in shown.text  # else the rack was outdated
        return turns

    def _find_news(self, _: SimulatedUser) -> tuple[ShownMessage | None, ...]:
        """Return the rack once it's this player's turn, None when the game is over, or an empty tuple until then."""
        messages = self.seat.messages(self.room)
        if any(_find(each, REMATCH) for each in messages):
            return (None,)
        return tuple(each for each in messages if each.id == self.rack_id and YOUR_TURN in each.text)

    async def _take_turn(self, rack: ShownMessage) -> ShownMessage | None:
        ready = _find(rack, READY)
        if ready is not None:
            values = [each["value"] for each in rack.component(ready).get("options", ())]  # none if it's a button
            picking = self.seat.select(rack, ready, values[:1]) if values else self.seat.click(rack, ready)
            rack = await picking or rack
        control = (ready and _find(rack, CONFIRM)) or _find(rack, DRAW) or _find(rack, PASS)
        if control is None:
            raise LookupError(rack.text)
        return await self.seat.click(rack, control)


def _find(message: ShownMessage, prefix: str) -> str | None:
    """Return the custom id with this beginning of a control that isn't off; None if the message has none."""
    parts = [each for each in walk(message.json["components"]) if not each.get("disabled")]
    return next((name for each in parts if (name := str(each.get("custom_id", ""))).startswith(prefix)), None)


@dataclass
class Played:
    """The turns of whole games, and the bot's requests for them by method and route."""

    turns: int = 0
    requests: Counter[str] = field(default_factory=Counter)

    @property
    def counted(self) -> float:
        """The requests per turn that Discord counts."""
        return sum(count for route, count in self.requests.items() if _is_counted(route)) / self.turns


def _is_counted(request: str) -> bool:
    return not request.partition(" ")[2].startswith(INTERACTIONS)


async def _start(playground: Playground, people: int, number: int) -> list[Person]:
    name = f"{people}-people-{number}"
    room = playground.world.add_channel(name)
    seats = [playground.seat(playground.world.add_user(f"{name}-{each}")) for each in range(people)]
    await seats[0].command("new", room)
    for seat in seats[1:]:
        await seat.command("join", room)
    await seats[0].command("start", room)
    persons = [Person(seat, room) for seat in seats]
    for each in persons:
        await each.open_rack()
    return persons


async def _play(playground: Playground, people: int) -> Played:
    tables = [await _start(playground, people, number) for number in range(GAMES)]
    await wait_until_quiet(playground)
    begin = len(playground.requests)
    turns = await asyncio.gather(*(each.play() for table in tables for each in table))
    await wait_until_quiet(playground)
    return Played(sum(turns), Counter(f"{each.method} {each.route}" for each in playground.requests[begin:]))


async def _measure(folder: Path, choice: str, people: int) -> Played:
    database = folder / f"{choice}-{people}.db"
    async with Playground.start(answer_within=PATIENCE) as playground, run_bot(playground, database, TURN_PINGS=choice):
        return await _play(playground, people)


async def _measure_all(folder: Path) -> Mapping[tuple[str, int], Played]:
    cases = [*product(CHOICES, PEOPLE)]
    return dict(zip(cases, await asyncio.gather(*(_measure(folder, *case) for case in cases)), strict=True))


def _print(choice: str, games: Mapping[int, Played]) -> None:
    print(f"Requests per turn, {CHOICES[choice]:45}" + "".join(f"{people:3} people" for people in games))
    print(f"  {'turns':62}" + "".join(f"{played.turns:10}" for played in games.values()))
    routes = {route for played in games.values() for route in played.requests}
    for route in sorted(routes, key=lambda each: (not _is_counted(each), each)):
        name = route if _is_counted(route) else f"{route}, not counted"
        print(f"  {name:62}" + "".join(f"{played.requests[route] / played.turns:10.2f}" for played in games.values()))
    print(f"  {'all that Discord counts':62}" + "".join(f"{played.counted:10.2f}" for played in games.values()))


def run() -> Sequence[Figure]:
    """Play the games, print the requests per turn by route, and return the figures (measured values and bounds)."""
    with TemporaryDirectory() as name:
        found = asyncio.run(_measure_all(Path(name)))
    for choice in CHOICES:
        _print(choice, {people: found[choice, people] for people in PEOPLE})
    return [
        Figure(
            f"counted requests per turn with {people} people",
            found["replies", people].counted,
            MOST,
            short=f"counted-{people}",
            beside=Alternative(CHOICES["messages"], found["messages", people].counted),
        )
        for people in PEOPLE
    ]
