"""The seats of a table: people, computers, and computers that hold the seats of absent people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from engine.game.actions import Action, TimeUp
from engine.game.events import Event
from engine.game.goals import Level
from engine.text.phrases import Phrase, later
from storage.games import Game, Phase, Player
from storage.pseudonyms import mention

LEVELS: Mapping[Level, Phrase] = {
    Level.BEGINNER: later("beginner"),
    Level.FAIR: later("fair"),
    Level.STRONG: later("strong"),
    Level.EXPERT: later("expert"),
    Level.EAGER: later("eager"),
    Level.MASTER: later("master"),
}
SKILLS: Mapping[Level, Phrase] = {
    Level.BEGINNER: later("overlooks plays"),
    Level.FAIR: later("sees most plays"),
    Level.STRONG: later("finds the best play"),
    Level.EXPERT: later("plays like a master, with a few lapses"),
    Level.EAGER: later("about as strong as a master, but plays its tiles early"),
    Level.MASTER: later("holds tiles back, then plays them all at once"),
}
NAMES = ("Ada", "Bix", "Cleo", "Dot", "Ezra", "Fern", "Gil", "Hope")  # more than any table has seats
MOST_LEAVES = 1  # of a game that counts, after which a player gets the seat back
MISSED_TURNS = 2  # timed-out turns in a row without any activity, after which a computer takes over


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change to the computer with this name in a lobby: another level, or its removal if `level` is None."""

    name: str
    level: Level | None

    @property
    def value(self) -> str:
        """The value of this change in a Discord menu, such as `Ada-strong`, or `Ada-away` for a removal."""
        return f"{self.name}-{self.level or 'away'}"


def write_addition(level: Level) -> str:
    """Return the value in a Discord menu that adds a computer of this level, such as `add-strong`."""
    return f"add-{level}"


def list_changes(players: Sequence[Player]) -> list[SeatChange]:
    """Return every possible change to the computers among these players: at most 30, for five computers."""
    return [
        SeatChange(player.name, level)
        for player in players
        if player.computer
        for level in (*Level, None)
        if level is not player.computer
    ]


def apply_change(players: Sequence[Player], change: SeatChange) -> tuple[Player, ...]:
    """Return the players after a change of one computer's level, or without that computer."""
    return tuple(
        replace(player, computer=change.level) if _is_changed_by(player, change) else player
        for player in players
        if change.level or not _is_changed_by(player, change)
    )


def _is_changed_by(player: Player, change: SeatChange) -> bool:
    return player.computer is not None and player.name == change.name


def with_computer(players: Sequence[Player], level: Level) -> tuple[Player, ...]:
    """Return the players and one more computer, with a name that nobody else has."""
    taken = {player.name.casefold() for player in players}
    name = next(name for name in NAMES if name.casefold() not in taken)
    return (*players, Player(None, name, level))


def drop_computers(players: Sequence[Player], most: int) -> tuple[Player, ...]:
    """Return the players without the last computers for which `most` seats have no room; people stay."""
    extra = max(0, len(players) - most)
    leaving = [player for player in players if player.computer][-extra:] if extra else []
    return tuple(player for player in players if player not in leaving)


def with_person(players: Sequence[Player], person: Player, most: int) -> tuple[Player, ...] | None:
    """Return the players and one more person, in place of the last computer if all `most` seats are taken, or None."""
    if len(players) < most:
        return (*players, person)
    seats = [seat for seat, player in enumerate(players) if player.computer]
    return (*players[: seats[-1]], person, *players[seats[-1] + 1 :]) if seats else None


def note_presence(game: Game, action: Action) -> tuple[Player, ...]:
    """Return the game's players after an action: its player is now present, or away after too many missed turns.

    A person becomes away after `MISSED_TURNS` turns in a row that ended by the clock without any activity, but not the
    last person present. Any other action resets the count. Whoever takes a turn without having agreed to end the game
    plays on, which cancels a vote on that.
    """
    player = game.players[action.seat]
    if player.level:
        return game.players
    if game.is_ending and not player.agrees_to_end and not isinstance(action, TimeUp):
        return note_presence(cancel_ending(game), action)
    missed = player.missed_turns + 1 if isinstance(action, TimeUp) and not action.moved else 0
    gone = missed >= MISSED_TURNS and len(game.list_present()) > 1
    return replace_player(game.players, action.seat, replace(player, missed_turns=missed, away=gone))


def note_plays(players: Sequence[Player], seat: int, held: int, events: Sequence[Event]) -> tuple[Player, ...]:
    """Return the players after a move of this seat's, which had `held` tiles; the best plays of people are noted.

    These are the most valuable first play, and the largest play that emptied the rack.
    """
    player = players[seat]
    if player.level:
        return tuple(players)
    opening = max(player.opening, *(event.opening_points for event in events), 0)
    played = sum(event.tiles_played for event in events)
    finish = max(player.largest_finish, played) if played == held else player.largest_finish
    best = replace(player, opening=opening, largest_finish=finish)
    return tuple(players) if best == player else replace_player(players, seat, best)


