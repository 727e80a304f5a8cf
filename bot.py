"""Rackety on Discord: the one place that wires settings, storage, cogs and the connection together."""

import asyncio
import contextlib
import gc
import logging
import os
import secrets
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

import discord
import yarl
from discord.ext import commands

import render
from cogs.assist import Assist
from cogs.bench import Benches
from cogs.claim import Claims
from cogs.clock import Clock
from cogs.computers import Computers
from cogs.emojis import Emojis
from cogs.games import MyGames
from cogs.help import Help
from cogs.host import Host
from cogs.lobby import Lobby
from cogs.parting import Parting
from cogs.play import Play
from cogs.puzzle import Puzzling
from cogs.review import Review
from cogs.scores import Scores
from cogs.settings import Preferences
from cogs.setup import Setup
from cogs.solve import Solving
from cogs.strays import Strays
from cogs.upload import CommandUpload
from cogs.watch import Watch
from cogs.write import Write
from engine.coach.puzzles import system
from engine.text.phrases import speak
from engine.tiles.shuffle import SEED_BYTES
from engine.variants import load
from services.computers import Pause
from services.env_file import BadSettings, misspelt, read_env_file
from services.fitting import Fitting
from services.languages import Languages
from services.puzzle_pool import PuzzleDesk
from services.rulebook import load as load_clauses
from services.search import Thinking
from services.suggestions import Completions
from services.tables import House
from storage.alive import Alive
from storage.benches import Benches as BenchStore
from storage.boards import Boards
from storage.database import Database, StorageError, open_database
from storage.games import Games
from storage.puzzles import Puzzles
from storage.scores import Scores as ScoreStore
from storage.settings import Settings as SettingStore
from storage.texts import Texts
from storage.uploads import Uploads
from ui.connection import REFUSALS, Connection, explain_refusal, log_in
from ui.controls import LONGEST_CHOICE, Control, Tap, Tapped
from ui.error_replies import Tree, explain
from ui.messages.direct_bench import DirectBenches
from ui.messages.private_bench import Racks
from ui.messages.public_table import BoardKeeper
from ui.messages.rules_panel import Rules
from ui.messages.solo_game import OwnTables
from ui.pictures import Pictures
from ui.places import place_of
from ui.translations import Translator

PARTING = 5.0  # seconds that answers in hand have when the bot ends
SWITCH = 0.0005  # seconds for which a thread that thinks or draws may keep the interpreter from the event loop

UPLOADS = ("changed", "always")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host may set, in the environment or in `.env`; the environment wins."""

    discord_token: str
    discord_api_url: str = "https://discord.com/api/v10"
    discord_gateway_url: str = "wss://gateway.discord.gg/"
    database_url: str = "sqlite:///rackety.db"
    computer_pause: str = "1.5-4"
    upload_commands: str = "changed"

    @property
    def pause(self) -> Pause:
        """How long computers take for a move.

        Raises:
            BadSettings: it can't be read.
        """
        try:
            return Pause.read(self.computer_pause)
        except ValueError:
            raise BadSettings("COMPUTER_PAUSE is a number of seconds up to 30, or two such as 1.5-4.") from None

    @property
    def always_upload(self) -> bool:
        """Whether to upload the commands even if they haven't changed.

        Raises:
            BadSettings: it can't be read.
        """
        if self.upload_commands not in UPLOADS:
            raise BadSettings(f"UPLOAD_COMMANDS is {' or '.join(UPLOADS)}.")
        return self.upload_commands == UPLOADS[1]

    @classmethod
    def read(cls, environment: Mapping[str, str], path: Path) -> Self:
        """Read them from the environment and from the file.

        Raises:
            BadSettings: the token is missing, a name is unknown, or a value can't be used.
        """
        known = [field.name.upper() for field in fields(cls)]
        file = read_env_file(path, known)
        for name in environment:
            if name not in known and (meant := misspelt(name, known)):
                raise BadSettings(f"{name} isn't a setting of Rackety; did you mean {meant}?")
        given = {name: value for name in known if (value := environment.get(name) or file.get(name))}
        if "DISCORD_TOKEN" not in given:
            raise BadSettings("DISCORD_TOKEN is missing: copy .env.example to .env and put your bot's token there.")
        settings = cls(**{name.lower(): value for name, value in given.items()})
        settings._require_addresses()
        return settings

    def _require_addresses(self) -> None:
        """Refuse addresses that can't be any, without a word of them: they might be a token in the wrong place."""
        if not self.discord_api_url.startswith(("https://", "http://")):
            raise BadSettings("DISCORD_API_URL isn't an address such as https://discord.com/api/v10.")
        if not self.discord_gateway_url.startswith(("wss://", "ws://")):
            raise BadSettings("DISCORD_GATEWAY_URL isn't an address such as wss://gateway.discord.gg/.")


