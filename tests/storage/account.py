"""Everything that a database holds, in notation: the same text, whichever version of the bot reads it.

It names every field that it reads, so that a renamed one is noticed here. It has to run in a30b7eb, which wrote
`a30b7eb/account.json` with it (there, only the imports and the place of claims were others), and in today's tree.
"""

from typing import Any

from engine.coach.puzzles import Grade
from engine.coach.replay import replay_turns
from engine.game.bench_keys import write
from engine.game.variant import Variant
from engine.game.views import View
from engine.grid.view import GridView
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.text.errors import GameError
from engine.tiles.notation import write_tiles
from engine.variants import load
from render.text.end_text import rank_seats
from storage.alive import HeartbeatStore
from storage.benches import BenchState, BenchStore
from storage.boards import PublicMessageStore
from storage.database import Database
from storage.games import Game, GameStore, Player
from storage.puzzles import PuzzleStore
from storage.results.puzzle_scores import PuzzleScoreStore
from storage.settings import SettingsStore
from storage.texts import TextKind, TextStore

Json = dict[str, Any]
VARIANTS = load()


async def account(database: Database, now: int) -> Json:
    """Return everything that is stored, as it stands at `now`, in seconds since the epoch."""
    games = GameStore(database, VARIANTS)
    ids = [row["id"] for row in await database.run("SELECT id FROM game ORDER BY id")]
    return {
        "games": {str(each): await _game(database, games, each) for each in ids},
        "clocks": {
            "alive": await HeartbeatStore(database).last(),
            "deadline": await games.next_deadline(),
            "due": [each.id for each in await games.due(now)],
            "reminder": await games.next_reminder(),
            "to remind": [each.id for each in await games.to_remind(now)],
            "with computers": [each.id for each in await games.with_computers()],
            "open": await games.running(),
            "outdated boards": sorted(await PublicMessageStore(database).stale()),
        },
        "people": await _people(database, games, now // 86_400),
        "servers": await _servers(database, now // 86_400),
        "puzzles": await _puzzles(database),
        "menus": {key: _menus(variant) for key, variant in VARIANTS.items()},
    }


def _menus(variant: Variant[Any]) -> Json:
    """Return what the numbers in a host's menus mean: nothing of it is stored, but posted menus count on it."""
    options = {option.key: [choice.value for choice in option.choices] for option in variant.options}
    return {"options": options, "presets": [dict(preset.options) for preset in variant.presets]}


# games


async def _game(database: Database, games: GameStore, game_id: int) -> Json:
    game = await games.get(game_id)
    assert game
    variant = VARIANTS[game.variant]
    return {
        "system": game.variant,
        "server": game.guild_id,
        "channel": game.channel_id,
        "host": game.host_id,
        "phase": game.phase.value,
        "version": game.version,
        "opened": game.opened_at,
        "changed": game.changed_at,
        "remind": game.remind_at,
        "rated": _was_rated(game),
        "options": dict(game.options),
        "chosen": variant.chosen(game.options),
        "players": [_player(each) for each in game.players],
        "news": [str(each) for each in game.news],
        "hidden": _hidden(game),
        "views": _views(variant, game) if game.state else {},
        "benches": [await _bench(database, variant, game, seat) for seat in range(len(game.players)) if game.state],
        "texts": [await _texts(database, game_id, seat) for seat in range(len(game.players))],
        "board": await _board(database, game_id),
        "log": [f"{each.at} {each.seat} {each.line}" for each in await games.log(game_id)],
        "replay": await replay(games, game) if game.phase.value == "over" else [],
    }


def _player(player: Player) -> Json:
    computer, level = player.computer and player.computer.value, player.level and player.level.value
    held = {"id": player.user_id, "name": player.name, "computer": computer, "level": level}
    return held | {"late": player.late, "away": player.away, "left": player.left, "stops": player.stops}


def _hidden(game: Game) -> Json:
    """Return what no view shows."""
    state = game.state
    if state is None:
        return {}
    return {
        "seed": state.seed.hex(),
        "pool": write_tiles(state.pool),
        "active": sorted(state.active),
        "now": state.now,
        "version": state.version,
        "options": dict(state.options),
    }


def _views(variant: Variant[Any], game: Game) -> Json:
    """Return what everybody may see, and what each seat sees otherwise."""
    public = view(variant.view(game.state, None))
    seats = {str(seat): view(variant.view(game.state, seat)) for seat in range(len(game.players))}
    return {"public": public} | {
        seat: {key: value for key, value in seen.items() if value != public[key]} for seat, seen in seats.items()
    }


def view(seen: View) -> Json:
    """Return what a seat may see."""
    rack, outcome = seen.rack, seen.outcome
    return {
        "you": seen.you,
        "table": seen.written,
        "rack": rack and {"tiles": write_tiles(rack.tiles), "fresh": rack.fresh, "points": rack.points},
        "seats": [
            [each.tiles, each.opened, each.resigned, each.score, None if each.rack is None else write_tiles(each.rack)]
            for each in seen.seats
        ],
        "turn": [seen.turn, seen.turns, seen.version, seen.deadline],
        "may": [seen.pool, seen.may_draw, seen.may_pass, seen.assistance.value],
        "offers": [each.line for each in seen.offers],
        "claimable": [
            [each.label, each.tiles, each.value, each.total, each.holder, each.locks, each.wins]
            for each in seen.claimable
        ],
        "outcome": outcome
        and [list(outcome.winners), list(outcome.scores), str(outcome.reason), list(rank_seats(seen))],
        "board": _table(seen) if isinstance(seen, TableView) else _grid(seen),
    }


def _table(seen: TableView) -> Json:
    lying, target = (seen.claims, seen.target) if isinstance(seen, ClaimView) else ((), None)
    claims = [[each.label, each.seat, each.value, each.times] for each in lying]
    labels = [each.label for each in seen.table]
    match = [seen.game, seen.games, seen.part.value, seen.skin.value, target]
    return {"labels": labels, "claims": claims, "match": match}


def _grid(seen: View) -> Json:
    assert isinstance(seen, GridView)
    return {
        "size": seen.size,
        "blocks": [list(each) for each in seen.blocks],
        "barred": list(seen.barred),
        "intersections": list(seen.intersections),
        "row": write_tiles(seen.row),
    }


async def replay(games: GameStore, game: Game) -> list[str]:
    """Return every turn of a finished game: its seat, and what it brought."""
    variant = VARIANTS[game.variant]
    assert game.state
    try:
        turns = replay_turns(variant, game.state, await games.log(game.id))
    except GameError as error:
        return [type(error).__name__]
    return [f"{each.seat} {each.gained or 0:+d}" for each in turns]


# what is kept beside them


async def _bench(database: Database, variant: Variant[Any], game: Game, seat: int) -> Json:
    stored, direct = await BenchStore(database).get(game.id, seat), await BenchStore(database).direct(game.id, seat)
    shown = bench(variant, variant.view(game.state, seat), stored)
    return shown | {"direct": direct and [direct.channel_id, direct.message_id, direct.to_move]}


def bench(variant: Variant[Any], seen: View, state: BenchState) -> Json:
    """Return what a seat has arranged, each step of it, and where that what is picked could go."""
    arranged = variant.prepare_draft(seen, state.draft)
    appraisal = variant.check_draft(seen, arranged.bench)
    return {
        "steps": _steps(variant, seen, state),
        "done": state.draft.done,
        "now": arranged.bench.written,
        "hold": write_tiles(arranged.bench.hold),
        "conflicts": [[each.label, write_tiles(each.lacking)] for each in (*arranged.conflicts, *state.conflicts)],
        "told": [appraisal.told, not appraisal.refusal, appraisal.points, appraisal.needed, list(appraisal.unclear)],
        "picked": [write_tiles(state.picks.rack), [write(key) for key in state.picks.lying]],
        "looks at": [
            write(state.spot) if state.spot else "",
            state.color,
            state.page,
            state.spots,
            state.targets,
        ],
        "touched": state.touched,
        "spots": {
            key: {write(at): write_tiles([tile]) for at, tile in tiles.items()} for key, tiles in _spots(arranged)
        },
        "targets": [write(each.key) for each in arranged.bench.targets(state.picks)] if state.picks else [],
    }


def _spots(arranged: Any) -> list[tuple[str, Any]]:
    return [(write(key), tiles) for key, tiles in arranged.bench.spots.items()] if arranged.draft.changes else []


def _steps(variant: Variant[Any], seen: View, state: BenchState) -> list[str]:
    """Return the table after each step, from the first to the last that can be redone."""
    draft = state.draft
    while draft.can_undo:
        draft = draft.undo()
    steps = []
    while draft.can_redo:
        draft = draft.redo()
        steps.append(variant.prepare_draft(seen, draft).bench.written)
    return steps


async def _texts(database: Database, game_id: int, seat: int) -> Json:
    kept = {kind.value: await TextStore(database).latest(game_id, seat, kind) for kind in TextKind}
    return {kind: [each.version, each.token, each.text] for kind, each in kept.items() if each}


async def _board(database: Database, game_id: int) -> list[Any] | None:
    board = await PublicMessageStore(database).get(game_id)
    if board is None:
        return None
    posted = [board.message_id, board.posted_at, board.posted_version, board.shown_version]
    return [*posted, board.ping_id, board.ping_for, board.reminder_id]


async def _people(database: Database, games: GameStore, today: int) -> Json:
    settings, puzzles = SettingsStore(database), PuzzleStore(database)
    known = """SELECT user_id FROM person UNION SELECT user_id FROM rack_order UNION SELECT user_id FROM puzzle_try
        UNION SELECT user_id FROM seat_result WHERE user_id IS NOT NULL ORDER BY 1"""
    people = {}
    for (user_id,) in await database.run(known):
        person = await settings.person(user_id)
        people[str(user_id)] = {
            "settings": [person.dm, person.theme.value, person.tiles.value, person.autoplay, person.text],
            "languages": [str(person.language), str(person.discord_language)],
            "order": await settings.rack_order(user_id),
            "games": [each.id for each in await games.of_user(user_id)],
            "figures": [
                [each.grade.value, each.solved, each.tries, each.streak, each.longest]
                for each in await puzzles.figures(user_id, today)
            ],
        }
    return people


def _was_rated(game: Game) -> bool:
    """Whether the game counted by the rules of a30b7eb: no computer had a seat at the end, and somebody had won."""
    outcome = game.state.outcome if game.state else None
    return (outcome is None or bool(outcome.winners)) and all(player.level is None for player in game.players)


_SCORES = """
    SELECT user_id, name, count(*) AS games, sum(place = 1) AS wins, sum(points) AS points, max(game_id)
    FROM seat_result JOIN finished_game USING (game_id)
    WHERE pool = ? AND (? IS NULL OR variant = ?) GROUP BY user_id
    ORDER BY wins DESC, CASE WHEN ? IS NULL THEN 0 ELSE sum(points) END DESC, games, user_id
"""


async def _servers(database: Database, today: int) -> Json:
    settings, scores = SettingsStore(database), PuzzleScoreStore(database)
    known = "SELECT guild_id FROM server UNION SELECT guild_id FROM server_options UNION SELECT guild_id FROM game"
    servers = {}
    for (guild_id,) in await database.run(f"{known} ORDER BY 1"):
        server = await settings.server(guild_id)
        servers[str(guild_id)] = {
            "channels": list(server.channels),
            "role": server.role,
            "first": [server.variant, server.options and dict(server.options)],
            "threads": server.threads,
            "language": str(server.language),
            "options": {key: dict(await settings.server_options(guild_id, key)) for key in VARIANTS},
            "leaderboards": {
                str(key): [list(row)[:5] for row in await database.run(_SCORES, (guild_id, key, key, key))]
                for key in (None, *VARIANTS)
            },
            "solvers": [
                [each.user_id, each.solved, each.tries, each.streak]
                for each in (await scores.page(guild_id, today, viewer=0)).lines
                if guild_id  # outside of servers, everybody's is shown since
            ],
        }
    return servers


async def _puzzles(database: Database) -> Json:
    store, found = PuzzleStore(database), {}
    for day, grade in await database.run("SELECT day, grade FROM puzzle ORDER BY day, grade"):
        puzzle = await store.get(day, Grade(grade))
        assert puzzle
        users = await database.run(
            "SELECT user_id FROM puzzle_try WHERE day = ? AND grade = ? ORDER BY 1", (day, grade)
        )
        records = {str(user_id): await store.record(user_id, day, Grade(grade)) for (user_id,) in users}
        found[f"{day} {grade}"] = {
            "position": [puzzle.table, puzzle.rack, puzzle.best, puzzle.taken_apart, puzzle.answer],
            "records": {
                user_id: [each.tries, each.text, each.solved_at, each.gave_up_at] for user_id, each in records.items()
            },
        }
    return found
