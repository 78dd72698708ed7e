"""The parts of a stored text. All offsets are those of the page's text, so that passages can be marked."""

import enum
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class Style(enum.Flag):
    """The styles of words."""

    PLAIN = 0
    BOLD = enum.auto()
    ITALIC = enum.auto()
    CODE = enum.auto()
    STRUCK = enum.auto()


class Run(NamedTuple):
    """Words in one style, which stand for ``start`` to ``end`` of the text: letter by letter if both are as long."""

    text: str
    start: int
    end: int
    style: Style = Style.PLAIN
    link: str = ""


Runs: TypeAlias = tuple[Run, ...]


class Kind(enum.Enum):
    """The kinds of blocks."""

    HEADING = enum.auto()
    PARAGRAPH = enum.auto()
    ITEM = enum.auto()
    CODE = enum.auto()
    TABLE = enum.auto()
    RULE = enum.auto()


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a document.

    ``level`` is that of a heading (1 the highest) or the depth of a list's item (from 0), ``marker`` what stands
    before an item, ``quoted`` how deep in quotations the block is, ``language`` that of code, ``rows`` the cells of
    a table, its heading first. ``by_reader`` is a heading that stands in no file: a reader wrote it.
    """

    kind: Kind
    start: int
    end: int
    runs: Runs = ()
    level: int = 0
    marker: str = ""
    quoted: int = 0
    language: str = ""
    rows: tuple[tuple[Runs, ...], ...] = ()
    by_reader: bool = False

    @property
    def text(self) -> str:
        """The words of a block without rows."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class Field:
    """A line of a message's head; the label is one of those that its reader writes, such as From."""

    label: Run
    value: Run


@dataclass(frozen=True, slots=True)
class Extract:
    """The part of a page's text that was laid out: a long text is shown in parts."""

    start: int
    end: int
    length: int  # of the whole text

    @property
    def has_more_before(self) -> bool:
        """True if something stands before it."""
        return self.start > 0

    @property
    def has_more_after(self) -> bool:
        """True if something stands after it."""
        return self.end < self.length


@dataclass(frozen=True, slots=True)
class Prose:
    """A document: of blocks, below the head of a message, or as on a slide."""

    extract: Extract
    blocks: tuple[Block, ...]
    subject: Runs = ()
    fields: tuple[Field, ...] = ()
    is_slide: bool = False


class Cell(NamedTuple):
    """A cell of a grid."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Colour:
    """A range of a text that a language's grammar names: "comment", "keyword", "string", "number", "name"."""

    start: int
    end: int
    role: str


@dataclass(frozen=True, slots=True)
class Code:
    """Source code, data or a log: shown as it stands. ``colours`` count from the beginning of ``text``.

    Of a file whose lines are too long to be laid out it is a part, from ``start`` of the page and ``first_line`` on.
    """

    text: str
    colours: tuple[Colour, ...] = ()
    start: int = 0
    first_line: int = 1
    has_long_lines: bool = False
