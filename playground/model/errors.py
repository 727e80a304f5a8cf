"""Discord's refusals: an HTTP status, a code and a sentence, and for an invalid body the errors by their path in it."""

from dataclasses import dataclass

from playground.model.values import Json

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """One of Discord's error codes with its HTTP status and sentence."""

    status: int
    code: int
    message: str


GENERAL = Reason(404, 0, "404: Not Found")
UNAUTHORIZED = Reason(401, 0, "401: Unauthorized")
METHOD_NOT_ALLOWED = Reason(405, 0, "405: Method Not Allowed")
SERVER_ERROR = Reason(500, 0, "500: Internal Server Error")
UNKNOWN_APPLICATION = Reason(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = Reason(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Reason(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Reason(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Reason(404, 10008, "Unknown Message")
UNKNOWN_OVERWRITE = Reason(404, 10009, "Unknown Permission Overwrite")
UNKNOWN_USER = Reason(404, 10013, "Unknown User")
UNKNOWN_EMOJI = Reason(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = Reason(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Reason(404, 10062, "Unknown interaction")
TOO_MANY_OLD_EDITS = Reason(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later"
)
TOO_MANY_EMOJIS = Reason(400, 30008, "Maximum number of emojis reached (2000)")
REQUEST_TOO_LARGE = Reason(413, 40005, "Request entity too large")
ALREADY_ANSWERED = Reason(400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_FOLLOW_UPS = Reason(400, 40094, "This interaction has reached the maximum number of follow up messages")
MISSING_ACCESS = Reason(403, 50001, "Missing Access")
FOREIGN_MESSAGE = Reason(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Reason(400, 50006, "Cannot send an empty message")
DMS_CLOSED = Reason(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = Reason(403, 50013, "Missing Permissions")
INVALID_TOKEN = Reason(401, 50027, "Invalid Webhook Token")
INVALID_FORM = Reason(400, 50035, "Invalid Form Body")
THREAD_ARCHIVED = Reason(400, 50083, "Thread is archived")
INVALID_JSON = Reason(400, 50109, "The request body contains invalid JSON.")
REPLY_UNSEEN = Reason(400, 160002, "Cannot reply without permission to read message history")
THREAD_EXISTS = Reason(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = Reason(400, 160005, "Thread is locked")


class Refused(Exception):
    """A request that Discord refuses; `errors` are those of an invalid body, nested by the keys that lead to them."""

    def __init__(self, reason: Reason, errors: Json | None = None) -> None:
        super().__init__(f"{reason.code}: {reason.message}", errors)
        self.reason = reason
        self.errors = errors

    def body(self) -> Json:
        """Return the JSON body of the refusal."""
        body: Json = {"message": self.reason.message, "code": self.reason.code}
        return {**body, "errors": self.errors} if self.errors else body


class Form:
    """The errors in a request's body by path (the keys and indexes that lead to them), so that one refusal reports all.

    `root` leads to the body itself, if that is only a part of the request's JSON.
    """

    def __init__(self, root: Path = ()) -> None:
        self._root = root
        self._errors: Json = {}

    def wrong(self, path: Path, code: str, message: str) -> None:
        """Record an error at `path`, with Discord's error code and a sentence."""
        node = self._errors
        for step in (*self._root, *path):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, value: object, low: int, high: int) -> None:
        """Record an error unless a text or list has `low` to `high` characters or items; None counts as empty."""
        if value is None:
            if low:
                self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, (str, list, tuple)):
            self.wrong(path, "BASE_TYPE_STRING", "Could not interpret the value.")
        elif low and not low <= len(value) <= high:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        elif len(value) > high:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")

    def choice(self, path: Path, value: object, allowed: tuple[object, ...]) -> bool:
        """Return whether the value is one of `allowed`; record an error if it isn't."""
        if value in allowed and not isinstance(value, bool):
            return True
        listed = ", ".join(str(each) for each in allowed)
        self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
        return False

    def between(self, path: Path, value: object, low: int, high: int) -> None:
        """Record an error unless the value is a whole number from `low` to `high`."""
        if not isinstance(value, int) or not low <= value <= high:
            self.wrong(path, "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")

    def refuse(self) -> None:
        """Raise Refused, with 50035 and all recorded errors, if there are any."""
        if self._errors:
            raise Refused(INVALID_FORM, self._errors)
