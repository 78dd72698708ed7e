"""Pairs of files with known edits, made of three documents in Word, PDF, workbooks and plain text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.results.comparison import Difference, DifferenceKind, Side
from tests.helpers.pairs import Part, Rows, write_book, write_pdf, write_text, write_word

CHANGED, MOVED, NEW, GONE, RENUMBERED = DifferenceKind
Parts = list[Part]


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit: the words that each side lacks, or all of what moved, is new or gone; ``part`` "" for any."""

    kind: DifferenceKind
    before: str = ""
    after: str = ""
    part: str = ""

    def is_told_by(self, one: Difference) -> bool:
        """Return True if a difference is this edit."""
        if one.kind is not self.kind or (self.part and one.part.value != self.part):
            return False
        if self.kind in (CHANGED, RENUMBERED):
            return _marked(one.before) == _words(self.before) and _marked(one.after) == _words(self.after)
        return _has(one.before, self.before) and _has(one.after, self.after)


def _marked(side: Side | None) -> str:
    return "" if side is None else _words(" ".join(side.text[start:end] for start, end in side.marks))


def _has(side: Side | None, text: str) -> bool:
    """Return True if a side says this and no more than a mark of a list or a table besides."""
    if side is None or not text:
        return (side is None) == (not text)
    return _words(text) in _words(side.text) and len(_words(side.text)) < len(_words(text)) + 12


def _words(text: str) -> str:
    return " ".join(text.replace("ﬁ", "fi").replace("ﬂ", "fl").replace("ﬀ", "ff").split())


@dataclass(frozen=True, slots=True)
class FilePair:
    """Two files: ``write`` makes them in a folder; ``edits`` are all that differs."""

    name: str
    ending: str
    write: Callable[[Path], tuple[Path, Path]]
    edits: tuple[Edit, ...]


def document(name: str) -> Parts:
    """Return one of the three documents: its paragraphs, headings and tables."""
    text = (Path(__file__).parent / "documents" / f"{name}.md").read_text("utf-8")
    return [_rows(block) if block.startswith("|") else block for block in text.strip().split("\n\n")]


def _rows(block: str) -> Rows:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]


LEASE, HANDBOOK, REPORT = map(document, ("lease", "handbook", "report"))
_PRICES: Rows = [
    ["Article", "Price", "Stock", "Supplier"], ["Tea", "3.5", "120", "Leaf and Co"], ["Coffee", "4.2", "80", "Beanery"],
    ["Cocoa", "2.9", "45", "Beanery"], ["Sugar", "1.1", "300", "Sweet Ltd"], ["Honey", "6.4", "25", "Apiary"],
    ["Milk", "0.9", "60", "Dairy North"], ["Cream", "1.7", "18", "Dairy North"],
]  # fmt: skip
_STAFF: Rows = [["Name", "Role", "Since"], ["Ann", "Manager", "2015"], ["Bo", "Sales", "2019"], ["Cy", "Sales", "2021"]]
_STORES: Rows = [["City", "Street", "Rent"], ["Ashby", "Mill Lane", "1200"], ["Boxford", "High Street", "1450"]]
_BOOK = {"Prices": _PRICES, "Staff": _STAFF, "Stores": _STORES}


def changed(parts: Sequence[Part], old: str, new: str) -> Parts:
    """Return a document with other words."""
    assert sum(old in part for part in parts if isinstance(part, str)) == 1, old
    return [part.replace(old, new) if isinstance(part, str) else part for part in parts]


def without(parts: Sequence[Part], beginning: str) -> Parts:
    """Return a document without the paragraph that begins so."""
    return [part for part in parts if not (isinstance(part, str) and part.startswith(beginning))]


def paragraph(parts: Sequence[Part], beginning: str) -> str:
    """Return the paragraph that begins so."""
    return next(part for part in parts if isinstance(part, str) and part.startswith(beginning))


