"""The checks of `check` on Discord: the token, the application, and the bot's permissions on its servers."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, TypeVar

import aiohttp
import discord
import msgspec

from bot_settings import BotSettings
from hosting.checks.finding import Finding, fine, object_to, warn
from ui.gateway.connection import explain_refusal
from ui.gateway.invite import PERMISSIONS
from ui.messages.channels.access import NAMES

T = TypeVar("T")

TIMEOUT = 15.0  # seconds for a request
PAGE = 200  # servers, the most that Discord lists at once
MOST_PAGES = 25  # so that a bot of any size is checked within a minute
MOST_NAMED = 20  # servers with a line of their own
_HIDDEN = {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}
_AGENT = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"


@dataclass(frozen=True, slots=True)
class _User:
    id: str
    username: str


@dataclass(frozen=True, slots=True)
class _Application:
    interactions_endpoint_url: str | None = None


@dataclass(frozen=True, slots=True)
class _Server:
    id: str
    name: str
    permissions: Annotated[str, msgspec.Meta(pattern=r"^\d+$")]
    owner: bool = False


@dataclass(frozen=True, slots=True)
class _Channel:
    id: str
    name: str = ""


class _Unanswered(Exception):
    """A request without a useful answer, with a sentence for the owner and the HTTP status, 0 if there was none."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class _Api:
    """Discord's REST API, asked with the bot's token."""

    session: aiohttp.ClientSession
    settings: BotSettings

    async def get(self, path: str, kind: type[T], **query: str | int) -> T:
        """Return Discord's answer as a value of this type. Raises: _Unanswered if it refuses or can't be reached."""
        if not (self.settings.discord_token.isascii() and self.settings.discord_token.isprintable()):
            raise _Unanswered(_explain_status(HTTPStatus.UNAUTHORIZED))  # it can't be a part of a request
        address = f"{self.settings.discord_api_url.rstrip('/')}{path}"
        headers = {"Authorization": f"Bot {self.settings.discord_token}", "User-Agent": _AGENT}
        try:
            # A redirect would send the token to another address.
            async with self.session.get(address, headers=headers, params=query, allow_redirects=False) as answer:
                status, body = answer.status, await answer.read()
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise _Unanswered(
                f"Discord can't be reached ({type(error).__name__}): check this machine's network and DISCORD_API_URL."
            ) from None
        if status != HTTPStatus.OK:
            raise _Unanswered(_explain_status(status), status)
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.MsgspecError:
            raise _Unanswered(
                "DISCORD_API_URL isn't the address of Discord's API: it doesn't answer as Discord does."
            ) from None


def _explain_status(status: int) -> str:
    if status == HTTPStatus.UNAUTHORIZED:
        return explain_refusal(discord.LoginFailure())
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return f"Discord is having problems (HTTP {status}): try again later."
    return f"DISCORD_API_URL isn't the address of Discord's API: it answers with HTTP {status}."


async def check_discord(settings: BotSettings) -> AsyncIterator[Finding]:
    """Find out whether Discord accepts the token, and what the bot may do on its servers."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=TIMEOUT)) as session:
        api = _Api(session, settings)
        try:
            async for finding in _check_account(api):
                yield finding
        except _Unanswered as failure:
            yield object_to(str(failure))


async def _check_account(api: _Api) -> AsyncIterator[Finding]:
    user = await api.get("/users/@me", _User)
    yield fine(f"Discord accepts the token, of {_clean(user.username)} ({user.id}). It needs no privileged intents.")
    application = await api.get("/applications/@me", _Application)
    if application.interactions_endpoint_url:
        yield object_to(
            "Discord sends commands to the Interactions Endpoint URL and not to the bot: clear it on the application's "
            "General Information page in the developer portal."
        )
    async for finding in _check_feedback(api):
        yield finding
    lacking, count = [], 0
    async for server in _list_servers(api):
        count += 1
        if missing := _find_missing(server):
            lacking.append(f"{_clean(server.name)} ({server.id}): the bot lacks {', '.join(missing)}.")
    if not count:
        yield warn("The bot is on no server: invite it, as README says.")
    elif not lacking:
        yield fine(f"On {_count(count)}, the bot's roles give it the permissions that it needs.")
    for each in lacking[:MOST_NAMED]:
        yield warn(f"On the server {each} Its role should give it that.")
    if (more := len(lacking) - MOST_NAMED) > 0:
        yield warn(f"The bot lacks permissions on {_count(more, 'more server')}.")


async def _check_feedback(api: _Api) -> AsyncIterator[Finding]:
    number = api.settings.feedback_channel
    if not (number.isascii() and number.isdecimal()):  # empty, or a problem of the settings
        return
    try:
        channel = await api.get(f"/channels/{number}", _Channel)
    except _Unanswered as failure:
        if failure.status not in _HIDDEN:
            raise
        yield warn("FEEDBACK_CHANNEL isn't a channel that the bot can see, so /feedback reaches nobody.")
    else:
        yield fine(f"/feedback goes to the channel {_clean(channel.name)} ({channel.id}).")


async def _list_servers(api: _Api) -> AsyncIterator[_Server]:
    last = "0"
    for _ in range(MOST_PAGES):
        servers = await api.get("/users/@me/guilds", list[_Server], limit=PAGE, after=last)
        for server in servers:
            yield server
        if len(servers) < PAGE:
            return
        last = servers[-1].id


def _find_missing(server: _Server) -> list[str]:
    """Return the names of the permissions that the bot's roles on a server don't give; channels may differ."""
    granted = discord.Permissions(int(server.permissions))
    if server.owner or granted.administrator:
        return []
    return [str(name) for key, name in NAMES.items() if getattr(PERMISSIONS, key) and not getattr(granted, key)]


def _count(number: int, what: str = "server") -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _clean(name: str) -> str:
    """Return a name without what could confuse a terminal."""
    return "".join(each for each in name if each.isprintable())
