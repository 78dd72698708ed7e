"""Numbers as spreadsheets show them: format codes of ECMA-376 (part 1, 18.8.31), as Excel and its relatives have them.

A code has up to four sections: for positive numbers, negative ones, zero and texts, or with conditions. The marks
between thousands and before decimals are those of English, for a file does not say what its reader's are.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from desktop_rag.readers.numerals import numeral
from desktop_rag.readers.office.calendar_names import language_of, names_in

Moment = date | datetime | time | timedelta
GENERAL = "General"
_LARGEST = 1e300
_DIGITS = 15  # that a spreadsheet counts with
_LARGEST_DAY = 2_958_466  # 1 January of the year 10000
_SECONDS = 86_400
_FIRST_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - days of a workbook have no time zone
_FIRST_YEAR = 1900
_LEAP_DAY = 60  # 29 February 1900, which spreadsheets have and the calendar has not
_LATER = 1_462  # days from 1900 to 1904, where the days of some workbooks begin
_TOKENS = r"""(?P<quoted>"[^"]*"?)|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)
    |\[(?P<elapsed>h+|m+|s+)\]|\[\$(?P<currency>[^\]-]*)(?:-(?P<locale>[^\]]*))?\]|\[(?P<dbnum>DBNum\d)\]
    |\[(?P<condition>(?:<=|>=|<>|<|>|=)\s*-?[\d.]+(?:E[+-]?\d+)?)\]|\[(?P<mark>[^\]]*)\]
    |(?P<general>General|Standard)|(?P<noon>AM/PM|A/P|上午/下午|午前/午後|오전/오후)
    |(?P<fraction_of_second>(?<=[sS\]])[.,]0{1,3})
    |(?P<exponent>E[+-])|(?P<day>y+|m+|d+|h+|s+|aaaa?|g+|e+|b+)|(?P<digit>[0#?])|(?P<other>.)"""
_TIME_PARTS = frozenset(["day", "elapsed", "noon"])
_ERAS = (
    (date(2019, 5, 1), "R", "令", "令和"),
    (date(1989, 1, 8), "H", "平", "平成"),
    (date(1926, 12, 25), "S", "昭", "昭和"),
    (date(1912, 7, 30), "T", "大", "大正"),
    (date(1868, 9, 8), "M", "明", "明治"),
)
_TAIWAN = 0x404
_CALENDARS = {4: -1911, 5: 2333, 7: 543}  # years of Taiwan, Korea and Thailand, by the number in a format's locale
_DIGITS_OF = {0x02: "٠١٢٣٤٥٦٧٨٩", 0x03: "۰۱۲۳۴۵۶۷۸۹", 0x04: "०१२३४५६७८९", 0x0D: "๐๑๒๓๔๕๖๗๘๙"}
_CHINESE = "〇一二三四五六七八九"


@cache
def _tokens() -> re.Pattern[str]:
    """Return the pattern that splits a format; compiled with the first format, which takes 20 ms."""
    return re.compile(_TOKENS, re.IGNORECASE | re.VERBOSE | re.DOTALL)


class Shown(NamedTuple):
    """A number as its format shows it; ``exact`` is how else people may look for it, "" for nothing more."""

    text: str
    exact: str
    value: str | float | Moment


class _Part(NamedTuple):
    """A part of a section: its kind (a group of ``_TOKENS``), and its text."""

    kind: str
    text: str


class _Quick(NamedTuple):
    """A quick way to write a positive number that is far from the half of its last digit."""

    factor: float
    behind: float
    write: Callable[[float], str]


@dataclass(frozen=True, slots=True)
class _Section:
    """One section of a code, made ready to show numbers."""

    show: Callable[[float], str]
    holds: Callable[[float], bool] | None = None
    signed: bool = True
    is_moment: bool = False
    is_elapsed: bool = False
    quick: "_Quick | None" = None


def general(value: float) -> str:
    """Return a number without a format: fifteen digits, whole numbers without a fraction."""
    text = repr(value)
    if len(text) <= _DIGITS + ("." in text) and "e" not in text:  # most are: fifteen digits tell no less
        return text if text[-2:] != ".0" else text[:-2] if value else "0"
    if value == int(value) if abs(value) < 1e15 else False:
        return str(int(value))
    text = f"{value:.{_DIGITS}g}"
    if "e" not in text:
        return text
    if 1e-10 < abs(value) < 1:
        return f"{Decimal(text):f}"
    return text.replace("e", "E")


def days_since_1900(moment: datetime) -> float:
    """Return the number by which spreadsheets know a moment, whatever its time zone."""
    return (moment.replace(tzinfo=None) - _FIRST_DAY) / timedelta(days=1)


@lru_cache(maxsize=4_096)
def number_format(code: str, *, from_1904: bool = False) -> "NumberFormat":
    """Return the format of a code; days of a workbook may be counted from 1904."""
    return NumberFormat(code, from_1904=from_1904)


class NumberFormat:
    """Converts numbers and texts by a format code."""

    def __init__(self, code: str, *, from_1904: bool = False) -> None:
        sections = [list(_parts(section)) for section in _sections(code)][:4] or [[]]
        is_text = [any(part.kind == "other" and part.text == "@" for part in parts) for parts in sections]
        text = sections[3] if len(sections) > 3 else sections[-1] if is_text[-1] else None
        numbers = sections[:3] if len(sections) > 3 else sections[:-1] if is_text[-1] else sections
        self.later = _LATER if from_1904 else 0
        """Days from where other workbooks begin to count to where this one does."""
        self._text = [part for part in text or () if part.kind != "condition"]
        conditions = any(part.kind == "condition" for parts in numbers for part in parts)
        self._sections = [
            self._section(parts, _usual(number, len(numbers), conditions=conditions))
            for number, parts in enumerate(numbers)
        ]
        first = self._sections[0] if self._sections else None
        # of most numbers in most sheets, nothing else has to be asked
        self._quick = first.quick if first is not None and (first.holds is None or not conditions) else None
        self.is_general = not numbers or (len(numbers) == 1 and [part.kind for part in numbers[0]] == ["general"])
        self.changes_texts = text is not None and [part.text for part in self._text] != ["@"]

    def shown(self, value: float, plain: str = "") -> Shown:
        """Return a number as it is shown, with what else it may be looked for by; ``plain`` is how the file has it."""
        if self._quick is not None and 0 < value < _NO_DOUBT:
            factor, behind, write = self._quick
            number = value * factor
            if number < _NO_DOUBT and not _LESS_THAN_HALF < number * behind % 1 < _MORE_THAN_HALF:
                text = write(number)
                same = plain and (plain in text or ("," in text and plain in text.replace(",", "")))
                return Shown(text, "" if same else exact_number(plain, value, text), value)
        section = self._sections[0] if self._sections else None
        if section is not None and section.holds is not None and not section.holds(value):
            section = next((one for one in self._sections[1:] if one.holds is None or one.holds(value)), None)
        if section is None or not -_LARGEST < value < _LARGEST:
            return Shown(general(value), "", value)
        if not section.is_moment:
            text = section.show(value)
            return Shown(text, exact_number(plain, value, text), value)
        if not -self.later <= value < _LARGEST_DAY and not (section.is_elapsed and value > -_LARGEST_DAY):
            return Shown(general(value), "", value)
        text = section.show(value)
        if abs(value) >= timedelta.max.days:  # hours without end may be shown, but are no time span of Python's
            return Shown(text, "", value)
        moment = _moment(value + self.later, elapsed=section.is_elapsed)
        return Shown(text, exact_moment(moment, text), moment)

    def of_text(self, text: str) -> str:
        """Return a text as the format shows it."""
        if not self.changes_texts:
            return text
        return _in_one_line(
            "".join(text if part.text == "@" and part.kind == "other" else _literal(part) for part in self._text)
        )

    def _section(self, parts: list[_Part], usual: tuple[Callable[[float], bool] | None, bool]) -> _Section:
        condition = next((part.text for part in parts if part.kind == "condition"), "")
        holds, signed = _test(condition) if condition else usual
        parts = [part for part in parts if part.kind not in {"condition", "mark"}]
        kinds = {part.kind for part in parts}
        if kinds & _TIME_PARTS and not any(part.kind == "digit" and part.text in "#?" for part in parts):
            moment = _MomentWriter(parts, self.later)
            return _Section(
                lambda value: _in_one_line(moment.write(value)),
                holds,
                signed,
                is_moment=True,
                is_elapsed="elapsed" in kinds,
            )
        writer = _number_writer(parts)
        write = writer.write if isinstance(writer, _DecimalWriter) else writer

        def show(value: float) -> str:
            if value >= 0:
                return _in_one_line(write(value))
            text = _in_one_line(write(-value))
            # what is rounded to nothing has no sign
            return f"-{text}" if signed and any(map(_counts, text)) else text

        return _Section(show, holds, signed, quick=writer.quick if isinstance(writer, _DecimalWriter) else None)


def _in_one_line(text: str) -> str:
    """Return a text without the blanks around it that formats leave for signs."""
    return " ".join(text.split()) if "  " in text or text[:1] == " " or text[-1:] == " " else text


def _counts(letter: str) -> bool:
    return letter.isdigit() and letter != "0"


def _sections(code: str) -> list[str]:
    """Return the sections of a code."""
    found = [""]
    for piece in re.findall(r'"[^"]*"?|\\.|[_*].|\[[^\]]*\]|.', code, re.DOTALL):
        if piece == ";":
            found.append("")
        else:
            found[-1] += piece
    return found


def _parts(section: str) -> Iterator[_Part]:
    """Yield the parts of a section; what stands for months beside hours or seconds stands for minutes."""
    found: list[_Part] = []
    for match in _tokens().finditer(section):
        kind = match.lastgroup or ""
        found += [_Part("currency", match["currency"])] if kind == "locale" else []
        found.append(_Part(kind, match[kind]))
    moments = [at for at, part in enumerate(found) if part.kind in {"day", "elapsed"}]
    for order, at in enumerate(moments):
        part = found[at]
        if part.kind == "day" and part.text.lower() in {"m", "mm"}:
            before = found[moments[order - 1]].text.lower() if order else ""
            after = found[moments[order + 1]].text.lower() if order + 1 < len(moments) else ""
            if before.startswith("h") or after.startswith("s"):
                found[at] = _Part("day", "n" * len(part.text))
    yield from found


def _literal(part: _Part) -> str:
    """Return the text of a part that stands for no digit, and for no part of a date."""
    match part.kind:
        case "quoted":
            return part.text.removeprefix('"').removesuffix('"')
        case "space":
            return " "
        case "fill" | "condition" | "mark" | "locale" | "dbnum":
            return ""
        case "currency" | "escaped" | "other" | "day" | "noon":
            return part.text
    return part.text


def _test(condition: str) -> tuple[Callable[[float], bool], bool]:
    """Return the test of a condition for numbers, and True if they are shown with their sign."""
    operator = condition.rstrip("0123456789.eE+- ") or condition[:1]
    limit = float(condition[len(operator) :])
    tests: dict[str, Callable[[float], bool]] = {
        "<": lambda value: value < limit,
        "<=": lambda value: value <= limit,
        ">": lambda value: value > limit,
        ">=": lambda value: value >= limit,
        "=": lambda value: value == limit,
        "<>": lambda value: value != limit,
    }
    # where all are negative, the section says so itself
    return tests[operator], not (operator in {"<", "<="} and limit <= 0)


def _usual(number: int, count: int, *, conditions: bool) -> tuple[Callable[[float], bool] | None, bool]:
    """Return the test for a section without a condition, and True if it shows the sign."""
    if count == 1 or number == count - 1 == 2 or (conditions and number == count - 1):
        return None, True
    if number == 0:
        return (lambda value: value >= 0) if count == 2 else (lambda value: value > 0), True
    return (None if count == 2 else (lambda value: value < 0)), False


def exact_number(plain: str, value: float, text: str) -> str:
    """Return a number by which a cell may be found as well; "" where its text says the same."""
    if not plain or len(plain) > _DIGITS or not plain[-1:].isdecimal() or "E" in plain or "e" in plain:
        plain = general(value)
    # nobody looks for a cell by its 0
    if plain == "0" or plain.lstrip("-") in (text.replace(",", "") if "," in text else text):
        return ""
    return plain


def exact_moment(moment: Moment, text: str) -> str:
    """Return a day or time by which a cell may be found as well; "" where its text says the same."""
    if isinstance(moment, timedelta):
        return ""
    if isinstance(moment, time):
        return "" if text.startswith(f"{moment.hour}:") or f"{moment:%H:%M}" in text else f"{moment:%H:%M}"
    if moment.year <= _FIRST_YEAR:  # a time of more than a day, or a number with the format of a day
        return ""
    day = moment.isoformat(" ") if isinstance(moment, datetime) else moment.isoformat()
    return "" if day in text or (isinstance(moment, datetime) and day[:10] in text) else day


def _moment(days: float, *, elapsed: bool) -> Moment:
    """Return the value of a number of days: a time span, a time, a day, or both."""
    with suppress(OverflowError, ValueError):
        span = timedelta(seconds=round(days * _SECONDS, 3))
        if elapsed:
            return span
        whole = _FIRST_DAY + span + timedelta(days=days < _LEAP_DAY and days >= 1)
        if 0 <= days < 1:
            return whole.time()
        return whole.date() if whole.time() == time() else whole.replace(microsecond=0)
    return timedelta(days=days)


def _number_writer(parts: list[_Part]) -> "Callable[[float], str] | _DecimalWriter":
    """Return a writer of positive numbers: as a fraction, with an exponent, with decimals, or unchanged."""
    kinds = [part.kind for part in parts]
    if "general" in kinds:
        return lambda value: "".join(general(value) if one.kind == "general" else _literal(one) for one in parts)
    if "digit" not in kinds:
        text = "".join(map(_literal, parts))
        return lambda _: text
    slash = next((at for at, one in enumerate(parts) if one == _Part("other", "/")), 0)
    if slash and "digit" in kinds[:slash] and slash + 1 < len(parts) and _is_denominator(parts[slash + 1]):
        return _FractionWriter(parts, slash).write
    return _DecimalWriter(parts)


def _is_denominator(part: _Part) -> bool:
    return part.kind == "digit" or (part.kind == "other" and part.text.isdecimal())


class _DecimalWriter:
    """Writes numbers with the digits, decimals and marks that a section names."""

    def __init__(self, parts: list[_Part]) -> None:
        exponent = next((at for at, part in enumerate(parts) if part.kind == "exponent"), len(parts))
        point = next((at for at, part in enumerate(parts[:exponent]) if part == _Part("other", ".")), exponent)
        places = [at for at, part in enumerate(parts[:point]) if part.kind == "digit"]
        last = places[-1] if places else -1
        commas = [at for at, part in enumerate(parts[:point]) if part == _Part("other", ",")]
        grouping = [at for at in commas if places and places[0] < at < last]
        self._whole, scaled = _without_scaling([part for at, part in enumerate(parts[:point]) if at not in grouping])
        self._decimals, scaled_behind = _without_scaling(parts[point + 1 : exponent])
        self._point = point < exponent
        self._power = [part for part in parts[exponent + 1 :] if part.kind == "digit"]
        self._sign = parts[exponent].text[-1:] if exponent < len(parts) else ""
        self._mark = parts[exponent].text[:1] if exponent < len(parts) else ""
        self._rest = parts[exponent + 1 + len(self._power) :]
        self._thousands = bool(grouping)
        percents = sum(part.kind == "other" and part.text == "%" for part in parts)
        self._shift = Decimal(10) ** (2 * percents - 3 * (scaled + scaled_behind))
        places_behind = sum(part.kind == "digit" for part in self._decimals)
        self._step = Decimal(1).scaleb(-places_behind)
        self._wide = sum(part.kind == "digit" for part in self._whole)
        usual = self._usual_form(f"{{:{',' if self._thousands else ''}.{places_behind}f}}")
        self.quick = _Quick(float(self._shift), 10.0**places_behind, usual) if usual is not None else None

    def _usual_form(self, form: str) -> Callable[[float], str] | None:
        """Return a function that formats numbers as Python does, with the text around; None for other forms."""
        digits = "".join(part.text if part.kind == "digit" else " " for part in self._whole).strip()
        behind = "".join(part.text if part.kind == "digit" else " " for part in self._decimals).rstrip()
        if self._sign or not re.fullmatch("#*0", digits) or behind.strip("0") or (self._point and not behind):
            return None
        first = next(at for at, part in enumerate(self._whole) if part.kind == "digit")
        before = self._whole[:first]
        after = [*self._whole[first + len(digits) :], *self._decimals[len(behind) :], *self._rest]
        if self._point and len(self._whole) > first + len(digits):
            return None
        around = ("".join(map(_literal, some)).replace("{", "{{").replace("}", "}}") for some in (before, after))
        return _in_one_line(form.join(around)).format

    def write(self, value: float) -> str:
        """Return a number that is not negative."""
        number = Decimal(f"{value:.{_DIGITS}g}") * self._shift
        power = 0
        if self._sign and number:
            power = self._exponent(number)
            rounded = _rounded(number.scaleb(-power), self._step)
            if rounded >= Decimal(10) ** max(1, self._wide):
                power += max(1, self._wide)
        whole, _, decimals = f"{_rounded(number.scaleb(-power), self._step):f}".partition(".")
        text = self._integer(whole.lstrip("0")) + ("." if self._point else "") + self._fraction(decimals)
        if self._sign:
            text += self._mark + ("-" if power < 0 else "+" if self._sign == "+" else "")
            text += str(abs(power)).rjust(sum(part.text == "0" for part in self._power), "0")
        return text + "".join(map(_literal, self._rest))

    def _exponent(self, number: Decimal) -> int:
        """Return the power of ten in front of which a number stands; a multiple of the places before the point."""
        power = number.adjusted()
        return power if self._wide < 2 else power - power % self._wide

    def _integer(self, digits: str) -> str:
        """Return the digits before the point in their places, those too many in the first one."""
        found: list[str] = []
        left, written = digits, 0
        first = next((at for at, part in enumerate(self._whole) if part.kind == "digit"), -1)
        for at in range(len(self._whole) - 1, -1, -1):
            part = self._whole[at]
            if part.kind != "digit":
                found.append(_literal(part)[::-1])
                continue
            taken = (left if at == first else left[-1:]) or {"0": "0", "?": " "}.get(part.text, "")
            left = "" if at == first else left[:-1]
            for digit in reversed(taken):
                if self._thousands and written and written % 3 == 0 and digit != " ":
                    found.append(",")
                found.append(digit)
                written += 1
        if first < 0 and digits:  # the code has no place for them
            found.insert(0, digits[::-1])
        return "".join(found)[::-1]

    def _fraction(self, digits: str) -> str:
        """Return the digits behind the point, without zeros where the code wants none."""
        places = [part.text for part in self._decimals if part.kind == "digit"]
        shown = list(digits.ljust(len(places), "0"))
        for at in range(len(places) - 1, -1, -1):
            if shown[at] != "0" or places[at] == "0":
                break
            shown[at] = " " if places[at] == "?" else ""
        left = iter(shown)
        return "".join(next(left) if part.kind == "digit" else _literal(part) for part in self._decimals)


def _without_scaling(parts: list[_Part]) -> tuple[list[_Part], int]:
    """Return parts without the commas right behind their last digit, each of which stands for a thousand."""
    last = max((at for at, part in enumerate(parts) if part.kind == "digit"), default=-1)
    end = last + 1
    while 0 < end < len(parts) and parts[end] == _Part("other", ","):
        end += 1
    return parts[: last + 1] + parts[end:], end - last - 1


def _rounded(number: Decimal, step: Decimal) -> Decimal:
    """Return a number rounded as spreadsheets do, halves up."""
    if number.adjusted() > _MOST_DIGITS:
        return number
    return number.quantize(step, ROUND_HALF_UP)


# Python rounds as well, apart from halves that a float hardly has
_LESS_THAN_HALF, _MORE_THAN_HALF, _NO_DOUBT = 0.4999, 0.5001, 1e9
_MOST_DIGITS = 15  # before the point: what has more has no decimals, and would have too many digits to round


class _FractionWriter:
    """Writes numbers as fractions: ``# ?/?``, ``?/8``."""

    def __init__(self, parts: list[_Part], slash: int) -> None:
        below = slash + 1
        while below < len(parts) and _is_denominator(parts[below]):
            below += 1
        above = slash - 1
        while above >= 0 and parts[above].kind == "digit":
            above -= 1
        before = parts[: above + 1]
        places = [at for at, part in enumerate(before) if part.kind == "digit"]
        fixed = "".join(part.text for part in parts[slash + 1 : below])
        self._fixed = int(fixed) if fixed.isdecimal() and len(fixed) < 10 else 0
        self._most = 10 ** (below - slash - 1) - 1
        self._mixed = bool(places)
        self._zero = any(before[at].text == "0" for at in places)
        self._before = "".join(map(_literal, before[: places[0]] if places else before))
        self._after = "".join(map(_literal, parts[below:]))

    def write(self, value: float) -> str:
        """Return a number that is not negative."""
        number = Fraction(f"{value:.{_DIGITS}g}")
        whole = number.numerator // number.denominator if self._mixed else 0
        part = number - whole
        if self._fixed:
            above, below = int(part * self._fixed + Fraction(1, 2)), self._fixed
        else:
            above, below = _near(part, self._most)
        if self._mixed and above == below:
            whole, above = whole + 1, 0
        shown = [str(whole)] if self._mixed and (whole or not above or self._zero) else []
        shown += [f"{above}/{below}"] if above or not self._mixed else []
        return self._before + " ".join(shown) + self._after


def _near(number: Fraction, most: int) -> tuple[int, int]:
    """Return a fraction near a number as spreadsheets choose it: the last one of its continued fraction that fits."""
    above, below, above_before, below_before = 1, 0, 0, 1
    rest = number
    while True:
        whole = rest.numerator // rest.denominator
        next_above, next_below = whole * above + above_before, whole * below + below_before
        if next_below > most:
            return above, below
        above_before, below_before, above, below = above, below, next_above, next_below
        rest -= whole
        if rest < _NOTHING:
            return above, below
        rest = 1 / rest


_NOTHING = Fraction(5, 10**8)


class _MomentWriter:
    """Writes days and times: ``dd.mm.yyyy``, ``[h]:mm:ss``, ``yyyy"年"m"月"d"日"``."""

    def __init__(self, parts: list[_Part], later: int) -> None:
        self._later = later
        self._parts = [_as_moment(part) for part in parts if part.kind not in {"locale", "dbnum"}]
        place = next((part.text for part in parts if part.kind == "locale"), "")
        number = int(place, 16) if re.fullmatch(r"[0-9A-Fa-f]{1,8}", place) and not place.isalpha() else 0
        self._language = language_of(number) if number else place.partition("-")[0].lower()
        self._calendar = _CALENDARS.get(number >> 16 & 0xFF, 0)
        self._is_taiwan = number & 0xFFFF == _TAIWAN
        self._digits = _DIGITS_OF.get(number >> 24, "")
        self._chinese = any(part.kind == "dbnum" for part in parts)
        self._names = names_in(self._language)
        self._noon = any(part.kind == "noon" for part in parts)
        self._decimals = max((len(part.text) - 1 for part in parts if part.kind == "fraction_of_second"), default=0)
        self._has_day = any(part.kind == "day" and part.text.lower() in {"d", "dd"} for part in parts)

    def write(self, value: float) -> str:
        """Return a number of days as a moment, or as a span of time."""
        total = round(abs(value + self._later) * _SECONDS, self._decimals)
        days, seconds = divmod(total, _SECONDS)
        year, month, day, weekday = _calendar_day(int(days))
        moment = _Moment(year, month, day, weekday, seconds, total)
        text = "".join(self._part(part, moment) for part in self._parts)
        if self._digits:
            text = text.translate(str.maketrans("0123456789", self._digits))
        return f"-{text}" if value + self._later < 0 else text

    def _part(self, part: _Part, moment: "_Moment") -> str:
        match part.kind:
            case "day":
                return self._day(part.text.lower(), moment)
            case "elapsed":
                size = {"h": 3_600, "m": 60, "s": 1}[part.text[0].lower()]
                return str(int(moment.total // size)).rjust(len(part.text), "0")
            case "noon":
                first, _, second = part.text.partition("/")
                return first if moment.seconds < _SECONDS / 2 else second
            case "fraction_of_second":
                return f".{moment.seconds % 1:.{len(part.text) - 1}f}".replace(".0.", ".")
        return _literal(part)

    def _day(self, text: str, moment: "_Moment") -> str:
        size = len(text)
        match text[0]:
            case "y" | "b" | "e" | "g":
                return self._year(text, moment)
            case "m":
                names = self._names.of_day if self._has_day else self._names.months
                return self._named(size, moment.month, names, self._names.short_months)
            case "d" | "a":
                if text[0] == "a" or size > 2:
                    return (self._names.short_days if size == 3 else self._names.days)[moment.weekday]
                return self._number(moment.day, size)
            case "h":
                hour = int(moment.seconds // 3_600)
                return self._number((hour % 12 or 12) if self._noon else hour, size)
            case "n":
                return self._number(int(moment.seconds // 60) % 60, size)
        return self._number(int(moment.seconds) % 60, size)

    def _named(self, size: int, month: int, names: tuple[str, ...], short: tuple[str, ...]) -> str:
        if size < 3:
            return self._number(month, size)
        return short[month - 1] if size == 3 else names[month - 1][:1] if size == 5 else names[month - 1]

    def _year(self, text: str, moment: "_Moment") -> str:
        """Return the year, its era, or its number in the era."""
        if text[0] in "ge" and self._language == "ja":
            began, *names = next((era for era in _ERAS if moment.is_since(era[0])), _ERAS[-1])
            if text[0] == "g":
                return str(names[min(len(text), 3) - 1])
            return str(moment.year - began.year + 1).rjust(len(text), "0")
        if text[0] == "g":
            return "民國" if self._is_taiwan else ""
        if text[0] == "e" and self._is_taiwan:
            return str(moment.year + _CALENDARS[4])
        year = moment.year + (543 if text[0] == "b" else self._calendar)
        short = text[0] != "e" and len(text) < 3
        shown = f"{year % 100:02}" if short else str(year)
        return shown.translate(str.maketrans("0123456789", _CHINESE)) if self._chinese else shown

    def _number(self, value: int, size: int) -> str:
        if not self._chinese:
            return str(value).rjust(min(size, 2), "0")
        return numeral(value, "chinese") if value else _CHINESE[0]


class _Moment(NamedTuple):
    """A day of the calendar of spreadsheets, the seconds of its time, and all seconds since the first."""

    year: int
    month: int
    day: int
    weekday: int
    seconds: float
    total: float

    def is_since(self, first: date) -> bool:
        """Return True if the day is this one or a later one."""
        return (self.year, self.month, self.day) >= (first.year, first.month, first.day)


def _calendar_day(days: int) -> tuple[int, int, int, int]:
    """Return year, month, day and weekday (from Monday) of a day: spreadsheets have a 29 February 1900."""
    if days in {0, _LEAP_DAY}:
        return (1900, 1, 0, 5) if not days else (1900, 2, 29, 2)
    with suppress(OverflowError):
        day = _FIRST_DAY + timedelta(days=days + (days < _LEAP_DAY))
        # before that day, the weekdays of spreadsheets are wrong by one
        return day.year, day.month, day.day, (day.weekday() - (days < _LEAP_DAY)) % 7
    return 9999, 12, 31, 4


def _as_moment(part: _Part) -> _Part:
    """Return a part of a moment: digits there say nothing but themselves."""
    return _Part("other", part.text) if part.kind in {"digit", "exponent", "general"} else part


_ACCOUNTING = '_(* #,##0{0}_);_(* \\(#,##0{0}\\);_(* "-"{1}_);_(@_)'
_WITH_DOLLARS = '_("$"* #,##0{0}_);_("$"* \\(#,##0{0}\\);_("$"* "-"{1}_);_(@_)'
_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: '"$"#,##0_);("$"#,##0)', 6: '"$"#,##0_);[Red]("$"#,##0)',
    7: '"$"#,##0.00_);("$"#,##0.00)', 8: '"$"#,##0.00_);[Red]("$"#,##0.00)', 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0_);(#,##0)",
    38: "#,##0_);[Red](#,##0)", 39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)",
    41: _ACCOUNTING.format("", ""), 42: _WITH_DOLLARS.format("", ""), 43: _ACCOUNTING.format(".00", "??"),
    44: _WITH_DOLLARS.format(".00", "??"), 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""The formats that files name by a number. 14 and 22 are the day as the reader's own system has it: it is told as the
international standard has it, which nobody takes for another day."""
_EAST_ASIAN = {
    "zh": {
        27: 'yyyy"年"m"月"', 28: 'm"月"d"日"', 30: "m-d-yy", 32: 'h"时"mm"分"', 33: 'h"时"mm"分"ss"秒"',
        34: '上午/下午h"时"mm"分"', 35: '上午/下午h"时"mm"分"ss"秒"', 52: 'yyyy"年"m"月"', 53: 'm"月"d"日"',
        55: '上午/下午h"时"mm"分"', 56: '上午/下午h"时"mm"分"ss"秒"',
    },
    "zh-tw": {
        27: "[$-404]e/m/d", 28: '[$-404]e"年"m"月"d"日"', 30: "m/d/yy", 32: 'hh"時"mm"分"', 33: 'hh"時"mm"分"ss"秒"',
        34: '上午/下午hh"時"mm"分"', 35: '上午/下午hh"時"mm"分"ss"秒"', 52: '上午/下午hh"時"mm"分"',
        53: '上午/下午hh"時"mm"分"ss"秒"', 55: '上午/下午hh"時"mm"分"', 56: '上午/下午hh"時"mm"分"ss"秒"',
    },
    "ja": {
        27: "[$-411]ge.m.d", 28: '[$-411]ggge"年"m"月"d"日"', 30: "m/d/yy", 32: 'h"時"mm"分"', 33: 'h"時"mm"分"ss"秒"',
        34: 'yyyy"年"m"月"', 35: 'm"月"d"日"', 52: 'yyyy"年"m"月"', 53: 'm"月"d"日"', 55: 'yyyy"年"m"月"',
        56: 'm"月"d"日"',
    },
    "ko": {
        27: 'yyyy"年" mm"月" dd"日"', 28: "mm-dd", 30: "mm-dd-yy", 31: 'yyyy"년" mm"월" dd"일"', 32: 'h"시" mm"분"',
        33: 'h"시" mm"분" ss"초"', 34: "yyyy-mm-dd", 35: "yyyy-mm-dd", 52: "yyyy-mm-dd", 53: "yyyy-mm-dd",
        55: "yyyy-mm-dd", 56: "yyyy-mm-dd",
    },
}  # fmt: skip
_SAME = {29: 28, 36: 27, 50: 27, 51: 28, 54: 28, 57: 27, 58: 28}
_LONG_DAY = 'yyyy"年"m"月"d"日"'
_LANGUAGE_OF_CHARSET = {128: "ja", 129: "ko", 134: "zh", 136: "zh-tw"}


def built_in_code(number: int, language: str = "") -> str:
    """Return the code of a format that is named by its number; ``language`` is that of the program that wrote it."""
    if number in _BUILT_IN:
        return _BUILT_IN[number]
    if not (27 <= number <= 36 or 50 <= number <= 58):
        return GENERAL
    of_language = _EAST_ASIAN.get(language, _EAST_ASIAN["zh"])
    return of_language.get(_SAME.get(number, number), _LONG_DAY)


def language_of_charset(charset: int) -> str:
    """Return the East Asian language whose letters the fonts of a workbook are made for, "" for others."""
    return _LANGUAGE_OF_CHARSET.get(charset, "")
