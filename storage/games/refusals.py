"""Why a change of a game was not stored."""

from storage.games.rows import Game


class NotStored(Exception):
    """Nothing was stored; `game` is the one that stands in the way, as it is now."""

    sentence: str

    def __init__(self, game: Game) -> None:
        super().__init__(self.sentence)
        self.game = game


class Stale(NotStored):
    """The game has moved on from the version that was changed."""

    sentence = "The game has moved on."


class AlreadyDone(NotStored):
    """What this interaction asks for is stored already."""

    sentence = "This has been done already."


class ChannelTaken(NotStored):
    """Another game is open in this channel."""

    sentence = "There is a game in this channel already."
