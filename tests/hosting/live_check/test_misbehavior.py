"""A playground that misbehaves in one of the checked ways makes exactly that check fail, with a clear sentence."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hosting.live_check.registry import CHECKS
from playground import Playground
from playground.api.application import COMMANDS, EMOJIS
from playground.api.channels import CHANNEL, OVERWRITE
from playground.api.messages import MESSAGE, MESSAGES
from playground.model import errors
from playground.model.errors import Reason, Refused
from playground.model.permissions import BITS
from playground.model.starting_world import GUILD_ID, TABLE_ID
from tests.hosting.live_check.trial import trying

Json = dict[str, Any]
ALWAYS = 999  # times
TOO_MANY = Reason(429, 0, "You are being rate limited.")
LOGINS = {"total": 1000, "remaining": 9, "reset_after": 0, "max_concurrency": 1}
PLAIN = '"-# Rackety live check"'  # all the text of a message without words of its own


def says(body: Any, words: str) -> bool:
    return words in json.dumps(body)


def is_plain(body: Json) -> bool:
    """Whether a message has no words of its own, and no picture."""
    return says(body, PLAIN) and not galleries(body)


def count_calls(change: Callable[[Any, int], Any]) -> Callable[[Any], Any]:
    """`change` with the number of the call, from 1."""
    calls = Counter[str]()

    def counted(body: Any) -> Any:
        calls["all"] += 1
        return change(body, calls["all"])

    return counted


def refuse_when(is_so: Callable[[Any], object], reason: Reason) -> Callable[[Any], Any]:
    def change(body: Any) -> Any:
        if is_so(body):
            raise Refused(reason)
        return body

    return change


def refuse_nth(is_so: Callable[[Any], object], number: int, reason: Reason) -> Callable[[Any], Any]:
    seen = Counter[str]()

    def change(body: Any) -> Any:
        seen["so"] += bool(is_so(body))
        if is_so(body) and seen["so"] == number:
            raise Refused(reason)
        return body

    return change


def galleries(body: Json) -> list[Json]:
    return [part for each in body["components"] for part in each.get("components", ()) if part["type"] == 12]


def spoil_pictures(spoil: Callable[[Json], object], only: str = "") -> Callable[[Any], Any]:
    """Spoil the pictures of the messages that have these words."""

    def change(body: Json) -> Json:
        for gallery in galleries(body):
            for item in gallery["items"]:
                if re.search(only, json.dumps(body)):
                    spoil(item)
        return body

    return change


def drop_alt_text(item: Json) -> None:
    item["description"] = None


def shrink(item: Json) -> None:
    item["media"]["width"] = 1


def show_old_file(item: Json) -> None:
    item["media"]["url"] = item["media"]["url"].replace("-1.png", "-0.png")


NEW = r"-\d+-?[1-9]\d*\.png|-[1-9]\d*\.png"  # a file name with a number from 1 on


def drop_pictures(body: Json) -> Json:
    if not says(body, "after"):
        return body
    (container,) = body["components"]
    kept = [part for part in container["components"] if part["type"] != 12]
    return body | {"components": [container | {"components": kept}]}


def list_file(body: Json) -> Json:
    url = "https://cdn.example/t.png"
    file = {"id": "1", "filename": "t.png", "size": 1, "url": url, "proxy_url": url, "content_type": "image/png"}
    return body | {"attachments": [file]} if galleries(body) else body


def forget_flags(body: Json) -> Json:
    return body | {"flags": 0} if galleries(body) else body


def is_larger_than(size: int) -> Callable[[Any], bool]:
    return lambda body: len(json.dumps(body.get("components"), separators=(",", ":"))) > size


def ignore_nonce_from(times: int) -> Callable[[Any], Any]:
    """Post a message again that comes with the same nonce for this number of times."""
    seen = Counter[Any]()

    def change(body: Json) -> Json:
        seen[body["nonce"]] += 1
        return body | {"enforce_nonce": seen[body["nonce"]] < times}

    return change


def refuse_nonce_of_deleted(playground: Playground) -> Callable[[Any], Any]:
    seen = set[Any]()

    def change(body: Json) -> Json:
        there = {each.nonce for each in playground.world.messages(TABLE_ID)}
        if body["nonce"] in seen - there:
            raise Refused(errors.INVALID_FORM)
        seen.add(body["nonce"])
        return body

    return change


def forget_mentions(body: Json) -> Json:
    return {**body, "allowed_mentions": {"parse": ["users"]}} if says(body, "<@") else body


def allow(permission: str) -> Callable[[Any], Any]:
    """Don't take this permission away."""
    return lambda body: body | {"deny": str(int(body["deny"]) & ~BITS[permission])}


