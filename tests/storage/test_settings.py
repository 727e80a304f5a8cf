"""What people and servers chose, as it comes back."""

from collections.abc import Callable
from dataclasses import replace

from storage.database import Database
from storage.settings import Language, Person, RackOrder, Server, SettingsStore, Theme, TileStyle

CHANGED = Person(
    dm=True,
    theme=Theme.LIGHT,
    tiles=TileStyle.SOLID,
    order=RackOrder.NUMBER,
    language=Language.JAPANESE,
    autoplay=False,
    text=True,
    profile=False,
    worldwide=True,
    worldwide_name="Ann",
)
SET_UP = Server(
    channels=(5, 2**63 - 1),
    role=7,
    variant="any",
    options={"clock": 60, "opening": True, "jokers": "free"},
    threads=True,
    language=Language.GERMAN,
)


async def test_settings_that_were_never_changed_have_the_defaults(database: Database) -> None:
    settings = SettingsStore(database)

    assert await settings.person(11) == await settings.person(11) == Person()
    assert await settings.server(5) == await settings.server(5) == Server()
    assert Person() == Person(
        dm=False,
        theme=Theme.FELT,
        tiles=TileStyle.MARKED,
        order=RackOrder.COLOR,
        language=None,
        discord_language=None,
        autoplay=True,
        text=False,
        profile=True,
        worldwide=False,
        worldwide_name="",
        legends={},
    )
    assert Server() == Server(channels=(), role=None, variant=None, options=None, threads=False, language=None)


def be(person: Person) -> Callable[[Person], Person]:
    return lambda _: person


async def test_a_person_finds_what_they_chose_also_after_a_restart(database: Database) -> None:
    settings = SettingsStore(database)
    assert await settings.person(11) == Person()

    for person in (CHANGED, Person()):
        await settings.change_person(11, be(person))
        assert await settings.person(11) == await SettingsStore(database).person(11) == person
    assert await settings.person(22) == Person()


async def test_a_server_finds_what_was_chosen_for_it(database: Database) -> None:
    settings = SettingsStore(database)

    await settings.change_server(5, lambda _: SET_UP)

    assert await settings.server(5) == await SettingsStore(database).server(5) == SET_UP
    assert repr(await SettingsStore(database).server(5)) == repr(SET_UP)  # True is no 1
    assert await settings.server(6) == Server()


async def test_options_are_read_as_they_were_stored(database: Database) -> None:
    stored = replace(SET_UP, last_options={"any": {"clock": 0, "opening": True, "jokers": "free"}, "other": {}})
    await SettingsStore(database).change_server(5, lambda _: stored)

    assert repr(await SettingsStore(database).server(5)) == repr(stored)  # True is no 1


async def test_a_choice_that_came_later_has_its_default(database: Database) -> None:
    await database.run("INSERT INTO person VALUES (11, '{\"dm\":true}')")
    await database.run("INSERT INTO server VALUES (5, '{\"threads\":true}')")
    settings = SettingsStore(database)

    assert await settings.person(11) == Person(dm=True)
    assert await settings.server(5) == Server(threads=True)
