"""The screens about a person's stored data: the policy, the export, and the questions before it's deleted."""

from dataclasses import dataclass, field

import discord

from engine.text.phrases import say, say_many
from storage.personal_data.retention import Retention
from ui.controls import Button, row
from ui.layout import Layout, notice, screen, text
from ui.markdown import escape_name

DANGER = discord.ButtonStyle.danger
FILE_NAME = "rackety-data.json"


@dataclass(frozen=True, slots=True)
class PrivacyPolicy:
    """A policy for stored data: how long it's kept, the contact for questions if there is any, and daily backups."""

    retention: Retention = field(default_factory=Retention)
    contact: str = ""
    has_backups: bool = False


def build_privacy(policy: PrivacyPolicy) -> Layout:
    """Return the privacy policy, with buttons to export and delete one's data."""
    kept = policy.retention
    games = say("- Games: their players, tiles and moves.")
    results = say("- Results, ratings, tournaments, puzzles and your name on a server.")
    stored = [
        f"{games} {_say_when_games_go(kept.games)}",
        f"{results} {_say_when_people_go(kept.people)}",
        say("- Your settings, until you delete them."),
    ]
    seen = say(
        "Members of a server can see its leaderboards and your profile there. In /settings, you can hide your "
        "profile and leave the leaderboards. Other players never see your rack. The bot's owner can read everything "
        "that's stored."
    )
    unused = say("The bot doesn't read messages or member lists. Your data isn't sold, shared or used for training.")
    old = [
        _say_when_servers_go(kept.servers),
        *([say("Daily backups keep deleted data for up to 5 more weeks.")] if policy.has_backups else []),
    ]
    contact = (
        say("Contact for the bot's owner: {contact}", contact=escape_name(policy.contact))
        if policy.contact
        else say("The bot's owner hasn't given a contact. Ask the server's managers.")
    )
    return screen(
        [
            text("## " + say("Privacy")),
            text(say("Rackety stores what it needs to run games:"), *stored),
            text(seen, unused, *old),
            text(contact),
            row(None, Button("mydata", say("Export my data")), Button("forgetme", say("Delete my data"), style=DANGER)),
        ]
    )


def _say_when_games_go(days: int) -> str:
    if not days:
        return say("Kept until someone deletes them.")
    return say_many("Deleted {count} day after the game.", "Deleted {count} days after the game.", days)


def _say_when_people_go(days: int) -> str:
    if not days:
        return say("Kept until you delete them.")
    return say_many(
        "Deleted {count} day after your last game or puzzle.",
        "Deleted {count} days after your last game or puzzle.",
        days,
    )


def _say_when_servers_go(days: int) -> str:
    if not days:
        return say("When the bot leaves a server, the server's data is kept.")
    return say_many(
        "Everything about a server is deleted {count} day after the bot leaves it.",
        "Everything about a server is deleted {count} days after the bot leaves it.",
        days,
    )


def build_export(file: discord.File) -> Layout:
    """Return the message with the file of everything that is stored about a person."""
    view = screen([text(say("This is everything stored about you. Only you can see this message."))])
    view.add_item(discord.ui.File(media=f"attachment://{file.filename}"))
    return view


def build_first_question() -> Layout:
    """Return what a deletion means, with a button that leads to the second question."""
    lines = [
        say("**Delete everything stored about you?**"),
        say("- You leave your tables and tournaments, as if you'd left them yourself."),
        say("- Your settings, puzzles, badges and your places on leaderboards are deleted."),
        say("- In games you played with others, and in their results, a made-up name replaces yours."),
    ]
    return screen([text(*lines), row(None, Button("forgetyes", say("Continue"), style=DANGER))])


def build_second_question() -> Layout:
    """Return the last question before everything about a person is deleted."""
    sure = Button("forgotten", say("Delete everything"), style=DANGER)
    return screen([text(say("This can't be undone. Are you sure?")), row(None, sure)])


def build_nothing_notice() -> Layout:
    """Return the notice that nothing is stored about a person."""
    return notice(say("Nothing is stored about you."))
