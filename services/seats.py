"""Who holds the seats of a table: people, computers, and computers that keep the seat of somebody who is away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.game.actions import Action, TimeUp
from engine.game.goals import Level
from engine.text.phrases import Phrase, later
from storage.games import Game, Phase, Player

LEVELS: Mapping[Level, Phrase] = {
    Level.BEGINNER: later("beginner"),
    Level.FAIR: later("fair"),
    Level.STRONG: later("strong"),
    Level.MASTER: later("master"),
}
SKILLS: Mapping[Level, Phrase] = {
    Level.BEGINNER: later("overlooks things"),
    Level.FAIR: later("sees most of what there is"),
    Level.STRONG: later("finds the best turn"),
    Level.MASTER: later("often lays nothing for long, then everything"),
}
NAMES = ("Ada", "Bix", "Cleo", "Dot", "Ezra", "Fern", "Gil", "Hope")  # more than the seats of any table
MISSED_TURNS = 2  # turns in a row without a sign of life, after which a computer keeps the seat


@dataclass(frozen=True, slots=True)
class SeatChange:
    """What can be done to one computer of a lobby: give it another level, or, where that is None, send it away."""

    name: str
    level: Level | None

    @property
    def value(self) -> str:
        """How a menu calls it."""
        return f"{self.name}-{self.level or 'away'}"


def list_changes(players: Sequence[Player]) -> list[SeatChange]:
    """All that can be done to the computers: at most 20 things for the five that find a seat."""
    return [
        SeatChange(player.name, level)
        for player in players
        if player.computer
        for level in (*Level, None)
        if level is not player.computer
    ]


def apply_change(players: Sequence[Player], change: SeatChange) -> tuple[Player, ...]:
    """The players after the change."""
    return tuple(
        replace(player, computer=change.level) if _is_changed_by(player, change) else player
        for player in players
        if change.level or not _is_changed_by(player, change)
    )


def _is_changed_by(player: Player, change: SeatChange) -> bool:
    return player.computer is not None and player.name == change.name


def with_computer(players: Sequence[Player], level: Level) -> tuple[Player, ...]:
    """The players and one computer more, whose name nobody else has."""
    taken = {player.name.casefold() for player in players}
    name = next(name for name in NAMES if name.casefold() not in taken)
    return (*players, Player(None, name, level))


def with_person(players: Sequence[Player], person: Player, most: int) -> tuple[Player, ...] | None:
    """The players and one person more: at a full table in the place of the last computer; None: there is none."""
    if len(players) < most:
        return (*players, person)
    seats = [seat for seat, player in enumerate(players) if player.computer]
    return (*players[: seats[-1]], person, *players[seats[-1] + 1 :]) if seats else None


def list_people(players: Sequence[Player]) -> list[int]:
    """The people among them, by Discord's numbers."""
    return [player.user_id for player in players if player.user_id is not None]


def list_present(game: Game) -> list[int]:
    """The seats whose people play for themselves, in a running game."""
    seats = game.state.seats if game.state else ()
    held = enumerate(zip(game.players, seats, strict=True))
    return [place for place, (player, seat) in held if player.level is None and not seat.resigned]


def list_absent(game: Game) -> list[int]:
    """The seats that a computer keeps for their people, while the game runs."""
    if game.phase is not Phase.PLAYING:
        return []
    return [seat for seat, player in enumerate(game.players) if player.away]


def find_computer_to_move(game: Game) -> tuple[int, Level] | None:
    """The seat for which a computer is to move now, and how well it plays."""
    active = sorted(game.state.active) if game.state and game.phase is Phase.PLAYING else ()
    return next(((seat, level) for seat in active if (level := game.players[seat].level)), None)


def note_presence(game: Game, action: Action) -> tuple[Player, ...]:
    """The players after an action at this game: who did something is there; who let the time run out may be away.

    A computer takes a seat for the sake of the people who are present. The last of them keeps the seat: nobody waits.
    """
    player = game.players[action.seat]
    if player.level:
        return game.players
    late = player.late + 1 if isinstance(action, TimeUp) and not action.moved else 0
    gone = late >= MISSED_TURNS and len(list_present(game)) > 1
    return _replace_player(game.players, action.seat, replace(player, late=late, away=gone))


def return_seat(game: Game, user_id: int, *, asked: bool = False) -> Game | None:
    """The game with the seat given back that a computer keeps for this user; None: there is no such seat.

    Who has left gets it back when `asked` for alone: they may still look on.
    """
    for seat in list_absent(game):
        player = game.players[seat]
        if player.user_id == user_id and (asked or not player.left):
            players = _replace_player(game.players, seat, replace(player, late=0, away=False, left=False))
            return replace(game, players=players, news=(later("{name} is back.", name=f"<@{user_id}>"),))
    return None


def hand_over_seat(game: Game, seat: int) -> Game:
    """The game with the seat in a computer's hands, as its person wants it."""
    player = game.players[seat]
    players = _replace_player(game.players, seat, replace(player, late=0, away=True, left=True, stops=False))
    gone = later("{name} has left, and a computer plays on in the seat.", name=f"<@{player.user_id}>")
    return replace(game, players=players, news=(gone,))


def appoint_host(game: Game) -> Game:
    """The game with a host who is there: the next person in the order of the seats, if there is one."""
    there = list_present_people(game)
    if game.host_id in there or not there:
        return game
    seats = [seat for seat, player in enumerate(game.players) if player.user_id == game.host_id]
    behind = [user for user in there if _find_seat(game, user) > seats[0]] if seats else []
    return replace(game, host_id=(behind or there)[0])


def list_present_people(game: Game) -> list[int]:
    """The people who sit in the lobby, or play for themselves, by Discord's numbers in the order of the seats."""
    if game.phase is not Phase.PLAYING:
        return list_people(game.players)
    return list_people([game.players[seat] for seat in list_present(game)])


def _find_seat(game: Game, user_id: int) -> int:
    return next(seat for seat, player in enumerate(game.players) if player.user_id == user_id)


def is_ending(game: Game) -> bool:
    """Has somebody who is present asked to end the game?"""
    return game.phase is Phase.PLAYING and any(game.players[seat].stops for seat in list_present(game))


def list_undecided(game: Game) -> list[int]:
    """The present seats that have not agreed to end the game."""
    return [seat for seat in list_present(game) if not game.players[seat].stops]


def agree_to_end(game: Game, seat: int) -> Game:
    """The game with this seat's agreement to end it."""
    return replace(game, players=_replace_player(game.players, seat, replace(game.players[seat], stops=True)))


def cancel_ending(game: Game) -> Game:
    """The game that is not to end: all agreements are void."""
    return replace(game, players=tuple(replace(player, stops=False) for player in game.players))


def _replace_player(players: Sequence[Player], seat: int, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def is_own(game: Game) -> bool:
    """Is this somebody's own game, with no public message?"""
    return not game.guild_id


def find_person_to_move(game: Game, seat: int) -> int | None:
    """Discord's number of who moves for the seat; None: a computer does."""
    player = game.players[seat]
    return None if player.level else player.user_id
