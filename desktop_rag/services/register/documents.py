"""The rows of one document: its pages are read one at a time, and what is ambiguous is decided by the whole."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.register import DayOrder, FactKind, RegisterRow
from desktop_rag.evidence.tables import is_figure
from desktop_rag.evidence.units import Passage, UnitSpan, unit_spans
from desktop_rag.services.register import names
from desktop_rag.services.register.amounts import Money, yen_of
from desktop_rag.services.register.deadlines import deadlines, period_after
from desktop_rag.services.register.found import Found, Places
from desktop_rag.services.register.labels import Cell, Labelled, about, cells, label_of, labelled
from desktop_rag.services.register.words import words
from desktop_rag.text.dates import Date, WrittenDate, written_dates

_DAY_FIRST = frozenset("de fr es it pt nl pl cs sk da nb no fi ru uk tr el ro bg hr sl".split())
_LONGEST_SENTENCE = 600  # characters that are shown of a unit
_BRITAIN = "GB"
_COUNTRIES = {
    _BRITAIN: re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"),
    "US": re.compile(r"\b[A-Z]{2},? \d{5}\b"),
}
_MONTHS = 12
_IN_BRACKETS = re.compile(r"(?:[^\W\d]{0,3}[$€£¥]?\s?)?\(\s?[^()]*\d[^()]*\)?\s?[$€£¥]?")
_MAY_BE_DATE = re.compile(r"\d|[一二三四五六七八九十]月")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a document."""

    number: int
    label: str
    text: str


More = Callable[[str, Sequence[UnitSpan], str], Iterable[Found]]
"""Returns what a model finds in a text with its units; the last argument is what ¥ stands for there."""


def register_rows(
    file: str,
    pages: Iterable[Page],
    *,
    language: str = "",
    verbatim: bool = False,
    in_blocks: bool = False,
    more: More | None = None,
) -> list[RegisterRow]:
    """Return the rows of a document in order; ``more`` adds to what the rules find, and takes nothing from it.

    Raises CancelledError when the current token is cancelled.
    """
    document = _Document(language)
    rows: list[tuple[RegisterRow, WrittenDate | None]] = []
    for page in pages:
        passage = Passage(page.text, verbatim=verbatim, in_blocks=in_blocks)
        found = _PageReader(document, passage).found(more)
        rows += [(_row(file, page, one, unit, passage), one.date) for one, unit in found]
    order = document.order()
    return [_decided(row, date, order) if date else row for row, date in rows]