def with_part(parts: Sequence[Part], before: str, new: Part) -> Parts:
    """Return a document with something more before the paragraph that begins so."""
    at = next(at for at, part in enumerate(parts) if isinstance(part, str) and part.startswith(before))
    return [*parts[:at], new, *parts[at:]]


def moved(parts: Sequence[Part], beginning: str, before: str) -> Parts:
    """Return a document with a paragraph before another one."""
    return with_part(without(parts, beginning), before, paragraph(parts, beginning))


def with_rows(parts: Sequence[Part], change: Callable[[list[list[str]]], object]) -> Parts:
    """Return a document whose table was changed."""
    return [part if isinstance(part, str) else rows_of(part, change) for part in parts]


def rows_of(rows: Rows, change: Callable[[list[list[str]]], object]) -> Rows:
    """Return a table that was changed."""
    copy = [list(row) for row in rows]
    change(copy)
    return copy


def _set(row: int, column: int, text: str) -> Callable[[list[list[str]]], object]:
    return lambda rows: rows[row].__setitem__(column, text)


_EXTRA = (
    "Bicycles are kept in the cellar and not in the hall, because the hall is the way out of the house when it burns."
)
_ZUSATZ = (
    "Wer von zu Hause arbeitet, ist zwischen neun und fünfzehn Uhr zu erreichen und trägt seine Zeiten selbst ein."
)
_FURTHER = "A second trial with 900 households in the north of the county is planned for the spring of next year."
_INTEREST, _PETS, _REPAIRS = "If the rent is paid later", "Pets other than", "Small repairs up to"


def _renumbered(parts: Sequence[Part]) -> Parts:
    """Return the lease with a new second section, so that the others count one more."""
    found: Parts = []
    for part in parts:
        if isinstance(part, str) and part.startswith("# 2"):
            found += ["# 2 Bicycles", _EXTRA]
        counts_more = isinstance(part, str) and part.startswith("# ") and int(part[2]) > 1
        found.append(f"# {int(part[2]) + 1}{part[3:]}" if isinstance(part, str) and counts_more else part)
    return found


_RENUMBERED = (
    Edit(NEW, after="2 Bicycles"), Edit(NEW, after=_EXTRA), Edit(RENUMBERED, "2", "3"), Edit(RENUMBERED, "3", "4"),
    Edit(RENUMBERED, "4", "5"), Edit(RENUMBERED, "5", "6"),
)  # fmt: skip
_SEVERAL = changed(
    changed(moved(without(LEASE, _REPAIRS), _PETS, "# 2"), "three keys", "four keys"), "five percent", "six percent"
)
_SEVERAL_EDITS = (
    Edit(GONE, before=paragraph(LEASE, _REPAIRS)),
    Edit(MOVED, paragraph(LEASE, _PETS), paragraph(LEASE, _PETS)),
    Edit(CHANGED, "three", "four"),
    Edit(CHANGED, "five", "six"),
)
_REWRITTEN_MOVE = moved(
    changed(
        REPORT, "Three meters failed and were replaced within two", "Five meters failed and were replaced within three"
    ),
    "Five meters failed",
    "# 2",
)
_SENTENCE = (
    "It is then extended by a year each time, unless one of the parties gives notice three months before its end."
)
_SENTENCE_MOVED = changed(
    changed(LEASE, f" {_SENTENCE}", ""), "both parties have signed it.", f"both parties have signed it. {_SENTENCE}"
)
_CELL = with_rows(LEASE, _set(2, 1, "155"))
_ROW = with_rows(HANDBOOK, lambda rows: rows.insert(2, ["Hamburg", "30", "145"]))
_NO_ROW = with_rows(REPORT, lambda rows: rows.pop(2))


def _word(name: str, before: Sequence[Part], after: Sequence[Part], *edits: Edit) -> FilePair:
    return FilePair(
        name, "docx", lambda at: (write_word(at / "a.docx", before), write_word(at / "b.docx", after)), edits
    )


