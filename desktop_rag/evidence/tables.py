"""Tables in texts: rows with bars around their cells, which cells are figures, and what names the columns."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import overload

TABLE_ROWS_KEY = "table_rows"
"""Metadata of a passage that is a whole table, beside those of its rows: how many rows it has."""
PERIOD = re.compile(
    r"(?:[^\W\d_]{3,9}\.? \d{1,2}, ?)?(?<![\d,.])(?:19|20)\d\d(?![\d,.])|\b(?:[QH][1-4]|FY) ?\d{2,4}\b|\b[QH][1-4]\b"
    r"|(?:19|20)\d\d年(?:度|\d{1,2}月期?)?"
)
"""Years, dates and quarters: they name columns, although they have digits."""
BAR = re.compile(r"(?<!\\)\|")
"""What stands between the cells of a row; in a cell it has a backslash before it."""
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_FIGURE = re.compile(
    r"[^\w]*(?:(?:US|CA|AU|R|C|A)\$|USD|EUR|CHF|GBP|JPY|CNY|RMB|INR|Rs\.?|kr\.?)?[^\w]*\d[\d\s.,'’:/()–-]*"
    r"(?:[^\W\d_]{0,4}(?:/[^\W\d_]{1,4})?|[%°‰][^\W\d_]?)[^\w]*"
    r"|[\s—–\-*.$€£¥%()]+|n/?[am]\.?|NM",
    re.IGNORECASE,
)
# Behind a year it says in what the figures of the column are: “2022 T€”, “31.12.2022 TEUR”, “2022 $m”, “2022年 百万円”
_SCALED = re.compile(
    r"[\s,(]*(?:in )?(?:T ?(?:€|EUR|CHF|USD|\$)|k ?(?:€|EUR|CHF|USD|\$)|(?:Tsd|Mio|Mrd)\.? ?(?:€|EUR|Euro|CHF|USD|\$)?"
    r"|[€$£](?: ?(?:000s?|[mk]|bn|millions?|thousands?|billions?))"
    r"|(?:€|EUR|USD|GBP) ?(?:millions?|thousands?|billions?|[mk]|bn)"
    r"|in (?:€|EUR|USD|GBP|CHF|\$|£)|(?:千|[百十]?[万億亿])[円元])\)?",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
_MOMENT = re.compile(  # a day or a time, and nothing else
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T]\d{1,2}:\d\d(?::\d\d)?)?|\d{1,2}:\d\d(?::\d\d)?"
    r"|\d{1,2}(?:\.|st|nd|rd|th)? ?(?:de )?[^\W\d_]{3,10}\.?,? (?:de )?\d{4}|[^\W\d_]{3,10}\.? \d{1,2},? \d{4}"
    r"|\d{2,4}年\d{1,2}月(?:\d{1,2}日)?"
)
# A cell behind the first one that holds nothing but a number, and is no year.
_PLAIN_FIGURE = re.compile(r"[^|]\| (?:\d{1,3}|\d{5,}|\d+\.\d+)(?= \|)")
# A row of one cell, and empty ones behind it.
_ALONE = re.compile(r"\s*\|[^|]*\|[\s|]*")
_CONTACT = re.compile(r"\S+@\S+\.\S+|(?:https?://|www\.)\S+")
_LABEL_ENDS = (":", "：")
# How the second column of a form is called where it has a name: what stands below is of every kind.
_GENERIC = frozenset(
    """value values detail details description descriptions content contents answer answers information data entry
    comment comments remark remarks note notes explanation meaning definition summary text setting requirement result
    response wert werte angabe angaben beschreibung inhalt antwort bemerkung bemerkungen anmerkung erläuterung
    bedeutung daten eintrag einzelheiten ergebnis valeur valeurs détail détails contenu réponse remarque remarques
    commentaire valor valores detalle detalles descripción contenido respuesta observaciones comentario valore
    dettagli descrizione
    内容 値 詳細 説明 備考 回答 值 数值 说明 描述 备注 详情 信息 回复 내용 값 설명 비고""".split()
)
_LEAST_WORDS = 0.5  # of the values of a form, where all others are of one kind: below it, a note among figures is none
_LONGEST_VALUE = 100  # characters: a cell of millions of them would take the square of that to look at
_TOTAL = re.compile(
    r"\b(?:(?:sub|grand )?-?totals?|(?:zwischen|gesamt)?summe|gesamt\w*|insgesamt|somme|totale|suma|subtotale?s?)\b"
    r"|合計|小計|総計|合计|小计|总计|總計|합계|소계",
    re.IGNORECASE,
)
_LONGEST_GROUP = 80  # characters of the label of several rows
_HEAD_LINES = 4
_LOOKED_AT = 40  # rows that tell what a table holds
_FEW_FIGURES = 0.4  # of the cells below: above it, rows without figures on top of the table name its columns


@dataclass(frozen=True, slots=True)
class TableHead:
    """The content of a table's first ``lines`` rows: its title, and the names of its columns, one for each cell."""

    title: str = ""
    columns: tuple[str, ...] = ()
    lines: int = 0


