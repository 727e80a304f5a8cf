"""A seat whose Discord is set to another language, and commands that are described in several."""

from typing import Any

import pytest

from playground import Playground
from playground.model.starting_world import ANA_ID, APPLICATION_ID
from tests.playground.raw import Caller
from tests.playground.table import Table
from tests.playground.test_page import Browser, ana

__all__ = ["ana"]
COMMANDS = f"/applications/{APPLICATION_ID}/commands"
NEW: dict[str, Any] = {
    "name": "new",
    "description": "Open a table",
    "description_localizations": {"de": "Öffne einen Tisch"},
    "options": [
        {
            "type": 3,
            "name": "clock",
            "description": "How long",
            "description_localizations": {"de": "Wie lange"},
            "choices": [{"name": "off", "name_localizations": {"de": "aus"}, "value": "0"}],
        }
    ],
}


async def test_an_interaction_tells_the_language_of_its_user_and_of_the_server(table: Table) -> None:
    table.playground.world.locale = "fr"
    table.ana.set_locale("de")

    interaction = await table.command()

    assert (interaction["locale"], interaction["guild_locale"]) == ("de", "fr")
    assert table.playground.world.locale_of(table.playground.seat("Ben").user) == "en-US"


async def test_discord_has_no_other_languages(playground: Playground) -> None:
    with pytest.raises(ValueError, match="tlh"):
        playground.seat("Ana").set_locale("tlh")


async def test_commands_are_described_in_the_language_of_the_page(
    playground: Playground, call: Caller, ana: Browser
) -> None:
    await call("PUT", COMMANDS, [NEW])
    await ana.ask("locale", locale="de")
    world = await ana.frame("world")
    while world["locale"] != "de":
        world = await ana.frame("world")

    (command,) = world["commands"]
    (option,) = command["options"]
    assert (command["name"], command["description"]) == ("new", "Öffne einen Tisch")
    assert (option["description"], option["choices"][0]["name"]) == ("Wie lange", "aus")
    assert playground.world.locale_of(playground.world.user(ANA_ID)) == "de"
