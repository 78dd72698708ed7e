"""Formulas, and raised and lowered text, in one line that reads as the formula does: ``(a+b)/c``, ``√81``, ``10⁶``.

``of_omml`` takes the formulas of Word and PowerPoint, ``of_mathml`` those of web pages, books and OpenDocument; both
write through the same functions. ``raised`` and ``lowered`` are for words of running text.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

_PLAIN = "0123456789+-−=()"
_RAISED = str.maketrans(_PLAIN, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LOWERED = str.maketrans(_PLAIN, "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_HAS_SIGN = re.compile(rf"[{re.escape(_PLAIN)}]+")
_RAISED_SIGNS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾"
_SCRIPT_SIGNS = _RAISED_SIGNS + "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"
_DEEPEST = 60  # elements in elements: formulas of people stay below 20

# -- pieces of formulas

_RELATIONS = frozenset("=≠≈≡≅≃∼≤≥<>≪≫→←↔⇒⇐⇔↦∈∉∋⊂⊆⊃⊇∝⊥∥:≔≙≜")
_LARGE = {"∑": "Σ", "∏": "Π"}
_LARGE_SIGNS = frozenset("ΣΠ∐∫∬∭∮∯∰⋂⋃⋀⋁⨁⨂⨀⨄⨆")
_LIMITS = re.compile(r"(?:lim|max|min|sup|inf|arg\s?max|arg\s?min|lim\s?sup|lim\s?inf|limsup|liminf|argmax|argmin)$")
_NUMBER = re.compile(r"\d+(?:[.,'’ \u2009\u202f]\d+)*(?:[.,]\d+)?%?|[.,]\d+")
_SINGLE = re.compile(
    rf"(?:\d+(?:[.,]\d+)*%?|[^\W\d_][\u0300-\u036f\u20d0-\u20ff′″‴']*|[^\W\d_]{{3,}}|[d∂][^\W\d_]|[∞∂∇ℏ∅…])"
    rf"[{_SCRIPT_SIGNS}]*(?:_[^\W_]+)?(?:\^[^\W_]+)?"
)
_ROOT_OF = re.compile(r"(?:\d+(?:[.,]\d+)*|[^\W\d_][\u0300-\u036f\u20d0-\u20ff]*|[^\W\d_]{3,}|∞)")
_OUTSIDE = re.compile(r"[+±∓/,;|]|(?<!^)[-−]|[=≠≈≡≅≃∼≤≥<>≪≫→←↔⇒⇐⇔↦∈∉∋⊂⊆⊃⊇∝⊥∥]|\s")
_PAIRS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "|": "|", "‖": "‖"}
_INVISIBLE = {"\u2061": "", "\u2062": "", "\u2063": ",", "\u2064": " "}
_ACCENTS = {
    "¯": "\u0304", "‾": "\u0304", "ˉ": "\u0304", "_": "\u0332", "\u0305": "\u0304", "^": "\u0302", "ˆ": "\u0302",
    "~": "\u0303", "˜": "\u0303", "∼": "\u0303", "→": "\u20d7", "⃗": "\u20d7", "⇀": "\u20d7", "˙": "\u0307",
    ".": "\u0307", "¨": "\u0308", "..": "\u0308", "ˇ": "\u030c", "˘": "\u0306", "´": "\u0301", "`": "\u0300",
    "˚": "\u030a", "―": "\u0304", "─": "\u0304", "\u0332": "\u0332",
}  # fmt: skip
_BRACES = frozenset("⏞⏟⏜⏝︷︸⎴⎵")
_PRIMES = {"'": "′", "''": "″", "'''": "‴", "′′": "″", "′′′": "‴", "’": "′"}
_AS_THEY_ARE = frozenset(["′", "″", "‴", "⁗", "°", "∘", "*", "∗", "†", "‡", "⋆", "⊤"])


class Piece(NamedTuple):
    """Part of a formula: its text, and the properties that matter to its neighbours.

    ``closed``: letters may follow at once. ``free``: it stands apart from letters and figures on both sides, as
    fractions do. ``single``: it is one thing, whatever its letters are, as the name of a unit is.
    """

    text: str
    closed: bool = True
    free: bool = False
    single: bool = False
    is_root: bool = False
    is_script: bool = False


_NOTHING = Piece("")


def joined(pieces: Iterable[Piece], *, spaced: bool = False) -> Piece:
    """Return pieces one behind the other, with blanks where they would run together; ``spaced``: around relations."""
    kept = [piece for piece in pieces if piece.text]
    if len(kept) == 1:
        return kept[0]
    text, last = "", _NOTHING
    for piece in kept:
        if text and not text[-1].isspace() and _are_apart(text, last, piece, spaced=spaced):
            text += " "
        text += piece.text
        last = piece
    free = bool(kept) and any(piece.free for piece in (kept[0], kept[-1]))
    return Piece(text, closed=last.closed, free=free)


def _are_apart(text: str, last: Piece, piece: Piece, *, spaced: bool) -> bool:
    """Return True if a blank has to stand between what is written and the next piece."""
    end, begin = text[-1], piece.text[0]
    if spaced and (piece.text in _RELATIONS or last.text in _RELATIONS):
        return True
    word = begin.isalnum() or begin in "√∛∜([{|" or begin in _LARGE_SIGNS or begin in _RAISED_SIGNS
    if piece.free and begin != "(":
        return end.isalnum() or end in ")]}" or end in _SCRIPT_SIGNS
    if piece.free or last.free:
        return word and (end.isalnum() or end in ")]}" or end in _SCRIPT_SIGNS)
    if not last.closed and word:
        return not (last.single and begin in "([{")
    return end.isdigit() and begin.isdigit() and end not in _SCRIPT_SIGNS


def fraction(top: Piece, bottom: Piece) -> Piece:
    """Return ``1/2``, ``(a+b)/c`` or ``F·s/(2t)``."""
    above = _bracketed(top) if top.is_script is False and _outside(top.text) else top.text
    below = bottom.text if _is_single(bottom) else _bracketed(bottom)
    return Piece(f"{above or '…'}/{below}", free=True)


def root(inner: Piece, degree: str = "") -> Piece:
    """Return ``√81``, ``√(x+1)``, ``∛x`` or ``⁵√32``."""
    degree = degree.strip()
    sign = {"": "√", "2": "√", "3": "∛", "4": "∜", "n": "ⁿ√"}.get(degree) or f"{_high(degree)}√"
    single = bool(_ROOT_OF.fullmatch(inner.text)) or _is_enclosed(inner.text)
    return Piece(f"{sign}{inner.text if single else f'({inner.text})'}", closed=not single, is_root=True)


def scripted(base: Piece, low: str = "", high: str = "") -> Piece:
    """Return ``v²``, ``x_i``, ``x^(n+1)``, ``x_i^2`` or ``Σ_(i=1)^n``; letters keep apart from a large sign."""
    text = f"({base.text})" if (base.free or base.is_root or base.is_script) and high and base.text else base.text
    low, high = low.strip(), high.strip()
    large = text in _LARGE_SIGNS or bool(_LIMITS.match(text))
    plain_low, plain_high = _low(low, plain=large), _high(high, plain=large)
    if low and high and not (plain_low[0] in _SCRIPT_SIGNS and plain_high[0] in _SCRIPT_SIGNS):
        plain_low, plain_high = _low(low, plain=True), _high(high, plain=True)
    end = (plain_high or plain_low)[-1:]
    closed = not large and (end in _SCRIPT_SIGNS or end in _AS_THEY_ARE)
    return Piece(f"{text}{plain_low}{plain_high}", closed=closed, single=base.single, is_script=bool(high))


def _low(text: str, *, plain: bool = False) -> str:
    if not text:
        return ""
    return text.translate(_LOWERED) if _HAS_SIGN.fullmatch(text) and not plain else f"_{_script(text)}"


def _high(text: str, *, plain: bool = False) -> str:
    if not text:
        return ""
    text = _PRIMES.get(text, text)
    if text in _AS_THEY_ARE:
        return {"∘": "°", "∗": "*"}.get(text, text)
    return text.translate(_RAISED) if _HAS_SIGN.fullmatch(text) and not plain else f"^{_script(text)}"


def _script(text: str) -> str:
    """Return a script in brackets unless it is one word or number."""
    return text if text.isalnum() or len(text) == 1 or _NUMBER.fullmatch(text) or _is_enclosed(text) else f"({text})"


def accented(base: Piece, mark: str) -> Piece:
    """Return letters with a mark above or below, as ``x̄``; braces around a part say nothing."""
    if mark in _BRACES or not base.text:
        return base
    sign = _ACCENTS.get(mark) or (mark if unicodedata.combining(mark[:1] or " ") else "")
    return base._replace(text=unicodedata.normalize("NFC", base.text + sign)) if sign else scripted(base, high=mark)


def function(name: Piece, argument: Piece) -> Piece:
    """Return ``sin x`` or ``sin(x)``."""
    return joined([name._replace(closed=False, single=_is_enclosed(argument.text), free=False), argument])


def delimited(parts: Sequence[Piece], begin: str = "(", end: str = ")", separator: str = ",") -> Piece:
    """Return parts between brackets, or without those that are empty."""
    apart = f"{separator} " if separator in {",", ";"} else separator
    return Piece(f"{begin}{apart.join(part.text for part in parts)}{end}")


def matrix(rows: Sequence[Sequence[Piece]], *, brackets: bool = True) -> Piece:
    """Return rows separated by ``;`` and cells by ``,``; a cell that begins with a relation joins the one before."""
    lines: list[str] = []
    for row in rows:
        line = ""
        for cell in (cell.text.strip() for cell in row):
            goes_on = line and cell[:1] in _RELATIONS
            line += (" " if goes_on else ", " if line else "") + cell
        lines.append(line)
    text = "; ".join(line for line in lines if line)
    return Piece(f"[{text}]" if brackets and text else text)


def _is_single(piece: Piece) -> bool:
    return piece.single or bool(_SINGLE.fullmatch(piece.text)) or _is_enclosed(piece.text)


def _bracketed(piece: Piece) -> str:
    return piece.text if _is_enclosed(piece.text) else f"({piece.text})"


def _is_enclosed(text: str) -> bool:
    """Return True if one pair of brackets is around the whole text."""
    if len(text) < 2 or text[0] not in "([{⟨⌊⌈" or text[-1] != _PAIRS[text[0]]:
        return False
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == text[0]) - (letter == text[-1])
        if not depth:
            return place == len(text) - 1
    return False


def _outside(text: str) -> bool:
    """Return True if signs that part a sum, a fraction or a list stand outside all brackets."""
    depth, kept = 0, ""
    for letter in text:
        depth -= letter in ")]}"
        if not depth and letter not in ")]}":
            kept += letter
        depth += letter in "([{"
    return bool(_OUTSIDE.search(kept.strip()))


def _letters(text: str) -> str:
    """Return usual letters for the slanted, bold … ones of formulas, and the usual signs for those of sums."""
    if text.isascii():
        return text
    plain = (
        unicodedata.normalize("NFKC", letter) if "\U0001d400" <= letter <= "\U0001d7ff" or letter == "ℎ" else letter
        for letter in text
    )
    return "".join(plain)


# -- OMML: Word, PowerPoint


def of_omml(element: ET.Element) -> str:
    """Return the text of an element ``m:oMath`` or ``m:oMathPara``, or of one inside them."""
    return " ".join(_omml(element, 0).text.split())


def _omml(element: ET.Element | None, depth: int) -> Piece:
    if element is None:
        return _NOTHING
    if depth > _DEEPEST:
        return Piece("".join(element.itertext()))
    name = name_of(element)
    if name in _OMML_LEFT_OUT:
        return _NOTHING
    if name == "t":
        return Piece(_letters(element.text or ""))
    if name == "r":
        return _omml_run(element)
    if name == "oMathPara":
        lines = [_omml(part, depth + 1) for part in element if name_of(part) == "oMath"]
        return Piece("; ".join(line.text for line in lines if line.text))
    written = _OMML.get(name)
    if written is not None:
        return written(element, depth + 1)
    return joined(_omml(part, depth + 1) for part in element)


def _omml_run(run: ET.Element) -> Piece:
    text = "".join(_letters(part.text or "") for part in run if name_of(part) == "t")
    is_function = text.endswith("\u2061")
    text = "".join(_INVISIBLE.get(letter, letter) for letter in re.sub("\u2061(?=\\w)", " ", text))
    upright = any(name_of(part) in {"nor", "lit"} for part in run.iter())
    return Piece(text, closed=not is_function, single=upright and text.isalpha())


def _child(element: ET.Element, name: str) -> ET.Element | None:
    return next((part for part in element if name_of(part) == name), None)


def _property(element: ET.Element, name: str, missing: str) -> str:
    """Return the value of a property, ``missing`` where it is not set; "" for one that is set to nothing."""
    properties = _child(element, f"{name_of(element)}Pr")
    found = None if properties is None else _child(properties, name)
    if found is None:
        return missing
    return next((value for key, value in found.attrib.items() if key.rpartition("}")[2] == "val"), "")


def _is_set(element: ET.Element, name: str) -> bool:
    return _property(element, name, "off") not in {"off", "0", "false"}


def _omml_fraction(element: ET.Element, depth: int) -> Piece:
    top, bottom = _omml(_child(element, "num"), depth), _omml(_child(element, "den"), depth)
    if _property(element, "type", "bar") == "noBar":
        return Piece(f"{top.text}¦{bottom.text}")
    return fraction(top, bottom)


def _omml_root(element: ET.Element, depth: int) -> Piece:
    degree = "" if _is_set(element, "degHide") else _omml(_child(element, "deg"), depth).text
    return root(_omml(_child(element, "e"), depth), degree)


def _omml_scripted(element: ET.Element, depth: int) -> Piece:
    low, high = (_omml(_child(element, name), depth).text for name in ("sub", "sup"))
    return scripted(_omml(_child(element, "e"), depth), low, high)


def _omml_before(element: ET.Element, depth: int) -> Piece:
    low, high = (_omml(_child(element, name), depth).text for name in ("sub", "sup"))
    return joined([scripted(_NOTHING, low, high)._replace(closed=True), _omml(_child(element, "e"), depth)])


def _omml_large(element: ET.Element, depth: int) -> Piece:
    sign = _property(element, "chr", "∫")
    low = "" if _is_set(element, "subHide") else _omml(_child(element, "sub"), depth).text
    high = "" if _is_set(element, "supHide") else _omml(_child(element, "sup"), depth).text
    return joined(
        [scripted(Piece(_LARGE.get(sign, sign), closed=False), low, high), _omml(_child(element, "e"), depth)]
    )


def _omml_limit(element: ET.Element, depth: int) -> Piece:
    base, limit = _omml(_child(element, "e"), depth), _omml(_child(element, "lim"), depth).text
    return scripted(base, low=limit) if name_of(element) == "limLow" else scripted(base, high=limit)


def _omml_function(element: ET.Element, depth: int) -> Piece:
    return function(_omml(_child(element, "fName"), depth), _omml(_child(element, "e"), depth))


def _omml_delimited(element: ET.Element, depth: int) -> Piece:
    inner = [part for part in element if name_of(part) == "e"]
    begin, end = _property(element, "begChr", "("), _property(element, "endChr", ")")
    parts = [_unbracketed(part, depth) for part in inner]
    return delimited(parts, begin, end, _property(element, "sepChr", "|"))


def _unbracketed(element: ET.Element, depth: int) -> Piece:
    """Return the content of brackets: a matrix needs none of its own there."""
    inner = [part for part in element if name_of(part) not in _OMML_LEFT_OUT]
    if len(inner) == 1 and name_of(inner[0]) in {"m", "mtable"}:
        return _rows_of(inner[0], depth, brackets=False)
    return _omml(element, depth)


def _rows_of(element: ET.Element, depth: int, *, brackets: bool = True) -> Piece:
    rows = [[_omml(cell, depth) for cell in row if name_of(cell) == "e"] for row in element if name_of(row) == "mr"]
    return matrix(rows, brackets=brackets)


def _omml_lines(element: ET.Element, depth: int) -> Piece:
    return matrix([[_omml(line, depth)] for line in element if name_of(line) == "e"], brackets=False)


def _omml_accent(element: ET.Element, depth: int) -> Piece:
    base = _omml(_child(element, "e"), depth)
    if name_of(element) == "bar":
        return accented(base, "¯" if _property(element, "pos", "bot") == "top" else "_")
    if name_of(element) == "groupChr":
        return accented(base, _property(element, "chr", "⏟"))
    return accented(base, _property(element, "chr", "\u0302"))


def _omml_phantom(element: ET.Element, depth: int) -> Piece:
    hidden = _property(element, "show", "on") in {"off", "0", "false"}
    return _NOTHING if hidden else _omml(_child(element, "e"), depth)


_OMML_LEFT_OUT = frozenset(
    ["del", "moveFrom", "delText", "instrText", "Fallback", "rPr", "ctrlPr", "argPr", "oMathParaPr"]
    + [f"{name}Pr" for name in "acc bar box borderBox d eqArr f func groupChr limLow limUpp m nary phant rad".split()]
    + [f"{name}Pr" for name in "sPre sSub sSubSup sSup".split()]
)
_OMML = {
    "f": _omml_fraction, "rad": _omml_root, "sSup": _omml_scripted, "sSub": _omml_scripted,
    "sSubSup": _omml_scripted, "sPre": _omml_before, "nary": _omml_large, "limLow": _omml_limit,
    "limUpp": _omml_limit, "func": _omml_function, "d": _omml_delimited, "m": _rows_of, "eqArr": _omml_lines,
    "acc": _omml_accent, "bar": _omml_accent, "groupChr": _omml_accent, "phant": _omml_phantom,
}  # fmt: skip

# -- MathML: web pages, books, OpenDocument


def of_mathml(element: ET.Element) -> str:
    """Return the text of an element ``math``, or of one inside it; names may have a namespace or a prefix."""
    return " ".join(_mathml(element, 0).text.split())


def _mathml(element: ET.Element | None, depth: int) -> Piece:
    if element is None:
        return _NOTHING
    if depth > _DEEPEST:
        return Piece(" ".join("".join(element.itertext()).split()))
    name = name_of(element)
    if name in _TOKENS:
        return _token(element, name)
    if name in {"mphantom", "annotation-xml", "annotation", "maligngroup", "malignmark", "none", "mprescripts", ""}:
        return _NOTHING
    written = _MATHML.get(name)
    if written is not None:
        return written(element, depth + 1)
    return _row(list(element), depth, outside=depth == 0 or name in {"math", "semantics"})


def _row(parts: Sequence[ET.Element], depth: int, *, outside: bool = False) -> Piece:
    """Return elements one behind the other; a matrix between brackets needs none of its own."""
    pieces: list[Piece] = []
    for place, part in enumerate(parts):
        if place and name_of(part) == "mtable" and _is_bracket(parts[place - 1]):
            pieces.append(_mathml_rows(part, depth + 1, brackets=False))
        else:
            pieces.append(_mathml(part, depth + 1))
    if outside and len(pieces) == 1 and len(parts) == 1 and name_of(parts[0]) in _GROUPS:
        return _row(list(parts[0]), depth + 1, outside=depth < _DEEPEST)
    return joined(pieces, spaced=outside)


def _is_bracket(element: ET.Element) -> bool:
    return name_of(element) == "mo" and "".join(element.itertext()).strip() in {*_PAIRS, "{"}


def _token(element: ET.Element, name: str) -> Piece:
    """Return a letter, number, sign or word."""
    text = _letters(" ".join("".join(element.itertext()).split()))
    if name == "mspace":
        return _NOTHING
    if name == "mtext":
        return Piece(text, closed=not text[-1:].isalnum(), single=text.isalpha())
    if text and text[0] in _INVISIBLE:
        return Piece(_INVISIBLE[text[0]])
    if name == "ms":
        return Piece(f'"{text}"')
    if name == "mo":
        text = _LARGE.get(text, text)
        return Piece(text, closed=not (text in _LARGE_SIGNS or text.isalpha()))
    return Piece(text, closed=not (name == "mi" and len(text) > 1 and text.isalpha()), single=len(text) > 1)


def _two(element: ET.Element, depth: int) -> tuple[Piece, Piece]:
    return _nth(element, 0, depth), _nth(element, 1, depth)


def _nth(element: ET.Element, place: int, depth: int) -> Piece:
    parts = [part for part in element if name_of(part)]
    return _mathml(parts[place], depth) if place < len(parts) else _NOTHING


def _mathml_fraction(element: ET.Element, depth: int) -> Piece:
    top, bottom = _two(element, depth)
    without_bar = re.fullmatch(r"0(?:\.0*)?\s*[a-z%]*", element.get("linethickness", "").strip())
    return Piece(f"{top.text}¦{bottom.text}") if without_bar else fraction(top, bottom)


def _mathml_root(element: ET.Element, depth: int) -> Piece:
    if name_of(element) == "msqrt":
        return root(_row(list(element), depth))
    inner, degree = _two(element, depth)
    return root(inner, degree.text)


def _mathml_scripted(element: ET.Element, depth: int) -> Piece:
    """Return a base with what stands at its corners, or above and below it."""
    name = name_of(element)
    base, first, second = (_nth(element, place, depth) for place in range(3))
    if base.text in _LARGE_SIGNS or _LIMITS.match(base.text):
        base = base._replace(closed=False)
    if name in {"msub", "munder"}:
        return _below(base, first.text) if name == "munder" else scripted(base, low=first.text)
    if name in {"msup", "mover"}:
        return _above(base, first.text) if name == "mover" else scripted(base, high=first.text)
    return scripted(base, first.text, second.text)


def _above(base: Piece, over: str) -> Piece:
    return accented(base, over) if over in _ACCENTS or over in _BRACES else scripted(base, high=over)


def _below(base: Piece, under: str) -> Piece:
    if under in _BRACES:
        return base
    return accented(base, "_") if under in {"_", "¯", "‾", "\u0332"} else scripted(base, low=under)


def _mathml_many(element: ET.Element, depth: int) -> Piece:
    """Return a base with scripts behind it and before it."""
    parts = [part for part in element if name_of(part)]
    base = _mathml(parts[0], depth) if parts else _NOTHING
    cut = next((place for place, part in enumerate(parts) if name_of(part) == "mprescripts"), len(parts))
    behind, before = (
        ["".join(_mathml(part, depth).text for part in group[first::2]) for first in (0, 1)]
        for group in (parts[1:cut], parts[cut + 1 :])
    )
    return joined([scripted(_NOTHING, *before)._replace(closed=True), scripted(base, *behind)])


def _mathml_fenced(element: ET.Element, depth: int) -> Piece:
    inner = [part for part in element if name_of(part)]
    begin, end = element.get("open", "("), element.get("close", ")")
    signs = "".join(element.get("separators", ",").split())
    text = begin
    for place, part in enumerate(inner):
        sign = signs[min(place - 1, len(signs) - 1)] if place and signs else ""
        text += f"{sign} " if sign in {",", ";"} else sign
        is_matrix = name_of(part) == "mtable"
        text += (_mathml_rows(part, depth, brackets=False) if is_matrix else _mathml(part, depth)).text
    return Piece(text + end)


def _mathml_rows(element: ET.Element, depth: int, *, brackets: bool | None = None) -> Piece:
    rows = [
        [_mathml(cell, depth) for cell in row if name_of(cell) == "mtd"]
        for row in element
        if name_of(row) in {"mtr", "mlabeledtr"}
    ]
    is_equation = any(cell.text[:1] in _RELATIONS for row in rows for cell in row[1:])
    is_column = all(len(row) == 1 for row in rows)
    return matrix(rows, brackets=not (is_equation or is_column) if brackets is None else brackets)


def _mathml_semantics(element: ET.Element, depth: int) -> Piece:
    """Return the drawn formula, or else the one written in a note."""
    drawn = [part for part in element if name_of(part) not in {"annotation", "annotation-xml", ""}]
    if drawn:
        return _row(drawn[:1], depth, outside=depth <= _OUTER)
    notes = ("".join(part.itertext()).strip() for part in element if name_of(part) == "annotation")
    return Piece(next(filter(None, notes), ""))


def _mathml_enclosed(element: ET.Element, depth: int) -> Piece:
    inner = _row(list(element), depth)
    return root(inner) if element.get("notation") == "radical" else inner


def _mathml_choice(element: ET.Element, depth: int) -> Piece:
    return _nth(element, 0, depth)


_OUTER = 3  # elements between a formula and what is still its outermost row
_TOKENS = frozenset(["mi", "mn", "mo", "mtext", "ms", "mspace", "ci", "cn", "csymbol"])
_GROUPS = frozenset(["mrow", "mstyle", "mpadded"])
_MATHML = {
    "mfrac": _mathml_fraction, "msqrt": _mathml_root, "mroot": _mathml_root, "msub": _mathml_scripted,
    "msup": _mathml_scripted, "msubsup": _mathml_scripted, "munder": _mathml_scripted, "mover": _mathml_scripted,
    "munderover": _mathml_scripted, "mmultiscripts": _mathml_many, "mfenced": _mathml_fenced,
    "mtable": _mathml_rows, "semantics": _mathml_semantics, "menclose": _mathml_enclosed, "maction": _mathml_choice,
}  # fmt: skip


def name_of(element: ET.Element) -> str:
    """Return an element's name without its namespace or prefix, "" for a comment."""
    return re.split(r"[}:]", element.tag)[-1] if isinstance(element.tag, str) else ""


