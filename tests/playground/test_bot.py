"""What a typed command brings to an unmodified discord.py, and what is refused before."""

from typing import Literal

import discord
import pytest
from discord import app_commands

from playground import Playground
from playground.client.inputs import InputRefused
from playground.model.starting_world import APPLICATION_ID, BEN_ID, TABLE_ID
from tests.playground.bots import Bot, running
from tests.playground.raw import Caller


async def test_every_kind_of_option_arrives_as_its_type(faithful: Playground) -> None:
    bot = Bot()
    group = app_commands.Group(name="table", description="Tables")

    @group.command(description="Open")
    async def new(  # noqa: PLR0913, PLR0917  # one option of each type
        interaction: discord.Interaction,
        name: app_commands.Range[str, 2, 5],
        count: app_commands.Range[int, 1, 4],
        rated: bool,
        guest: discord.Member,
        target: discord.TextChannel,
        clock: Literal["off", "60 s"] = "off",
    ) -> None:
        parts = (name, count, rated, guest.display_name, target.name, clock)
        await interaction.response.send_message(" ".join(map(str, parts)))

    bot.tree.add_command(group)
    async with running(bot, faithful):
        answer = await faithful.seat("Ana").command(
            "table new",
            None,
            {"name": "abc", "count": 2, "rated": "true", "guest": BEN_ID, "target": TABLE_ID},
        )

        assert answer is not None
        assert answer.content == "abc 2 True Ben table off"
        assert answer.json["interaction"]["name"] == "table new"


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("name", "a", "2 to 5 characters"),
        ("count", 5, "between 1 and 4"),
        ("count", "two", "a whole number"),
        ("rated", "maybe", "true or false"),
        ("guest", 1, "not there to choose"),
        ("clock", "5 s", "not one of the choices"),
    ],
)
async def test_a_value_that_an_option_does_not_take_is_refused_before_it_is_sent(
    playground: Playground, call: Caller, option: str, value: object, sentence: str
) -> None:
    kinds: list[dict[str, object]] = [
        {"type": 3, "name": "name", "min_length": 2, "max_length": 5},
        {"type": 4, "name": "count", "min_value": 1, "max_value": 4},
        {"type": 5, "name": "rated"},
        {"type": 6, "name": "guest"},
        {"type": 3, "name": "clock", "choices": [{"name": "off", "value": "off"}]},
    ]
    wanted = {"name": "new", "description": "x", "options": [{**kind, "description": "x"} for kind in kinds]}
    await call("PUT", f"/applications/{APPLICATION_ID}/commands", [wanted])

    with pytest.raises(InputRefused, match=sentence):
        await playground.seat("Ana").command("new", None, {option: value})


async def test_a_command_for_servers_is_refused_in_a_dm(playground: Playground, call: Caller) -> None:
    wanted = {"name": "new", "description": "x", "contexts": [0]}
    await call("PUT", f"/applications/{APPLICATION_ID}/commands", [wanted])
    ana = playground.seat("Ana")

    with pytest.raises(InputRefused, match="on a server only"):
        await ana.command("new", ana.dms)
