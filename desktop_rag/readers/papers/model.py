"""The bibliographic record of a paper: authors, title, and where it appeared. Nothing heavy is imported."""

import re
from dataclasses import dataclass, field, fields, replace

_EASTERN = re.compile(r"[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7a3]")
_PLACES = {"journal", "is_conference", "volume", "issue", "pages", "publisher"}


def is_eastern(text: str) -> bool:
    """Return True if a text has Chinese, Japanese or Korean letters."""
    return _EASTERN.search(text) is not None


def letters_of(text: str) -> str:
    """Return the letters and figures of a text alone, small: what is the same in two ways of writing it."""
    return "".join(char for char in text.casefold() if char.isalnum())


@dataclass(frozen=True, slots=True)
class Person:
    """An author of a paper; ``family`` holds the whole name where its parts are unknown."""

    family: str
    given: str = ""
    suffix: str = ""  # "Jr."

    @property
    def is_eastern(self) -> bool:
        """True if the name is written in Chinese, Japanese or Korean letters: the family name goes first."""
        return is_eastern(self.family)

    @property
    def inverted(self) -> str:
        """The name as lists sort it: “Meyer, Anna, Jr.”."""
        return ", ".join(filter(None, (self.family, self.given, self.suffix)))


@dataclass(frozen=True, slots=True)
class Imprint:
    """The publication of a paper; "" for facts missing on its first page."""

    journal: str = ""  # or, of a conference, its proceedings
    volume: str = ""
    issue: str = ""
    pages: str = ""  # "45-67", or the number of the article
    year: str = ""
    doi: str = ""
    arxiv: str = ""
    is_conference: bool = False
    publisher: str = ""
    evidence: int = 0
    """How much speaks for a paper: 2 for each plain sign of one, 1 for a weak one."""

    def filled(self, other: "Imprint") -> "Imprint":
        """Return this with what ``other`` says beyond it; what belongs to a journal only where both mean the same."""
        given = {one.name: getattr(other, one.name) for one in fields(self) if one.name != "evidence"}
        apart = self.journal and other.journal and letters_of(self.journal) != letters_of(other.journal)
        left_out = _PLACES if apart else {"is_conference"} if self.journal else set()
        more = {name: value for name, value in given.items() if value and not getattr(self, name)}
        return replace(self, **{name: value for name, value in more.items() if name not in left_out})


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: ``has_others`` when its authors end in “et al.”."""

    title: str
    people: tuple[Person, ...] = ()
    has_others: bool = False
    imprint: Imprint = field(default_factory=Imprint)
