"""A tournament's messages in words, and that the largest of them fit into a message in every language."""

from dataclasses import replace
from gettext import NullTranslations
from io import BytesIO

import discord
import pytest

from engine.text.phrases import speak_in
from engine.variants import load
from services.tournaments.knockout import count_rounds
from services.tournaments.rounds import cancel, check_in, drop, list_open, note_game, note_table, start
from storage.tournaments.tournament import PairingKey, Tournament, TournamentKind
from tests.services.tournaments.playing import (
    NO_SHOWS,
    TIE,
    a_stored,
    decided,
    finished,
    finished_round,
    signed_up,
    started,
)
from tests.storage.tables import NOON
from tests.support.limits import check
from tests.support.longest import LONGEST
from tests.support.panels import list_parts, list_texts
from ui.screens.tournaments import (
    ShownTournament,
    build_announcement,
    build_cancel_question,
    build_ending,
    build_leave_question,
    build_pairing,
    build_panel,
    describe_standings,
    list_winners,
)

VARIANT = next(iter(load().values()))
KINDS = pytest.mark.parametrize("kind", TournamentKind)
SWISS, KNOCKOUT = TournamentKind.SWISS, TournamentKind.KNOCKOUT
BIG = 10**18  # added to a player's number, as long as Discord's ids


def shown(tournament: Tournament, **more: object) -> ShownTournament:
    return ShownTournament(a_stored(replace(tournament, options={}), due_at=NOON, **more), VARIANT)


def words(view: discord.ui.LayoutView) -> str:
    return "\n".join(list_texts(view))


def labels(view: discord.ui.LayoutView) -> list[str]:
    return [each.label or "" for each in list_parts(view) if isinstance(each, discord.ui.Button)]


def huge(kind: TournamentKind) -> Tournament:
    """Sixteen players with long names and ids in their last round, of whom one has dropped out."""
    tournament = signed_up(kind, 16)
    players = tuple(replace(each, user_id=each.user_id + BIG, name="W" * 32) for each in tournament.players)
    tournament = replace(tournament, players=players)
    tournament = start(tournament, b"seed")
    while len(tournament.rounds) < count_rounds(tournament) - (kind is KNOCKOUT) * 3:
        tournament = finished_round(tournament, lambda *_: TIE)
    return drop(tournament, tournament.players[-1].user_id)


def test_the_panel_explains_the_sign_up() -> None:
    panel = build_panel(shown(signed_up(SWISS, 3)), None)

    assert words(panel).splitlines() == [
        "## Swiss tournament",
        "-# Classic · Clock: 2 minutes",
        "**Signed up: 3 of 16**",
        *(f"<@{number}>" for number in (1, 2, 3)),
        "-# For 4 to 16 players. <@1> starts it.",
        f"-# If nothing happens, it's canceled <t:{NOON}:R>.",
    ]
    assert labels(panel) == ["Sign up", "Withdraw", "Start", "Cancel"]
    announcement = build_announcement(shown(signed_up(SWISS, 3)))
    assert words(announcement).splitlines()[-1] == "Signed up: 3 of 16"
    assert labels(announcement) == ["Sign up"]
    assert labels(build_announcement(shown(started(SWISS, 4)))) == []


def test_the_panel_has_the_pairings_and_who_has_dropped_out() -> None:
    tournament = finished_round(started(SWISS, 4), min)
    key = list_open(tournament)[0]
    first, second = tournament.find(key).user_ids
    tournament = note_game(note_table(tournament, key, 77), key, 3)

    panel = words(build_panel(shown(tournament), None)).splitlines()

    assert panel[2:4] == ["**Round 2 of 2**", f"<@{first}> plays <@{second}>. <#77>"]
    assert words(build_panel(shown(drop(tournament, 3)), None)).splitlines()[-1] == "-# Dropped out: <@3>"


def test_a_knockouts_panel_lists_only_open_games_because_its_picture_has_the_others() -> None:
    (decided_pairing, open_pairing), panel = decided(started(KNOCKOUT, 4)).rounds[0], decided(started(KNOCKOUT, 4))

    lines = words(build_panel(shown(panel), None)).splitlines()[2:]

    assert decided_pairing.result
    assert lines == ["**Semifinal**", f"<@{open_pairing.first}> plays <@{open_pairing.second}>."]


def test_elsewhere_a_table_has_a_link_to_its_thread_once_its_game_has_begun() -> None:
    key, tournament = PairingKey(0, 0), started(KNOCKOUT, 4)
    for user_id in tournament.find(key).user_ids:
        tournament = check_in(tournament, user_id)
    begun = note_game(note_table(tournament, key, 77), key, 3)

    assert words(build_pairing(shown(begun), key, is_elsewhere=True)).splitlines()[-1] == "<#77>"
    assert "<#77>" not in words(build_pairing(shown(begun), key))
    assert "<#77>" not in words(build_pairing(shown(tournament), key, is_elsewhere=True))


def test_only_the_players_of_a_table_are_awaited_there() -> None:
    tournament = started(KNOCKOUT, 4)
    awaited = build_pairing(shown(tournament), PairingKey(0, 0))

    assert labels(awaited) == ["I'm here"]
    assert f"Tap **I'm here** by <t:{NOON}:t> (<t:{NOON}:R>), or you're out." in words(awaited)
    assert labels(build_pairing(shown(cancel(tournament)), PairingKey(0, 0))) == []


@KINDS
def test_the_end_names_the_winner(kind: TournamentKind) -> None:
    over = shown(finished(started(kind, 4), min))

    assert list_winners(over) == [1]
    assert words(build_ending(over)) == "🏆 <@1> won the tournament."
    assert words(build_announcement(over)).splitlines()[-1] == "🏆 <@1> won the tournament."
    assert labels(build_panel(over, None)) == []


def test_equal_winners_share_the_first_place_and_there_may_be_none() -> None:
    tied = shown(finished(started(SWISS, 4), lambda *_: TIE))
    deserted = shown(finished(started(KNOCKOUT, 4), lambda *_: NO_SHOWS))

    assert words(build_ending(tied)) == "🏆 <@1>, <@2>, <@3> and <@4> won the tournament."
    assert words(build_ending(deserted)) == "The tournament is over. Nobody won."


@KINDS
@pytest.mark.parametrize("cancels", [False, True])
@pytest.mark.parametrize("catalog", LONGEST.values(), ids=LONGEST)
def test_sixteen_players_fit_into_every_message(
    kind: TournamentKind, catalog: NullTranslations, *, cancels: bool
) -> None:
    tournament = huge(kind)
    for key in list_open(tournament):
        tournament = note_game(note_table(tournament, key, BIG), key, 1)
    large = shown(cancel(tournament) if cancels else tournament, id=BIG, thread_id=BIG, organizer_id=BIG)
    with speak_in(catalog):
        file = discord.File(BytesIO(), "picture.png", description=describe_standings(large)[:1024])
        screens = [
            build_panel(large, file),
            build_announcement(large),
            build_ending(large),
            build_leave_question(large),
            build_cancel_question(large),
            *(build_pairing(large, key) for key in list_open(tournament)),
            build_panel(shown(signed_up(kind, 16), id=BIG, organizer_id=BIG), None),
        ]
        for each in screens:
            check(each)
