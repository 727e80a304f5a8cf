"""The leaderboards of a season, ratings, puzzles and the solo ladder: of a server, and worldwide."""

import json
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pytest

import render
from cogs.leaderboard import LeaderboardCog
from engine.game.goals import Level
from ratings.game_result import SOLO
from ratings.rating import DAY
from services.people.leaderboards import Board, BoardKey, Scope
from storage.games import Player
from storage.puzzles import PuzzleStore
from tests.storage.results.test_writing import NAMES, a_result, write
from tests.storage.tables import BOB, GUILD, KEY, NOON, VARIANTS
from tests.storage.test_puzzles import answer
from tests.support.interactions import Interaction
from tests.support.rooms import Room
from ui.controls import Control
from ui.messages.limits import Limit

COG = LeaderboardCog
OTHER = next(key for key in VARIANTS if key != KEY)
TODAY = NOON // DAY
FIRST_ID = 1_000  # of games that aren't the room's own
NOT_HERE = "This rule system isn't available."
ALWAYS = {"Post in this channel", "Season", "Ratings", "Puzzles", "Solo ladder"}  # buttons


@pytest.fixture(autouse=True)
async def text_mode(room: Room) -> None:
    """Let viewers read the lines that a picture shows to others."""
    for reader in (11, 22, *range(100, 123)):
        await room.tables.settings.change_person(reader, lambda person: replace(person, text=True))


async def many(room: Room, monkeypatch: pytest.MonkeyPatch, people: int = 23) -> None:
    """A game of this many people, the best first."""
    for user in range(100, 100 + people):
        monkeypatch.setitem(NAMES, user, f"P{user}")
    await write(room.database, a_result(FIRST_ID, *range(100, 100 + people)))


async def test_this_season_s_best_players_come_first(room: Room) -> None:
    await room.over()

    answer = await room.command("leaderboard", Interaction(BOB))

    assert answer.text.startswith("## Season 1 of 2027")
    assert "🥇 <@11> — **1 point** · 1 of 1 game won" in answer.text
    assert "🥈 <@22> — **0 points** · 0 of 1 game won" in answer.text
    assert "all systems" in answer.text
    assert not answer.is_public


