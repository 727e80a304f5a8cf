import io
from typing import Literal

import aiohttp
import discord
import pytest
from discord import app_commands, ui
from PIL import Image

from playground import Playground
from playground.client.inputs import InputRefused
from playground.model.starting_world import APPLICATION_ID, BEN_ID, TABLE_ID
from playground.model.world import MOMENTS
from tests.playground.bots import Bot, running
from tests.playground.raw import Caller


async def test_a_command_is_answered_with_an_ephemeral_message_that_only_its_user_sees(faithful: Playground) -> None:
    bot = Bot()

    @bot.tree.command(description="Show my rack")
    @app_commands.describe(sort="How to sort")
    async def rack(interaction: discord.Interaction, sort: str = "color") -> None:
        await interaction.response.send_message(f"red 1, by {sort}", ephemeral=True)

    async with running(bot, faithful):
        ana, ben = faithful.seat("Ana"), faithful.seat("Ben")

        answer = await ana.command("rack", sort="number")

        assert answer is not None
        assert answer.content == "red 1, by number"
        assert answer.ephemeral
        assert [shown.content for shown in ana.messages()] == ["red 1, by number"]
        assert ben.everything() == []


class Counter(ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @ui.button(label="More", custom_id="more")
    async def more(self, interaction: discord.Interaction, _: "ui.Button[Counter]") -> None:
        self.count += 1
        await interaction.response.edit_message(content=f"count {self.count}")

    @ui.select(custom_id="pick", options=[discord.SelectOption(label=name) for name in ("red", "blue")], max_values=2)
    async def pick(self, interaction: discord.Interaction, chosen: "ui.Select[Counter]") -> None:
        await interaction.response.send_message(" ".join(chosen.values), ephemeral=True)


async def test_a_button_edits_its_message_for_everybody_and_a_select_answers_in_private(faithful: Playground) -> None:
    bot = Bot()

    @bot.tree.command(description="Count")
    async def count(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("count 0", view=Counter())

    async with running(bot, faithful):
        ana, ben = faithful.seat("Ana"), faithful.seat("Ben")
        shown = await ana.command("count")
        assert shown is not None

        await ben.click(shown, "More")
        picked = await ben.select(shown, "pick", ["red", "blue"])

        assert [each.content for each in ana.messages()] == ["count 1"]
        assert picked is not None
        assert picked.content == "red blue"
        assert ben.messages() == [ana.messages()[0], picked]


def picture(width: int) -> discord.File:
    buffer = io.BytesIO()
    Image.new("RGB", (width, 10), "green").save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, f"t{width}.png", description="the table")


class Board(ui.LayoutView):
    def __init__(self, width: int) -> None:
        super().__init__(timeout=None)
        item = discord.MediaGalleryItem(f"attachment://t{width}.png", description="the table")
        box = ui.Container[Board](ui.TextDisplay(f"table {width}"), ui.MediaGallery(item))
        row = ui.ActionRow[Board](ui.Button(label="Wider", custom_id=f"wider:{width}"))
        self.add_item(box).add_item(row)


async def test_a_board_of_components_shows_its_picture_and_an_edit_changes_it(faithful: Playground) -> None:
    bot = Bot()

    @bot.tree.command(description="Table")
    async def table(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Board(20), file=picture(20))

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            assert interaction.message is not None
            await interaction.response.edit_message(view=Board(30), attachments=[picture(30)])

    async with running(bot, faithful):
        ana = faithful.seat("Ana")
        shown = await ana.command("table")
        assert shown is not None
        assert [(each["width"], each["description"]) for each in shown.pictures] == [(20, "the table")]
        assert shown.json["attachments"] == []

        await ana.click(shown, "Wider")

        (edited,) = ana.messages()
        assert edited.id == shown.id
        assert edited.text == "table 30"
        assert [each["width"] for each in edited.pictures] == [30]


async def test_a_replaced_picture_can_still_be_loaded_for_some_moments(faithful: Playground) -> None:
    """A page may have heard of the picture just before, and ask for it just after."""
    bot = Bot()
    async with running(bot, faithful), aiohttp.ClientSession(faithful.address) as page:
        channel = bot.get_channel(faithful.seat("Ana").channels[0].id)
        assert isinstance(channel, discord.TextChannel)
        message = await channel.send(view=Board(20), file=picture(20))
        ana = faithful.seat("Ana")

        async def status(url: str) -> int:
            async with page.get(url) as answer:
                return answer.status

        first = ana.messages()[0].pictures[0]["url"]
        await message.edit(view=Board(30), attachments=[picture(30)])
        second = ana.messages()[0].pictures[0]["url"]
        await message.delete()

        assert [await status(first), await status(second)] == [200, 200]
        faithful.world.skip(MOMENTS + 1)
        assert [await status(first), await status(second)] == [404, 404]


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
        place: discord.TextChannel,
        clock: Literal["off", "60 s"] = "off",
    ) -> None:
        parts = (name, count, rated, guest.display_name, place.name, clock)
        await interaction.response.send_message(" ".join(map(str, parts)))

    bot.tree.add_command(group)
    async with running(bot, faithful):
        answer = await faithful.seat("Ana").command(
            "table new",
            None,
            {"name": "abc", "count": 2, "rated": "true", "guest": BEN_ID, "place": TABLE_ID},
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


class Form(ui.Modal, title="Edit as text"):
    tiles = ui.Label[ui.Modal](text="Tiles", component=ui.TextInput(custom_id="tiles"))
    name = ui.Label[ui.Modal](text="Name", component=ui.TextInput(custom_id="name", default="Ana"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts = (self.tiles.component, self.name.component)
        values = [part.value for part in parts if isinstance(part, ui.TextInput)]
        await interaction.response.edit_message(content=" ".join(values))


async def test_a_modal_from_a_button_brings_its_texts_and_updates_the_message(faithful: Playground) -> None:
    bot = Bot()

    class Panel(ui.View):
        @ui.button(label="Rules")
        async def rules(self, interaction: discord.Interaction, _: ui.Button[ui.View]) -> None:
            await interaction.response.send_modal(Form())

    @bot.tree.command(description="Panel")
    async def panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("rules", view=Panel(), ephemeral=True)

    async with running(bot, faithful):
        ana = faithful.seat("Ana")
        shown = await ana.command("panel")
        assert shown is not None

        await ana.click(shown, "Rules")
        await ana.submit(ana.modal, {"tiles": "R4 R5"})

        assert [each.content for each in ana.messages()] == ["R4 R5 Ana"]
