"""Conditions in the place of words: “amounts over €1,000”, “vor dem 1. Mai 2024”, “10万円以上”, “超过5000元”.

What fits one is what the register reads as an amount or a date (``services.register.documents``), in tables too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from desktop_rag.citations.checks.quantities import quantities
from desktop_rag.core.results.register import FactKind, RegisterRow
from desktop_rag.evidence.mentions import Range, Sought
from desktop_rag.services.register.amounts import Money, yen_of
from desktop_rag.services.register.documents import Page, register_rows
from desktop_rag.text.dates import Date, written_dates
from desktop_rag.text.phrases import Phrase

_SUBJECT = re.compile(
    r"\A(?:(?:all|any|every|alle)\s+)?(?:(?P<amount>amounts?|sums?|prices?|payments?|Beträge|Betrag|Summen?|Preise?|金額|価格"
    r"|金额|价格|款项)|(?P<date>dates?|days?|Daten|Datum|Termine?|日付|日期))\s*(?:of|von|in Höhe von|が|は|を)?\s*",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\A(?:the|dem|den|der|das)\s+", re.IGNORECASE)


class _Bound(NamedTuple):
    """One end of what is asked for; ``is_inside``: the value itself fits as well."""

    is_low: bool
    is_inside: bool


_ABOVE, _FROM = _Bound(is_low=True, is_inside=False), _Bound(is_low=True, is_inside=True)
_BELOW, _UP_TO = _Bound(is_low=False, is_inside=False), _Bound(is_low=False, is_inside=True)
# by what stands before the value: of words that begin alike the longer ones are tried first
_BEFORE_VALUE: tuple[tuple[_Bound, str], ...] = (
    (_FROM, ">=|≥|at least|no(?:t)? less than|on or after|from|since"),
    (_FROM, "mindestens|nicht unter|seit|ab|不少于|不低于|至少|自"),
    (_UP_TO, "<=|≤|at most|up to|no(?:t)? more than|on or before|until|till"),
    (_UP_TO, "höchstens|maximal|bis zum|bis zu|bis|不超过|不高于|至多|最多|截至"),
    (_ABOVE, ">|＞|over|above|more than|greater than|higher than|exceeding|after|later than"),
    (_ABOVE, "über|mehr als|größer als|höher als|nach|超过|大于|高于|多于|晚于"),
    (_BELOW, "<|＜|under|below|less than|lower than|before|earlier than|prior to"),
    (_BELOW, "unter|weniger als|kleiner als|niedriger als|vor|低于|小于|少于|早于"),
)
_BEHIND_VALUE: tuple[tuple[_Bound, str], ...] = (
    (_FROM, "以上|以降|以后起|から"),
    (_UP_TO, "以下|以内|以前|まで|为止"),
    (_ABOVE, "を超える(?:もの|金額)?|を超え|超|より大きい|より多い|より高い|より後|之后|以后"),
    (_BELOW, "未満|より小さい|より少ない|より低い|より前|之前"),
)
_BETWEEN = (
    re.compile(r"\A(?:between|zwischen) (?P<low>.{1,40}?) (?:and|und|to|bis) (?P<high>.{1,40})\Z", re.IGNORECASE),
    re.compile(r"\A(?:从|在)?(?P<low>.{1,40}?)(?:到|至|から|〜|～)(?P<high>.{1,40}?)(?:之间|まで|の間)?\Z"),
)
_SIGNS = frozenset("><≥≤＞＜")


@dataclass(frozen=True, slots=True)
class Condition:
    """Amounts of a ``currency`` ("" for any) or dates between two ends, None for none; days are ISO 8601."""

    kind: FactKind
    low: Decimal | str | None = None
    high: Decimal | str | None = None
    has_low: bool = True  # the end itself fits
    has_high: bool = True
    currency: str = ""

    def places(self, text: str) -> Iterator[Range]:
        """Yield the ranges of a page's text that fit."""
        for row in register_rows("", [Page(1, "", text)]):
            if self._fits(row):
                yield row.start, row.end

    def _fits(self, row: RegisterRow) -> bool:
        if self.kind is FactKind.AMOUNT:
            is_kind = row.kind is FactKind.AMOUNT and (not self.currency or row.currency in (self.currency, "¥"))
            return is_kind and bool(row.value) and self._is_between(Decimal(row.value), Decimal(row.value))
        if row.kind not in (FactKind.DATE, FactKind.DEADLINE):
            return False
        return any(self._is_between(*_ends(one)) for one in (row.value, *row.readings) if one[:1].isdigit())

    def _is_between(self, first: Decimal | str, last: Decimal | str) -> bool:
        """Return True if all from one value to another lies between the ends."""
        low, high = self.low, self.high
        is_low = low is None or first > low or (self.has_low and first == low)  # type: ignore[operator]
        return is_low and (high is None or last < high or (self.has_high and last == high))  # type: ignore[operator]


