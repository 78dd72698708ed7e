"""What a value is about: the label before it, the heads of its row, or the words of its sentence before it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from desktop_rag.citations.checks.quantities import scale_of_head
from desktop_rag.evidence.tables import BAR, PERIOD, TableHead, groups_of, head_of, is_figure, rows_of
from desktop_rag.evidence.units import Kind, UnitSpan
from desktop_rag.services.register.words import plain_label, words
from desktop_rag.text.analyzer import is_unspaced

_NEAR = 90  # characters before a value in which its label, or what it is about, stands
_LABEL = re.compile(
    r"(?:^|[|;,，；\n\t]|[.。] |  )[ \t>*•·-]*+(?P<label>[^|;；\n\t]{1,60}?)"
    r"[\"*_]{0,3}\s?(?:[:=](?=[\s\"*_]|[^\x00-\u02ff])|：)"
)
_SENTENCE_END = re.compile(r"[.!?](?=\s)(?<!\b\w\.)(?<!\bNr\.)(?<!\bNo\.)(?<!\d\.)|[。！？]")
_CLAUSE = re.compile(r",(?!\d)|[;:(（，；：、|\n]|[.!?](?=\s)(?<!\d\.)|[。！？]")
_PIECE = re.compile(r"[^\s]+")
_MONEY_SIGN = re.compile(r"(?<![\u3400-\u9fff])金\Z")
_PAIR = 2  # cells
_FORM = 2  # rows with labels and their values make a form
_LONGEST_HEAD = 80  # characters of the head of a row
_LONGEST_LABEL = 30  # characters of a label among the cells of a row
_FIGURES = re.compile(r"\d\d")  # of another value
_ABOVE = 600  # characters above a table in which its scale is stated
_NO_PROSE = 200  # characters between two tables of which the second has the scale of the first
_PER_ONE = re.compile(
    r"\b(?:per|je|pro|par|por)\s|/\s?(?:share|aktie)\b|\bEPS\b|(?:当|あ)たり|每", re.IGNORECASE
)  # earnings per share are no millions
_SIGN = re.compile(
    r"(?<![^\W\d_])(?:US|CA|AU)?[$€£¥]|(?<![^\W\d_])(?:EUR|USD|CHF|GBP)(?![^\W\d_])|[円元]", re.IGNORECASE
)
_MOST_WORDS = 5
_LONGEST_HAN = 16


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row at ``start`` to ``end`` of a text, with the head of its row and of its column, or "".

    ``scale`` is what the heads, or a line above the table, multiply figures with (“in millions”), 1 for nothing;
    ``sign`` is the currency that other figures of the column have beside them, "" for none.
    """

    start: int
    end: int
    row: str
    column: str
    scale: int = 1
    sign: str = ""

    @property
    def about(self) -> str:
        """The heads together."""
        return " · ".join(dict.fromkeys(one for one in (self.row, self.column) if one))


@dataclass(frozen=True, slots=True)
class Labelled:
    """A label with what stands behind it on its line, at ``start`` to ``end`` of a text."""

    label: str
    start: int
    end: int


def labelled(text: str, start: int, end: int) -> Iterator[Labelled]:
    """Yield the labels of the lines of a unit, each with its value."""
    position = start
    for line in text[start:end].split("\n"):
        found = list(_LABEL.finditer(line))
        for place, match in enumerate(found):
            stop = found[place + 1].start() if place + 1 < len(found) else len(line)
            label = plain_label(match["label"])
            if label and not label.isdecimal():
                yield Labelled(label, position + match.end(), position + stop)
        position += len(line) + 1


def cells(text: str, units: Sequence[UnitSpan]) -> Iterator[tuple[UnitSpan, list[Cell]]]:
    """Yield each row of the tables of a text with its cells, those that name columns without any.

    A first row of two cells may be a label with its value: it is left out.
    """
    end = scale = 0
    for table in _tables(text, units):
        between = text[max(end, table[0].start - _ABOVE) : table[0].start]
        goes_on = len(between) <= _NO_PROSE and not _SENTENCE_END.search(between)
        scale, rows = _cells(text, table, scale_of_head(between) or (scale if goes_on else 0))
        yield from rows
        end = table[-1].end


