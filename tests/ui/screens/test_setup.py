"""The panels of a server's and a person's settings within Discord's limits, in every language."""

from io import BytesIO

import discord
import pytest

from engine.variants import load
from storage.settings import Person, Server
from tests.support.limits import check
from ui.messages.channels.access import TableChannel, explain_no_posts
from ui.screens.settings import build_settings_panel
from ui.screens.setup import MOST_CHANNELS, PostsChoice, build_setup_panel

LARGEST = 2**63 - 1
NOTHING = TableChannel(LARGEST, discord.ChannelType.text, discord.Permissions.none())


@pytest.mark.usefixtures("any_language")
def test_the_panel_of_a_server_fits_a_message() -> None:
    server = Server(channels=tuple(LARGEST - each for each in range(MOST_CHANNELS)), role=LARGEST, threads=True)
    posts = PostsChoice(LARGEST, explain_no_posts(NOTHING))

    for key in load():
        check(build_setup_panel(server, load(), key, posts))


@pytest.mark.usefixtures("any_language")
def test_the_panel_of_a_person_fits_a_message() -> None:
    themes = discord.File(BytesIO(b""), filename="themes-felt-marked.png", description="x" * 1024)

    check(build_settings_panel(Person(), themes, "why " * 100))


def test_the_obstacle_to_posts_is_named_if_it_is_known() -> None:
    assert explain_no_posts(TableChannel(7)) == ""
    assert explain_no_posts(TableChannel(7, discord.ChannelType.text, discord.Permissions.all())) == ""
    locked = TableChannel(7, discord.ChannelType.public_thread, discord.Permissions.all(), is_locked=True)
    assert explain_no_posts(locked) == "I can't post in <#7> because it's locked."
    assert explain_no_posts(NOTHING) == (
        f"I can't post in <#{LARGEST}> without these permissions: View Channel, Send Messages and Attach Files."
    )