def stay_archived(body: Json) -> Json:
    if "thread_metadata" in body:
        body["thread_metadata"]["archived"] = True
    return body


def add_twin(playground: Playground) -> None:
    twin = {"id": "1", "name": "rack", "type": 1, "guild_id": str(GUILD_ID), "description": "x", "options": []}
    playground.world.commands[1] = twin


THREADS, AT_MESSAGE = f"{CHANNEL}/threads", f"{MESSAGE}/threads"
MEMBER = f"{CHANNEL}/thread-members/{{user_id}}"
ME = f"{CHANNEL}/thread-members/@me"

WAYS: dict[str, tuple[str, Any, str]] = {
    "the gateway is closed": ("gateway", lambda p: p.faults.refuse_gateway(ALWAYS), "didn't arrive within 2 s"),
    "the gateway knows no server": (
        "gateway",
        lambda p: setattr(p.gateway, "_list_servers", lambda _: []),
        "didn't arrive within 2 s",
    ),
    "a login is refused": (
        "gateway",
        lambda p: (
            p.faults.limit_logins(0),
            p.faults.change_reply("/gateway/bot", lambda body: {**body, "session_start_limit": LOGINS}),
        ),
        "the gateway closed the connection with code 4004",
    ),
    "no login is left": ("gateway", lambda p: p.faults.limit_logins(0), "no login is left of 1000 a day"),
    "a command is missing": (
        "commands",
        lambda p: p.faults.change_reply(COMMANDS, lambda body: body[1:], method="GET"),
        "these commands differ: /",
    ),
    "a command lost its translations": (
        "commands",
        lambda p: p.faults.change_reply(
            COMMANDS, lambda body: [each | {"description_localizations": None} for each in body], method="GET"
        ),
        "these commands differ: /",
    ),
    "a command is there twice": ("commands", add_twin, "people see them twice: /rack"),
    "typing is refused": (
        "typing",
        lambda p: p.faults.refuse(f"{CHANNEL}/typing", errors.UNKNOWN_CHANNEL),
        "HTTP 404, code 10003 for POST /channels/{id}/typing",
    ),
    "alt texts get lost": (
        "pictures",
        lambda p: p.faults.change_reply(MESSAGES, spoil_pictures(drop_alt_text), method="POST", times=ALWAYS),
        "table-classic: the alt text is missing or changed",
    ),
    "pictures are shrunk": (
        "pictures",
        lambda p: p.faults.change_reply(MESSAGES, spoil_pictures(shrink), method="POST", times=ALWAYS),
        "table-classic: the picture's size changed",
    ),
    "files are listed twice": (
        "pictures",
        lambda p: p.faults.change_reply(MESSAGES, list_file, method="POST", times=ALWAYS),
        "the file is also listed as an attachment",
    ),
    "the flag gets lost": (
        "pictures",
        lambda p: p.faults.change_reply(MESSAGES, forget_flags, method="POST", times=ALWAYS),
        "without the flag of Components V2",
    ),
    "an edit loses the new alt text": (
        "edits",
        lambda p: p.faults.change_reply(MESSAGE, spoil_pictures(drop_alt_text, NEW), method="PATCH", times=ALWAYS),
        "the alt text is missing or changed",
    ),
    "an edit keeps the old file": (
        "edits",
        lambda p: p.faults.change_reply(MESSAGE, spoil_pictures(show_old_file, NEW), method="PATCH", times=ALWAYS),
        "the message shows another file than the one that was sent last",
    ),
    "a new file is not found": (
        "edits",
        lambda p: p.faults.change_request(
            MESSAGE,
            refuse_when(lambda body: re.search(NEW, json.dumps(body)), errors.INVALID_FORM),
            method="PATCH",
            times=ALWAYS,
        ),
        "HTTP 400, code 50035 for PATCH /channels/{id}/messages/{id}",
    ),
    "an edit of words loses the picture": (
        "edit-words",
        lambda p: p.faults.change_reply(MESSAGE, drop_pictures, method="PATCH", times=ALWAYS),
        "the message shows 0 pictures instead of 1",
    ),
    "messages must be smaller": (
        "size",
        lambda p: p.faults.change_request(
            MESSAGES, refuse_when(is_larger_than(8_500), errors.INVALID_FORM), method="POST", times=ALWAYS
        ),
        "HTTP 400, code 50035 for POST /channels/{id}/messages",
    ),
    "a nonce is ignored": (
        "nonce",
        lambda p: p.faults.change_request(MESSAGES, ignore_nonce_from(2), method="POST", times=ALWAYS),
        "sent again at once, posted a second message",
    ),
    "a nonce is soon forgotten": (
        "nonce",
        lambda p: p.faults.change_request(MESSAGES, ignore_nonce_from(3), method="POST", times=ALWAYS),
        "sent again after 0 s, posted a second message",
    ),
    "the nonce of a deleted message is refused": (
        "nonce-deleted",
        lambda p: p.faults.change_request(MESSAGES, refuse_nonce_of_deleted(p), method="POST", times=ALWAYS),
        "HTTP 400, code 50035",
    ),
    "a deleted message has another code": (
        "deleted",
        lambda p: p.faults.change_request(
            MESSAGE, refuse_nth(is_plain, 2, errors.UNKNOWN_CHANNEL), method="PATCH", times=ALWAYS
        ),
        "an edit: HTTP 404, code 10003 instead of code 10008",
    ),
    "switched-off mentions are made": (
        "mentions",
        lambda p: p.faults.change_request(MESSAGES, forget_mentions, method="POST", times=ALWAYS),
        "the message mentions somebody although mentions are switched off",
    ),
    "an edit mentions": (
        "mentions",
        lambda p: p.faults.change_request(MESSAGE, forget_mentions, method="PATCH", times=ALWAYS),
        "its edit mentions somebody although mentions are switched off",
    ),
    "edits are refused in a hurry": (
        "burst",
        lambda p: p.faults.change_request(
            MESSAGE, refuse_when(lambda body: says(body, "burst 4"), TOO_MANY), method="PATCH", times=ALWAYS
        ),
        "HTTP 429 for PATCH /channels/{id}/messages/{id}",
    ),
    "emojis aren't listed": (
        "emojis",
        lambda p: p.faults.change_reply(EMOJIS, lambda _: {"items": []}, method="GET", times=ALWAYS),
        "the new emoji isn't listed",
    ),
    "emojis are refused": (
        "emojis",
        lambda p: p.faults.refuse(EMOJIS, errors.TOO_MANY_EMOJIS, method="POST"),
        "HTTP 400, code 30008 for POST /applications/{id}/emojis",
    ),
    "emojis are limited for an hour": (
        "emojis",
        lambda p: p.faults.limit_emojis(0),
        "HTTP 429, to be tried again after 3600 s, for POST /applications/{id}/emojis",
    ),
    "direct messages are refused otherwise": (
        "direct",
        lambda p: p.faults.refuse("/users/@me/channels", errors.UNKNOWN_USER),
        "HTTP 404, code 10013 for POST /users/@me/channels",
    ),
    "a second thread has another code": (
        "thread",
        lambda p: p.faults.change_request(
            AT_MESSAGE, refuse_nth(lambda _: True, 2, errors.UNKNOWN_MESSAGE), method="POST", times=ALWAYS
        ),
        "a second thread: HTTP 404, code 10008 instead of code 160004",
    ),
    "a thread dies with its message": (
        "thread",
        lambda p: p.faults.change_reply(
            CHANNEL, refuse_nth(lambda body: body["type"] == 11, 1, errors.UNKNOWN_CHANNEL), method="GET", times=ALWAYS
        ),
        "HTTP 404, code 10003 for GET /channels/{id}",
    ),
    "an edit in an archived thread has another code": (
        "archived",
        lambda p: p.faults.change_request(
            MESSAGE, refuse_nth(is_plain, 3, errors.MISSING_ACCESS), method="PATCH", times=ALWAYS
        ),
        "an edit in an archived thread: HTTP 403, code 50001 instead of code 30046 or 50083",
    ),
    "a message doesn't reopen a thread": (
        "archived",
        lambda p: p.faults.change_reply(CHANNEL, stay_archived, method="GET", times=ALWAYS),
        "the thread is still archived after a new message",
    ),
    "a locked thread takes messages": (
        "locked",
        lambda p: p.faults.change_request(
            CHANNEL, lambda body: {} if "locked" in body else body, method="PATCH", times=ALWAYS
        ),
        "a message to a locked thread: carried out instead of refused with code 50083 or 160005",
    ),
    "a private thread is public": (
        "private",
        lambda p: p.faults.change_request(THREADS, lambda body: body | {"type": 11}, method="POST"),
        "Discord created another kind of thread",
    ),
    "nobody is a member": (
        "private",
        lambda p: p.faults.refuse(MEMBER, errors.UNKNOWN_MEMBER, method="GET", times=ALWAYS),
        "the bot isn't a member of the private thread that it created",
    ),
    "a private thread takes messages from outside": (
        "private-outside",
        lambda p: p.faults.change_request(
            THREADS, count_calls(lambda body, n: body | {"type": 11} if n == 2 else body), method="POST", times=ALWAYS
        ),
        "a message to a private thread: carried out instead of refused with code 50001",
    ),
    "messages pass without the permission": (
        "no-sending",
        lambda p: p.faults.change_request(OVERWRITE, allow("SEND_MESSAGES"), method="PUT", times=ALWAYS),
        "a message: carried out instead of refused with code 50001 or 50013",
    ),
    "files pass without the permission": (
        "no-files",
        lambda p: p.faults.change_request(OVERWRITE, allow("ATTACH_FILES"), method="PUT", times=ALWAYS),
        "a message with a picture: carried out instead of refused with code 50001 or 50013",
    ),
}


