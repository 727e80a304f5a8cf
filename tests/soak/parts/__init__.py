"""The parts of the soak, in the order in which they run."""

from tests.soak.part import Part
from tests.soak.parts import (
    commands,
    cuts,
    disks,
    faults,
    kills,
    leaks,
    load,
    migrations,
    outages,
    races,
)

_ALL = [
    kills.PART,
    cuts.PART,
    migrations.PART,
    disks.PART,
    commands.PART,
    races.PART,
    faults.PART,
    outages.PART,
    load.PART,
    leaks.PART,
]
PARTS: dict[str, Part] = {part.name: part for part in _ALL}
