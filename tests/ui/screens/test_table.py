"""What stands beside a table: within Discord's limits at every table, whatever has happened there."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
import pytest

from engine.coach.replay import StoryEntry, begin_story, continue_story
from engine.game.events import DrewForOrder
from engine.game.goals import Level
from engine.game.log import Logged
from engine.game.state import GameState
from engine.game.turn_events import Played
from engine.game.variant import Variant
from engine.text.errors import GameError
from engine.text.phrases import as_is
from engine.tiles.changes import TableChange
from engine.tiles.tiles import Color, Tile
from engine.variants import load
from services.game_view import GameView, mention_player, prepare_game_view
from services.people.waiting import find_next_game, is_turn_of
from services.seats import agree_to_end
from storage.games import Game, Phase, Player
from storage.settings import Person
from tests.recorded import FILES, every_recorded_game
from tests.recorder import DEALT, read
from tests.support.limits import fits
from tests.support.panels import list_parts, list_texts
from tests.support.tables import make_game
from ui.controls import Control
from ui.screens import leaving as screens
from ui.screens import table as _screens
from ui.screens.watch import PAGE, build_followed_table, build_log_page, build_more_panel, build_unfollowed_notice
from ui.text_mode import add_text, describe_table

SYSTEMS = load()
PLACE = "x" * 130  # a server's name has up to 100 characters
LONG = 10**18  # Discord's numbers have nineteen digits


def table(state: GameState) -> Game:
    return make_game(
        state,
        id=36**6,
        **dict.fromkeys(("guild_id", "channel_id", "host_id"), LONG),
        players=tuple(Player(LONG + seat, "Ana") for seat in range(len(state.seats))),
        phase=Phase.OVER if state.outcome else Phase.PLAYING,
        news=(as_is("x" * 600),),
        version=36**3,
    )


def watched(variant: Variant[Any], state: GameState) -> GameView:
    """The table as a spectator sees it."""
    return prepare_game_view(table(state), variant, variant.view(state, None), PLACE)


def verbs(panel: discord.ui.LayoutView) -> list[str]:
    controls = [Control.read(str(getattr(item, "custom_id", ""))) for item in list_parts(panel)]
    return [each.verb for each in controls if each]


def picture() -> discord.File:
    return discord.File(BytesIO(b""), filename="table-1.png", description="x" * 1024)


@cache
def played(file: Path) -> tuple[Variant[Any], tuple[GameState, ...], tuple[Logged, ...]]:
    """Every state of a recorded game, and its log."""
    _, head, moves = read(file.read_text("utf-8"))
    variant = SYSTEMS[head.variant]
    states = [variant.setup(head.seats, head.seed, DEALT, head.options).state]
    log = []
    for move in moves:
        try:
            action = variant.read(move.seat, move.line)
            states.append(variant.apply(states[-1], action, now=DEALT + move.second).state)
        except GameError:
            continue
        log.append(Logged(DEALT + move.second, move.seat, action.line()))
    return variant, tuple(states), tuple(log)


@pytest.mark.usefixtures("any_language")
@every_recorded_game()
async def test_the_public_message_has_one_row_of_five_and_a_way_to_everything_else(file: Path) -> None:
    variant, states, _ = played(file)
    for state in states[:: max(1, len(states) // 20)]:
        if state.outcome is None:
            panel = _screens.build_table(watched(variant, state), picture())
            assert fits(panel)
            assert "more" in verbs(panel)


@every_recorded_game()
async def test_a_followed_table_shows_no_way_to_play(file: Path) -> None:
    variant, states, _ = played(file)
    for state in [states[0], states[len(states) // 2]]:
        game_view = watched(variant, state)
        panel = build_followed_table(game_view, picture(), until=2**31)
        assert fits(panel)
        assert set(verbs(panel)) == {"follow", "log", "unfollow"}
        words = describe_table(game_view.view, game_view.names)
        assert fits(add_text(panel, words))
        assert words in list_texts(panel)


@pytest.mark.parametrize("player", [Player(None, "Ada", Level.FAIR), Player(-5, "deleted-0005")])
async def test_a_player_without_an_account_is_to_move_in_one_piece_of_bold(player: Player) -> None:
    variant, states, _ = played(FILES[0])
    of, view = table(states[0]), variant.view(states[0], None)
    seats = tuple(player if seat == view.turn else each for seat, each in enumerate(of.players))
    hosted = replace(of, players=seats, host_id=player.user_id or of.host_id)
    game_view = prepare_game_view(hosted, variant, view, PLACE)
    panels = [
        _screens.build_table(game_view, picture()),
        build_followed_table(game_view, picture(), until=2**31),
        build_more_panel(game_view, Person()),
    ]

    assert all(map(fits, panels))
    assert all("<@-" not in str(panel.to_components()) for panel in panels)  # type: ignore[no-untyped-call]  # as above
    assert f"**{player.name} to play**" in str(panels[0].to_components())  # type: ignore[no-untyped-call]  # as above


@pytest.mark.usefixtures("any_language")
@every_recorded_game()
async def test_every_page_of_every_log_fits(file: Path) -> None:
    variant, states, log = played(file)
    game_view, story = (
        watched(variant, states[-1]),
        continue_story(variant, begin_story(variant, states[-1]), states[-1], log),
    )
    pages = [build_log_page(game_view, story.happened, page) for page in pages_of(len(story.happened))]

    assert all(fits(page) for page in pages)
    assert len({str(page.to_components()) for page in pages}) == len(pages)  # type: ignore[no-untyped-call]  # as above
    assert verbs(pages[0]) == ["log", "log"] if len(pages) > 1 else ["log"]
    for beyond in (-1, 99):
        latest = build_log_page(game_view, story.happened, beyond)
        assert latest.to_components() == pages[-1].to_components()  # type: ignore[no-untyped-call]  # as above


def pages_of(entries: int) -> range:
    return range((entries - 1) // PAGE + 1)


@pytest.mark.usefixtures("any_language")
async def test_a_page_of_the_longest_entries_fits() -> None:
    tiles = tuple(Tile(Color.BLACK, 13) for _ in range(60))
    rounds = tuple(tuple((seat, tiles[0]) for seat in range(6)) for _ in range(9))
    happened = [StoryEntry(2**31, (Played(0, tiles, 99, TableChange()), DrewForOrder(rounds, 3))) for _ in range(PAGE)]
    variant, states, _ = played(FILES[0])
    crowd = replace(table(states[0]), players=tuple(Player(LONG + seat, "Ana") for seat in range(6)))
    everybody = replace(watched(variant, states[0]), mentions=tuple(mention_player(crowd, seat) for seat in range(6)))

    assert fits(build_log_page(everybody, happened, 0))


@pytest.mark.usefixtures("any_language")
async def test_menus_and_questions_fit() -> None:
    for file in FILES:
        variant, states, _ = played(file)
        game_view = watched(variant, states[0])
        asked = prepare_game_view(agree_to_end(table(states[0]), 0), variant, game_view.view, PLACE)
        everything = [
            build_more_panel(game_view, Person()),
            build_more_panel(game_view, None),
            build_more_panel(game_view, None, manages=True),
            screens.build_end_for_all_question(game_view),
            screens.build_leave_menu(game_view),
            screens.build_leave_menu(game_view, counts=True, again=True),
            screens.build_resign_question(game_view),
            screens.build_end_question(asked),
            screens.build_end_alone_question(game_view),
            screens.build_agreed_notice(asked),
            build_unfollowed_notice(game_view),
        ]
        assert all(map(fits, everything))


# all one's games


class OfUser:
    """As much of the tables as `find_next_game` asks."""

    def __init__(self, games: list[Game]) -> None:
        self._games = games
        self.games = self

    async def of_user(self, _: int) -> list[Game]:
        return self._games


def mine(number: int, *, turn: int) -> Game:
    _, states, _ = played(FILES[0])
    return replace(table(replace(states[0], turn=turn)), id=number)


async def test_the_next_game_goes_round_all_that_wait() -> None:
    tables: Any = OfUser([mine(3, turn=0), mine(5, turn=1), mine(7, turn=0), mine(9, turn=0)])

    assert await visited(tables, steps=4) == [3, 7, 9, 3]
    nowhere = await find_next_game(OfUser([mine(5, turn=1)]), LONG, 0)  # type: ignore[arg-type]  # as above
    assert nowhere is None
    only = await find_next_game(OfUser([mine(3, turn=0)]), LONG, 3)  # type: ignore[arg-type]  # as above
    assert only is None


async def visited(tables: Any, steps: int) -> list[int]:  # as above
    numbers = [0]
    for _ in range(steps):
        game = await find_next_game(tables, LONG, numbers[-1])
        assert game
        numbers.append(game.id)
    return numbers[1:]


def test_a_seat_that_a_computer_keeps_waits_for_nobody() -> None:
    game = mine(3, turn=0)
    kept = replace(game, players=(replace(game.players[0], away=True), *game.players[1:]))

    assert is_turn_of(game, LONG)
    assert not is_turn_of(kept, LONG)
    assert not is_turn_of(replace(game, phase=Phase.OVER), LONG)


def test_the_leave_menu_explains_the_ways_that_apply() -> None:
    variant, states, _ = played(FILES[0])
    game_view = replace(watched(variant, states[0]), present=("@ana", "@ben"), undecided=("@ana", "@ben"))
    alone = replace(game_view, present=game_view.present[:1])
    ways = {"**Leave**", "**Resign**", "**End the game**"}

    for shown, panel in (
        (ways, screens.build_leave_menu(game_view)),
        (ways - {"**End the game**"}, screens.build_leave_menu(game_view, counts=True, is_tournament=True)),
        (ways - {"**End the game**"}, screens.build_leave_menu(alone)),
    ):
        lines = "\n".join(list_texts(panel)).splitlines()
        assert {line.partition(":")[0] for line in lines} == shown
