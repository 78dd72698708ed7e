"""Words and values as texts have them, and the other ways in which the same is written.

A *token* is what is looked for as one thing: a word, a run of a script without spaces, a compound ("Wi-Fi", a word cut
by a hyphen at the end of a line, a Persian word with its half space), a number with what groups it and what makes it an
amount ("1,234,567", "$50", "-40", "10⁶"), a telephone number, the number of an account, a name with its sign ("C++",
".NET"). ``tokens`` finds them; ``spelling`` takes one apart.

Signs that distinguish a token stand in spellings as their full-width forms: ASCII's would cut the terms of FTS5.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

# Han, kana, bopomofo; Thai, Lao, Myanmar, Khmer without their digits; Hangul keeps its spaces but agglutinates: pairs
# serve it too.
UNSPACED = (
    r"\u0e00-\u0e4f\u0e5a-\u0ecf\u0eda-\u0eff\u1000-\u103f\u104a-\u109f\u1780-\u17df\u17ea-\u17ff"
    r"\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
# Vowel signs and points belong to the word they stand in (Hindi, Arabic, Hebrew): Python takes them for no letters.
_MARKS = "".join(chr(code) for code in range(0x0300, 0x0E00) if unicodedata.category(chr(code)) in {"Mn", "Mc"})
_HALF_SPACE = "\u200c"
# Soft hyphen, zero-width space and joiner, word joiner, byte order mark: nobody sees them in words
_UNSEEN = "\u00ad\u200b\u200d\u2060\ufeff"
BLANKS = r" \u00a0\u2007-\u2009\u202f"  # also narrow ones, and those that do not break
_HYPHENS = r"\-\u2010\u2011"
_CURRENCIES = "$€£¥₩₪₫₱₹₺₽＄￡￥"
_SUPERSCRIPTS, _SUBSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
_FRACTIONS = "¼-¾⅐-⅞↉"
_ARABIC = r"\u0621-\u064a\u066e-\u06d3"
# What Persian writes with a half space, with a blank, or joined
_PERSIAN_FIRST = "ن?م[یي]"
_PERSIAN_LAST = "ها(?:[یي](?:[یي]|م|ت|ش|مان|تان|شان)?)?|تر(?:[یي]ن)?|ام|ا[یي]|اش|ا[یي]م|ا[یي]د|اند"

_LETTER = rf"[^\W{UNSPACED}]"  # or digit, of a script with spaces: figures stand directly beside the others
_LINE_END = rf"[{_HYPHENS}\u00ad][ \t]*\n[ \t>]*"  # a word goes on below, in a quoted message behind its mark
_JOINT = rf"(?:[.\-'’/@⁄\u2010\u2011]|{_LINE_END})"
_REST = rf"[^\W{UNSPACED}]*(?:[{_MARKS}{_UNSEEN}{_HALF_SPACE}]+[^\W{UNSPACED}]*)*"  # of a word behind its first letter
_WORD = rf"[^\W{UNSPACED}]{_REST}"
_JOINED = rf"(?:{_JOINT}{_WORD})*"
_SIGN_AFTER = (  # C++, A+, C#, m^2
    rf"(?=[+#^＋＃♯])(?:[+＋]{{2}}(?![^\W\d{UNSPACED}]|[+＋])|[+＋](?!{_LETTER}|[+＋])|[#＃♯](?!{_LETTER}|[#＃])"
    rf"|\^\d+(?!{_LETTER}))"
)
_RUN = rf"[{UNSPACED}]*(?:[{_UNSEEN}{_HALF_SPACE}]+[{UNSPACED}]+)*"

_NO_MORE = r"(?![.,]?\d)"
_COMMAS = rf"\d{{0,2}}(?:[,，]\d{{2,3}}){{0,6}}[,，]\d{{3}}(?:\.\d+)?{_NO_MORE}"  # 12,34,567 is Indian
_POINTS = rf"\d{{0,2}}(?:[.．]\d{{3}}){{1,6}}(?:,\d+)?{_NO_MORE}"
_APOSTROPHES = rf"\d{{0,2}}(?:['’٬]\d{{3}}){{1,6}}(?:[.,٫]\d+)?{_NO_MORE}"
# Numbers side by side in a list are no number: none stands directly before or behind.
_GAPS = rf"(?<!\d[ ,;].)\d{{0,2}}(?:[{BLANKS}]\d{{3}}){{1,4}}(?:[.,٫]\d+)?(?![.,;]?[{BLANKS}]?\d)"
_DECIMAL = rf"\d*[,٫]\d+(?![,٫]){_NO_MORE}"
_MIXED = r"\d* \d+[/⁄]\d+(?![/⁄\d])"  # 2 1/2
_SIMPLE = r"\d*(?:\.\d+){0,2}(?![.,]?\d)"
_NUMBER = rf"(?:{_COMMAS}|{_POINTS}|{_APOSTROPHES}|{_GAPS}|{_MIXED}|{_DECIMAL})"  # behind its first figure
_POWER = rf"(?:[⁺⁻]?[{_SUPERSCRIPTS}]+|\^[-+−]?\d+)(?!{_LETTER})"
_UNIT = rf"[{BLANKS}]?(?:[%％٪‰]|[{_CURRENCIES}](?![{BLANKS}]?\d))"
_AMOUNT = rf"(?:{_NUMBER}|{_SIMPLE})(?:{_POWER}|{_UNIT})"
# +49 (0)30 555-01 23; 030 555 01 23; (212) 555-0123; 212.555.0123
_ABROAD = rf"(?<![\w+].)\d(?:[{BLANKS}()./{_HYPHENS}]{{0,3}}\d){{6,14}}(?!{_LETTER})"
_AT_HOME = (
    rf"\d(?=(?:[(){BLANKS}/{_HYPHENS}]{{0,3}}\d){{5,13}}(?!{_LETTER}))(?!(?:[(){BLANKS}/{_HYPHENS}]{{0,3}}\d){{14}})"
    rf"\d{{0,4}}\)?(?:[{BLANKS}/{_HYPHENS}]{{1,3}}\d{{2,}}){{1,5}}(?!{_LETTER})"
)
_BY_FOURS = (  # the number of a card; years side by side are none
    rf"(?<!\d[ ,;].)(?!\d{{3}}[{BLANKS}](?:1[89]|20))\d{{3}}(?:[{BLANKS}]\d{{4}}){{3}}(?![.,;]?[{BLANKS}]?\d)"
)
_IN_AMERICA = rf"\d{{2}}[{BLANKS}.]\d{{3}}[{BLANKS}.]\d{{4}}(?!{_LETTER}|\.)"
_BRACKETED = rf"\d{{3}}\)[{BLANKS}]?\d{{3}}[{BLANKS}.{_HYPHENS}]\d{{4}}(?!{_LETTER})"
# 58 301-44-55: what stands before three digits and two pairs is where the telephone is
_BY_PAIRS = rf"\d{{0,2}}[{BLANKS}]\d{{3}}[{_HYPHENS}]\d\d[{_HYPHENS}]\d\d(?![\d{_HYPHENS}]|{_LETTER})"
_BRACKETED_PAIRS = rf"\d{{2,4}}\)[{BLANKS}]?\d{{2,3}}[{_HYPHENS}]\d\d[{_HYPHENS}]\d\d(?![\d{_HYPHENS}]|{_LETTER})"
_BOOK = rf"7[89](?:[{BLANKS}{_HYPHENS}]\d{{1,7}}){{4}}(?!{_LETTER})"
_ACCOUNT = (  # DE89 3704 0044 0532 0130 00
    rf"[A-Z]\d{{2}}[{BLANKS}{_HYPHENS}](?:[A-Z0-9]{{4}}[{BLANKS}{_HYPHENS}]?){{2,6}}[A-Z0-9]{{1,4}}(?!{_LETTER})"
)
_PERSIAN = (
    rf"(?:(?<=م)[یي]|(?<=ن)م[یي])[ ](?=[{_ARABIC}]){_WORD}(?:[ ](?:{_PERSIAN_LAST})(?!{_LETTER}))?"
    rf"|{_REST}[ ](?:{_PERSIAN_LAST})(?!{_LETTER})"
)
# A word of plain letters, when what follows ends every token: most are, and take half the time so.
_PLAIN = r"(?<=[A-Za-z])[A-Za-z]*+(?=[ ,;:)\n]|\.[ \n])"
# A number or day in a cell of a table, or at the end of a line: nothing behind it can belong to it.
_IN_CELL = r"(?:(?<=\d)\d*+(?:\.\d++)?+|(?<=[12])\d{3}-\d\d-\d\d)(?= \||\n)"
# The first character is a class of its own and decides what may follow: so most of a text is passed over quickly.
_TOKEN = (
    rf"[\w+\-−–(.{_CURRENCIES}](?:{_PLAIN}|{_IN_CELL}"
    rf"|(?<=[{UNSPACED}]){_RUN}"
    rf"|(?<=[{_ARABIC}])(?:{_PERSIAN})"
    rf"|(?<=[A-Z])(?<!{_LETTER}.){_ACCOUNT}"
    rf"|(?<=[^\W\d{UNSPACED}]){_REST}{_JOINED}(?:{_SIGN_AFTER})?"
    rf"|(?<=\d)(?:(?<!{_LETTER}.)(?<![./\-(].)(?:(?<=0){_AT_HOME}|(?<=9){_BOOK}|{_BY_PAIRS}|{_IN_AMERICA}|{_BY_FOURS})"
    rf"|(?<!{_LETTER}.)(?<!\^.)(?<!\d[.,，].)(?:{_AMOUNT}|{_NUMBER})|{_REST}{_JOINED}(?:{_SIGN_AFTER}|{_UNIT})?)"
    rf"|(?<=[.])(?<!{_LETTER}.)(?<![.)\]}}].)(?<!{_LETTER}['\"’”`].)(?=[^\W\d{UNSPACED}]){_WORD}{_JOINED}(?:{_SIGN_AFTER})?"
    rf"|(?<=\+){_ABROAD}"
    rf"|(?<=\()(?<!{_LETTER}.)(?:0{_AT_HOME}|{_BRACKETED_PAIRS}|{_BRACKETED})"
    rf"|(?<=[-−–])(?<!{_LETTER}.)(?<![)\]}}%°.,\-−–].)(?=[\d{_CURRENCIES}])"
    rf"(?:[{_CURRENCIES}][{BLANKS}]?)?\d(?:{_AMOUNT}|{_NUMBER}|{_SIMPLE})"
    rf"|(?<=[{_CURRENCIES}])[{BLANKS}]?\d(?:{_AMOUNT}|{_NUMBER}|{_SIMPLE})"
    r")"
)

_TO_REMOVE = re.compile(
    rf"\u00ad[ \t]*\n[ \t>]*|[{_UNSEEN}]|(?<![{_ARABIC}]){_HALF_SPACE}|{_HALF_SPACE}(?![{_ARABIC}])"
)
_CUT_LETTER = rf"[^\W_{UNSPACED}]"
_WITHIN_WORDS = re.compile(
    rf"(?<={_CUT_LETTER})(?:\u00ad[ \t]*\n[ \t]*|[\u00ad\u200b\u2060\ufeff]+)(?={_CUT_LETTER})"
    r"|(?<=[A-Za-z\u00c0-\u04ff])\u200d+(?=[A-Za-z\u00c0-\u04ff])"
)
_RAISED = re.compile(rf"(?<=\d)[⁺⁻]?[{_SUPERSCRIPTS}]+|(?<=[^\W\d_{_SUPERSCRIPTS}]{{4}})(?=[{_SUPERSCRIPTS}])")
_LOWERED = re.compile(rf"(?<=\d)(?=[{_SUBSCRIPTS}])")
_FRACTION = re.compile(rf"(?<=\d)(?=[{_FRACTIONS}])")
_SPECIAL = re.compile(rf"[{_UNSEEN}{_HALF_SPACE}]|[{_SUPERSCRIPTS}{_SUBSCRIPTS}{_FRACTIONS}⁄]")

_FULL_WIDTH = str.maketrans("+#.-$%^−–♯٪", "＋＃．－＄％＾－－＃％")
_NUMBER_PARTS = re.compile(
    rf"(?P<minus>[-−–]?)(?P<money>(?:[{_CURRENCIES}] ?)?)(?P<figures>\d(?:[\d.,'’٬٫ /]*\d)?)"
    rf"(?:(?P<power>\^[-+−]?\d+)| ?(?P<unit>[%٪‰{_CURRENCIES}]))?"
)
_FIGURES = re.compile(r"\d+")
_GROUPED = re.compile(
    r"(?P<comma>\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(?P<a>\d+))?|(?P<point>\d{1,3}(?:\.\d{3})+)(?:,(?P<b>\d+))?"
    r"|(?P<other>\d{1,3}(?:['’٬ ]\d{3})+)(?:[.,٫](?P<c>\d+))?"
)
_IS_MIXED = re.compile(r"(\d+) (\d+)/(\d+)")
_APOSTROPHE = re.compile(r"['’](?:s\b)?")
# Words of French, Italian and Catalan that lose their last letter before a vowel: “l'eau”, “qu'il”, “dell'acqua”.
_ELIDED = re.compile(
    r"\A((?:[ldjmtsnc]|(?:jus|lors|puis|quoi|quel|pres)?qu|un|(?:d|c)?all|[dn]ell|sull|coll|que(?:st|ll)|sant|bell"
    r"|tutt|senz|anch|dov|com|cos))['’](?=[aeiouyhàâáäèéêëìíîïòóôöùúûüœæ])",
    re.IGNORECASE,
)
_BY_HYPHENS = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)+")
_BETWEEN = re.compile(rf"({_LINE_END}|[^\w{_MARKS}]+|_+)")
_TRUNK = re.compile(r"\(0\)")
_GROUPS_BY_POINTS = re.compile(r"\d{3}\.\d{3}\.\d{4}")  # 212.555.0123
_GROUPS_BY_BLANKS = re.compile(r"\d+(?:/\d+)?(?: \d+)+|0\d+/\d{4,}")  # 030/555 01 23
_IN_PAIRS = re.compile(r"\(?\d{1,4}\)? \d{2,3}-\d\d-\d\d")
_ENDING_SIGN = re.compile(rf"(?:\+{{1,2}}|[#♯]| ?[%٪‰{_CURRENCIES}])\Z")
_UNIT_POWER = re.compile(r"\^(?=\d+\Z)")
_LONGEST_COUNTRY = 3  # digits
_LEAST_DIGITS = 7  # of a number that is joined over its hyphens: 10-15 are pages, 555-0123 is a telephone
SOFT, HARD = "\x1e", "\x1f"
"""Between parts of a token: they are also written as one word, or they are words of their own."""


class Spelling(NamedTuple):
    """The spellings of a token. Case and accents are those of the text.

    ``wholes`` stand for all of it, the one that all ways of writing it have first, ``signed`` for it with its signs
    ``before`` and ``after``. ``parts`` are its words, ``joints`` what is between them (``SOFT`` or ``HARD``).
    """

    wholes: tuple[str, ...]
    parts: tuple[str, ...]
    joints: str = ""
    before: str = ""
    after: str = ""
    signed: tuple[str, ...] = ()
    is_amount: bool = False
    """Whether the signs are those of an amount: with them or without, the number is the same."""
    is_grouped: bool = False
    """Whether it is a number whose parts are groups of its figures."""


def plain(text: str) -> str:
    """Return a text in the form NFKC without invisible characters in words, keeping raised figures and fractions."""
    if text.isascii():
        return text
    if _SPECIAL.search(text):
        text = _TO_REMOVE.sub("", text)
        text = _RAISED.sub(lambda raised: f"^{raised.group()}" if raised.group() else " ", text)
        text = _FRACTION.sub(" ", _LOWERED.sub("_", text)).replace("⁄", "/")
    # NFKC: full-width letters, ligatures and half-width kana are those that people type
    return unicodedata.normalize("NFKC", text).replace("⁄", "/")


def without_unseen(text: str) -> str:
    """Return a text without invisible characters in words; joiners of pictures and line breaks elsewhere stay."""
    # to look for the signs takes a hundredth of looking for words around them
    return _WITHIN_WORDS.sub("", text) if any(sign in text for sign in _UNSEEN) else text


@functools.cache
def _token() -> re.Pattern[str]:
    """Return the pattern of tokens; compiled when it is needed, which takes a tenth of a second."""
    return re.compile(_TOKEN)


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in the form of ``plain``."""
    return _token().findall(plain(text))


