"""Players' profiles on a server."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from cogs.profile import ProfileCog
from ratings.rating import DAY
from storage.games import Player
from storage.settings import Person, Theme
from tests.storage.results.test_writing import a_result, write
from tests.storage.tables import ANN, BOB, GUILD, KEY, NOON, VARIANTS
from tests.support.interactions import Interaction
from tests.support.rooms import Room
from ui.controls import Control

COG = ProfileCog
OTHER = next(key for key in VARIANTS if key != KEY)
FIRST_ID = 1_000  # of games that aren't the room's own
HIDDEN = "<@22> has hidden their profile."


def named(user_id: int | None) -> Any:
    """A user as an option of the command names them."""
    return SimpleNamespace(id=user_id)


async def play(room: Room, *orders: tuple[int, ...]) -> None:
    """Write a rated game of each order of people, a day apart, the last of them today."""
    for number, order in enumerate(orders):
        at = NOON - (len(orders) - 1 - number) * DAY
        await write(room.database, a_result(FIRST_ID + number, *order, at=at))


async def hide(room: Room, user_id: int | None) -> None:
    await room.tables.settings.change_person(user_id or 0, lambda _: Person(profile=False))


async def test_a_player_sees_their_own_profile_alone(room: Room) -> None:
    await play(room, (22, 11), (11, 22), (11, 33, 22))

    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(text=True))

    answer = await room.command("profile")

    assert not answer.is_public
    assert answer.text.startswith("## Profile of <@11>")
    assert str(VARIANTS[KEY].info.name) in answer.text
    assert "** after 3 rated games" in answer.text
    assert "1st: 2 · 2nd: 1 · 3rd: 0 · 4th or worse: 0" in answer.text
    assert "Winning streak: 2 (longest: 2)" in answer.text
    assert "Finished 3 of 3 games on this server, in all systems" in answer.text
    assert "Others on this server can see your profile, too." in answer.text
    assert "Ahead in rated games" not in answer.text


async def test_the_picture_has_the_viewer_s_theme(room: Room) -> None:
    await play(room, (11, 22))
    felt = await room.command("profile", user=named(22))
    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(theme=Theme.LIGHT))

    light = await room.command("profile", user=named(22))

    assert felt.screen.pictures[0].png != light.screen.pictures[0].png


async def test_another_player_is_compared_with_who_asks(room: Room) -> None:
    await play(room, (22, 11), (11, 22), (22, 33))

    answer = await room.command("profile", user=named(22))

    assert answer.text.startswith("## Profile of <@22>")
    assert "Ahead in rated games together: <@22> **1**, <@11> **1**, and 0 ties" in answer.text
    assert "can see your profile" not in answer.text
    assert "Review the latest game" not in answer.screen.controls


async def test_nobody_is_compared_with_themselves(room: Room) -> None:
    await play(room, (11, 22))

    for options in ({"against": named(11)}, {"user": named(22), "against": named(22)}):
        said = await room.refused(room.command("profile", **options))
        assert said == "Choose two different players to compare."


async def test_a_player_can_review_their_latest_game(room: Room) -> None:
    game = await room.over()

    answer = await room.command("profile")

    assert answer.screen.controls == {"Review the latest game": Control.of("review", game)}


async def test_the_server_s_usual_system_is_shown(room: Room) -> None:
    await play(room, (11, 22))
    server = await room.tables.settings.server(GUILD)
    await room.tables.settings.change_server(GUILD, lambda _: replace(server, variant=OTHER))

    assert str(VARIANTS[OTHER].info.name) in (await room.command("profile")).text.splitlines()[1]


async def test_a_hidden_profile_is_seen_by_its_player_alone_with_results_or_without(room: Room) -> None:
    await hide(room, BOB.user_id)
    assert await room.refused(room.command("profile", user=named(22))) == HIDDEN
    await play(room, (11, 22), (22, 33))

    own = await room.command("profile", Interaction(BOB))
    by_name = await room.command("profile", Interaction(BOB), user=named(22), against=named(11))

    assert "Only you can see your profile." in own.text
    assert "**0**, <@11> **1**" in by_name.text
    assert await room.refused(room.command("profile", user=named(22))) == HIDDEN
    assert await room.refused(room.command("profile", user=named(22), variant=OTHER)) == HIDDEN


async def test_nobody_is_compared_with_a_player_who_hides_their_profile(room: Room) -> None:
    await play(room, (11, 22), (22, 33))
    await hide(room, BOB.user_id)

    for options in ({"against": named(22)}, {"user": named(33), "against": named(22)}):
        assert await room.refused(room.command("profile", **options)) == HIDDEN


async def test_players_without_results_on_this_server_have_no_profile(room: Room) -> None:
    await play(room, (11, 22))

    own = await room.refused(room.command("profile", Interaction(Player(99, "Di"))))
    other = await room.refused(room.command("profile", user=named(99)))
    elsewhere = await room.refused(room.command("profile", Interaction(guild_id=GUILD + 1), user=named(22)))

    assert own == "You haven't finished a game on this server yet. /new opens a table."
    assert other == "<@99> hasn't finished a game on this server."
    assert elsewhere == "<@22> hasn't finished a game on this server."


async def test_a_removed_system_has_no_profiles(room: Room) -> None:
    await play(room, (11, 22))

    said = await room.refused(room.command("profile", variant="chess"))

    assert said == "This rule system isn't available."
