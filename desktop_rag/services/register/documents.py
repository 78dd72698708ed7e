"""The rows of one document: its pages are read one at a time, and what is ambiguous is decided by the whole."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.register import DayOrder, FactKind, RegisterRow
from desktop_rag.evidence.units import Kind, Passage, UnitSpan, unit_spans
from desktop_rag.services.register import names
from desktop_rag.services.register.amounts import Money
from desktop_rag.services.register.deadlines import deadlines, period_after
from desktop_rag.services.register.found import Found, Places
from desktop_rag.services.register.labels import Cell, Labelled, about, cells, label_of, labelled
from desktop_rag.services.register.words import words
from desktop_rag.text.dates import Date, WrittenDate, written_dates

_DAY_FIRST = frozenset("de fr es it pt nl pl cs sk da nb no fi ru uk tr el ro bg hr sl".split())
_LONGEST_SENTENCE = 600  # characters that are shown of a unit
_KANA = re.compile(r"[\u3041-\u30fa]")
_BRITISH = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b")
_AMERICAN = re.compile(r"\b[A-Z]{2},? \d{5}\b")
_BEGINNING = 4_000  # characters in which a document names its parties


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a document."""

    number: int
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class _Fact:
    """Something found, on its page and in its unit."""

    found: Found
    page: Page
    unit: UnitSpan


def register_rows(
    file: str, pages: Iterable[Page], *, language: str = "", verbatim: bool = False, in_blocks: bool = False
) -> list[RegisterRow]:
    """Return the rows of a document; raises CancelledError when the current token is cancelled between pages."""
    document = _Document(language)
    rows: list[tuple[_Fact, RegisterRow]] = []
    for page in pages:
        current_token().raise_if_cancelled()
        passage = Passage(page.text, verbatim=verbatim, in_blocks=in_blocks)
        for fact in document.facts(page, passage):
            rows.append((fact, _row(file, fact, passage)))
    order = document.order()
    return [_decided(fact, row, order) for fact, row in rows]


