"""Reads numbers with their unit, scale and sign out of text in several languages.

Readings are lenient: “1.234” may be a thousand and more or a little over one, and both are kept.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import prod
from typing import NamedTuple

from desktop_rag.text.spellings import BLANKS

_WORDS = {
    2: "two zwei deux dos",
    3: "three drei trois tres",
    4: "four vier quatre cuatro",
    5: "five fünf cinq cinco",
    6: "six sechs seis",
    7: "seven sieben sept siete",
    8: "eight acht huit ocho",
    9: "nine neun neuf nueve",
    10: "ten zehn dix diez",
    11: "eleven elf onze",
    12: "twelve zwölf douze doce",
    13: "thirteen dreizehn treize trece",
    14: "fourteen vierzehn quatorze catorce",
    15: "fifteen fünfzehn quinze quince",
    16: "sixteen sechzehn seize dieciséis",
    17: "seventeen siebzehn dix-sept diecisiete",
    18: "eighteen achtzehn dix-huit dieciocho",
    19: "nineteen neunzehn dix-neuf diecinueve",
    20: "twenty zwanzig vingt veinte",
    30: "thirty dreißig dreissig trente treinta",
    40: "forty vierzig quarante cuarenta",
    50: "fifty fünfzig cinquante cincuenta",
    60: "sixty sechzig soixante sesenta",
    70: "seventy siebzig soixante-dix setenta",
    80: "eighty achtzig quatre-vingts ochenta",
    90: "ninety neunzig quatre-vingt-dix noventa",
}
_SCALES = {
    100: "hundred hundert cientos",
    1_000: "thousand thousands tausend mille mil",
    1_000_000: "million millions mio mn millionen millón millones",
    1_000_000_000: "billion billions bn milliarde milliarden mrd milliard milliards",
    1_000_000_000_000: "trillion trillions tn billionen billón billones",
}
METRES = "m"
LENGTHS = frozenset({METRES, "km", "cm", "mm", "µm", "nm"})
_UNITS = {
    "%": "% percent per\u00a0cent prozent pour\u00a0cent por\u00a0ciento パーセント",
    "percentage points": "percentage\u00a0point percentage\u00a0points prozentpunkt prozentpunkte 个百分点 ポイント",
    "basis points": "basis\u00a0points bps basispunkte",
    "$": "$ us$ usd dollar dollars dólares ドル 美元",
    "€": "€ eur euro euros ユーロ 欧元",
    "£": "£ gbp pounds pfund",
    "cents": "cent cents centimes centavos",
    "¥": "¥ jpy yen 円",
    "CNY": "rmb cny yuan 元",
    "km": "km kilometers kilometres kilometer kilómetros 公里 キロメートル",
    METRES: "m meters metres meter metre mètres metros メートル 米",
    "µm": "µm μm micrometers micrometres micrometer micrometre microns mikrometer 微米 マイクロメートル",
    "nm": "nm nanometers nanometres nanometer 纳米",
    "cm": "cm centimeters centimetres zentimeter",
    "mm": "mm millimeters millimetres millimeter",
    "miles": "miles mile meilen",
    "feet": "feet ft foot",
    "mg": "mg milligrams milligramm ミリグラム 毫克",
    "µg": "µg μg mcg micrograms mikrogramm 微克",
    "g": "g grams gram gramm グラム 克",
    "l": "l liters litres liter litre 升 リットル",
    "ml": "ml milliliters millilitres milliliter 毫升 ミリリットル",
    "kg": "kg kilograms kilogramm 公斤 キログラム",
    "gigatons": "gigatons gigatonnes gigatonnen gt",
    "megatons": "megatons megatonnes megatonnen",
    "tons": "tons tonnes tonne ton t tonnen toneladas トン 吨",
    "m²": "m² m2 square\u00a0meters square\u00a0metres quadratmeter 平方米 平方メートル",
    "ha": "ha hectares hectare hektar hectáreas 公顷 ヘクタール",
    "seconds": "second seconds sekunden secondes segundos",
    "minutes": "minute minutes min minuten minutos 分钟",
    "hours": "hour hours stunde stunden heure heures hora horas 小时 時間",
    "days": "day days tag tage tagen jour jours día días",
    "weeks": "week weeks woche wochen semaine semaines semana semanas",
    "months": "month months monat monate monaten mois mes meses",
    "years": "year years jahr jahre jahren ans années año años",
    "°C": "°c celsius",
    "°F": "°f fahrenheit",
    "MB": "mb megabytes",
    "GB": "gb gigabytes",
    "TB": "tb terabytes",
    "kW": "kw kilowatt kilowatts",
    "MW": "mw megawatt megawatts",
    "GW": "gw gigawatt gigawatts",
}


class Conversion(NamedTuple):
    """The dimension of a unit, and its size in the smallest unit of that dimension."""

    dimension: str
    factor: Decimal


# months and years are no fixed number of days, and of money the rate changes: they convert into nothing
CONVERSIONS = {
    unit: Conversion(dimension, Decimal(factor))
    for dimension, units in {
        "length": "nm 1 µm 1E3 mm 1E6 cm 1E7 m 1E9 km 1E12 feet 304800000 miles 1609344000000",
        "weight": "µg 1 mg 1000 g 1000000 kg 1000000000 tons 1E12 megatons 1E18 gigatons 1E21",
        "volume": "ml 1 l 1000",
        "area": "m² 1 ha 10000",
        "time": "seconds 1 minutes 60 hours 3600 days 86400 weeks 604800",
        "data": "MB 1 GB 1000 TB 1000000",
        "power": "kW 1 MW 1000 GW 1000000",
    }.items()
    for unit, factor in zip(units.split()[::2], units.split()[1::2], strict=True)
}
_WORD_VALUES = {word: value for value, words in _WORDS.items() for word in words.split(" ")}
_SCALE_VALUES = {word: value for value, words in _SCALES.items() for word in words.split(" ")}
_CENTS = "cents"
_LETTER_SCALES = {"k": 10**3, "m": 10**6, "b": 10**9}  # behind an amount of money only: 5 m are metres
_UNIT_NAMES = {word.replace("\u00a0", " "): name for name, words in _UNITS.items() for word in words.split(" ")}
_CJK_DIGITS = {character: value for value, character in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_CJK_SCALES = {"十": 10, "百": 100, "千": 1_000}
_CJK_MYRIADS = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_FULL_WIDTH = str.maketrans({chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)})


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


_SYMBOL = r"(?:US\$|[$€£¥])"
_DIGITS = r"\d+(?:[.,'’\u00a0\u202f]\d+)*"
# 35 064, 1 250,50 (French, Spanish, and many a German): none stands directly before or behind, as in a list of numbers
_GAPS = rf"(?<![\d.,])(?<!\d[ ,;])[1-9]\d{{0,2}}(?:[{BLANKS}]\d{{3}})+(?:[.,]\d+)?(?![.,;]?[{BLANKS}]?\d)"
_SPELLED = rf"\b(?:\w{{3,5}}ty-(?:one|{_any_of(_WORD_VALUES)})|\w{{3,7}}und\w{{4,7}}zig|{_any_of(_WORD_VALUES)})\b"
_CJK = r"[〇零一二两三四五六七八九十百千]"
_POWER = (  # 3 × 10⁶, 3·10^6, 10⁻³, 2.5e6
    rf"(?:{_DIGITS}\s?[×x·∙*⋅]\s?)?\b10(?:\^[-−–]?\d{{1,3}}|\^\([-−–]?\d{{1,3}}\)|⁻?[⁰¹²³⁴-⁹]{{1,3}})(?!\d)"
    rf"|\d+(?:[.,]\d+)?e[+-]?\d{{1,3}}\b"
)
_FRACTION = r"(?:\d+\s?)?[½⅓⅔¼¾⅕-⅞]|(?<![\d/])(?:\d+\s)?[1-9]\d?[/⁄](?:[2-9]|1[0-6])(?![\d/])"  # ½, 2 1/2
_VAGUE = r"(?<![数數几幾])"  # 数百万, 几十: millions, dozens
_WEALTHY = r"(?!富[翁豪]|[长長]者)"  # 百万富翁 is a millionaire
_QUANTITY = re.compile(
    rf"(?P<minus>(?<![\w)])[-−–](?=[\d$€£¥]))?(?:(?P<symbol>{_SYMBOL})\s?)?(?:"
    rf"(?P<power>{_POWER})"
    rf"|(?P<fraction>{_FRACTION})"
    rf"|(?P<mixed>{_VAGUE}(?:(?:{_DIGITS}|{_CJK}+)\s?[万萬億亿兆])+(?:{_CJK}+|{_DIGITS})?{_WEALTHY})"
    rf"|(?P<digits>{_GAPS}|{_DIGITS})"
    rf"|(?P<cjk>{_VAGUE}{_CJK}{{2,}}|{_VAGUE}[二两三四五六七八九十](?=[个個人年月日回歳岁种種次家座位国國社件台割倍]))"
    rf"|(?P<spelled>{_SPELLED}))"
    rf"(?:(?P<letter>(?<=\d)[kmb](?![^\W_]))"
    rf"|[\s-]?(?P<scale>(?:{_any_of(_SCALE_VALUES)})(?:\s(?:{_any_of(_SCALE_VALUES)}))*)\b(?:(?<=mio|mrd)\.)?)?"
    rf"(?:[\s-]?(?P<unit>{_any_of(_UNIT_NAMES)})(?![a-zäöüßéñ]|\s?\d))?",
    re.IGNORECASE,
)
# How heads of tables, and the lines above them, write a scale beside the words of running text
_HEAD_SCALES = {
    10**3: "tsd tsd. teur t€ k€ €k $k £k milliers miles '000 ’000 000s 千円 千元",
    10**4: "万円 万元",
    10**6: "mill mill. mln mio. €m $m us$m £m 百万円 百万元 百万",
    10**8: "億円 亿元",
    10**9: "mrd. 十億円 十亿元",
}
_HEAD_SCALE_VALUES = {word: scale for scale, words in _HEAD_SCALES.items() for word in words.split()} | {
    word: scale for word, scale in _SCALE_VALUES.items() if scale >= 1_000
}
_MONEY = r"(?:(?:US|U\.S\.)\s?)?(?:[$€£¥]|(?:EUR|USD|CHF|GBP|JPY|RMB|CNY|euros?|dollars?|yen|yuan|人民币)(?![^\W\d_]))"
_HEAD_SCALE = re.compile(
    rf"(?:^\W*|[(（|,，;；:：](?!\d)\s*|(?<![\d.,])(?<!\d\s){_MONEY}\s?|\b(?:in|en)\s)"
    rf"(?:(?:{_MONEY}|amounts?|figures|angaben|alle angaben|expressed|stated|are|in|en)\s?){{0,4}}"
    rf"(?P<scale>{_any_of(_HEAD_SCALE_VALUES)})"
    rf"(?=\W*$|\s*[|,，;；)）]|\s?{_MONEY}|\s(?:of\s{_MONEY}|except|unless|and|außer|sauf)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_LONGEST_HEAD = 160  # characters of a line above a table: a longer one is prose, and tells of something else
_VULGAR = frozenset("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
_HALF = re.compile(r"\s(?:and\sa\shalf|(?:[^\W\d]+\s)?(?:y\smedi[ao]|et\sdemie?))\b")  # dos años y medio
_GAPPED, _PART = re.compile(_GAPS), re.compile(r"\d+")
_THREES = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at ``start`` to ``end`` of a text, with its unit, sign and scale.

    ``bases`` are its readings without the scale (1 where none is written), ``unit`` is a name, "" for none.
    """

    start: int
    end: int
    text: str
    bases: frozenset[Decimal]
    scale: int
    unit: str
    is_negative: bool
    is_spelled: bool

    @property
    def values(self) -> frozenset[Decimal]:
        """The possible values of the number, scale included."""
        return frozenset(base * self.scale for base in self.bases)

    @property
    def worth(self) -> frozenset[Decimal]:
        """The possible values of the number in any notation: 7.5 % is .075."""
        return frozenset(value / 100 for value in self.values) if self.unit == "%" else self.values