def is_row(line: str) -> bool:
    """Return True if a line is a row: cells with bars around them."""
    text = line.strip()
    return text.startswith("|") and text.count("|") > 1


def is_rule(line: str) -> bool:
    """Return True if a line only divides the head of a table from its rows."""
    return "|" in line and _RULE.fullmatch(line) is not None


def cells_of(row: str) -> tuple[str, ...]:
    """Return the cells of a row, without white space around them."""
    inner = row.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(" ".join(cell.split()) for cell in BAR.split(inner))


def is_figure(cell: str) -> bool:
    """Return True if a cell holds a number with its unit, or a sign for none; not a year or date."""
    named = cell.strip("()* ")
    if _FIGURE.fullmatch(cell) is None or PERIOD.fullmatch(named) or _DATE.fullmatch(named):
        return False
    return not any(_is_scaled(cell, one) for one in (PERIOD.match(named), _DATE.match(named)))


def _is_scaled(cell: str, period: re.Match[str] | None) -> bool:
    """Return True if nothing but a scale stands behind a period at the beginning of a cell."""
    return period is not None and _SCALED.fullmatch(cell.strip("()* ")[period.end() :]) is not None


def rows_of(text: str) -> list[tuple[str, ...]]:
    """Return the cells of every row in a text, in order."""
    return list(map(cells_of, row_lines(text)))


def on_one_line(unit: str) -> str:
    """Return a sentence or a row on one line, the cells of a row with dots between them."""
    return " · ".join(filter(None, cells_of(unit))) if is_row(unit) else " ".join(unit.split())


def row_lines(text: str) -> list[str]:
    """Return the lines of a text that are rows and hold something, in order."""
    return [line for line in text.splitlines() if is_row(line) and not is_rule(line)]


def row_share(text: str) -> float:
    """Return the share of a text's lines that are rows of tables, 0 to 1."""
    lines = [line for line in text.splitlines() if line.strip()]
    return sum(map(is_row, lines)) / len(lines) if lines else 0.0


def figure_share(text: str) -> float:
    """Return the share of a text's lines that are rows with a label and a figure, 0 to 1.

    Statements, laboratory results and price lists have .6 and more; running text has 0.
    """
    lines = [line for line in text.splitlines() if line.strip() and not is_rule(line)]
    labelled = sum(is_row(line) and _is_labelled_figure(cells_of(line)) for line in lines)
    return labelled / len(lines) if lines else 0.0


def names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the first row of a table stands above the others, and is not an entry as they are.

    It is one when a figure, day or address in it stands above others of its kind. So it is in a form, whose two
    columns are labels and values of several kinds (“Tenant | …”, “Rent | …”), unless the column of the values has
    a name. Of rows that are all words nothing tells: the first one counts as the names.
    """
    first, body = rows[0], [row for row in rows[1 : 1 + _LOOKED_AT] if any(row)]
    if not any(first):
        return False
    if not body or not first[0]:
        return True
    if max(map(len, rows[: 1 + _LOOKED_AT])) == 1:
        return not _is_value(first[0])
    for place, cell in enumerate(first):
        below = [row[place] for row in body if place < len(row) and row[place]]
        alike = sum(map(_is_value, below))
        if _is_value(cell) and alike and 2 * alike >= len(below):
            return False
    return not _is_form([row for row in (first, *body) if len(row) > 1])


def _is_form(rows: Sequence[Sequence[str]]) -> bool:
    """Return True if rows, the first one too, are labels with values."""
    if max(map(len, rows), default=0) != 2 or not any(rows[0][1:]):
        return False
    labels = [row[0] for row in rows if row[0]]
    if sum(label.endswith(_LABEL_ENDS) for label in labels) * 2 > len(labels) and rows[0][0].endswith(_LABEL_ENDS):
        return True
    values = [row[1] for row in rows[1:] if row[1]]
    if not values or len(set(labels)) < len(rows) or any(map(_is_value, labels)):
        return False
    if _GENERIC.intersection(rows[0][1].casefold().strip(":").split()):
        return False
    kinds = [_kind(value) for value in values]
    if any(kinds):
        return len({*kinds} - {""}) > 1 or kinds.count("") > _LEAST_WORDS * len(kinds)
    # “12 Elm Street” is no name of a column, “Column 2” may be one beside “Column 1”
    return any(map(str.isdecimal, PERIOD.sub("", rows[0][1]))) and not any(map(str.isdecimal, labels[0]))


def _kind(cell: str) -> str:
    """Return the kind of a cell's value: a day, an address or a figure; "" for words and long values."""
    if len(cell) > _LONGEST_VALUE:
        return ""
    has_digits = any(map(str.isdigit, cell))
    if has_digits and _MOMENT.fullmatch(cell):
        return "day"
    if ("@" in cell or cell.startswith(("http", "www."))) and _CONTACT.fullmatch(cell):
        return "address"
    return "figure" if cell.startswith("=") or (has_digits and is_figure(cell)) else ""


