"""A room for tournaments, with as much of Discord as their messages and threads need."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord

from engine.game.actions import Resign
from engine.override import override
from services.tournaments.rounds import list_open
from storage.games import Phase, Player
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import Pairing, Tournament, TournamentKind
from tests.storage.tables import ANN, BOB, CHANNEL, CLEO, GUILD
from tests.support.breaking import Killed
from tests.support.interactions import PUBLIC, Interaction, Screen
from tests.support.interactions import refusal as discord_refuses
from tests.support.limits import check
from tests.support.rooms import Bot, Room

PLAYERS = (ANN, BOB, CLEO, Player(44, "Dan"), Player(55, "Eve"))
INVALID_FORM = 50035  # Discord's code
FIRST_ID = 1_000_000  # of the messages that the bot posts by itself


@dataclass
class Post:
    """A message as it's shown now, where it is, and how often it was edited."""

    channel: int
    screen: Screen
    edits: int = 0


@dataclass
class Discord(Bot):
    """Discord's part: it keeps one message for each nonce, and one thread for each message.

    Each request counts as a step. The bot is killed at the step `kills_at`, before or `after` it is done. `refuses` is
    raised instead of the next request of a kind: `send`, `edit` or `create_thread`. All requests to a channel of
    `refused` are refused.
    """

    shown: dict[int, Post] = field(default_factory=dict)
    nonces: dict[str, int] = field(default_factory=dict)
    steps: int = 0
    kills_at: int = -1
    after: bool = False
    refuses: dict[str, int] = field(default_factory=dict)  # Discord's codes
    refused: dict[int, int] = field(default_factory=dict)  # the same
    is_away: bool = False  # the server

    @override
    def get_guild(self, guild_id: int) -> Any:
        return None if self.is_away else super().get_guild(guild_id)

    @override
    def get_partial_messageable(self, *channel: object, **_: object) -> Any:
        return FakeChannel(self, cast("int", channel[0]))

    def step(self, kind: str, channel_id: int = 0) -> None:
        """Begin or end a request."""
        self.steps += 1
        if self.steps == self.kills_at:
            raise Killed
        if kind in self.refuses:
            raise discord_refuses(self.refuses.pop(kind))
        if channel_id in self.refused:
            raise discord_refuses(self.refused[channel_id])

    def posted(self, channel: int) -> list[Post]:
        """What the bot has posted by itself in a channel, the oldest first."""
        return [each for number, each in sorted(self.shown.items()) if each.channel == channel and number >= FIRST_ID]

    def texts(self, channel: int) -> list[str]:
        """What a channel shows, the oldest first."""
        return [each.screen.text for _, each in sorted(self.shown.items()) if each.channel == channel]


@dataclass(frozen=True)
class FakeChannel:
    """A channel or a thread."""

    world: Discord
    id: int

    async def typing(self) -> None:
        """Be allowed to."""

    def get_partial_message(self, number: int) -> Any:
        return KnownMessage(self, number)

    async def send(
        self,
        *,
        view: discord.ui.LayoutView,
        files: Sequence[discord.File],  # noqa: ARG002  # as the bot sends them
        nonce: str,
        allowed_mentions: discord.AllowedMentions,
    ) -> Any:
        self.world.step("send", self.id)
        check(view)
        number = self.world.nonces.setdefault(nonce, FIRST_ID + len(self.world.nonces))
        called = tuple(each.id for each in cast("Any", allowed_mentions.users))
        if any(each < 0 for each in called):
            raise discord_refuses(INVALID_FORM)
        screen = Screen(is_private=False, view=view, called=called)
        self.world.shown.setdefault(number, Post(self.id, screen))
        self.world.step("")
        return SimpleNamespace(id=number)


@dataclass(frozen=True)
class KnownMessage:
    """A message that may be there."""

    channel: FakeChannel
    id: int

    async def edit(self, *, view: discord.ui.LayoutView, **_: object) -> None:
        self.channel.world.step("edit", self.channel.id)
        check(view)
        post = self.channel.world.shown.setdefault(self.id, Post(self.channel.id, Screen(is_private=False, view=view)))
        post.screen, post.edits = Screen(is_private=False, view=view), post.edits + 1
        self.channel.world.step("")

    async def delete(self) -> None:
        self.channel.world.shown.pop(self.id, None)

    async def create_thread(self, *, name: str, auto_archive_duration: int) -> None:
        assert auto_archive_duration
        if self.channel.world.get_guild(GUILD) is None:
            raise ValueError("This message does not have guild info attached.")  # as discord.py
        self.channel.world.step("create_thread", self.channel.id)
        if self.id in self.channel.world.threads:
            raise discord_refuses(160004)
        self.channel.world.threads[self.id] = name
        self.channel.world.step("")


