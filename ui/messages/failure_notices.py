"""Notices to players whose table can't be shown, one for each problem: what is missing, and what they can do."""

import logging
from collections import defaultdict
from collections.abc import Iterator

import discord

from engine.text.phrases import say
from services.tables import Tables
from storage.games import Game
from storage.posts import name_table
from ui.controls import Interaction
from ui.layout import screen, text
from ui.messages.channels.access import TableChannel, explain_obstacle, find_table_channel, read_channel
from ui.network.post_failures import Cause, Failure, PostFailures
from ui.outages import FAILURES, NOT_TAKEN, describe_discord_error

log = logging.getLogger(__name__)

MANY = 2  # failures in a row after which an outage is worth telling; most are over by then

Notice = tuple[int, str]  # the game's id, 0 if it's about all tables; and the sentence


class FailureNotices:
    """The sender of notices, which remembers who has been told what about which failure."""

    def __init__(self, client: discord.Client, tables: Tables, failures: PostFailures) -> None:
        self._client = client
        self._tables = tables
        self._failures = failures
        self._notices: dict[int, dict[Notice, Failure]] = defaultdict(dict)  # by user

    async def tell(self, interaction: Interaction) -> None:
        """Tell this user, after the answer to their tap or command, why tables that they play at can't be shown.

        If Discord fails to take the notice, the next answer repeats it. Raises: StorageError.
        """
        if not len(self._failures):
            self._notices.clear()
            return
        if interaction.response.type in {None, discord.InteractionResponseType.modal}:
            return
        if news := await self._list_untold(interaction):
            known = self._notices[interaction.user.id]
            known |= news  # before it's sent, so that the answer to another tap at this moment doesn't repeat it
            view = screen([text("\n".join(dict.fromkeys(sentence for _, sentence in news)))])
            try:
                await interaction.followup.send(view=view, ephemeral=True)
            except FAILURES as error:
                log.info("a notice did not arrive: %s", describe_discord_error(error))
                for notice in news:
                    known.pop(notice, None)

    async def _list_untold(self, interaction: Interaction) -> dict[Notice, Failure]:
        """Return the notices that this user hasn't got since the failures began, each with its failure."""
        known = self._notices[interaction.user.id]
        for notice in [each for each, failure in known.items() if not self._failures.is_same(failure)]:
            del known[notice]
        news: dict[Notice, Failure] = {}
        for game in await self._tables.games.of_user(interaction.user.id):
            failure = self._failures.find(name_table(game.id))
            if failure is not None and failure.channel_id == game.channel_id and not failure.is_tried_now:
                news |= dict.fromkeys(self._explain(interaction, game, failure), failure)
        return {notice: failure for notice, failure in news.items() if notice not in known}

    def _explain(self, interaction: Interaction, game: Game, failure: Failure) -> Iterator[Notice]:
        if failure.cause is Cause.CHANNEL:
            obstacle = explain_obstacle(self._find_channel(interaction, game), failure.number)
            remedy = say("Your moves still count. The host or a server manager can move the table with /move-table.")
            yield game.id, f"{obstacle} {remedy}"
        elif failure.cause is Cause.BLOCKED or failure.times >= MANY:
            yield 0, str(NOT_TAKEN)

    def _find_channel(self, interaction: Interaction, game: Game) -> TableChannel:
        if interaction.channel_id == game.channel_id:
            return read_channel(interaction)
        return find_table_channel(self._client, game.guild_id, game.channel_id)
