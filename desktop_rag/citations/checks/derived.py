"""Numbers that a source does not have, but that follow from those it has: sums, differences, products, conversions.

What is computed must be told by the words of the sentence (“together”, “more”, “each”), and the numbers it is computed
from must stand where the source speaks of the same. The computation is shown to people.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from itertools import combinations, pairwise

from desktop_rag.citations.checks.quantities import CONVERSIONS, Quantity, numbers_given, quantities
from desktop_rag.citations.wording import COMMON_WORDS
from desktop_rag.evidence.units import stems

_SUM = re.compile(
    r"\b(?:together|altogether|total|totals|in all|sum|sums|combined|in sum|zusammen|insgesamt|samt|summe|summier\w*"
    r"|gesamt\w*|ensemble|au total|en tout|total\w*|juntos|juntas|suma\w*)\b"
    r"|合計|合わせ|全部で|総額|総計|足す|足し|合计|总共|一共|总计|共计|加起来",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"\b(?:more|less|fewer|differ\w*|sav\w+|cheaper|dearer|lighter|heavier|older|younger|longer|shorter|higher|lower"
    r"|up by|down by|rose by|fell by|grew by|shrank by|gain\w*|lost|drop\w*|increas\w*|decreas\w*|remain\w*"
    r"|mehr|weniger|unterschied\w*|differenz|zwischen|spar\w*|günstiger|teurer|leichter|schwerer|älter|jünger|länger"
    r"|kürzer|höher|niedriger|um|übrig|plus|moins|écart|différence|économis\w*|más|menos|diferencia|ahorr\w*)\b"
    r"|差|安く|高く|多く|少な|減|増|得になる|残り|より|多出|高出|高了|低了|少了|多了|优势|相差|节省|比",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:each|per|apiece|average|every|je|jede\w*|pro|durchschnitt\w*|chacun\w*|par|moyenne|cada|por|promedio)\b"
    r"|一人|ずつ|平均|当たり|あたり|每|均",
    re.IGNORECASE,
)
_LASTED = re.compile(
    r"\b(?:for|after|old|aged|age|later|earlier|lasted|within|lang|nach|alt|alter|später|früher|dauerte"
    r"|pendant|après|âge|durante|después|edad)\b|間|歳|後|年后|之后|历时|岁",
    re.IGNORECASE,
)
_PART = re.compile(r"(?:[^,:|—–、，：（）()]|(?<=\d)[,:](?=\d))+")
_CLAUSE_END = re.compile(r"[.!?](?=\s|$)|[;；。！？\n]")
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
_CLOCK = re.compile(r"(?<![\d:])([01]?\d|2[0-4]):([0-5]\d)(?![\d:])")
_MOST = 8  # numbers of the source that are tried, those with most words of the sentence: more hit by chance
_SMALL = 12  # up to this a result without a unit is hit by chance
_COUNTS = 100  # up to this a number without a unit counts things
_YEARS, _MINUTES = "years", "minutes"
_COMMON = stems(" ".join(COMMON_WORDS))
_CURRENCIES = frozenset("$ € £ ¥ CNY".split())


@dataclass(frozen=True, slots=True)
class _Operand:
    """A number of the source, with the place of its clause and how many words that clause has of the sentence."""

    quantity: Quantity
    value: Decimal
    clause: int
    shared: int

    @property
    def is_count(self) -> bool:
        return not self.quantity.unit and 1 < self.value <= _COUNTS and self.value == self.value.to_integral_value()

    @property
    def text(self) -> str:
        return self.quantity.text.strip()


def computation(quantity: Quantity, sentence: str, source: str) -> str:
    """Return the computation of a number from those of its source, as “2 × €940 = €1,880”; "" if there is none."""
    rest = sentence[: quantity.start] + " " + sentence[quantity.end :]
    operands = _operands(rest, source)
    for worth, text in _results(quantity, rest, operands):
        if _is_result(quantity, worth):
            is_exact = worth in quantity.values
            return f"{text} {'=' if is_exact else '≈'} {quantity.text.strip()}"
    return _between_times(quantity, rest, source)


@lru_cache(64)
def _numbers_of(source: str) -> tuple[tuple[Quantity, int, frozenset[str], frozenset[str]], ...]:
    """Return the numbers of a source, each with the place and the words of its sentence, and those of its clause."""
    found = []
    cuts = [0, *(match.end() for match in _CLAUSE_END.finditer(source)), len(source)]
    for place, (start, end) in enumerate(pairwise(cuts)):
        said = stems(source[start:end])
        for part in _PART.finditer(source, start, end):
            words = stems(part.group())
            found += [(one, place, said, words) for one in numbers_given(part.group())]
    return tuple(found)


def _operands(sentence: str, source: str) -> list[_Operand]:
    """Return the numbers of the source whose sentences and clauses have most words of the sentence."""
    wanted = stems(sentence) - _COMMON
    found = [
        _Operand(one, min(one.values), place, len(wanted & said) + len(wanted & words))
        for one, place, said, words in _numbers_of(source)
        if wanted & said
    ]
    return sorted(found, key=lambda one: -one.shared)[:_MOST]


def _results(quantity: Quantity, sentence: str, operands: list[_Operand]) -> Iterator[tuple[Decimal, str]]:
    """Yield the numbers that a sentence's words may have computed from the operands, with the computation."""
    yield from _converted(quantity, operands)
    if not quantity.unit and max(quantity.values) <= _SMALL:
        return
    alike = [one for one in operands if _fits(one.quantity.unit, quantity.unit) and one.value > 0]
    counts = {one.text: min(one.values) for one in quantities(sentence) if not one.unit or _is_counted(one)}
    amounts = [one for one in alike if one.quantity.unit or not one.is_count]
    if _SUM.search(sentence):
        for size in (2, 3):
            for some in _fittest(combinations([one for one in alike if not _is_year(one)], size)):
                yield sum((one.value for one in some), Decimal(0)), " + ".join(one.text for one in some)
    if _DIFFERENCE.search(sentence) or (quantity.unit == _YEARS and _LASTED.search(sentence)):
        pairs = [
            (one, other) if one.value >= other.value else (other, one)
            for one, other in combinations(alike, 2)
            if _is_year(one) == _is_year(other) == (quantity.unit == _YEARS)
        ]
        for high, low in _fittest(pairs):
            yield high.value - low.value, f"{high.text} − {low.text}"
    for amount in amounts:
        if _is_year(amount) or amount.value == 1:  # once makes no other number
            continue
        for count_text, count in counts.items():
            if 1 < count <= _COUNTS:
                yield amount.value * count, f"{count_text} × {amount.text}"
        for other in operands:
            if other is not amount and other.is_count and other.clause == amount.clause:
                if _SUM.search(sentence):
                    yield amount.value * other.value, f"{other.text} × {amount.text}"
                if _EACH.search(sentence):
                    yield amount.value / other.value, f"{amount.text} ÷ {other.text}"
    yield from _shares(sentence, operands, amounts)