# -- raised and lowered words of running text

_ORDINAL = frozenset(
    "st nd rd th er ère ere re e ème eme ième ieme ème émé me es ers nde nds ndes de os as da do di te ste ter"
    " ος η ο го й я ая ый ой ий ья ья".split()
)
_SHORTENED = frozenset(["Mr", "Dr", "Sr", "St", "Me", "Pr", "Fr", "Mo", "Vo", "Do", "Ve", "Me", "Jr", "Bd", "Pt"])
_MARKS = {"TM": "™", "SM": "℠", "tm": "™"}
_NOTE_LIST = re.compile(r"\d+(?:\s*[,;–-]\s*\d+)+")
_NOTE_LETTER = re.compile(r"[a-z]\)|\d+\)|\[[^\[\]]{1,4}\]|\([a-z]\)")
_SEPARATED = re.compile(r"(?:\d[.,'’ \u00a0\u202f]\d+|\d{3,})$")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_FIGURES = re.compile(r"[\d.,'’\u00a0\u202f]+$")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}$|(?<![^\W\d_])[A-Z][a-z]{2}$|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]$")
_UNITS = re.compile(r"(?:metre|meter|mètre|metro|mmol|feet|foot|inch|yard|mile|pixel|hour)s?$", re.IGNORECASE)
_RAISED_BEHIND = frozenset(")]}%°²³\"”’'»’.,;:!?。、")
_LOOKED_AT = 40  # letters before a mark, which tell whether it belongs to a figure or a word
_LONGEST = 24  # letters: more is a sentence in small letters, no mark


