"""The file `.env`: what it sets, and what is said of one that can't be read without saying what is in it."""

from pathlib import Path

import pytest

from env_file import BadSettings, read_env_file

KNOWN = ["DISCORD_TOKEN", "DATABASE_URL"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def test_comments_quotes_exports_and_empty_values_are_understood(file: Path) -> None:
    file.write_text("# ours\n\nexport DISCORD_TOKEN='a.b.c'  # secret\nDATABASE_URL=\n")

    assert read_env_file(file, KNOWN) == ({"DISCORD_TOKEN": "a.b.c"}, [])


def test_a_file_that_an_editor_of_windows_saved_is_understood(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfDISCORD_TOKEN=a.b.c\r\nDATABASE_URL=sqlite:///x.db\r\n")

    assert read_env_file(file, KNOWN) == ({"DISCORD_TOKEN": "a.b.c", "DATABASE_URL": "sqlite:///x.db"}, [])


def test_no_file_sets_nothing(file: Path) -> None:
    assert read_env_file(file, KNOWN) == ({}, [])


def test_a_folder_in_its_place_and_another_encoding_are_explained(file: Path) -> None:
    file.mkdir()
    with pytest.raises(BadSettings, match=r"^\.env can't be read: Is a directory\.$"):
        read_env_file(file, KNOWN)

    file.rmdir()
    file.write_text("DISCORD_TOKEN=a.b.c\n", "utf-16")
    with pytest.raises(BadSettings, match=r"^\.env isn't a text in UTF-8: save it as one\.$"):
        read_env_file(file, KNOWN)


def test_a_misspelled_name_is_repeated_beside_the_one_that_was_meant_and_no_other_name(file: Path) -> None:
    file.write_text("\n\nDISCORD_TOKN=a.b.c\nCOLOR=red\n")

    assert read_env_file(file, KNOWN)[1] == [
        "Line 3 of .env: DISCORD_TOKN isn't a setting of Rackety; did you mean DISCORD_TOKEN?",
        "Line 4 of .env isn't a setting of Rackety; it has DISCORD_TOKEN, DATABASE_URL.",
    ]
