"""The register of a library: what its documents say about days, money, parties, places and numbers."""

import enum
from dataclasses import dataclass


class FactKind(enum.StrEnum):
    """The kinds of rows of a register."""

    DATE = "date"
    DEADLINE = "deadline"
    AMOUNT = "amount"
    PARTY = "party"
    ADDRESS = "address"
    NUMBER = "number"


class DayOrder(enum.StrEnum):
    """What decided whether the day or the month of 03/04/2024 is first."""

    DATES = "dates"  # another date of the document that can only be read one way
    LANGUAGE = "language"  # of the document: it always writes the day first
    COUNTRY = "country"  # of the addresses in the document


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """Something that a document says, at ``start`` to ``end`` of a page's text (the first page is 1).

    ``value`` sorts: "2024-03-05", "2024-03", "--03-05" without a year, "2024-10-12/2024-10-13" for several days; of an
    amount its figures, with ``currency`` (ISO 4217, "" where none is written); else the words. It is "" for a deadline
    that depends on something else ("30 days after delivery"), which is never computed, and for a date that may be read
    in two ways: then ``readings`` are both. ``decided_by`` says what made one of two readings the right one.
    ``about`` is the label, role or head of a row beside it. ``sentence``, from ``sentence_start`` on, is the unit of
    evidence that it stands in. ``by_model``: a model named it, and its words stand in that sentence.
    """

    kind: FactKind
    written: str
    value: str
    about: str
    file: str
    page: int
    page_label: str
    start: int
    end: int
    sentence: str
    sentence_start: int
    currency: str = ""
    readings: tuple[str, ...] = ()
    decided_by: DayOrder | None = None
    by_model: bool = False

    @property
    def day(self) -> str:
        """The first day or month it names, with its year: its place on a timeline; "" where there is none."""
        is_day = self.kind in (FactKind.DATE, FactKind.DEADLINE) and self.value[:1].isdigit()
        return self.value.partition("/")[0] if is_day else ""


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that a register lacks, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class ModelReading:
    """What a model did for a register: it ``answered`` for so many of the ``parts`` of all texts.

    ``refused`` facts that it named stand in no sentence, and are no rows. ``tokens`` were sent and received in this
    run, and ``cost`` so much in a ``currency``, None where the person gave no prices.
    """

    model: str
    parts: int
    answered: int
    refused: int
    tokens: int = 0
    cost: float | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class RegisterEstimate:
    """The work of a model before it begins: ``parts`` of texts to read, beside those ``known``, and about the tokens.

    ``model`` is "" where none is connected, ``cost`` is None where the person gave no prices.
    """

    documents: int
    parts: int
    known: int
    model: str = ""
    tokens: int = 0
    cost: float | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Register:
    """The rows of a library in the order of its files and texts; ``looked_through`` of ``files`` were readable.

    ``reading`` tells what a model did, None where none was asked.
    """

    rows: tuple[RegisterRow, ...]
    looked_through: int
    files: int
    unread: tuple[UnreadFile, ...] = ()
    reading: ModelReading | None = None

    def with_days(self) -> list[RegisterRow]:
        """Return the rows that have a place on a timeline, in order."""
        return sorted((row for row in self.rows if row.day), key=lambda row: row.day)

    def without_days(self) -> list[RegisterRow]:
        """Return the dates and deadlines that have none: no year, two readings, or something else to depend on."""
        return [row for row in self.rows if row.kind in (FactKind.DATE, FactKind.DEADLINE) and not row.day]
