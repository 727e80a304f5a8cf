"""Messages, buttons, pictures and modals as one user sees them, in a form that tests can query."""

from collections.abc import Iterator
from dataclasses import dataclass

from playground.model import components
from playground.model.values import Json


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message as one user sees it; `json` is Discord's, with the page's `ephemeral`, `loading` and `mentions_you`."""

    json: Json

    @property
    def id(self) -> int:
        """The message's id."""
        return int(self.json["id"])

    @property
    def channel_id(self) -> int:
        """The id of the message's channel."""
        return int(self.json["channel_id"])

    @property
    def ephemeral(self) -> bool:
        """Whether only this user sees the message."""
        return bool(self.json["ephemeral"])

    @property
    def loading(self) -> bool:
        """Whether the message still says that the bot is thinking, because its answer was deferred."""
        return bool(self.json["loading"])

    @property
    def mentions_you(self) -> bool:
        """Whether the message mentions this user; they are notified only when it's posted, not when it's edited."""
        return bool(self.json["mentions_you"])

    @property
    def content(self) -> str:
        """The message's plain text, empty for Components V2."""
        return str(self.json["content"])

    @property
    def text(self) -> str:
        """The content and the text displays, top to bottom, one per line."""
        shown = [part["content"] for part in self._parts() if part["type"] == components.TEXT]
        return "\n".join(part for part in (self.content, *shown) if part)

    @property
    def buttons(self) -> list[str]:
        """The buttons' labels, disabled ones included; a button without a label is named by its emoji or custom id."""
        return [_label_of(part) for part in self._parts() if part["type"] == components.BUTTON]

    @property
    def pictures(self) -> list[Json]:
        """Every picture in galleries and attachments: `url`, `width`, `height`, `description`."""
        items = [item for part in self._parts() for item in part.get("items", ())]
        galleries = [{**item["media"], "description": item.get("description")} for item in items]
        return [*galleries, *self.json["attachments"]]

    def component(self, name: str) -> Json:
        """Return the component with this custom id, or the button with this label. Raises: LookupError for neither."""
        for part in self._parts():
            if name == part.get("custom_id") or (part["type"] == components.BUTTON and name == _label_of(part)):
                return part
        msg = f"no component {name!r}; there are {[_label_of(part) for part in self._parts() if 'custom_id' in part]}"
        raise LookupError(msg)

    def _parts(self) -> Iterator[Json]:
        return components.walk(self.json["components"])


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal that is open for one user; `json` is Discord's modal with the id of the interaction that opened it."""

    json: Json

    @property
    def title(self) -> str:
        """The modal's title."""
        return str(self.json["title"])

    @property
    def custom_id(self) -> str:
        """The custom id that the bot gave the modal."""
        return str(self.json["custom_id"])

    @property
    def interaction_id(self) -> int:
        """The id of the interaction that opened the modal."""
        return int(self.json["interaction_id"])

    @property
    def values(self) -> Json:
        """The initial texts of the modal's text inputs, by custom id."""
        inputs = [part for part in components.walk(self.json["components"]) if part["type"] == components.TEXT_INPUT]
        return {part["custom_id"]: part.get("value", "") for part in inputs}


def _label_of(part: Json) -> str:
    return str(part.get("label") or (part.get("emoji") or {}).get("name") or part.get("custom_id"))
