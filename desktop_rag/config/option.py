"""One setting: its type, range, default and wording."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from desktop_rag.core.errors import UserError
from desktop_rag.prompts.base import PromptTemplate

OptionValue = str | int | float | bool
KINDS: dict[type, str] = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
T = TypeVar("T", str, int, float, bool)


@dataclass(frozen=True)
class Option(Generic[T]):
    """One setting. ``label`` and ``help`` are for people; ranges are inclusive; ``group`` is its page."""

    key: str
    default: T
    label: str
    help: str
    group: str
    choices: tuple[T, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def check(self, value: object) -> T:
        """Return ``value`` as this option's type.

        Raises:
            UserError: wrong type, out of range, or not among the choices.

        """
        kind = type(self.default)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not kind:
            raise UserError(f"“{self.label}” cannot be {value!r}.", f"It must be {KINDS[kind]}.")
        if self.choices and value not in self.choices:
            raise UserError(
                f"“{self.label}” cannot be {value!r}.", f"Choose one of {', '.join(map(str, self.choices))}."
            )
        if isinstance(value, int | float) and not self._in_range(value):
            raise UserError(f"“{self.label}” cannot be {value}.", f"Choose {self.minimum} to {self.maximum}.")
        return value

    def _in_range(self, value: float) -> bool:
        """Whether a number is inside the inclusive range."""
        above = self.minimum is None or value >= self.minimum
        return above and (self.maximum is None or value <= self.maximum)


@dataclass(frozen=True)
class PromptOption(Option[str]):
    """A prompt template as a setting; ``required`` names the variables it must contain."""

    required: frozenset[str] = frozenset()

    def check(self, value: object) -> str:
        """Return the template.

        Raises:
            UserError: it lacks a variable.

        """
        return PromptTemplate(super().check(value), self.required).validated().template


AnyOption = Option[str] | Option[int] | Option[float] | Option[bool]
