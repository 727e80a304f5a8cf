"""The leak check itself: it must see a leak, and see none where there is none."""

from dataclasses import replace
from typing import Any

import pytest

import render
from playground.model.events import ModalOpened
from playground.model.starting_world import ANA_ID, APPLICATION_ID, BEN_ID, GUILD_ID, TABLE_ID
from playground.model.values import EPHEMERAL, Json, Message
from playground.model.world import World
from storage.games import Player
from tests.positions import position
from tests.support.tables import make_game

from .leak_check import LeakCheck

POSITION = position("classic", table="r4 r5 r6", racks=["k1 k2 k3 o9 j", "b1 b2 b8 b9 b10"])
RACK, OTHER = (render.rack_text(POSITION.view(seat), render.Order.COLOR) for seat in (0, 1))
TABLE = render.table_text(POSITION.view(), ["Ana", "Ben"])
GAME = make_game(
    POSITION.state,
    guild_id=GUILD_ID,
    channel_id=TABLE_ID,
    host_id=ANA_ID,
    players=(Player(ANA_ID, "Ana"), Player(BEN_ID, "Ben")),
)
NEWS = f"<@{BEN_ID}> played R4 R5 R6 as new set A. First play: 15 points."


def leaks(*texts: str, to: int | None = None, **more: Any) -> list[str]:
    """What the check says of one message with these texts, for everybody or for one user."""
    world = World()
    leak_check = LeakCheck(world, lambda _: GAME)
    parts: list[Json] = [{"type": 10, "id": index, "content": text} for index, text in enumerate(texts)]
    control = {"type": 2, "id": 99, "custom_id": "rk:rack:1:1", "label": "My rack", "style": 1}
    world.post(
        Message(
            id=world.snowflake(),
            channel_id=TABLE_ID,
            author_id=APPLICATION_ID,
            created=0,
            components=(*parts, control),
            addressee=to,
            flags=EPHEMERAL if to else 0,
            **more,
        )
    )
    return leak_check.leaks


def test_the_table_and_its_news_are_for_everybody() -> None:
    assert leaks(TABLE, NEWS, f"First-turn draw: <@{ANA_ID}> K4, <@{BEN_ID}> J. <@{ANA_ID}> goes first.") == []


def test_a_rack_is_for_its_owner() -> None:
    assert leaks(RACK, to=ANA_ID) == []
    assert leaks(OTHER, to=BEN_ID) == []


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        (RACK, None),
        (RACK, BEN_ID),
        (RACK, 5),
        ("K1 K2 K3 O9 J", None),
        ("Ben holds B1 B2 B8 B9 B10", ANA_ID),
        (f"<@{ANA_ID}> drew K7.", None),
        (f"<@{ANA_ID}> played K1 K2 K3 as new set B.", None),
        (TABLE.replace("Pool", "Next: K7. Pool"), None),
    ],
)
def test_anything_more_is_a_leak(text: str, reader: int | None) -> None:
    assert leaks(text, to=reader)


def test_another_seats_tiles_in_a_form_are_a_leak() -> None:
    world = World()
    leak_check = LeakCheck(world, lambda _: replace(GAME))

    world.publish(ModalOpened(ANA_ID, {"custom_id": "rk:text:1:1", "title": "B1 B2 B8 B9 B10", "components": []}))

    assert leak_check.leaks


def test_a_draft_may_show_only_its_players_own_tiles() -> None:
    hers, his = "Changed: A: R4 R5. Your rack: K1 K2 J. New: J.", "Changed: A: R4 R5. Your rack: B1 B2 B8."

    assert leaks(hers, to=ANA_ID) == []
    assert leaks(his, to=ANA_ID)
    assert leaks(hers)