def _is_value(cell: str) -> bool:
    return bool(_kind(cell))


def head_of(rows: Sequence[tuple[str, ...]], *, marked: bool = False) -> TableHead:
    """Return the head of a table, () for columns that nothing names; ``marked``: its first row is known to be one.

    A title alone in its row, and a name over several columns, count; so do names on two or three lines. A first row
    of nothing says that there is no head.
    """
    if rows and not any(rows[0]):
        return TableHead("", (), 1)
    if rows[1:] and not marked and not names_columns(rows):
        return TableHead()
    if rows[1:] and max(map(len, rows)) == 1:
        return TableHead() if is_figure(rows[0][0]) else TableHead("", rows[0], 1)
    lines = _head_lines(rows, marked=marked)
    width = Counter(map(len, rows[lines : lines + _LOOKED_AT])).most_common(1)[0][0] if rows[lines:] else 0
    head = [row for row in rows[:lines] if any(row)]
    title = [one for row in head if len(_named(row)) == 1 and not any(row[1:]) for one in _named(row)]
    naming = [row for row in head if any(row[1:])]
    fitting = [row for row in naming if len(row) == width]
    title += [name for row in naming if len(row) != width for name in _named(row)]
    columns = _merged(fitting) if fitting else ()
    return TableHead(" · ".join(dict.fromkeys(title)), columns, lines)


def second_heads(rows: Sequence[tuple[str, ...]], places: Iterable[int] | None = None) -> list[int]:
    """Return the rows that begin another table: below figures a title, or none, then names of columns, then figures.

    ``places`` are the rows that may have such names, in order; all of them without it.
    """
    found: list[int] = []
    for place in range(len(rows)) if places is None else places:
        if not 1 < place < len(rows) - 1 or not _names(rows[place]):
            continue
        alone = _is_alone(rows[place - 1])
        first = place - 1 if alone else place
        if not _has_figures(rows[place + 1]) or not _has_figures(rows[first - 1]):
            continue
        # a row of words among figures is no head, unless something sets it off or its names are periods
        if alone or not rows[place][0] or all(PERIOD.search(cell) for cell in rows[place][1:] if cell):
            found.append(first)
    return found


class TableLines(Sequence[tuple[str, ...]]):
    """The rows of the lines of a table, which are cut into cells when they are asked for."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, place: int) -> tuple[str, ...]: ...

    @overload
    def __getitem__(self, place: slice) -> "TableLines": ...

    def __getitem__(self, place: int | slice) -> "tuple[str, ...] | TableLines":
        return TableLines(self._lines[place]) if isinstance(place, slice) else cells_of(self._lines[place])

    def second_heads(self) -> list[int]:
        """Return the rows that begin another table; see ``second_heads``. Those with a plain number name no columns."""
        places = (place for place, line in enumerate(self._lines) if "\\" in line or not _PLAIN_FIGURE.search(line))
        return second_heads(self, places)

    def begun_below(self) -> str:
        """Return the rows that begin another table below all figures; see ``begun_below``."""
        lines = self._lines
        places = (at for at in range(len(lines) - 1, -1, -1) if "\\" in lines[at] or _ALONE.fullmatch(lines[at]))
        return begun_below(self, places)


def is_total(label: str) -> bool:
    """Return True if the label of a row says that it sums up others."""
    return _TOTAL.search(label) is not None


def groups_of(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the group of each row below the head of a table, "" where there is none.

    A label alone in its row counts for the rows below, up to their total or the next one, when it ends with a colon,
    when they begin in small letters, or where rows of one name are in several groups. A row without a label goes on
    with that of the row above.
    """
    names = Counter(row[0].casefold() for row in rows if row[0] and any(row[1:]))
    found: list[str] = []
    opened: list[str] = []
    label, was_alone = "", False
    for row in rows:
        alone = _is_alone(row)
        if alone:
            if not was_alone:
                opened = opened[:-1]
            opened = [*opened, row[0]] if _is_group(row[0]) else []
        group = opened[-1] if opened and not alone else ""
        if not row[0] and label and _has_figures(row) and any(map(str.isalpha, row[1])):
            found.append(label)
        else:
            tells = group.endswith(_LABEL_ENDS) or row[0][:1].islower() or names[row[0].casefold()] > 1
            found.append(group.rstrip(":： ") if tells else "")
            label = row[0] if _has_figures(row) else ""
        if not alone and is_total(row[0]):
            opened = _closed(opened, row[0])
        was_alone = alone
    return found


