"""Games for the solo ladder that nobody finishes: a week after the person's last turn, they count as lost.

Otherwise, nobody would have losses there: a losing game could be abandoned, its channel deleted, or a second account
with manager's rights could void it. The bot's owner can still take a game back, which repairs what went wrong.
"""

from dataclasses import replace

from engine.game.actions import Stop
from engine.text.phrases import Phrase, later
from ratings.game_result import Unrated
from services.tables import Tables
from storage.games import Game, Player, Stale

ABANDONED = later("Nobody played for 7 days, so the game counts as lost.")
WITHOUT_CHANNEL = later("The game's channel was gone for 7 days, so the game counts as lost.")
_VOIDED = later("A server manager ended the game, and it counts as lost.")


async def lose(tables: Tables, game: Game, why: Phrase) -> None:
    """End a running game for the ladder as its person's loss. Raises: Stale if it has changed meanwhile."""
    state = game.state
    if state is None:
        raise ValueError("A lobby can't be lost.")
    lost = replace(game, players=_send_away(game))
    await tables.make_move(lost, Stop(state.turn), None, reason=why)


async def count_voided(tables: Tables) -> int:
    """Let the ladder games that managers voided a week ago count as lost; return how many did."""
    count = 0
    for game in await tables.games.list_voided(tables.now()):
        try:
            await tables.commit(_count(game), None)
        except Stale:
            continue  # somebody's data was deleted just now: the next call finds it
        count += 1
    return count


def _count(game: Game) -> Game:
    if game.state is None or game.state.outcome is None:
        raise ValueError("A running game can't be voided.")
    if all((player.user_id or 0) <= 0 for player in game.players):
        return replace(game, unrated=Unrated.VOID, waits_until=None)
    outcome = replace(game.state.outcome, void=False, reason=_VOIDED)
    state = replace(game.state, outcome=outcome)
    return replace(game, state=state, players=_send_away(game), unrated=None, waits_until=None)


def _send_away(game: Game) -> tuple[Player, ...]:
    return tuple(
        player if player.user_id is None else replace(player, away=True, left=False, agrees_to_end=False)
        for player in game.players
    )
