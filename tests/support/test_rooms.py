"""What the cogs' tests rest on: a room that finds what a cog must not do."""

from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from services.refusals import Refusal
from tests.support.rooms import Room
from ui.layout import screen, text
from ui.replies import show, tell, tell_all
from ui.services import Services

Interaction = discord.Interaction[Any]


class Careless(commands.Cog):
    """Says what it is told to, and changes something before it refuses."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables

    @app_commands.command(name="cry", description="Tell everybody")
    async def cry(self, interaction: Interaction, words: str) -> None:
        await tell_all(interaction, screen([text(words)]))

    @app_commands.command(name="whisper", description="Tell one person")
    async def whisper(self, interaction: Interaction, words: str) -> None:
        await tell(interaction, words)

    @app_commands.command(name="twice", description="Edit a message that is not there")
    async def twice(self, interaction: Interaction) -> None:
        await interaction.response.edit_message(view=screen([text("Done.")]), attachments=[])

    @app_commands.command(name="refuse", description="Refuse too late")
    async def refuse(self, interaction: Interaction, *, late: bool, told: bool = False) -> None:
        if late:
            await self._tables.settings.change_server(1, lambda server: server)
        if told:
            await show(interaction, screen([text("Done.")]))
        raise Refusal("No.")


COG = Careless


@pytest.fixture
async def room(room: Room) -> Room:
    await room.playing("R6 B9 K1", "O2")
    return room


async def test_everybody_may_read_what_is_on_the_table_and_one_person_more(room: Room) -> None:
    assert (await room.command("cry", words="R3 R4 R5")).is_public
    assert not (await room.command("whisper", words="B9")).is_public


@pytest.mark.parametrize("words", ["B9", "Ann holds O2", "R3 R4 R5 R6"])
async def test_a_hidden_tile_in_a_public_answer_is_found(room: Room, words: str) -> None:
    with pytest.raises(AssertionError):
        await room.command("cry", words=words)


async def test_a_refusal_that_leaves_a_trace_is_found(room: Room) -> None:
    assert await room.refused(room.command("refuse", late=False)) == "No."
    with pytest.raises(AssertionError):
        await room.refused(room.command("refuse", late=True))
    with pytest.raises(AssertionError):
        await room.refused(room.command("refuse", late=False, told=True))


async def test_an_answer_is_not_a_refusal(room: Room) -> None:
    with pytest.raises(pytest.fail.Exception):
        await room.refused(room.command("whisper", words="No."))


async def test_an_edit_of_a_message_that_is_not_there_is_found(room: Room) -> None:
    with pytest.raises(AssertionError):
        await room.command("twice")
