"""Refusals: the sentences for requests that can't be carried out, and the checks that raise them."""

from dataclasses import dataclass
from enum import Enum, auto

from engine.text.phrases import say
from storage.games import Game, Phase


class RemedyKind(Enum):
    """A way out of a refusal: follow the game, join its lobby, or fill its seats with computers and start it."""

    FOLLOW = auto()
    JOIN = auto()
    FILL = auto()


@dataclass(frozen=True, slots=True)
class Remedy:
    """An act at a game that is open to a refused person instead; `computers` is how many computers would be added."""

    kind: RemedyKind
    game: Game
    computers: int = 0


class Refusal(Exception):
    """A request that can't be carried out: the sentence for the person, and a `remedy` that is offered as a button."""

    def __init__(self, sentence: str, remedy: Remedy | None = None) -> None:
        super().__init__(sentence)
        self.remedy = remedy


class AlreadyOver(Refusal):
    """A request that needs a running game, although `game` has ended, or was given up as a lobby."""

    def __init__(self, game: Game) -> None:
        super().__init__(say("This game is over. /new opens another."))
        self.game = game


def require_seat(game: Game, user_id: int) -> int:
    """Return the user's seat, from 0. Raises: Refusal if they have none, or left a running game on purpose."""
    for seat, player in enumerate(game.players):
        if player.user_id == user_id:
            if player.left and game.phase is Phase.PLAYING:
                raise Refusal(
                    say(
                        "You've left this game, and a computer plays for you. "
                        "Tap **I'm back** under the table to return."
                    )
                )
            return seat
    raise Refusal(say("You're not in this game."), find_remedy(game))


def find_remedy(game: Game) -> Remedy | None:
    """Return what somebody without a seat can do at this game: join its lobby, or follow it while it's running."""
    kinds = {Phase.LOBBY: RemedyKind.JOIN, Phase.PLAYING: RemedyKind.FOLLOW}
    return Remedy(kinds[game.phase], game) if game.phase in kinds else None


def require_playing_seat(game: Game, user_id: int) -> int:
    """Return the seat that this user plays. Raises: Refusal without one, or if they left, resigned or are away."""
    seat = require_seat(game, user_id)
    if seat not in game.list_present():
        raise Refusal(say("You've resigned from this game."))
    return seat


def is_playing(game: Game, user_id: int) -> bool:
    """Return whether the game is running, the user has a seat and hasn't resigned, and no computer plays for them."""
    return game.phase is Phase.PLAYING and any(game.players[seat].user_id == user_id for seat in game.list_present())


def require_going_on(game: Game) -> None:
    """Reject a move in a game that is suspended because its channel is gone. Raises: Refusal if it is."""
    if game.suspended_until is not None:
        raise Refusal(
            say(
                "This table's channel is gone, so the game waits. "
                "The host or a server manager can move the table with /move-table by {when}.",
                when=f"<t:{game.suspended_until}:f>",
            )
        )


def require_running(game: Game) -> Game:
    """Return the game if it's running. Raises: Refusal if it hasn't begun, AlreadyOver if it has ended."""
    if game.phase is Phase.LOBBY:
        raise Refusal(say("This game hasn't started. Join it, and the host can start."))
    if game.phase is not Phase.PLAYING:
        raise AlreadyOver(game)
    return game