class _Document:
    """What the pages of a document say together: who its parties are, and which way it writes dates."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._orders: dict[str, set[bool]] = {}  # by the mark between figures: whether the day is first
        self._countries: set[bool] = set()
        self._parties: set[tuple[str, str]] = set()
        self._is_begun = False

    def facts(self, page: Page, passage: Passage) -> list[_Fact]:
        """Return what a page says, in order."""
        text = page.text
        units = unit_spans(passage)
        money = Money(self._yen(text))
        places = Places(len(text))
        found: list[_Fact] = []
        starts = [unit.start for unit in units]

        def take(one: Found | None, unit: UnitSpan | None = None) -> None:
            if one is None or (one.kind is FactKind.PARTY and not self._is_new(one)):
                return
            place = bisect_right(starts, one.start) - 1
            unit = unit or (units[place] if place >= 0 else None)
            if one.kind is FactKind.ADDRESS:
                self._note_country(one.value)
            if unit is not None and places.take(one.start, one.end):
                if one.kind is FactKind.ADDRESS and not one.about:
                    one = _changed(one, one.kind, label_of(text, unit, one.start))
                found.append(_Fact(one, page, unit))

        rows = {unit: row for unit, row in cells(text, units)}
        parts = {unit: list(_labelled(text, unit, rows.get(unit))) for unit in units}
        for one in names.addresses(text):
            take(one)
        for unit in units:
            for part in parts[unit]:
                take(names.labelled_fact(text, part), unit)
        if not self._is_begun:
            self._is_begun = True
            for one in names.parties(text[:_BEGINNING]):
                take(one)
        for unit in units:
            current_token().raise_if_cancelled()
            for one in names.numbers(text, unit.start, unit.end):
                take(one, unit)
            self._take_values(text, unit, rows.get(unit, []), parts[unit], money, take)
        return sorted(found, key=lambda fact: (fact.found.start, fact.found.end))

    def _take_values(self, text, unit, row, parts, money, take) -> None:  # type: ignore[no-untyped-def]
        said = text[unit.start : unit.end]
        has_figures = any(map(str.isdigit, said)) or any(sign in said for sign in "一二三四五六七八九十")
        written = written_dates(said) if has_figures else []
        dates = [_moved(one, unit.start) for one in written]
        for date in dates:
            self._note_order(date)
        for one in deadlines(text, unit, dates):
            take(_of_row(one, row), unit)
        for part in parts:
            if words().is_deadline(part.label) and (period := period_after(text, part.start, part.end)):
                take(Found(FactKind.DEADLINE, *period, about=part.label), unit)
        if row:
            for cell in row:
                currency = money.currency_of(cell.column) if cell.column else ""
                for one in money.amounts(text, cell.start, cell.end, currency):
                    take(_of_row(one, row), unit)
        else:
            for one in money.amounts(text, unit.start, unit.end, bare=words().is_amount(said)):
                take(_about(text, unit, one), unit)

    def order(self) -> "_Order":
        """Return how dates in figures are to be read."""
        countries = self._countries if len(self._countries) == 1 else set()
        return _Order(
            {mark: next(iter(orders)) for mark, orders in self._orders.items() if len(orders) == 1},
            frozenset(mark for mark, orders in self._orders.items() if len(orders) > 1),
            is_day_first_by_language=self._language[:2] in _DAY_FIRST,
            is_day_first_by_country=next(iter(countries), None),
        )

    def _is_new(self, one: Found) -> bool:
        key = one.value.casefold(), one.about.casefold()
        is_new = key not in self._parties
        self._parties.add(key)
        return is_new

    def _note_order(self, date: WrittenDate) -> None:
        if date.mark in ("/", "-") and len(date.readings) == 1:
            reading = date.readings[0]
            if reading.day > 12:
                self._orders.setdefault(date.mark, set()).add(date.is_day_first)

    def _note_country(self, address: str) -> None:
        if _BRITISH.search(address):
            self._countries.add(True)
        elif _AMERICAN.search(address):
            self._countries.add(False)

    def _yen(self, text: str) -> str:
        if self._language[:2] == "zh":
            return "CNY"
        return (
            "JPY"
            if self._language[:2] == "ja" or _KANA.search(text)
            else "CNY"
            if re.search(r"[\u4e00-\u9fff]", text)
            else "¥"
        )


@dataclass(frozen=True, slots=True)
class _Order:
    """How the document writes dates in figures: by the mark between them, its language, its country."""

    by_mark: dict[str, bool]
    contradicted: frozenset[str]
    is_day_first_by_language: bool
    is_day_first_by_country: bool | None

    def of(self, mark: str) -> tuple[bool, DayOrder] | None:
        """Return whether the day is first, and what says so; None where nothing decides."""
        if mark in self.by_mark:
            return self.by_mark[mark], DayOrder.DATES
        if mark in self.contradicted:
            return None
        if self.is_day_first_by_language:
            return True, DayOrder.LANGUAGE
        if self.is_day_first_by_country is not None:
            return self.is_day_first_by_country, DayOrder.COUNTRY
        return None


def _labelled(text: str, unit: UnitSpan, row: list[Cell] | None) -> Iterator[Labelled]:
    """Yield the values of a unit that have a label: those of its lines, or the cells of a row."""
    if row is None:
        yield from labelled(text, unit.start, unit.end)
        return
    for place, cell in enumerate(row):
        yield from labelled(text, cell.start, cell.end)
        for label in (cell.column, cell.row if place else ""):
            if label:
                yield Labelled(label, cell.start, cell.end)


def _of_row(one: Found, row: Sequence[Cell]) -> Found:
    """Return something found in a row with the heads of its cell."""
    for cell in row:
        if cell.start <= one.start < cell.end:
            kind = FactKind.DEADLINE if one.kind is FactKind.DATE and words().is_deadline(cell.about) else one.kind
            first = cell is row[0]
            return _changed(one, kind, (cell.column if first else cell.about) or one.about)
    return one


def _about(text: str, unit: UnitSpan, one: Found) -> Found:
    return one if one.about else _changed(one, one.kind, about(text, unit, one.start))


def _changed(one: Found, kind: FactKind, said: str) -> Found:
    return Found(kind, one.start, one.end, one.value, said, one.currency, one.date)


def _moved(date: WrittenDate, by: int) -> WrittenDate:
    return WrittenDate(date.start + by, date.end + by, date.readings, date.mark, date.until, date.is_day_first)


def _row(file: str, fact: _Fact, passage: Passage) -> RegisterRow:
    found, unit = fact.found, fact.unit
    begin, end = unit.start, max(unit.end, found.end)
    if end - begin > _LONGEST_SENTENCE:  # what is shown of a long unit stands around the words
        begin = max(begin, found.start - _LONGEST_SENTENCE // 2)
        end = min(end, begin + _LONGEST_SENTENCE)
    sentence = (
        passage.told(begin, end) if unit.kind is Kind.SENTENCE and begin == unit.start else passage.text[begin:end]
    )
    return RegisterRow(
        found.kind, " ".join(passage.text[found.start : found.end].split()), found.value, found.about, file,
        fact.page.number, fact.page.label, found.start, found.end, sentence, begin, found.currency,
    )  # fmt: skip


def _decided(fact: _Fact, row: RegisterRow, order: _Order) -> RegisterRow:
    """Return a row with the value of its date, or both readings where nothing decides between them."""
    date = fact.found.date
    if date is None:
        return row
    readings, decided_by = date.readings, None
    if len(readings) == 2 and (known := order.of(date.mark)):
        is_day_first, decided_by = known
        readings = readings[:1] if is_day_first else readings[1:]
    values = [_iso(one) for one in readings]
    value = values[0] if len(values) == 1 else ""
    if value and date.until is not None:
        value = f"{value}/{_iso(date.until)}"
    return RegisterRow(
        row.kind, row.written, value, row.about, row.file, row.page, row.page_label, row.start, row.end, row.sentence,
        row.sentence_start, readings=tuple(values) if len(values) > 1 else (), decided_by=decided_by,
    )  # fmt: skip


def _iso(date: Date) -> str:
    year = f"{date.year:04}" if date.year else "-"
    return f"{year}-{date.month:02}" + (f"-{date.day:02}" if date.day else "")
