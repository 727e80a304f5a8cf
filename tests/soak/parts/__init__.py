"""The parts of the soak, in the order in which they run."""

from tests.soak.part import Part
from tests.soak.parts import cancels, cuts, faults, fuzz, kills, leaks, load, memory, mutants, races, steps

_ALL = [
    kills.PART,
    cuts.PART,
    races.PART,
    cancels.PART,
    faults.PART,
    steps.PART,
    fuzz.PART,
    mutants.PART,
    load.PART,
    leaks.PART,
    memory.PART,
]
PARTS: dict[str, Part] = {part.name: part for part in _ALL}
