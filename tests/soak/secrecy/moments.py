"""Moments of games: their table, who looks, what they ask for, and how the rest could be dealt instead."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.game.actions import Draw, Pass, Play, TimeUp
from engine.game.events import DealtAnew, NextGame
from engine.game.goals import Level
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.text.errors import GameError
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import remove_tiles
from services.game_view import describe_move
from storage.games import Game, Player
from storage.settings import Language, Person, RackOrder, Theme, TileStyle
from tests.positions import deal_anew, list_open_tiles
from tests.proposer import Turned, playthrough, some_options
from tests.soak.secrecy.recording_bot import Step
from tests.support.tables import make_game
from ui.screens.bench.menus import name_tiles

START = 1_800_000_000  # seconds since the epoch
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
FIRST_USER = 100
STRANGER = Player(99, "Zoe")
COMPUTERS = 0.25  # of the seats
BEGINNING = 30  # moves of which the log is read
ASKED = 3  # things that a stranger asks for at a moment, and that the viewer does


@dataclass(frozen=True)
class Moment:
    """A game just before a move; `viewer` is the seat that looks, None for a stranger alone.

    `past` are the game's first moves, at most `BEGINNING`, which can be those of later on.
    """

    variant: Variant[Any]
    game: Game
    turned: Turned
    viewer: int | None
    person: Person
    past: tuple[Turned, ...]

    @property
    def state(self) -> GameState:
        return self.turned.before

    @property
    def mover(self) -> Player:
        return self.game.players[self.turned.action.seat]

    @property
    def player(self) -> Player | None:
        return None if self.viewer is None else self.game.players[self.viewer]

    @property
    def is_followed(self) -> bool:
        """Whether the same game goes on after the move, with neither a new deal nor a proof that nobody can play."""
        after = self.turned.step
        dealt = {NextGame, DealtAnew}.intersection(map(type, after.events))
        return not after.state.outcome and bool(after.state.pool) and not dealt


def play_to_a_moment(variant: Variant[Any], dice: random.Random) -> Moment:
    """Play a game with random options and seats, and return one of its moments."""
    options = some_options(variant, dice)
    start = variant.setup(dice.randint(*variant.seats(options)), dice.randbytes(32), START, options).state
    turns = list(playthrough(variant, start, dice))
    return _pause(variant, turns, dice.randrange(len(turns)), dice)


def _pause(variant: Variant[Any], turns: Sequence[Turned], at: int, dice: random.Random) -> Moment:
    turned = turns[at]
    seats = range(len(turned.before.seats))
    viewer = dice.choice([*seats, turned.action.seat, None])
    human = dice.choice(seats) if viewer is None else viewer
    players = tuple(
        Player(FIRST_USER + seat, NAMES[seat])
        if seat == human or dice.random() > COMPUTERS
        else Player(None, NAMES[seat], Level.STRONG)
        for seat in seats
    )
    game = make_game(turned.before, host_id=FIRST_USER + human, players=players, opened_at=START, changed_at=START)
    if at:
        last = turns[at - 1]
        game = replace(game, news=(describe_move(game, last.action.seat, last.step.events),))
    return Moment(variant, game, turned, viewer, _choose_settings(dice), tuple(turns[:BEGINNING]))


def _choose_settings(dice: random.Random) -> Person:
    return Person(
        text=dice.random() < 0.5,
        theme=dice.choice(list(Theme)),
        tiles=dice.choice(list(TileStyle)),
        language=dice.choice([None, None, *Language]),
    )


def list_steps(moment: Moment, dice: random.Random) -> Iterator[Step]:
    """Yield what a stranger asks for, and then the viewer: always for the table and the rack, and for some more."""
    refused = [idea.line.removeprefix("play ") for idea in moment.turned.refused if idea.line.startswith("play ")]
    tried = dice.choice(refused) if refused else "R1 R2 R3"
    yield Step(STRANGER, "table")
    yield from dice.sample(list(_list_strange(tried)), ASKED)
    if moment.player is not None and moment.viewer is not None:
        rack = moment.state.seats[moment.viewer].rack
        picked = dice.sample(rack, min(2, len(rack)))
        yield Step(moment.player, "rack")
        if moment.mover == moment.player and not moment.state.options.get("strict_mistakes"):  # it would count
            yield Step(moment.player, "play", options=(("move", "Q+R1"),))
        names = tuple(name_tiles(picked))
        yield from dice.sample(list(_list_own(moment.player, tried, names, write_tiles(picked) or "R1")), ASKED)


def _list_strange(tried: str) -> Iterator[Step]:
    """Yield what somebody who isn't in the game may ask for, and what is refused to them."""
    for command in ("rack", "draw", "hint", "review", "games"):
        yield Step(STRANGER, command)
    for tap in ("whole", "more", "follow", "rack", "text", "confirm", "anyplay", "draw", "claim", "rematch"):
        yield Step(STRANGER, tap, "tap", on_public=True)
    yield Step(STRANGER, "hint", "tap", "3")
    yield Step(STRANGER, "review", "tap", "1")
    yield Step(STRANGER, "pick", "tap", "0", ("R1.1",))
    yield Step(STRANGER, "play", options=(("move", tried),))
    yield Step(STRANGER, "", "type", tried)


