"""Everything that is stored is in the inventory, and PRIVACY.md says the same."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

from storage.personal_data.inventory import INVENTORY, About, Deleted, Kept, write_list
from storage.schema import migrations

ROOT = Path(__file__).parents[3]


def stored() -> Counter[tuple[str, str]]:
    """All columns of the newest schema."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.executescript("\n".join(migrations()))
        rows = made.execute(
            "SELECT made.name, part.name FROM sqlite_schema AS made JOIN pragma_table_info(made.name) AS part "
            "WHERE made.type = 'table' AND made.name NOT LIKE 'sqlite_%'"
        )
        return Counter((table, column) for table, column in rows)


def listed() -> Counter[tuple[str, str]]:
    return Counter(
        (table, column)
        for record in INVENTORY
        for table, columns in record.columns.items()
        for column in columns.split()
    )


def test_every_column_is_listed_once() -> None:
    assert listed() == stored()


def test_no_record_about_a_person_just_stays() -> None:
    assert [each.what for each in INVENTORY if each.about is About.PERSON and each.deleted is Deleted.STAYS] == []
    assert [each.what for each in INVENTORY if each.about is About.PERSON and each.kept is Kept.ALWAYS] == []


def test_the_privacy_policy_has_this_list() -> None:
    assert write_list() in (ROOT / "PRIVACY.md").read_text("utf-8")
