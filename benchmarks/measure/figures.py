"""Measured values and the values that they must reach."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value and its bound, `aim`: the most that the value may be or, if `at_least`, the least."""

    name: str
    value: float
    aim: float
    unit: str = ""
    at_least: bool = False

    @property
    def reached(self) -> bool:
        """Whether the value is within the bound."""
        return self.value >= self.aim if self.at_least else self.value <= self.aim

    def __str__(self) -> str:
        """Return the figure as one line of the summary."""
        bound = "at least" if self.at_least else "at most"
        word = "reached" if self.reached else "missed "
        return f"{word}  {self.name}: {self.value:.2f}{self.unit} ({bound} {self.aim:g}{self.unit})"
