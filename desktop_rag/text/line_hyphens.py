"""Hyphens at the ends of lines: one that parts a word is dropped, one that belongs to the word stays."""

import re
from collections.abc import Set as AbstractSet

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dix|vingt|trente|quarante|cinquante|soixante|quatre"
_UNITS = (
    "one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
    "|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?"
)
_NUMBER = re.compile(rf"(?:{_TENS})-(?:{_UNITS})", re.IGNORECASE)
_EDGES = re.compile(r"\A\W+|[\W_]+\Z")
_COMPOUND = re.compile(r"[^\W\d_]+(?:[-‐][^\W\d_]+)+")


def compounds_in(text: str) -> frozenset[str]:
    """Return the words of a text that have a hyphen inside, in small letters."""
    return frozenset(found.group().replace("‐", "-").casefold() for found in _COMPOUND.finditer(text))


def keeps_hyphen(first: str, rest: str, compounds: AbstractSet[str] = frozenset()) -> bool:
    """Return True if the hyphen at the end of ``first``, a line's end, belongs to the word continued by ``rest``.

    It does in numbers in words (“vingt-neuf”), and where the text has the same word with its hyphen elsewhere
    (``compounds``, as ``compounds_in`` returns them).
    """
    word = f"{_EDGES.sub('', first)}-{_EDGES.sub('', rest)}".replace("‐", "-").casefold()
    return word in compounds or _NUMBER.fullmatch("-".join(word.split("-")[-2:])) is not None
