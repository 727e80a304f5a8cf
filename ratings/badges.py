"""Badges: a person's achievements on all servers together, which follow from their results and puzzles."""

from enum import StrEnum

LEAST_FINISH = 10  # tiles of a play that empties the rack
LEAST_OPENING = 60  # points of a first play
LEAST_GAMES = 100
LEAST_PLAYERS = 3  # in a season, for a champion
WEEK, MONTH = 7, 30  # days of a streak


class Badge(StrEnum):
    """A badge, in the order in which they are listed.

    `WIN`: a win. `EXIT`: going out with 10 or more tiles in one play. `OPENING`: a first play worth 60 or more.
    `STRONG` and `MASTER`: placing better than a computer of that level. `SYSTEMS`: a win in every rule system. `WEEK`
    and `MONTH`: a streak of 7 or 30 daily puzzles of one grade. `CHAMPION`: first in a season that is over, on a server
    where at least three people played in it. `GAMES`: 100 finished games.
    """

    WIN = "win"
    EXIT = "exit"
    OPENING = "opening"
    STRONG = "strong"
    MASTER = "master"
    SYSTEMS = "systems"
    WEEK = "week"
    MONTH = "month"
    CHAMPION = "champion"
    GAMES = "games"
