"""The bot's settings: each wrong value is one sentence, which shows no secret."""

import logging
import socket
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot_settings import BotSettings
from env_file import BadSettings
from tests.support.spoilt_env_files import SPOILT
from tests.support.spoilt_env_files import TOKEN as LOST_TOKEN

TOKEN = "MTEwMDAw.Racket.opens-nothing"  # noqa: S105  # nobody's
MOST = 200
NOWHERE = "nowhere"


def settings(**given: str) -> BotSettings:
    return BotSettings(discord_token="x", **given)  # noqa: S106  # nobody's


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "token"


def read(tmp_path: Path, *, needs_token: bool = True, **environment: str) -> BotSettings:
    return BotSettings.read(environment, tmp_path / ".env", needs_token=needs_token)


def refusal(tmp_path: Path, **environment: str) -> str:
    with pytest.raises(BadSettings) as refused:
        BotSettings.read(environment, tmp_path / ".env")
    assert TOKEN not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("content", [TOKEN, f"{TOKEN}\n", f"\ufeff {TOKEN}\r\n"])
def test_the_token_can_be_in_a_file(tmp_path: Path, file: Path, content: str) -> None:
    file.write_text(content, "utf-8")

    assert read(tmp_path, DISCORD_TOKEN_FILE=str(file)).discord_token == TOKEN


def test_two_tokens_are_one_too_many(tmp_path: Path, file: Path) -> None:
    file.write_text("other")

    said = refusal(tmp_path, DISCORD_TOKEN_FILE=str(file), DISCORD_TOKEN=TOKEN)

    assert said == "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: choose one of them."


@pytest.mark.parametrize("content", [b"", b"\n", f"DISCORD_TOKEN = {TOKEN}".encode(), b"\xff\xfe\x00", b"x" * 2_000])
def test_a_file_without_just_a_token_is_refused(tmp_path: Path, file: Path, content: bytes) -> None:
    file.write_bytes(content)

    said = refusal(tmp_path, DISCORD_TOKEN_FILE=str(file))

    assert said == "DISCORD_TOKEN_FILE must be a text file with the bot's token and nothing else."


REAL = "MTEwMDAwMDAwMDAwMDAwMDEwMA.Racket.opens-this-loopback-server-only"  # the shape of a token
WITH_PASSWORD = "https://ann:s3cret@nas.example/x"  # noqa: S105  # nobody's
OTHERS = [each.name.upper() for each in fields(BotSettings) if not each.name.startswith("discord_token")]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, REAL) for name in OTHERS),
        ("BACKUP_FOLDER", f"/backups/{REAL}"),
        ("DATABASE_URL", f"sqlite:///{REAL}"),
        ("OWNER_CONTACT", f"Bot {REAL}"),
        ("FEEDBACK_CHANNEL", f"https://discord.com/api/webhooks/1100000000000000100/{'Ab-_' * 17}"),
        ("OWNER_CONTACT", "the configured token, secret.and-of-any.shape, and more"),
        *((name, WITH_PASSWORD) for name in ("BACKUP_FOLDER", "OWNER_CONTACT", "METRICS_HOST", "DISCORD_API_URL")),
    ],
)
def test_a_token_or_password_in_another_setting_is_refused_and_not_repeated(
    tmp_path: Path, name: str, value: str
) -> None:
    given = {"DISCORD_TOKEN": "secret.and-of-any.shape", name: value, "LOG_LEVEL": "all"} | {name: value}
    sentence = f"{name} has a token or a password in it, which might be shown: only DISCORD_TOKEN may have one."

    for needs_token in (True, False):
        with pytest.raises(BadSettings) as refused:
            BotSettings.read(given, tmp_path / ".env", needs_token=needs_token)
        assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OWNER_CONTACT", "mail: ann@example.org, or https://discord.gg/abcdefg"),
        ("BACKUP_FOLDER", "/srv/x:y@z/backups"),
        ("DATABASE_URL", "sqlite:////var/lib/rackety/rackety.2026-11-28.of-a-very-long-name-that-is-no-token.db"),
    ],
)
def test_ordinary_values_are_no_tokens(tmp_path: Path, name: str, value: str) -> None:
    assert BotSettings.read({"DISCORD_TOKEN": TOKEN, name: value}, tmp_path / ".env")


