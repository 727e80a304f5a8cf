"""The metrics in Prometheus's format, and their server.

The server has a thread of its own, so that neither a slow reader delays a player nor a stuck event loop hides its
lag. All values are ready when it's asked: nothing of the bot is called from its thread.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)

from engine.override import override
from monitoring.address import explain_address_failures
from monitoring.sink import Interacted, MetricsSink, Vitals

SCOPES = frozenset({"user", "global", "shared"})  # Discord's, of a rate limit
OTHER = "other"  # Cloudflare's have no scope
ANSWERS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)  # seconds; Discord waits 3 for the first answer
LAGS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)  # seconds
COMMITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)  # seconds


class Metrics(MetricsSink):
    """The metrics. Their labels come from closed sets, so that no id, name, tile or text can be in any of them."""

    is_on = True

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # prometheus_client's own
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._interactions = Counter(
            "rackety_interactions", "Handled interactions", ["kind", "action", "outcome"], registry=self.registry
        )
        self._seconds = self._make_histogram(
            "rackety_interaction_duration_seconds", "Time to handle an interaction", ANSWERS, ["kind"]
        )
        self._commits = self._make_histogram("rackety_commit_duration_seconds", "Time of a commit", COMMITS)
        self._lag = self._make_histogram("rackety_event_loop_lag_seconds", "Lateness of the event loop", LAGS)
        self._requests = Counter(
            "rackety_counted_requests", "Requests that count in Discord's global limit", registry=self.registry
        )
        self._rate_limits = Counter(
            "rackety_rate_limits", "Responses with status 429", ["scope"], registry=self.registry
        )
        self._latency = self._make_gauge("rackety_gateway_latency_seconds", "Latency of the slowest shard")
        self._shards = self._make_gauge("rackety_shards", "Shards")
        self._connected = self._make_gauge("rackety_connected_shards", "Shards with a connection to the gateway")
        self._invalid = self._make_gauge("rackety_invalid_requests", "Invalid requests in the last ten minutes")
        self._games = self._make_gauge("rackety_open_games", "Lobbies and running games")
        self._size = self._make_gauge("rackety_database_size_bytes", "Size of the database without its journal")
        self._backup = self._make_gauge(
            "rackety_last_backup_timestamp_seconds",
            "Beginning of the day of the last daily backup; 0 before there is one",
        )
        self._backup.set(math.nan)  # which starts no alert: nobody has looked, or the owner wants no backups
        self._backup_failures = self._make_gauge(
            "rackety_backup_failures", "Failed daily backups since the last good one"
        )

    def _make_gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, registry=self.registry)

    def _make_histogram(self, name: str, text: str, buckets: Sequence[float], labels: Sequence[str] = ()) -> Histogram:
        return Histogram(name, text, labels, buckets=buckets, registry=self.registry)

    @override
    def note_interaction(self, interacted: Interacted) -> None:
        self._interactions.labels(interacted.kind, interacted.action, interacted.outcome.value).inc()
        self._seconds.labels(interacted.kind).observe(interacted.seconds)

    @override
    def note_commit(self, seconds: float) -> None:
        self._commits.observe(seconds)

    @override
    def note_counted_request(self) -> None:
        self._requests.inc()

    @override
    def note_rate_limit(self, scope: str | None) -> None:
        self._rate_limits.labels(scope if scope in SCOPES else OTHER).inc()

    @override
    def note_lag(self, seconds: float) -> None:
        self._lag.observe(seconds)

    @override
    def note_vitals(self, vitals: Vitals) -> None:
        if vitals.latency is not None:
            self._latency.set(vitals.latency)
        self._shards.set(vitals.shards)
        self._connected.set(vitals.connected_shards)
        self._invalid.set(vitals.invalid_requests)
        self._games.set(vitals.open_games)
        self._size.set(vitals.database_size)

    @override
    def note_last_backup(self, day: datetime | None) -> None:
        self._backup.set(day.timestamp() if day else 0)

    @override
    def note_backup_failures(self, failures: int) -> None:
        self._backup_failures.set(failures)


@contextmanager
def serve_metrics(host: str, port: int) -> Iterator[Metrics]:
    """Serve metrics at `http://host:port/metrics` in the context. Raises: BadSettings if that can't be done."""
    metrics = Metrics()
    with explain_address_failures(port):
        server, thread = start_http_server(port, host, metrics.registry)
    try:
        yield metrics
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
