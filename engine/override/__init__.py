"""`override`, which Python's `typing` has since 3.12. https://peps.python.org/pep-0698/"""

import typing

if typing.TYPE_CHECKING:
    from typing_extensions import override as override  # type checkers know it without installing it
else:
    override = getattr(typing, "override", lambda method: method)
