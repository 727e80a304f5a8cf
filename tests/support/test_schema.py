from dataclasses import replace
from pathlib import Path

import pytest

from playground.api.calls import Request
from tests.support import schema
from tests.support.schema import violations

SENT = Request(
    method="POST",
    route="/channels/{channel_id}/messages",
    path="/channels/1/messages",
    body={"content": "hello"},
    files=(),
    status=403,
    response={"message": "Missing Access", "code": 50001},
)
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}


def button(**changed: object) -> dict[str, object]:
    return {"components": [{**ROW, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x", **changed}]}]}


def test_a_request_that_keeps_to_the_document_has_no_violations() -> None:
    assert violations([SENT, replace(SENT, body=button())]) == []


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"contents": "hello"}, "contents"),
        ({"content": "x" * 4001}, "longer than"),
        ({"content": "hello", "allowed_mentions": {"parse": ["nobody"]}}, "nobody"),
        (button(style=9), "style"),
        (button(lable="x"), "lable"),
        (button(custom_id="x" * 101), "longer than"),
    ],
)
def test_a_request_that_departs_from_the_document_is_named(body: object, named: str) -> None:
    (wrong,) = violations([replace(SENT, body=body)])

    assert named in wrong
    assert wrong.startswith("POST /channels/{channel_id}/messages: sent $")


def test_an_answer_that_departs_from_the_document_is_named() -> None:
    (wrong,) = violations([replace(SENT, response={"message": "no code"})])

    assert '"code" is a required property' in wrong


def test_a_route_that_discord_has_not_is_named() -> None:
    assert violations([replace(SENT, route=None)]) == ["POST /channels/1/messages: Discord has no such route"]


def test_without_the_document_a_test_is_skipped_but_fails_if_it_was_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "BESIDE", Path("/nowhere.json"))
    monkeypatch.delenv("DISCORD_OPENAPI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"nowhere\.json"):
        violations([SENT])
    monkeypatch.setenv("DISCORD_OPENAPI", "/nowhere.json")
    with pytest.raises(pytest.fail.Exception, match=r"nowhere\.json"):
        violations([SENT])
