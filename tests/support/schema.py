"""REST requests and answers against Discord's own OpenAPI document.

The document is Discord's and is not part of this project: it is read from DISCORD_OPENAPI, or from beside the checkout.
It is followed to the letter but for ids, which may be numbers, and the inner codes of a form's errors, which are words:
both as Discord's reference says and shows; and for the fields in `RELAXATIONS`.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema_rs import Draft202012Validator, Registry, ValidationError

from playground.api.calls import Request

Json = dict[str, Any]

BESIDE = Path(__file__).parents[2].parent / "shared" / "discord-openapi.json"
URI = "urn:discord"
LONGEST = 300  # characters of a message; some quote the whole value

# Fields that discord.py sends, Discord takes and the document doesn't know, by a pattern for the schema's name.
RELAXATIONS = {"tts": "Update|Edit", "nsfw": "ApplicationCommand", "flags": "RichEmbed"}


def document_path() -> Path:
    """Where the document is; skips the test where it is not, and fails if DISCORD_OPENAPI says that it's there."""
    named = os.environ.get("DISCORD_OPENAPI")
    path = Path(named or BESIDE)
    if not path.exists():
        reason = f"Discord's OpenAPI document is not at {path}; DISCORD_OPENAPI names another place"
        if named:
            pytest.fail(reason)
        pytest.skip(reason)
    return path


def violations(requests: Iterable[Request]) -> list[str]:
    """What is wrong with recorded requests and with the playground's answers, one sentence each."""
    schemas = _schemas(document_path())
    return [wrong for request in requests for wrong in schemas.violations(request)]


@cache
def _schemas(path: Path) -> "Schemas":
    return Schemas(json.loads(path.read_text("utf-8")))


class Schemas:
    """The document, relaxed, with its request objects closed so that a misspelt field is found."""

    def __init__(self, document: Json) -> None:
        self._paths: Json = document["paths"]
        _relax(document["components"]["schemas"])
        self._registry = Registry([(URI, document)])
        self._validators: dict[str, Draft202012Validator] = {}

    def violations(self, request: Request) -> list[str]:
        name = f"{request.method} {request.route or request.path}"
        route = request.route and self._paths.get(request.route)
        operation = route and route.get(request.method.lower())
        if not operation:
            return [f"{name}: Discord has no such route"]
        pointer = f"#/paths/{_escaped(request.route or '')}/{request.method.lower()}"
        return [
            f"{name}: {wrong}"
            for wrong in (*self._sent(pointer, operation, request), *self._answered(pointer, operation, request))
        ]

    def _sent(self, pointer: str, operation: Json, request: Request) -> Iterator[str]:
        if "application/json" in operation.get("requestBody", {}).get("content", {}):
            where = f"{pointer}/requestBody/content/application~1json/schema"
            yield from (f"sent {wrong}" for wrong in self._errors(where, request.body))

    def _answered(self, pointer: str, operation: Json, request: Request) -> Iterator[str]:
        status = str(request.status)
        if status not in operation["responses"]:
            status = f"{status[0]}XX"
        answer = operation["responses"].get(status)
        if status == "5XX" or request.status == 429 or isinstance(request.response, str):
            return  # a server in trouble promises nothing, nor does a proxy
        if answer is None:
            yield f"answered with {request.status}, which the document doesn't know"
        elif "$ref" in answer:
            where = f"{answer['$ref']}/content/application~1json/schema"
            yield from (f"answered {wrong}" for wrong in self._errors(where, request.response))
        elif "application/json" in answer.get("content", {}):
            where = f"{pointer}/responses/{status}/content/application~1json/schema"
            yield from (f"answered {wrong}" for wrong in self._errors(where, request.response))

    def _errors(self, where: str, value: object) -> Iterator[str]:
        if where not in self._validators:
            self._validators[where] = Draft202012Validator({"$ref": URI + where}, registry=self._registry)
        for error in self._validators[where].iter_errors(value):
            deepest = _deepest(error)
            yield f"{_path(deepest)}: {_short(deepest.message)}"


def _relax(schemas: Json) -> None:
    schemas["SnowflakeType"] = {"type": ["string", "integer"]}
    schemas["InnerErrors"]["properties"]["_errors"] = {"type": "array"}
    combined = set(_inherited(schemas))
    for name, schema in schemas.items():
        if "Request" in name and "properties" in schema and name not in combined:
            schema.setdefault("additionalProperties", False)
            schema["properties"].update({field: {} for field, names in RELAXATIONS.items() if re.search(names, name)})


def _inherited(tree: object) -> Iterator[str]:
    """Schemas that others extend with `allOf`; closing them would forbid the extension."""
    if isinstance(tree, dict):
        for part in tree.get("allOf", ()):
            if isinstance(part, dict) and "$ref" in part:
                yield part["$ref"].rpartition("/")[2]
        for value in tree.values():
            yield from _inherited(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _inherited(value)


def _deepest(error: ValidationError) -> ValidationError:
    """Down the branch of a oneOf that the value means: the one whose `type` is right."""
    while branches := getattr(error.kind, "context", None):
        meant = [branch for branch in branches if not any(_is_of_another_type(each, error) for each in branch)]
        error = min((each for branch in meant or branches for each in branch), key=lambda each: len(each.instance_path))
    return error


def _is_of_another_type(error: ValidationError, parent: ValidationError) -> bool:
    return error.schema_path[-1] in {"enum", "const"} and error.instance_path == [*parent.instance_path, "type"]


def _path(error: ValidationError) -> str:
    return "$" + "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in error.instance_path)


def _short(message: str) -> str:
    return message if len(message) <= LONGEST else f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"


def _escaped(path: str) -> str:
    return quote(path.replace("~", "~0").replace("/", "~1"))
