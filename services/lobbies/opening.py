"""Opening a table: the choices of its host, and the lobby that is stored with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engine.game.goals import Level
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.errors import GameError
from engine.text.phrases import Phrase, join_with_and, later, say
from services.deadlines import PATIENCES, update_wait
from services.lobbies.lobby import require_expired, unseat
from services.options import CLOCK, HELP
from services.refusals import Refusal
from services.seats import with_computer
from services.tables import Tables
from storage.games import USUAL_PATIENCE, ChannelTaken, Game, Phase, Player, TooManyLobbies, games
from storage.games.rows import list_people
from storage.settings import Person, Server

HasLastOptions = TypeVar("HasLastOptions", Server, Person)

OWN_CLOCK = "own"
PATIENCE = "patience"  # the key of the patience among the options that are remembered
CLOCKS: Mapping[str, Phrase] = {
    "60": later("1 minute a turn"),
    "120": later("2 minutes a turn"),
    "200": later("3 min 20 s a turn"),
    "86400": later("24 hours a turn"),
    "0": later("No clock"),
    OWN_CLOCK: later("The usual clock for these rules"),
}
"""The time limits that a command offers: text for the menu, by seconds per turn as text; "0" means no limit."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A host's choices for a new table; `options` has their clock if it `has_chosen_clock`."""

    variant: Variant[Any]
    options: Mapping[str, Value]
    computers: tuple[Player, ...]
    has_chosen_clock: bool
    patience: int


async def open_own_lobby(tables: Tables, wanted: NewTable, host: Player, interaction_id: int) -> Game:
    """Store a new lobby that only its host sees, and return it. Raises: Refusal: they have a game of their own."""
    own = host.user_id or 0
    try:
        return await open_lobby(tables, wanted, host, guild_id=0, channel_id=own, interaction_id=interaction_id)
    except ChannelTaken:
        raise Refusal(say("You already have a game of your own. /table shows it, and /resign ends it.")) from None


async def open_lobby(  # noqa: PLR0913  # each is passed by name
    tables: Tables,
    wanted: NewTable,
    host: Player,
    *,
    guild_id: int,
    channel_id: int,
    interaction_id: int,
    rematch_of: int | None = None,
) -> Game:
    """Store a new lobby with the host's choices, and return it.

    For a solo game, `guild_id` is 0 and `channel_id` the host's id. `interaction_id` is the Discord interaction that
    asked for the lobby.

    Raises:
        Refusal: the host has three lobbies on this server already.
        ChannelTaken, AlreadyDone: as in `GameStore.open`.
    """
    now = tables.now()
    lobby = Game(
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.user_id or 0,
        variant=wanted.variant.info.key,
        options=wanted.options,
        players=(host, *wanted.computers),
        opened_at=now,
        changed_at=now,
        rematch_of=rematch_of,
        has_chosen_clock=wanted.has_chosen_clock,
        patience=wanted.patience,
    )
    try:
        return await tables.games.open(update_wait(lobby, now), interaction_id=interaction_id)
    except TooManyLobbies as hosted:
        raise _refuse_another(hosted.channels) from None


async def reopen_lobby(tables: Tables, game: Game, host: Player, interaction_id: int) -> Game:
    """Store a lobby that closed because nothing happened as open again, with its options and computers, and this host.

    `interaction_id` is the Discord interaction that asked for it.

    Raises:
        Refusal: it isn't such a lobby, or this host has three lobbies on its server already.
        ChannelTaken, Stale, AlreadyDone: as in `GameStore.commit`.
    """
    require_expired(game)
    now = tables.now()
    players = (host, *(each for each in game.players if each.computer))
    opened = replace(game, phase=Phase.LOBBY, host_id=host.user_id or game.host_id, players=players, news=())
    try:
        return await tables.games.reopen(update_wait(opened, now), interaction_id=interaction_id, now=now)
    except TooManyLobbies as hosted:
        raise _refuse_another(hosted.channels) from None


async def require_few_lobbies(tables: Tables, host_id: int, guild_id: int) -> None:
    """Reject another lobby of a host who has three on this server, before it's posted. Raises: Refusal."""
    hosted = await _list_hosted(tables, host_id, guild_id)
    if len(hosted) >= games.MOST_LOBBIES:
        raise _refuse_another(hosted)