def world(room: Room) -> Discord:
    """The room's Discord."""
    return cast("Discord", room.bot)


def text_channel(channel_id: int = CHANNEL) -> discord.TextChannel:
    """A channel, as discord.py knows it."""
    data: Any = {"id": str(channel_id), "type": 0, "name": "games", "position": 0}
    guild: Any = SimpleNamespace(id=GUILD)
    return discord.TextChannel(state=cast("Any", None), guild=guild, data=data)


async def opened_tournament(
    room: Room, kind: TournamentKind = TournamentKind.KNOCKOUT, count: int = 4, **options: object
) -> StoredTournament:
    """One that Ann has opened, and for which this many have signed up."""
    await room.services.tournament_posts.close()  # so that it's brought up to date only when a test says so
    await room.command("tournament", Interaction(channel=text_channel()), kind=kind.value, **options)
    stored = await the_tournament(room)
    for player in PLAYERS[:count]:
        await tap(room, "signup", player)
    return await room.services.tournaments.require(stored.id)


async def started_tournament(
    room: Room, kind: TournamentKind = TournamentKind.KNOCKOUT, **options: Any
) -> StoredTournament:
    """One whose first round has begun and is shown."""
    await opened_tournament(room, kind, **options)
    await tap(room, "begin", ANN)
    await bring_up_to_date(room)
    return await the_tournament(room)


async def the_tournament(room: Room) -> StoredTournament:
    """The newest one."""
    ((number,),) = await room.database.run("SELECT max(id) FROM tournament")
    return await room.services.tournaments.require(number)


async def tap(room: Room, verb: str, player: Player, **more: Any) -> Interaction:
    """Tap a button of the newest tournament."""
    return await room.tap(verb, None, by(player, **more), argument=str((await the_tournament(room)).id))


def by(player: Player, **more: Any) -> Interaction:
    """A player's tap on a public message."""
    return Interaction(player, PUBLIC, **more)


def player(user_id: int | None) -> Player:
    """The one with this id."""
    return next(each for each in PLAYERS if each.user_id == user_id)


async def bring_up_to_date(room: Room) -> None:
    """Do all that is to be done about the newest tournament."""
    while True:
        before = await the_tournament(room)
        await room.services.tournament_posts.bring_up_to_date(before.id)
        after = await the_tournament(room)
        if (after.version, after.posts) == (before.version, before.posts):
            return


@asynccontextmanager
async def restarted(room: Room) -> AsyncIterator[Room]:
    """The same database and Discord with a fresh process, which remembers nothing."""
    again = Room(room.database, type(room.cog), room.bot)
    again.clock = room.clock
    await again.services.tournament_posts.close()
    try:
        yield again
    finally:
        await again.close()


def open_pairings(tournament: Tournament) -> list[Pairing]:
    """The pairings without a result, in order."""
    return [tournament.find(key) for key in list_open(tournament)]


async def come(room: Room, pairing: Pairing) -> None:
    """Let both say that they're here, so that their game begins."""
    for user_id in pairing.user_ids:
        await tap(room, "imhere", next(each for each in PLAYERS if each.user_id == user_id))
    await bring_up_to_date(room)


async def resign(room: Room, user_id: int) -> None:
    """Let a player resign from the only game that they play."""
    (game,) = [each for each in await room.tables.games.of_user(user_id) if each.phase is Phase.PLAYING]
    seat = next(seat for seat, player in enumerate(game.players) if player.user_id == user_id)
    await room.tables.make_move(game, Resign(seat), None)


async def play_on(room: Room) -> None:
    """Play the tournament to its end: in each pairing, the second resigns."""
    while not (await the_tournament(room)).tournament.phase.has_ended:
        for pairing in open_pairings((await the_tournament(room)).tournament):
            await come(room, pairing)
            await resign(room, cast("int", pairing.second))
        await bring_up_to_date(room)
