"""Discord's checks on application commands."""

import re
from collections.abc import Sequence

from playground.model.errors import Form, Path, Reason, Refused
from playground.model.values import LOCALES, Json

CHAT_INPUT = 1
MAX_COMMANDS = 100
MAX_OPTIONS = 25
MAX_CHARACTERS = 8000  # of a command's names, descriptions and choices together
NAME = re.compile(r"^[-_'\w]{1,32}$")
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = OPTION_TYPES = tuple(range(1, 8))


def require_valid_commands(wanted: Sequence[Json]) -> None:
    """Check all commands of an application. Raises: Refused with 50035 for invalid ones, 30032 for too many."""
    form = Form()
    if len(wanted) > MAX_COMMANDS:
        raise Refused(Reason(400, 30032, f"Maximum number of application commands reached ({MAX_COMMANDS})."))
    seen: set[str] = set()
    for index, each in enumerate(wanted):
        check_command(form, (index,), each)
        name = str(each.get("name"))
        if name in seen:
            message = "Application command names must be unique"
            form.wrong((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(name)
    form.refuse()


def check_command(form: Form, path: Path, wanted: Json) -> None:
    """Check one command and record errors in `form`, below `path`."""
    form.choice((*path, "type"), wanted.get("type") or CHAT_INPUT, (CHAT_INPUT,))
    form.length((*path, "name"), wanted.get("name"), 1, 32)
    _check_name(form, path, wanted)
    _check_text(form, path, wanted, "description", 100)
    _check_options(form, path, wanted.get("options") or [])
    if _count_characters(wanted) > MAX_CHARACTERS:
        message = f"Command exceeds maximum size ({MAX_CHARACTERS})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _check_name(form: Form, path: Path, wanted: Json) -> None:
    name = str(wanted.get("name") or "")
    if not NAME.match(name) or name != name.lower():
        message = "Command name is invalid"
        form.wrong((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", message)


def _check_options(form: Form, path: Path, options: list[Json]) -> None:
    form.length((*path, "options"), options, 0, MAX_OPTIONS)
    names: set[str] = set()
    optional_before = False
    for index, option in enumerate(options):
        here = (*path, "options", index)
        form.choice((*here, "type"), option.get("type"), OPTION_TYPES)
        _check_name(form, here, option)
        _check_text(form, here, option, "description", 100)
        if option.get("name") in names:
            form.wrong((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
        names.add(str(option.get("name")))
        if option.get("required") and optional_before:
            message = "Required options must be placed before non-required options"
            form.wrong(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_before = optional_before or not option.get("required")
        _check_choices(form, here, option)
        if option.get("type") in (SUBCOMMAND, GROUP):
            _check_options(form, here, option.get("options") or [])


def _check_text(form: Form, path: Path, part: Json, name: str, most: int) -> None:
    """Check that a field and its localizations have 1 to `most` characters, and that Discord has their locales."""
    form.length((*path, name), part.get(name), 1, most)
    for locale, text in (part.get(f"{name}_localizations") or {}).items():
        here = (*path, f"{name}_localizations", locale)
        if locale not in LOCALES:
            form.wrong(here, "DICT_TYPE_CONVERT", "Unknown locale")
        form.length(here, text, 1, most)


def _check_choices(form: Form, path: Path, option: Json) -> None:
    offered = option.get("choices") or []
    form.length((*path, "choices"), offered, 0, MAX_OPTIONS)
    for index, choice in enumerate(offered):
        _check_text(form, (*path, "choices", index), choice, "name", 100)
        if isinstance(choice.get("value"), str):
            form.length((*path, "choices", index, "value"), choice["value"], 1, 100)
    if offered and option.get("autocomplete"):
        message = "Autocomplete cannot be set with choices"
        form.wrong((*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", message)


def _count_characters(tree: Json) -> int:
    own = sum(_count_longest(tree, name) for name in ("name", "description"))
    chosen = sum(_count_longest(each, "name") + len(str(each["value"])) for each in tree.get("choices") or ())
    return own + chosen + sum(_count_characters(option) for option in tree.get("options") or ())


def _count_longest(tree: Json, name: str) -> int:
    localized = (tree.get(f"{name}_localizations") or {}).values()
    return max(len(str(text)) for text in (tree.get(name) or "", *localized))