def test_a_folder_or_token_instead_of_the_token_s_file_is_explained_and_not_repeated(tmp_path: Path) -> None:
    for value, reason in ((TOKEN, "No such file or directory"), (str(tmp_path), "Is a directory")):
        assert refusal(tmp_path, DISCORD_TOKEN_FILE=value) == f"DISCORD_TOKEN_FILE can't be read: {reason}."


def test_a_command_that_needs_no_token_does_not_open_its_file(tmp_path: Path) -> None:
    assert read(tmp_path, needs_token=False, DISCORD_TOKEN_FILE=NOWHERE).discord_token == ""


@pytest.mark.parametrize("text", ["0", "-1", "65536", "http", "9464 ", "٩", "1e3", "9" * 5_000])
def test_a_metrics_port_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadSettings, match="METRICS_PORT must be a number from 1 to 65535"):
        _ = settings(metrics_port=text).metrics_address


def test_metrics_are_off_by_default_and_on_loopback_with_a_port() -> None:
    assert settings().metrics_address is None
    assert settings(metrics_port="9464").metrics_address == ("127.0.0.1", 9464)
    assert settings(metrics_port="9464", metrics_host="0.0.0.0").metrics_address == ("0.0.0.0", 9464)  # noqa: S104  # in a container


@given(st.text().filter(lambda text: text.lower() not in {"debug", "info", "warning", "error"}))
def test_an_unknown_level_is_refused(text: str) -> None:
    with pytest.raises(BadSettings, match=r"^LOG_LEVEL must be debug, info, warning or error\.$"):
        _ = settings(log_level=text).least_level


def test_levels_and_formats_may_be_written_in_capitals() -> None:
    assert settings().least_level == logging.INFO
    assert settings(log_level="WARNING").least_level == logging.WARNING
    assert not settings().logs_json
    assert settings(log_format="JSON").logs_json


@pytest.mark.parametrize("text", ["x" * (MOST + 1), "two\nlines", "bell\a"])
def test_a_contact_is_one_short_line(text: str) -> None:
    with pytest.raises(BadSettings, match=r"^OWNER_CONTACT must be one line of at most 200 characters\.$"):
        _ = settings(owner_contact=text).owner
    assert settings(owner_contact="x" * MOST).owner.contact == "x" * MOST


@pytest.mark.parametrize("text", ["feedback", "<#1>", "0", "-5", "9" * 19, "9" * 5_000])
def test_a_feedback_channel_is_an_id(text: str) -> None:
    with pytest.raises(BadSettings, match="FEEDBACK_CHANNEL must be a channel's id"):
        _ = settings(feedback_channel=text).owner
    assert settings(feedback_channel="1100000000000000301").owner.feedback_channel == 1_100_000_000_000_000_301
    assert settings().owner.feedback_channel is None


@pytest.mark.parametrize("text", ["", "DISCORD_TOKEN=\n", "DISCORD_TOKEN=  # later\n", "LOG_LEVEL=debug\n"])
def test_a_file_without_a_token_gets_it_and_is_not_copied_again(tmp_path: Path, text: str) -> None:
    (tmp_path / ".env").write_text(text)

    assert refusal(tmp_path) == "DISCORD_TOKEN is missing: put your bot's token after DISCORD_TOKEN= in .env."


@pytest.mark.parametrize("token", ["", "  "])
def test_an_empty_token_from_elsewhere_is_told_from_none(tmp_path: Path, token: str) -> None:
    assert refusal(tmp_path, DISCORD_TOKEN=token) == (
        "DISCORD_TOKEN is empty: put your bot's token after DISCORD_TOKEN= in your settings."
    )
    assert refusal(tmp_path) == "DISCORD_TOKEN is missing: copy .env.example to .env and put your bot's token there."


