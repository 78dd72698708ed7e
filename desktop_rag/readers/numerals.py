"""Numbers as automatic labels write them: ``iv``, ``AB``, ``第三``, ``③``, ``First`` … in files of every format.

``numeral`` writes them in a system by its name, ``counted`` in a way by the name that Word has for it (``w:numFmt``).
"""

from collections.abc import Callable, Sequence

_MOST_ROMAN = 5_000
_LONGEST = 12  # letters of "aaaa …"
_ROMAN = tuple(
    zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), "m cm d cd c xc l xl x ix v iv i".split(), strict=True)
)
_ALPHABETS = {
    "alpha": "abcdefghijklmnopqrstuvwxyz",
    "greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "russian": "абвгдежзиклмнопрстуфхцчшщыэюя",
    "bulgarian": "абвгдежзийклмнопрстуфхцчшщюя",
    "serbian": "абвгдђежзијклљмнњопрстћуфхцчџш",
    "ukrainian": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "aiueo": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    "hiragana": "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん",
    "iroha": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
    "hiragana iroha": (
        "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせすん"
    ),
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "stems": "甲乙丙丁戊己庚辛壬癸",
    "branches": "子丑寅卯辰巳午未申酉戌亥",
    "hebrew letters": "אבגדהוזחטיכלמנסעפצקרשת",
    "arabic alpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "arabic abjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
    "thai": "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    "devanagari": "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
}
_DIGITS = {
    "fullwidth": "０１２３４５６７８９",
    "ideographs": "〇一二三四五六七八九",
    "arabic-indic digits": "٠١٢٣٤٥٦٧٨٩",
    "persian digits": "۰۱۲۳۴۵۶۷۸۹",
    "devanagari digits": "०१२३४५६७८९",
    "bengali digits": "০১২৩৪৫৬৭৮৯",
    "thai digits": "๐๑๒๓๔๕๖๗๘๙",
    "khmer digits": "០១២៣៤៥៦៧៨៩",
    "lao digits": "໐໑໒໓໔໕໖໗໘໙",
}
_CHINESE = {
    "chinese": ("零一二三四五六七八九", "十百千万"),
    "traditional chinese": ("零一二三四五六七八九", "十百千萬"),
    "japanese": ("〇一二三四五六七八九", "十百千万"),
    "chinese legal": ("零壹贰叁肆伍陆柒捌玖", "拾佰仟万"),
    "traditional chinese legal": ("零壹貳參肆伍陸柒捌玖", "拾佰仟萬"),
    "japanese legal": ("〇壱弐参四伍六七八九", "拾百阡萬"),
    "korean": ("영일이삼사오육칠팔구", "십백천만"),
}
_SILENT_ONE = frozenset(["japanese", "korean"])  # 百, not 一百
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿"
_BLACK = "❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴"


def numeral(number: int, system: str) -> str:
    """Return a number in a system, as ``SYSTEMS`` names them; in figures where the system has no sign for it.

    A system in capitals writes capitals: ``ROMAN``, ``ALPHA``. ``alpha repeated`` writes ``aa``, ``bb`` after ``z``,
    where ``alpha`` counts on with ``aa``, ``ab``.
    """
    written = SYSTEMS.get(system.lower())
    text = written(number) if written is not None and number > 0 else ""
    return (text.upper() if system.isupper() else text) or str(number)


