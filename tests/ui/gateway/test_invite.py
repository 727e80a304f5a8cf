"""The link with which the bot is added."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ui.gateway.invite import PERMISSIONS, make_invite

HOSTING = Path(__file__).parents[3] / "docs/hosting.md"


def test_the_link_asks_for_the_bot_its_commands_and_its_permissions() -> None:
    client: Any = SimpleNamespace(application_id=123)

    link = urlsplit(make_invite(client))

    assert (link.scheme, link.netloc, link.path) == ("https", "discord.com", "/oauth2/authorize")
    assert parse_qs(link.query) == {
        "client_id": ["123"], "scope": ["bot applications.commands"], "permissions": ["309237681152"]
    }  # fmt: skip


def test_hosting_names_each_of_the_permissions() -> None:
    said = HOSTING.read_text("utf-8").partition("## Permissions")[2].lower().replace("\n", " ")

    names = {name.replace("_", " ") for name, is_asked in PERMISSIONS if is_asked} - {"read messages"}
    assert {name for name in names | {"view channels"} if name not in said} == set()  # its name in Discord's settings
