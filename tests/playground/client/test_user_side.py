"""What a user may send to the bot, and what becomes of it."""

import pytest

from playground import InteractionFailed
from playground.client.inputs import InputRefused
from playground.model.world import MOMENTS
from tests.playground.table import BUTTON, MODAL, SELECT, Table


@pytest.mark.parametrize(
    ("act", "sentence"),
    [("command", "The application did not respond"), ("click", "This interaction failed")],
)
async def test_an_unanswered_interaction_fails_for_its_user(table: Table, act: str, sentence: str) -> None:
    shown = await table.message()
    table.playground.interactions.answer_within = 0.05

    with pytest.raises(InteractionFailed, match=sentence):
        await (table.ana.command("rack") if act == "command" else table.ana.click(shown, "Draw"))


async def test_a_modal_stays_open_if_the_bot_does_not_answer_it(table: Table) -> None:
    await table.answer(await table.command(), 9, MODAL)
    table.playground.interactions.answer_within = 0.05

    with pytest.raises(InteractionFailed):
        await table.ana.submit(table.ana.modal, table="R1")

    assert table.ana.modal is not None


async def test_input_that_discord_s_client_would_not_send_reaches_no_bot(table: Table) -> None:
    shown = await table.message()
    with pytest.raises(InputRefused, match="required"):
        await table.ana.command("play")
    with pytest.raises(InputRefused, match="no command"):
        await table.ana.command("pay")
    with pytest.raises(InputRefused, match="no option"):
        await table.ana.command("rack", sort="color")
    with pytest.raises(InputRefused, match="among the choices"):
        await table.ana.select(shown, "pick", ["c"])
    with pytest.raises(InputRefused, match="Choose 1 to 1"):
        await table.ana.select(shown, "pick", ["a", "b"])
    with pytest.raises(LookupError, match="no component 'Pass'"):
        await table.ana.click(shown, "Pass")


async def test_a_disabled_control_reaches_no_bot(table: Table) -> None:
    controls = [{"type": 1, "components": [{**part, "disabled": True}]} for part in (BUTTON, SELECT)]
    shown = await table.message(components=controls)

    with pytest.raises(InputRefused, match="disabled"):
        await table.ana.click(shown, "Draw")
    with pytest.raises(InputRefused, match="disabled"):
        await table.ana.select(shown, "pick", ["a"])


async def test_a_forged_custom_id_reaches_the_bot(table: Table) -> None:
    interaction = await table.act(table.ana.forge(await table.message(), "made up"))

    assert interaction["data"]["custom_id"] == "made up"


async def test_a_tap_on_what_an_edit_has_just_taken_away_reaches_the_bot_with_the_message_as_it_was(
    table: Table,
) -> None:
    shown = await table.message()
    path = f"/channels/{shown.channel_id}/messages/{shown.id}"
    custom_id = shown.component("Draw")["custom_id"]
    await table.call("PATCH", path, {"content": "y", "components": []})

    tapped = await table.act(table.ana.click(shown, custom_id))

    assert tapped["data"]["custom_id"] == custom_id
    assert tapped["message"]["components"] == shown.json["components"]
    table.playground.world.skip(MOMENTS + 1)
    with pytest.raises(LookupError, match="no component"):
        await table.ana.click(shown, custom_id)


async def test_an_interaction_in_a_dm_has_a_user_and_no_member(table: Table) -> None:
    interaction = await table.act(table.ana.command("rack", table.ana.dms))

    assert interaction["user"]["global_name"] == "Ana"
    assert "member" not in interaction
    assert interaction["context"] == 1
    await table.answer(interaction, 4, {"content": "private"})
    assert [each.content for each in table.ana.messages(table.ana.dms)] == ["private"]
    assert table.playground.seat("Ben").everything() == []