def raised(text: str, before: str = "", after: str = "") -> str:
    """Return raised words as they are written behind the text ``before``: ``⁶``, ``⁻¹``, ``^(n+1)``, `` ⁴`` for a note.

    Ordinals and shortened words (``21st``, ``1er``, ``Mlle``) stay plain words. A mark of a note behind a figure or a
    long word has a blank before it, as it would become part of either. ``after`` is what follows.
    """
    core = text.strip()
    if not core or len(core) > _LONGEST:
        return text
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    before = before[-_LOOKED_AT:] + lead
    if before[-1:].isalnum() or before[-1:] in _RAISED_BEHIND:
        return f"{lead}{_raised(core, before, after)}{trail}"
    if _HAS_SIGN.fullmatch(core) and any(map(str.isdigit, core)):
        return f"{lead}{core.translate(_RAISED)}{trail}"
    return text if before or core.isalpha() or not any(map(str.isalnum, core)) else _high(core)


def lowered(text: str, before: str = "") -> str:
    """Return lowered words as they are written behind the text ``before``: ``₂``, ``_i``, ``_(i+1)``."""
    core = text.strip()
    behind = before[-1:].isalnum() or before[-1:] in frozenset(")]⁺⁻")
    return _low(core) if behind and core and len(core) == len(text) <= _LONGEST else text


