"""What the options of the systems on an open table owe."""

from engine.table.options import DAY, clock


def test_a_time_limit_is_named_in_minutes_or_else_in_seconds() -> None:
    choices = clock(120, 45, 90).choices

    assert [(choice.value, str(choice.name)) for choice in choices] == [
        (120, "2 minutes"),
        (45, "45 seconds"),
        (90, "90 seconds"),
        (60, "1 minute"),
        (200, "200 seconds"),
        (DAY, "24 hours"),
        (0, "no limit"),
    ]
    assert clock(None).default == 0
