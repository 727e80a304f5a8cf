"""The claims on a table's sets: in some rule systems, a player can claim a set for its points."""

from collections.abc import Mapping
from functools import singledispatch

from engine.rules.claims import ClaimedSet
from engine.table.claims.view import ClaimView
from engine.table.view import TableView


@singledispatch
def claims_on(view: TableView) -> Mapping[str, ClaimedSet]:  # noqa: ARG001  # most tables have no claims
    """Return the claims in force, by the letter of the claimed set; empty for a table without claims."""
    return {}


@claims_on.register
def _(view: ClaimView) -> Mapping[str, ClaimedSet]:
    return {each.label: each for each in view.claims}
