"""Games, past and present: their values, their rows in the database, and every change of them."""

from storage.games.games import Games
from storage.games.refusals import AlreadyDone, ChannelTaken, Stale
from storage.games.rows import Game, Phase, Player

__all__ = ["AlreadyDone", "ChannelTaken", "Game", "Games", "Phase", "Player", "Stale"]