@pytest.mark.parametrize("way", WAYS)
async def test_exactly_the_concerned_check_fails(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check, misbehave, sentence = WAYS[way]
    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()
        misbehave(trial.playground)

        code = await trial.run("--upload")

        assert (code, trial.list_ended("failed"), trial.list_ended("skipped")) == (1, [check], [])
        assert sentence in trial.ended[check][1]
        assert f"## Failed: {check}\n" in trial.report.read_text("utf-8")
        assert trial.look() == before


async def test_without_headers_the_check_of_limits_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch, rate_limits=False) as trial:
        await trial.run("--upload")

        assert trial.list_ended("failed") == ["limits"]
        assert "these headers are missing: X-RateLimit-Limit" in trial.ended["limits"][1]


def test_each_check_has_a_way_to_fail() -> None:
    assert {each.name for each in CHECKS} - {check for check, _, _ in WAYS.values()} == {"limits"}


def only(monkeypatch: pytest.MonkeyPatch, name: str, **changed: Any) -> None:
    chosen = [replace(each, **changed) for each in CHECKS if each.name == name]
    rest = [each for each in CHECKS if each.name == "mentions"]
    monkeypatch.setattr("hosting.live_check.command.CHECKS", (*chosen, *rest))


async def test_a_429_that_discord_py_outwaits_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "burst")
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.faults.rate_limit(MESSAGE, 0.01, method="PATCH")

        await trial.run()

        assert trial.ended["burst"] == ("failed", "1 of 8 edits, 0.01 s apart, met HTTP 429")


