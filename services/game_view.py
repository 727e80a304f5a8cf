"""A user's view of a game, prepared for screens."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.events import Event, GameEnded, NextGame
from engine.game.variant import Variant
from engine.game.views import View
from engine.text.phrases import Phrase, join, join_sentences, join_with_and, later, say
from engine.tiles.notation import say_tiles
from services.deadlines import has_one_person_left
from storage.games import Game, MoveNews
from storage.games.rows import list_people
from storage.pseudonyms import mention


@dataclass(frozen=True, slots=True)
class AbsentPlayer:
    """A person whose seat a computer plays for now: a mention, and whether they left on purpose or are only away."""

    mention: str
    has_left: bool


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A sentence about what happened, in full and, for where there's no room, in brief."""

    full: Phrase
    brief: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game as a player or a spectator sees it, with everything that a screen shows; screens read nothing else.

    `server` is the server's name, unescaped; empty if unknown. `names` are those that the players joined with,
    untrusted; a puzzle has none. `mentions` are Discord mentions, or the bold name of a computer or a deleted player.
    Both are in seat order. `person_moves` says that a person is to move, `is_to_move` that it's the viewer's turn.
    `present` are the people who play for themselves, `undecided` those of them who haven't agreed to end the game, and
    `absent` those for whom computers play. `news` is what just happened: a spectator gets the moves since the last one
    of a person, a player those since their own last one, in words to that player. `lost_at` is when a game for the solo
    ladder counts as lost unless its person plays, in seconds since the epoch.
    """

    id: int
    version: int
    variant: Variant[Any]
    view: View
    server: str
    channel_id: int
    is_solo: bool
    names: tuple[str, ...]
    mentions: tuple[str, ...]
    host: str
    person_moves: bool
    is_to_move: bool
    present: tuple[str, ...]
    undecided: tuple[str, ...]
    absent: tuple[AbsentPlayer, ...]
    news: tuple[NewsLine, ...]
    lost_at: int | None = None

    @property
    def is_ending(self) -> bool:
        """Whether a player who is present has asked to end the game."""
        return len(self.undecided) < len(self.present)

    @property
    def news_text(self) -> str:
        """The news as text, one line for each move."""
        return "\n".join(str(each.full) for each in self.news)


def prepare_lone_view(number: int, variant: Variant[Any], view: View) -> GameView:
    """Return a position that belongs to no stored game, with its only seat to move and `number` as its id."""
    you = (say("You"),)
    return GameView(
        id=number,
        version=0,
        variant=variant,
        view=view,
        server="",
        channel_id=0,
        is_solo=True,
        names=(),
        mentions=you,
        host="",
        person_moves=True,
        is_to_move=True,
        present=you,
        undecided=you,
        absent=(),
        news=(),
    )


def prepare_game_view(game: Game, variant: Variant[Any], view: View, server: str) -> GameView:
    """Return a game on `server` with everything that screens show to the viewer of `view`; it isn't a lobby."""
    mentions = tuple(mention_player(game, seat) for seat in range(len(game.players)))
    return GameView(
        id=game.id,
        version=game.version,
        variant=variant,
        view=view,
        server=server,
        channel_id=game.channel_id,
        names=tuple(player.name for player in game.players),
        mentions=mentions,
        is_solo=game.is_solo,
        host=next(
            (mentions[seat] for seat, player in enumerate(game.players) if player.user_id == game.host_id),
            mention(game.host_id),
        ),
        person_moves=game.players[view.turn].level is None,
        is_to_move=view.you == view.turn,
        present=tuple(mentions[seat] for seat in game.list_present()),
        undecided=tuple(mentions[seat] for seat in game.list_undecided()),
        absent=tuple(AbsentPlayer(mentions[seat], game.players[seat].left) for seat in game.list_absent()),
        news=tuple(tell_news(game, view)),
        lost_at=game.waits_until if game.waits_until and (has_one_person_left(game) or game.is_pending) else None,
    )


def describe_events(game: Game, events: Sequence[Event]) -> Phrase:
    """Return the events as one phrase with players as mentions, which show current names and can't contain markup."""
    mentions = [mention_player(game, seat) for seat in range(len(game.players))]
    return join_sentences([event.sentence(mentions) for event in events])


def describe_move(game: Game, seat: int, events: Sequence[Event]) -> MoveNews:
    """Return the events of the seat's move as a phrase like that of `describe_events`, with those for its player."""
    mentions = [mention_player(game, each) for each in range(len(game.players))]
    said = describe_events(game, events)
    return MoveNews(
        *(said.one, said.many, said.count, said.facts),
        seat=seat,
        own=join_sentences([event.own_sentence(mentions) for event in events]),
        brief=join_sentences([event.brief_sentence(mentions) for event in events]),
        drawn=sum(event.tiles_drawn for event in events),
        card=_describe_standing(mentions, events),
    )