def _list_own(player: Player, tried: str, picked: tuple[str, ...], tiles: str) -> Iterator[Step]:
    """Yield what a player asks for that ends no turn; `picked` names rack tiles as the bench's menu does."""
    for command in ("games", "hint", "resign", "review"):
        yield Step(player, command)
    yield Step(player, "rack", options=(("dm", True),))
    yield Step(player, "fit", options=(("tiles", tiles),))
    for argument in ("1", "2", "3"):
        yield Step(player, "hint", "tap", argument)
    for tap in ("anyplay", "text", "claim", "whole", "more", "close", "rack"):
        yield Step(player, tap, "tap")
    yield Step(player, "rack", "tap", on_public=True)
    yield Step(player, "pick", "tap", "0", picked[:1])
    yield Step(player, "pick", "tap", "0", picked)
    yield Step(player, "sort", "tap", RackOrder.NUMBER)
    for text in ("", tried):
        yield Step(player, "", "type", text)


def write_move(moment: Moment) -> Step | None:
    """Return the moment's move as a player asks for it; None if it isn't a player who makes it."""
    action = moment.turned.action
    if moment.mover.user_id is None:
        return None
    if isinstance(action, Draw):
        return Step(moment.mover, "draw", options=(("count", action.count),))
    if isinstance(action, Pass):
        return Step(moment.mover, "pass")
    if isinstance(action, Play):
        return Step(moment.mover, "play", options=(("move", action.line().removeprefix("play ")),))
    return None


def deal_before_move(moment: Moment, dice: random.Random) -> GameState:
    """Return the state with what the viewer can't see dealt anew, so that the same move can be made.

    Of the mover's rack, only the tiles that are played stay; all of it does if the move would be refused otherwise.
    What is drawn is the same if the viewer draws it, or if it's put where everybody sees it; so are the whole rack and
    the tiles that decide how long a draw is.
    """
    before, after, seat = moment.state, moment.turned.step.state, moment.turned.action.seat
    played = remove_tiles(before.seats[seat].rack, after.seats[seat].rack)
    picked = (
        () if isinstance(moment.turned.action, Draw) else remove_tiles(after.seats[seat].rack, before.seats[seat].rack)
    )
    was_open = remove_tiles([*list_open_tiles(before), *played], picked)
    is_opened = remove_tiles([*list_open_tiles(after)], was_open)
    until = moment.variant.view(before, None).draws_on and isinstance(moment.turned.action, Draw | TimeUp)
    drawn = len(before.pool) - len(after.pool) if moment.viewer == seat or is_opened or until else 0
    for kept in (before.seats[seat].rack if until else played, before.seats[seat].rack):
        dealt = _deal_but(before, moment.viewer, dice, {seat: kept}, drawn)
        try:
            step = moment.variant.apply(dealt, moment.turned.action, now=moment.turned.now)
        except GameError:
            continue
        if not step.state.outcome:
            return dealt
    return before


def _deal_but(
    state: GameState, viewer: int | None, dice: random.Random, kept: dict[int, Sequence[Any]], drawn: int
) -> GameState:
    """Deal anew what the viewer can't see, but for the tiles that are kept and those that are drawn next."""
    kept = {seat: tiles for seat, tiles in kept.items() if seat != viewer}
    split = len(state.pool) - drawn
    seats = [replace(each, rack=remove_tiles(each.rack, kept.get(index, ()))) for index, each in enumerate(state.seats)]
    dealt = deal_anew(replace(state, seats=tuple(seats), pool=state.pool[:split]), viewer, dice)
    whole = [replace(each, rack=(*each.rack, *kept.get(index, ()))) for index, each in enumerate(dealt.seats)]
    return replace(dealt, seats=tuple(whole), pool=(*dealt.pool, *state.pool[split:]))
