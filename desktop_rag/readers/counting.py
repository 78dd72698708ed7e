"""The ways in which Word counts (``w:numFmt``), as labels show them: ``iv``, ``03``, ``十二``, ``①``, ``First``."""

from desktop_rag.readers.numerals import numeral

_MOST = 32_767  # Word's own bound: longer labels come from damaged files
_SYSTEMS = {
    "upperRoman": "ROMAN",
    "lowerRoman": "roman",
    "upperLetter": "ALPHA REPEATED",
    "lowerLetter": "alpha repeated",
    "decimalZero": "padded",
    "decimalFullWidth": "fullwidth",
    "decimalFullWidth2": "fullwidth",
    "decimalEnclosedCircle": "circled",
    "decimalEnclosedCircleChinese": "circled",
    "decimalEnclosedParen": "parenthesised",
    "ideographDigital": "ideographs",
    "japaneseDigitalTenThousand": "ideographs",
    "taiwaneseDigital": "ideographs",
    "koreanDigital2": "ideographs",
    "japaneseCounting": "japanese",
    "koreanCounting": "korean",
    "chineseCounting": "chinese",
    "chineseCountingThousand": "chinese",
    "taiwaneseCounting": "traditional chinese",
    "taiwaneseCountingThousand": "traditional chinese",
    "japaneseLegal": "japanese legal",
    "chineseLegalSimplified": "chinese legal",
    "ideographLegalTraditional": "traditional chinese legal",
    "ideographTraditional": "stems repeated",
    "ideographZodiac": "branches repeated",
    "aiueo": "aiueo repeated",
    "aiueoFullWidth": "aiueo repeated",
    "iroha": "iroha repeated",
    "irohaFullWidth": "iroha repeated",
    "ganada": "ganada repeated",
    "chosung": "chosung repeated",
    "russianLower": "russian repeated",
    "russianUpper": "RUSSIAN REPEATED",
    "hebrew1": "hebrew",
    "hebrew2": "hebrew letters repeated",
    "arabicAlpha": "arabic alpha repeated",
    "arabicAbjad": "arabic abjad repeated",
    "hindiConsonants": "devanagari repeated",
    "hindiNumbers": "devanagari digits",
    "thaiLetters": "thai repeated",
    "thaiNumbers": "thai digits",
}
_SIGNS = {"chicago": "*†‡§", "hindiVowels": "अआइईउऊऋएऐओऔ", "decimalEnclosedFullstop": "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛"}
_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINAL_WORDS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_POINT = frozenset("de da nb no nn fi cs sk pl hu hr sl sr tr et lv".split())  # the languages that write 1. for 1st
_RAISED_O = frozenset(["es", "it", "pt", "gl", "ca"])


def counted(value: int, way: str, language: str = "") -> str:
    """Return a number as a way of counting writes it; as figures where the way is unknown or ends before the number.

    ``language`` is a code of two letters, for ordinals.
    """
    if way == "none":
        return ""
    if not 0 < value <= _MOST:
        return str(value)
    match way:
        case "ordinal":
            return _ordinal(value, language)
        case "cardinalText":
            return _words(value).capitalize() or str(value)
        case "ordinalText":
            return _ordinal_word(value) or str(value)
        case "hex" | "numberInDash":
            return f"{value:X}" if way == "hex" else f"- {value} -"
        case "koreanDigital":
            return "".join("영일이삼사오육칠팔구"[int(figure)] for figure in str(value))
        case "ideographZodiacTraditional":
            return _STEMS[(value - 1) % 10] + _BRANCHES[(value - 1) % 12]
    signs = _SIGNS.get(way)
    if signs is not None:
        return signs[(value - 1) % len(signs)] * ((value - 1) // len(signs) + 1) if value < 100 else str(value)
    return numeral(value, _SYSTEMS.get(way, "decimal"))


def _ordinal(value: int, language: str) -> str:
    if language in _POINT:
        return f"{value}."
    if language == "fr":
        return f"{value}er" if value == 1 else f"{value}e"
    if language in _RAISED_O:
        return f"{value}º"
    return f"{value}e" if language == "nl" else numeral(value, "ordinal")


def _words(value: int) -> str:
    """Return a number in English words, "" from a hundred on."""
    if value < 20:
        return _ONES[value]
    return _TENS[value // 10] + (f"-{_ONES[value % 10]}" if value % 10 else "") if value < 100 else ""


def _ordinal_word(value: int) -> str:
    head, dash, last = _words(value).rpartition("-")
    last = _ORDINAL_WORDS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th" if last else "")
    return f"{head}{dash}{last}".capitalize()
