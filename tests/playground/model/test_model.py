"""What the playground says as Discord does, value by value."""

import re

import discord
import pytest

from playground.api.ratelimits import GLOBAL, LIMITS, GlobalLimit, RateLimits
from playground.client.inputs import resolve
from playground.model import components, permissions
from playground.model.starting_world import ANA_ID, BOT, TABLE_ID, USERS
from playground.model.world import World
from tests.playground.raw import Caller

EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


@pytest.mark.parametrize("name", permissions.BITS)
def test_a_permission_has_the_bit_that_discord_gives_it(name: str) -> None:
    assert permissions.join_bits([name]) == discord.Permissions(**{name.lower(): True}).value
    assert permissions.name_bits(permissions.BITS[name]) == [name]


def test_every_reply_says_what_is_left_of_its_bucket_and_one_too_many_is_429() -> None:
    limits, limit = RateLimits(), LIMITS[EDIT]
    replies = [limits.enter(*EDIT, {"channel_id": "1"}, 100.0 + step / 100) for step in range(limit.requests + 1)]

    left = [headers["X-RateLimit-Remaining"] for headers, _ in replies]
    assert left == [*map(str, reversed(range(limit.requests))), "0"]
    refusal = replies[-1][1]
    assert [refused for _, refused in replies[:-1]] == [None] * limit.requests
    assert refusal
    assert refusal.headers == {"Via": "1.1 playground", "Retry-After": "5", "X-RateLimit-Scope": "user"}
    assert isinstance(refusal.body, dict)
    assert not refusal.body["global"]
    assert {headers["X-RateLimit-Limit"] for headers, _ in replies} == {str(limit.requests)}
    assert len({headers["X-RateLimit-Bucket"] for headers, _ in replies}) == 1


def test_a_bucket_is_full_again_at_the_end_of_its_window_and_each_channel_has_its_own() -> None:
    limits, limit = RateLimits(), LIMITS[EDIT]
    first, _ = limits.enter(*EDIT, {"channel_id": "1"}, 100.0)
    elsewhere, _ = limits.enter(*EDIT, {"channel_id": "2"}, 100.0)
    later, _ = limits.enter(*EDIT, {"channel_id": "1"}, 100.0 + limit.seconds / 2)
    anew, _ = limits.enter(*EDIT, {"channel_id": "1"}, 100.0 + limit.seconds)

    assert first == elsewhere == {**anew, "X-RateLimit-Reset": first["X-RateLimit-Reset"]}
    assert float(first["X-RateLimit-Reset"]) == 100.0 + limit.seconds
    assert float(first["X-RateLimit-Reset-After"]) == limit.seconds
    assert float(later["X-RateLimit-Reset-After"]) == limit.seconds / 2
    assert int(later["X-RateLimit-Remaining"]) == int(first["X-RateLimit-Remaining"]) - 1


def test_a_chosen_member_is_resolved_with_permissions_and_without_a_voice() -> None:
    world = World()
    world.users.update({each.id: each for each in USERS})

    resolved = resolve(world, world.users[ANA_ID], [str(ANA_ID)], [], [])["resolved"]

    assert resolved["users"][str(ANA_ID)]["global_name"] == "Ana"
    assert resolved["members"][str(ANA_ID)]["permissions"] == "0"
    assert not {"user", "mute", "deaf"} & set(resolved["members"][str(ANA_ID)])


async def test_only_an_answer_to_an_interaction_is_a_webhooks(call: Caller) -> None:
    sent = await call("POST", f"/channels/{TABLE_ID}/messages", {"content": "x"})

    assert not {"application_id", "webhook_id", "interaction_metadata", "interaction"} & set(sent.body)


def test_everybody_has_a_color_that_a_page_shows() -> None:
    assert [each.name for each in (BOT, *USERS) if not re.fullmatch("#[0-9a-f]{6}", each.avatar_color)] == []


def test_components_are_kept_with_discords_defaults_and_numbers() -> None:
    emoji = {"id": 7, "name": "red"}
    parts = [{"type": components.ROW, "components": [{"type": kind}]} for kind in components.SELECTS] + [
        {"type": components.LABEL, "component": {"type": components.TEXT_INPUT, "id": 3}},
        {"type": components.GALLERY, "items": [{"media": "m"}]},
        {"type": components.FILE, "url": None},
        {"type": components.CONTAINER, "components": [{"type": components.BUTTON, "emoji": emoji}]},
        {"type": components.STRING_SELECT, "options": [{"value": "a", "emoji": emoji}, {"value": "b"}]},
        {"type": components.ROLE_SELECT, "default_values": [{"id": 7}], "max_values": 2},
    ]

    kept = components.complete(parts)

    one = {"min_values": 1, "max_values": 1}
    for index, kind in enumerate(components.SELECTS):
        inner = [1, 2, 4, 5, 6, 7][2 * index : 2 * index + 2]
        assert kept[index] == {"type": 1, "id": inner[0], "components": [{"type": kind, "id": inner[1], **one}]}
    number = {**emoji, "id": "7"}
    assert kept[3:] == (
        {"type": 18, "id": 8, "component": {"type": 4, "id": 3}},
        {"type": 12, "id": 9, "items": [{"description": None, "spoiler": False, "media": "m"}]},
        {"type": 13, "id": 10, "spoiler": False},
        {
            "type": 17,
            "id": 11,
            "accent_color": None,
            "spoiler": False,
            "components": [{"type": 2, "id": 12, "emoji": number}],
        },
        {"type": 3, "id": 13, **one, "options": [{"value": "a", "emoji": number}, {"value": "b"}]},
        {"type": 6, "id": 14, "min_values": 1, "max_values": 2, "default_values": [{"id": "7"}]},
    )


def test_the_fifty_first_counted_request_in_a_second_is_refused_everywhere() -> None:
    limit = GlobalLimit()
    replies = [limit.enter("/channels/{channel_id}/messages", 100.0 + step / 100) for step in range(GLOBAL + 1)]

    refused = replies[-1]
    assert replies[:-1] == [None] * GLOBAL
    assert refused
    assert (refused.status, refused.headers["X-RateLimit-Scope"]) == (429, "global")
    assert isinstance(refused.body, dict)
    assert (refused.body["global"], refused.body["retry_after"]) == (True, 0.5)


def test_a_second_later_a_request_is_allowed_and_a_refused_one_took_no_place() -> None:
    limit = GlobalLimit(2)
    times = (100.0, 100.5, 100.9, 101.0, 101.1, 101.5)

    assert [limit.enter("/gateway/bot", at) is None for at in times] == [True, True, False, True, False, True]


def test_requests_of_interactions_are_not_counted() -> None:
    limit = GlobalLimit(1)
    free = ["/interactions/{interaction_id}/{interaction_token}/callback", "/webhooks/{webhook_id}/{webhook_token}"]

    assert [limit.enter(route, 100.0) for route in (*free, "/users/@me", *free)] == [None] * 5
