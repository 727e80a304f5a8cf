"""Responses to interactions that are edited or deleted later."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import discord

from ui.controls import Interaction

EDITABLE_TIME = 14 * 60  # seconds for which a response is edited
# In place of a message's id, it names the response:
# https://docs.discord.com/developers/interactions/receiving-and-responding#edit-original-interaction-response
_ORIGINAL: Any = "@original"


@dataclass(frozen=True, slots=True, eq=False)
class EditableResponse:
    """An interaction's original response: what it takes to edit it, without the interaction.

    An interaction holds the tapped message with all its components, about a hundred objects. `user_id` and `locale` are
    those of the user who sees the response. `message_id` is the tapped message's, and None for a command.
    `is_in_server` is False in direct messages. `until` is when to stop editing, in seconds since the epoch: a minute
    before the interaction's token expires.
    """

    user_id: int
    locale: str
    message_id: int | None
    is_in_server: bool
    until: int
    _webhook: discord.Webhook

    @classmethod
    def of(cls, interaction: Interaction) -> Self:
        """Return the original response to this interaction, which need not have been sent yet."""
        return cls(
            user_id=interaction.user.id,
            locale=interaction.locale.value,
            message_id=find_tapped_message(interaction),
            is_in_server=interaction.guild_id is not None,
            until=find_last_edit_time(interaction),
            _webhook=interaction.followup,
        )

    async def edit(self, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> None:
        """Replace the response with this screen. It fails as `Webhook.edit_message` does."""
        await self._webhook.edit_message(_ORIGINAL, view=view, attachments=files)

    async def delete(self) -> None:
        """Delete the response. It fails as `Webhook.delete_message` does."""
        await self._webhook.delete_message(_ORIGINAL)


def find_tapped_message(interaction: Interaction) -> int | None:
    """Return the id of the message that was tapped; None for a command."""
    return interaction.message.id if interaction.message else None


def find_last_edit_time(interaction: Interaction) -> int:
    """Return when to stop editing an interaction's response, in seconds since the epoch."""
    return int(interaction.created_at.timestamp()) + EDITABLE_TIME
