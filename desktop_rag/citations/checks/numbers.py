"""Every number of a sentence must stand in its source, with its unit, scale and sign; dates and ordinals likewise.

“Due on the fifth working day” is no support where the source says the third. Dates with a month must stand there as
they are, however they are written.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.citations.checks.derived import computation
from desktop_rag.citations.checks.quantities import CONVERSIONS, LENGTHS, METRES, Quantity, numbers_given, quantities
from desktop_rag.core.user_text import UserText
from desktop_rag.text.dates import Date, date_ranges, dates

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
_WORDS = (
    "first premier première primer primero primera erste erster erstes ersten erstem",
    "second zweite zweiter zweites zweiten zweitem deuxième seconde segundo segunda",
    "third dritte dritter drittes dritten drittem troisième tercer tercero tercera",
    "fourth vierte vierter viertes vierten viertem quatrième cuarto cuarta",
    "fifth fünfte fünfter fünftes fünften fünftem cinquième quinto quinta",
    "sixth sechste sechster sechstes sechsten sechstem sixième sexto sexta",
    "seventh siebte siebter siebtes siebten siebtem siebente siebenten septième séptimo séptima",
    "eighth achte achter achtes achten achtem huitième octavo octava",
    "ninth neunte neunter neuntes neunten neuntem neuvième noveno novena",
    "tenth zehnte zehnter zehntes zehnten zehntem dixième décimo décima",
    "eleventh elfte elfter elftes elften elftem onzième",
    "twelfth zwölfte zwölfter zwölftes zwölften zwölftem douzième",
)
_VALUES = {word: value for value, words in enumerate(_WORDS, 1) for word in words.split()}
_ORDINAL = re.compile(
    rf"\b(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))}|(?P<number>\d{{1,3}})(?:st|nd|rd|th|ers?|res?|e|ème))\b",
    re.IGNORECASE,
)
_TENS = {
    word: value
    for value, words in {
        20: "twenties zwanziger veinte vingt 二十",
        30: "thirties dreißiger dreissiger treinta trente 三十",
        40: "forties vierziger cuarenta quarante 四十",
        50: "fifties fünfziger cincuenta cinquante 五十",
        60: "sixties sechziger sesenta soixante 六十",
        70: "seventies siebziger setenta soixante-dix 七十",
        80: "eighties achtziger ochenta quatre-vingts quatre-vingt 八十",
        90: "nineties neunziger noventa quatre-vingt-dix 九十",
    }.items()
    for word in words.split()
}
_TEN = "|".join(sorted(_TENS, key=len, reverse=True))
_CENTURY = r"(?<![\d.,纪紀])(?P<century>1[5-9]|20)?"
_DECADES = (
    re.compile(rf"{_CENTURY}(?P<tens>[1-9]0)(?:['’]?s\b|er\b|\s?年代)"),  # 1970s, 70er, 1970年代
    re.compile(rf"\b(?:los|años|années|década\sde)\s{_CENTURY}(?P<tens>[1-9]0|{_TEN})\b", re.IGNORECASE),
    re.compile(r"(?<!\d)(?P<of_century>1[6-9]|2[01])世[纪紀](?P<century>)(?P<tens>[1-9]0)年代"),  # 20世纪80年代
    re.compile(r"(?P<century>)(?P<tens>\b\w+(?:ties|iger)\b|[二三四五六七八九]十(?=年代))", re.IGNORECASE),
)
_LISTED = re.compile(r"\d+(?:,\d{4})+")  # 1635-36,1655: years without a blank
_COUNTED_WORD = re.compile(r"[\s-]+([^\W\d_]+)")


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
        given = list(numbers_given(evidence.source))
        # a page that the source itself names is none that the answer points to
        wanted = [
            one
            for one in stated
            if not (_is_reference(sentence, one) or _is_next_item(one, evidence)) or _is_exchanged(one, given, evidence)
        ]
        scales = _stated_scales(evidence.passage)
        stated_there = _without_labels(given, evidence.source)
        ranked = _ordinals_given(evidence) | _decades_given(evidence)
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
        known = [*given, *numbers_given(evidence.passage)] if _is_year(quantity) else given
        if any(_agree(quantity, other, scales) for other in known):
            return True
        listed = _LISTED.fullmatch(quantity.text) and [next(quantities(one)) for one in quantity.text.split(",")]
        if listed and all(any(_agree(one, other, scales) for other in given) for one in listed):
            return True
        if evidence.is_across and any(_is_converted(quantity, other) for other in given):
            return True  # within one language the computation is shown
        if evidence.is_across and not any(map(str.isdigit, quantity.text)) and not quantity.unit:
            return max(quantity.values) <= _SMALL  # 第二次世界大战, 七年战争: parts of names, too
        if quantity.is_spelled and not evidence.words.change_at(quantity.start, quantity.end):
            return True
        counts = quantity.is_spelled and not quantity.unit and max(quantity.values) <= _SMALL
        return counts and not _replaced(quantity, given, evidence)


def _ordinals_given(evidence: Evidence) -> frozenset[int]:
    """Return the offsets of the sentence's ordinals that the source has as well: “3rd” is its “third”."""
    values = {one.value for one in ordinals(evidence.source)}
    return frozenset(one.start for one in ordinals(evidence.sentence) if one.value in values)


