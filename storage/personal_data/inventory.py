"""The inventory of the database: whom each column is about, how long it's kept, and how it's deleted.

PRIVACY.md says the same to people: a test compares the two, and another finds columns that aren't here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from textwrap import fill

WIDTH = 120  # columns of PRIVACY.md


class About(StrEnum):
    """The subject of a column."""

    PERSON = "a person"
    SERVER = "a server"
    GAME = "a game"
    BOT = "the bot"


class Kept(StrEnum):
    """The time for which something is kept, if nobody asks for its deletion."""

    GAME = "until 90 days after the game"
    RESULT = "until two years after your last game or puzzle"
    ASKED = "until you delete all your data"
    SERVER = "until 30 days after the bot left the server"
    DAY = "until that day ends, and in no backup"
    ALWAYS = "as long as the bot runs"


class Deleted(StrEnum):
    """The effect of deleting a person's data."""

    REMOVED = "it's deleted"
    REPLACED = "your id and name are replaced with a pseudonym"
    STAYS = "it stays, because it isn't about you"
    MADE = "it's made, without your id or name"


@dataclass(frozen=True, slots=True)
class Record:
    """Some columns that belong together: what they are and why, as PRIVACY.md says it; `columns` are by table."""

    what: str
    why: str
    about: About
    kept: Kept
    deleted: Deleted
    columns: Mapping[str, str]


INVENTORY: tuple[Record, ...] = (
    Record(
        "your Discord id, the name that you had on the server when you joined a table, and the table's channel (for a "
        "table alone, your id)",
        "to find your seat, and to write your name on pictures and leaderboards",
        About.PERSON,
        Kept.GAME,
        Deleted.REPLACED,
        {"game": "players host_id channel_id", "seat": "user_id game_id"},
    ),
    Record(
        "results: your place, points and best plays in each finished game, whether you left it, and your name then",
        "for leaderboards, ratings, profiles and badges",
        About.PERSON,
        Kept.RESULT,
        Deleted.REPLACED,
        {
            "finished_game": "number game_id guild_id variant ended_at pool unrated",
            "seat_result": "game_id seat user_id level name points place departure opening largest_finish",
        },
    ),
    Record(
        "figures computed from the results: ratings, how each game changed them, whom you met, and season points",
        "so that leaderboards needn't compute them",
        About.PERSON,
        Kept.RESULT,
        Deleted.REPLACED,
        {
            "rating": "pool variant user_id mu sigma games rated_at opponents",
            "rating_change": "game_id seat mu_before sigma_before mu sigma",
            "encounter": "pool user_id opponent variant is_sure day games",
            "season_score": "pool season variant user_id points wins games",
        },
    ),
    Record(
        "the name that you last had on each server, and whether you played alone against computers there",
        "for that server's leaderboards",
        About.PERSON,
        Kept.RESULT,
        Deleted.REMOVED,
        {"guild_player": "guild_id user_id name", "solo_player": "guild_id variant user_id"},
    ),
    Record(
        "which badges were announced, and when",
        "to announce each one once",
        About.PERSON,
        Kept.RESULT,
        Deleted.REMOVED,
        {"badge_shown": "user_id badge game_id shown_at"},
    ),
    Record(
        "your settings (`/settings`), with your first game, the language and name of your Discord account, your rack's "
        "order, and the settings of your last table alone",
        "to apply them, and to write direct messages in your language",
        About.PERSON,
        Kept.ASKED,
        Deleted.REMOVED,
        {"person": "user_id settings"},
    ),
    Record(
        "for each daily puzzle: your tries, your answer so far, when you solved it or gave up, and on which server",
        "for streaks and leaderboards",
        About.PERSON,
        Kept.RESULT,
        Deleted.REMOVED,
        {
            "puzzle_try": "user_id day grade tries text interaction_id guild_id solved_at gave_up_at bench",
            "puzzle_score": "pool user_id solved tries",
        },
    ),
    Record(
        "an unfinished turn: picked tiles, text that was refused, and turns that the bot found for you",
        "to let you edit, complete or confirm it",
        About.PERSON,
        Kept.GAME,
        Deleted.REMOVED,
        {"bench": "game_id seat bench", "text": "game_id seat kind version token text"},
    ),
    Record(
        "the direct message that shows your rack, if you want one",
        "to keep it up to date",
        About.PERSON,
        Kept.GAME,
        Deleted.REMOVED,
        {"direct_bench": "game_id seat channel_id message_id to_move nonce posted_at"},
    ),
    Record(
        "tournaments: the organizer, the players' ids and names (for as long as your results), pairings and results, "
        "and their messages",
        "to play them and show the standings",
        About.PERSON,
        Kept.SERVER,
        Deleted.REPLACED,
        {
            "tournament": "id guild_id channel_id thread_id organizer_id phase tournament posts due_at version "
            "shown_version opened_at"
        },
    ),
    Record(
        "for the rest of the day (UTC) on which you delete your data: a hash of your id with a random key, the "
        "pseudonym, and how often you tried that day's puzzles",
        "so that deleting your data resets neither the limit of rated games a day nor a puzzle",
        About.PERSON,
        Kept.DAY,
        Deleted.MADE,
        {"deleted_today": "pseudonym day key hash puzzles"},
    ),
    Record(
        "games: tiles, racks, times, options, news, and where they're played",
        "to continue after a restart, and to review a game",
        About.GAME,
        Kept.GAME,
        Deleted.STAYS,
        {
            "game": "id guild_id variant options phase state deadline news version opened_at changed_at "
            "remind_at has_chosen_clock patience waits_until grace unrated suspended_until"
        },
    ),
    Record(
        "each move with its time, and the id of the tap or command that made it",
        "to review a game, and to count each tap once",
        About.GAME,
        Kept.GAME,
        Deleted.STAYS,
        {"log": "game_id version at seat line interaction_id"},
    ),
    Record(
        "the messages that show a table",
        "to edit and delete them",
        About.GAME,
        Kept.GAME,
        Deleted.STAYS,
        {
            "public_messages": "game_id message_id posted_at posted_version shown_version ping_id ping_for reminder_id "
            "vote_id vote_for pending leftovers channel_id"
        },
    ),
    Record(
        "the server's settings (`/setup`), with the ids of channels and of a role, and its last table settings",
        "to open tables as its managers want, and to post leaderboards",
        About.SERVER,
        Kept.SERVER,
        Deleted.STAYS,
        {
            "server": "guild_id settings",
            "leaderboard_post": "guild_id channel_id week season purpose nonce begun_at",
        },
    ),
    Record(
        "when the bot left a server",
        "to delete the server's data 30 days later",
        About.SERVER,
        Kept.SERVER,
        Deleted.STAYS,
        {"lost_server": "guild_id lost_at"},
    ),
    Record(
        "the daily puzzles, the last time that the bot was running, and which commands were uploaded",
        "so that the bot can run",
        About.BOT,
        Kept.ALWAYS,
        Deleted.STAYS,
        {
            "puzzle": "day grade sets rack best taken_apart answer",
            "alive": "one connected_at seen_at shards connected",
            "command_upload": "application_id hash",
        },
    ),
)


def write_list() -> str:
    """Return the inventory as PRIVACY.md has it: a list in Markdown, with an entry for each record."""
    return "\n".join(
        fill(_describe(each), WIDTH, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
        for each in INVENTORY
    )


def _describe(record: Record) -> str:
    what = f"{record.what[0].upper()}{record.what[1:]}: {record.why}."
    return f"{what} Kept {record.kept}. When you delete your data, {record.deleted}."