async def test_ratings_are_those_of_one_system(room: Room) -> None:
    for number in range(30):
        order = [(11, 22, 33, 44), (22, 11, 44, 33), (11, 33, 22, 44)][number % 3]
        await write(room.database, a_result(FIRST_ID + number, *order, at=NOON - (30 - number) * DAY // 2))

    answer = await room.command("leaderboard", board="rating")

    assert answer.text.startswith("## Ratings")
    assert str(VARIANTS[KEY].info.name) in answer.text
    assert "🥇 <@11> — **2" in answer.text
    assert "30 games" in answer.text
    none = await room.command("leaderboard", board="rating", variant=OTHER)
    assert "Nobody is listed yet." in none.text


async def press(room: Room, answer: Interaction, label: str, asked: Interaction | None = None) -> Interaction:
    control = answer.screen.controls[label]
    return await room.tap(control.verb, None, asked, argument=control.argument)


async def test_pages_turn_and_show_the_viewer_s_place(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await many(room, monkeypatch)
    last = Player(122, "P122")

    first = await room.command("leaderboard", Interaction(last))
    second = await press(room, first, "▶", Interaction(last))
    own = await press(room, second, "My rank", Interaction(last))

    assert "You're number 23: **0 points**" in first.text
    assert "11\\. <@110>" in second.text
    assert "23\\. <@122>" in own.text
    assert "You're number" not in own.text
    assert own.screen.controls["◀"].argument == "season-all-1"


async def test_the_first_and_the_last_page_lead_no_further(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await many(room, monkeypatch, people=11)

    first = await room.command("leaderboard")
    second = await room.tap("boardon", None, argument="season-all-1")

    assert (await room.tap("boardback", None, argument="season-all-0")).text == first.text
    assert first.screen.controls["▶"] == Control("boardon", 0, 0, "season-all-1")
    assert {"▶", *ALWAYS} == set(first.screen.controls)  # the user who asks isn't on it
    assert {"◀", *ALWAYS} == set(second.screen.controls)


async def test_a_leaderboard_is_posted_for_everybody_without_buttons(room: Room) -> None:
    await room.over()
    shown = await room.command("leaderboard", Interaction(BOB))

    posted = await press(room, shown, "Post in this channel", Interaction(BOB))

    assert posted.is_public
    assert "🥇 <@11> — **1 point**" in shown.text
    assert "🥇" not in posted.text
    assert not posted.screen.controls
    assert posted.screen.called == ()
    assert posted.screen.pictures


async def test_posting_leaderboards_is_limited(room: Room) -> None:
    await room.over()
    for _ in range(Limit.SHOW.personal):
        await room.tap("boardpost", None, argument="season-all-0")

    said = await room.refused(room.tap("boardpost", None, argument="season-all-0"))

    assert said.startswith("You've asked for that several times in a minute.")


VERBS = ("board", "boardback", "boardon", "boardscope", "boardmine", "boardpost")
NO_PAGES = (
    *("", "season", "season-all-x", "wins-all-0", "season--0", "season-all--1", "season-all-1234567"),
    *("season-all-0-world", "puzzles-all-0-server", "puzzles-all-0-world-world", "puzzles-a b-0", "puzzles-all-٣"),
)


@pytest.mark.parametrize(
    ("verb", "argument"), [*((verb, "season-all") for verb in VERBS), *(("board", each) for each in NO_PAGES)]
)
async def test_an_unknown_button_of_a_leaderboard_is_refused(room: Room, verb: str, argument: str) -> None:
    said = await room.refused(room.tap(verb, None, argument=argument))

    assert said == "This button has expired. /leaderboard shows the leaderboards."


@pytest.mark.parametrize("board", list(Board))
async def test_a_removed_system_has_no_leaderboard(room: Room, board: str) -> None:
    assert await room.refused(room.command("leaderboard", board=board, variant="chess")) == NOT_HERE
    assert await room.refused(room.tap("board", None, argument=f"{board}-chess-0")) == NOT_HERE


async def test_users_who_are_not_on_a_leaderboard_have_no_place(room: Room) -> None:
    await room.over()

    for argument in ("season-all-0", f"rating-{KEY}-0", "puzzles-all-0", "puzzles-all-0-world", f"ladder-{KEY}-0"):
        said = await room.refused(room.tap("boardmine", None, Interaction(Player(99, "Di")), argument=argument))
        assert said == "You aren't on this leaderboard yet."


@pytest.mark.parametrize("page", ["1", "999999"])
async def test_a_page_behind_the_last_is_the_first(room: Room, page: str) -> None:
    await room.over()

    answer = await room.tap("board", None, argument=f"season-all-{page}")

    assert "🥇 <@11>" in answer.text


@pytest.mark.parametrize(
    "key", [BoardKey(Board.SEASON, None, 3), BoardKey(Board.LADDER, "rummi200kub", 999_999, Scope.WORLD)]
)
def test_a_key_is_read_as_it_was_written(key: BoardKey) -> None:
    assert BoardKey.read(key.write()) == key
    assert Control.read(Control("board", 0, 0, key.write()).custom_id)


# puzzles and the solo ladder

GUESTS = (55, 66, 77)  # people who aren't on this server
HOSTILE = "<@66> **x** https://x.y"


async def solved(room: Room, *people: int, guild: int | None = GUILD) -> None:
    """Solve one more puzzle for each of these people, the earlier ones in fewer tries."""
    puzzles = PuzzleStore(room.database)
    for number, user in enumerate(people):
        for wrong in range(number):
            await puzzles.tried(answer(user, TODAY, guild=guild, interaction=wrong + 1))
        await puzzles.solved(replace(answer(user, TODAY, guild=guild, interaction=0), name=f"Nickname {user}"))


async def climbed(room: Room, *people: int, guild: int = GUILD) -> None:
    """Write enough solo games for each of these people, the earlier ones with more wins."""
    for index, user in enumerate(people):
        for number in range(30):
            game = FIRST_ID * (user + 1) + number
            wins = number % (index + 2)
            placed = (user, Level.FAIR) if wins else (Level.STRONG, user)
            result = a_result(game, *placed, at=NOON - (30 - number) * DAY // 8, pool=SOLO)
            await write(room.database, replace(result, guild_id=guild))


async def named(room: Room, *people: int, name: str) -> None:
    for user in people:
        shown = partial(replace, worldwide=True, worldwide_name=name.format(user))
        await room.tables.settings.change_person(user, shown)


@pytest.fixture
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    for user in GUESTS:
        monkeypatch.setitem(NAMES, user, f"Secret {user}")


async def test_puzzles_are_those_of_the_server_unless_one_asks_for_all(room: Room) -> None:
    await solved(room, 11, 22)
    await solved(room, 66, guild=GUILD + 1)

    here = await room.command("leaderboard", board="puzzles")
    world = await press(room, here, "Worldwide")
    assert (await room.tap("boardscope", None, argument="puzzles-all-0-world")).text == world.text
    back = await press(room, world, "This server")

    assert here.text.startswith("## Puzzles\n-# solved on this server\n🥇 <@11> — **1** in 1 try · streak 1\n🥈 <@22>")
    assert "<@66>" not in here.text
    assert world.text.startswith("## Puzzles\n-# solved by all players\n🥇 **You** — **1** in 1 try")
    assert "🥇 A player — **1** in 1 try · streak 1" in world.text
    assert "🥉 A player — **1** in 2 tries" in world.text
    assert back.text == here.text
    assert (await room.command("leaderboard", board="puzzles", scope="world")).text == world.text


async def test_puzzles_come_as_a_picture_with_the_names_of_this_server(room: Room) -> None:
    await solved(room, 11, 22)
    await room.database.run("DELETE FROM guild_player WHERE user_id = 22")  # solved before names were kept

    (picture,) = (await room.command("leaderboard", board="puzzles")).screen.pictures

    assert picture.alt.splitlines() == [
        "Puzzles, solved on this server",
        "1. Nickname 11 — 1 in 1 try · streak 1",
        "2. A player — 1 in 2 tries · streak 1",
    ]


async def test_puzzles_show_a_player_s_figures_to_that_player_alone(room: Room) -> None:
    await solved(room, 11)

    mine = await room.command("leaderboard", board="puzzles")
    posted = await press(room, mine, "Post in this channel")

    assert "### Your puzzles\n**Easy**: 1 solved in 1 try; streak 1, longest 1" in mine.text
    assert {"Easy", "Medium", "Hard"} <= set(mine.screen.controls)
    assert "Your puzzles" not in posted.text
    assert not posted.screen.controls


@pytest.mark.usefixtures("_guests")
async def test_the_solo_ladder_is_worldwide_unless_one_asks_for_the_server(room: Room) -> None:
    await climbed(room, 11)
    await climbed(room, 66, guild=0)

    world = await room.command("leaderboard", board="ladder")
    here = await press(room, world, "This server")

    system = VARIANTS[KEY].info.name
    assert world.text.startswith(f"## Solo ladder\n-# {system}, all players\n🥇 ")
    assert "🥇 **You** — **1" in world.text or "🥈 **You** — **1" in world.text
    assert " A player — **1" in world.text
    assert here.text.startswith(f"## Solo ladder\n-# {system}, played on this server\n🥇 <@11> — **1")
    assert "<@66>" not in here.text


async def test_from_each_board_one_gets_to_each_other_in_its_usual_scope(room: Room) -> None:
    for board in Board:
        shown = await room.command("leaderboard", board=board.value)
        for name, start in (
            ("Season", "Season 1"),
            ("Ratings", "Ratings"),
            ("Puzzles", "Puzzles"),
            ("Solo ladder", "Solo"),
        ):
            answer = await press(room, shown, name)
            assert answer.text.startswith(f"## {start}")
            assert ("all players" in answer.text) == (name == "Solo ladder")


@pytest.mark.parametrize("board", ["season", "rating"])
async def test_a_server_s_boards_are_not_worldwide(room: Room, board: str) -> None:
    said = await room.refused(room.command("leaderboard", board=board, scope="world"))

    assert said == "Only puzzles and the solo ladder have worldwide leaderboards."


@pytest.mark.parametrize("options", [{"board": "wins"}, {"board": "puzzles", "scope": "moon"}])
async def test_a_choice_that_was_not_offered_is_refused(room: Room, options: dict[str, str]) -> None:
    said = await room.refused(room.command("leaderboard", **options))

    assert said == "This menu has changed. That choice no longer exists."


@pytest.mark.parametrize("argument", ["season-all-0", f"rating-{KEY}-0", "puzzles-all-0", f"ladder-{KEY}-0"])
async def test_outside_of_servers_there_is_no_server_leaderboard(room: Room, argument: str) -> None:
    for verb in ("board", "boardmine", "boardpost"):
        said = await room.refused(room.tap(verb, None, Interaction(guild_id=None), argument=argument))
        assert said == "This leaderboard belongs to a server. Use /leaderboard there."


@pytest.mark.parametrize(
    ("board", "scope"), [*product(Board, [Scope.SERVER]), *product([Board.PUZZLES, Board.LADDER], [Scope.WORLD])]
)
async def test_an_empty_board_says_what_it_takes_and_is_not_posted(room: Room, board: Board, scope: Scope) -> None:
    answer = await room.command("leaderboard", board=board.value, scope=scope.value)

    assert "Nobody " in answer.text
    assert not answer.screen.pictures
    assert {"My rank", "Post in this channel"}.isdisjoint(answer.screen.controls)
    said = await room.refused(room.tap("boardpost", None, argument=BoardKey(board, None, scope=scope).write()))
    assert said == "This leaderboard is empty."


@pytest.mark.parametrize("board", ["puzzles", "ladder"])
async def test_the_worldwide_board_says_how_others_see_the_reader(room: Room, board: str) -> None:
    await solved(room, 11)
    await climbed(room, 11)

    hidden = await room.command("leaderboard", board=board, scope="world")
    await named(room, 11, name="Ann_")
    shown = await room.command("leaderboard", board=board, scope="world")
    posted = await press(room, shown, "Post in this channel")
    other = await room.command("leaderboard", Interaction(BOB), board=board, scope="world")

    assert "Others don't see your name. You can show it worldwide in /settings." in hidden.text
    assert "Others see you as Ann\\_. You can hide your name in /settings." in shown.text
    assert all("🥇 **You**" in each.text for each in (hidden, shown))
    for each in (posted, other):
        assert "1. Ann_ —" in each.screen.pictures[0].alt
        assert "You" not in each.screen.pictures[0].alt
    assert "🥇 Ann\\_ —" in other.text
    assert "You" not in posted.text


HERE, THERE = (701_000_000_011, 701_000_000_022), (701_000_000_055, 701_000_000_066, 701_000_000_077)
PEOPLE = (*HERE, *THERE)


@pytest.mark.parametrize("board", ["puzzles", "ladder"])
@pytest.mark.parametrize(("viewer", "known"), [(HERE[0], ()), (THERE[2], (HERE[0], THERE[2])), (99, HERE[1:])])
async def test_a_hidden_name_never_leaks(
    room: Room, monkeypatch: pytest.MonkeyPatch, board: str, viewer: int, known: tuple[int, ...]
) -> None:
    """Nor an id: in no text, alt text, label, custom id, file name or picture, whoever looks, in private and public."""
    for user in PEOPLE:
        monkeypatch.setitem(NAMES, user, f"Secret {user % 100}")
    for people, guild in ((HERE, GUILD), (THERE, GUILD + 1)):
        await solved(room, *people, guild=guild)
        await climbed(room, *people, guild=guild)
    for user in known:
        await named(room, user, name=f"Open {user % 100}")
    drawn: list[str] = []
    real = render.leaderboard_png

    def draw(board: Any, look: Any) -> bytes:
        drawn.extend(column.write(line) for line in board.players for column in board.columns)
        return real(board, look)

    monkeypatch.setattr(render, "leaderboard_png", draw)
    by = Player(viewer, "Viewer")

    shown = await room.command("leaderboard", Interaction(by), board=board, scope="world")
    of_viewer = list(drawn)
    drawn.clear()
    posted = await press(room, shown, "Post in this channel", Interaction(by))

    for each, cells, own in ((shown, of_viewer, {viewer}), (posted, drawn, set())):
        payload = json.dumps(each.screen.view.to_components(), ensure_ascii=False)
        said = "\n".join([payload, *(f"{each.name} {each.alt}" for each in each.screen.pictures), *cells])
        assert not [user for user in PEOPLE if str(user) in said]
        assert not [word for word in ("Secret", "Nickname", "Viewer", "<@") if word in said]
        assert {f"Open {user % 100}" for user in known if user not in own} <= {*cells}
        assert cells.count("A player") == len({*PEOPLE}.difference(known, own))
        assert cells.count("You") == len(own.intersection(PEOPLE))
        assert not each.screen.called


async def test_a_name_can_be_no_mention_and_no_link(room: Room) -> None:
    await solved(room, 22)
    await named(room, 22, name=HOSTILE)

    answer = await room.command("leaderboard", board="puzzles", scope="world")

    assert "🥇 \\<@66> \\*\\*x\\*\\* https\\://x.y — **1**" in answer.text
