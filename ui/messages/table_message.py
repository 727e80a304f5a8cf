"""The table's own message: edited in place, and posted again if it's old or gone."""

import discord

from services.tables import Tables
from storage.games import Game, Phase
from storage.public_messages import PublicMessage, Slot
from ui.messages.channels.access import find_channel
from ui.messages.public_screens import PublicScreens
from ui.messages.table_record import TableRecord
from ui.replies import GONE

OLDEST = 50 * 60  # seconds until the message is posted again: Discord limits edits after an hour (error 30046)
MOST_TURNS = 16  # changes of the game until it's posted again, because it has scrolled away; chosen with `requests`
UNEDITABLE = frozenset({30046, 50083})  # too many edits of old messages; an archived thread, which a post reopens


class TableMessage:
    """The keeper of tables' messages. The caller stores the record, and holds the game's lock."""

    def __init__(self, client: discord.Client, tables: Tables, screens: PublicScreens) -> None:
        self._client = client
        self._tables = tables
        self._screens = screens

    async def bring_up_to_date(self, game: Game, record: TableRecord) -> None:
        """Edit the public message, or post it again if it's old or gone, and then delete the old one."""
        view, files = await self._screens.show(game)
        if record.messages.message_id and not self._is_old(game, record.messages):
            try:
                await record.edit(record.messages.message_id, view, files)
            except discord.HTTPException as error:
                if error.code not in GONE | UNEDITABLE:
                    raise
                view, files = await self._screens.show(game)
                if error.code in GONE:
                    record.change(message_id=None)
            else:
                return
        channel = find_channel(self._client, game)
        await record.post(
            Slot.TABLE, str(game.version), lambda nonce: channel.send(view=view, files=files, nonce=nonce)
        )
        record.change(**self.describe_post(game, is_shown=False))
        await record.save()
        await record.delete_leftovers()

    def _is_old(self, game: Game, messages: PublicMessage) -> bool:
        """Return whether to post the message again.

        While one person plays computers, nobody has pushed it away, and a new one would push that person's rack up.
        """
        has_scrolled = game.version - messages.posted_version >= MOST_TURNS and len(game.list_present_people()) > 1
        return game.phase is not Phase.LOBBY and (has_scrolled or self._tables.now() - messages.posted_at >= OLDEST)

    def describe_post(self, game: Game, *, is_shown: bool) -> dict[str, int]:
        """Return the record's fields for a public message that was posted just now.

        `is_shown` is False until the player to move has been called: after a kill, the next start calls them.
        """
        shown = game.version if is_shown else 0
        return {"posted_at": self._tables.now(), "posted_version": game.version, "shown_version": shown}
