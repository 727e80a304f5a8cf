"""The bot's settings, from the environment and from `.env`."""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from env_file import BadSettings, guess_name, read_env_file
from monitoring.address import require_address
from monitoring.owner import Owner
from services.computers import Pause
from storage.database import parse_path
from storage.errors import StorageError
from storage.personal_data.retention import Retention

DAYS = r"\d{1,5}"
UNENCRYPTED_CHOICES = ("refused", "allowed")
LONGEST_CONTACT = 200  # characters
LONGEST_TOKEN_FILE = 1_000  # bytes; a token has about 70
SHORTEST_TOKEN = 20  # characters; a shorter one is none, and may be a part of any text
TOKENS = frozenset({"DISCORD_TOKEN", "DISCORD_TOKEN_FILE"})  # settings that are never quoted
SECRET = re.compile(
    r"[\w-]{18,}\.[\w-]{6}\.[\w-]{25,}"  # a bot's token
    r"|/webhooks/\d+/[\w-]{20,}",
    re.ASCII,
)
PASSWORD = re.compile(r"://[^/\s]*:[^/\s]*@")  # in an address
HIGHEST_PORT = 65_535
HIGHEST_ID = 2**63 - 1  # Discord's ids have 64 bits, of which SQLite stores 63


@dataclass(frozen=True, slots=True)
class BotSettings:
    """The bot's settings as text, from the environment and from `.env`; if both have one, the environment wins.

    A property reads one of them or more, and raises `BadSettings` if it can't.
    """

    discord_token: str
    discord_token_file: str = ""
    owner_contact: str = ""
    feedback_channel: str = ""
    database_url: str = "sqlite:///rackety.db"
    backup_folder: str = ""
    retain_games: str = "90"
    retain_people: str = "730"
    retain_servers: str = "30"
    computer_pause: str = "1.5-4"
    turn_pings: str = "replies"
    upload_commands: str = "changed"
    log_level: str = "info"
    log_format: str = "text"
    metrics_port: str = ""
    metrics_host: str = "127.0.0.1"
    discord_api_url: str = "https://discord.com/api/v10"
    discord_gateway_url: str = "wss://gateway.discord.gg/"
    unencrypted_discord: str = "refused"

    @property
    def pause(self) -> Pause:
        """The shortest and the longest time, in seconds, that a computer player takes for a move."""
        try:
            return Pause.read(self.computer_pause)
        except ValueError:
            raise BadSettings("COMPUTER_PAUSE must be a number of seconds up to 30, or two such as 1.5-4.") from None

    @property
    def always_upload(self) -> bool:
        """Whether to upload the slash commands even if they haven't changed."""
        return _require_choice("UPLOAD_COMMANDS", self.upload_commands, ("changed", "always")) == "always"

    @property
    def uses_webhooks(self) -> bool:
        """Whether public messages are posted, edited and deleted by interactions' webhooks where that's possible."""
        return _require_choice("TURN_PINGS", self.turn_pings, ("replies", "messages")) == "replies"

    @property
    def retention(self) -> Retention:
        """The days for which games, people and servers without the bot are kept; 0 for always."""
        for field in fields(Retention):
            if not re.fullmatch(DAYS, getattr(self, f"retain_{field.name}"), re.ASCII):
                raise BadSettings(
                    f"RETAIN_{field.name.upper()} must be a number of days, or 0 to keep the data forever."
                )
        return Retention(int(self.retain_games), int(self.retain_people), int(self.retain_servers))

    @property
    def owner(self) -> Owner:
        """The ways in which members reach the owner."""
        if len(self.owner_contact) > LONGEST_CONTACT or not self.owner_contact.isprintable():
            raise BadSettings(f"OWNER_CONTACT must be one line of at most {LONGEST_CONTACT} characters.")
        channel = _read_number(self.feedback_channel, HIGHEST_ID)
        if self.feedback_channel and channel is None:
            raise BadSettings(
                "FEEDBACK_CHANNEL must be a channel's id, which is a number: copy it in Discord's developer mode."
            )
        return Owner(self.owner_contact, channel)

    @property
    def least_level(self) -> int:
        """The lowest level of what is logged, as a number of `logging`."""
        level = _require_choice("LOG_LEVEL", self.log_level.lower(), ("debug", "info", "warning", "error"))
        return logging.getLevelNamesMapping()[level.upper()]

    @property
    def logs_json(self) -> bool:
        """Whether each line of the log is JSON."""
        return _require_choice("LOG_FORMAT", self.log_format.lower(), ("text", "json")) == "json"

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """The host and the port at which metrics are served; None if they aren't."""
        port = _read_number(self.metrics_port, HIGHEST_PORT)
        if self.metrics_port and port is None:
            raise BadSettings(f"METRICS_PORT must be a number from 1 to {HIGHEST_PORT}; leave it empty for no metrics.")
        return (self.metrics_host, port) if port else None

    @property
    def database_path(self) -> Path:
        """The database file."""
        try:
            return parse_path(self.database_url)
        except StorageError as error:
            raise BadSettings(f"DATABASE_URL: {error}") from None

    @classmethod
    def read(
        cls, environment: Mapping[str, str], path: Path, *, needs_token: bool = True, takes_port: bool = False
    ) -> Self:
        """Return the settings from the environment and from the file `path`, if it exists.

        Unless it `needs_token`, the token may be missing, and properties that can't be read raise an error later. If it
        `takes_port`, the port for metrics must be free. Raises: BadSettings, with everything that is wrong at once.
        """
        known = [field.name.upper() for field in fields(cls)]
        file, problems = read_env_file(path, known)
        problems += [
            f"{name} isn't a setting of Rackety; did you mean {meant}?"
            for name in environment
            if name not in known and (meant := guess_name(name, known))
        ]
        given = {name: value for name in known if (value := environment.get(name) or file.get(name))}
        if needs_token:
            try:
                given["DISCORD_TOKEN"] = _find_token(given, path, is_set="DISCORD_TOKEN" in environment)
            except BadSettings as error:
                problems += error.problems
        if secrets := list(_find_secrets(given)):
            raise BadSettings(*problems, *secrets)
        settings = cls(**{"discord_token": "", **{name.lower(): value for name, value in given.items()}})
        problems += settings._find_wrong_addresses()
        if needs_token:
            problems += settings._find_problems(takes_port=takes_port)
        if problems:
            raise BadSettings(*problems)
        return settings

    def _find_problems(self, *, takes_port: bool) -> list[str]:
        """Return what is wrong with the settings that properties of this class read, a sentence for each."""
        problems: list[str] = []
        for name in (name for name, value in vars(type(self)).items() if isinstance(value, property)):
            try:
                getattr(self, name)
            except BadSettings as error:
                problems += error.problems
        if self.metrics_port:  # perhaps a wrong one
            port = _read_number(self.metrics_port, HIGHEST_PORT) if takes_port else None
            try:
                require_address(self.metrics_host, port or 0)
            except BadSettings as error:
                problems += error.problems
        return problems

    def _find_wrong_addresses(self) -> Iterator[str]:
        """Yield what is wrong with the addresses, without quoting them: one might be a token in the wrong place.

        Unless UNENCRYPTED_DISCORD allows it, the token may only travel unencrypted within this machine.
        """
        if self.unencrypted_discord not in UNENCRYPTED_CHOICES:
            yield f"UNENCRYPTED_DISCORD must be {' or '.join(UNENCRYPTED_CHOICES)}."
        encrypts = self.unencrypted_discord != "allowed"
        for name, address, scheme, example in (
            ("DISCORD_API_URL", self.discord_api_url, "http", "https://discord.com/api/v10"),
            ("DISCORD_GATEWAY_URL", self.discord_gateway_url, "ws", "wss://gateway.discord.gg/"),
        ):
            if not address.startswith((f"{scheme}s://", f"{scheme}://")) or not _is_address(address):
                yield f"{name} isn't an address such as {example}."
            elif encrypts and not address.startswith(f"{scheme}s://") and not _is_loopback(address):
                yield f"{name} would send your token unencrypted: use {scheme}s://, or set UNENCRYPTED_DISCORD=allowed."


