"""Two bots in which one viewer sees the same game, and what gives away that it isn't the same."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import render
from engine.game.actions import Play
from engine.game.drafts import Draft
from engine.game.state import GameState
from engine.game.turn_events import Played
from engine.table.state import TableState
from engine.tiles.notation import write_tile, write_tiles
from render.sprites.sprites import family_of
from storage.benches import BenchState
from storage.games import Game
from tests.positions import deal_anew, list_open_tiles
from tests.soak.part import Counts
from tests.soak.secrecy.hidden_texts import Records, write_secrets
from tests.soak.secrecy.moments import STRANGER, Moment, deal_before_move, list_steps, write_move
from tests.soak.secrecy.recording_bot import EVERYBODY, Observation, RecordingBot, Step
from tests.soak.secrecy.tile_reader import read_tiles

FIRST_TURN = re.compile(r"First-turn draw: [^.]*\.")  # which everybody sees, before the tiles go back


@dataclass
class Comparison:
    """What is found in one trial: `bots` are the real game, and the one that is dealt otherwise."""

    bots: tuple[RecordingBot, RecordingBot]
    records: Records
    dice: random.Random
    counts: Counts = field(default_factory=Counter)
    number: int = 0
    read: set[str] = field(default_factory=set)  # kinds of pictures whose tiles were counted since the last change

    async def compare(self, moment: Moment) -> None:
        """Ask the same in both games, before the moment's move and after it, and judge all that is shown."""
        self.number += 1
        self.read.clear()
        dealt = deal_anew(moment.state, moment.viewer, self.dice)
        games = await self._deal(moment, dealt)
        steps = list(list_steps(moment, self.dice))
        await self._judge(moment, (moment.state, dealt), [each.collect() for each in self.bots])
        for step in steps:
            await self._ask(moment, games, (moment.state, dealt), step)
            if await self._has_moved_on(games):  # such as by a claim, of which there was one alone
                break
        else:
            if moment.is_followed:
                await self._move(moment, games)
        self.counts["games"] += 1

    async def _deal(self, moment: Moment, dealt: GameState) -> list[Game]:
        """Lay the game out in both rooms; in the first one, the mover has a draft."""
        player = moment.player
        settings = [] if player is None or player.user_id is None else [(player.user_id, moment.person)]
        games = []
        for bot, state in zip(self.bots, (moment.state, dealt), strict=True):
            games.append(await bot.deal(self.number, moment.game, state, settings))
        draft = _prepare_draft(moment)
        if draft is not None and moment.viewer != moment.turned.action.seat:
            await self.bots[0].room.tables.benches.keep(games[0].id, moment.turned.action.seat, draft)
            self.counts["drafts"] += 1
        return games

    async def _has_moved_on(self, games: Sequence[Game]) -> bool:
        game = await self.bots[0].room.tables.require_game(games[0].id)
        return game.version != games[0].version

    async def _ask(
        self, moment: Moment, games: Sequence[Game], states: tuple[GameState, GameState], step: Step
    ) -> None:
        shown = [await bot.ask(step, game) for bot, game in zip(self.bots, games, strict=True)]
        await self._judge(moment, states, shown, f"{step.by.name}: {step.kind} {step.name} {step.argument}")

    async def _move(self, moment: Moment, games: Sequence[Game]) -> None:
        """Make the move in both games, and look at the table and at the viewer's rack."""
        states = (moment.state, deal_before_move(moment, self.dice))
        step, action = write_move(moment), moment.turned.action
        self.read.clear()
        shown = []
        for bot, game, state in zip(self.bots, games, states, strict=True):
            changed = await bot.store_state(game, state, moment.turned.now)
            shown.append(await bot.ask(step, changed) if step else await bot.act(changed, action))
        after = [await bot.room.tables.require_game(game.id) for bot, game in zip(self.bots, games, strict=True)]
        one, other = (game.state for game in after)
        assert one
        assert other
        await self._judge(moment, (one, other), shown, action.line())
        for each in [Step(STRANGER, "table"), *([Step(moment.player, "rack")] if moment.player else [])]:
            await self._ask(moment, after, (one, other), each)

    async def read_log(self, moment: Moment) -> None:
        """Read the log of the beginning of a moment's game: it names no tile that was never open.

        Cells of a grid look like tiles, so its log isn't read.
        """
        start = moment.past[0].before
        if not isinstance(start, TableState) or moment.past[-1].step.state.outcome:
            return
        self.number += 1
        shown = [await _tell_story(bot, self.number, moment) for bot in self.bots]
        open_tiles = {tile for turned in moment.past for tile in list_open_tiles(turned.step.state)}
        played = (event for turned in moment.past for event in turned.step.events if isinstance(event, Played))
        open_tiles |= {tile for event in played for tile in event.tiles}  # by the last play of a round, none are left
        unseen = {*map(write_tile, moment.variant.view(start, None).box.tiles())} - {*map(write_tile, open_tiles), "J"}
        for each in (each for each in shown[0] if each.reader == STRANGER.user_id):
            words = {*re.findall(r"\w+", FIRST_TURN.sub("", each.body))}
            if told := words & unseen:
                self._tell("told", "log", f"{told} in {each.body}")
            self.counts["logs"] += 1
        self.records.take()

    # judging

    async def _judge(
        self, moment: Moment, states: tuple[GameState, GameState], shown: Sequence[list[Observation]], asked: str = ""
    ) -> None:
        """Compare what strangers and the viewer saw, and search everything for what is hidden, the log too."""
        readers = {EVERYBODY, STRANGER.user_id, moment.player.user_id if moment.player else None}
        one, other = ([each for each in found if each.reader in readers] for found in shown)
        self.counts["messages"] += len(one)
        self.counts["pictures"] += sum(len(each.pictures) for each in one)
        if one != other:
            self._tell("differing", asked, _find_difference(one, other))
        logged = self.records.take()
        for bot, state, found in zip(self.bots, states, shown, strict=True):
            self._search(moment, state, [*found, *bot.take_refusals()], asked)
            for secret in write_secrets(state, None):
                if secret in logged:
                    self._tell("secrets", asked, f"the log has {secret}")
        for each in one:
            self._count_tiles(moment, states[0], each)

    def _search(self, moment: Moment, state: GameState, found: Iterable[Observation], asked: str) -> None:
        seats = {player.user_id: seat for seat, player in enumerate(moment.game.players) if player.user_id}
        table = moment.variant.view(state, None).written  # a set of six nulls is how a sorted pool may begin
        for each in found:
            secrets = write_secrets(state, seats.get(each.reader))
            if any(secret in each.body and secret not in table for secret in secrets):
                self._tell("secrets", asked, each.body)

    def _count_tiles(self, moment: Moment, state: GameState, shown: Observation) -> None:
        """Compare the tiles in pictures with those that are open, and on the reader's own rack if it's theirs."""
        view = moment.variant.view(state, None)
        visible = Counter(list_open_tiles(state))
        own = shown.reader == (moment.player.user_id if moment.player else None)
        if own and moment.viewer is not None:
            visible += Counter(state.seats[moment.viewer].rack)
        for each in shown.pictures:
            kind = each.name.partition("-")[0]
            if kind in self.read:
                continue
            self.read.add(kind)
            seen = read_tiles(each.png, view.box, family_of(view))
            self.counts["tiles"] += seen.total()
            if seen - visible:
                self._tell("surplus", each.name, write_tiles((seen - visible).elements()))
            may_miss = kind != "table" or _has_crossings(state) or render.is_cropped(view)
            if visible - seen and not may_miss:
                self._tell("misread", each.name, write_tiles((visible - seen).elements()))

    def _tell(self, fault: str, asked: str, found: str) -> None:
        self.counts[fault] += 1
        print(f"  {fault}: {asked}: {found[:2_000]}", flush=True)


