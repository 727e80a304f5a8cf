"""A bot that looks for its lost messages in a bad way: it waits for a failing history, or looks only once."""

from ui.messages.channels import history

HOUR = 3_600


def install(fault: str) -> None:
    """Plant this fault into the running bot."""
    if fault == "wait":
        vars(history).update(LOOKING_TIME=HOUR, FAILURES=())
    else:
        vars(history).update(LOOK_EVERY=HOUR)
