"""The bot and its start, where settings, storage, cogs and the connection are wired together."""

import entry_point  # isort: skip

if __name__ == "__main__":
    entry_point.prepare("bot", "discord")

import asyncio
import contextlib
import logging
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import discord
from discord.ext import commands

import cogs
from bot_settings import BotSettings
from engine.coach.puzzles import choose_system
from engine.override import override
from engine.text.phrases import speak
from env_file import BadSettings
from hosting.command_line import RUN, run_command
from hosting.version import write_versions
from monitoring import open_metrics
from monitoring.logs import set_up_logs
from monitoring.sink import NO_METRICS, MetricsSink
from services.assembly import assemble_tables
from services.concurrency.answer_queue import AnswerQueue
from services.concurrency.process import cancel_on_signals, shorten_waits
from services.concurrency.supervise import describe_exception
from services.puzzles.pool import PuzzlePool
from storage.backups.daily import DailyBackups
from storage.database import Database, StorageError, open_database
from storage.games import Game
from storage.puzzles import PuzzleStore
from storage.vitals import VitalsStore
from ui.controls import Control, Interaction, TapHandler, read_form, read_tap
from ui.gateway.connection import REFUSALS, Shards, explain_refusal, log_in
from ui.gateway.guild_cache import PackedGuilds
from ui.gateway.internals import UnsuitableDiscordPy, replace_guilds, require_internals, use_addresses
from ui.gateway.invite import make_invite
from ui.messages.error_replies import CommandTree, explain, report_interaction
from ui.network.request_budget import RequestBudget
from ui.network.request_trace import trace_requests
from ui.places import place_of
from ui.replies import BUTTON_EXPIRED, FORM_EXPIRED, tell
from ui.services import OwnerSettings, Services
from ui.tile_signs import TileEmojis
from ui.translations import Translator

log = logging.getLogger(__name__)

CLOSING_TIME = 5.0  # seconds that running interactions may take when the bot stops


class Rackety(commands.AutoShardedBot):
    """The Discord client: it loads the cogs, and passes each tap and form to the cog that handles its verb.

    The verb is the part of a component's custom id that names an action, such as `draw`.
    """

    def __init__(self, database: Database, choices: OwnerSettings, metrics: MetricsSink = NO_METRICS) -> None:
        budget = RequestBudget()
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=CommandTree,
            max_messages=None,
            http_trace=trace_requests(budget, metrics),
        )
        require_internals(self)
        self._servers = replace_guilds(self, PackedGuilds)
        self.gateway = Shards(self)
        self._taps: Mapping[str, TapHandler] = {}
        self._forms: Mapping[str, TapHandler] = {}
        self._on_change: Sequence[Callable[[Game], None]] = ()
        self._answering: set[asyncio.Task[Any]] = set()
        self._queue = AnswerQueue()
        emojis = TileEmojis()
        self._tables = assemble_tables(
            database,
            now=lambda: int(time.time()),
            announce=self._announce,
            server_name=self._server_name,
            locale_of=self._locale_of,
            signs_for=emojis.signs_for,
        )
        self._services = Services(
            self,
            tables=self._tables,
            emojis=emojis,
            puzzles=PuzzlePool(PuzzleStore(database), choose_system(self._tables.variants)),
            database=database,
            budget=budget,
            choices=choices,
            metrics=metrics,
        )

    @property
    @override
    def latencies(self) -> list[tuple[int, float]]:
        """Each shard's number, and the seconds that Discord took to answer its last heartbeat."""
        return self.gateway.latencies

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Pack a server that Discord has just sent, until somebody uses it."""
        self._servers.pack(guild.id)

    def _announce(self, game: Game) -> None:
        for changed in self._on_change:
            changed(game)

    @override
    async def setup_hook(self) -> None:
        """Load the cogs. Nothing here sends requests to Discord, so that an outage can't stop the start."""
        found = [kind(self._services) for kind in cogs.find()]
        self._taps = self._services.end_cards.guard(cogs.handlers_of(found, "taps"))
        self._forms = self._services.end_cards.guard(cogs.handlers_of(found, "forms"))
        self._on_change = cogs.listeners_of([*self._services.messages, *found])
        for cog in found:
            await self.add_cog(cog)
        await self.tree.set_translator(Translator())
        for cog in found:
            begin = getattr(cog, "begin", None)
            if begin:
                await begin()

    @property
    def is_answering(self) -> bool:
        """Whether an interaction is being handled."""
        return bool(self._answering)

    def can_answer(self, verb: str) -> bool:
        """Return whether a cog handles this verb, the action that a button's or menu's custom id names."""
        return verb in self._taps

    async def on_interaction(self, interaction: Interaction) -> None:
        """Pass a tap on a button or menu, or a form, to the cog that handles its verb; if it fails, tell the user why.

        discord.py calls this with interactions of all kinds.
        """
        if interaction.type is discord.InteractionType.component:
            handlers, asked, unknown = self._taps, read_tap(interaction), BUTTON_EXPIRED
        elif interaction.type is discord.InteractionType.modal_submit:
            handlers, asked, unknown = self._forms, read_form(interaction), FORM_EXPIRED
        else:
            return
        await self.track_answer(interaction)
        handler = handlers.get(asked[0].verb) if asked else None
        if asked is None or handler is None:
            await tell(interaction, str(unknown))
            return
        control, values = asked
        await self.note_presence(interaction, control)
        try:
            with self._services.responses.hold_back(interaction, control.game):
                await handler(interaction, control, values)
                await self._services.solo_games.note_tap(interaction, control)
        except Exception as error:  # noqa: BLE001  # everything is explained to the person who asked
            await explain(interaction, error)
        await self.tell_failures(interaction)

    async def on_app_command_completion(self, interaction: Interaction, _command: object) -> None:
        """Tell a user whose command was answered which of their tables can't be shown."""
        await self.tell_failures(interaction)

    async def tell_failures(self, interaction: Interaction) -> None:
        """Tell a user whose tap, command or form was answered which of their tables can't be shown, each once."""
        with contextlib.suppress(StorageError):  # then the next answer does
            await self._services.failure_notices.tell(interaction)

    async def note_presence(self, interaction: Interaction, control: Control | None = None) -> None:
        """Note that a user is active: hand back a seat that a computer plays for them, and don't remind them soon.

        The game is the one that `control` names, or else the channel's. The interaction's handler tells if the database
        fails.
        """
        games = self._tables.games
        with contextlib.suppress(StorageError):
            here = await (games.get(control.game) if control else games.in_channel(place_of(interaction)))
            await self._tables.give_seat_back(here, interaction.user.id)
            await self._tables.note_activity(here, interaction.user.id)

    async def track_answer(self, interaction: Interaction) -> None:
        """Begin to answer this interaction when its turn comes; the running task is the one that does.

        `close` waits for this task, and the answer is in the user's language.
        """
        task = asyncio.current_task()
        if task:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
            webhooks = self._services.webhooks
            webhooks.note_begin(interaction)
            task.add_done_callback(lambda _: webhooks.note_end(interaction))
            report_interaction(interaction, task, self._services.metrics)
            await self._queue.enter(task)
        with contextlib.suppress(StorageError):  # then it's English
            speak(*await self._tables.languages.of_reader(interaction.user.id, interaction.locale.value))

    def _server_name(self, guild_id: int) -> str:
        guild = self.get_guild(guild_id)
        return guild.name if guild else ""

    def _locale_of(self, guild_id: int) -> str:
        guild = self.get_guild(guild_id)
        return (guild.preferred_locale if guild else discord.Locale.british_english).value

    @override
    async def close(self) -> None:
        """Finish running interactions, then running updates of public messages, within 5 seconds each; disconnect."""
        await self._finish_answers(CLOSING_TIME)
        await self._stop_playing()
        await self._services.close()
        await self._finish_answers(0)  # those that came meanwhile
        await super().close()
        self._services.pictures.close()

    async def _finish_answers(self, patience: float) -> None:
        """Wait `patience` seconds for running interactions, then cancel what still runs; moves stay stored."""
        if self._answering:
            await asyncio.wait(self._answering, timeout=patience)
        for task in self._answering:
            task.cancel()
        if self._answering:
            await asyncio.wait(self._answering, timeout=CLOSING_TIME)

    async def _stop_playing(self) -> None:
        """Remove the cogs that react to changed games, so that none changes while messages are updated a last time."""
        self._on_change = cogs.listeners_of(self._services.messages)
        for cog in [*self.cogs.values()]:
            if cogs.listeners_of([cog]):
                await self.remove_cog(cog.qualified_name)