def token_matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the match of each token of a text, as it is written."""
    return _token().finditer(text)


def token_ranges(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each token of a text stands, and that token as it is written."""
    for match in _token().finditer(text):
        yield match.start(), match.end(), match.group()


def ungrouped(text: str) -> str:
    """Return a text, as a question has it, in which nothing groups the figures of numbers: their parts are none."""
    text = plain(text)
    pieces: list[str] = []
    end = 0
    for start, _, token in token_ranges(text):
        number = _NUMBER_PARTS.fullmatch(token)
        if number is not None and (found := _of_figures(number["figures"])).is_grouped:
            pieces += [text[end : start + number.start("figures")], found.wholes[0].replace("_", ".")]
            end = start + number.end("figures")
    return "".join([*pieces, text[end:]])


def spelling(token: str) -> Spelling:
    """Return the spellings of a token, which has the form of ``plain`` and is no run of unspaced script."""
    if token.isalnum():
        return Spelling((), (token,))
    if not token[0].isalpha() and (number := _NUMBER_PARTS.fullmatch(token)) is not None:
        return _of_number(number)
    after = ""
    if not token[-1].isalnum() and (ending := _ENDING_SIGN.search(token)):
        after = ending.group().strip().translate(_FULL_WIDTH)
        token = token[: ending.start()]
    before = "．" if token.startswith(".") else ""
    found = _of_compound(_UNIT_POWER.sub("", token) if "^" in token else token)
    if not before and not after:
        return found
    named = f"{before}{found.parts[0]}" if before else f"{found.parts[-1]}{after}"
    return Spelling(found.wholes, found.parts, found.joints, before, after, (named,))