def _tables(text: str, units: Sequence[UnitSpan]) -> Iterator[list[UnitSpan]]:
    table: list[UnitSpan] = []
    for unit in units:
        if table and (unit.kind is not Kind.ROW or _is_apart(text, table[-1], unit)):
            yield table
            table = []
        if unit.kind is Kind.ROW:
            table.append(unit)
    if table:
        yield table


def _is_apart(text: str, one: UnitSpan, other: UnitSpan) -> bool:
    """Return True if more than the rule below a head stands between two rows."""
    between = text[one.end : other.start]
    return between.count("\n") > 2 or any(sign.isalnum() for sign in between)


def _cells(text: str, table: Sequence[UnitSpan], scale: int) -> tuple[int, list[tuple[UnitSpan, list[Cell]]]]:
    """Return the scale of one table, and its rows; ``scale`` is what the text above it states, 0 for nothing."""
    rows = [row for unit in table for row in rows_of(text[unit.start : unit.end])]
    if not rows or len(rows) != len(table):
        return scale, []
    form = _form_rows(rows)
    head = TableHead() if form == len(rows) else head_of(rows[form:])
    lines = form + head.lines
    scale = scale_of_head("\n".join((head.title, *(one for row in rows[form:lines] for one in row)))) or scale
    signs = _signs(rows[lines:])
    groups = [""] * lines + groups_of(rows[lines:])
    naming = list(zip(table, rows, strict=True))[form:lines]
    read: list[tuple[UnitSpan, list[Cell]]] = [(unit, []) for unit, row in naming if len(row) > _PAIR]
    for place, (unit, row) in enumerate(zip(table, rows, strict=True)):
        if form <= place < lines:
            continue
        columns = head.columns if place >= lines and len(head.columns) == len(row) else ("",) * len(row)
        bars = [match.start() for match in BAR.finditer(text, unit.start, unit.end)]
        bars = bars if bars and bars[0] == unit.start else [unit.start - 1, *bars]
        bars = bars if bars[-1] == unit.end - 1 else [*bars, unit.end]
        found = []
        for number, ((left, right), column) in enumerate(zip(pairwise(bars), columns, strict=False)):
            label = _row_head(row, number, in_pairs=place < form)
            if _PER_ONE.search(f"{groups[place]} {label} {column} "):
                stated = 1
            else:
                stated = scale_of_head(label) or scale_of_head(column) or scale or 1
            if groups[place] and label == row[0]:
                label = f"{groups[place]} · {label}"
            found.append(Cell(left + 1, right, label, column, stated, signs.get(number, "")))
        read.append((unit, found))
    return scale, read


