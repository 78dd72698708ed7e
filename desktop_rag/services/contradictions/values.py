"""Values that statements have: figures with their units, dates, times and names, and whether two of them agree."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import NamedTuple

from desktop_rag.citations.checks.quantities import CONVERSIONS, Quantity, quantities
from desktop_rag.services.register.amounts import Money
from desktop_rag.services.register.found import Found, Places
from desktop_rag.services.register.words import words
from desktop_rag.text.analyzer import folded
from desktop_rag.text.dates import WrittenDate, written_dates

NUMBER, DATE, TIME, PARTY = "number", "date", "time", "party"
_MONEY = frozenset({"$", "€", "£", "¥", "CNY"})
_CODE = re.compile(  # R-2024-118, HH770412, 4711-B, WZ1AA22C; not 12kg, 3rd, 10:30
    r"(?<![\w.,/-])(?:[A-Za-z]{1,6}[-./·]?\d[\w/·-]*[-/·]?\w*|[A-Z]\d\w*|\d+[-/][A-Z][\w/-]*"
    r"|[A-Z0-9]*\d[A-Z]+\d[A-Z0-9]*"
    r"|\d{2,}[-/]\d{4,}|\d{4}[-/]\d{3,}(?:[-/]\d+)*)(?![\w])"
)
_REFERENCE = re.compile(
    r"(?:§§?|\b(?:section|clause|article|paragraph|page|chapter|annex|appendix|figure|table|item|note|exhibit|schedule|part|step|no\.?"
    r"|number|room|flat"
    r"|version|rules?|abschnitt|ziffer|artikel|absatz|abs\.|seite|anlage|kapitel|abb\.|tabelle|punkt|nr\.?"
    r"|nummer|satz|zimmer)"
    r"|第|[（(]第?)\s?\Z",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s?(?:条|条款|款|章|节|節|項|项|页|頁|号|號|丁目|番|階|楼|层|室|回目|版|年度|年(?!間|间)|世紀|世纪)"
)
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_TIME = re.compile(
    r"(?<![\d:.,])(?P<hour>[012]?\d)(?::(?P<minute>[0-5]\d)(?!\d)(?:\s?(?P<half>[ap])\.?m\b\.?)?(?:\s?Uhr)?"
    r"|\s?(?P<only>[ap])\.?m\b\.?|(?:\.(?P<german>[0-5]\d))?\s?Uhr\b|\s?[時点](?!間|间)(?:(?P<cjk>[0-5]?\d)分)?)",
    re.IGNORECASE,
)
# A figure beside one of these is no exact one
_ABOUT_BEFORE = re.compile(
    r"(?:\b(?:about|around|approx(?:\.|imately)?|roughly|nearly|almost|some|over|under|more than|less than|circa"
    r"|ca\.?|rund"
    r"|etwa|ungefähr|knapp|gut|fast|über|unter|mehr als|weniger als)|[~≈<>]|約|およそ|ほぼ|约|大约|将近|超过"
    r"|近)\s?(?:[A-Z]{3}|[€$£¥])?\s?\Z",
    re.IGNORECASE,
)
_ABOUT_BEHIND = re.compile(r"\s?(?:or so\b|左右|上下|程度|前後|前后|ほど|余り?(?!額|额))")
_SCALES = (3, 6)  # powers of ten: tables in thousands and in millions


class Value(NamedTuple):
    """A value of a kind, as it may be read: numbers in the smallest unit of their dimension, dates as 2024-05-03.

    ``step`` is the last figure's worth: what is written to it may have been rounded. ``is_exact`` is False for what is
    said to be about so much.
    """

    kind: str
    unit: str
    readings: tuple[str, ...]
    step: str = "0"
    is_exact: bool = True


class Slot(NamedTuple):
    """A value at ``start`` to ``end`` of a text."""

    start: int
    end: int
    value: Value


def slots_in(text: str, start: int, end: int, money: Money, currency: str = "") -> list[Slot]:
    """Return the values that stand in a range of a text, in order; ``currency`` is that of the head of a column."""
    said = text[start:end]
    if not _may_have_value(said):
        return []
    places = Places(len(said))
    for code in _CODE.finditer(said):
        if not _is_measure(code.group()):
            places.take(*code.span())
    found = [
        Slot(one.start, one.end, _date_value(one)) for one in written_dates(said) if places.take(one.start, one.end)
    ]
    found += [Slot(*match.span(), _time_value(match)) for match in _TIME.finditer(said) if places.take(*match.span())]
    every = list(quantities(said))
    for amount in money.amounts(said, 0, len(said), currency):
        if places.take(amount.start, amount.end):
            found.append(Slot(amount.start, amount.end, _amount_value(said, amount, every)))
    for one in every:
        last = one.start + len(said[one.start : one.end].rstrip())
        if not _is_reference(said, one) and places.take(one.start, last):
            found.append(Slot(one.start, last, _number_value(said, one)))
    return sorted(Slot(start + one.start, start + one.end, one.value) for one in found)


@lru_cache(1 << 16)
def agree(one: Value, other: Value) -> bool | None:
    """Return whether two values may be the same; None where they cannot be compared: euros and pounds."""
    if one.kind != other.kind:
        return None
    if one.kind == PARTY:
        return _are_one_name(one.readings[0], other.readings[0])
    if one.kind == DATE:
        return any(_is_one_day(mine, others) for mine in one.readings for others in other.readings)
    if one.kind == TIME:
        return one.readings == other.readings
    numbers = [(Decimal(mine), Decimal(others)) for mine in one.readings for others in other.readings]
    if one.unit != other.unit:
        return True if not (one.unit and other.unit) and any(mine == others for mine, others in numbers) else None
    steps = Decimal(one.step), Decimal(other.step)
    if any(_may_be_rounded(mine, others, *steps) for mine, others in numbers):
        return True
    return False if one.is_exact and other.is_exact else None


def party(name: str) -> Value:
    """Return the value that a person or firm is."""
    return Value(PARTY, "", (" ".join(folded(piece.strip(".,")) for piece in name.split()),))


@cache
def _maybe() -> re.Pattern[str]:
    spelled = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|sixty|ninety"
    german = "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|sechzig|neunzig"
    return re.compile(rf"\d|[一二两三四五六七八九十百千]|\b(?:{spelled}|{german})", re.IGNORECASE)


def _may_have_value(said: str) -> bool:
    return _maybe().search(said) is not None


_MEASURE = re.compile(r"[A-Za-z]{1,3}\.?\d[\d.,]*\Z")


def _is_measure(code: str) -> bool:
    """Return True if what looks like the number of a thing is an amount or a date: EUR950, 01-May-2024."""
    return code[:3].upper() in _codes_of_money() or (_MEASURE.match(code) is not None and code[:2] in ("Rs", "Fr"))


@cache
def _codes_of_money() -> frozenset[str]:
    return frozenset(words().currencies.values())


def _is_reference(said: str, one: Quantity) -> bool:
    """Return True if a number numbers something, or is a year."""
    if one.unit or one.scale > 1:
        return False
    figures = said[one.start : one.end].strip()
    return (
        _YEAR.match(figures) is not None
        or _REFERENCE.search(said[: one.start]) is not None
        or _COUNTED.match(said, one.end) is not None
        or (said[one.end : one.end + 1] in ")）" and said[: one.start].strip() in ("", "(", "（"))
    )


def _date_value(one: WrittenDate) -> Value:
    until = f"/{one.until.month:02}-{one.until.day:02}" if one.until else ""
    return Value(DATE, "", tuple(f"{date.year:04}-{date.month:02}-{date.day:02}{until}" for date in one.readings))


def _is_one_day(one: str, other: str) -> bool:
    """Return True if two dates agree in all parts that both have."""
    first, _, last = one.partition("/")
    begun, _, ended = other.partition("/")
    pairs = zip(map(int, first.split("-")), map(int, begun.split("-")), strict=True)
    return all(mine == others or not (mine and others) for mine, others in pairs) and (last == ended)


def _time_value(match: re.Match[str]) -> Value:
    hour, minute = int(match["hour"]), int(match["minute"] or match["german"] or match["cjk"] or 0)
    half = (match["half"] or match["only"] or "").casefold()
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    return Value(TIME, "", (f"{hour * 60 + minute}",))


def _amount_value(said: str, amount: Found, every: Sequence[Quantity]) -> Value:
    within = next((one for one in every if one.start < amount.end and amount.start < one.end), None)
    value = Decimal(amount.value)
    step = _step(said[amount.start : amount.end], value, within.scale if within else 1)
    return Value(NUMBER, amount.currency, (str(value),), str(step), _is_exact(said, amount.start, amount.end))


def _number_value(said: str, one: Quantity) -> Value:
    unit, factor = one.unit, Decimal(1)
    if one.unit in CONVERSIONS:
        unit, factor = CONVERSIONS[one.unit]
    sign = -1 if one.is_negative else 1
    step = min(_step(one.text, base, one.scale) for base in one.bases) * factor
    readings = tuple(str(sign * value * factor) for value in sorted(one.values))
    return Value(NUMBER, unit, readings, str(step), _is_exact(said, one.start, one.end))


def _is_exact(said: str, start: int, end: int) -> bool:
    return _ABOUT_BEFORE.search(said[max(0, start - 24) : start]) is None and _ABOUT_BEHIND.match(said, end) is None


def _step(written: str, value: Decimal, scale: int) -> Decimal:
    """Return the worth of the last figure that is written: 1.2 million is written to a hundred thousand."""
    if scale > 1 and value % scale == 0 and not any(mark in written for mark in ".,"):
        return Decimal(scale)
    is_scaled = scale > 1 or any(sign in written for sign in "万萬億亿兆")
    exponent = int((value.normalize() if is_scaled else value).as_tuple().exponent)
    return Decimal(10) ** exponent if exponent < 0 or is_scaled else Decimal(1)


def _may_be_rounded(one: Decimal, other: Decimal, step: Decimal, others: Decimal) -> bool:
    """Return True if one number may be the other one rounded, also where one is written in thousands or millions."""
    if abs(one - other) * 2 <= (max(step, others) if step != others else 0):
        return True
    small, large, within = (one, other, step) if abs(one) <= abs(other) else (other, one, others)
    return any(abs(small.scaleb(power) - large) * 2 <= within.scaleb(power) for power in _SCALES) and bool(small)


_FIRM = re.compile(
    r"\b(?:ltd|limited|inc|llc|plc|corp|co|gmbh|ag|kg|ohg|eg|ug|mbh|e\.?v|sa|bv|nv|& co)\b\.?|株式会社|有限会社"
    r"|合同会社|有限公司|集团",
    re.IGNORECASE,
)


def is_firm(name: str) -> bool:
    """Return True if a name is that of a firm or an association."""
    return _FIRM.search(name) is not None


def _are_one_name(one: str, other: str) -> bool:
    """Return True if two names may be of one person or firm: “K. Weber” and “Weber” are."""
    mine, others = _pieces(one), _pieces(other)
    if not mine or not others or mine <= others or others <= mine:
        return True
    if not one.isascii() and one[0] >= "\u3000":
        return one.replace(" ", "") in other.replace(" ", "") or other.replace(" ", "") in one.replace(" ", "")
    shorter, longer = sorted((one.split(), other.split()), key=len)
    return shorter[-1] == longer[-1] and all(
        any(piece.startswith(mine[0]) for piece in longer) and len(mine) == 1 for mine in shorter[:-1]
    )


def _pieces(name: str) -> frozenset[str]:
    return frozenset(piece for piece in _FIRM.sub(" ", name).replace("-", " ").split() if len(piece) > 1)