async def _tell_story(bot: RecordingBot, number: int, moment: Moment) -> list[Observation]:
    """Store the beginning of a moment's game, and return what a stranger is shown of its log."""
    game = await bot.deal(number, moment.game, moment.past[0].before, ())
    for turned in moment.past:
        game = await bot.store_state(game, turned.step.state, turned.now, turned.action)
    bot.collect()
    return await bot.ask(Step(STRANGER, "log"), game)


def _prepare_draft(moment: Moment) -> BenchState | None:
    """Return a bench on which the mover has arranged the moment's move; None if that isn't a play."""
    view = moment.variant.view(moment.state, moment.turned.action.seat)
    if not isinstance(moment.turned.action, Play):
        return None
    arranged = moment.variant.prepare_draft(view, Draft()).bench.as_played(moment.turned.action)
    return BenchState(draft=Draft().then(arranged.changes))


def _has_crossings(state: GameState) -> bool:
    """Whether something covers some of the tiles, because two sets share them."""
    sets = state.sets if isinstance(state, TableState) else ()
    return any(len(each.own) < len(each.meld.tiles) for each in sets)


def _find_difference(one: Sequence[Observation], other: Sequence[Observation]) -> str:
    for left, right in zip_longest(one, other):
        if left is None or right is None:
            return f"only one bot showed {left or right}"
        if (left.reader, left.body) != (right.reader, right.body):
            at = next((at for at, pair in enumerate(zip(left.body, right.body, strict=False)) if len({*pair}) > 1), 0)
            return (
                f"{left.reader} saw {left.body[max(0, at - 80) : at + 160]} / {right.body[max(0, at - 80) : at + 160]}"
            )
        if left.pixels != right.pixels:
            return f"{left.reader} saw other pixels in {[each.name for each in left.pictures]}"
    return ""
