"""Every number of a sentence must stand in its source, with its unit, scale and sign."""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.citations.checks.derived import computation
from desktop_rag.citations.checks.ordinals import ordinals
from desktop_rag.citations.checks.quantities import LENGTHS, METRES, Quantity, quantities
from desktop_rag.core.user_text import UserText
from desktop_rag.text.dates import date_ranges

_NOT_GIVEN = "The source does not give this number here."
# “in millions”, “Mio. EUR”, 単位：百万円, 单位：千元: the scale of a table's figures stands above it
_TABLE_SCALES = {
    10**3: re.compile(
        r"\bin thousands|\(thousands|\b(?:tsd|teur|tausend)\b|en milliers|en miles\b|千円|千元", re.IGNORECASE
    ),
    10**6: re.compile(
        r"\bin millions|\(millions|\| millions|\bmio\b|\bin millionen|en millions|en millones|百万", re.IGNORECASE
    ),
    10**9: re.compile(r"\bin billions|\(billions|\bmrd\b|\bin milliarden|en milliards|十億円|十亿", re.IGNORECASE),
    10**4: re.compile(r"万円|万元", re.IGNORECASE),
    10**8: re.compile(r"億円|亿元", re.IGNORECASE),
}
_REFERENCE = re.compile(
    r"(?:\b(?:pages?|pp?\.|seiten?|s\.|p[áa]ginas?|p[áa]g\.|sources?|passages?|quellen?|fuentes?)"
    r"|出典|来源|ページ)\s*$",
    re.IGNORECASE,
)
_QUARTER = re.compile(r"\b[QH]$")  # of a year: the source may write “second quarter”
_REFERENCE_AFTER = re.compile(r"\s*(?:ページ|页|頁)")
_ITEM = re.compile(r"[.)]?\s*")
_NEXT_ITEM = re.compile(r"\s*\(?(?P<number>\d{1,2})[.)]")
_LABEL = re.compile(r"^[ \t|#>*-]*(?:§\s*)?(?:\d{1,2}(?:\.\d{1,2})+\.?|\(?\d{1,2}[.)]|/\d{1,4})(?=[\s|])", re.MULTILINE)
_SENTENCE_BEFORE = re.compile(r"[.:;!?。：；)]\s*\(?$")
_YEARS = (Decimal(1000), Decimal(2100))
_VERBATIM = 0.8  # share of a sentence's words from which on a number in another's place is an error
_SMALL = 12  # up to this a number word often counts what the source lists


class NumberCheck(BaseCheck):
    """Finds numbers that the source's sentences do not have; a year may stand anywhere in the passage."""

    crosses_languages = True

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each number without support, with the source's number in its place."""
        sentence = evidence.sentence
        dates = date_ranges(sentence)
        stated = [one for one in quantities(sentence) if not any(a <= one.start < b for a, b in dates)]
        if not stated:
            return
        given = list(quantities(evidence.source))
        # a page that the source itself names is none that the answer points to
        wanted = [
            one
            for one in stated
            if not (_is_reference(sentence, one) or _is_next_item(one, evidence)) or _is_exchanged(one, given, evidence)
        ]
        scales = _stated_scales(evidence.passage)
        stated_there = _without_labels(given, evidence.source)
        ranked = _ordinals_given(evidence)
        for quantity in wanted:
            if quantity.start in ranked or self._is_given(quantity, given, scales, evidence):
                continue
            computed = "" if _is_year(quantity) else computation(quantity, sentence, evidence.passage)
            replaced = _replaced(quantity, stated_there, evidence)
            is_converted = replaced is not None and computed.startswith((f"{replaced.text} =", f"{replaced.text} ≈"))
            if computed and (is_converted or not _is_exchanged(quantity, given, evidence)):
                reason = UserText("This follows from the source: {computation}.", computation=computed)
                yield Finding(quantity.start, quantity.end, reason, is_support=True)
            else:
                text = _instead(quantity, stated_there, evidence)
                missing = UserText("The source says {words}.", words=text) if text else _NOT_GIVEN
                yield Finding(quantity.start, quantity.end, missing, refutes=bool(text))

    def _is_given(
        self, quantity: Quantity, given: Sequence[Quantity], scales: frozenset[int], evidence: Evidence
    ) -> bool:
        if _is_exchanged(quantity, given, evidence):
            return False
        known = [*given, *quantities(evidence.passage)] if _is_year(quantity) else given
        if any(_agree(quantity, other, scales) for other in known):
            return True
        if quantity.is_spelled and not evidence.words.change_at(quantity.start, quantity.end):
            return True
        counts = quantity.is_spelled and not quantity.unit and max(quantity.values) <= _SMALL
        return counts and not _replaced(quantity, given, evidence)


def _ordinals_given(evidence: Evidence) -> frozenset[int]:
    """Return the offsets of the sentence's ordinals that the source has as well: “3rd” is its “third”."""
    values = {one.value for one in ordinals(evidence.source)}
    return frozenset(one.start for one in ordinals(evidence.sentence) if one.value in values)


