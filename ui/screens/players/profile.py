"""A player's profile, as a picture and in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord

from engine.game.info import Info
from engine.text.phrases import say, say_many
from ratings.badges import Badge
from render import ProfileCard, ProfileFigure
from storage.pseudonyms import mention
from storage.results.profiles import HeadToHead, LevelRecord, Profile, RecentGame
from ui.controls import Button, PreparedRow, row
from ui.layout import picture, screen, text
from ui.screens.ending import describe_badges, describe_records, write_change, write_rating


@dataclass(frozen=True, slots=True)
class Meetings:
    """The score of the profile's player against another one, with this user id."""

    other_id: int
    score: HeadToHead


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownProfile:
    """A player's profile with what its screen shows beside it.

    `system` is the rule system of the rated games, and `systems` has all that are available, by key. `is_own`: the
    viewer is the player; `is_hidden`: nobody else can see the profile. `meetings` is None for no comparison.
    `badges` are the player's, earned on any server. `records` are their own against computers, which nobody else sees.
    """

    user_id: int
    profile: Profile
    system: Info
    systems: Mapping[str, Info]
    is_own: bool
    is_hidden: bool
    meetings: Meetings | None
    badges: Sequence[Badge]
    records: Sequence[LevelRecord] = ()


def make_card(shown: ShownProfile) -> ProfileCard | None:
    """Return what the picture of the profile shows; None without a rated game, as it would be empty."""
    rated, profile = shown.profile.rated, shown.profile
    if rated.rating is None:
        return None
    titles = (say("1st"), say("2nd"), say("3rd"), say("4th or worse"))
    return ProfileCard(
        name=profile.name,
        title=say("Profile"),
        note=str(shown.system.name),
        rating_title=say("Rating"),
        rating=write_rating(rated.rating),
        history_title=say_many("Last rated game", "Last {count} rated games", len(rated.history)),
        history=tuple(each.shown for each in rated.history),
        figures=(
            *(
                ProfileFigure(title, str(count), rank)
                for rank, (title, count) in enumerate(zip(titles, rated.places, strict=True), 1)
            ),
            ProfileFigure(say("Longest streak"), str(rated.longest)),
            ProfileFigure(say("Games finished"), f"{profile.finished} / {profile.games}"),
        ),
    )


def describe_profile(shown: ShownProfile) -> str:
    """Return the picture's alt text: the same facts, with the player's name instead of a mention."""
    title = say("Profile of {player}", player=shown.profile.name)
    facts = [f"{title}, {shown.system.name}", *_describe_rated(shown), *_describe_finished(shown)]
    return "\n".join(facts).replace("**", "")


def build_profile(shown: ShownProfile, file: discord.File | None, *, in_words: bool = False) -> discord.ui.LayoutView:
    """Return the profile: the picture `file`, if there's one, what it doesn't show, and the recent games.

    `in_words` says also what the picture shows.
    """
    heading = text("## " + say("Profile of {player}", player=mention(shown.user_id)), f"-# {shown.system.name}")
    facts = text(
        *([*_describe_rated(shown), *_describe_finished(shown)] if in_words or file is None else []),
        *describe_records(shown.records),
        *_describe_meetings(shown),
    )
    games = text("### " + say("Recent games"), *(_describe_game(shown, each) for each in shown.profile.recent))
    badges = [text("### " + say("Badges"), *describe_badges(shown.badges))] if shown.badges else []
    notes = [text(f"-# {_explain_who_sees(shown)}")] if shown.is_own else []
    return screen(
        [
            heading,
            *([picture(file)] if file else []),
            *([facts] if facts.content else []),
            games,
            *badges,
            *notes,
            *_make_buttons(shown),
        ]
    )


def explain_nobody(user_id: int, *, is_own: bool) -> str:
    """Return the sentence for a user without results on the server."""
    if is_own:
        return say("You haven't finished a game on this server yet. /new opens a table.")
    return say("{player} hasn't finished a game on this server.", player=mention(user_id))


def _describe_rated(shown: ShownProfile) -> Iterator[str]:
    rated = shown.profile.rated
    if rated.rating is None:
        yield say("No rated games in {system} yet.", system=shown.system.name)
        return
    yield say_many(
        "Rating **{rating}** after {count} rated game",
        "Rating **{rating}** after {count} rated games",
        rated.games,
        rating=write_rating(rated.rating),
    )
    history = [each.shown for each in rated.history]
    if len(history) > 1:
        yield say_many(
            "Between {lowest} and {highest} in the last {count} rated game",
            "Between {lowest} and {highest} in the last {count} rated games",
            len(history),
            lowest=min(history),
            highest=max(history),
        )
    first, second, third, others = rated.places
    yield say(
        "1st: {first} · 2nd: {second} · 3rd: {third} · 4th or worse: {others}",
        first=first,
        second=second,
        third=third,
        others=others,
    )
    yield say("Winning streak: {streak} (longest: {longest})", streak=rated.streak, longest=rated.longest)


def _describe_finished(shown: ShownProfile) -> Iterator[str]:
    if shown.profile.games:
        yield say_many(
            "Finished {finished} of {count} game on this server, in all systems",
            "Finished {finished} of {count} games on this server, in all systems",
            shown.profile.games,
            finished=shown.profile.finished,
        )


def _describe_meetings(shown: ShownProfile) -> Iterator[str]:
    if shown.meetings is None:
        return
    score, other = shown.meetings.score, mention(shown.meetings.other_id)
    if not score.games:
        yield say("No rated games with {player} yet.", player=other)
        return
    yield say_many(
        "Ahead in rated games together: {player} **{ahead}**, {other} **{behind}**, and {count} tie",
        "Ahead in rated games together: {player} **{ahead}**, {other} **{behind}**, and {count} ties",
        score.tied,
        player=mention(shown.user_id),
        other=other,
        ahead=score.ahead,
        behind=score.behind,
    )


def _describe_game(shown: ShownProfile, game: RecentGame) -> str:
    system = shown.systems.get(game.variant)
    facts = [
        f"<t:{game.ended_at}:d>",
        str(system.name) if system else say("removed system"),
        "" if game.place is None else say("place {place} of {seats}", place=game.place, seats=game.seats),
        write_change(game.before, game.after) if game.before and game.after else say("not rated"),
    ]
    return " · ".join(filter(None, facts))


def _explain_who_sees(shown: ShownProfile) -> str:
    if shown.is_hidden:
        return say("Only you can see your profile. You can change that in /settings.")
    return say("Others on this server can see your profile, too. You can hide it in /settings.")


def _make_buttons(shown: ShownProfile) -> Iterator[PreparedRow]:
    latest = next((each for each in shown.profile.recent if each.has_log), None)
    if shown.is_own and latest:
        yield row(latest, Button("review", say("Review the latest game")))
