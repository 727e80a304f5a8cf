"""Responses to interactions that are edited or deleted later."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import aiohttp
import discord

from ui.controls import Interaction
from ui.outages import describe_discord_error

log = logging.getLogger(__name__)

EDITABLE_TIME = 14 * 60  # seconds for which a response is edited
# In place of a message's id, it names the response:
# https://docs.discord.com/developers/interactions/receiving-and-responding#edit-original-interaction-response
_ORIGINAL: Any = "@original"


ResponseKey = tuple[int, int]  # a user, and the message that their interaction's response creates or edits


@dataclass(frozen=True, slots=True, eq=False)
class EditableResponse:
    """An interaction's original response: what it takes to edit it, without the interaction and its big message.

    `key` is what `identify_response` returns. `until` is when to stop editing, in seconds since the epoch: a minute
    before the interaction's token expires.
    """

    key: ResponseKey
    locale: str
    is_in_server: bool
    until: int
    _webhook: discord.Webhook

    @classmethod
    def of(cls, interaction: Interaction) -> Self:
        """Return the original response to this interaction, which need not have been sent yet."""
        return cls(
            key=identify_response(interaction),
            locale=interaction.locale.value,
            is_in_server=interaction.guild_id is not None,
            until=find_last_edit_time(interaction),
            _webhook=interaction.followup,
        )

    @property
    def user_id(self) -> int:
        """The user who sees the response."""
        return self.key[0]

    async def edit(self, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> None:
        """Replace the response with this screen. It fails as `Webhook.edit_message` does."""
        await self._webhook.edit_message(_ORIGINAL, view=view, attachments=files)

    async def delete(self) -> None:
        """Delete the response. It fails as `Webhook.delete_message` does."""
        await self._webhook.delete_message(_ORIGINAL)


def identify_response(interaction: Interaction) -> ResponseKey:
    """Return the interaction's user, and the id of the interaction that created the response's message.

    In place of the second, a message that no interaction has created has its own id.
    """
    message = interaction.message
    if message is None or (interaction.guild_id is not None and not message.flags.ephemeral):
        return interaction.user.id, interaction.id
    created = getattr(message, "interaction_metadata", None)
    return interaction.user.id, created.id if created else message.id


def find_last_edit_time(interaction: Interaction) -> int:
    """Return when to stop editing an interaction's response, in seconds since the epoch."""
    return int(interaction.created_at.timestamp()) + EDITABLE_TIME


@contextmanager
def ignoring_failures(what: str) -> Iterator[None]:
    """Log the failure of an edit or a deletion in the `with` block, and go on: the next tap shows what is missing."""
    try:
        yield
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("%s stays as it is: %s", what, describe_discord_error(error))