def _describe_standing(mentions: Sequence[str], events: Sequence[Event]) -> Phrase | None:
    """Return lines on a game of a match that has ended, if the match goes on: who won it, all points and the totals."""
    ended = next((each for each in events if isinstance(each, GameEnded)), None)
    following = next((each for each in events if isinstance(each, NextGame)), None)
    if ended is None or following is None:
        return None
    winners = join_with_and([mentions[seat] for seat in ended.winners])
    is_shared = len(ended.winners) > 1
    title = later("{names} share the win", names=winners) if is_shared else later("{name} wins", name=winners)
    lines = [
        later("{name} **{points}**, {total} in total", name=name, points=f"{points:+d}", total=total)
        for name, points, total in zip(mentions, ended.points, following.totals, strict=True)
    ]
    others = [each.sentence(mentions) for each in events if not isinstance(each, GameEnded | NextGame)]
    heading = join(["##", title], " ")
    number = following.part.numbered(following.game - 1, following.games)
    small = join(["-#", number, "·", following.goal], " ")
    return join([heading, small, *lines, join_sentences(others)], "\n")


def tell_news(game: Game, view: View) -> Iterator[NewsLine]:
    """Yield what has happened since the viewer's last move, that included, or for a spectator since a person's.

    The viewer's own move is told to them, and names the tiles that they drew; nobody else's tiles are named.
    """
    for each in list_latest_news(game, view.you):
        if isinstance(each, MoveNews) and each.card and view.you is None:
            yield NewsLine(each.card, each.card)
        elif not isinstance(each, MoveNews) or each.own is None or each.brief is None:
            yield NewsLine(each, each)
        elif each.seat == view.you:
            yield NewsLine(*[_name_drawn_tiles(each.own, each.drawn, view)] * 2)
        else:
            yield NewsLine(each, each.brief)


def _name_drawn_tiles(own: Phrase, drawn: int, view: View) -> Phrase:
    """Return the phrase with the viewer's new tiles in place of the number drawn, if they are still the new ones."""
    rack = view.rack
    if rack is None or not drawn or rack.fresh != drawn:
        return own
    return own.with_fact("drawn", say_tiles(rack.tiles[-drawn:]))


def list_latest_news(game: Game, seat: int | None = None) -> Sequence[Phrase]:
    """Return the game's news since the last move of this seat, or if it's None, of any person; that move included."""
    latest: list[Phrase] = []
    for each in reversed(game.news):
        latest.insert(0, each)
        mover = each.seat if isinstance(each, MoveNews) else None
        if mover is not None and (game.players[mover].level is None if seat is None else mover == seat):
            break
    return latest


def follows_own_action(game: Game, seat: int) -> bool:
    """Return whether the seat's turn follows its player's own last action: only computers have moved in between.

    The action is a move, or the start of a game that one person plays against computers. A turn that ended by the clock
    isn't one. A table that has moved since must be found by everybody.
    """
    has_moved = game.state is not None and game.players[seat].restarted == game.state.turns
    if game.players[seat].missed_turns or has_moved:
        return False
    mover = _find_last_person(game)
    return list_people(game.players) == [game.players[seat].user_id] if mover is None else mover == seat


def find_last_mover(game: Game) -> int:
    """Return the user id of the person who moved last; at the start, that's the host, who started the game."""
    seat = _find_last_person(game)
    return game.host_id if seat is None else game.players[seat].user_id or game.host_id


def _find_last_person(game: Game) -> int | None:
    """Return the seat of the last move in the game's news that a person made; None if there's none."""
    seats = (each.seat for each in reversed(game.news) if isinstance(each, MoveNews))
    return next((seat for seat in seats if seat is not None and game.players[seat].level is None), None)


def is_between_computers(game: Game) -> bool:
    """Return whether a computer made the last move and another one makes the next."""
    seats = [each.seat for each in game.news if isinstance(each, MoveNews)]
    last = seats[-1] if seats else None
    return last is not None and game.players[last].level is not None and game.find_computer_to_move() is not None


def write_news(game: Game) -> str:
    """Return what just happened in the game as text in the reader's language, one line for each move."""
    return "\n".join(map(str, list_latest_news(game)))


def mention_player(game: Game, seat: int) -> str:
    """Return the seat's player for Discord: a mention of a person, or in bold the name of a computer or a pseudonym."""
    player = game.players[seat]
    return f"**{player.name}**" if player.user_id is None else mention(player.user_id)