class Rackety(commands.Bot):
    """The connection, with every cog aboard and every tap led to the cog that knows its verb."""

    def __init__(self, database: Database, pause: Pause, *, always_upload: bool) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
        )
        variants, settings = load(), SettingStore(database)
        self._pause = pause
        self._upload = CommandUpload(self.tree, Uploads(database), always=always_upload)
        self._taps: dict[str, Tapped] = {}
        self._answering: set[asyncio.Task[Any]] = set()
        self._house = House(
            variants=variants,
            clauses=load_clauses(Path(__file__).parent / "docs" / "rules", variants),
            games=Games(database, variants),
            boards=Boards(database),
            texts=Texts(database),
            scores=ScoreStore(database),
            settings=settings,
            languages=Languages(settings, self._locale_of),
            benches=BenchStore(database),
            alive=Alive(database),
            server_name=self._server_name,
            now=lambda: int(time.time()),
            seed=lambda: secrets.token_bytes(SEED_BYTES),
        )
        self._pictures = Pictures()
        self._puzzles = PuzzleDesk(Puzzles(database), system(variants))
        self._keeper = BoardKeeper(self, self._house, self._pictures)
        self._emojis = Emojis(self, render.emojis)
        self._racks = Racks(self._house, self._pictures, self._emojis.of)
        self._own = OwnTables(self._house, self._keeper, self._racks)
        self._direct = DirectBenches(self, self._house, self._racks)

    async def setup_hook(self) -> None:
        """Take the cogs aboard. Nothing here asks Discord for anything, so that no outage can end the start."""
        racks, own = self._racks, self._own
        racks.watchers.append(own.shown)
        rules = Rules(self._house, self._pictures)
        clock = Clock(self._house, self._keeper, lambda: self.latency)
        computers = Computers(self._house, racks, self._pause)
        watch, parting = Watch(self._house, self._pictures), Parting(self._house)
        self._house.watchers.extend(
            [
                self._keeper.changed,
                clock.changed,
                computers.changed,
                watch.live.changed,
                racks.live.changed,
                parting.changed,
                own.changed,
                self._direct.changed,
            ]
        )
        thinking = Thinking()
        benches = Benches(self._house, racks, Fitting(thinking))
        aboard: Sequence[Any] = [
            Lobby(self._house, self._keeper, own),
            Host(self._house, rules),
            Play(self._house, self._keeper, racks),
            Write(self._house, racks, Completions(self._house, thinking, LONGEST_CHOICE)),
            benches,
            Assist(self._house, racks, benches, self._pictures, thinking),
            Claims(self._house, racks),
            watch,
            parting,
            MyGames(self._house, racks),
            Review(self._house, self._pictures),
            Scores(self._house),
            Puzzling(self._house, self._puzzles, self._pictures),
            Solving(self._house, self._pictures),
            Help(self._house, rules),
            Preferences(self._house),
            Setup(self._house),
            self._emojis,
            clock,
            computers,
        ]
        for cog in aboard:
            self._taps |= cog.taps
            await self.add_cog(cog)
        await self.add_cog(Strays(frozenset(self._taps)))
        self.add_dynamic_items(Tap)
        await self.tree.set_translator(Translator())
        await self.add_cog(self._upload)  # when all commands are there

    async def tapped(self, interaction: discord.Interaction[Any], control: Control, values: Sequence[str]) -> None:
        """Lead a tap to its cog, and explain what goes wrong there."""
        await self.answering(interaction)
        if control.verb in self._taps:
            await self.heard(interaction, control)
            try:
                with self._own.held(control.game):
                    await self._taps[control.verb](interaction, control, values)
                    await self._own.tapped(interaction, control)
            except Exception as error:  # noqa: BLE001  # everything is explained to the person who tapped
                await explain(interaction, error)

    async def heard(self, interaction: discord.Interaction[Any], control: Control | None = None) -> None:
        """Welcome who is back at the table of the control, or of the channel; what fails is said by who answers."""
        games = self._house.games
        with contextlib.suppress(StorageError):
            here = await (games.get(control.game) if control else games.in_channel(place_of(interaction)))
            await self._house.welcome(here, interaction.user.id)
            await self._house.noticed(here, interaction.user.id)

    async def answering(self, interaction: discord.Interaction[Any]) -> None:
        """Note that the running task answers somebody, so that the bot's end waits for it, and speak their language."""
        if task := asyncio.current_task():
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        with contextlib.suppress(StorageError):  # English, then
            speak(await self._house.languages.of_reader(interaction.user.id, interaction.locale.value))

    def _server_name(self, guild_id: int) -> str:
        guild = self.get_guild(guild_id)
        return guild.name if guild else ""

    def _locale_of(self, guild_id: int) -> str:
        guild = self.get_guild(guild_id)
        return (guild.preferred_locale if guild else discord.Locale.british_english).value

    async def close(self) -> None:
        """Finish what is being answered and shown, then hang up."""
        if self._answering:
            await asyncio.wait(self._answering, timeout=PARTING)
        await self.remove_cog(Computers.__cog_name__)  # else they might move while the last pictures are shown
        await self._keeper.close()
        await self._direct.close()
        await self._racks.live.close()
        await self._own.close()
        await super().close()
        self._pictures.close()


def hurry() -> None:
    """Let the event loop wait for as little as Python allows.

    What is loaded by now stays: no collection of garbage, which stops everything, need look at it again.
    """
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()


def redirect(settings: Settings) -> None:
    """Point discord.py at the server of the settings, which is Discord itself by default."""
    discord.http.Route.BASE = settings.discord_api_url.rstrip("/")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


async def run(settings: Settings) -> None:
    """Serve until a signal ends it."""
    pause, always = settings.pause, settings.always_upload
    hurry()
    async with open_database(settings.database_url) as database, Rackety(database, pause, always_upload=always) as bot:
        task = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows ends a process without asking
                asyncio.get_running_loop().add_signal_handler(number, lambda: task and task.cancel())
        try:
            await log_in(bot, settings.discord_token)
            await Connection(bot).keep()
        except asyncio.CancelledError:
            logging.getLogger(__name__).info("good night")


def main() -> None:
    """Run the bot; whatever keeps it from starting is one sentence."""
    discord.utils.setup_logging(level=logging.INFO)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    try:
        settings = Settings.read(os.environ, Path(".env"))
        redirect(settings)
        asyncio.run(run(settings))
    except (BadSettings, StorageError) as error:
        sys.exit(str(error))
    except REFUSALS as error:
        sys.exit(explain_refusal(error))


if __name__ == "__main__":
    main()