def _pdf(name: str, before: Sequence[Part], after: Sequence[Part], *edits: Edit, **layout: int) -> FilePair:
    return FilePair(
        name, "pdf", lambda at: (write_pdf(at / "a.pdf", before), write_pdf(at / "b.pdf", after, **layout)), edits
    )


def _text(name: str, before: Sequence[Part], after: Sequence[Part], *edits: Edit, width: int = 0) -> FilePair:
    return FilePair(
        name, "txt", lambda at: (write_text(at / "a.txt", before, 78), write_text(at / "b.txt", after, width)), edits
    )


def _book(name: str, changes: dict[str, Rows], *edits: Edit) -> FilePair:
    """Return a pair of workbooks: sheets that were changed, are new, or, without rows, are gone."""
    after = {sheet: rows for sheet, rows in (_BOOK | changes).items() if rows}
    return FilePair(
        name, "xlsx", lambda at: (write_book(at / "a.xlsx", _BOOK), write_book(at / "b.xlsx", after)), edits
    )


_AIRED = ("clean and aired", "clean and heated"), Edit(CHANGED, "aired", "heated")
_BOTH = [*LEASE, *REPORT]
_METERS = "failed and were replaced within", "days, which did not change any figure of this report."
_TEA, _JAM, _COCOA = (
    "| Tea | 3.5 | 120 | Leaf and Co |",
    "| Jam | 2.2 | 40 | Apiary |",
    "| Cocoa | 2.9 | 45 | Beanery |",
)


def _moved_edit(parts: Sequence[Part], beginning: str) -> Edit:
    return Edit(MOVED, paragraph(parts, beginning), paragraph(parts, beginning))


def _one_more(rows: list[list[str]]) -> None:
    rows.pop(3)
    rows.insert(5, ["Jam", "2.2", "40", "Apiary"])


def _emptied(rows: list[list[str]]) -> None:
    rows[2][1], rows[3][2] = "", "2022"


def _with_column(rows: list[list[str]]) -> None:
    for row, text in zip(rows, ("Opened", "2011", "2018"), strict=True):
        row.insert(2, text)


