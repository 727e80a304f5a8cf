"""The file `.env`: what it sets, and what is said of one that can't be read without saying what is in it."""

from pathlib import Path

import pytest

from env_file import BadSettings, read_env_file

KNOWN = ["DISCORD_TOKEN", "DATABASE_URL"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def refusal(file: Path) -> str:
    with pytest.raises(BadSettings) as refused:
        read_env_file(file, KNOWN)
    return str(refused.value)


def problem(file: Path) -> str:
    """The only one, beside which the other lines are still read."""
    _, (only,) = read_env_file(file, KNOWN)
    return only


def test_comments_quotes_exports_and_empty_values_are_understood(file: Path) -> None:
    file.write_text("# ours\n\nexport DISCORD_TOKEN='a.b.c'  # secret\nDATABASE_URL=\n")

    assert read_env_file(file, KNOWN) == ({"DISCORD_TOKEN": "a.b.c"}, [])


def test_a_file_that_an_editor_of_windows_saved_is_understood(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfDISCORD_TOKEN=a.b.c\r\nDATABASE_URL=sqlite:///x.db\r\n")

    assert read_env_file(file, KNOWN) == ({"DISCORD_TOKEN": "a.b.c", "DATABASE_URL": "sqlite:///x.db"}, [])


def test_no_file_sets_nothing(file: Path) -> None:
    assert read_env_file(file, KNOWN) == ({}, [])


def test_a_folder_in_its_place_is_explained(file: Path) -> None:
    file.mkdir()

    assert refusal(file) == ".env can't be read: Is a directory."


def test_another_encoding_is_explained(file: Path) -> None:
    file.write_text("DISCORD_TOKEN=a.b.c\n", "utf-16")

    assert refusal(file) == ".env isn't a text in UTF-8: save it as one."


def test_a_misspelled_name_is_repeated_beside_the_one_that_was_meant(file: Path) -> None:
    file.write_text("\n\nDISCORD_TOKN=a.b.c\n")

    assert problem(file) == "Line 3 of .env: DISCORD_TOKN isn't a setting of Rackety; did you mean DISCORD_TOKEN?"


def test_a_name_that_is_like_no_setting_is_not_repeated(file: Path) -> None:
    file.write_text("DISCORD_TOKEN=a.b.c\nCOLOR=red\n")

    assert problem(file) == "Line 2 of .env isn't a setting of Rackety; it has DISCORD_TOKEN, DATABASE_URL."
