"""A user's view of a game, prepared for screens."""

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
    """A person whose seat a computer plays for now: a mention, and whether they left on purpose or are only away."""

    mention: str
    has_left: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game as a player or a spectator sees it, with everything that a screen shows; screens read nothing else.

    The game's buttons carry `id` and `version`. `variant` is its rule system, and `view` is what the viewer may see of
    its state. `server` is the server's name, unescaped; empty if unknown. `is_own` says that one person plays it alone,
    `is_rated` that it counts on the leaderboard. `names` are the players' names when they joined, untrusted; `mentions`
    are Discord mentions, or a computer's name in bold; both are in seat order. `host` is a mention. `mover` is the
    player to move, as a mention or a computer's name; `person_moves` says that a person moves for that seat;
    `is_to_move` says that it's the viewer's turn. `present` are the mentions of the people who play for themselves,
    `undecided` those of them who haven't agreed to end the game, and `absent` the people for whom computers play.
    `news` is what just happened, a phrase for each move.
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
        """Whether a player who is present has asked to end the game."""
        return len(self.undecided) < len(self.present)

    @property
    def said(self) -> str:
        """The news as text, one line for each move."""
        return "\n".join(map(str, self.news))


def prepare_game_view(game: Game, variant: Variant[Any], view: View, server: str) -> GameView:
    """Return a running or finished game with everything that screens show to the viewer of `view`.

    `server` is the name of its server.
    """
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
    """Return the events as one phrase with players as mentions, which show current names and can't contain markup."""
    mentions = [mention_player(game, seat) for seat in range(len(game.players))]
    return join_sentences([event.sentence(mentions) for event in events])


def write_news(game: Game) -> str:
    """Return the game's news (what just happened) as text in the reader's language, one line for each move."""
    return "\n".join(map(str, game.news))


def mention_player(game: Game, seat: int) -> str:
    """Return the seat's player for Discord: a mention of a person, or a computer's name in bold."""
    player = game.players[seat]
    return f"**{player.name}**" if player.user_id is None else f"<@{player.user_id}>"


def list_names(game: Game) -> list[str]:
    """Return the players' names when they joined, in seat order."""
    return [player.name for player in game.players]
