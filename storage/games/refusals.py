"""Errors for changes to a game that weren't stored."""

from storage.games.rows import Game


class NotStored(Exception):
    """Nothing was stored; `game` is the current state of the game that prevents it."""

    sentence: str

    def __init__(self, game: Game) -> None:
        super().__init__(self.sentence)
        self.game = game


class Stale(NotStored):
    """The game has changed since the version that the change was based on."""

    sentence = "The game has moved on."


class AlreadyDone(NotStored):
    """This interaction's change is stored already."""

    sentence = "This has been done already."


class ChannelTaken(NotStored):
    """Another game is open in this channel."""

    sentence = "There is a game in this channel already."