def _fittest(groups: Iterable[tuple[_Operand, ...]]) -> list[tuple[_Operand, ...]]:
    """Return the group of operands that has most words of the sentence; none where several have: one hits by chance."""
    known = sorted(groups, key=_shared, reverse=True)
    return known[:1] if len(known) < 2 or _shared(known[0]) > _shared(known[1]) else []


def _shared(group: tuple[_Operand, ...]) -> int:
    return sum(one.shared for one in group)


def _converted(quantity: Quantity, operands: list[_Operand]) -> Iterator[tuple[Decimal, str]]:
    """Yield amounts of the source in the unit of the sentence."""
    wanted = CONVERSIONS.get(quantity.unit)
    for one in operands if wanted else ():
        given = CONVERSIONS.get(one.quantity.unit)
        if wanted and given and one.quantity.unit != quantity.unit and given.dimension == wanted.dimension:
            yield one.value * given.factor / wanted.factor, one.text


def _shares(sentence: str, operands: list[_Operand], amounts: list[_Operand]) -> Iterator[tuple[Decimal, str]]:
    """Yield a percentage of an amount that the same clause or the sentence itself names."""
    percents = [(one.text.strip(), min(one.values), -1) for one in quantities(sentence) if one.unit == "%"]
    percents += [(one.text, one.value, one.clause) for one in operands if one.quantity.unit == "%"]
    for text, value, clause in percents:
        for amount in amounts:
            is_near = clause < 0 or abs(clause - amount.clause) <= 1
            if is_near and 0 < value < 100 and amount.quantity.unit != "%" and not _is_year(amount):
                yield amount.value * value / 100, f"{text} × {amount.text}"


def _between_times(quantity: Quantity, sentence: str, source: str) -> str:
    """Return the computation of minutes or hours between two times of one clause."""
    conversion = CONVERSIONS.get(quantity.unit)
    if conversion is None or conversion.dimension != CONVERSIONS[_MINUTES].dimension or quantity.unit == _YEARS:
        return ""
    wanted = stems(sentence) - _COMMON
    for clause in _CLAUSE_END.split(source):
        times = list(_CLOCK.finditer(clause)) if wanted & stems(clause) else []
        for one, other in combinations(times, 2):
            minutes = 60 * (int(other[1]) - int(one[1])) + int(other[2]) - int(one[2])
            if any(value * conversion.factor == 60 * minutes for value in quantity.values):
                return f"{other.group()} − {one.group()} = {quantity.text.strip()}"
    return ""


def _is_counted(one: Quantity) -> bool:
    """Return True if a number with a unit may count how often an amount is taken: months, days, years."""
    conversion = CONVERSIONS.get(one.unit)
    return one.unit == "months" or (conversion is not None and conversion.dimension == "time")


def _fits(unit: str, wanted: str) -> bool:
    """Return True if an amount may be added to one of a unit: a second amount may lack the unit."""
    return not unit or unit == wanted or (not wanted and unit in _CURRENCIES)


def _is_year(one: _Operand) -> bool:
    return not one.quantity.unit and _YEAR.fullmatch(one.text) is not None


def _is_result(quantity: Quantity, worth: Decimal) -> bool:
    """Return True if a number is a result, or it rounded to at least two of the digits written."""
    if worth in quantity.values:
        return True
    for base in quantity.bases:
        _, digits, exponent = base.as_tuple()
        if isinstance(exponent, int) and len(digits) >= 2:
            unit = Decimal(1).scaleb(exponent) * quantity.scale
            if (worth / unit).to_integral_value(ROUND_HALF_UP) * unit == base * quantity.scale:
                return True
    return False
