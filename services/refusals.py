"""Refusals: sentences for the person who asked, and the checks that raise them."""

from engine.text.phrases import say
from services.seats import list_present
from storage.games import Game, Phase


class Refusal(Exception):  # a sentence for a person, not a fault
    """What can't be done here, as the sentence that the person reads."""


def require_seat(game: Game, user_id: int) -> int:
    """The user's seat.

    Raises:
        Refusal: he has none, or has left it.
    """
    for seat, player in enumerate(game.players):
        if player.user_id == user_id:
            if player.left and game.phase is Phase.PLAYING:
                raise Refusal(
                    say(
                        "You have left this game, and a computer plays in your seat. "
                        "Tap **I'm back** under the table to take it again."
                    )
                )
            return seat
    raise Refusal(say("You don't sit at this table."))


def require_playing_seat(game: Game, user_id: int) -> int:
    """The seat for which this user plays, in a running game.

    Raises:
        Refusal: he has none, or has left it or resigned.
    """
    seat = require_seat(game, user_id)
    if seat not in list_present(game):
        raise Refusal(say("You have resigned from this game."))
    return seat


def is_playing(game: Game, user_id: int) -> bool:
    """Does this user play for himself, in a running game?"""
    return game.phase is Phase.PLAYING and any(game.players[seat].user_id == user_id for seat in list_present(game))


def require_running(game: Game) -> Game:
    """The game itself, if it is being played.

    Raises:
        Refusal: it has not begun, or is over.
    """
    if game.phase is Phase.LOBBY:
        raise Refusal(say("This game has not begun. Join, and the host starts it."))
    if game.phase is not Phase.PLAYING:
        raise Refusal(say("This game is over. /new opens another."))
    return game
