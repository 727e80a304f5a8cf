"""Games that wait for somebody's move."""

from services.tables import House
from storage.games import Game, Phase


async def next_game(house: House, user_id: int, after: int) -> Game | None:
    """The next running game, behind that of the number `after`, in which it is this user's turn; None: no other.

    Behind the last one comes the first again, so that whoever goes on sees all of them.
    """
    waiting = [game for game in await house.games.of_user(user_id) if is_turn_of(game, user_id) and game.id != after]
    return min(waiting, key=lambda game: (game.id < after, game.id), default=None)


def is_turn_of(game: Game, user_id: int) -> bool:
    """Does the game wait for this user's move?"""
    if game.phase is not Phase.PLAYING or game.state is None:
        return False
    player = game.players[game.state.turn]
    return player.user_id == user_id and player.level is None