def _without_labels(given: Sequence[Quantity], source: str) -> list[Quantity]:
    """Return the numbers that a source states: the label of a clause and the day of a date are no value."""
    labels = [match.span() for match in _LABEL.finditer(source)] + list(date_ranges(source))
    return [one for one in given if not any(start <= one.start < end for start, end in labels)]


def _is_reference(sentence: str, quantity: Quantity) -> bool:
    """Return True if a number names a page or a source."""
    before, after = sentence[: quantity.start], sentence[quantity.end :]
    return bool(_REFERENCE.search(before) or _QUARTER.search(before) or _REFERENCE_AFTER.match(after))


def _is_next_item(quantity: Quantity, evidence: Evidence) -> bool:
    """Return True if a number is that of the next item of a list, cut off from it, and that of the source."""
    before, after = evidence.sentence[: quantity.start], evidence.sentence[quantity.end :]
    if not _ITEM.fullmatch(after) or not _SENTENCE_BEFORE.search(before):
        return False
    if quantity.scale != 1 or quantity.unit or len(quantity.text) > 2:
        return False
    following = _NEXT_ITEM.match(evidence.passage.partition(evidence.source)[2])
    return following is None or Decimal(following["number"]) in quantity.values


def _is_year(quantity: Quantity) -> bool:
    is_plain = quantity.scale == 1 and not quantity.unit and re.fullmatch(r"\d{4}", quantity.text) is not None
    return is_plain and all(_YEARS[0] <= value <= _YEARS[1] for value in quantity.values)


def _stated_scales(passage: str) -> frozenset[int]:
    return frozenset(scale for scale, pattern in _TABLE_SCALES.items() if pattern.search(passage))


def _agree(quantity: Quantity, given: Quantity, scales: frozenset[int]) -> bool:
    """Return True if the source's number is the same: value, and unit and sign where both have one."""
    units = {quantity.unit, given.unit}
    # “m” may also be millions
    if len(units) == 2 and "" not in units and (METRES not in units or units <= LENGTHS):
        return False
    if quantity.is_negative and not given.is_negative and not given.text.startswith("("):
        return False
    if "%" in (quantity.unit, given.unit) and quantity.unit != given.unit and quantity.worth & given.worth:
        return True
    return bool(quantity.values & given.values) or _agree_in_scale(quantity, given, scales)


def _agree_in_scale(quantity: Quantity, given: Quantity, scales: frozenset[int]) -> bool:
    """Return True if two numbers are equal in the scale of a table's heading, or when one is rounded."""
    if quantity.scale != given.scale and quantity.bases & given.bases and 1 in (quantity.scale, given.scale):
        written = max(quantity.scale, given.scale)
        # a table's figures have the scale of its heading; where none is stated it may stand on another page
        return given.scale == 1 and (written in scales or (not scales and given.text.isascii() and not given.unit))
    stated = [given.scale] if given.scale > 1 else [1, *scales]
    return any(_is_rounded(quantity, base * scale) for base in given.bases for scale in stated)


def _is_rounded(quantity: Quantity, exact: Decimal) -> bool:
    """Return True if a number with at least two figures is another one, rounded."""
    for base in quantity.bases:
        _, digits, exponent = base.as_tuple()
        if not isinstance(exponent, int) or len(digits) < 2 or len(digits) >= len(exact.normalize().as_tuple().digits):
            continue
        unit = Decimal(1).scaleb(exponent) * quantity.scale
        if (exact / unit).to_integral_value(ROUND_HALF_UP) * unit == base * quantity.scale:
            return True
    return False


def _replaced(quantity: Quantity, given: Sequence[Quantity], evidence: Evidence) -> Quantity | None:
    """Return the source's number that stands where this one does."""
    change = evidence.words.change_at(quantity.start, quantity.end)
    if change is None:
        return None
    return next((one for one in given if one.start < change.source_end and change.source_start < one.end), None)


def _is_exchanged(quantity: Quantity, given: Sequence[Quantity], evidence: Evidence) -> bool:
    """Return True if a number replaces one that the sentence lacks: it may count something else."""
    change = evidence.words.change_at(quantity.start, quantity.end)
    other = _replaced(quantity, given, evidence)
    if change is None or other is None or evidence.words.likeness < _VERBATIM or change.words != change.source_words:
        return False
    stated = [one for one in quantities(evidence.sentence) if one.values & other.values]
    return not stated and not _agree(quantity, other, _stated_scales(evidence.passage))


def _instead(quantity: Quantity, given: Sequence[Quantity], evidence: Evidence) -> str:
    """Return the number in the source that takes the place of this one, "" if there is none."""
    same = next((one for one in given if one.bases & quantity.bases), None)
    other = same or _replaced(quantity, given, evidence)
    return other.text if other and other.text != quantity.text else ""