def roman(number: int) -> str:
    """Return a number in small Roman letters, "" from 5,000 on."""
    letters = ""
    for value, sign in _ROMAN if number < _MOST_ROMAN else ():
        letters += sign * (number // value)
        number %= value
    return letters


def _counted(letters: str) -> Callable[[int], str]:
    """Return a function that counts with letters, and after the last one with two."""

    def written(number: int) -> str:
        text = ""
        while number > 0:
            number, place = divmod(number - 1, len(letters))
            text = letters[place] + text
        return text

    return written


def _repeated(letters: str) -> Callable[[int], str]:
    """Return a function that counts with letters, and after the last one repeats each."""
    return lambda number: letters[(number - 1) % len(letters)] * min(_LONGEST, 1 + (number - 1) // len(letters))


def _replaced(digits: str) -> Callable[[int], str]:
    return lambda number: "".join(digits[int(digit)] for digit in str(number))


def _signs(signs: Sequence[str]) -> Callable[[int], str]:
    return lambda number: signs[number - 1] if number <= len(signs) else ""


def _chinese(name: str) -> Callable[[int], str]:
    """Return a function that writes numbers below a hundred million in words of the system."""
    digits, units = _CHINESE[name]

    def below_ten_thousand(number: int, *, first: bool) -> str:
        text, skipped = "", False
        for power in (3, 2, 1, 0):
            digit = number // 10**power % 10
            if not digit:
                skipped = bool(text)
                continue
            text += digits[0] if skipped and name not in _SILENT_ONE else ""
            is_silent = digit == 1 and power and (name in _SILENT_ONE or (power == 1 and first and not text))
            text += ("" if is_silent else digits[digit]) + (units[power - 1] if power else "")
            skipped = False
        return text

    def written(number: int) -> str:
        if number >= 10**8:
            return ""
        high, low = divmod(number, 10_000)
        if not high:
            return below_ten_thousand(low, first="legal" not in name)
        between = digits[0] if 0 < low < 1_000 and name not in _SILENT_ONE else ""
        return below_ten_thousand(high, first=True) + units[3] + between + below_ten_thousand(low, first=False)

    return written


def _hebrew(number: int) -> str:
    """Return a number below a thousand in Hebrew letters."""
    if number >= 1_000:
        return ""
    values = (
        (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"),
        (40, "מ"), (30, "ל"), (20, "כ"), (16, "טז"), (15, "טו"), (10, "י"),
        *((9 - place, letter) for place, letter in enumerate("טחזוהדגבא")),
    )  # fmt: skip
    text = ""
    for value, letters in values:
        while number >= value and (value not in {15, 16} or number == value):
            text += letters
            number -= value
    return text


def _ordinal(number: int) -> str:
    teen = 10 <= number % 100 <= 20
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


SYSTEMS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "padded": "{:02}".format,
    "roman": roman,
    "ordinal": _ordinal,
    "circled": _signs(_CIRCLED),
    "black circled": _signs(_BLACK),
    "hebrew": _hebrew,
    **{name: _counted(letters) for name, letters in _ALPHABETS.items()},
    **{f"{name} repeated": _repeated(letters) for name, letters in _ALPHABETS.items()},
    **{name: _replaced(digits) for name, digits in _DIGITS.items()},
    **{name: _chinese(name) for name in _CHINESE},
    "parenthesised": _signs("⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇"),
}
"""How each system writes a number from 1 on; "" where it has no sign for it."""
_MOST_COUNTED = 32_767  # Word's own bound: longer labels come from damaged files
_SYSTEM_OF_WAY = {
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
    if not 0 < value <= _MOST_COUNTED:
        return str(value)
    match way:
        case "ordinal":
            return _ordinal_in(value, language)
        case "cardinalText":
            return _words(value).capitalize() or str(value)
        case "ordinalText":
            return _ordinal_word(value) or str(value)
        case "hex" | "numberInDash":
            return f"{value:X}" if way == "hex" else f"- {value} -"
        case "koreanDigital":
            return "".join("영일이삼사오육칠팔구"[int(figure)] for figure in str(value))
        case "ideographZodiacTraditional":
            return _ALPHABETS["stems"][(value - 1) % 10] + _ALPHABETS["branches"][(value - 1) % 12]
    signs = _SIGNS.get(way)
    if signs is not None:
        return signs[(value - 1) % len(signs)] * ((value - 1) // len(signs) + 1) if value < 100 else str(value)
    return numeral(value, _SYSTEM_OF_WAY.get(way, "decimal"))


def _ordinal_in(value: int, language: str) -> str:
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
