"""Errors for changes to a game that weren't stored."""

from storage.games.rows import Game


class NotStored(Exception):
    """A change that wasn't stored; `game` is the present state of the game that prevented it."""

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
