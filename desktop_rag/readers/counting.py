"""Numbers in the ways in which word processors count: ``iv``, ``c``, ``03``, ``十二``, ``①``, ``第`` … for labels.

The names of the ways are those of Word's files (``w:numFmt``).
"""

import re
from collections.abc import Callable

_MOST = 32_767  # Word's own bound: longer labels come from damaged files
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINAL_WORDS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_HEBREW = (
    (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"), (40, "מ"),
    (30, "ל"), (20, "כ"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"), (6, "ו"), (5, "ה"),
    (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
)  # fmt: skip
_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_KATAKANA = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
_HALF_KATAKANA = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
_HALF_IROHA = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳｲﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼｴﾋﾓｾｽﾝ"


def counted(value: int, way: str, language: str = "") -> str:
    """Return a number as a way of counting writes it; as figures where the way is unknown or ends before the number.

    ``language`` is a code of two letters, for ordinals.
    """
    if way == "none":
        return ""
    if way == "ordinal":
        return _ordinal(value, language)
    write = _WAYS.get(way)
    return (write(value) if write is not None and 0 < value <= _MOST else "") or str(value)


def roman(value: int) -> str:
    """Return a number above 0 in small Roman figures."""
    text = ""
    for size, letters in _ROMAN:
        text += letters * (value // size)
        value %= size
    return text


def letters(value: int) -> str:
    """Return ``a`` to ``z``, then ``aa``, ``bb`` …, as word processors go on."""
    return chr(ord("a") + (value - 1) % 26) * ((value - 1) // 26 + 1) if value <= 26 * 30 else ""


def _ordinal(value: int, language: str) -> str:
    if language in {"de", "da", "nb", "no", "nn", "fi", "cs", "sk", "pl", "hu", "hr", "sl", "sr", "tr", "et", "lv"}:
        return f"{value}."
    if language == "fr":
        return f"{value}er" if value == 1 else f"{value}e"
    if language in {"es", "it", "pt", "gl", "ca"}:
        return f"{value}º"
    if language == "nl":
        return f"{value}e"
    end = "th" if value // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{end}"


def _cardinal_word(value: int) -> str:
    if value >= 100:
        return ""
    if value < 20:
        return _ONES[value].capitalize()
    return (_TENS[value // 10] + (f"-{_ONES[value % 10]}" if value % 10 else "")).capitalize()


def _ordinal_word(value: int) -> str:
    word = _cardinal_word(value).lower()
    head, dash, last = word.rpartition("-")
    last = _ORDINAL_WORDS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th" if last else "")
    return f"{head}{dash}{last}".capitalize()


def _listed(signs: str) -> Callable[[int], str]:
    """Return a way that has one sign for each number, and begins again behind the last, twice as long."""
    return lambda value: signs[(value - 1) % len(signs)] * ((value - 1) // len(signs) + 1) if value < 500 else ""


def _run(first: str, count: int) -> Callable[[int], str]:
    """Return a way whose signs follow each other in Unicode."""
    return lambda value: chr(ord(first) + value - 1) if value <= count else ""


def _circled(value: int) -> str:
    if value <= 20:
        return chr(0x2460 + value - 1)
    if value <= 35:
        return chr(0x3251 + value - 21)
    return chr(0x32B1 + value - 36) if value <= 50 else ""


def _digits(signs: str) -> Callable[[int], str]:
    """Return a way that writes each figure as its own sign; ``signs`` begin with zero."""
    return lambda value: "".join(signs[int(figure)] for figure in str(value))


def _places(signs: str, units: str, *, bare_ten: bool = True, zero: str = "") -> Callable[[int], str]:
    """Return a way that names ten, hundred, thousand and ten thousand: ``units`` in this order."""

    def write(value: int) -> str:
        text, gap = "", False
        for place, unit in ((10_000, units[3]), (1_000, units[2]), (100, units[1]), (10, units[0]), (1, "")):
            figure = value // place % 10 if place < 10_000 else value // place
            if not figure:
                gap = bool(text)
                continue
            text += zero if gap and zero else ""
            gap = False
            bare = figure == 1 and place == 10 and bare_ten and not text
            text += ("" if bare else signs[figure]) + unit
        return text

    return write


def _gematria(value: int) -> str:
    text = ""
    for size, sign in _HEBREW:
        while value >= size and (size not in {15, 16} or value == size):
            text += sign
            value -= size
    return text


def _in_turns(value: int) -> str:
    return _STEMS[(value - 1) % 10] + _BRANCHES[(value - 1) % 12]


def _bare(signs: str, units: str) -> Callable[[int], str]:
    """Return Japanese and Korean counting: ten, hundred and thousand stand without “one” before them."""
    write = _places(signs, units)
    ones = re.compile(f"{signs[1]}(?=[{units[:3]}])")
    return lambda value: ones.sub("", write(value))


_HAN = "〇一二三四五六七八九"
_JAPANESE, _CHINESE = _bare(_HAN, "十百千万"), _places(_HAN, "十百千万", zero="〇")
_CHINESE_ZERO = _places("零一二三四五六七八九", "十百千万", zero="零")
_WAYS: dict[str, Callable[[int], str]] = {
    "upperRoman": lambda value: roman(value).upper(),
    "lowerRoman": roman,
    "upperLetter": lambda value: letters(value).upper(),
    "lowerLetter": letters,
    "decimalZero": lambda value: f"{value:02}",
    "cardinalText": _cardinal_word,
    "ordinalText": _ordinal_word,
    "hex": lambda value: f"{value:X}",
    "chicago": _listed("*†‡§"),
    "numberInDash": lambda value: f"- {value} -",
    "decimalFullWidth": _digits("０１２３４５６７８９"),
    "decimalFullWidth2": _digits("０１２３４５６７８９"),
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "decimalEnclosedFullstop": _run("⒈", 20),
    "decimalEnclosedParen": _run("⑴", 20),
    "ideographEnclosedCircle": _run("㊀", 10),
    "ideographDigital": _digits(_HAN),
    "japaneseDigitalTenThousand": _digits(_HAN),
    "taiwaneseDigital": _digits("○一二三四五六七八九"),
    "koreanDigital": _digits("영일이삼사오육칠팔구"),
    "koreanDigital2": _digits("零一二三四五六七八九"),
    "japaneseCounting": _JAPANESE,
    "koreanCounting": _bare("영일이삼사오육칠팔구", "십백천만"),
    "chineseCounting": _CHINESE,
    "chineseCountingThousand": _CHINESE_ZERO,
    "taiwaneseCounting": _CHINESE,
    "taiwaneseCountingThousand": _CHINESE_ZERO,
    "japaneseLegal": _places("零壱弐参四五六七八九", "拾百阡萬", bare_ten=False),
    "chineseLegalSimplified": _places("零壹贰叁肆伍陆柒捌玖", "拾佰仟万", bare_ten=False, zero="零"),
    "ideographLegalTraditional": _places("零壹貳參肆伍陸柒捌玖", "拾佰仟萬", bare_ten=False, zero="零"),
    "ideographTraditional": _listed(_STEMS),
    "ideographZodiac": _listed(_BRANCHES),
    "ideographZodiacTraditional": _in_turns,
    "aiueoFullWidth": _listed(_KATAKANA),
    "irohaFullWidth": _listed(_IROHA),
    "aiueo": _listed(_HALF_KATAKANA),
    "iroha": _listed(_HALF_IROHA),
    "ganada": _listed("가나다라마바사아자차카타파하"),
    "chosung": _listed("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
    "russianLower": _listed("абвгдежзиклмнопрстуфхцчшщыэюя"),
    "russianUpper": _listed("АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"),
    "bulgarianLower": _listed("абвгдежзийклмнопрстуфхцчшщъьюя"),
    "hebrew1": _gematria,
    "hebrew2": _listed("אבגדהוזחטיכלמנסעפצקרשת"),
    "arabicAlpha": _listed("أبتثجحخدذرزسشصضطظعغفقكلمنهوي"),
    "arabicAbjad": _listed("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"),
    "hindiVowels": _listed("अआइईउऊऋएऐओऔ"),
    "hindiConsonants": _listed("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह"),
    "hindiNumbers": _digits("०१२३४५६७८९"),
    "thaiLetters": _listed("กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ"),
    "thaiNumbers": _digits("๐๑๒๓๔๕๖๗๘๙"),
}
