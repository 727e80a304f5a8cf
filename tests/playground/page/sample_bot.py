"""A small discord.py bot that shows the page everything it must draw."""

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from engine.override import override
from tests.playground.bots import Bot

ALT = "Table: A red 4, red 5, red 6"
HOSTILE = (
    '<img src=x onerror="document.title=1"> [here](javascript:alert(1)) **bold** <script>document.title=2</script>'
)


def picture(size: tuple[int, int]) -> discord.File:
    buffer = io.BytesIO()
    Image.new("RGB", size, "#14464b").save(buffer, "png")
    buffer.seek(0)
    return discord.File(buffer, "table.png", description=ALT)


class Sheet(ui.Modal, title="The whole table"):
    tiles: "ui.Label[Sheet]" = ui.Label(
        text="Tiles", description="One set a line", component=ui.TextInput(style=discord.TextStyle.paragraph)
    )

    @override
    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.tiles.component, ui.TextInput)
        await interaction.response.send_message(f"tiles {self.tiles.component.value!r}", ephemeral=True)


class Buttons(ui.ActionRow["Board"]):
    @ui.button(label="My rack", custom_id="rack", style=discord.ButtonStyle.primary)
    async def rack(self, interaction: discord.Interaction, _: "ui.Button[Board]") -> None:
        await interaction.response.send_message("red 1, blue 2", ephemeral=True)

    @ui.button(label="More", custom_id="more")
    async def more(self, interaction: discord.Interaction, _: "ui.Button[Board]") -> None:
        assert self.view is not None
        self.view.words.content = "## Twice"
        await interaction.response.edit_message(view=self.view)

    @ui.button(label="Silent", custom_id="silent", style=discord.ButtonStyle.danger)
    async def silent(self, interaction: discord.Interaction, _: "ui.Button[Board]") -> None:
        """Never answers."""

    @ui.button(label="Text", custom_id="text")
    async def text(self, interaction: discord.Interaction, _: "ui.Button[Board]") -> None:
        await interaction.response.send_modal(Sheet())

    @ui.button(label="Never", custom_id="never", disabled=True)
    async def never(self, interaction: discord.Interaction, _: "ui.Button[Board]") -> None:
        """Is disabled."""


class Board(ui.LayoutView):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.words: ui.TextDisplay[Board] = ui.TextDisplay("## Once")
        gallery: ui.MediaGallery[Board] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://table.png", description=ALT)
        )
        self.add_item(ui.Container(self.words, gallery, Buttons(), accent_color=0x2F8F83))


class Picks(ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.select(
        custom_id="pick",
        placeholder="Tiles",
        min_values=2,
        max_values=3,
        options=[discord.SelectOption(label=f"Red {number}", value=f"r{number}") for number in range(1, 8)],
    )
    async def pick(self, interaction: discord.Interaction, chosen: "ui.Select[Picks]") -> None:
        await interaction.response.send_message(f"picked {' '.join(chosen.values)}", ephemeral=True)


class SampleBot(Bot):
    """`asked` are the words that autocomplete was asked for, `answered` those it has an answer to.

    What is slow waits until `released`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.answered: list[str] = []
        self.released = asyncio.Event()
        for command in COMMANDS:
            self.tree.add_command(command)


@app_commands.command(description="Show the table")
async def board(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Board(), file=picture((1200, 764)))


@app_commands.command(description="Pick some tiles")
async def pick(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Pick", view=Picks())


@app_commands.command(description="Say it again")
@app_commands.describe(words="What to say", times="How often", color="In which color")
@app_commands.choices(
    color=[app_commands.Choice(name="Deep red", value="r"), app_commands.Choice(name="Blue", value="b")]
)
async def echo(
    interaction: discord.Interaction,
    words: str,
    times: app_commands.Range[int, 1, 3] = 1,
    color: str = "none",
) -> None:
    await interaction.response.send_message(f"{words} times {times} color {color}")


@echo.autocomplete("words")
async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    assert isinstance(interaction.client, SampleBot)
    interaction.client.asked.append(current)
    if current == "slow":
        await interaction.client.released.wait()
    interaction.client.answered.append(current)
    return [app_commands.Choice(name=f"{current} is legal", value=f"{current}!")]


@app_commands.command(description="Think it over")
async def think(interaction: discord.Interaction) -> None:
    assert isinstance(interaction.client, SampleBot)
    await interaction.response.defer()
    await interaction.client.released.wait()
    await interaction.edit_original_response(content="Thought it over")


@app_commands.command(description="Mention a user")
@app_commands.describe(user="Whom")
async def poke(interaction: discord.Interaction, user: discord.User) -> None:
    await interaction.response.send_message(f"{user.mention} your turn", allowed_mentions=discord.AllowedMentions.all())


@app_commands.command(description="Try to break the page")
async def hostile(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(HOSTILE)


@app_commands.command(description="Every mark")
async def marks(interaction: discord.Interaction) -> None:
    """A relative timestamp, a heading, subtext and an attachment."""
    now = int(discord.utils.utcnow().timestamp())
    await interaction.response.send_message(f"# Head\n-# small\n<t:{now + 3600}:R>", file=picture((200, 100)))


@app_commands.command(description="Write to me alone")
async def whisper(interaction: discord.Interaction) -> None:
    await interaction.user.send("psst")
    await interaction.response.send_message("sent", ephemeral=True)


@app_commands.command(description="Tiles with faces of their own")
@app_commands.allowed_installs(guilds=True, users=True)
async def faces(interaction: discord.Interaction) -> None:
    """An emoji of the application on a button, and in a menu."""
    assert isinstance(interaction.client, SampleBot)
    face = await interaction.client.create_application_emoji(name="red_4", image=picture((32, 32)).fp.read())
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Red 4", emoji=face, custom_id="face"))
    view.add_item(ui.Select(placeholder="Faces", options=[discord.SelectOption(label="Red 4", emoji=face)]))
    await interaction.response.send_message(view=view)


@app_commands.command(description="Set this server up")
@app_commands.default_permissions(manage_guild=True)
async def arrange(interaction: discord.Interaction) -> None:
    """Menus of channels and roles."""
    view = ui.View(timeout=None)
    view.add_item(ui.ChannelSelect(placeholder="Where", channel_types=[discord.ChannelType.text]))
    everyone = discord.SelectDefaultValue(id=interaction.guild_id or 0, type=discord.SelectDefaultValueType.role)
    view.add_item(ui.RoleSelect(placeholder="Who", min_values=0, default_values=[everyone]))
    await interaction.response.send_message(view=view, ephemeral=True)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (
    board,
    pick,
    echo,
    think,
    poke,
    hostile,
    marks,
    whisper,
    faces,
    arrange,
)