def sought_condition(words: str) -> Sought | None:
    """Return what is looked for by a condition, None where words are none."""
    condition = condition_of(words)
    return Sought(words, Phrase(words), (), (), finder=condition.places) if condition is not None else None


def condition_of(words: str) -> Condition | None:
    """Return the condition that words are, None for other words.

    A number without a currency is an amount where a word or a sign says so: “amounts over 1000”, “> 1000”.
    """
    said = " ".join(words.split())
    subject = _SUBJECT.match(said)
    rest = said[subject.end() :] if subject else said
    is_amount = bool(subject and subject["amount"]) or rest[:1] in _SIGNS
    for pattern in _BETWEEN:
        match = pattern.match(rest)
        ends = match and (_value(match["low"], is_amount=is_amount), _value(match["high"], is_amount=is_amount))
        if ends and ends[0] and ends[1]:
            return _joined(_condition(ends[0], _FROM), _condition(ends[1], _UP_TO))
    for bound, before in _BEFORE_VALUE:
        match = re.match(rf"(?:{before})(?:\s+|(?=[^A-Za-zÄÖÜäöü]))(?P<value>.+)\Z", rest, re.IGNORECASE)
        if match and (value := _value(match["value"], is_amount=is_amount)):
            return _condition(value, bound)
    for bound, behind in _BEHIND_VALUE:
        match = re.match(rf"(?P<value>.+?)(?:{behind})(?:の(?:金額|日付|もの))?\Z", rest)
        if match and (value := _value(match["value"], is_amount=is_amount)):
            return _condition(value, bound)
    return None


class _Value(NamedTuple):
    """An amount with its currency, or the first and last day of a date."""

    amount: Decimal | None
    currency: str = ""
    first: str = ""
    last: str = ""


def _value(said: str, *, is_amount: bool) -> _Value | None:
    """Return the one value that some words are."""
    said = _ARTICLE.sub("", said.strip())
    dates = [] if is_amount else written_dates(said)
    if len(dates) == 1 and (dates[0].start, dates[0].end) == (0, len(said)) and dates[0].readings[0].year:
        first, last = _days(dates[0].readings[0])
        return _Value(None, "", first, last)
    amounts = list(Money(yen_of(said, "")).amounts(said, 0, len(said)))
    if len(amounts) == 1 and (amounts[0].start, amounts[0].end) == (0, len(said)):
        return _Value(Decimal(amounts[0].value), amounts[0].currency.replace("¥", ""))
    found = list(quantities(said))
    if is_amount and len(found) == 1 and (found[0].start, found[0].end) == (0, len(said)) and not found[0].unit:
        return _Value(min(found[0].bases) * found[0].scale if len(found[0].bases) == 1 else max(found[0].bases))
    return None


def _condition(value: _Value, bound: _Bound) -> Condition:
    if value.amount is not None:
        kind, end = FactKind.AMOUNT, value.amount
        if bound.is_low:
            return Condition(kind, low=end, has_low=bound.is_inside, currency=value.currency)
        return Condition(kind, high=end, has_high=bound.is_inside, currency=value.currency)
    # since May begins with its first day, after May behind its last
    if bound.is_low:
        return Condition(FactKind.DATE, low=value.first if bound.is_inside else value.last, has_low=bound.is_inside)
    return Condition(FactKind.DATE, high=value.last if bound.is_inside else value.first, has_high=bound.is_inside)


def _joined(low: Condition, high: Condition) -> Condition | None:
    if low.kind is not high.kind:
        return None
    return Condition(low.kind, low.low, high.high, low.has_low, high.has_high, low.currency or high.currency)


def _days(date: Date) -> tuple[str, str]:
    """Return the first and the last day of a date, which may be a month or a year."""
    year = f"{date.year:04}"
    if not date.month:
        return f"{year}-01-01", f"{year}-12-31"
    if not date.day:
        return f"{year}-{date.month:02}-01", f"{year}-{date.month:02}-31"
    day = f"{year}-{date.month:02}-{date.day:02}"
    return day, day


def _ends(value: str) -> tuple[str, str]:
    """Return the first and the last day of a row's value: “2024-03”, “2024-10-12/2024-10-13”."""
    first, _, last = value.partition("/")
    last = last or first
    return first + "-01-01"[len(first) - 4 :], last + "-12-31"[len(last) - 4 :]