def _of_number(number: re.Match[str]) -> Spelling:
    """Return the spellings of a number and its unit."""
    minus, money, figures, power, unit = number.group("minus", "money", "figures", "power", "unit")
    found = _of_figures(figures)
    before = minus and minus.translate(_FULL_WIDTH)
    after = unit or money.strip() or power or ""
    after = after and after.translate(_FULL_WIDTH)
    value = found.wholes[0] if found.wholes else figures
    signed = ((f"{before}{value}",) if before else ()) + ((f"{value}{after}",) if after else ())
    return Spelling(
        found.wholes, found.parts, found.joints, before, after, signed, power is None, is_grouped=found.is_grouped
    )


def _of_figures(figures: str) -> Spelling:
    """Return the spellings of a number without signs."""
    if figures.isdigit():
        return Spelling((), (figures,))
    whole, point, decimals = figures.partition(".")
    if point and len(decimals) != 3 and whole.isdecimal() and decimals.isdecimal():  # most are: 3.14
        return Spelling((f"{whole}_{decimals}",), (whole, decimals), HARD)
    parts = tuple(_FIGURES.findall(figures))
    grouped = _GROUPED.fullmatch(figures)
    if grouped is not None and not figures.startswith("0"):
        decimals = grouped["a"] or grouped["b"] or grouped["c"]
        groups = parts[:-1] if decimals else parts
        whole = "".join(groups)
        if decimals:
            joints = SOFT * (len(groups) - 1) + HARD
            return Spelling((f"{whole}_{decimals}", whole), parts, joints, is_grouped=True)
        # 1.234 is a thousand or a fraction, as the language has it
        fraction = ("_".join(parts),) if len(parts) == 2 and not grouped["other"] else ()
        return Spelling((whole, *fraction), parts, SOFT * (len(parts) - 1), is_grouped=True)
    if _IS_MIXED.fullmatch(figures):
        return Spelling(("_".join(parts), "_".join(parts[1:])), parts, HARD * 2)
    if _GROUPS_BY_POINTS.fullmatch(figures) or _GROUPS_BY_BLANKS.fullmatch(figures):
        return Spelling(("".join(parts),), parts, SOFT * (len(parts) - 1))
    return Spelling(("_".join(parts),), parts, HARD * (len(parts) - 1))


