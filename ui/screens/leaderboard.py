"""The leaderboards, as a picture and in words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from engine.text.phrases import Phrase, later, say, say_many
from ratings.badges import LEAST_PLAYERS
from ratings.seasons import QUARTERS
from render import Align, Column, Leaderboard
from services.people.leaderboards import WORLDWIDE, Board, BoardKey, LeaderboardPage, Scope, choose_scope
from services.puzzles.pool import PuzzleKey
from storage.pseudonyms import mention
from storage.results.leaderboards import PuzzleStanding, RatingStanding, SeasonStanding
from ui.controls import Button, PreparedRow, row
from ui.layout import GOLD, picture, screen, text
from ui.markdown import escape_name, write_number
from ui.screens.ending import write_rating
from ui.screens.puzzle import describe_figures, make_grade_buttons

MEDALS = ("🥇", "🥈", "🥉")
LEAST_BAR = 600  # the rating whose bar has no length; few are lower
AnyStanding = SeasonStanding | RatingStanding | PuzzleStanding

BOARDS: Mapping[Board, Phrase] = {
    Board.SEASON: later("Season"),
    Board.RATING: later("Ratings"),
    Board.PUZZLES: later("Puzzles"),
    Board.LADDER: later("Solo ladder"),
}
"""The leaderboards by their names for buttons and menus."""
SCOPES: Mapping[Scope, Phrase] = {Scope.SERVER: later("This server"), Scope.WORLD: later("Worldwide")}
"""The players whom leaderboards rank, by their names for buttons and menus."""


def make_board(shown: LeaderboardPage[Any]) -> Leaderboard[Any]:
    """Return what the picture of the leaderboard shows."""
    name = Column[Any](later("Player"), partial(_name_player, shown), Align.LEFT, stretches=True)
    return Leaderboard(
        title=_write_title(shown),
        note=_write_note(shown),
        columns=(name, *_COLUMNS[shown.key.board]),
        players=shown.page.lines,
        rank=lambda line: line.place,
        weigh=_weigh,
    )


_RATING_COLUMNS = (
    Column[RatingStanding](later("Rating"), lambda line: write_rating(line.rating)),
    Column[RatingStanding](later("Played"), lambda line: str(line.games)),
)
_COLUMNS: Mapping[Board, Sequence[Column[Any]]] = {
    Board.SEASON: (
        Column[SeasonStanding](later("Points"), lambda line: str(line.points)),
        Column[SeasonStanding](later("Won"), lambda line: str(line.wins)),
        Column[SeasonStanding](later("Played"), lambda line: str(line.games)),
    ),
    Board.RATING: _RATING_COLUMNS,
    Board.PUZZLES: (
        Column[PuzzleStanding](later("Solved"), lambda line: str(line.solved)),
        Column[PuzzleStanding](later("Tries"), lambda line: str(line.tries)),
        Column[PuzzleStanding](later("Streak"), lambda line: str(line.streak)),
    ),
    Board.LADDER: _RATING_COLUMNS,
}


def _weigh(line: AnyStanding) -> int:
    if isinstance(line, SeasonStanding):
        return line.points
    return line.solved if isinstance(line, PuzzleStanding) else max(0, line.rating.shown - LEAST_BAR)


def describe_board(shown: LeaderboardPage[Any]) -> str:
    """Return the picture's alt text, which has no markup: a line for each player, with their name."""
    described = [(line, _describe_line(line).replace("**", "")) for line in shown.page.lines]
    lines = [f"{line.place}. {_name_player(shown, line)} — {words}" for line, words in described]
    return "\n".join([f"{_write_title(shown)}, {_write_note(shown)}", *lines])


