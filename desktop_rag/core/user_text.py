"""Sentences for people, worded at the end: an English template as their id, and the values that stand in it."""

import re
from collections.abc import Callable, Sequence
from typing import Self, TypeAlias

PLACEHOLDER = re.compile(r"\{(\w+)\}")
_TWO = "{first} {second}"
Say: TypeAlias = Callable[[str], str]
"""Words a text in a language, as ``text.translations.Sentences.translated`` does; ``str`` words it in English."""


class UserText(str):
    """A sentence for a person that keeps its template and its values.

    It is the English sentence, wherever a string is wanted; ``text.translations.Sentences`` looks up the translation
    of its template and puts the values in. Templates are written out where texts are made:
    ``packaging/translations.py`` finds them there.

        UserText("{name} is not a library.", name=path.name)

    A value that is a UserText is translated as well. A text that went through a file or another process is a plain
    string, and is recognised by its text.
    """

    __slots__ = ("template", "values")
    template: str
    values: dict[str, str]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Make the sentence.

        Raises:
            KeyError: the template names a value that is not given.

        """
        worded = {name: value if isinstance(value, str) else str(value) for name, value in values.items()}
        text = super().__new__(cls, filled(template, worded))
        text.template = template
        text.values = worded
        return text

    def __reduce__(self) -> tuple[object, ...]:
        """Return the parts to copy or unpickle the text from."""
        return _restored, (self.template, self.values)

    def with_values(self, change: Callable[[str], str]) -> "UserText":
        """Return the text with ``change`` applied to each value, also inside of values that are a UserText."""
        values = {
            name: value.with_values(change) if isinstance(value, UserText) else change(value)
            for name, value in self.values.items()
        }
        return UserText(self.template, **values)

    @property
    def is_two_sentences(self) -> bool:
        """True if it was made by ``joined``: each of its values is a sentence by itself."""
        return self.template == _TWO


def joined(first: str, second: str) -> str:
    """Return two sentences, either of which may be empty, as one text; a UserText when one of them is."""
    if not first or not second:
        return first or second
    if isinstance(first, UserText) or isinstance(second, UserText):
        return UserText(_TWO, first=first, second=second)
    return f"{first} {second}"


def enumerated(names: Sequence[str], most: int) -> str:
    """Return the first ``most`` names and how many more there are: “a, b, +2”, in no language, for it may be stored."""
    return ", ".join([*names[:most], *([f"+{len(names) - most:,}"] if len(names) > most else [])])


def filled(template: str, values: dict[str, str]) -> str:
    """Return the template with its values; braces in a value stay as they are.

    Raises:
        KeyError: the template names a value that is not given.

    """
    return PLACEHOLDER.sub(lambda found: values[found[1]], template)


def _restored(template: str, values: dict[str, str]) -> UserText:
    return UserText(template, **values)
