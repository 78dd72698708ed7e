"""Amounts of money in a text, with their currency."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache

from desktop_rag.citations.checks.quantities import Quantity, quantities, scale_of_head
from desktop_rag.core.results.register import FactKind
from desktop_rag.services.register.found import Found
from desktop_rag.services.register.words import any_of, words

_CAPITALS = str.maketrans("壹壱贰貳弐叁參参肆伍陆陸柒捌玖拾佰仟圆圓", "一一二二二三三三四五六六七八九十百千元元")
_KNOWN = {"$": "USD", "€": "EUR", "£": "GBP", "CNY": "CNY"}
_LETTER = r"[^\W\d_]"
_TWO_DECIMALS = re.compile(r"\d[.,]\d\d\Z")
_KANA = re.compile(r"[\u3041-\u30fa]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_BEHIND = re.compile(r"(?:[.,][-–—]{1,2})?\s?")


@cache
def _currency_patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a currency that ends before a number, of one behind it, and of any in a sentence."""
    spoken = any_of(word for word in words().currencies if word[-1].isalpha())
    signs = any_of(word for word in words().currencies if not word[-1].isalpha())
    return (
        re.compile(rf"(?:(?<!{_LETTER})(?:{spoken})|{signs})\s?\Z", re.IGNORECASE),
        re.compile(rf"(?:{spoken})(?!{_LETTER})|{signs}", re.IGNORECASE),
        re.compile(rf"{any_of(words().currencies)}|dollar|pound|pfund|yen|yuan", re.IGNORECASE),
    )


class Money:
    """Finds amounts; ``yen`` is what ¥ stands for in the document."""

    def __init__(self, yen: str) -> None:
        self._yen = yen
        self._before, self._after, self._any = _currency_patterns()

    def amounts(
        self, text: str, start: int, end: int, currency: str = "", *, bare: bool = False, scale: int = 1
    ) -> Iterator[Found]:
        """Yield the amounts in a range of a text.

        ``currency`` is that of figures without one, as the head of a column says; ``bare``: figures with two decimals
        are amounts even where nothing says of which currency. ``scale`` multiplies figures that are written without
        one, as “in millions” above a table says.
        """
        said = text[start:end].translate(_CAPITALS)
        if not (currency or bare or self._any.search(said)):
            return
        for one in quantities(said):
            if found := self._amount(said, one, currency, bare=bare):
                first, last, value, code = found
                if scale > 1 and one.scale == 1 and not one.is_spelled:
                    value *= scale
                    value = value.to_integral_value() if value == value.to_integral_value() else value
                yield Found(FactKind.AMOUNT, start + first, start + last, f"{value:f}", currency=code)

    def currency_of(self, head: str) -> str:
        """Return the currency that the head of a column names, "" for none."""
        match = self._after.search(head)
        return self._code(match.group()) if match else ""

    def is_currency(self, text: str) -> bool:
        """Return True if a text is the name or sign of a currency and nothing else."""
        return self._after.fullmatch(text) is not None

    def _amount(self, said: str, one: Quantity, currency: str, *, bare: bool) -> tuple[int, int, Decimal, str] | None:
        if not any(map(str.isdigit, one.text)) and scale_of_head(f"{said[: one.start][-1:]}{one.text}"):
            return None  # （百万円） is what the figures of a table are multiplied with
        if one.unit and one.unit not in ("$", "€", "£", "¥", "CNY"):
            return None
        first, last = one.start, one.start + len(said[one.start : one.end].rstrip())
        code = ""
        before = self._before.search(said[max(0, first - 8) : first])
        if before:
            code, first = self._code(before.group().strip()), first - len(before.group())
        if one.unit:
            named = _KNOWN.get(one.unit, "")
            if one.unit == "¥":
                named = "JPY" if re.search(r"円|jpy|yen", one.text, re.IGNORECASE) else self._yen
            code = code or named
        else:
            gap = _BEHIND.match(said, last)
            after = self._after.match(said, gap.end() if gap else last)
            if after:
                code, last = code or self._code(after.group()), after.end()
        if not code and currency and not one.is_spelled:
            code = currency
        if not code and not (bare and _TWO_DECIMALS.search(one.text)):
            return None
        for ending in ("元整", "円整", "整", "正"):
            if said.startswith(ending, last):
                last += len(ending)
        value = _value(one)
        return first, last, -value if one.is_negative else value, code

    def _code(self, word: str) -> str:
        code = words().currencies.get(word.casefold(), "")
        return self._yen if code == "¥" else code


def yen_of(text: str, language: str) -> str:
    """Return the currency that ¥ stands for in a text, "¥" where nothing tells."""
    if language.startswith("ja") or _KANA.search(text):
        return "JPY"
    return "CNY" if language.startswith("zh") or _HAN.search(text) else "¥"


def _value(one: Quantity) -> Decimal:
    """Return the likeliest reading: money has two decimals at most, so three figures behind a mark are thousands."""
    readings = sorted(one.bases)
    scaled = one.scale > 1
    likely = [base for base in readings if scaled or -int(base.as_tuple().exponent) <= 2]
    best = (min(likely) if scaled else likely[0]) if likely else readings[-1]
    worth = best * one.scale
    return worth.to_integral_value() if scaled and worth == worth.to_integral_value() else worth
