"""The dashboard and the alerts ask for metrics that there are, and for all of ours; the page explains each."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import generate_latest

from monitoring.metrics import Metrics

ROOT = Path(__file__).parents[2]
BOARD = json.loads((ROOT / "deploy/monitoring/dashboard.json").read_text("utf-8"))
ALERTS = (ROOT / "deploy/monitoring/alerts.yml").read_text("utf-8")
PAGE = (ROOT / "docs/monitoring.md").read_text("utf-8")
NAME = re.compile(r"\b(?:rackety|process)_[a-z_]+")
PARTS = ("_bucket", "_count", "_sum")  # of a histogram


def existing() -> dict[str, str]:
    """All metrics, and the type of each."""
    lines = generate_latest(Metrics().registry).decode().splitlines()
    return {line.split()[2]: line.split()[3] for line in lines if line.startswith("# TYPE")}


def asked() -> Iterator[str]:
    """The queries of all panels and alerts."""
    yield from (target["expr"] for panel in BOARD["panels"] for target in panel["targets"])
    yield from re.findall(r"^ +expr: (.+)$", ALERTS, re.MULTILINE)


def whole(name: str) -> str:
    """The name of the histogram that this is a part of, or the name itself."""
    found = next((name.removesuffix(part) for part in PARTS if name.endswith(part)), name)
    return found if existing().get(found) == "histogram" else name


def named(*texts: str) -> set[str]:
    return {whole(name) for text in texts for name in NAME.findall(text) if not name.endswith("_")}


def test_every_query_asks_for_metrics_that_exist() -> None:
    assert named(*asked()) - set(existing()) == set()


def test_every_metric_of_ours_is_asked_for_and_explained() -> None:
    ours = {name for name in existing() if name.startswith("rackety_")}

    assert ours - named(*asked()) == set()
    assert ours - named(PAGE) == set()


def test_the_page_names_no_metric_that_is_not_there() -> None:
    assert named(PAGE) - set(existing()) == set()


@pytest.mark.parametrize("query", sorted(asked()))
def test_a_histogram_is_asked_for_its_parts_and_its_brackets_are_closed(query: str) -> None:
    histograms = {name for name, kind in existing().items() if kind == "histogram"}

    assert not histograms & set(NAME.findall(query))
    assert all(query.count(one) == query.count(other) for one, other in ("()", "[]", "{}"))


def test_the_page_says_what_to_do_about_each_alert_and_no_other() -> None:
    alerts = set(re.findall(r"alert: (\w+)", ALERTS))

    assert alerts == set(re.findall(r"`(Rackety\w+)`", PAGE))
    assert len(alerts) == ALERTS.count("expr:") == ALERTS.count("summary:") == ALERTS.count("severity:")


def test_each_panel_has_its_own_number_and_place() -> None:
    panels: list[dict[str, Any]] = BOARD["panels"]
    places = {(each["gridPos"]["x"], each["gridPos"]["y"]) for each in panels}

    assert len({each["id"] for each in panels}) == len(panels) == len(places)
