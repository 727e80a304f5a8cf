"""A channel with a table in each state, and people in each role, to ask every command and tap of."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.game.actions import Draw, Resign
from services.lobbies.lobby import expire_lobby
from services.patience import update_wait
from services.tournaments.rounds import sign_up, start
from storage.database import open_database
from storage.games import Game, Phase, Player
from storage.texts import TextKind
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import Entrant, Tournament, TournamentKind
from tests.positions import position
from tests.soak.asking.asks import Ask
from tests.soak.fuzzing.open_bot import OpenBot, keep_puzzles
from tests.storage.tables import ANN, BOB, CHANNEL, GUILD, KEY, NOON, SEED, VARIANTS, a_lobby, url
from tests.support.interactions import PRIVATE, Interaction

CLEO = Player(33, "Cleo")
ROLES = {  # Bob is to move
    "host": ANN,
    "to move": BOB,
    "other": CLEO,
    "stranger": Player(55, "Stranger"),
    "manager": Player(66, "Manager"),
}
STATES = ("none", "lobby", "playing", "claims", "over", "closed")  # "claims": a running game with claims
PLAYERS = (ANN, BOB, CLEO, Player(44, "Dan"))  # of the tournaments
ARENAS = 8_000  # the channel of the first tournament; the other's is the next one
NUMBER = 77_000  # of every interaction
RACKS = ("O2 O3 O4", "R6 B9 K1 R10", "B12 O12")
TABLE = "R3 R4 R5 / B6 K6 O6"


@dataclass(frozen=True)
class Cell:
    """Somebody in a role, in the channel whose table is in a state."""

    role: str
    state: str

    @property
    def channel(self) -> int:
        return CHANNEL + STATES.index(self.state)

    def ask(self) -> Interaction:
        """Return the interaction; a tap is on this person's own message."""
        manages = self.role == "manager"
        return Interaction(ROLES[self.role], PRIVATE, channel_id=self.channel, manages=manages, id=NUMBER)

    async def find_game(self, bot: OpenBot) -> Game | None:
        """Return the channel's game, also one that has ended."""
        rows = await bot.database.run("SELECT id FROM game WHERE channel_id = ? ORDER BY id DESC", (self.channel,))
        return await bot.tables.games.get(rows[0]["id"]) if rows else None

    async def send(self, bot: OpenBot, ask: Ask, asked: Interaction) -> None:
        """Ask this here. Raises: whatever the bot refuses it with."""
        await ask.send(bot, asked, await self.find_game(bot))


def _bring(lobby: Game, state: str) -> Game:
    """Return a table that was a lobby of the host's, in this state."""
    match state:
        case "lobby":
            return replace(lobby, players=(ANN, BOB, CLEO), options={"clock": 0})
        case "closed":
            return expire_lobby(update_wait(lobby, NOON))
        case "claims":
            return _deal(lobby, "rummi200kub")
        case "over":
            dealt = VARIANTS[KEY].setup(3, SEED, NOON, {"clock": 0}).state
            return replace(lobby, options={"clock": 0}, players=(ANN, BOB, CLEO), phase=Phase.PLAYING, state=dealt)
        case _:
            return _deal(lobby, "classic", options={"assistance": "full"})


def _deal(lobby: Game, key: str, **more: Any) -> Game:
    laid = position(key, racks=RACKS, table=TABLE, turn=1, **more).state
    state, players = replace(laid, deadline=None), (ANN, BOB, CLEO)
    return replace(lobby, variant=key, options=laid.options, players=players, phase=Phase.PLAYING, state=state)


async def lay_out(path: Path) -> None:
    """Store a table in each state; the player to move has a draft, a refused play and a turn that was found.

    Store two tournaments, too: one that hasn't started, and one in its first round.
    """
    async with open_database(url(path)) as database:
        bot = OpenBot(database)
        games = bot.tables.games
        for number, state in enumerate(STATES[1:], 1):
            lobby = await a_lobby(games, channel=CHANNEL + number, interaction=number)
            await games.commit(_bring(lobby, state), interaction_id=None, now=NOON)
        await _prepare(bot)
        await _end(bot)
        await _open_tournaments(bot)
        await keep_puzzles(bot.services.puzzles.store)
        await bot.close()


async def _prepare(bot: OpenBot) -> None:
    """Let the player to move put R6 to set A, and write a play that is refused."""
    cell = Cell("to move", "playing")
    game = await cell.find_game(bot)
    assert game
    await bot.tap(replace(cell.ask(), id=1), f"rk:pick:{game.id}:{game.version}:0", ["R6"])
    for kind, text in {TextKind.REFUSED: "A+B9", TextKind.FOUND: "play A+R6"}.items():
        await bot.tables.texts.keep(game.id, 1, game.version, text, kind)


async def _open_tournaments(bot: OpenBot) -> None:
    """Open two tournaments of the host's, for which everybody at the tables has signed up."""
    tournament = Tournament(kind=TournamentKind.SWISS, variant=KEY, options={"clock": 60})
    for player in PLAYERS:
        tournament = sign_up(tournament, Entrant(player.user_id or 0, player.name))
    for number, each in enumerate((tournament, start(tournament, SEED))):
        await bot.services.tournaments.open(
            StoredTournament(
                guild_id=GUILD,
                channel_id=ARENAS + number,
                thread_id=ARENAS + 10 + number,
                organizer_id=ANN.user_id or 0,
                tournament=each,
                due_at=None,
            )
        )


async def _end(bot: OpenBot) -> None:
    """Let everybody draw, and all but the host resign."""
    game = await Cell("host", "over").find_game(bot)
    assert game
    for _ in ROLES:
        assert game.state
        game = (await bot.tables.make_move(game, Draw(game.state.turn), None)).game
    for seat in (1, 2):
        game = (await bot.tables.make_move(game, Resign(seat), None)).game
    assert game.phase is Phase.OVER