WORD_PAIRS = (
    _word("a word", LEASE, changed(LEASE, *_AIRED[0]), _AIRED[1]),
    _word("a number", REPORT, changed(REPORT, "412", "421"), Edit(CHANGED, "412", "421")),
    _word("a paragraph more", LEASE, with_part(LEASE, _PETS, _EXTRA), Edit(NEW, after=_EXTRA)),
    _word(
        "a paragraph less", HANDBOOK, without(HANDBOOK, "Überstunden"), Edit(GONE, paragraph(HANDBOOK, "Überstunden"))
    ),
    _word("a paragraph moved", LEASE, moved(LEASE, _PETS, "# 2"), _moved_edit(LEASE, _PETS)),
    _word(
        "moved and changed",
        REPORT,
        _REWRITTEN_MOVE,
        Edit(MOVED, f"Three meters {_METERS[0]} two {_METERS[1]}", f"Five meters {_METERS[0]} three {_METERS[1]}"),
    ),
    _word("a cell", LEASE, _CELL, Edit(CHANGED, "140", "155", "cell")),
    _word("a row more", HANDBOOK, _ROW, Edit(NEW, after="| Hamburg | 30 | 145 |", part="row")),
    _word("a row less", REPORT, _NO_ROW, Edit(GONE, "| Boxford | 98 | 8.2 |", part="row")),
    _word("headings renumbered", LEASE, _renumbered(LEASE), *_RENUMBERED),
    _word("a sentence moved", LEASE, _SENTENCE_MOVED, Edit(MOVED, _SENTENCE, _SENTENCE, "sentence")),
)
PDF_PAIRS = (
    _pdf("lines and pages end elsewhere", _BOTH, _BOTH, width=470, height=600, size=12),
    _pdf("a word, on other pages", _BOTH, changed(_BOTH, *_AIRED[0]), _AIRED[1], width=430, height=500, size=12),
    _pdf(
        "a number",
        HANDBOOK,
        changed(HANDBOOK, "sechshundert", "achthundert"),
        Edit(CHANGED, "sechshundert", "achthundert"),
    ),
    _pdf(
        "a paragraph more, on other lines",
        REPORT,
        with_part(REPORT, "We advise", _FURTHER),
        Edit(NEW, after=_FURTHER),
        width=500,
        size=12,
    ),
    _pdf("a paragraph less", LEASE, without(LEASE, _INTEREST), Edit(GONE, paragraph(LEASE, _INTEREST)), height=500),
    _pdf(
        "a paragraph moved",
        REPORT,
        moved(REPORT, "The price of the", "# 2"),
        _moved_edit(REPORT, "The price"),
        width=450,
    ),
    _pdf("a cell", LEASE, _CELL, Edit(CHANGED, "140", "155")),
    _pdf("several", LEASE, _SEVERAL, *_SEVERAL_EDITS, width=480, height=520),
    _pdf("headings renumbered", LEASE, _renumbered(LEASE), *_RENUMBERED, width=520, size=12),
)
TEXT_PAIRS = (
    _text("lines end elsewhere", LEASE, LEASE, width=50),
    _text(
        "a word, on other lines",
        HANDBOOK,
        changed(HANDBOOK, "kostenlos", "gebührenfrei"),
        Edit(CHANGED, "kostenlos", "gebührenfrei"),
        width=60,
    ),
    _text("a number", LEASE, changed(LEASE, "than four of", "than six of"), Edit(CHANGED, "four", "six")),
    _text(
        "a paragraph more, one less",
        HANDBOOK,
        with_part(without(HANDBOOK, "Passwörter"), "# 2", _ZUSATZ),
        Edit(NEW, after=_ZUSATZ),
        Edit(GONE, paragraph(HANDBOOK, "Passwörter")),
        width=90,
    ),
    _text("several", LEASE, _SEVERAL, *_SEVERAL_EDITS, width=66),
)
BOOK_PAIRS = (
    _book("a cell", {"Prices": rows_of(_PRICES, _set(2, 1, "4.6"))}, Edit(CHANGED, "4.2", "4.6", "cell")),
    _book(
        "cells changed and emptied",
        {"Staff": rows_of(_STAFF, _emptied)},
        Edit(CHANGED, "Sales", "", "cell"),
        Edit(CHANGED, "2021", "2022", "cell"),
    ),
    _book(
        "a row more, one less",
        {"Prices": rows_of(_PRICES, _one_more)},
        Edit(GONE, _COCOA, part="row"),
        Edit(NEW, after=_JAM, part="row"),
    ),
    _book("a sheet renamed", {"Price list": _PRICES, "Prices": ()}, Edit(CHANGED, "Prices", "Price list", "sheet")),
    _book("a column more", {"Stores": rows_of(_STORES, _with_column)}, Edit(NEW, after="Opened", part="column")),
    _book(
        "a sheet gone, a row moved",
        {"Prices": rows_of(_PRICES, lambda rows: rows.append(rows.pop(1))), "Staff": ()},
        Edit(GONE, "Staff", part="sheet"),
        Edit(MOVED, _TEA, _TEA, "row"),
    ),
)
PAIRS = (*WORD_PAIRS, *PDF_PAIRS, *TEXT_PAIRS, *BOOK_PAIRS)


def told_and_invented(pair: FilePair, found: Sequence[Difference]) -> tuple[list[Edit], list[Difference]]:
    """Return the edits that no difference tells, and the differences that are no edit."""
    left = list(found)
    missed = []
    for edit in pair.edits:
        one = next((one for one in left if edit.is_told_by(one)), None)
        if one is None:
            missed.append(edit)
        else:
            left.remove(one)
    return missed, left
