"""What a document comes to, when it is dated and when it ends, by the rows of its register."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from desktop_rag.core.results.register import FactKind, RegisterRow
from desktop_rag.services.register.words import any_of

_DUE = (
    "amount due", "total due", "grand total", "balance due", "total payable", "amount payable", "to pay",
    "invoice total", "invoice amount", "total amount", "gesamtbetrag", "rechnungsbetrag", "endbetrag",
    "zahlbetrag", "zu zahlen", "gesamtsumme", "zahlen sie", "請求金額", "請求額", "お支払", "支払金額",
    "合計金額", "税込", "应付", "應付", "价税合计", "總金額", "总金额", "合计金额",
)  # fmt: skip
_TOTAL = (
    "total", "summe", "gesamt", "sum", "合計", "総額", "合计", "总计", "總計", "总额", "共计", "amount paid",
    "paid",
)  # fmt: skip
_PART = (
    "subtotal", "sub-total", "sub total", "net", "netto", "nettobetrag", "zwischensumme", "excl", "without",
    "vat", "tax", "mwst", "ust", "umsatzsteuer", "mehrwertsteuer", "discount", "rabatt", "previous", "deposit",
    "minimum", "saved", "points", "小計", "税抜", "消費税", "値引", "前回", "小计", "不含税", "税额", "稅額",
    "折扣", "上期", "per month", "ohne",
)  # fmt: skip
_DATED = (
    "invoice date", "date of invoice", "date of issue", "issue date", "issued", "dated", "date", "datum",
    "rechnungsdatum", "ausgestellt", "発行日", "請求日", "日付", "作成日", "契約日", "締結日", "开票日期",
    "開票日期", "日期", "签订日期",
)  # fmt: skip
_NOT_DATED = (
    "due", "delivery", "period", "fällig", "liefer", "zeitraum", "期限", "期間", "納", "截止", "到期", "期间",
    "birth", "geburt",
)  # fmt: skip
_ENDS = (
    "ends on", "ends", "end", "end date", "ending", "until", "till", "expires", "expiry", "expiration",
    "valid until", "through", "terminates", "bis", "bis zum", "endet", "endet am", "ende", "vertragsende",
    "laufzeit bis", "gültig bis", "ablauf", "läuft", "終了", "満了", "終期", "有効期限", "至", "到期", "截止",
    "届满", "终止", "期满",
)  # fmt: skip
_ENDS_BEHIND = re.compile(
    r"\A\W{0,3}(?:まで|をもって|に終了|に満了|で終了|限り|止|到期|届满|终止|期满|endet|endend|expires|\(?end\b|ab\b|aus\b)"
)
_TO = re.compile(r"(?:\b(?:to|until|till|through|bis|–|-)|[–—~～〜至到から]|から)\s*(?:the |zum |einschließlich )?\Z")
_ADDED_UP = re.compile(
    r"[\s|]*(?:grand total|sub-?total|total|sum|balance|(?:gesamt|zwischen|end)?summe|gesamt|saldo"
    r"|合計|小計|合计|小计|总计|共计)\b",
    re.IGNORECASE,
)
_NEAR = 44  # characters before a value that say what it is
_PART_WORDS = re.compile(
    rf"(?<![a-zäöü])(?:{any_of(one for one in _PART if one.isascii() or one[0] in 'äöü')})(?![a-zäöü])"
    rf"|{any_of(one for one in _PART if not one.isascii())}"
)


@dataclass(frozen=True, slots=True)
class Dated:
    """A day that a document states, and the row that states it."""

    day: dt.date
    row: RegisterRow


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount that a document comes to, and the row that states it."""

    value: Decimal
    currency: str
    row: RegisterRow


def total_of(rows: Sequence[RegisterRow]) -> Sum | None:
    """Return what a bill, receipt or offer comes to: what is to be paid, else its total, else its only amount."""
    amounts = [row for row in rows if row.kind is FactKind.AMOUNT and row.value]
    ranked = [(rank, row) for row in amounts if (rank := _rank(row))]
    best = max((rank for rank, _ in ranked), default=0)
    some = [row for rank, row in ranked if rank == best] if best else amounts
    found = {(Decimal(row.value), row.currency) for row in some}
    named = {one for one in found if one[1]}
    if len(named) == 1 and {value for value, _ in found} == {value for value, _ in named}:
        found = named  # the same figure with and without its currency
    if len(found) != 1:
        return None
    ((value, currency),) = found
    row = next(row for row in some if (Decimal(row.value), row.currency) == (value, currency))
    return Sum(value, currency or _only_currency(amounts), row)