async def leave_lobby(tables: Tables, game: Game, user_id: int, interaction_id: int) -> Game:
    """Store and return this lobby without the user; the next person who doesn't host three others becomes its host.

    It closes if nobody else can host it. `interaction_id` is the Discord interaction of the user who leaves. Raises: as
    in `unseat`, and AlreadyDone.
    """
    others = list_other_players(game, user_id) if game.guild_id else []
    busy = [each for each in others if len(await _list_hosted(tables, each, game.guild_id)) >= games.MOST_LOBBIES]
    return await tables.retry(game, lambda newest: tables.commit(unseat(user_id, busy, newest), interaction_id))


async def _list_hosted(tables: Tables, host_id: int, guild_id: int) -> list[int]:
    wanted = (Phase.LOBBY, host_id, guild_id)
    seated = await tables.games.of_user(host_id)
    return [each.channel_id for each in seated if (each.phase, each.host_id, each.guild_id) == wanted]


def _refuse_another(channels: Sequence[int]) -> Refusal:
    links = join_with_and([f"<#{each}>" for each in channels])
    return Refusal(say("You already host tables in {channels}. Start or leave one of them first.", channels=links))


async def find_usual_options(
    tables: Tables, guild_id: int, user_id: int, server: Server, variant: Variant[Any]
) -> tuple[dict[str, Value], int]:
    """Return the options and the patience for a new table of this rule system.

    They're those of /setup, or else the last ones used on this server, or by this user alone if `guild_id` is 0.
    Options that the rule system doesn't know anymore are left out.
    """
    key = variant.info.key
    kept = server.options if key == tables.choose_system(server) else None
    if kept is None:
        used = server if guild_id else await tables.settings.person(user_id)
        kept = used.last_options.get(key, {})
    patience = kept.get(PATIENCE)
    return (
        _keep_known(variant, kept),
        patience if isinstance(patience, int) and patience in PATIENCES else USUAL_PATIENCE,
    )


async def carry_over(
    tables: Tables, game: Game, user_id: int, server: Server, variant: Variant[Any]
) -> tuple[Mapping[str, Value], int]:
    """Return the options and the patience with which this game's people can play another rule system.

    Its clock and help stay if the other system knows them; the rest is as for a new table.
    """
    usual, _ = await find_usual_options(tables, game.guild_id, user_id, server, variant)
    kept = {key: game.options[key] for key in (CLOCK, HELP) if key in game.options}
    both = {**usual, **_keep_known(variant, kept)}
    return both if _is_known(variant, both) else usual, game.patience


async def remember_options(tables: Tables, game: Game) -> None:
    """Store the options and the patience of this lobby for the next tables of its server, or of its player alone."""

    def remember(settings: HasLastOptions) -> HasLastOptions:
        kept = {**game.options, PATIENCE: game.patience}
        return replace(settings, last_options={**settings.last_options, game.variant: kept})

    if game.guild_id:
        await tables.settings.change_server(game.guild_id, remember)
    else:
        await tables.settings.change_person(game.host_id, remember)


def _keep_known(variant: Variant[Any], options: Mapping[str, Value]) -> dict[str, Value]:
    return {key: value for key, value in options.items() if _is_known(variant, {key: value})}


def _is_known(variant: Variant[Any], options: Mapping[str, Value]) -> bool:
    try:
        variant.chosen(options)
    except GameError:
        return False
    return True


def with_clock(options: Mapping[str, Value], clock: str | None) -> Mapping[str, Value]:
    """Return the options with this clock, an untrusted key of `CLOCKS` or None for no change. Raises: Refusal."""
    if clock is None:
        return options
    if clock not in CLOCKS:
        raise Refusal(say("There's no such clock."))
    others = {key: value for key, value in options.items() if key != CLOCK}
    return others if clock == OWN_CLOCK else {**others, CLOCK: int(clock)}


def seat_computers(host: Player, count: int, level: str | None) -> tuple[Player, ...]:
    """Return `count` computers to play with the host, with different names. Raises: Refusal if there's no such level.

    `level` is a level's value, such as `strong`, from untrusted input; None means fair.
    """
    if level not in {None, *Level}:
        raise Refusal(say("There's no such level."))
    players: tuple[Player, ...] = (host,)
    for _ in range(count):
        players = with_computer(players, Level(level or Level.FAIR))
    return players[1:]


def explain_open_table(game: Game) -> str:
    """Return the sentence that says why no second table can open in this table's channel."""
    if game.phase is Phase.PLAYING:
        return say("This channel already has a game. /table shows it. Use another channel or a thread.")
    return say("This channel already has an open table. /table shows it. Use another channel or a thread.")


def list_other_players(game: Game, user_id: int) -> list[int]:
    """Return the Discord user ids of the people in a game, in seat order, except this user's."""
    return [each for each in list_people(game.players) if each != user_id]
