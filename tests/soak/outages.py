"""Outages of Discord as others have seen them, as data: what breaks, for how long, and how much of the bot it stops.

They are replayed against the playground: hours in simulated time, and seconds with the real bot.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from playground.api.faults import Faults
from playground.gateway.shards import TOTAL
from playground.model.starting_world import GUILD_ID

WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
HISTORY = "/channels/{channel_id}/messages"
ALWAYS = 1_000_000  # times
HOUR = 3_600.0
MOST_LOGINS = TOTAL // 10  # of one outage
BACK_WITHIN = 120.0  # seconds after its end all shards are connected
SHARDS = 4
SERVER = (GUILD_ID >> 22) % SHARDS  # the shard of the playground's server
HALF = (SERVER, (SERVER + SHARDS // 2) % SHARDS)


@dataclass(frozen=True)
class World:
    """What an outage can break: Discord, and the names by which it's found; `seconds` is how long it will last."""

    faults: Faults
    break_names: Callable[[bool], object]
    seconds: float


@dataclass(frozen=True)
class Outage:
    """An outage: its name, how many hours it lasts in simulated time, and what happens when it begins.

    `is_away`: shards that have lost their sessions can't be connected before its end. `stops_api`: nothing can be
    requested, so tables stand still, and a bot that starts waits. `logins` are those that the bot has had at its start.
    """

    name: str
    hours: float
    begin: Callable[[World], object]
    is_away: bool = True
    stops_api: bool = False
    logins: int = TOTAL


def end(world: World) -> None:
    """End all outages."""
    world.faults.clear()
    world.faults.refuse_gateway(0)
    world.faults.kill_resume_host(dead=False)
    world.faults.kill_shards(())
    world.faults.limit_logins(TOTAL)
    world.break_names(False)


def kill_resume_host(world: World) -> None:
    world.faults.kill_resume_host()
    world.faults.drop_gateway(1006)


def refuse_gateway(world: World) -> None:
    world.faults.refuse_gateway(ALWAYS)
    world.faults.drop_gateway(1006)


def break_history(world: World) -> None:
    world.faults.server_error(HISTORY, 500, method="GET", times=ALWAYS)
    world.faults.lose_reply(WEBHOOK, 500, method="POST", times=2)


def kill_half(world: World) -> None:
    world.faults.kill_shards(HALF)


def use_up_logins(world: World) -> None:
    world.faults.limit_logins(0, world.seconds)
    world.faults.invalidate_session()


def break_names(world: World) -> None:
    world.break_names(True)
    world.faults.drop_gateway(1006)


def answer_in_html(world: World, status: int) -> None:
    world.faults.bad_gateway(None, status, times=ALWAYS)
    world.faults.refuse_gateway(ALWAYS)
    world.faults.drop_gateway(1006)


def limit_everything(world: World) -> None:
    world.faults.rate_limit(None, world.seconds, everywhere=True, times=ALWAYS)
    world.faults.invalidate_session()


def ban(world: World) -> None:
    world.faults.ban(None, times=ALWAYS)
    world.faults.refuse_gateway(ALWAYS)
    world.faults.drop_gateway(1006)


OUTAGES = (
    Outage("the resume host is dead", 24, kill_resume_host, is_away=False),  # discord.py#10511; 2026-09-01
    Outage("the gateway answers 503", 8, refuse_gateway),
    Outage("the history answers 500", 8, break_history, is_away=False),  # discord-api-docs#8611
    Outage("half of the shards are dead", 1, kill_half),  # each try costs a login
    Outage("no login is left", 20, use_up_logins, logins=SHARDS),
    Outage("names aren't found", 6, break_names),
    Outage("the API answers 502 in HTML", 4, partial(answer_in_html, status=502), stops_api=True),
    Outage("the API answers 200 in HTML", 4, partial(answer_in_html, status=200), stops_api=True),
    Outage("everything is limited for an hour", 1, limit_everything, is_away=False, stops_api=True),
    Outage("Cloudflare bans the bot for an hour", 1, ban, stops_api=True),
)


def find_outage(name: str) -> Outage:
    """Return the outage with this name."""
    return next(each for each in OUTAGES if each.name == name)
