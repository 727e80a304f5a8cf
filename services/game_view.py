"""What somebody sees of a game, prepared for screens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.events import Event
from engine.game.variant import Variant
from engine.game.views import View
from engine.text.phrases import Phrase, join_sentences
from services.seats import is_own, list_absent, list_present, list_undecided
from storage.games import Game


@dataclass(frozen=True, slots=True)
class AbsentPlayer:
    """Somebody whose seat a computer keeps: a mention, and whether they have left or are only away."""

    mention: str
    has_left: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game as a player or a spectator sees it, with everything that a screen says of it. Screens ask nobody else.

    `id` and `version` are what its controls name. `server` is its server's name, unescaped; empty if it isn't known.
    `is_own`: somebody plays it alone; `is_rated`: it counts on the leaderboard. `names` are the players' as they sat
    down, untrusted, and `mentions` how Discord writes them, both in the order of the seats. `host` is a mention.
    `mover` is whose turn it is, a mention or a computer's name; `person_moves`: no computer holds or keeps that seat;
    `is_to_move`: it is the viewer's turn.
    `present` are the mentions of those who play for themselves, `undecided` those of them who haven't agreed to end the
    game, `absent` those whose seats computers keep. `news` is what has just happened, a sentence for each move.
    """

    id: int
    version: int
    variant: Variant[Any]
    view: View
    server: str
    channel_id: int
    is_own: bool
    is_rated: bool
    names: tuple[str, ...]
    mentions: tuple[str, ...]
    host: str
    mover: str
    person_moves: bool
    is_to_move: bool
    present: tuple[str, ...]
    undecided: tuple[str, ...]
    absent: tuple[AbsentPlayer, ...]
    news: tuple[Phrase, ...]

    @property
    def is_ending(self) -> bool:
        """Whether somebody who is present has asked to end the game."""
        return len(self.undecided) < len(self.present)

    @property
    def said(self) -> str:
        """The news in words, a line for each move."""
        return "\n".join(map(str, self.news))


def prepare_game_view(game: Game, variant: Variant[Any], view: View, server: str) -> GameView:
    """Return a running or finished game as the viewer sees it, with everything that screens say of it."""
    mentions = tuple(mention_player(game, seat) for seat in range(len(game.players)))
    mover = game.players[view.turn]
    return GameView(
        id=game.id,
        version=game.version,
        variant=variant,
        view=view,
        server=server,
        channel_id=game.channel_id,
        names=tuple(list_names(game)),
        mentions=mentions,
        is_own=is_own(game),
        is_rated=game.rated,
        host=f"<@{game.host_id}>",
        mover=mover.name if mover.computer else mentions[view.turn],
        person_moves=mover.level is None,
        is_to_move=view.you == view.turn,
        present=tuple(mentions[seat] for seat in list_present(game)),
        undecided=tuple(mentions[seat] for seat in list_undecided(game)),
        absent=tuple(AbsentPlayer(mentions[seat], game.players[seat].left) for seat in list_absent(game)),
        news=game.news,
    )


def describe_events(game: Game, events: Sequence[Event]) -> Phrase:
    """The events in words, players as mentions: always their present name, and nothing in it can be markup."""
    mentions = [mention_player(game, seat) for seat in range(len(game.players))]
    return join_sentences([event.sentence(mentions) for event in events])


def write_news(game: Game) -> str:
    """What has just happened, a line for each move."""
    return "\n".join(map(str, game.news))


def mention_player(game: Game, seat: int) -> str:
    """How Discord writes a user; a computer's name in bold."""
    player = game.players[seat]
    return f"**{player.name}**" if player.user_id is None else f"<@{player.user_id}>"


def list_names(game: Game) -> list[str]:
    """The players as they were called when they sat down, in the order of the seats."""
    return [player.name for player in game.players]
