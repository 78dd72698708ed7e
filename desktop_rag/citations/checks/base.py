"""The input and the findings of a check."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_rag.citations.checks.comparison import Comparison
from desktop_rag.evidence.units import Kind


@dataclass(frozen=True, slots=True)
class Finding:
    """Characters of a sentence without support, and why, as one sentence for people.

    One that is not ``is_certain`` gives way where the sentence as a whole is entailed. One that ``refutes`` the
    sentence found that the source says something else in place of the characters, or says it of somebody or something
    else. One that ``is_support`` finds nothing missing: it tells how the characters follow from the source.
    """

    start: int
    end: int
    reason: str
    is_certain: bool = True
    refutes: bool = False
    is_support: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence and its cited source.

    ``words`` compares it with the sentences of the source it rests on. ``passage`` is all of that passage with its
    heading and the name of its file, ``passages`` are those of the whole answer. ``quoted`` are the ranges of the
    sentence that stand in quotation marks. ``unit`` is the unit it is cited to, of a ``kind``, ``others`` are those of
    the same kind in the passage.
    """

    words: Comparison
    passage: str
    passages: tuple[str, ...]
    quoted: tuple[tuple[int, int], ...] = ()
    unit: str = ""
    kind: Kind = Kind.SENTENCE
    others: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The sentence of the answer."""
        return self.words.sentence

    @property
    def source(self) -> str:
        """The sentences of the source it rests on."""
        return self.words.source


class BaseCheck(ABC):
    """Finds statements of one kind that the source does not make."""

    crosses_languages = False  # whether it can tell anything where sentence and source are of different languages

    @abstractmethod
    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield the findings of unsupported parts, in any order."""