def quantities(text: str) -> Iterator[Quantity]:
    """Yield every number of a text in order, written in digits or (from two on) in words."""
    for match in _QUANTITY.finditer(text.translate(_FULL_WIDTH)):
        bases = _bases(match)
        if not bases:
            continue
        if _HALF.match(text, match.end()):
            bases = frozenset(base + Decimal("0.5") for base in bases)
        symbol = (match["symbol"] or "").casefold()
        name = " ".join((match["unit"] or "").casefold().split())
        unit = _UNIT_NAMES.get(symbol) or _UNIT_NAMES.get(name, "")
        if unit == _CENTS:  # of any currency
            unit, bases = "", frozenset(base / 100 for base in bases)
        start = match.start("minus") if match["minus"] else match.start("symbol") if symbol else _number_start(match)
        yield Quantity(
            start,
            match.end(),
            text[start : match.end()].strip(),
            bases,
            _scale(match, has_symbol=bool(symbol)),
            unit,
            bool(match["minus"]),
            bool(match["spelled"]),
        )


def numbers_given(text: str) -> Iterator[Quantity]:
    """Yield the numbers that a source may give: those of ``quantities``, and the parts of those with gaps.

    “Revenue 120 135” may be a row whose columns are lost.
    """
    yield from quantities(text)
    for gaps in _GAPPED.finditer(text):
        for part in _PART.finditer(text, *gaps.span()):
            number = part.group()
            bases = frozenset({Decimal(number)})
            yield Quantity(*part.span(), number, bases, 1, "", is_negative=False, is_spelled=False)


