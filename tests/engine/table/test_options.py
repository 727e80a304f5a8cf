"""What the options of the systems on an open table owe."""

from engine.table.options import DAY, clock


def test_a_time_limit_is_named_in_minutes_and_seconds() -> None:
    choices = clock(120, 45, 90).choices

    assert [(choice.value, str(choice.name)) for choice in choices] == [
        (120, "2 minutes"),
        (45, "45 seconds"),
        (90, "1 min 30 s"),
        (60, "1 minute"),
        (200, "3 min 20 s"),
        (DAY, "24 hours"),
        (0, "no limit"),
    ]
    assert clock(None).default == 0