def _decades_given(evidence: Evidence) -> frozenset[int]:
    """Return the offsets of the sentence's decades that the source has as well: “años setenta” are its “1970s”."""
    stated = dict(_decades(evidence.sentence))
    given = [decade for _, decade in _decades(evidence.source)] if stated else []
    return frozenset(
        start
        for start, (century, tens) in stated.items()
        if any(tens == ten and (not century or not other or century == other) for other, ten in given)
    )


def _decades(text: str) -> Iterator[tuple[int, tuple[str, int]]]:
    """Yield where the number of each decade stands, with its century (“19”, "" where it is not said) and its ten."""
    for match in chain.from_iterable(pattern.finditer(text) for pattern in _DECADES):
        word, century = match["tens"].casefold(), match["century"] or ""
        if not word.isdecimal() and word not in _TENS:
            continue
        decade = century, _TENS.get(word) or int(word)
        if "of_century" in match.re.groupindex:
            decade = str(int(match["of_century"]) - 1), int(word)
            yield match.start("of_century"), decade
        yield match.start("century" if century else "tens"), decade


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


def _is_converted(quantity: Quantity, given: Quantity) -> bool:
    """Return True if a number is the source's in another unit: 15亿吨 are 1.5 gigatons."""
    own, other = CONVERSIONS.get(quantity.unit), CONVERSIONS.get(given.unit)
    if own is None or other is None or own.dimension != other.dimension:
        return False
    return not {value * own.factor for value in quantity.values}.isdisjoint(
        value * other.factor for value in given.values
    )


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


@dataclass(frozen=True, slots=True)
class Ordinal:
    """An ordinal and where it stands; ``counted`` is the word behind it in small letters: “day” of “third day”."""

    start: int
    end: int
    value: int
    text: str
    counted: str


class OrdinalCheck(BaseCheck):
    """Finds an ordinal that stands where the source has another one.

    One that the source lacks may count what it lists, or begin a sentence (“First, …”): only what replaces another is
    wrong.
    """

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each ordinal in another's place, with the source's ordinal."""
        stated = ordinals(evidence.sentence)
        given = ordinals(evidence.source) if stated else []
        for one in stated:
            if (other := _replaced_ordinal(one, given, evidence)) is None:
                continue
            if any(known.value == one.value for known in given) and not _is_exchanged_ordinal(
                one, other, stated, evidence
            ):
                continue
            reason = UserText("The source says {words}.", words=other.text)
            yield Finding(one.start, one.end, reason, refutes=True)


def ordinals(text: str) -> list[Ordinal]:
    """Return the ordinals of a text, as words or as figures; those of dates are none."""
    dates = date_ranges(text)
    found = list[Ordinal]()
    for match in _ORDINAL.finditer(text):
        if not any(start <= match.start() < end for start, end in dates):
            value = int(match["number"]) if match["number"] else _VALUES[match.group().casefold()]
            behind = _COUNTED_WORD.match(text, match.end())
            found.append(Ordinal(*match.span(), value, match.group(), behind[1].casefold() if behind else ""))
    return found


def _replaced_ordinal(one: Ordinal, given: Sequence[Ordinal], evidence: Evidence) -> Ordinal | None:
    """Return the source's ordinal that stands where this one does, or before the same word, unless it is the same."""
    change = evidence.words.change_at(one.start, one.end)
    there = [
        other
        for other in given
        if (change and other.start < change.source_end and change.source_start < other.end)
        or (one.counted and other.counted == one.counted)
    ]
    return None if any(other.value == one.value for other in there) else next(iter(there), None)


def _is_exchanged_ordinal(one: Ordinal, other: Ordinal, stated: Sequence[Ordinal], evidence: Evidence) -> bool:
    """Return True if only ordinals changed places and the sentence lacks the source's: it is about something else."""
    change = evidence.words.change_at(one.start, one.end)
    if change is None or change.words != change.source_words or evidence.words.likeness < _VERBATIM:
        return False
    return all(known.value != other.value for known in stated)


class DateCheck(BaseCheck):
    """Finds dates that the passage does not have."""

    crosses_languages = True

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each date without support, with the source's date that stands in its place."""
        wanted = dates(evidence.sentence)
        if not wanted:
            return
        given = dates(evidence.source)
        elsewhere = dates(evidence.passage)
        for date in wanted:
            if any(date.agrees(one) for one in given):
                continue
            instead = _date_instead(date, given, evidence)
            if instead is None and any(date.is_told_by(one) for one in elsewhere):
                continue
            reason = (
                UserText("The source says {words}.", words=evidence.source[instead.start : instead.end])
                if instead
                else "The source does not give this date."
            )
            yield Finding(date.start, date.end, reason, refutes=instead is not None)


def _date_instead(date: Date, given: Sequence[Date], evidence: Evidence) -> Date | None:
    """Return the source's date that stands where this one does."""
    change = evidence.words.change_at(date.start, date.end)
    if change is None:
        return None
    return next((one for one in given if one.start <= change.source_end and change.source_start <= one.end), None)