def table_amounts(
    rows: Sequence[RegisterRow], is_asked: Callable[[str], bool], has_day: Callable[[dt.date], bool]
) -> list[Sum] | None:
    """Return the amounts in those rows of a file's tables that are asked for, one of each; None where it is unclear.

    ``is_asked`` looks at the text of a row, ``has_day`` at its date. Rows that add others up are left out.
    """
    by_row: dict[tuple[int, int], list[RegisterRow]] = {}
    for one in rows:
        by_row.setdefault((one.page, one.sentence_start), []).append(one)
    found, columns = [], set()
    for facts in by_row.values():
        said = facts[0].sentence
        days = [day for one in facts if one.kind is FactKind.DATE and (day := _day(one.value)) is not None]
        if _ADDED_UP.match(said) or not is_asked(said) or not any(map(has_day, days or [dt.date.min])):
            continue
        amounts = [one for one in facts if one.kind is FactKind.AMOUNT and one.value]
        if len(amounts) != 1:
            return None
        columns.add(amounts[0].about.rpartition(" · ")[2])
        found.append(Sum(Decimal(amounts[0].value), amounts[0].currency, amounts[0]))
    return found if len(columns) <= 1 else None


def date_of(rows: Sequence[RegisterRow]) -> Dated | None:
    """Return the day of a document: the one with a label for it, else the first whole one."""
    days = [row for row in rows if row.kind is FactKind.DATE and len(row.value) == 10]
    labelled = [row for row in days if _has(row.about, _DATED) and not _has(row.about, _NOT_DATED)]
    rest = [row for row in days if not _has(row.about, _NOT_DATED)]
    row = next(iter([*labelled, *rest]), None)
    day = _day(row.value) if row is not None else None
    return Dated(day, row) if row is not None and day is not None else None


def ends_of(rows: Sequence[RegisterRow]) -> list[Dated]:
    """Return the days on which a document says that it ends, in order."""
    found = []
    for row in rows:
        day = _day(row.value.partition("/")[2] or row.value) if row.day else None
        if day is not None and _says_end(row):
            found.append(Dated(day, row))
    return found


def _says_end(row: RegisterRow) -> bool:
    place = row.start - row.sentence_start
    before, behind = row.sentence[max(0, place - _NEAR) : place], row.sentence[place + row.end - row.start :]
    line = before.rpartition("\n")[2].casefold()
    return bool(
        _ENDS_BEHIND.search(behind)
        or _TO.search(line)
        or _has(row.about.casefold(), _ENDS)
        or re.search(rf"(?:{any_of(_ENDS)})\W{{0,3}}(?:\w{{1,4}}\W){{0,2}}\Z", line)
    )


def _rank(row: RegisterRow) -> int:
    """Return how surely a document comes to an amount: 2 for what is to be paid, 1 for a total, 0 for others."""
    place = row.start - row.sentence_start
    line = row.sentence[max(0, place - _NEAR) : place].rpartition("\n")[2]
    said = f"{row.about} {line}".casefold()
    if _PART_WORDS.search(said) and not any(one in said for one in ("税込", "价税合计", "incl", "inkl")):
        return 0
    return 2 if any(one in said for one in _DUE) else 1 if any(one in said for one in _TOTAL) else 0


def _only_currency(amounts: Sequence[RegisterRow]) -> str:
    known = {row.currency for row in amounts if row.currency}
    return next(iter(known)) if len(known) == 1 else ""


def _has(text: str, words: Sequence[str]) -> bool:
    low = text.casefold()
    return any(
        re.search(rf"(?<![a-zäöü]){re.escape(one)}(?![a-zäöü])", low) if one.isascii() else one in low for one in words
    )


def _day(value: str) -> dt.date | None:
    """Return the last day of a value of the register: of a month without a day its last."""
    try:
        if len(value) == len("2024-03"):
            year, month = map(int, value.split("-"))
            return dt.date(year + month // 12, month % 12 + 1, 1) - dt.timedelta(days=1)
        return dt.date.fromisoformat(value)
    except ValueError:
        return None