class _Document:
    """What the pages of a document say together: who its parties are, and which way it writes dates."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._orders: dict[str, set[bool]] = {}  # by the mark between figures: whether the day is first
        self._countries: set[str] = set()
        self._parties: dict[str, set[str]] = {}  # names by role
        self.is_begun = False

    def is_new(self, party: Found) -> bool:
        """Return True the first time that a party in its role is met, whole or in part.

        A model words roles in its own way: whom the rules know in any role is not new.
        """
        known = self._parties.setdefault(party.about.casefold(), set())
        name = party.value.casefold()
        some = (one for others in self._parties.values() for one in others) if party.by_model else known
        if any(name in one for one in some):
            return False
        known.add(name)
        return True

    def note_date(self, date: WrittenDate) -> None:
        """Learn from a date in figures that can only be read one way."""
        if date.mark in ("/", "-") and len(date.readings) == 1 and date.readings[0].day > _MONTHS:
            self._orders.setdefault(date.mark, set()).add(date.is_day_first)

    def note_address(self, address: str) -> None:
        """Learn the country from an address."""
        self._countries.update(country for country, code in _COUNTRIES.items() if code.search(address))

    def order(self) -> "_Order":
        """Return how dates in figures are to be read."""
        country = next(iter(self._countries)) if len(self._countries) == 1 else ""
        return _Order(
            {mark: next(iter(orders)) for mark, orders in self._orders.items() if len(orders) == 1},
            frozenset(mark for mark, orders in self._orders.items() if len(orders) > 1),
            self.language[:2] in _DAY_FIRST,
            country,
        )


class _PageReader:
    """Reads a page: what was found at a place is nothing else."""

    def __init__(self, document: _Document, passage: Passage) -> None:
        self._document = document
        self._text = passage.text
        self._units = unit_spans(passage)
        self._starts = [unit.start for unit in self._units]
        self._rows = dict(cells(self._text, self._units))
        self._places = Places(len(self._text))
        self._found: list[tuple[Found, UnitSpan]] = []

    def found(self, more: More | None) -> list[tuple[Found, UnitSpan]]:
        """Return what the page says, in order, each with its unit."""
        text, token = self._text, current_token()
        yen = yen_of(text, self._document.language)
        money = Money(yen)
        self._take(names.addresses(text))
        labelled_parts = {}
        for unit in self._units:
            token.raise_if_cancelled()
            if self._rows.get(unit) == []:  # it names columns, and nothing else
                self._places.take(unit.start, unit.end)
            parts = labelled_parts[unit] = list(_labelled(text, unit, self._rows.get(unit)))
            self._take(filter(None, (names.labelled_fact(text, part) for part in parts)), unit)
        if not self._document.is_begun:
            self._document.is_begun = True
            self._take(names.parties(text))
        for unit in self._units:
            token.raise_if_cancelled()
            self._take(names.numbers(text, unit.start, unit.end), unit)
            self._take(self._days(unit, labelled_parts[unit]), unit)
            self._take(self._amounts(unit, money), unit)
        if more is not None:
            self._take(more(text, self._units, yen))
        return sorted(self._found, key=lambda one: (one[0].start, one[0].end))

    def _take(self, some: Iterable[Found], unit: UnitSpan | None = None) -> None:
        """Keep what was found, unless something else stands there."""
        for found in some:
            one = found
            if one.kind is FactKind.PARTY and not self._document.is_new(one):
                continue
            place = bisect_right(self._starts, one.start) - 1
            within = unit or (self._units[place] if place >= 0 else None)
            if within is None or not self._places.take(one.start, one.end):
                continue
            if one.kind is FactKind.ADDRESS:
                self._document.note_address(one.value)
                one = replace(one, about=one.about or label_of(self._text, within, one.start))
            self._found.append((one, within))

    def _days(self, unit: UnitSpan, parts: Sequence[Labelled]) -> Iterator[Found]:
        text, row = self._text, self._rows.get(unit, [])
        said = text[unit.start : unit.end]
        dates = [one.moved(unit.start) for one in written_dates(said)] if _MAY_BE_DATE.search(said) else []
        for date in dates:
            self._document.note_date(date)
        for one in deadlines(text, unit, dates):
            yield _in_row(one, row)
        for part in parts:
            if words().is_deadline(part.label) and (period := period_after(text, part.start, part.end)):
                yield Found(FactKind.DEADLINE, *period, about=part.label)

    def _amounts(self, unit: UnitSpan, money: Money) -> Iterator[Found]:
        text, row = self._text, self._rows.get(unit)
        if row is None:
            is_named = words().is_amount(text[unit.start : unit.end])
            for one in money.amounts(text, unit.start, unit.end, bare=is_named):
                yield replace(one, about=about(text, unit, one.start))
            return
        written = [text[cell.start : cell.end].strip() for cell in row]
        for place, cell in enumerate(row):
            beside = written[place + 1] if place + 1 < len(written) else ""
            named = (cell.column, cell.row, beside if money.is_currency(beside) else "")
            currency = next(filter(None, map(money.currency_of, filter(None, named))), "")
            if not currency and cell.sign and is_figure(written[place]) and not words().is_counted(cell.about):
                currency = money.currency_of(cell.sign)
            bare = words().is_amount(cell.about)
            for one in money.amounts(text, cell.start, cell.end, currency, bare=bare, scale=cell.scale):
                # in a column of money, brackets around a figure say that it is below zero
                is_below = currency and _IN_BRACKETS.fullmatch(written[place]) and not one.value.startswith("-")
                yield _in_row(replace(one, value=f"-{one.value}") if is_below else one, row)


@dataclass(frozen=True, slots=True)
class _Order:
    """How the document writes dates in figures: by the mark between them, its language, its country."""

    by_mark: dict[str, bool]
    contradicted: frozenset[str]
    has_day_first: bool  # as its language always has
    country: str

    def of(self, mark: str) -> tuple[bool, DayOrder] | None:
        """Return whether the day is first, and what says so; None where nothing decides."""
        if mark in self.by_mark:
            return self.by_mark[mark], DayOrder.DATES
        if mark in self.contradicted:
            return None
        if self.has_day_first:
            return True, DayOrder.LANGUAGE
        return (self.country == _BRITAIN, DayOrder.COUNTRY) if self.country else None


def labelled_parts(passage: Passage) -> Iterator[Labelled]:
    """Yield all values of a text that have a label, with those that stand in rows."""
    units = unit_spans(passage)
    rows = dict(cells(passage.text, units))
    for unit in units:
        yield from _labelled(passage.text, unit, rows.get(unit))


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


def _in_row(one: Found, row: Sequence[Cell]) -> Found:
    """Return something found in a row with the heads of its cell."""
    for place, cell in enumerate(row):
        if cell.start <= one.start < cell.end:
            said = cell.about if place else cell.column
            is_deadline = one.kind is FactKind.DATE and words().is_deadline(said)
            return replace(one, kind=FactKind.DEADLINE if is_deadline else one.kind, about=said or one.about)
    return one


def _row(file: str, page: Page, found: Found, unit: UnitSpan, passage: Passage) -> RegisterRow:
    begin, end = unit.start, max(unit.end, found.end)
    if end - begin > _LONGEST_SENTENCE:  # what is shown of a long unit stands around the words
        begin = max(begin, found.start - _LONGEST_SENTENCE // 2)
        end = min(end, begin + _LONGEST_SENTENCE)
    return RegisterRow(
        found.kind,
        " ".join(passage.text[found.start : found.end].split()),
        found.value,
        found.about,
        file,
        page.number,
        page.label,
        found.start,
        found.end,
        passage.text[begin:end],
        begin,
        found.currency,
        by_model=found.by_model,
    )


def _decided(row: RegisterRow, date: WrittenDate, order: _Order) -> RegisterRow:
    """Return a row with the value of its date, or both readings where nothing decides between them."""
    readings, decided_by = date.readings, None
    if len(readings) == 2 and (known := order.of(date.mark)):
        is_day_first, decided_by = known
        readings = readings[:1] if is_day_first else readings[1:]
    values = tuple(map(_iso, readings))
    if len(values) > 1:
        return replace(row, readings=values)
    return replace(row, value=f"{values[0]}/{_iso(date.until)}" if date.until else values[0], decided_by=decided_by)


def _iso(date: Date) -> str:
    year = f"{date.year:04}" if date.year else "-"
    return f"{year}-{date.month:02}" + (f"-{date.day:02}" if date.day else "")
