"""What Discord refuses about answers to interactions, follow-ups and their tokens; and when it gives up waiting."""

import pytest

from playground.model.starting_world import TABLE_ID
from tests.playground.raw import Json
from tests.playground.table import EPHEMERAL, LENGTH, LONGEST, MODAL, V2, Table

# the first answer


async def test_a_second_answer_is_40060(table: Table) -> None:
    interaction = await table.command()

    assert (await table.answer(interaction, 4, {"content": "x"})).status == 200
    second = await table.answer(interaction, 4, {"content": "x"})

    assert (second.status, second.code) == (400, 40060)
    assert len(table.ana.messages()) == 1


async def test_an_answer_after_three_seconds_is_10062(table: Table) -> None:
    interaction = await table.command()
    table.playground.world.skip(3.1)

    late = await table.answer(interaction, 4, {"content": "x"})

    assert (late.status, late.code) == (404, 10062)


async def test_an_answer_to_no_interaction_or_with_another_one_s_token_is_10062(table: Table) -> None:
    first, second = await table.command(), await table.command()

    for wrong in ({"id": "1", "token": "x"}, {"id": first["id"], "token": second["token"]}):
        answer = await table.answer(wrong, 4, {"content": "x"})
        assert (answer.status, answer.code) == (404, 10062)


async def test_a_refused_answer_leaves_the_interaction_unanswered(table: Table) -> None:
    interaction = await table.command()

    refused = await table.answer(interaction, 4, {"content": "x" * 2001})
    taken = await table.answer(interaction, 4, {"content": "x"})

    assert refused.wrong() == {"data.content": [LONGEST]}
    assert taken.status == 200


@pytest.mark.parametrize(
    ("act", "refused"), [("command", (6, 7, 8, 1)), ("component", (8,)), ("autocomplete", (4, 5, 6, 7, 9))]
)
async def test_each_kind_of_interaction_takes_only_its_kinds_of_answer(
    table: Table, act: str, refused: tuple[int, ...]
) -> None:
    if act == "command":
        interaction = await table.command()
    elif act == "component":
        interaction = await table.act(table.ana.click(await table.message(), "Draw"))
    else:
        interaction = await table.act(table.ana.autocomplete("play", "move", move="R"))

    for kind in refused:
        answer = await table.answer(interaction, kind, {"content": "x", **MODAL})
        assert answer.wrong() == {"type": ["BASE_TYPE_CHOICES"]}


async def submitted(table: Table, opener: Json) -> Json:
    await table.answer(opener, 9, MODAL)
    await table.ana.wait(lambda seat: seat.modal is not None)
    return await table.act(table.ana.submit(table.ana.modal, table="R1"))


async def test_a_modal_opens_no_modal_and_one_from_a_command_has_no_message_to_update(table: Table) -> None:
    interaction = await submitted(table, await table.command())

    for kind in (7, 9):
        answer = await table.answer(interaction, kind, {"content": "x", **MODAL})
        assert answer.wrong() == {"type": ["BASE_TYPE_CHOICES"]}


async def test_a_modal_from_a_button_may_update_its_message(table: Table) -> None:
    shown = await table.message()
    interaction = await submitted(table, await table.act(table.ana.click(shown, "Draw")))

    assert interaction["message"]["id"] == str(shown.id)
    assert (await table.answer(interaction, 7, {"content": "edited"})).status == 200
    assert [each.content for each in table.ana.messages()] == ["edited"]


async def test_a_deferral_carries_no_components_v2_flag(table: Table) -> None:
    refused = await table.answer(await table.command(), 5, {"flags": EPHEMERAL | V2})

    assert refused.wrong() == {"data.flags": ["MESSAGE_FLAGS_INVALID"]}


async def test_an_update_of_a_deleted_message_is_10008(table: Table) -> None:
    shown = await table.message()
    interaction = await table.act(table.ana.click(shown, "Draw"))
    table.ana.delete(shown)

    answer = await table.answer(interaction, 7, {"content": "x"})

    assert (answer.status, answer.code) == (404, 10008)


async def test_a_modal_beyond_a_limit_is_refused_with_50035_at_the_faults_path(table: Table) -> None:
    answer = await table.answer(await table.command(), 9, MODAL | {"title": "x" * 46})

    assert answer.wrong() == {"data.title": [LENGTH]}
    assert table.ana.modal is None