def unit_named(word: str) -> str:
    """Return the name of the unit that a word stands for, "" for none."""
    return _UNIT_NAMES.get(" ".join(word.casefold().split()), "")


def scale_of_head(text: str) -> int:
    """Return the scale that the head of a table, or the last line above it that has one, gives its figures; 0 for none.

    “(Dollars in millions, except per share amounts)”, “in Tsd. €”, “EUR million”, （単位：百万円）.
    """
    for line in reversed(text.translate(_FULL_WIDTH).split("\n")):
        if len(line) <= _LONGEST_HEAD and (match := _HEAD_SCALE.search(line)):
            return _HEAD_SCALE_VALUES[match["scale"].casefold()]
    return 0


def _number_start(match: re.Match[str]) -> int:
    return max(match.start(kind) for kind in ("power", "fraction", "mixed", "digits", "cjk", "spelled"))


def _scale(match: re.Match[str], *, has_symbol: bool) -> int:
    if match["letter"]:
        return _LETTER_SCALES[match["letter"].lower()] if has_symbol else 1
    return prod(_SCALE_VALUES.get(word, 1) for word in (match["scale"] or "").casefold().split())


def _bases(match: re.Match[str]) -> frozenset[Decimal]:
    """Return the readings of a number without its scale, none for a word that is no number (“one”, 一)."""
    if match["power"]:
        return _power(match["power"])
    if match["fraction"]:
        return _fraction(match["fraction"])
    if match["digits"]:
        return _readings(match["digits"])
    value = _spelled(match["spelled"].casefold()) if match["spelled"] else _cjk(match["mixed"] or match["cjk"])
    return frozenset({value}) if value > 1 else frozenset()