WRONG = {
    "DATABASE_URI": "x",
    "DISCORD_API_URL": "discord",
    "COMPUTER_PAUSE": "soon",
    "UPLOAD_COMMANDS": "never",
    "TURN_PINGS": "loud",
    "RETAIN_GAMES": "long",
    "FEEDBACK_CHANNEL": "here",
    "LOG_LEVEL": "all",
    "LOG_FORMAT": "xml",
    "METRICS_PORT": "99999",
    "METRICS_HOST": f"{'x' * 70}.invalid",
    "DATABASE_URL": "rackety.db",
}


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("COLOR=red\nDISCORD_TOKEN=\n")

    said = refusal(tmp_path, **WRONG).splitlines()

    assert len(said) == len(WRONG) + 2  # the line and the token come on top
    assert all(any(name in each for each in said) for name in WRONG)
    assert [each for each in said if "COLOR" in each or not each.endswith(".")] == [
        "DATABASE_URI isn't a setting of Rackety; did you mean DATABASE_URL?"
    ]


def test_a_port_that_is_taken_is_wrong_for_a_start_alone(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        given = {"DISCORD_TOKEN": TOKEN, "METRICS_PORT": port}

        assert read(tmp_path, DISCORD_TOKEN=TOKEN, METRICS_PORT=port).metrics_address == ("127.0.0.1", int(port))
        with pytest.raises(BadSettings) as refused:
            BotSettings.read({**given, "LOG_LEVEL": "all"}, tmp_path / ".env", takes_port=True)

    assert refused.value.problems == (
        "LOG_LEVEL must be debug, info, warning or error.",
        f"METRICS_PORT {port} is used by another program: choose another port, or end that program.",
    )


ADDRESS = "isn't an address such as https://discord.com/api/v10."
SENTENCES = [
    ({"COMPUTER_PAUSE": "soon"}, "COMPUTER_PAUSE must be a number of seconds up to 30, or two such as 1.5-4."),
    ({"UPLOAD_COMMANDS": "never"}, "UPLOAD_COMMANDS must be changed or always."),
    ({"UNENCRYPTED_DISCORD": "yes"}, "UNENCRYPTED_DISCORD must be refused or allowed."),
    ({"DISCORD_API_URL": "discord"}, f"DISCORD_API_URL {ADDRESS}"),
    ({"LOG_FORMAT": "xml"}, "LOG_FORMAT must be text or json."),
    ({"DISCORD_API_URL": "https://"}, f"DISCORD_API_URL {ADDRESS}"),
    (
        {"DISCORD_GATEWAY_URL": "wss://discord.example:99999/"},
        "DISCORD_GATEWAY_URL isn't an address such as wss://gateway.discord.gg/.",
    ),
    (
        {"DISCORD_API_URL": "http://discord.example/api/v10"},
        "DISCORD_API_URL would send your token unencrypted: use https://, or set UNENCRYPTED_DISCORD=allowed.",
    ),
    (
        {"DISCORD_GATEWAY_URL": "ws://127.0.0.1.example/"},
        "DISCORD_GATEWAY_URL would send your token unencrypted: use wss://, or set UNENCRYPTED_DISCORD=allowed.",
    ),
]


@pytest.mark.parametrize(("given", "sentence"), SENTENCES)
def test_a_wrong_value_is_one_sentence(tmp_path: Path, given: dict[str, str], sentence: str) -> None:
    assert refusal(tmp_path, DISCORD_TOKEN=TOKEN, **given) == sentence


@pytest.mark.parametrize(("content", "meant"), SPOILT.values(), ids=SPOILT)
def test_no_way_to_put_a_token_in_the_file_repeats_it(tmp_path: Path, content: str, meant: str) -> None:
    (tmp_path / ".env").write_text(content)

    said = refusal(tmp_path)

    assert said.startswith(meant)
    assert not [part for part in LOST_TOKEN.split(".") if part.lower() in said.lower()]
