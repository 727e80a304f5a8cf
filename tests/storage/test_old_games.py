"""Games that were stored by an older schema go on."""

import json
from collections import Counter
from pathlib import Path

import aiosqlite
import pytest

from engine.table.claims.game import ClaimState
from engine.variants import load
from storage import schema
from storage.codec import decode, encode
from tests.positions import tiles_in_play

STATES = (Path(__file__).parent / "schema_3.jsonl").read_text("utf-8").splitlines()
SYSTEMS = load()
INSERT = """
    INSERT INTO game (guild_id, channel_id, host_id, variant, options, players, phase, state, news, version, opened_at,
                      changed_at)
    VALUES (1, ?, 3, 'classic', '{}', '[]', 'playing', ?, '', 1, 0, 0)
"""


async def migrated(states: list[str]) -> list[str]:
    """The states as the newest schema has them, of a database that the third has written."""
    scripts = schema.migrations()
    async with aiosqlite.connect(":memory:", isolation_level=None) as connection:
        await schema.migrate(connection, scripts[:3])
        for channel, state in enumerate(states):
            await connection.execute(INSERT, (channel, state))
        await schema.migrate(connection, scripts)
        return [state for (state,) in await connection.execute_fetchall("SELECT state FROM game ORDER BY id")]


@pytest.mark.parametrize("before", STATES, ids=[json.loads(state)["variant"] for state in STATES])
async def test_a_game_whose_tiles_were_objects_goes_on(before: str) -> None:
    """Schema 4 writes tiles as arrays."""
    (after,) = await migrated([before])
    variant = SYSTEMS[json.loads(before)["variant"]]
    state = decode(after, variant.state_type)

    assert tiles_in_play(state) == Counter(variant.view(state, None).box.tiles())
    assert json.loads(before)["seats"][0]["rack"] == [
        {"color": tile.color, "number": tile.number} for tile in state.seats[0].rack
    ]
    assert decode(encode(state), variant.state_type) == state


@pytest.mark.parametrize("before", STATES, ids=[json.loads(state)["variant"] for state in STATES])
async def test_claims_stay_where_sets_can_be_claimed_and_are_read_over_elsewhere(before: str) -> None:
    """Every table had claims once, most of them none ever."""
    tokens = [{"label": "A", "seat": 1, "value": 24, "times": 2}]
    variant = SYSTEMS[json.loads(before)["variant"]]
    (after,) = await migrated([json.dumps({**json.loads(before), "claims": tokens}, separators=(",", ":"))])

    written = json.loads(encode(decode(after, variant.state_type)))

    assert written.get("claims") == (tokens if variant.state_type is ClaimState else None)


async def test_every_game_is_written_anew_once() -> None:
    once = await migrated(STATES)

    assert await migrated(once) == once
    assert not any('"color"' in state for state in once)