def _power(text: str) -> frozenset[Decimal]:
    """Read 3 × 10⁶, 10^-3 and 2.5e6."""
    raised = unicodedata.normalize("NFKC", text).replace("−", "-").replace("–", "-").casefold()
    if "e" in raised:
        number, _, exponent = raised.partition("e")
    else:
        number, _, rest = raised.rpartition("10")
        # of raised figures the sign of the power is gone: 10⁶ is 106 now, in which the last 10 begins
        if "^" not in raised:
            place = text.rindex("10")
            number, rest = text[:place], unicodedata.normalize("NFKC", text[place + 2 :]).replace("−", "-")
        exponent = rest.strip("^()")
    bases = _readings(re.sub(r"[^\d.,]", "", number)) if any(map(str.isdigit, number)) else frozenset({Decimal(1)})
    return frozenset(base.scaleb(int(exponent)) for base in bases)


def _fraction(text: str) -> frozenset[Decimal]:
    """Read ½, 2½ and 2 1/2; 3/4 may be two numbers as well."""
    whole, parts = Decimal(0), text
    if text[-1] in _VULGAR:
        whole, parts = Decimal(text[:-1].strip() or 0), unicodedata.normalize("NFKC", text[-1])
    elif " " in text:
        first, _, parts = text.partition(" ")
        whole = Decimal(first)
    above, _, below = parts.replace("⁄", "/").partition("/")
    found = frozenset({whole + Decimal(above) / Decimal(below)})
    return found if text[-1] in _VULGAR or whole else found | {Decimal(above), Decimal(below)}