def _of_compound(token: str) -> Spelling:
    """Return the spellings of a compound, an identifier, a telephone number or the number of an account.

    What an elision joins counts as a compound: “l'eau” is found by “eau”.
    """
    token = _ELIDED.sub(r"\1-", token)
    if _BY_HYPHENS.fullmatch(token):  # most are
        parts = token.split("-")
        return Spelling(("".join(parts),), tuple(parts), SOFT * (len(parts) - 1))
    pieces = _BETWEEN.split(_TRUNK.sub(" ", _APOSTROPHE.sub("", token)))
    parts = [pieces[0]] if pieces[0] else []
    if len(pieces) == 1:
        return Spelling((), tuple(parts or [token]))
    joints: list[str] = []
    long = sum(map(str.isdigit, token)) >= _LEAST_DIGITS
    telephone = long and token[0] in "+(0"
    for joint, part in zip(pieces[1::2], pieces[2::2], strict=True):
        if not part:
            continue
        if parts:
            soft = telephone or joint == " " or joint[0] in f"-\u2010\u2011{_HALF_SPACE}"
            figures = parts[-1].isdigit() and part.isdigit()
            joints.append(SOFT if soft and (long or not figures) else HARD)
        parts.append(part)
    if len(parts) < 2:
        return Spelling((), tuple(parts or [token]))
    whole = parts[0]
    for joint, part in zip(joints, parts[1:], strict=True):
        whole += part if joint == SOFT else f"_{part}"
    wholes = [whole]
    if token.startswith("+"):
        wholes += _telephone_spellings(token, parts)
    elif _IN_PAIRS.fullmatch(token):
        wholes.append("".join(parts[1:]))  # as those dial it who live there
    return Spelling(tuple(wholes), tuple(parts), "".join(joints))


def _telephone_spellings(token: str, parts: Sequence[str]) -> Iterator[str]:
    """Yield how a telephone number that begins with its country may be dialled, besides with "+"."""
    yield "00" + "".join(parts)
    # without the country, at home: mostly behind a 0
    at_home = "".join(parts[1:])
    if len(parts[0]) <= _LONGEST_COUNTRY and len(at_home) >= _LEAST_DIGITS:
        yield f"0{at_home}"
        if not _TRUNK.search(token):
            yield at_home