def build_leaderboard(
    shown: LeaderboardPage[Any], file: discord.File | None, *, in_words: bool = False
) -> discord.ui.LayoutView:
    """Return the leaderboard: the picture `file`, if it has a player, and the viewer's own place.

    With `in_words`, it also has a line for each player.
    """
    heading = text(f"## {_write_title(shown)}", f"-# {_write_note(shown)}")
    lines = (_list_lines(shown) if in_words else []) if file else [_explain_empty(shown)]
    words = text(
        *lines, *_describe_own(shown), *(f"-# {each}" for each in (_explain(shown), _explain_name(shown)) if each)
    )
    shows = [heading, *([picture(file)] if file else []), words]
    if shown.is_public:
        return screen(shows)
    is_puzzles = shown.key.board is Board.PUZZLES
    own = [*map(describe_figures, shown.figures)] or [say("You haven't solved any yet.")]
    figures = [text("### " + say("Your puzzles"), *own)] if is_puzzles else []
    boards = [_make_boards(shown)] if shown.guild_id else []
    grades = [row(None, *make_grade_buttons(PuzzleKey(shown.today)))] if is_puzzles else []
    return screen([*shows, *figures, _make_pages(shown), *boards, *grades])


def build_post(shown: LeaderboardPage[SeasonStanding], file: discord.File, *, is_over: bool) -> discord.ui.LayoutView:
    """Return a season's leaderboard as it's posted every week, or with its champions once the season `is_over`."""
    manage = "-# " + say("Server managers can change this post in /setup.")
    if not is_over:
        heading = text(f"## {_write_title(shown)}", f"-# {_write_note(shown)}")
        return screen([heading, picture(file), text(f"-# {_explain(shown)}", manage)])
    year, quarter = divmod(shown.season, QUARTERS)
    title = say("Season {quarter} of {year} is over", quarter=quarter + 1, year=year)
    champions = [mention(line.user_id) for line in find_champions(shown)]
    won = say_many("Champion: {names}", "Champions: {names}", len(champions), names=", ".join(champions))
    heading = text(f"## {title}", f"🏆 {won}" if champions else "")
    return screen([heading, picture(file), text(manage)], GOLD)


def find_champions(shown: LeaderboardPage[SeasonStanding]) -> Sequence[SeasonStanding]:
    """Return a finished season's champions, to whom `storage/results/badges.py` gives the badge."""
    if shown.page.players < LEAST_PLAYERS:
        return []
    return [line for line in shown.page.lines if line.place == 1 and line.points > 0]


def _list_lines(shown: LeaderboardPage[Any]) -> list[str]:
    return [
        f"{write_place(line.place)} {_call_player(shown, line)} — {_describe_line(line)}" for line in shown.page.lines
    ]


def _name_player(shown: LeaderboardPage[Any], line: AnyStanding) -> str:
    """Return the name of a player where it can't be a mention; worldwide, the viewer is "You"."""
    is_own = line.user_id == shown.viewer and shown.key.scope is Scope.WORLD
    return say("You") if is_own else line.name or say("A player")


def _call_player(shown: LeaderboardPage[Any], line: AnyStanding) -> str:
    """Return a mention on a server's leaderboard, and worldwide a name: other servers don't know the player."""
    if shown.key.scope is Scope.SERVER:
        return mention(line.user_id)
    name = escape_name(_name_player(shown, line))
    return f"**{name}**" if line.user_id == shown.viewer else name


def _write_title(shown: LeaderboardPage[Any]) -> str:
    if shown.key.board is not Board.SEASON:
        return str(BOARDS[shown.key.board])
    year, quarter = divmod(shown.season, QUARTERS)
    return say("Season {quarter} of {year}", quarter=quarter + 1, year=year)


def _write_note(shown: LeaderboardPage[Any]) -> str:
    system, is_world = shown.system.name if shown.system else "", shown.key.scope is Scope.WORLD
    if shown.key.board is Board.PUZZLES:
        return say("solved by all players") if is_world else say("solved on this server")
    if shown.key.board is Board.LADDER and not is_world:
        return say("{system}, played on this server", system=system)
    if shown.key.board is Board.LADDER:
        return say("{system}, all players", system=system)
    return str(system) or say("all systems")


