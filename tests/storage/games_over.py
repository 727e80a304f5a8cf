"""Games that have ended, in whatever way, and their results."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.game.actions import Stop, Void
from engine.game.views import Outcome, Value
from engine.text.phrases import as_is
from storage.games import Game, Phase, Player
from tests.storage.tables import GUILD, KEY, NOON, VARIANTS
from tests.support.tables import make_game

ANN, BOB, CY = Player(11, "Ann"), Player(22, "Bob"), Player(33, "Cy")


def running(*players: Player, options: Mapping[str, Value] | None = None, guild: int = GUILD) -> Game:
    """A running game of the first rule system, not stored."""
    state = VARIANTS[KEY].setup(len(players), bytes(32), NOON, options or {}).state
    plain = make_game(state, guild_id=guild, host_id=players[0].user_id or 0, players=players)
    return replace(plain, options=options or {}, version=2, opened_at=NOON, changed_at=NOON)


def resigned(game: Game, *seats: int) -> Game:
    """The game after these seats resigned."""
    assert game.state
    after = [replace(each, resigned=index in seats) for index, each in enumerate(game.state.seats)]
    version = game.state.version + len(seats)
    return replace(game, state=replace(game.state, seats=tuple(after), version=version))


def ended(game: Game, places: Sequence[int]) -> Game:
    """The game after its usual end, with these places; the points are made up."""
    assert game.state
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    outcome = Outcome(winners, tuple(-10 * place for place in places), as_is("Enough."), tuple(places))
    over = replace(game.state, outcome=outcome, active=frozenset(), version=game.state.version + 1)
    return replace(game, phase=Phase.OVER, state=over)


def stopped(game: Game, *, void: bool = False) -> Game:
    """The game after it was ended early: by agreement, or as void."""
    assert game.state
    seat = next(seat for seat, each in enumerate(game.state.seats) if not each.resigned)
    action = Void(seat) if void else Stop(seat)
    state = VARIANTS[KEY].apply(game.state, action, now=NOON).state
    return replace(game, phase=Phase.OVER, state=state)
