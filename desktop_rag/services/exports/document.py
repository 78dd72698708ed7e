"""The parts of an exported answer or conversation, the same for every format."""

import re
import unicodedata
from dataclasses import dataclass
from typing import TypeAlias

from desktop_rag.core.user_text import Say, UserText

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")  # by XML
_RIGHT_TO_LEFT = ("R", "AL")


@dataclass(frozen=True, slots=True)
class Labels:
    """The fixed texts that writers add to an export."""

    references: str  # the heading above them
    legend: str  # where words without support are underlined
    legend_plain: str  # where they are enclosed
    open_link: str  # what the link to a place is called where it cannot be the place itself


def labels(say: Say) -> Labels:
    """Return the labels of an export."""
    return Labels(
        say(UserText("References")),
        say(UserText("Underlined words have no support in the documents.")),
        say(UserText("⟦ ⟧ enclose words that have no support in the documents.")),
        say(UserText("Open")),
    )


@dataclass(frozen=True, slots=True)
class Run:
    """Words with one look. ``doubt`` says why the documents do not support them, ``link`` where they lead; else ""."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    doubt: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class NoteMark:
    """The place that a reference belongs to."""

    number: int


@dataclass(frozen=True, slots=True)
class LineBreak:
    """The end of a line inside a paragraph."""


Inline: TypeAlias = Run | NoteMark | LineBreak
Inlines: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside an answer, of level 2 to 6: 1 is the title, and 2 a question of a conversation."""

    level: int
    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    inlines: Inlines


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list; ``start`` is the first number, None for bullets."""

    items: tuple[tuple["Block", ...], ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Quotation:
    """Paragraphs that are quoted."""

    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class QuotedFrom:
    """The line above quotations that says which file, and which page of it, they are from."""

    place: str


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines of code."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; the first row is the heading."""

    rows: tuple[tuple[Inlines, ...], ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the page."""


Block: TypeAlias = Heading | Paragraph | ItemList | Quotation | QuotedFrom | CodeBlock | Table | Rule


@dataclass(frozen=True, slots=True)
class Reference:
    """The source of a sentence: file and page, the words there, and whether they support the sentence.

    ``quote`` stands in quotation marks, "" where nothing is quoted; ``line`` says all of it. ``link`` opens the page in
    this program, "" where there is none.
    """

    number: int
    place: str
    quote: str
    verdict: str
    line: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question with its answer; ``facts`` are its time and model, ``notices`` are read first."""

    question: str
    facts: tuple[str, ...]
    notices: tuple[str, ...]
    blocks: tuple[Block, ...]
    references: tuple[Reference, ...]
    labels: Labels
    has_doubts: bool


@dataclass(frozen=True, slots=True)
class ExportDocument:
    """A conversation, or one answer: then the title is the question, which is not written again."""

    title: str
    facts: tuple[str, ...]
    exchanges: tuple[Exchange, ...]
    labels: Labels

    @property
    def has_doubts(self) -> bool:
        """True if any words of the answers are marked as without support."""
        return any(exchange.has_doubts for exchange in self.exchanges)


def writable(text: str) -> str:
    """Return text with U+FFFD for each character that XML cannot hold."""
    return _FORBIDDEN.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return text on one line, as ``writable`` does."""
    return " ".join(writable(text).split())


def is_right_to_left(text: str) -> bool:
    """Return True if the first letter of a text belongs to a script written from right to left."""
    kinds = (unicodedata.bidirectional(char) for char in text)
    return next((kind in _RIGHT_TO_LEFT for kind in kinds if kind in (*_RIGHT_TO_LEFT, "L")), False)


def words_of(inlines: Inlines) -> str:
    """Return the words of a paragraph."""
    return "".join(one.text for one in inlines if isinstance(one, Run))
