"""The address at which metrics are served, and why it can't be used."""

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from env_file import BadSettings


def require_address(host: str, port: int = 0) -> None:
    """Reject an address at which metrics can't be served. With port 0, only the host is tried. Raises: BadSettings."""
    with explain_address_failures(port):
        ((family, *_), *_) = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        socket.create_server((host, port), family=family).close()


@contextmanager
def explain_address_failures(port: int) -> Iterator[None]:
    """Raise errors of opening a port in the context as `BadSettings`, with sentences for the owner."""
    try:
        yield
    except UnicodeError:  # a part of the name is too long
        raise BadSettings("METRICS_HOST isn't an address of this machine.") from None
    except OSError as error:
        raise BadSettings(_explain(error, port)) from error


def _explain(error: OSError, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"METRICS_PORT {port} is used by another program: choose another port, or end that program."
    if error.errno == errno.EACCES:
        return f"METRICS_PORT {port} isn't allowed for this account: choose one above 1023."
    # A failed look-up has no number of the operating system; other errors name the address once more.
    reason = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
    return f"METRICS_HOST isn't an address of this machine: {reason}."
