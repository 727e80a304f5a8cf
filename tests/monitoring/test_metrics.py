"""The metrics: what is counted, what can be a label, and the server, which holds nothing up and goes away."""

import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import generate_latest

from env_file import BadSettings
from monitoring import open_metrics
from monitoring.metrics import Metrics, serve_metrics
from monitoring.sink import NO_METRICS, Interacted, InteractionOutcome, MetricsSink, Vitals

LOOPBACK = "127.0.0.1"
VITALS = Vitals(
    latency=0.25, shards=3, connected_shards=2, invalid_requests=7, open_games=11, database_size=4096
)  # fmt: skip


def read(metrics: Metrics) -> str:
    return generate_latest(metrics.registry).decode()


def ask(port: int) -> str:
    with urlopen(f"http://{LOOPBACK}:{port}/metrics", timeout=10) as answer:  # our own address
        return str(answer.read().decode())


@pytest.fixture
def port() -> int:
    """A port that nobody uses."""
    with closing(socket.socket()) as found:
        found.bind((LOOPBACK, 0))
        return int(found.getsockname()[1])


@pytest.fixture
def taken() -> Iterator[int]:
    with closing(socket.socket()) as other:
        other.bind((LOOPBACK, 0))
        other.listen()
        yield other.getsockname()[1]


def test_everything_that_is_noted_can_be_read() -> None:
    metrics = Metrics()
    metrics.note_interaction(Interacted(kind="tap", action="draw", outcome=InteractionOutcome.REFUSED, seconds=0.3))
    metrics.note_commit(0.004)
    metrics.note_lag(0.02)
    metrics.note_counted_request()
    metrics.note_rate_limit("user")
    metrics.note_vitals(VITALS)
    metrics.note_last_backup(datetime(2026, 11, 27, tzinfo=UTC))
    metrics.note_backup_failures(3)

    said = read(metrics).splitlines()

    assert {
        'rackety_interactions_total{action="draw",kind="tap",outcome="refused"} 1.0',
        'rackety_interaction_duration_seconds_sum{kind="tap"} 0.3',
        "rackety_commit_duration_seconds_sum 0.004",
        "rackety_event_loop_lag_seconds_sum 0.02",
        "rackety_counted_requests_total 1.0",
        'rackety_rate_limits_total{scope="user"} 1.0',
        "rackety_gateway_latency_seconds 0.25",
        "rackety_shards 3.0",
        "rackety_connected_shards 2.0",
        "rackety_invalid_requests 7.0",
        "rackety_open_games 11.0",
        "rackety_database_size_bytes 4096.0",
        "rackety_last_backup_timestamp_seconds 1.7957376e+09",
        "rackety_backup_failures 3.0",
    } <= set(said)


@given(st.none() | st.text() | st.sampled_from(["user", "global", "shared"]))
def test_a_scope_that_discord_does_not_document_is_not_a_label(scope: str | None) -> None:
    metrics = Metrics()
    metrics.note_rate_limit(scope)

    known = scope if scope in {"user", "global", "shared"} else "other"
    assert f'rackety_rate_limits_total{{scope="{known}"}} 1.0' in read(metrics)


def test_every_metric_but_those_of_the_process_is_ours_and_says_what_it_is() -> None:
    names = {line.split()[2] for line in read(Metrics()).splitlines() if line.startswith("# HELP")}

    assert all(name.startswith(("rackety_", "process_")) for name in names)
    assert not any(name.endswith("_created") for name in names)


def test_without_an_address_nothing_listens_and_nothing_is_kept() -> None:
    with open_metrics(None) as metrics:
        assert metrics is NO_METRICS
        assert not metrics.is_on
        metrics.note_interaction(Interacted(kind="tap", action="draw", outcome=InteractionOutcome.OK, seconds=0))
        metrics.note_vitals(VITALS)
    assert vars(metrics) == {}


def test_a_sink_that_keeps_nothing_costs_next_to_nothing() -> None:
    """A report is a call that calls nothing else."""
    metrics, events = MetricsSink(), list[str]()
    sys.setprofile(lambda _frame, event, _arg: events.append(event))
    metrics.note_commit(0.1)
    metrics.note_counted_request()
    sys.setprofile(None)

    assert events == ["call", "return", "call", "return", "c_call"]


def test_metrics_are_served_until_the_bot_ends(port: int) -> None:
    with serve_metrics(LOOPBACK, port) as metrics:
        metrics.note_counted_request()
        assert "rackety_counted_requests_total 1.0" in ask(port)

    with pytest.raises(OSError, match="refused"):
        ask(port)
    with serve_metrics(LOOPBACK, port):  # nothing of it is left
        assert "rackety_counted_requests_total 0.0" in ask(port)


async def test_metrics_are_served_while_the_event_loop_is_stuck(port: int) -> None:
    with serve_metrics(LOOPBACK, port):
        assert "rackety_event_loop_lag_seconds_count" in ask(port)  # this very call holds the loop up


def test_nothing_can_be_changed_by_asking(port: int) -> None:
    with serve_metrics(LOOPBACK, port), pytest.raises(HTTPError) as refused:
        urlopen(Request(f"http://{LOOPBACK}:{port}/metrics", data=b"x", method="POST"), timeout=10)  # our own address
    with refused.value:
        assert refused.value.code == HTTPStatus.METHOD_NOT_ALLOWED


def test_a_port_in_use_is_one_sentence_and_stays_with_its_owner(taken: int) -> None:
    with pytest.raises(BadSettings) as refused, serve_metrics(LOOPBACK, taken):
        pass

    said = f"METRICS_PORT {taken} is used by another program: choose another port, or end that program."
    assert str(refused.value) == said
    with closing(socket.create_connection((LOOPBACK, taken), timeout=10)):
        pass


@pytest.mark.parametrize("host", ["192.0.2.1", "no such name.invalid"])
def test_an_address_of_another_machine_is_one_sentence(host: str, port: int) -> None:
    with pytest.raises(BadSettings) as refused, serve_metrics(host, port):
        pass

    assert str(refused.value).startswith("METRICS_HOST isn't an address of this machine: ")