def _is_group(label: str) -> bool:
    is_label = len(label) <= _LONGEST_GROUP and not label.endswith((".", "。", ")", "）"))
    return is_label and any(map(str.isalpha, label)) and not PERIOD.search(label)


def _closed(opened: list[str], total: str) -> list[str]:
    """Return the groups that continue below a total: it ends the one that it names, else the innermost."""
    named = (place for place, label in enumerate(opened) if label.casefold().rstrip(":： ") in total.casefold())
    return opened[: next(named, len(opened) - 1)]


def begun_below(rows: Sequence[tuple[str, ...]], places: Iterable[int] | None = None) -> str:
    """Return the rows below all figures as a text if they begin another table: a period stands alone in one.

    ``places`` are the rows that may have one cell alone, the last first; all of them without it.
    """
    below = range(len(rows) - 1, -1, -1) if places is None else places
    alone = (place for place in below if _is_alone(row := rows[place]) and PERIOD.search(row[0]))
    begun = next(alone, None)  # looked for first: most tables have none, and to tell figures takes long
    if begun is None or any(map(_has_figures, rows[begun + 1 :])) or not any(map(_has_figures, rows[:begun])):
        return ""
    return " · ".join(cell for row in rows[begun:] for cell in _named(row))


def labels_of(text: str, most: int) -> str:
    """Return the words of a table, without figures: whole rows, as far as ``most`` bytes reach."""
    lines: list[str] = []
    for row in rows_of(text):
        line = " ".join(cell for cell in row if cell and not is_figure(cell))
        most -= len(line.encode("utf-8", "surrogatepass")) + 1
        if most < 0:
            break
        if line:
            lines.append(line)
    return "\n".join(lines)


def _is_labelled_figure(row: tuple[str, ...]) -> bool:
    return any(map(str.isalpha, row[0])) and any(cell and is_figure(cell) for cell in row[1:])


def _is_alone(row: tuple[str, ...]) -> bool:
    return bool(row[0]) and not any(row[1:])


def _names(row: tuple[str, ...]) -> bool:
    return sum(map(bool, row[1:])) > 1 and not _has_figures(row)


def _has_figures(row: tuple[str, ...]) -> bool:
    return any(cell and is_figure(cell) for cell in row[1:])


def _named(row: Sequence[str]) -> list[str]:
    return [cell for cell in row if cell]


def _head_lines(rows: Sequence[tuple[str, ...]], *, marked: bool) -> int:
    """Return the number of rows in the head."""
    first = 1 if marked and rows else 0
    numeric = _values_share(rows[first : first + _LOOKED_AT]) >= _FEW_FIGURES
    last = first
    for place, row in enumerate(rows[:_HEAD_LINES]):
        if any(cell and is_figure(cell) for cell in row[1:]) or place >= len(rows) - 1:
            break
        is_open = not place or "" in rows[place - 1][1:] or not any(rows[place - 1][1:])
        if any(row[1:]) and (is_open or not (row[0] or marked)) and (numeric or is_open):
            last = place + 1
    return last


def _values_share(rows: Sequence[tuple[str, ...]]) -> float:
    """Return the share of the cells beside labels that hold figures."""
    values = [cell for row in rows for cell in row[1:] if cell]
    return sum(map(is_figure, values)) / len(values) if values else 0.0


def _merged(lines: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return one name for each column; on all lines but the last, a name also counts for the empty cells behind it.

    A name that goes on with “&” in the cell below counts for its own column only.
    """
    filled = [_over_columns(line, below) for line, below in pairwise(lines)] + [lines[-1]]
    return tuple(" ".join(dict.fromkeys(cell for cell in column if cell)) for column in zip(*filled, strict=True))


def _over_columns(line: tuple[str, ...], below: tuple[str, ...]) -> tuple[str, ...]:
    names = list(line)
    for place, (left, right) in enumerate(pairwise(line[1:]), 2):
        is_whole = names[place - 1] != left or not below[place - 1].startswith("&")
        names[place] = right or ((names[place - 1] or left) if is_whole else "")
    return tuple(names)