async def test_a_check_that_hangs_ends_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "typing", seconds=0.1)
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.faults.hold(f"{CHANNEL}/typing")

        await trial.run()

        seen = "no end after 0.1 s; the last request was POST /channels/{id}/typing"
        assert trial.ended == {"typing": ("failed", seen), "mentions": ("passed", trial.ended["mentions"][1])}


async def test_a_check_with_a_mistake_of_its_own_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stumble(_: object) -> str:
        raise KeyError("1100000000000000301")

    only(monkeypatch, "typing", run=stumble)
    async with trying(tmp_path, monkeypatch) as trial:
        await trial.run()

        assert [how for how, _ in trial.ended.values()] == ["failed", "passed"]
        assert "1100000000000000301" not in trial.report.read_text("utf-8")


async def test_a_removal_is_tried_again_while_discord_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "no-sending")
    monkeypatch.setattr("hosting.live_check.creations.PAUSE", 0.01)
    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()
        trial.playground.faults.server_error(OVERWRITE, method="DELETE", times=2)
        trial.playground.faults.server_error(MESSAGE, method="DELETE", times=2)

        assert await trial.run() == 0

        assert trial.look() == before


async def test_a_permission_comes_back_although_taking_it_seemed_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "no-sending")
    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()
        trial.playground.faults.lose_reply(OVERWRITE, 503, method="PUT")

        await trial.run()

        assert [how for how, _ in trial.ended.values()] == ["failed", "passed"]
        assert trial.look() == before


async def test_a_closed_terminal_does_not_stop_the_removal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("hosting.live_check.command._say", fail)
    only(monkeypatch, "deleted")
    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()

        with pytest.raises(BrokenPipeError):
            await trial.run()

        assert trial.changes
        assert trial.look() == before


async def test_what_cannot_be_removed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "typing")
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.faults.refuse(MESSAGE, errors.MISSING_PERMISSIONS, method="DELETE", times=ALWAYS)

        assert await trial.run() == 1

        assert "- Left behind, to be removed by hand or by the next run: a message" in trial.report.read_text("utf-8")


async def test_a_message_whose_answer_was_lost_is_found_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "typing")
    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()
        trial.playground.faults.lose_reply(MESSAGES, 503, method="POST")

        assert await trial.run() == 1

        assert trial.list_ended("failed") == ["mentions"]
        assert trial.look() == before