def _signs(rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Return the currencies of columns, by their place: the first one that stands beside a figure."""
    found: dict[int, str] = {}
    for row in rows:
        for place, cell in enumerate(row):
            if place not in found and any(map(str.isdigit, cell)) and is_figure(cell) and (sign := _SIGN.search(cell)):
                found[place] = sign.group()
    return found


def _row_head(row: Sequence[str], place: int, *, in_pairs: bool) -> str:
    """Return the head of a cell: the label right before it, else the first cell of the row, else the last before it.

    “| Contract no. | Q-316 | Signed | 8 June |” has two labels, “| | | Total | 8,385 |” one.
    """
    if place == 0 or place >= len(row) or _is_label_of_next(row, place):
        return ""
    if _is_known(row[place - 1]) or (in_pairs and place % _PAIR and len(row) % _PAIR == 0 and row[place - 1]):
        return row[place - 1]
    if row[0]:
        return "" if _is_value(row[0]) else row[0]
    return next((one for one in reversed(row[:place]) if one and not _is_value(one)), "")


def _is_label_of_next(row: Sequence[str], place: int) -> bool:
    after = row[place + 1] if place + 1 < len(row) else ""
    return bool(after) and _is_known(row[place]) and not _is_known(after)


def _form_rows(rows: Sequence[Sequence[str]]) -> int:
    """Return how many rows from the first one on are no table but labels with their values: 0, or two and more.

    “| Tenant | … |” above “| Landlord | … |”, or the head of an invoice above its items: a title, a customer, a date.
    """
    count = told = 0
    for row in rows:
        values, others = _values_told([one for one in row if one])
        if others > 1:
            break
        count, told = count + 1, told + bool(values)
    if told < _FORM:
        return 0
    return len(rows) if all(len(row) == _PAIR for row in rows) else count


def _values_told(cells: Sequence[str]) -> tuple[int, int]:
    """Return how many values the cells of a row have behind their labels, and how many other cells there are.

    A year behind a label is no value but the name of a column.
    """
    values = others = place = 0
    while place < len(cells):
        after = cells[place + 1] if place + 1 < len(cells) else ""
        if any(True for _ in labelled(cells[place], 0, len(cells[place]))):
            values += 1
        elif after and _is_known(cells[place]) and not _is_known(after) and not PERIOD.fullmatch(after):
            values, place = values + 1, place + 1
        else:
            others += 1
        place += 1
    return values, others


def _is_known(label: str) -> bool:
    """Return True if a label tells what stands beside it, whatever the table is about."""
    if not 0 < len(label) <= _LONGEST_LABEL:
        return False
    known = words()
    return (
        known.is_party(label)
        or known.is_number(label)
        or known.is_address(label)
        or known.is_amount(label)
        or known.is_day(label)
    )


def _is_value(cell: str) -> bool:
    return not any(map(str.isalpha, cell)) or len(cell) > _LONGEST_HEAD


def about(text: str, unit: UnitSpan, start: int) -> str:
    """Return what a value at ``start`` is about, by the words before it in its unit."""
    before = text[max(unit.start, start - _NEAR) : start]
    label, end = _label_before(before)
    cut = 0
    for match in _CLAUSE.finditer(before):
        cut = match.end()
    if not cut and start - _NEAR > unit.start:
        cut = before.find(" ") + 1
    said = before[cut:]
    if label and (cut > end or not _is_clause(said)):
        return label
    return _subject(said) or label


def label_of(text: str, unit: UnitSpan, start: int) -> str:
    """Return the label that stands before a value on its line, "" for none."""
    return _label_before(text[max(unit.start, start - _NEAR) : start])[0]


def _label_before(before: str) -> tuple[str, int]:
    """Return the last label on the last line of a text, and where it ends."""
    line = before.rfind("\n") + 1
    every = list(_LABEL.finditer(before[line:]))
    found = every[-1] if every else None
    if found is None or _SENTENCE_END.search(before, line + found.end()):
        return "", 0
    return plain_label(found["label"]), line + found.end()


def _is_clause(said: str) -> bool:
    """Return True if words say more than a label does, as in “Item 1: The balance is …”."""
    said = said.strip()
    has_figures = any(map(str.isdigit, said))
    return not has_figures and (len(said.split()) > 2 or (is_unspaced(said[-1:]) and len(said) > 4))


def _subject(said: str) -> str:
    """Return the words before a value without those that only lead over to it."""
    said = " ".join(said.split())
    if not said:
        return ""
    if is_unspaced(said[-1]) or is_unspaced(said[0]):
        said = _MONEY_SIGN.sub("", said)
        changed = True
        while changed:
            changed = False
            for end in words().han_connectors:
                if said.endswith(end) and len(said) > len(end):
                    said, changed = said[: -len(end)].rstrip(), True
        for mark in ("、", "は", "が", "を", "的"):
            said = said.rpartition(mark)[2] or said
        return said if 1 < len(said) <= _LONGEST_HAN and not _FIGURES.search(said) else ""
    pieces, leads = _PIECE.findall(said), set[str]()
    while pieces and pieces[-1].casefold().strip('("“„') in words().connectors:
        leads.add(pieces.pop().casefold())
    while pieces and pieces[0].casefold() in words().articles:
        pieces.pop(0)
    is_of_noun = not leads.isdisjoint(words().of_words) and any(
        piece.casefold() in words().indefinite for piece in pieces
    )
    if not pieces or len(pieces) > _MOST_WORDS or is_of_noun:
        pieces = _noun_at_end(pieces)
    return " ".join(pieces).strip('"“”„*_ -–—')


def _noun_at_end(pieces: list[str]) -> list[str]:
    """Return the last words of a long clause, from an article on."""
    for place in range(len(pieces) - 1, max(-1, len(pieces) - _MOST_WORDS - 1), -1):
        if pieces[place].casefold() in words().articles:
            return pieces[place + 1 :]
    return []
