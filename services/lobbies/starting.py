"""Starting the game of a lobby: who may, with which options, and with computers for missing players."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.game.goals import Level
from engine.game.variant import Variant
from engine.game.views import Assistance
from engine.text.phrases import Phrase, join_with_and, later, say, say_many
from services.deadlines import begin_turn
from services.ending import is_alone, is_for_ladder
from services.game_view import describe_events
from services.lobbies.lobby import choose_starting_options, require_open_lobby
from services.refusals import Refusal, Remedy, RemedyKind, require_seat
from services.seats import with_computer
from services.tables import Tables
from storage.games import Game, Phase, TooManyForLadder
from storage.games.rows import list_people
from storage.pseudonyms import mention

_PATIENCE = 5 * 60  # seconds after which anyone may start for an absent host


async def start_game(tables: Tables, game: Game, user_id: int, interaction_id: int | None) -> Game:
    """Deal the tiles for the players in this lobby; store, announce and return the running game.

    `interaction_id` is the Discord interaction that asked for it, None if that has stored a change already.

    Raises:
        Refusal: the lobby isn't open, this user may not start it yet, players are missing, or it's one game too many
            for the solo ladder.
        WrongPlayerCount: there are too many players.
    """
    require_open_lobby(game)
    opens_to_all = game.opened_at + _PATIENCE
    if user_id != game.host_id and tables.now() < opens_to_all:
        host, when = mention(game.host_id), f"<t:{opens_to_all}:R>"
        raise Refusal(
            say("Only the host, {name}, can start the game now. Anyone else can start it {when}.", name=host, when=when)
        )
    if missing := _count_missing(game, tables.variant(game)):
        can_fill = user_id in list_people(game.players)
        raise Refusal(
            say_many("You need at least {count} more player.", "You need at least {count} more players.", missing),
            find_filling(tables, game) if can_fill else None,
        )
    try:
        return await tables.commit(deal(tables, game), interaction_id)
    except TooManyForLadder as running:
        places = [say("your own game") if each.is_solo else f"<#{each.channel_id}>" for each in running.games]
        raise Refusal(
            say(
                "You already have 3 games running that count for the solo ladder: {places}. Finish one first.",
                places=join_with_and(places),
            )
        ) from None


def deal(tables: Tables, game: Game) -> Game:
    """Return a lobby as the running game that begins now, not stored yet. Raises: WrongPlayerCount."""
    options = choose_starting_options(game)
    host = next((seat for seat, player in enumerate(game.players) if player.user_id == game.host_id), 0)
    game = replace(game, players=(*game.players[host:], *game.players[:host]))  # the host has seat 0 (PK-2)
    step = tables.variant(game).setup(len(game.players), tables.seed(), tables.now(), options)
    dealt = replace(game, state=step.state, phase=Phase.PLAYING)
    news = (describe_events(game, step.events), *_explain_ladder(dealt, tables.variant(game)))
    return begin_turn(replace(dealt, news=news))


def _explain_ladder(game: Game, variant: Variant[Any]) -> Iterator[Phrase]:
    """Yield whether a person's game against computers counts for the solo ladder, unless house rules decide that."""
    if is_for_ladder(game, variant):
        yield later("This game counts for the solo ladder.")
    elif is_alone(game) and variant.view(game.state, None).assistance is not Assistance.OFF:
        yield later("Only games without help count for the solo ladder.")


async def fill_and_start(tables: Tables, game: Game, user_id: int, interaction_id: int | None) -> Game:
    """Seat as many computers as a lobby needs, and start it as `start_game` does. Raises: Refusal if it needs none."""
    require_open_lobby(game)
    require_seat(game, user_id)
    missing = _count_missing(game, tables.variant(game))
    if not missing:
        raise Refusal(say("Enough players are here now. Tap **Start** to begin."))
    players = game.players
    usual = next((each.computer for each in reversed(players) if each.computer), Level.FAIR)
    for _ in range(missing):
        players = with_computer(players, usual)
    return await start_game(tables, replace(game, players=players), user_id, interaction_id)


def find_filling(tables: Tables, game: Game) -> Remedy | None:
    """Return the offer to add the computers that a lobby needs and start it; None if it needs none."""
    missing = _count_missing(game, tables.variant(game))
    return Remedy(RemedyKind.FILL, game, missing) if missing else None


def _count_missing(game: Game, variant: Variant[Any]) -> int:
    return max(0, variant.seats(game.options)[0] - len(game.players))