def _raised(core: str, before: str, after: str) -> str:
    if core in _MARKS:
        return _MARKS[core]
    if _NOTE_LIST.fullmatch(core):
        return f" [{core}]"
    if _NOTE_LETTER.fullmatch(core):
        return f" {core.translate(_RAISED) if _HAS_SIGN.fullmatch(core) else core}"
    if core.isdecimal():
        return f" {core.translate(_RAISED)}" if _is_note(before) else core.translate(_RAISED)
    if _HAS_SIGN.fullmatch(core):
        return core.translate(_RAISED)
    if core.isalpha():
        return _raised_letters(core, before, after)
    return f"^{_script(core)}" if any(map(str.isalnum, core)) else core


def _raised_letters(core: str, before: str, after: str) -> str:
    last = before[-1]
    word = "".join(_LAST_WORD.findall(before))
    if core in {"o", "a"} and (last.isdigit() or word in {"N", "n"}):
        return "°" if core == "o" and after[:1] in {"C", "F"} else {"o": "º", "a": "ª"}[core]
    if last.isdigit() and core.lower() in _ORDINAL:
        return core
    if word and (len(core) > 1 or word + core in _SHORTENED or _is_roman(word, core)):
        return core
    return f"^{core}" if last.isalnum() or last in ")]}" else core


def _is_roman(word: str, core: str) -> bool:
    return bool(re.fullmatch(r"[IVXLC]+|[ivxlc]{2,}", word)) and core in _ORDINAL


def _is_note(before: str) -> bool:
    """Return True if a raised number marks a note: it follows a figure, or a word that is no unit."""
    if before[-1:].isdigit():
        figures = _FIGURES.search(before)
        return figures is not None and bool(_SEPARATED.search(figures.group().strip(".,'’")))
    return bool(_LONG_WORD.search(before)) and not _UNITS.search(before)