async def test_choices_beyond_a_limit_are_refused_with_50035(table: Table) -> None:
    interaction = await table.act(table.ana.autocomplete("play", "move", move="R"))
    choices = [{"name": str(n), "value": str(n)} for n in range(26)]

    assert (await table.answer(interaction, 8, {"choices": choices})).wrong() == {"data.choices": [LONGEST]}


# follow-ups and the token


async def test_a_follow_up_before_the_first_answer_is_10015(table: Table) -> None:
    answer = await table.call("POST", table.webhook(await table.command()), {"content": "x"})

    assert (answer.status, answer.code) == (404, 10015)


async def test_a_token_lives_fifteen_minutes(table: Table) -> None:
    interaction = await table.command()
    await table.answer(interaction, 4, {"content": "x"})

    table.playground.world.skip(14 * 60)
    young = await table.call("PATCH", table.webhook(interaction, "/messages/@original"), {"content": "y"})
    table.playground.world.skip(61)
    old = await table.call("PATCH", table.webhook(interaction, "/messages/@original"), {"content": "z"})

    assert young.status == 200
    assert (old.status, old.code) == (401, 50027)


async def test_the_first_follow_up_fills_the_waiting_message_which_stays_private(table: Table) -> None:
    interaction = await table.command()
    await table.answer(interaction, 5, {"flags": EPHEMERAL})
    waiting = table.ana.last()
    assert waiting is not None
    assert (waiting.loading, waiting.ephemeral) == (True, True)

    first = await table.call("POST", table.webhook(interaction), {"content": "first"})
    await table.call("POST", table.webhook(interaction), {"content": "second"})

    assert first.body["id"] == str(waiting.id)
    assert [(each.content, each.ephemeral, each.loading) for each in table.ana.messages()] == [
        ("first", True, False),
        ("second", False, False),
    ]
    assert [each.content for each in table.playground.seat("Ben").messages()] == ["second"]


async def test_an_edit_never_makes_a_private_message_public_nor_a_public_one_private(table: Table) -> None:
    interaction = await table.command()
    await table.answer(interaction, 4, {"content": "x", "flags": EPHEMERAL})
    await table.call("PATCH", table.webhook(interaction, "/messages/@original"), {"content": "y", "flags": 0})
    other = await table.command()
    await table.answer(other, 4, {"content": "z"})
    await table.call("PATCH", table.webhook(other, "/messages/@original"), {"content": "z", "flags": EPHEMERAL})

    assert [each.ephemeral for each in table.ana.messages()] == [True, False]


async def test_an_ephemeral_message_does_not_exist_for_channel_routes(table: Table) -> None:
    shown = await table.message(flags=EPHEMERAL)
    path = f"/channels/{TABLE_ID}/messages/{shown.id}"

    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        answer = await table.call(method, path, body)
        assert (answer.status, answer.code) == (404, 10008)
    assert (await table.call("GET", f"/channels/{TABLE_ID}/messages")).body == []


async def test_a_dismissed_message_is_10008_for_its_token_too(table: Table) -> None:
    interaction = await table.command()
    await table.answer(interaction, 4, {"content": "x", "flags": EPHEMERAL})
    shown = table.ana.last()
    assert shown is not None

    table.ana.dismiss(shown)
    answer = await table.call("PATCH", table.webhook(interaction, "/messages/@original"), {"content": "y"})

    assert (answer.status, answer.code) == (404, 10008)


async def test_a_token_reaches_no_other_interactions_messages(table: Table) -> None:
    shown, other = await table.message(), await table.command()
    await table.answer(other, 4, {"content": "x"})

    answer = await table.call("PATCH", table.webhook(other, f"/messages/{shown.id}"), {"content": "y"})

    assert (answer.status, answer.code) == (404, 10008)


async def test_after_an_update_original_is_the_buttons_message(table: Table) -> None:
    shown = await table.message(flags=EPHEMERAL)
    interaction = await table.act(table.ana.click(shown, "Draw"))
    await table.answer(interaction, 6)

    edited = await table.call("PATCH", table.webhook(interaction, "/messages/@original"), {"content": "new"})

    assert edited.body["id"] == str(shown.id)