def _explain(shown: LeaderboardPage[Any]) -> str:
    if shown.key.board is Board.RATING:
        return say(
            "Listed after about 15 rated games against at least 3 different people, with one in the last 30 days."
        )
    if shown.key.board is Board.PUZZLES:
        return say("The most puzzles solved come first, then the fewest tries.")
    if shown.key.board is Board.LADDER:
        return say(
            "Listed after at least 20 games alone against computers, without help and at 2 levels, "
            "with one in the last 30 days."
        )
    return say("A point for each player who finishes behind you in a rated game.")


def _explain_empty(shown: LeaderboardPage[Any]) -> str:
    if shown.key.board is Board.RATING:
        return say("Nobody is listed yet. It takes about 15 rated games.")
    if shown.key.board is Board.PUZZLES:
        is_world = shown.key.scope is Scope.WORLD
        return say("Nobody has solved one yet.") if is_world else say("Nobody has solved one here yet.")
    if shown.key.board is Board.LADDER:
        return say("Nobody is listed yet. It takes at least 20 games against computers.")
    return say("Nobody has finished a rated game this season. /new opens a table.")


def _describe_own(shown: LeaderboardPage[Any]) -> Sequence[str]:
    own = shown.page.own
    if own is None or own in shown.page.lines or shown.is_public:
        return []
    return [say("You're number {place}: {line}", place=own.place, line=_describe_line(own))]


def _explain_name(shown: LeaderboardPage[Any]) -> str:
    """Return what others read instead of "You" on a worldwide leaderboard; empty if the viewer isn't on it."""
    if shown.page.own is None or shown.is_public or shown.key.scope is Scope.SERVER:
        return ""
    if shown.is_named and shown.page.own.name:
        return say(
            "Others see you as {name}. You can hide your name in /settings.", name=escape_name(shown.page.own.name)
        )
    return say("Others don't see your name. You can show it worldwide in /settings.")


def write_place(rank: int) -> str:
    """Return the medal or number of a place, which counts from 1."""
    return MEDALS[rank - 1] if rank <= len(MEDALS) else write_number(rank)


def _describe_line(line: AnyStanding) -> str:
    if isinstance(line, PuzzleStanding):
        solved = say_many(
            "{solved} in {count} try", "{solved} in {count} tries", line.tries, solved=f"**{line.solved}**"
        )
        return " · ".join([solved, say("streak {days}", days=line.streak)]) if line.streak else solved
    if isinstance(line, RatingStanding):
        played = say_many("{count} game", "{count} games", line.games)
        return f"**{write_rating(line.rating)}** · {played}"
    points = say_many("{count} point", "{count} points", line.points)
    won = say_many("{wins} of {count} game won", "{wins} of {count} games won", line.games, wins=line.wins)
    return f"**{points}** · {won}"


def _make_pages(shown: LeaderboardPage[Any]) -> PreparedRow:
    last, number = shown.page.count - 1, min(shown.page.number, shown.page.count - 1)
    back, on = (replace(shown.key, page=each).write() for each in (max(0, number - 1), min(last, number + 1)))
    post = Button("boardpost", say("Post in this channel"), shown.key.write(), is_off=not shown.page.lines)
    return row(
        None,
        Button("boardback", "◀", back, is_off=number == 0),
        Button("boardon", "▶", on, is_off=number >= last),
        Button("boardmine", say("My rank"), shown.key.write(), is_off=shown.page.own is None),
        *([post] if shown.guild_id else []),
    )


def _make_boards(shown: LeaderboardPage[Any]) -> PreparedRow:
    key = shown.key
    boards = (
        Button(
            "board",
            str(name),
            BoardKey(board, key.variant, scope=choose_scope(board)).write(),
            style=discord.ButtonStyle.primary if board is key.board else discord.ButtonStyle.secondary,
        )
        for board, name in BOARDS.items()
    )
    other = Scope.SERVER if key.scope is Scope.WORLD else Scope.WORLD
    turn = Button("boardscope", str(SCOPES[other]), BoardKey(key.board, key.variant, scope=other).write())
    return row(None, *boards, *([turn] if key.board in WORLDWIDE else []))
