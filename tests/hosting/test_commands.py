"""The one entry point: every command explains itself, and what it can't do is a sentence."""

import platform

import pytest

import bot
import hosting
from hosting.command import OwnerCommand, OwnerError
from hosting.command_line import RUN
from hosting.version import VERSION
from tests.hosting.conftest import Owner


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main(["--help"])

    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert all(f"    {name} " in said or f"    {name}\n" in said for name in (RUN, *hosting.find()))


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_versions_are_printed(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main([option])

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"Rackety {VERSION}, Python {platform.python_version()}, discord.py ")


@pytest.mark.parametrize("name", [RUN, *hosting.find()])
def test_each_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main([name, "--help"])

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: bot.py {name}")


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main(["fly"])

    assert ended.value.code == 2
    assert "invalid choice: 'fly'" in capsys.readouterr().err


async def _fail(*_: object) -> int:
    raise OwnerError("It rains.")


def test_a_failure_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "find", lambda: {"fail": OwnerCommand(name="fail", help="fail", run=_fail)})

    with pytest.raises(SystemExit) as ended:
        bot.main(["fail"])

    assert ended.value.code == "It rains."


@pytest.mark.parametrize(
    "words", ["backup saved.db", "void-game 1", "export-user 11 x.json", "erase-user 11 --yes", "erase-guild 1 --yes"]
)
def test_a_database_that_is_missing_is_not_made(owner: Owner, words: str) -> None:
    owner.database.unlink()

    said, _ = owner.run(*words.split())

    assert said == f"There is no database {owner.database}. DATABASE_URL says where it is."
    assert not owner.database.exists()
