"""A database with something of a person in every table: games, results, settings, puzzles and tournaments."""

from dataclasses import replace

from engine.coach.puzzles import DAY, Grade, Puzzle
from engine.game.actions import Draw, Resign
from engine.game.goals import Level
from ratings.yardsticks import find_yardstick
from services.lobbies.opening import NewTable, open_lobby
from services.tournaments.rounds import sign_up, start
from storage.alive import Heartbeat
from storage.benches import BenchState
from storage.games import Game, Phase, Player
from storage.leaderboard_posts import LeaderboardPostStore
from storage.posts import name_bench, name_server, name_tournament
from storage.pseudonyms import hash_id, make_key
from storage.puzzles import PuzzleAnswer
from storage.settings import Person, RackOrder, Server
from storage.texts import TextKind
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import Entrant, Tournament, TournamentKind
from tests.storage.tables import ANN, BOB, CHANNEL, GUILD, KEY, NOON, SEED
from tests.support.rooms import Room
from tests.support.tournaments import stop_updates

CLEO, DAN = Player(330_033_003_300_330_033, "Cleopatra"), Player(440_044_004_400_440_044, "Daniela")
ME = Player(770_077_007_700_770_077, "Zenobia Quill")  # whose id and name are in nothing else
ELSEWHERE = GUILD + 5


async def fill(room: Room) -> Game:
    """Let something of everything be stored about `ME`; return a running game in which they sit.

    Tournaments aren't posted from then on, so that nothing else is stored meanwhile.
    """
    await stop_updates(room)
    await _finish_games(room)
    running = await _start(room, CHANNEL + 1, 50)
    await room.tables.make_move(running, Draw(running.state.turn if running.state else 0), None)
    await open_lobby(
        room.tables,
        NewTable(room.tables.variants[KEY], {}, (), has_chosen_clock=False, patience=0),
        ME,
        guild_id=GUILD,
        channel_id=CHANNEL + 2,
        interaction_id=60,
    )
    await _store_the_rest(room, running)
    return running


async def _start(room: Room, channel: int, interaction: int, *others: Player, guild: int = GUILD) -> Game:
    """A game of mine and Bob's, or of mine and these others."""
    table = Game(
        guild_id=guild,
        channel_id=channel,
        host_id=ME.user_id or 0,
        variant=KEY,
        options={"clock": 60, "assistance": "off"},
        players=(ME, *(others or (BOB,))),
        opened_at=NOON,
        changed_at=NOON,
    )
    lobby = await room.tables.games.open(table, interaction_id=interaction)
    state = room.tables.variant(lobby).setup(len(lobby.players), SEED, NOON, lobby.options).state
    return await room.tables.commit(replace(lobby, phase=Phase.PLAYING, state=state), None)


async def _finish_games(room: Room) -> None:
    """Rated games with three others, one of which each of us has left, and one alone against a computer."""
    for number, (others, loser) in enumerate((((BOB,), 1), ((ANN, CLEO), 0), ((BOB,), 1))):
        game = await _start(room, CHANNEL + 10 + number, 10 + number, *others)
        for seat in (game.state.turn,) if game.state else ():
            game = (await room.tables.make_move(game, Draw(seat), None)).game
        for seat in (loser, *range(1, len(game.players) - 1)):
            game = (await room.tables.make_move(game, Resign(seat), None)).game
        await room.services.end_cards.show_all(game)
    assert find_yardstick(KEY, 2, Level.FAIR)
    game = await _start(room, CHANNEL + 20, 20, Player(None, "Ada", Level.FAIR))
    await room.tables.make_move(game, Resign(0), None)


async def _store_the_rest(room: Room, running: Game) -> None:
    me, tables, last = ME.user_id or 0, room.tables, {KEY: {"clock": 60}}
    await tables.settings.change_person(
        me, lambda _: Person(order=RackOrder.NUMBER, worldwide=True, worldwide_name=ME.name, last_options=last)
    )
    await tables.settings.change_server(GUILD, lambda _: Server(threads=True, last_options=last))
    await LeaderboardPostStore(room.database).choose(GUILD, CHANNEL, NOON)
    await tables.benches.keep(running.id, 0, BenchState(color="R"))
    await tables.texts.keep(running.id, 0, running.version, "A+R6", TextKind.REFUSED)
    for owner in (name_bench(running.id, 0), name_server(GUILD), name_tournament(1)):
        await room.database.run(
            "INSERT INTO post VALUES (NULL, ?, 'purpose', ?, 9, 'nonce', '', ?)", (owner, CHANNEL + 99, NOON)
        )
    await room.database.run("INSERT INTO command_upload VALUES (5, 'hash')")
    await tables.alive.touch(Heartbeat(NOON, NOON, 1, 1))
    key = make_key()
    await room.database.run(
        'INSERT INTO deleted_today VALUES (-1, ?, ?, ?, \'{"easy":{"tries":1}}\')', (NOON // DAY, key, hash_id(key, me))
    )
    puzzle = await room.services.puzzles.store.keep(_make_puzzle())
    await room.services.puzzles.store.solved(PuzzleAnswer(me, puzzle, "x", 70, GUILD, NOON, ME.name))
    tournament = Tournament(kind=TournamentKind.SWISS, variant=KEY, options={"clock": 60})
    for player in (ME, BOB, CLEO, DAN):
        tournament = sign_up(tournament, Entrant(player.user_id or 0, player.name))
    for number, each in enumerate((tournament, start(tournament, SEED))):
        await room.services.tournaments.open(
            StoredTournament(
                guild_id=GUILD,
                channel_id=CHANNEL + 40 + number,
                thread_id=CHANNEL + 50 + number,
                organizer_id=me,
                tournament=each,
                due_at=None,
            )
        )


def _make_puzzle() -> Puzzle:
    return Puzzle(
        day=NOON // DAY,
        grade=Grade.EASY,
        table="R3 R4 R5 / B9 K9 J",
        rack="R6 R7 K1 O9",
        best=3,
        taken_apart=0,
        answer="R3 R4 R5 R6 R7 / B9 K9 J O9",
    )


async def find(room: Room, *wanted: str) -> set[tuple[str, str]]:
    """The tables and columns in which one of these texts is."""
    found = set()
    for table, rows in (await room.stored()).items():
        names = [row["name"] for row in await room.database.run(f"PRAGMA table_info({table})")]
        for row in rows:
            found |= {
                (table, name)
                for name, value in zip(names, row, strict=True)
                if any(each in str(value) for each in wanted)
            }
    return found
