"""Review tables: documents × columns, every document asked the same questions."""

import enum
from dataclasses import dataclass, field

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.register import UnreadFile

PILOT = 5
"""Documents of a pilot: a person looks at their rows before the rest is asked."""
_LONGEST_NAME = 80  # characters


class ColumnType(enum.StrEnum):
    """What the values of a column are."""

    TEXT = "text"
    YES_NO = "yes/no"
    NUMBER = "number"
    DATE = "date"
    MONEY = "money"
    PARTY = "party"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """The condition of a column: another column has this value; other documents are not asked."""

    column: str
    value: str


@dataclass(frozen=True, slots=True)
class ReviewColumn:
    """A question that every document is asked.

    ``instructions`` and ``examples`` are what a person who labels would be told; a model reads them, quotations are
    chosen without. ``unit`` is that of a number, ``choices`` are the values of a choice.
    """

    name: str
    type: ColumnType = ColumnType.TEXT
    question: str = ""
    instructions: str = ""
    examples: tuple[str, ...] = ()
    unit: str = ""
    choices: tuple[str, ...] = ()
    only_if: OnlyIf | None = None

    @property
    def asked(self) -> str:
        """The question in words: its name where there is no other."""
        return self.question or self.name


@dataclass(frozen=True, slots=True)
class TableScope:
    """The documents that a table asks: those that meet a query, and of them the chosen files; all where neither is.

    ``query`` is one as the search has it: its conditions (``type:pdf``, ``folder:contracts``) choose files, and its
    words those that have them all. What lies inside a chosen file is chosen along with it.
    """

    query: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableDefinition:
    """The columns of a table, and the documents that are asked."""

    name: str
    columns: tuple[ReviewColumn, ...]
    scope: TableScope = TableScope()


@dataclass(frozen=True, slots=True)
class OfferedTables:
    """The tables that a library keeps, the one changed last first, and those of the program with other names."""

    kept: tuple[TableDefinition, ...]
    shipped: tuple[TableDefinition, ...]


def table_of(question: str) -> TableDefinition:
    """Return the table that asks every document one question, in words."""
    said = " ".join(question.split())
    name = said if len(said) <= _LONGEST_NAME else f"{said[: _LONGEST_NAME - 1].rstrip()}…"
    return TableDefinition(name, (ReviewColumn(name, question=said),))


class CellState(enum.StrEnum):
    """What became of the question of a cell."""

    FOUND = "found"
    NOT_STATED = "not stated"  # looked for and absent: its places are those that come closest
    DISAGREES = "disagrees"  # the document says two things: its places are both
    UNREADABLE = "unreadable"  # the document
    FAILED = "failed"  # no answer, one that was cut, or one that no sentence of the document has
    NOT_ASKED = "not asked"  # what its column depends on is otherwise
    WAITING = "waiting"  # not looked for yet
    BY_HAND = "by hand"  # a person set the value


@dataclass(frozen=True, slots=True)
class CellPlace:
    """The sentence or row that a cell rests on: ``start`` to ``end`` of a page's text (the first page is 1).

    ``value`` is what it says, as it is shown; "" where it only comes closest.
    """

    page: int
    page_label: str
    start: int
    end: int
    quote: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A document's answer to the question of a column.

    ``value`` sorts and compares: "2024-03-05", "950 GBP", "3 months", "yes"; else the words. ``verdict`` is that of our
    checks on the sentence that the value rests on. ``reason`` says why there is no value.
    """

    state: CellState
    value: str = ""
    places: tuple[CellPlace, ...] = ()
    verdict: Verdict = Verdict.UNCHECKED
    reason: str = ""
    found: "Cell | None" = None  # below a value set by hand: what was found
    locked: bool = False  # later runs leave it as it is


@dataclass(frozen=True, slots=True)
class TableRow:
    """A document with its cells, in the order of the columns."""

    file: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CellEdit:
    """What a person set in a cell: a value, "" for not stated, None for none; ``kept`` is a locked cell as it was."""

    value: str | None = None
    locked: bool = False
    kept: Cell | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a column agrees with a person: ``agreed`` of the ``filled`` cells, and the share's interval (95 %).

    With fewer than five cells it is 0 to 1: nothing is known.
    """

    column: str
    filled: int
    agreed: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TableCheck:
    """How often columns agree with a person, and the file and column of the cell whose value would tell most."""

    rates: tuple[Agreement, ...] = ()
    next_cell: tuple[str, str] | None = None


def money(amount: float, currency: str) -> str:
    """Return an amount with two digits, a small one with four, and its currency."""
    return f"{amount:,.{2 if amount >= 1 or not amount else 4}f} {currency}".rstrip()


@dataclass(frozen=True, slots=True)
class TableEstimate:
    """The work of a run before it begins: ``cells`` to fill, beside those ``known``, and about how many ``tokens``.

    ``cost`` is about what they cost in a ``currency``, None where the person gave no prices. Without a model there are
    none, and ``seconds`` is about how long it takes; with one that depends on its server.
    """

    documents: int
    cells: int
    known: int
    model: str = ""
    tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell that says something else than it did after the run before: the value or, where it has none, its state."""

    file: str
    column: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LackingCells:
    """How many cells of a column have no value, for one reason."""

    column: str
    state: CellState
    count: int


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """The rows that answer a question to a table of ``documents``, and the SQL that chose them.

    ``lacking`` cells stand in the columns that the statement names, and have no value that could be counted.
    """

    question: str
    sql: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]
    is_cut: bool
    documents: int
    lacking: tuple[LackingCells, ...] = ()


@dataclass(frozen=True, slots=True)
class TableChanges:
    """What differs from the rows of the last whole run: documents that came or went, and cells."""

    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    cells: tuple[CellChange, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewTable:
    """A table: ``read`` of ``files`` documents could be read; why others could not, say ``unread``.

    ``model`` wrote the values, "" where they are quoted without one. ``made`` cells were looked for by this run,
    ``kept`` were known from earlier ones, and ``tokens`` were sent and received; what they cost in a ``currency`` is
    None where the person gave no prices. ``changes`` are those since the last
    whole run, None where there was none, or this one was not whole.
    """

    library: str
    definition: TableDefinition
    rows: tuple[TableRow, ...]
    read: int
    files: int
    unread: tuple[UnreadFile, ...] = ()
    model: str = ""
    made: int = 0
    kept: int = 0
    tokens: int = 0
    seconds: float = field(default=0.0, compare=False)
    changes: TableChanges | None = None
    cost: float | None = None
    currency: str = ""

    @property
    def seconds_left(self) -> float:
        """How long the documents without a row take at the rate of this run, 0 where nothing tells."""
        left = (self.files - len(self.rows)) * len(self.definition.columns)
        return self.seconds / self.made * left if self.made else 0.0