def _readings(digits: str) -> frozenset[Decimal]:
    """Read digits whose marks may separate thousands or begin a fraction."""
    plain = re.sub(r"[^\d.,]", "", digits)
    marks = [char for char in plain if char in ".,"]
    found = set()
    is_grouped = _THREES.fullmatch(plain) is not None and not re.match("0+[.,]", plain)  # 0.075 is no thousand
    if not marks or (len(set(marks)) == 1 and (len(marks) > 1 or is_grouped)):
        found.add(Decimal(re.sub(r"[.,]", "", plain)))
    if len(marks) == 1:
        found.add(Decimal(plain.replace(",", ".")))
    if len(set(marks)) > 1:
        whole, _, fraction = plain.rpartition(marks[-1])
        found.add(Decimal(re.sub(r"[.,]", "", whole) + "." + fraction))
    return frozenset(found)


def _spelled(word: str) -> Decimal:
    """Read a number word, two of them too (“twenty-five”, “fünfundzwanzig”); 0 for other words."""
    if word in _WORD_VALUES:
        return Decimal(_WORD_VALUES[word])
    tens, _, ones = word.partition("-") if "-" in word else tuple(reversed(word.partition("und")))
    first, second = _WORD_VALUES.get(tens, 0), {"one": 1, "ein": 1}.get(ones) or _WORD_VALUES.get(ones, 0)
    return Decimal(first + second) if first >= 20 and 0 < second < 10 else Decimal(0)


def _cjk(numeral: str) -> Decimal:
    """Read 千四百万, 1億2,000万 and the like; digits alone (二〇〇八) stand for themselves."""
    if all(char in _CJK_DIGITS for char in numeral):
        return Decimal("".join(str(_CJK_DIGITS[char]) for char in numeral))
    total = section = digit = Decimal(0)
    for part in re.findall(rf"{_DIGITS}|.", numeral.replace(" ", "")):
        if part in _CJK_MYRIADS:
            total, section, digit = total + (section + digit or 1) * _CJK_MYRIADS[part], Decimal(0), Decimal(0)
        elif part in _CJK_SCALES:
            section, digit = section + (digit or 1) * _CJK_SCALES[part], Decimal(0)
        elif part in _CJK_DIGITS:
            digit = Decimal(_CJK_DIGITS[part])
        else:
            digit = max(_readings(part))
    return total + section + digit
