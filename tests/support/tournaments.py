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
from storage.games import Game, Phase, Player
from storage.posts import name_tournament
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import Pairing, Tournament, TournamentKind, TournamentPhase
from tests.storage.tables import ANN, BOB, CHANNEL, CLEO, GUILD
from tests.support.interactions import PUBLIC, Interaction, Screen
from tests.support.interactions import refusal as discord_refuses
from tests.support.limits import check
from tests.support.rooms import Bot, Room

PLAYERS = (ANN, BOB, CLEO, Player(44, "Dan"), Player(55, "Eve"))
INVALID_FORM = 50035  # Discord's code
FIRST_ID = 1_000_000  # of the messages that the bot posts by itself


@dataclass
class Post:
    """A message as it's shown now, and where it is."""

    channel: int
    screen: Screen


@dataclass
class Discord(Bot):
    """Discord's part: it keeps its messages, and one thread for each.

    `refuses` is raised instead of the next request of a kind: `send`, `edit` or `create_thread`. All requests to a
    channel of `refused` are refused.
    """

    shown: dict[int, Post] = field(default_factory=dict)
    requests: int = 0
    refuses: dict[str, int] = field(default_factory=dict)  # Discord's codes
    refused: dict[int, int] = field(default_factory=dict)  # the same
    is_away: bool = False  # the server

    @override
    def get_guild(self, guild_id: int) -> Any:
        return None if self.is_away else super().get_guild(guild_id)

    @override
    def get_partial_messageable(self, *channel: object, **_: object) -> Any:
        return FakeChannel(self, cast("int", channel[0]))

    def take(self, kind: str, channel_id: int) -> None:
        """Take or refuse a request."""
        self.requests += 1
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
        _words: str | None,
        *,
        view: discord.ui.LayoutView,
        files: Sequence[discord.File],  # noqa: ARG002  # as the bot sends them
        nonce: str,
        allowed_mentions: discord.AllowedMentions,
    ) -> Any:
        assert nonce
        self.world.take("send", self.id)
        check(view)
        number = FIRST_ID + self.world.requests
        called = tuple(each.id for each in cast("Any", allowed_mentions.users))
        if any(each < 0 for each in called):
            raise discord_refuses(INVALID_FORM)
        screen = Screen(is_private=False, view=view, called=called)
        self.world.shown[number] = Post(self.id, screen)
        return SimpleNamespace(id=number)


@dataclass(frozen=True)
class KnownMessage:
    """A message that may be there."""

    channel: FakeChannel
    id: int

    async def edit(self, *, view: discord.ui.LayoutView, **_: object) -> None:
        self.channel.world.take("edit", self.channel.id)
        check(view)
        post = self.channel.world.shown.setdefault(self.id, Post(self.channel.id, Screen(is_private=False, view=view)))
        post.screen = Screen(is_private=False, view=view)

    async def delete(self) -> None:
        self.channel.world.shown.pop(self.id, None)

    async def create_thread(self, *, name: str, auto_archive_duration: int) -> None:
        assert auto_archive_duration
        if self.channel.world.get_guild(GUILD) is None:
            raise ValueError("This message does not have guild info attached.")  # as discord.py
        self.channel.world.take("create_thread", self.channel.id)
        if self.id in self.channel.world.threads:
            raise discord_refuses(160004)
        self.channel.world.threads[self.id] = name


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
    await stop_updates(room)
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


async def stop_updates(room: Room) -> None:
    """Let the messages of a room be brought up to date only when a test says so."""
    await room.services.outbox._updates.close()  # noqa: SLF001  # a closed outbox does nothing at all


async def bring_up_to_date(room: Room) -> None:
    """Show the newest tournament, also where that has failed; without a `Discord`, just tell that it's shown."""
    stored = await the_tournament(room)
    if isinstance(room.bot, Discord):
        room.services.outbox.failures.hurry(guild_id=stored.guild_id)
        room.services.outbox.failures.pick_due()
        await update_posts(room, stored.id)
    else:
        await tell(room, stored)


async def update_posts(room: Room, tournament_id: int) -> None:
    """Do what the outbox does when a tournament has changed, until nothing is left to do."""
    owner, before = name_tournament(tournament_id), None
    while before != (before := await room.tables.posts.of(owner)):
        await room.services.outbox._work(owner)  # noqa: SLF001  # `show` doesn't say when it ends


async def tell(room: Room, stored: StoredTournament) -> None:
    """Tell the services that all messages and threads of a tournament are there, as the outbox does."""
    tournaments, running = room.services.tournaments, stored.tournament.phase is TournamentPhase.RUNNING
    for key in list_open(stored.tournament) if running else ():
        thread_id = FIRST_ID * stored.id + 100 * key.round + key.table
        stored = await tournaments.note_table(stored.id, key, thread_id)
        if key in await tournaments.list_beginning(stored):
            await tournaments.begin_game(stored.id, key)


@asynccontextmanager
async def restarted(room: Room) -> AsyncIterator[Room]:
    """The same database and Discord with a fresh process, which remembers nothing."""
    again = Room(room.database, type(room.cog), room.bot)
    again.clock = room.clock
    await stop_updates(again)
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
    """Let a player resign from the only game that they play, and note its end."""
    await room.services.tournaments.note_end(await resign_unnoticed(room, user_id))


async def resign_unnoticed(room: Room, user_id: int) -> Game:
    """Let a player resign; nobody has noted that yet."""
    (game,) = [each for each in await room.tables.games.of_user(user_id) if each.phase is Phase.PLAYING]
    seat = next(seat for seat, player in enumerate(game.players) if player.user_id == user_id)
    return (await room.tables.make_move(game, Resign(seat), None)).game


async def play_on(room: Room) -> None:
    """Play the tournament to its end: in each pairing, the second resigns."""
    while not (await the_tournament(room)).tournament.phase.has_ended:
        for pairing in open_pairings((await the_tournament(room)).tournament):
            await come(room, pairing)
            await resign(room, cast("int", pairing.second))
        await bring_up_to_date(room)
