"""The values of one document that cells of each type may have, each with the sentence or row it stands in."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property

from desktop_rag.citations.checks.quantities import CONVERSIONS, quantities, unit_named
from desktop_rag.core.results.register import FactKind, RegisterRow
from desktop_rag.core.results.review import ColumnType, ReviewColumn
from desktop_rag.evidence.units import Passage, UnitSpan, unit_spans
from desktop_rag.readers.formats import is_in_blocks, is_verbatim
from desktop_rag.services.register.documents import Page, register_rows
from desktop_rag.services.register.labels import Cell, about, cells, labelled
from desktop_rag.services.register.words import words
from desktop_rag.services.review.heads import DocumentHead, OwnFact
from desktop_rag.services.review.periods import Period, period_of, years_of

_LONGEST_LABELLED = 120  # characters of a value beside its label
_KINDS = {
    ColumnType.MONEY: (FactKind.AMOUNT,),
    ColumnType.DATE: (FactKind.DATE, FactKind.DEADLINE),
}
_LONGEST_NAME = 60  # characters
_LEGAL_FORM = re.compile(
    r"(?<!\w)(?:Ltd|Limited|LLP|LLC|PLC|Inc|Corp|GmbH|gGmbH|AG|SE|KG|OHG|GbR|UG|eG|e\.\s?[VK]\.|CIC)(?!\w)\.?"
    r"|株式会社|有限会社|合同会社|法人|有限公司|股份公司"
)
_NAME_ENDS = re.compile(r"[,，、;；(（|\n]|\s[–—-]\s|\s{2,}|　|\s?(?:御中|様|先生|女士)(?=\s|\Z)")
# “Karin Vogt, Lindenallee 3 (Vermieterin)”: the name begins behind the word that leads over to it
# “… (the Tenant)”, “… – Vermieterin –”
_ROLE = re.compile(
    r"(?:[(（]|\s[–—])\s*(?:the |der |die )?[\"“„'「『]?(?P<role>[^\W\d_][\w-]{1,24})[\"”“'」』]?\s*(?:[)）]|[–—])"
)
_LEADS = re.compile(
    r"(?:\A|\n|\b(?:between|zwischen|and|und|with|mit|von|by)\s|[。；;:：])\s*(?:(?:the|der|die|dem|den|das)\s)?",
    re.IGNORECASE,
)
_HAN_ROLE = re.compile(r"(?<![\u3400-\u9fff])(?P<role>[\u3400-\u9fff]{2,5})[ 　:：]*\Z")
_TIME = frozenset("seconds minutes hours days weeks months years".split())
# What stands behind a number without a blank in Chinese and Japanese, and “one” before a unit
_HAN_UNITS = {
    "days": r"日間?|天|工作日|営業日",
    "weeks": r"週間?|周|星期",
    "months": r"[かヶカケ箇ヵ]月間?|个月|個月",
    "years": r"年間?",
    "hours": r"時間|小时",
    "m²": r"㎡|平米|平方米",
    "%": r"[%％]|割",
}
_ANY_HAN_UNIT = "|".join(f"(?P<u{place}>{unit})" for place, unit in enumerate(_HAN_UNITS.values()))
_HAN_NUMBER = re.compile(
    rf"(?P<figure>[\d０-９]+(?:[.．][\d０-９]+)?|[〇一二两三四五六七八九十百]+)\s?个?(?:{_ANY_HAN_UNIT})(?![\d０-９])"
)
_HAN_DIGITS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"两": 2}
_PER_SHARE = re.compile(
    r"\bper\s(?:\w+\s){0,2}?share\b|\bEPS\b|\b(?:je|pro|per)\s(?:Stamm|Vorzugs)?aktie\b|1?株(?:当|あ)たり|每股",
    re.IGNORECASE,
)
_LEAST_DIGITS = 2  # of a rounded number: 5 billion may be many
_BEHIND = 30  # characters behind an amount in which “per share” stands
# “Jane Doe, Chairman and Chief Executive Officer”, “| Jane Doe | 58 | Executive Vice President |”
_NAME_AND_TITLE = re.compile(
    r"(?<![\w.])(?P<name>[A-Z][\w'’-]*\.?(?: (?:[A-Z][\w'’-]*\.?|(?:de|van|von|der|la|bin|al)(?= ))){1,4})"
    r"(?:,?\s\(?\d{2}\)?)?(?:,\s|\s?\|\s?(?:\d{2}\s?\|\s?)?|\s[–—]\s|\n)"
    r"(?P<title>[A-Z][\w&-]*(?:[ ,]{1,2}(?:[A-Z][\w&-]*|and|of|the|for|&)){0,11})"
)
_ONE = re.compile(r"(?<!\w)(?:one|an?|ein(?:e[rmns]?)?)\s(?P<unit>[^\W\d_]+)", re.IGNORECASE)
# A number that can be read one way only tells what a comma is
_ONE_WAY = re.compile(
    r"(?<![\d.,])(?:(?P<comma>\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,}|\d+,\d{1,2})"
    r"|(?P<point>\d{1,3}(?:,\d{3})+\.\d{1,2}|\d{1,3}(?:,\d{3}){2,}|\d+\.\d{1,2}))(?![\d.,]*\d)"
)
_DECIMAL_COMMA = frozenset("de fr es it pt nl pl cs sk da sv nb no fi ru uk tr el ro bg hr sl hu".split())
_FULL_WIDTH = str.maketrans("０１２３４５６７８９．", "0123456789.")


@dataclass(frozen=True, slots=True)
class Statement:
    """A value at ``start`` to ``end`` of a page, in its unit of evidence ``first`` to ``last``.

    ``about`` is the label, role or head of a row beside it; ``value`` compares, ``written`` is how it stands there.
    ``column`` is the head of its column, where it stands in a table that has one; ``is_unscaled``: its table states no
    scale, where most tables of the document state one.
    ``order`` is 1 and more for what the head or the end of the document says of it, the surest first; 0 for all else.
    """

    value: str
    written: str
    about: str
    page: Page
    start: int
    end: int
    first: int
    last: int
    order: int = 0
    column: str = ""
    is_unscaled: bool = False

    @property
    def sentence(self) -> str:
        """The text of its unit of evidence."""
        return self.page.text[self.first : self.last]

    @property
    def label(self) -> str:
        """What it is about without the head of its column."""
        return self.about.removesuffix(self.column).rstrip(" ·") if self.column else self.about

    @property
    def is_precise(self) -> bool:
        """Whether a number has figures enough to be known again: 5,777 is, 13 stands everywhere."""
        number = _number(self.value)
        return number is not None and len(number.normalize().as_tuple().digits) > _LEAST_DIGITS

    @property
    def row(self) -> tuple[int, int, str]:
        """Its unit of evidence and label: of a row, what all figures share."""
        return self.page.number, self.first, self.label

    @property
    def labels(self) -> tuple[str, ...]:
        """What it is about, as a whole and without the head of its column, and that head."""
        return (self.about, self.label, self.column) if self.column else (self.about,)

    @property
    def period(self) -> Period | None:
        """The period that the head of its column names."""
        return period_of(self.column) if self.column else None

    def is_rounded(self, other: "Statement") -> bool:
        """Return True if one of two numbers may be the other one rounded: $5.2 billion and $5,188 million."""
        numbers = (_number(self.value), _number(other.value))
        if None in numbers or self.value.partition(" ")[2] != other.value.partition(" ")[2]:
            return False
        rough, exact = sorted(
            (one for one in numbers if one is not None), key=lambda one: len(one.normalize().as_tuple().digits)
        )
        step = Decimal(1).scaleb(int(rough.normalize().as_tuple().exponent))
        return len(rough.normalize().as_tuple().digits) >= _LEAST_DIGITS and abs(rough - exact) * 2 <= step


class DocumentValues:
    """The values of a document, looked for once for all columns."""

    def __init__(self, file: str, pages: Sequence[Page], language: str) -> None:
        self._file = file
        self._language = language
        self.pages = pages
        self._verbatim, self._in_blocks = is_verbatim(file), is_in_blocks(file)

    def of(self, column: ReviewColumn, *, is_label_needed: bool = True) -> list[Statement]:
        """Return the statements of a document that have the type of a column, in order.

        Of amounts, those per share and all others are told apart by their labels, where that ``is_label_needed``.
        """
        if column.type is ColumnType.PARTY:
            side = words().side(column.name)
            found = self._parties
            if words().is_position(column.name):
                found = [*found, *self._titled]
            if side is not None:
                found = [*found, *(self._own(one, column.name) for one in self._head.parties(side))]
        elif column.type in _KINDS:
            rows = [row for row in self._rows if row.kind in _KINDS[column.type]]
            found = [one for row in rows if (one := self._of_row(row)) is not None]
            if column.type is ColumnType.MONEY:
                found = [self._scaled(one) for one in found]
                found = _per_share(found, column) if is_label_needed else found
            if column.type is ColumnType.DATE and words().is_own_day(column.name):
                own = {(day.page.number, day.start): 1 + day.rank for day in self._head.days()}
                found = [
                    replace(one, about=column.name, order=own[place])
                    if (place := (one.page.number, one.start)) in own
                    else one
                    for one in found
                ]
                found = [one for one in found if not one.value.startswith("-")] or found
        elif column.type is ColumnType.NUMBER:
            found = [one for one in self._numbers if _has_unit(one, column.unit)]
        elif words().is_subject(column.name):
            found = [*(self._own(one, column.name) for one in self._head.titles()), *self._labelled]
        else:
            found = self._labelled
        found = _of_latest_period([self._with_column(one) for one in found], column.asked)
        return [self._line_of(one) for one in found]

    @cached_property
    def _cells(self) -> dict[int, list[tuple[UnitSpan, list[Cell]]]]:
        """The rows of the tables of each page, by its number, in order."""
        return {page.number: list(cells(page.text, self._units_of[page.number])) for page in self.pages}

    def _scaled(self, one: Statement) -> Statement:
        """Return an amount without a scale in that of the document's tables, where one of them has it so.

        Reports say once that tables are in millions, and the same figure stands in a table that says so itself.
        """
        number = _number(one.value)
        if number is None or not one.is_precise or number != number.to_integral_value():
            return one
        scale, amounts = self._scaled_amounts
        said = f"{_plain(number * scale)} {one.value.partition(' ')[2]}"
        return replace(one, value=said) if scale > 1 and said in amounts else one

    @cached_property
    def _scaled_amounts(self) -> tuple[int, frozenset[str]]:
        """The scale that most tables of the document have, and the amounts in those that state it."""
        scales = Counter(
            cell.scale
            for rows in self._cells.values()
            for _, row in rows
            for cell in row
            if cell.sign and cell.scale > 1
        )
        if not scales:
            return 1, frozenset()
        scale = scales.most_common(1)[0][0]
        amounts = filter(None, map(self._of_row, self._rows_of(FactKind.AMOUNT)))
        return scale, frozenset(one.value for one in amounts if (_number(one.value) or 0) >= scale)

    @cached_property
    def _has_scales(self) -> bool:
        """Whether more than half of the figures in tables of the document have a scale that is stated with them."""
        scaled = [cell.scale > 1 for rows in self._cells.values() for _, row in rows for cell in row if cell.sign]
        return 2 * sum(scaled) > len(scaled)

    def _with_column(self, one: Statement) -> Statement:
        """Return a statement with what the head of its column says."""
        rows = self._cells[one.page.number]
        place = bisect_right(rows, one.start, key=lambda row: row[0].start) - 1
        row = rows[place][1] if place >= 0 else []
        cell = next((cell for cell in row if cell.start <= one.start < cell.end), None)
        if cell is None:
            return one
        is_unscaled = cell.scale == 1 and self._has_scales and not _PER_SHARE.search(one.about)
        return replace(one, column=cell.column, is_unscaled=is_unscaled)

    @cached_property
    def _head(self) -> DocumentHead:
        return DocumentHead(self.pages)

    def _own(self, one: OwnFact, name: str) -> Statement:
        """Return what the head or the end of the document says as a statement about a column."""
        unit = next((unit for unit in self._units_of[one.page.number] if unit.start <= one.start < unit.end), None)
        first, last = (unit.start, max(unit.end, one.end)) if unit else (one.start, one.end)
        return Statement(one.text, one.text, name, one.page, one.start, one.end, first, last, 1 + one.rank)

    @cached_property
    def _rows(self) -> list[RegisterRow]:
        return register_rows(
            self._file,
            self.pages,
            language=self._language,
            verbatim=self._verbatim,
            in_blocks=self._in_blocks,
        )

    @cached_property
    def _units_of(self) -> dict[int, list[UnitSpan]]:
        """The units of evidence of each page, by its number."""
        return {
            page.number: unit_spans(Passage(page.text, verbatim=self._verbatim, in_blocks=self._in_blocks))
            for page in self.pages
        }

    @property
    def units(self) -> list[tuple[Page, UnitSpan]]:
        """The units of evidence of all pages, in order."""
        return [(page, unit) for page in self.pages for unit in self._units_of[page.number]]

    def _of_row(self, row: RegisterRow) -> Statement | None:
        """Return a row of the register as a value; None where it has none."""
        value = " / ".join(row.readings) or row.value
        if not value:
            return None
        if row.kind is FactKind.AMOUNT:
            value = f"{_plain(Decimal(row.value))} {row.currency or self._currency}".strip()
        page = self.pages[row.page - 1]
        first = min(row.start, row.sentence_start)
        last = max(row.sentence_start + len(row.sentence), row.end)
        return Statement(value, row.written, row.about, page, row.start, row.end, first, last)

    @cached_property
    def _currency(self) -> str:
        """The currency of the document, where all that it names is one."""
        named = {row.currency for row in self._rows_of(FactKind.AMOUNT)} - {""}
        return next(iter(named)) if len(named) == 1 else ""

    @cached_property
    def _parties(self) -> list[Statement]:
        """The parties of the register, names beside other labels, and firms that stand alone on a line."""
        found = [self._with_role(one) for one in map(self._of_row, self._rows_of(FactKind.PARTY)) if one is not None]
        for one in self._labelled:
            name = one.written[: match.start()] if (match := _NAME_ENDS.search(one.written)) else one.written
            if 1 < len(name) <= _LONGEST_NAME and not any(map(str.isdigit, name)) and name[0].isalpha():
                found.append(replace(one, value=name, written=name, end=one.start + len(name)))
        for page, unit in self.units:
            for line in re.finditer(r"[^\n]+", page.text[unit.start : unit.end]):
                name = line.group().strip()
                start = unit.start + line.start() + line.group().index(name) if name else 0
                if len(name) <= _LONGEST_NAME and ":" not in name and "：" not in name and _LEGAL_FORM.search(name):
                    name = name[: match.start()] if (match := _NAME_ENDS.search(name)) else name
                    if (name and name[-1] not in ".。") or name.endswith(("e.K.", "e.V.", "Ltd.", "Inc.")):
                        found.append(self._statement(name, page, unit, start, start + len(name), ""))
            found += self._in_brackets(page, unit)
        return _longest_each(found)

    def _line_of(self, one: Statement) -> Statement:
        """Return a statement whose own line is its sentence, where that has a label and stands among others."""
        text = one.page.text
        first = max(one.first, text.rfind("\n", one.first, one.start) + 1)
        end = text.find("\n", one.end, one.last)
        last = end if end >= 0 else one.last
        if (first, last) == (one.first, one.last) or not any(True for _ in labelled(text, first, last)):
            return one
        return replace(one, first=first, last=last)

    def _in_brackets(self, page: Page, unit: UnitSpan) -> Iterator[Statement]:
        """Yield the names before roles in brackets."""
        text, begin = page.text[unit.start : unit.end], 0
        for match in _ROLE.finditer(text):
            leads = [one.end() for one in _LEADS.finditer(text, begin, match.start())]
            first, begin = (leads[-1] if leads else begin), match.end()
            name = text[first : match.start()]
            name = name[: end.start()] if (end := _NAME_ENDS.search(name)) else name.rstrip()
            if words().is_party(match["role"]) and 1 < len(name) <= _LONGEST_NAME and name[0].isalpha():
                place = unit.start + first
                yield self._statement(name, page, unit, place, place + len(name), match["role"])

    @cached_property
    def _titled(self) -> list[Statement]:
        """The persons whose position stands behind their name."""
        found = []
        for page in self.pages:
            for match in _NAME_AND_TITLE.finditer(page.text):
                if words().is_position(match["title"]) and not words().is_position(match["name"]):
                    first, last = match.span()
                    unit = next((one for one in self._units_of[page.number] if one.start <= first < one.end), None)
                    if unit:
                        first, last = unit.start, max(unit.end, last)
                    start, end = match.span("name")
                    found.append(Statement(match["name"], match["name"], match["title"], page, start, end, first, last))
        return found

    def _with_role(self, one: Statement) -> Statement:
        """Return a party with the role before its name where its own is only a sign, as 甲 is."""
        if len(one.about) > 1:
            return one
        match = _HAN_ROLE.search(one.page.text[one.first : one.start])
        return replace(one, about=match["role"]) if match else one

    def _rows_of(self, kind: FactKind) -> list[RegisterRow]:
        return [row for row in self._rows if row.kind is kind]

    @cached_property
    def _numbers(self) -> list[Statement]:
        days = [row for row in self._rows if row.kind in _KINDS[ColumnType.DATE] and (row.value or row.readings)]
        taken = {(row.page, place) for row in days for place in range(row.start, row.end)}
        found = []
        for page, unit in self.units:
            text = page.text[unit.start : unit.end]
            for start, end, value in sorted(_numbers_in(text, has_decimal_comma=self._has_decimal_comma)):
                if (page.number, unit.start + start) not in taken:
                    topic = about(page.text, unit, unit.start + start)
                    found.append(self._statement(value, page, unit, unit.start + start, unit.start + end, topic))
        return found

    @cached_property
    def _has_decimal_comma(self) -> bool:
        """Whether “1,250” is one and a quarter: what numbers say that can be read one way only, else the language."""
        written = [match.lastgroup for page in self.pages for match in _ONE_WAY.finditer(page.text)]
        commas, points = written.count("comma"), written.count("point")
        return commas > points if commas != points else self._language[:2] in _DECIMAL_COMMA

    @cached_property
    def _labelled(self) -> list[Statement]:
        """What stands beside a label, and the numbers of documents."""
        found = []
        for page in self.pages:
            rows = dict(self._cells[page.number])
            for unit in self._units_of[page.number]:
                for part in labelled(page.text, unit.start, unit.end):
                    start, end = _stripped(page.text, part.start, part.end)
                    if 0 < end - start <= _LONGEST_LABELLED:
                        said = " ".join(page.text[start:end].split())
                        found.append(self._statement(said, page, unit, start, end, part.label))
                for cell in rows.get(unit, ()):
                    start, end = _stripped(page.text, cell.start, cell.end)
                    if cell.about and 0 < end - start <= _LONGEST_LABELLED:
                        said = " ".join(page.text[start:end].split())
                        found.append(self._statement(said, page, unit, start, end, cell.about))
        found += [one for row in self._rows_of(FactKind.NUMBER) if (one := self._of_row(row)) is not None]
        return found

    def _statement(self, value: str, page: Page, unit: UnitSpan, start: int, end: int, topic: str) -> Statement:
        written = " ".join(page.text[start:end].split())
        return Statement(value, written, topic, page, start, end, unit.start, unit.end)


def _longest_each(found: Sequence[Statement]) -> list[Statement]:
    """Return one statement for each place, the longest, in order."""
    kept: list[Statement] = []
    for one in sorted(found, key=lambda one: (one.page.number, one.start, one.start - one.end, not one.about)):
        if not kept or kept[-1].page is not one.page or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _of_latest_period(found: Sequence[Statement], asked: str) -> list[Statement]:
    """Return statements without those of a row that has one of a later or longer period, or of a year asked for."""
    wanted = years_of(asked)
    by_row: dict[tuple[int, int], list[tuple[Statement, Period]]] = defaultdict(list)
    for one in found:
        if one.column and (period := period_of(one.column)):
            by_row[one.page.number, one.first].append((one, period))
    left_out: set[int] = set()
    for row in by_row.values():
        of_year = [period for _, period in row if period.year in wanted] or [period for _, period in row]
        latest = max(of_year)
        left_out.update(id(one) for one, period in row if period != latest)
    return [one for one in found if id(one) not in left_out]


def _per_share(found: list[Statement], column: ReviewColumn) -> list[Statement]:
    """Return the amounts per share for a column that asks for one, all others for any other; all where none is left."""
    asks = _PER_SHARE.search(f"{column.name} {column.question}") is not None
    kept = []
    for one in found:
        behind = re.split(r"\d", one.page.text[one.end : one.end + _BEHIND], maxsplit=1)[0]
        if asks == (_PER_SHARE.search(f"{one.about} {behind}") is not None):
            kept.append(one)
    return kept or found


def _numbers_in(text: str, *, has_decimal_comma: bool) -> Iterator[tuple[int, int, str]]:
    """Yield the numbers of a text with their units; where two readings overlap, the longer one."""
    found: list[tuple[int, int, str]] = []
    for match in _HAN_NUMBER.finditer(text):
        place = next(place for place in range(len(_HAN_UNITS)) if match[f"u{place}"])
        found.append((*match.span(), f"{_han(match['figure'])} {list(_HAN_UNITS)[place]}"))
    for match in _ONE.finditer(text):
        unit = unit_named(match["unit"])
        if unit in _TIME:
            found.append((*match.span(), f"1 {unit}"))
    for one in quantities(text):
        if not any(start < one.end and one.start < end for start, end, _ in found):
            # a mark before three figures: the mark of decimals begins a fraction, the other one parts thousands
            is_fraction = ("," in one.text) == has_decimal_comma
            value = min(one.values) if is_fraction else max(one.values)
            number = f"{'-' if one.is_negative else ''}{_plain(value)}"
            found.append((one.start, one.start + len(one.text), f"{number} {one.unit}".strip()))
    yield from found


def _has_unit(one: Statement, wanted: str) -> bool:
    """Return True if a number has the unit of a column, or one of the same dimension."""
    if not wanted:
        return True
    unit = one.value.partition(" ")[2]
    name = unit_named(wanted) or next((name for name, signs in _HAN_UNITS.items() if re.fullmatch(signs, wanted)), "")
    if not name:
        return one.page.text[one.end :].lstrip().casefold().startswith(wanted.casefold())
    if name in _TIME:
        return unit in _TIME
    dimension = CONVERSIONS[name].dimension if name in CONVERSIONS else name
    return (CONVERSIONS[unit].dimension if unit in CONVERSIONS else unit) == dimension


def _han(figure: str) -> str:
    """Return a number of figures or of Chinese numerals up to 999 in figures."""
    plain = figure.translate(_FULL_WIDTH)
    if plain[0].isascii():
        return plain
    total = digit = 0
    for sign in plain:
        if sign in "十百":
            total, digit = total + (digit or 1) * (10 if sign == "十" else 100), 0
        else:
            digit = digit * 10 + _HAN_DIGITS[sign]
    return str(total + digit)


def _plain(number: Decimal) -> str:
    """Return a number without needless zeros behind the point."""
    text = f"{number:f}"
    whole, _, rest = text.partition(".")
    return whole if not rest.strip("0") else text


def _number(value: str) -> Decimal | None:
    """Return the number that a value begins with."""
    try:
        return Decimal(value.partition(" ")[0])
    except InvalidOperation:
        return None


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
