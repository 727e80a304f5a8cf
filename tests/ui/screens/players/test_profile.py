"""A player's profile, as a picture and in words."""

from dataclasses import replace
from io import BytesIO

import discord
import pytest

from engine.game.goals import Level
from ratings.badges import Badge
from ratings.rating import Rating
from storage.results.profiles import HeadToHead, LevelRecord, Profile, RatedRecord, RecentGame
from tests.storage.tables import KEY, NOON, VARIANTS
from tests.support.limits import check
from tests.support.panels import list_parts, list_texts
from ui.screens.players.profile import (
    Meetings,
    ShownProfile,
    build_profile,
    describe_profile,
    explain_nobody,
    make_card,
)

SURE, UNSURE = Rating(26, 5), Rating(26, 7)
RATED = RatedRecord(SURE, (Rating(25), Rating(23), SURE), (4, 3, 2, 1), 1, 3)
GAMES = tuple(RecentGame(9 - index, 5, KEY, NOON, 2, 4, False, Rating(25), SURE) for index in range(5))
PROFILE = Profile("Ann", RATED, 20, 19, GAMES)
SHOWN = ShownProfile(
    user_id=11,
    profile=PROFILE,
    system=VARIANTS[KEY].info,
    systems={KEY: VARIANTS[KEY].info},
    is_own=True,
    is_hidden=False,
    meetings=None,
    badges=(),
)


RATED_LINE = "Rating **"


def said(shown: ShownProfile) -> str:
    file = discord.File(BytesIO(b""), filename="profile.png", description="x" * 1024)
    assert RATED_LINE not in "\n".join(list_texts(build_profile(shown, file)))
    panel = build_profile(shown, file, in_words=True)
    check(panel)
    return "\n".join(list_texts(panel))


def buttons(shown: ShownProfile) -> list[str | None]:
    panel = build_profile(shown, None)
    return [each.custom_id for each in list_parts(panel) if isinstance(each, discord.ui.Button)]


def rated(**changes: object) -> ShownProfile:
    return replace(SHOWN, profile=replace(PROFILE, rated=replace(RATED, **changes)))  # type: ignore[arg-type]  # its own


def met(ahead: int, behind: int, tied: int) -> str:
    return said(replace(SHOWN, meetings=Meetings(22, HeadToHead(ahead, behind, tied))))


def test_a_profile_has_ones_own_record_against_each_level_in_a_line() -> None:
    records = (LevelRecord(Level.FAIR, 3, 5, 0), LevelRecord(Level.STRONG, 1, 0, 1))

    assert "\nYou against computers: fair **3 : 5** · strong **1 : 0**\n" in said(replace(SHOWN, records=records))
    assert "against computers" not in said(SHOWN)


def test_the_words_have_all_facts_of_the_picture() -> None:
    text = said(SHOWN)

    assert "Rating **1540** after 10 rated games" in text
    assert "Between 1420 and 1540 in the last 3 rated games" in text
    assert "1st: 4 · 2nd: 3 · 3rd: 2 · 4th or worse: 1" in text
    assert "Winning streak: 1 (longest: 3)" in text
    assert "Finished 19 of 20 games on this server, in all systems" in text
    assert text.count(f"<t:{NOON}:d> · {SHOWN.system.name} · place 2 of 4 · 1540 (+40)") == 5


def test_the_picture_shows_the_rating_its_history_and_the_places() -> None:
    card = make_card(SHOWN)

    assert card
    assert (card.name, card.rating, card.history) == ("Ann", "1540", (1500, 1420, 1540))
    assert card.history_title == "Last 3 rated games"
    assert [(each.value, each.rank) for each in card.figures] == [
        ("4", 1), ("3", 2), ("2", 3), ("1", 4), ("3", None), ("19 / 20", None),
    ]  # fmt: skip


def test_the_alt_text_names_the_player_and_fits() -> None:
    text = describe_profile(replace(SHOWN, profile=replace(PROFILE, name="W" * 100)))

    assert text.startswith(f"Profile of {'W' * 100}, {SHOWN.system.name}\n")
    assert "Rating **" not in text
    assert "Rating 1540 after 10 rated games" in text
    assert "<@" not in text
    assert len(text) <= 1024


def test_an_unsure_rating_says_so() -> None:
    card = make_card(rated(rating=UNSURE))

    assert card
    assert card.rating == "about 1540"
    assert "**about 1540**" in said(rated(rating=UNSURE))


def test_one_game_has_no_range() -> None:
    once = rated(history=(SURE,), places=(1, 0, 0, 0))

    assert "Between" not in said(once)
    assert "after 1 rated game\n" in said(once)
    card = make_card(once)
    assert card
    assert card.history_title == "Last rated game"


def test_without_a_rated_game_there_is_no_picture() -> None:
    none = rated(rating=None, history=(), places=(0, 0, 0, 0), streak=0, longest=0)

    assert make_card(none) is None
    assert f"No rated games in {SHOWN.system.name} yet." in said(none)
    assert "1st:" not in said(none)


def test_games_that_nobody_could_finish_have_no_rate() -> None:
    assert "Finished" not in said(replace(SHOWN, profile=replace(PROFILE, games=0, finished=0)))


def test_two_players_are_compared_with_their_ties() -> None:
    assert "Ahead in rated games together: <@11> **3**, <@22> **0**, and 1 tie" in met(3, 0, 1)
    assert "<@11> **0**, <@22> **2**, and 0 ties" in met(0, 2, 0)
    assert "No rated games with <@22> yet." in met(0, 0, 0)
    assert "<@22>" not in said(SHOWN)


def test_only_players_themselves_are_told_who_sees_their_profile() -> None:
    assert "Others on this server can see your profile, too." in said(SHOWN)
    assert "Only you can see your profile." in said(replace(SHOWN, is_hidden=True))
    assert "can see your profile" not in said(replace(SHOWN, is_own=False))


@pytest.mark.parametrize(("logs", "game"), [((), None), ((2, 3), 7), ((0,), 9)])
def test_players_can_review_their_latest_game_that_has_a_log(logs: tuple[int, ...], game: int | None) -> None:
    games = tuple(replace(each, has_log=index in logs) for index, each in enumerate(GAMES))
    own = replace(SHOWN, profile=replace(PROFILE, recent=games))

    assert buttons(own) == ([f"rk:review:{game}:5"] if game else [])
    assert buttons(replace(own, is_own=False)) == []


def test_a_game_without_places_or_of_a_removed_system_is_listed() -> None:
    odd = replace(GAMES[0], place=None, variant="gone", before=None, after=None)

    text = said(replace(SHOWN, profile=replace(PROFILE, recent=(odd,))))

    assert f"<t:{NOON}:d> · removed system · not rated" in text


def test_a_player_without_results_has_a_sentence_in_place_of_a_profile() -> None:
    assert explain_nobody(11, is_own=True).startswith("You haven't finished a game on this server yet.")
    assert explain_nobody(22, is_own=False) == "<@22> hasn't finished a game on this server."


def test_badges_are_shown_once_there_are_any() -> None:
    assert "Badges" not in said(SHOWN)
    shown = said(replace(SHOWN, badges=(Badge.WIN, Badge.GAMES)))
    assert "### Badges\nWon a rated game, or a game against computers.\nFinished 100 games." in shown