async def run(settings: BotSettings, metrics: MetricsSink = NO_METRICS) -> None:
    """Run the bot until SIGINT or SIGTERM, which raise asyncio.CancelledError; `metrics` gets what metrics are made of.

    Raises:
        BadSettings: a setting can't be read.
        UnsuitableDiscordPy: the installed discord.py lacks what the bot needs.
        StorageError: the database can't be opened, or fails during the start.
        discord.LoginFailure, discord.HTTPException, discord.ConnectionClosed: Discord refuses the bot.
        aiohttp.InvalidURL: an address is malformed.
    """
    choices = OwnerSettings(
        computer_pause=settings.pause,
        always_upload=settings.always_upload,
        uses_webhooks=settings.uses_webhooks,
        retention=settings.retention,
        owner=settings.owner,
        daily_backups=DailyBackups.of(settings.database_url, settings.backup_folder),
    )
    log.info("%s", write_versions())
    cogs.find()  # imports them before `shorten_waits`
    shorten_waits()
    async with open_database(settings.database_url, metrics) as database, Rackety(database, choices, metrics) as bot:
        cancel_on_signals()
        vitals = VitalsStore(database)
        schema, games = await vitals.read_schema(), await vitals.count_open_games()
        log.info("database: %s; schema: %d; open games: %d", settings.database_path, schema, games)
        await log_in(bot, settings.discord_token)
        log.info("invite link: %s", make_invite(bot))
        await bot.gateway.keep()


def start() -> None:
    """Run the bot; exit with an error message if the settings, the database or Discord prevent it from running."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot doesn't use voice
    try:
        settings = BotSettings.read(os.environ, Path(".env"), takes_port=True)
        set_up_logs(settings.least_level, is_json=settings.logs_json, describe=describe_exception)
        use_addresses(settings.discord_api_url, settings.discord_gateway_url)
        with open_metrics(settings.metrics_address) as metrics:
            asyncio.run(run(settings, metrics))
    except asyncio.CancelledError:
        log.info("good night")
    except (BadSettings, StorageError, UnsuitableDiscordPy) as error:
        sys.exit(str(error))
    except REFUSALS as error:
        sys.exit(explain_refusal(error))


def main(arguments: Sequence[str] = ()) -> None:
    """Carry out the command that these command-line arguments name; without any, run the bot."""
    if list(arguments) in ([], [RUN]):
        start()
    else:
        run_command(arguments)


if __name__ == "__main__":
    entry_point.run(lambda: main(sys.argv[1:]), cleans_up=sys.argv[1:] not in ([], [RUN]))
