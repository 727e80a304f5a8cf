"""Errors for changes to a game that weren't stored."""

from collections.abc import Sequence

from storage.games.rows import Game


class NotStored(Exception):
    """A change that wasn't stored; `game` is the game that prevented it, as it is stored now."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"Game {game.id} prevents this change.")
        self.game = game


class Stale(NotStored):
    """A change wasn't stored because the game has changed since the version that the change was based on."""


class AlreadyDone(NotStored):
    """A change wasn't stored because its Discord interaction has already caused one."""


class TooManyLobbies(Exception):
    """A lobby wasn't opened because its host has enough on this server already, in these `channels`."""

    def __init__(self, channels: Sequence[int]) -> None:
        super().__init__("The host has too many lobbies.")
        self.channels = channels


class TooManyForLadder(Exception):
    """A game for the solo ladder wasn't begun because its person plays enough of them: these `games`."""

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__("The person plays too many games for the ladder.")
        self.games = games


class ChannelTaken(NotStored):
    """A change wasn't stored because another lobby or running game is in the channel."""
