"""What somebody sees of a game, prepared for screens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.events import Event
from engine.game.variant import Variant
from engine.game.views import View
from engine.text.phrases import Phrase, in_turn
from storage.games import Game


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as a player or a spectator sees it. `server` is its server's name, unescaped; empty if it isn't known."""

    game: Game
    variant: Variant[Any]
    view: View
    server: str


def told(game: Game, events: Sequence[Event]) -> Phrase:
    """The events in words, players as mentions: always their present name, and nothing in it can be markup."""
    mentions = [mention(game, seat) for seat in range(len(game.players))]
    return in_turn([event.sentence(mentions) for event in events])


def news(game: Game) -> str:
    """What has just happened, a line for each move."""
    return "\n".join(map(str, game.news))


def mention(game: Game, seat: int) -> str:
    """How Discord writes a user; a computer's name in bold."""
    player = game.players[seat]
    return f"**{player.name}**" if player.user_id is None else f"<@{player.user_id}>"


def names(game: Game) -> list[str]:
    """The players as they were called when they sat down, in the order of the seats."""
    return [player.name for player in game.players]
