"""Games, past and present: the classes that describe them, their rows in the database, and all changes to them."""

from storage.games.games import AlreadyDone, ChannelTaken, GameStore, Stale, TooManyForLadder, TooManyLobbies
from storage.games.rows import USUAL_PATIENCE, Game, MoveNews, Phase, Player

__all__ = [
    "USUAL_PATIENCE",
    "AlreadyDone",
    "ChannelTaken",
    "Game",
    "GameStore",
    "MoveNews",
    "Phase",
    "Player",
    "Stale",
    "TooManyForLadder",
    "TooManyLobbies",
]
