"""Numbers as words, in English, German, Japanese and Chinese."""

import re

_WORDS = {
    word: number
    for words in (
        "one two three four five six seven eight nine ten eleven twelve",
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    )
    for number, word in enumerate(words.split(), 1)
}
_DIGITS = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | {"両": 2, "两": 2, "零": 0}
_WIDE = str.maketrans("０１２３４５６７８９．", "0123456789.")
HAN = "〇零一二三四五六七八九十百两両"
WORD = rf"(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})"


def number_of(written: str) -> int | None:
    """Return the number that figures or words mean, None for no number."""
    plain = written.strip().translate(_WIDE).casefold()
    if plain.isdecimal() and len(plain) < 5:
        return int(plain)
    return _WORDS.get(plain) or _of_han(plain)


def label_of(written: str) -> str:
    """Return the number of a section, table or figure as figures: “四” as “4”, “4.2.” as “4.2”."""
    plain = written.strip().translate(_WIDE).rstrip(".")
    if re.fullmatch(rf"[{HAN}]+", plain):
        return str(_of_han(plain) or plain)
    return plain


def _of_han(written: str) -> int | None:
    """Return the number below a thousand that Han characters mean."""
    if not written or any(sign not in HAN for sign in written):
        return None
    if not set(written) & set("十百"):
        return int("".join(str(_DIGITS[sign]) for sign in written))
    total, digit = 0, None
    for sign in written:
        if sign in "十百":
            total += (1 if digit is None else digit) * (10 if sign == "十" else 100)
            digit = None
        else:
            digit = _DIGITS[sign]
    return total + (digit or 0)