def _require_choice(name: str, value: str, choices: Sequence[str]) -> str:
    """Return a setting's value. Raises: BadSettings if it isn't one of its choices."""
    if value not in choices:
        raise BadSettings(f"{name} must be {', '.join(choices[:-1])} or {choices[-1]}.")
    return value


def _find_token(given: Mapping[str, str], path: Path, *, is_set: bool) -> str:
    """Return the token from the settings, or from the file that they name. Raises: BadSettings.

    `path` is the file with the settings, which may not exist; `is_set` says that the environment has a token, which may
    be empty.
    """
    token, token_file = given.get("DISCORD_TOKEN", "").strip(), given.get("DISCORD_TOKEN_FILE")
    if token and token_file:
        raise BadSettings("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: choose one of them.")
    if token or token_file:
        return token or _read_token(Path(token_file or ""))
    if path.exists():
        raise BadSettings(f"DISCORD_TOKEN is missing: put your bot's token after DISCORD_TOKEN= in {path.name}.")
    if is_set:
        raise BadSettings("DISCORD_TOKEN is empty: put your bot's token after DISCORD_TOKEN= in your settings.")
    raise BadSettings("DISCORD_TOKEN is missing: copy .env.example to .env and put your bot's token there.")


def _find_secrets(given: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each setting with a token or password in the wrong place.

    Nothing else is then done with the settings, because any other may be quoted in the log or an error, or shown.
    """
    token = given.get("DISCORD_TOKEN", "")
    for name, value in given.items():
        has_token = SECRET.search(value) or (len(token) >= SHORTEST_TOKEN and token in value)
        has_password = name != "DATABASE_URL" and PASSWORD.search(value)  # of which only a file's path is ever quoted
        if name not in TOKENS and (has_token or has_password):
            yield f"{name} has a token or a password in it, which might be shown: only DISCORD_TOKEN may have one."


def _read_token(path: Path) -> str:
    """Return the token in a file, without quoting the path: it might be a token in the wrong place."""
    try:
        with path.open("rb") as file:
            words = file.read(LONGEST_TOKEN_FILE + 1).decode("utf-8-sig").split()
    except OSError as error:
        raise BadSettings(f"DISCORD_TOKEN_FILE can't be read: {error.strerror}.") from None
    except ValueError:  # it isn't text, or a null byte is in the path
        words = []
    if len(words) != 1 or len(words[0]) > LONGEST_TOKEN_FILE:
        raise BadSettings("DISCORD_TOKEN_FILE must be a text file with the bot's token and nothing else.")
    return words[0]


def _read_number(text: str, highest: int) -> int | None:
    """Return the number from 1 to `highest` that a text stands for; None if it doesn't."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(highest))
    return number if is_number and 0 < (number := int(text)) <= highest else None


def _is_address(address: str) -> bool:
    """Return whether an address has a host, and a port that can be one if it has any."""
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _is_loopback(address: str) -> bool:
    """Return whether an address leads to this machine."""
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:  # it's malformed, or the name of another machine
        return False