def return_seat(game: Game, user_id: int, *, asked: bool = False) -> Game | None:
    """Return the game with this user's seat taken back from a computer; None if nothing changes.

    A user who left on purpose gets the seat back only if they `asked` for it, because they may just be watching. While
    they have to wait for it, the game only notes that.
    """
    for seat in game.list_absent():
        player = game.players[seat]
        if player.user_id != user_id or not (asked or not player.left):
            continue
        if not must_wait(game, seat):
            return _give_back(game, seat)
        if can_return(player) and not player.wants_back:
            return replace(game, players=replace_player(game.players, seat, replace(player, wants_back=True)))
    return None


def return_waiting(game: Game) -> Game:
    """Return the game with the seats given back whose players have asked for them and needn't wait anymore.

    A player whose data was deleted meanwhile doesn't come back.
    """
    for seat in game.list_absent():
        player = game.players[seat]
        if player.wants_back and (player.user_id or 0) > 0 and not must_wait(game, seat):
            game = _give_back(game, seat)
    return game


def can_return(player: Player) -> bool:
    """Return whether a player for whom a computer plays gets the seat back in this game, now or later."""
    return player.leaves <= MOST_LEAVES


def must_wait(game: Game, seat: int) -> bool:
    """Return whether the seat's player, for whom a computer plays, doesn't get the seat back in this turn."""
    player, state = game.players[seat], game.state
    return not can_return(player) or (state is not None and state.turns < player.back_from)


def _give_back(game: Game, seat: int) -> Game:
    player = replace(game.players[seat], missed_turns=0, away=False, left=False, back_from=0, wants_back=False)
    said = later("{name} is back.", name=mention(player.user_id or 0))
    return replace(game, players=replace_player(game.players, seat, player), news=(*game.news, said))


def hand_over_seat(game: Game, seat: int, *, counts: bool = False) -> Game:
    """Return the game with the seat given to a computer, because its player has left.

    If the game `counts`, in a rating or a tournament, the computer keeps the seat for a whole round, and when its
    player leaves again, to the end: nobody lets it play just their difficult turns.
    """
    player, state = game.players[seat], game.state
    gone = later("{name} left. A computer plays for them.", name=mention(player.user_id or 0))
    if counts and state is not None:
        round_end = state.turns + sum(not each.resigned for each in state.seats)
        player = replace(player, leaves=player.leaves + 1, back_from=round_end)
        game = replace(game, players=replace_player(game.players, seat, player))
    return _give_to_computer(game, seat, gone, left=True)


def replace_absent(game: Game, seat: int) -> Game:
    """Return the game with the seat given to a computer until its player shows up, because they don't play."""
    away = later("{name} is away. A computer plays for them.", name=mention(game.players[seat].user_id or 0))
    return _give_to_computer(game, seat, away, left=False)


def _give_to_computer(game: Game, seat: int, news: Phrase, *, left: bool) -> Game:
    player = replace(game.players[seat], missed_turns=0, away=True, left=left, agrees_to_end=False)
    return replace(game, players=replace_player(game.players, seat, player), news=(*game.news, news))


def appoint_host(game: Game) -> Game:
    """Return the game with a present host: its own, or the next present person in seat order, if anybody is present."""
    there = game.list_present_people()
    if game.host_id in there or not there:
        return game
    seats = [seat for seat, player in enumerate(game.players) if player.user_id == game.host_id]
    behind = [user for user in there if game.find_seat(user) > seats[0]] if seats else []
    return replace(game, host_id=(behind or there)[0])


class Standing(Enum):
    """A user's part in a game: it's waiting for their move, or they wait for others' moves.

    `REPLACED`: a computer plays for them until they show up. `OUT`: they have left or resigned, or it isn't running.
    """

    TO_MOVE = auto()
    WAITING = auto()
    REPLACED = auto()
    OUT = auto()


def find_standing(game: Game, user_id: int) -> Standing:
    """Return the user's part in this game; somebody without a seat just waits."""
    if game.phase is not Phase.PLAYING or game.state is None or user_id in game.list_gone_people():
        return Standing.OUT
    if any(player.user_id == user_id and player.away for player in game.players):
        return Standing.REPLACED
    return Standing.TO_MOVE if game.players[game.state.turn].user_id == user_id else Standing.WAITING


def agree_to_end(game: Game, seat: int) -> Game:
    """Return the game in which this seat's player agrees to end it."""
    return replace(game, players=replace_player(game.players, seat, replace(game.players[seat], agrees_to_end=True)))


def refuse_ending(game: Game, user_id: int) -> Game:
    """Return the game in which no player agrees to end it anymore, because this user plays on; the news say so."""
    said = later("{name} chose to play on, so the game continues.", name=mention(user_id))
    return replace(cancel_ending(game), news=(*game.news, said))


def cancel_ending(game: Game) -> Game:
    """Return the game in which no player agrees to end it anymore."""
    return replace(game, players=tuple(replace(player, agrees_to_end=False) for player in game.players))


def replace_player(players: Sequence[Player], seat: int, player: Player) -> tuple[Player, ...]:
    """Return the players with another one in this seat."""
    return (*players[:seat], player, *players[seat + 1 :])
