"""What a user reads of what just happened: everything since their own last move, in words to them."""

from dataclasses import replace

from engine.game.events import Event
from engine.game.goals import Level
from engine.game.turn_events import Drew, RanOutOfTime
from engine.text.phrases import Phrase, as_is, later
from services.game_view import describe_move, follows_own_action, prepare_game_view, write_news
from storage.games import Game, Player
from tests.positions import position
from tests.storage.tables import ANN, BOB, VARIANTS
from tests.support.tables import make_game

ADA = Player(None, "Ada", Level.STRONG)
LATE, DREW = RanOutOfTime(0, 1, 3), Drew(1, 1, 16)


def game(*news: Phrase, players: tuple[Player, ...] = (ANN, ADA)) -> Game:
    """A game after a draw of seat 0: its last tile is new."""
    where = position("classic", racks=["R1 R2", *["o1"] * (len(players) - 1)], pool="k1 r8").draw(0)
    return make_game(where.state, players=players, news=news)


def tell(of: Game, *moves: tuple[int, Event], seat: int | None) -> list[str]:
    """What a viewer reads after these moves."""
    happened = replace(of, news=(*of.news, *(describe_move(of, mover, (event,)) for mover, event in moves)))
    variant = VARIANTS["classic"]
    return [str(each.full) for each in prepare_game_view(happened, variant, variant.view(of.state, seat), "").news]


def test_a_player_reads_which_tile_they_drew_and_nobody_else_does() -> None:
    moves = ((0, LATE), (1, DREW))

    assert tell(game(), *moves, seat=0) == ["Time ran out: you drew R8.", "**Ada** drew 1 tile and holds 16."]
    for other in (1, None):
        assert "R8" not in " ".join(tell(game(), *moves, seat=other))


def test_a_tile_is_not_named_once_it_is_no_longer_the_new_one() -> None:
    before = game()
    assert before.state
    seats = tuple(replace(each, fresh=0) for each in before.state.seats)

    assert tell(replace(before, state=replace(before.state, seats=seats)), (0, LATE), seat=0) == [
        "Time ran out: you drew 1 tile."
    ]


def test_a_player_reads_everything_since_their_own_last_move() -> None:
    moves = ((1, Drew(1, 1, 3)), (0, Drew(0, 1, 4)), (1, Drew(1, 2, 5)), (2, Drew(2, 1, 6)))
    people = game(players=(ANN, BOB, ADA))

    assert tell(people, *moves, seat=0) == [
        "You drew R8.",
        "<@22> drew 2 tiles and holds 5.",
        "**Ada** drew 1 tile and holds 6.",
    ]
    assert tell(people, *moves, seat=1)[0] == "You drew 2 tiles."
    assert tell(people, *moves, seat=None) == ["<@22> drew 2 tiles and holds 5.", "**Ada** drew 1 tile and holds 6."]


def test_sentences_of_older_games_stay_readable() -> None:
    old = game(later("{name} laid {tiles}.", name="<@11>", tiles="R1 R2 R3"), as_is("Something."))

    assert tell(old, seat=0) == tell(old, seat=None) == ["<@11> laid R1 R2 R3.", "Something."]
    assert write_news(old) == "<@11> laid R1 R2 R3.\nSomething."


def with_moves(of: Game, *movers: int) -> Game:
    """The game after draws of these seats."""
    return replace(of, news=(*of.news, *(describe_move(of, mover, (Drew(mover, 1, 3),)) for mover in movers)))


def test_a_turn_follows_the_player_s_own_action_if_only_computers_have_moved_since() -> None:
    alone, people = game(), game(players=(ANN, BOB, ADA))

    assert follows_own_action(alone, 0)  # who plays alone has started the game
    assert follows_own_action(with_moves(alone, 1), 0)
    assert follows_own_action(with_moves(people, 1, 0, 2), 0)
    assert not follows_own_action(with_moves(people, 1), 0)
    assert not follows_own_action(with_moves(people, 0, 1, 2), 0)
    assert not follows_own_action(people, 0)


def test_a_turn_after_a_timeout_follows_no_action_of_the_player() -> None:
    late = with_moves(game(players=(replace(ANN, missed_turns=1), ADA)), 0, 1)

    assert not follows_own_action(late, 0)


def test_a_turn_that_follows_a_computer_in_a_person_s_seat_follows_no_action_of_that_person() -> None:
    people = with_moves(game(players=(ANN, replace(BOB, away=True))), 0, 1)

    assert follows_own_action(people, 0)
    assert not follows_own_action(people, 1)


def test_the_public_news_of_a_round_that_ended_is_a_card_with_the_winner_points_and_totals() -> None:
    after = position("packkub", table="SN SA S2", racks=["S3", "M5 C5 A4"]).play(0, "a+s3")
    of = make_game(after.state, players=(ANN, BOB))
    happened = replace(of, news=(describe_move(of, 0, after.events),))

    lines, words = (
        str(prepare_game_view(happened, after.system, after.view(seat), "").news[0].full) for seat in (None, 1)
    )

    assert lines.splitlines()[:4] == [
        "## <@11> wins",
        "-# Round 1 of 4 · The lowest total wins.",
        "<@11> **+0**, 0 in total",
        "<@22> **+3**, 3 in total",
    ]
    assert "Totals: <@11> 0, <@22> 3. The lowest total wins. Round 2 of 4 begins." in words
