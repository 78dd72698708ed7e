"""One setting with everything that forms, the command line and the documentation say about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.prompts.base import PromptTemplate

OptionValue = str | int | float | bool
_KINDS: dict[type, str] = {
    int: UserText("a whole number"),
    float: UserText("a number"),
    bool: UserText("true or false"),
    str: UserText("text"),
}
_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
T = TypeVar("T", str, int, float, bool)


@dataclass(frozen=True)
class Choice(Generic[T]):
    """A value that an option can have: ``label`` names it, ``help`` says what it does or entails."""

    value: T
    label: str
    help: str = ""
    needs_model: bool = False


@dataclass(frozen=True)
class Condition:
    """Holds while the option ``key`` has one of ``values``."""

    key: str
    values: tuple[OptionValue, ...]

    def holds(self, values: Mapping[str, OptionValue]) -> bool:
        """Return True if it holds for values by key, or if its option is not among them."""
        return self.key not in values or values[self.key] in self.values


@dataclass(frozen=True)
class Option(Generic[T]):
    """One setting. ``label``, ``help`` and the words of ``choices`` are for people; ranges are inclusive.

    ``minimum_label`` says what the least number stands for where that is no number (“No limit”). ``lines``: each
    line of the text is an entry. ``decimals`` are the digits behind the point of a field,
    where the range does not decide. ``shown_when``: the option has an effect only while all these conditions hold.
    ``hides`` names the secrets that its text may contain: the login of an address, the values of HTTP headers.
    ``common`` options stand in the open, the others of their group under “More options”. ``per_conversation``:
    conversations and libraries can have a value of their own. ``travels``: the value of a library comes along with its
    file, also with one from somebody else; so the option must say neither what is read nor where something is sent,
    start no calls of a model, and hold no words for one.
    """

    key: str
    default: T
    label: str
    help: str
    choices: tuple[Choice[T], ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    minimum_label: str = ""
    unit: str = ""
    decimals: int | None = None
    example: str = ""
    lines: bool = False
    hides: Literal["", "login", "headers"] = ""
    shown_when: tuple[Condition, ...] = ()
    common: bool = False
    per_conversation: bool = False
    travels: bool = False

    @property
    def values(self) -> tuple[T, ...]:
        """The values of the choices."""
        return tuple(choice.value for choice in self.choices)

    def choice(self, value: object) -> Choice[T]:
        """Return the choice that stands for a value.

        Raises:
            KeyError: there is none.

        """
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise KeyError(value)

    def among(self, *values: T) -> Condition:
        """Return the condition that this option has one of these values."""
        return Condition(self.key, values)

    def is_relevant(self, values: Mapping[str, OptionValue]) -> bool:
        """Return True if the option has an effect beside other values, given by key."""
        return all(condition.holds(values) for condition in self.shown_when)

    def check(self, value: object) -> T:
        """Return ``value`` as this option's type.

        Raises:
            UserError: wrong type, out of range, or not among the choices.

        """
        kind = type(self.default)
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise UserError(
                UserText("“{label}” cannot be {value}.", label=self.label, value=repr(value)),
                UserText("It must be {kind}.", kind=_KINDS[kind]),
            )
        if isinstance(value, str) and not _is_whole(value):
            raise UserError(
                UserText("“{label}” cannot be {value}.", label=self.label, value=repr(value)),
                "Type it again: one of its characters is incomplete.",
            )
        if self.choices and value not in self.values:
            raise UserError(
                UserText("“{label}” cannot be {value}.", label=self.label, value=repr(value)),
                UserText("Choose one of {names}.", names=", ".join(map(str, self.values))),
            )
        if isinstance(value, int | float) and not self._in_range(value):
            raise UserError(
                UserText("“{label}” cannot be {value}.", label=self.label, value=value),
                UserText("Choose {minimum} to {maximum}.", minimum=self.minimum, maximum=self.maximum),
            )
        return value

    def parse(self, text: str) -> T:
        """Return the value that is written as ``text``; true, yes, on and 1 are the same.

        Raises:
            UserError: as in ``check``.

        """
        kind = type(self.default)
        if kind is bool:
            return self.check(_BOOLEANS.get(text.lower(), text))
        try:
            return self.check(kind(text))
        except ValueError as error:
            raise UserError(
                UserText("“{label}” cannot be {value}.", label=self.label, value=repr(text)),
                UserText("It must be {kind}.", kind=_KINDS[kind]),
            ) from error

    def _in_range(self, value: float) -> bool:
        above = self.minimum is None or value >= self.minimum
        return above and (self.maximum is None or value <= self.maximum)


def _is_whole(text: str) -> bool:
    """Return True if a text can be saved: broken JSON and invalid arguments have halves of characters."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


@dataclass(frozen=True)
class PromptOption(Option[str]):
    """A prompt template as a setting; ``required`` names the variables it must contain."""

    required: frozenset[str] = frozenset()

    def check(self, value: object) -> str:
        """Return the template, once it has every variable that it needs.

        Raises:
            UserError: it lacks a variable.

        """
        return PromptTemplate(super().check(value), self.required).validated().template


AnyOption = Option[str] | Option[int] | Option[float] | Option[bool]


@dataclass(frozen=True)
class OptionGroup:
    """Options that belong on one page; ``name`` is stable, ``title`` is for people."""

    name: str
    title: str
    options: tuple[AnyOption, ...]
