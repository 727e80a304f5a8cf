"""Requests of interactions aren't counted, and neither is what isn't sent to the API."""

import asyncio
from collections.abc import AsyncIterator, Callable

import aiohttp
import discord
import pytest
from aiohttp import web

from engine.override import override
from monitoring.sink import MetricsSink
from services.concurrency import answer_queue
from services.concurrency.answer_queue import AT_ONCE, AnswerQueue
from ui.network.request_budget import MOST_INVALID, RequestBudget, RequestsHalted
from ui.network.request_trace import NotFromDiscord, counting_tries, is_counted, trace_requests


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ("/channels/1/messages", True),
        ("/gateway/bot", True),
        ("/applications/1/commands", True),
        ("/interactions/1/token/callback?with_response=1", False),
        ("/webhooks/1/token", False),
        ("/webhooks/1/token/messages/@original", False),
    ],
)
def test_requests_by_an_interaction_s_token_the_gateway_and_files_are_not_counted(path: str, *, counted: bool) -> None:
    assert is_counted(discord.http.Route.BASE + path) is counted
    assert not is_counted("wss://gateway.discord.gg/?v=10")
    assert not is_counted("https://cdn.discordapp.com/a.png")


def an_answer(status: int, body: str, kind: str = "text/html", **headers: str) -> Callable[[], web.Response]:
    return lambda: web.Response(status=status, body=body.encode(), headers={"Content-Type": kind, **headers})


PAGE, JSON, VIA = "<html>Log in to our network</html>", "application/json", {"Via": "1.1 google"}
OF_DISCORD = {
    "an object": an_answer(200, '{"id": "1"}', JSON),
    "a list": an_answer(200, "[]", JSON),
    "nothing": lambda: web.Response(status=204),
    "a refusal": an_answer(403, '{"code": 50013}', JSON),
    "a limit": an_answer(429, '{"retry_after": 0.5}', JSON, **VIA),
    "a ban": an_answer(429, PAGE),
    "an outage": an_answer(502, PAGE),
    "an unknown outage": an_answer(520, "", **VIA),
}
OF_OTHERS = {
    "a page": an_answer(200, PAGE),
    "empty JSON": an_answer(200, "", JSON),
    "half of an object": an_answer(200, '{"id": ', JSON),
    "no UTF-8": lambda: web.Response(body=b'{"id": "\xff"}', headers={"Content-Type": JSON}),
    "null": an_answer(200, "null", JSON),
    "a refusal in HTML": an_answer(403, PAGE),
    "a refusal in a list": an_answer(403, "[]", JSON),
    "a limit in HTML": an_answer(429, PAGE, **VIA),
    "a limit without a time": an_answer(429, "{}", JSON, **VIA),
    "an outage in half an object": an_answer(502, "{", JSON),
    "a redirect": lambda: web.Response(status=302, headers={"Location": "/elsewhere"}),
}
ANSWERS: dict[str, Callable[[], web.Response]] = {**OF_DISCORD, **OF_OTHERS}


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """The address of an API that answers with the status that the path names, and hangs up at `cut`."""

    async def answer(request: web.Request) -> web.Response:
        if request.match_info["name"] == "cut" and request.transport:
            request.transport.abort()
        scope = {"X-RateLimit-Scope": request.query["scope"]} if "scope" in request.query else {}
        if name := "an object" if request.path == "/elsewhere" else request.query.get("kind"):
            return ANSWERS[name]()
        status = int(request.match_info["name"].replace("cut", "200"))
        return web.Response(body=b'{"id": "1"}', status=status, headers={**scope, "Content-Type": "application/json"})

    app = web.Application()
    app.router.add_get("/{name}", answer)
    app.router.add_post("/interactions/{name}/token/callback", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    monkeypatch.setattr(discord.http.Route, "BASE", address)
    yield address
    await runner.cleanup()


async def test_tries_are_counted_and_none_is_made_after_too_many_refusals(api: str) -> None:
    budget = RequestBudget()
    async with aiohttp.ClientSession(trace_configs=[trace_requests(budget)]) as session:
        with counting_tries() as sending:
            for _ in range(2):
                await (await session.get(f"{api}/200")).release()
        for _ in range(MOST_INVALID):
            budget.note_response(403, None)
        with pytest.raises(RequestsHalted):
            await session.get(f"{api}/200")

    assert sending.tries == 2


async def test_invalid_responses_are_noted(api: str) -> None:
    budget = RequestBudget()
    async with aiohttp.ClientSession(trace_configs=[trace_requests(budget)]) as session:
        for status in (401, 403, 404, 429, 500):
            await (await session.get(f"{api}/{status}")).release()

    assert len(budget._invalid) == 3  # noqa: SLF001  # 401, 403 and 429


@pytest.mark.parametrize("kind", OF_OTHERS)
async def test_an_answer_that_discord_py_cannot_read_is_not_discord_s(api: str, kind: str) -> None:
    budget = RequestBudget()
    async with aiohttp.ClientSession(trace_configs=[trace_requests(budget)]) as session:
        with pytest.raises(NotFromDiscord, match="but not from Discord"):
            await session.get(f"{api}/200?kind={kind}")

    assert budget.invalid == int(any(each in kind for each in ("refus", "limit")))


@pytest.mark.parametrize("kind", OF_DISCORD)
async def test_an_answer_of_discord_reaches_discord_py(api: str, kind: str) -> None:
    async with aiohttp.ClientSession(trace_configs=[trace_requests(RequestBudget())]) as session:
        answer = await session.get(f"{api}/200?kind={kind}")

        assert await answer.read() == OF_DISCORD[kind]().body or not answer.content_length


async def test_files_of_others_may_be_pages(api: str) -> None:
    async with aiohttp.ClientSession(trace_configs=[trace_requests(RequestBudget())]) as session:
        await (await session.get(f"{api.replace('127.0.0.1', 'localhost')}/200?kind=a page")).release()


async def test_while_a_response_is_sent_the_next_interaction_is_answered(
    api: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_queue, "LONGEST", 60.0)
    queue, begun = AnswerQueue(), []

    async def answer(number: int) -> None:
        task = asyncio.current_task()
        assert task
        await queue.enter(task)
        begun.append(number)
        if number == 0:
            await (await session.post(f"{api}/interactions/200/token/callback")).release()
        await asyncio.Event().wait()

    async with aiohttp.ClientSession(trace_configs=[trace_requests(RequestBudget())]) as session:
        tasks = [asyncio.create_task(answer(number)) for number in range(AT_ONCE + 2)]
        for _ in range(5):
            await asyncio.sleep(0)

        assert begun == [*range(AT_ONCE + 1)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Notes(MetricsSink):
    """What was reported."""

    def __init__(self) -> None:
        self.counted = 0
        self.scopes: list[str | None] = []

    @override
    def note_counted_request(self) -> None:
        self.counted += 1

    @override
    def note_rate_limit(self, scope: str | None) -> None:
        self.scopes.append(scope)


async def test_the_metrics_sink_gets_counted_requests_and_every_429_with_its_scope(api: str) -> None:
    metrics = Notes()
    async with aiohttp.ClientSession(trace_configs=[trace_requests(RequestBudget(), metrics)]) as session:
        for path in ("200", "429", "429?scope=shared", "403"):
            await (await session.get(f"{api}/{path}")).release()
        await (await session.get(f"{api.replace('127.0.0.1', 'localhost')}/429?scope=user")).release()

    assert metrics.counted == 4
    assert metrics.scopes == [None, "shared", "user"]
