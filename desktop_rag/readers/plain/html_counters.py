"""Text that style sheets write around elements, with the counters and list labels it contains."""

import re
from collections.abc import Iterator

from desktop_rag.readers.numerals import numeral
from desktop_rag.readers.plain.html_styles import Style, StyleSheet
from desktop_rag.readers.plain.html_tree import Element

_CONTENT = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|([a-z-]+)(?:\(([^()]*)\))?", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")
_SYSTEMS = {
    "decimal": "decimal",
    "1": "decimal",
    "decimal-leading-zero": "padded",
    "lower-alpha": "alpha",
    "lower-latin": "alpha",
    "a": "alpha",
    "upper-alpha": "ALPHA",
    "upper-latin": "ALPHA",
    "A": "ALPHA",
    "lower-roman": "roman",
    "i": "roman",
    "upper-roman": "ROMAN",
    "I": "ROMAN",
    "lower-greek": "greek",
    "upper-greek": "GREEK",
    "lower-russian": "russian",
    "upper-russian": "RUSSIAN",
    "hebrew": "hebrew",
    "arabic-indic": "arabic-indic digits",
    "persian": "persian digits",
    "urdu": "persian digits",
    "devanagari": "devanagari digits",
    "bengali": "bengali digits",
    "thai": "thai digits",
    "khmer": "khmer digits",
    "cambodian": "khmer digits",
    "lao": "lao digits",
}
_IDEOGRAPHIC = {
    "cjk-ideographic": "traditional chinese",
    "trad-chinese-informal": "traditional chinese",
    "simp-chinese-informal": "chinese",
    "trad-chinese-formal": "traditional chinese legal",
    "simp-chinese-formal": "chinese legal",
    "cjk-decimal": "ideographs",
    "cjk-heavenly-stem": "stems",
    "cjk-earthly-branch": "branches",
    "japanese-informal": "japanese",
    "japanese-formal": "japanese legal",
    "hiragana": "hiragana",
    "katakana": "aiueo",
    "hiragana-iroha": "hiragana iroha",
    "katakana-iroha": "iroha",
}
_KOREAN = {
    "korean-hangul-formal": "korean",
    "korean-hanja-informal": "japanese",
    "korean-hanja-formal": "japanese legal",
    "hangul": "ganada",
    "hangul-consonant": "chosung",
}
_ALL = _SYSTEMS | _IDEOGRAPHIC | _KOREAN
BULLETS = frozenset("disc circle square none disclosure-open disclosure-closed".split())
"""What stands before the items of lists without numbers."""


def is_counted(kind: str) -> bool:
    """Return True if a style of lists counts in a way that is known here."""
    return kind in _ALL


def number_text(number: int, kind: str) -> str:
    """Return a number in a style such as "lower-roman" or of a type such as "i"; in figures where it has no sign."""
    return numeral(number, _ALL.get(kind, "decimal"))


def list_label(number: int, kind: str) -> str:
    """Return the label of an item with the mark behind it: "3.", "iv.", "三、"."""
    return number_text(number, kind) + ("、" if kind in _IDEOGRAPHIC else ".")


class Counters:
    """The counters of style sheets, as for the clauses of contracts: ``counters(item, ".")``."""

    def __init__(self, styles: StyleSheet) -> None:
        self._styles = styles
        self._values: dict[str, list[tuple[int, int]]] = {}  # name -> values with the elements that they count within

    def enter(self, element: Element) -> None:
        """Count an element."""
        if not self._styles.has_counters:
            return
        for style in (self._styles.of(element), self._styles.of(element, "before")):
            for name, value in _counter_changes(style.get("counter-reset", ""), 0):
                values = self._values.setdefault(name, [])
                scope = id(element.parent)
                if values and values[-1][1] == scope:
                    values.pop()
                values.append((value, scope))
            for name, value in _counter_changes(style.get("counter-increment", ""), 1):
                values = self._values.setdefault(name, [(0, 0)])
                values[-1] = (values[-1][0] + value, values[-1][1])
            for name, value in _counter_changes(style.get("counter-set", ""), 0):
                values = self._values.setdefault(name, [(0, 0)])
                values[-1] = (value, values[-1][1])

    def leave(self, element: Element) -> None:
        """End the counters of an element."""
        for name, values in list(self._values.items()) if self._values else ():
            while values and values[-1][1] == id(element):
                values.pop()
            if not values:
                del self._values[name]

    def written(self, style: Style, element: Element) -> str:
        """Return the text a style writes: texts, attributes and counters; decoration is left out."""
        content = style.get("content", "")
        if not content or content in {"none", "normal"}:
            return ""
        text = ""
        for quoted, single, name, argument in _CONTENT.findall(content):
            if name.lower() == "attr":
                text += element.get(argument.strip().lower())
            elif name.lower() in {"counter", "counters"}:
                text += self._counter(name.lower(), argument)
            elif not name:
                text += unescaped(quoted or single)
        return text if any(map(str.isalnum, text)) else ""

    def _counter(self, function: str, argument: str) -> str:
        name, *more = [part.strip() for part in re.split(r",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", argument)]
        values = [value for value, _ in self._values.get(name.lower(), [(0, 0)])]
        between = unescaped(more.pop(0).strip("\"'")) if function == "counters" and more else ""
        kind = more[0] if more else "decimal"
        return between.join(number_text(value, kind) for value in (values if function == "counters" else values[-1:]))


def unescaped(text: str) -> str:
    """Return a text of a style sheet as it is shown, without the signs of icon fonts."""

    def letter(match: re.Match[str]) -> str:
        code = int(match[1], 16) if match[1] else 0
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else match[2] or ""

    return "".join(one for one in _ESCAPE.sub(letter, text) if not "\ue000" <= one <= "\uf8ff")


def _counter_changes(written: str, usual: int) -> Iterator[tuple[str, int]]:
    words = written.split()
    for place, word in enumerate(words):
        if not re.fullmatch(r"-?\d+", word) and word != "none":
            following = words[place + 1] if place + 1 < len(words) else ""
            yield word, int(following) if re.fullmatch(r"-?\d{1,9}", following) else usual


def counter_style(number: int, style: Style) -> str:
    """Return the label of a way of counting that a style sheet defines."""
    signs = [unescaped(one.strip("\"'")) for one in re.findall(r"\"[^\"]*\"|'[^']*'|\S+", style.get("symbols", ""))]
    system = style.get("system", "symbolic").split()[0:1]
    text = str(number)
    if signs and number > 0:
        if system == ["cyclic"]:
            text = signs[(number - 1) % len(signs)]
        elif system in (["alphabetic"], ["numeric"]) and len(signs) > 1:
            text, left = "", number
            while left > 0:
                left, place = divmod(left - (system == ["alphabetic"]), len(signs))
                text = signs[place] + text
        elif system == ["fixed"]:
            text = signs[number - 1] if number <= len(signs) else text
        elif system == ["symbolic"]:
            text = signs[(number - 1) % len(signs)] * min(8, (number - 1) // len(signs) + 1)
    elif (extended := style.get("system", "").split()[1:]) and is_counted(extended[0]):
        text = number_text(number, extended[0])
    prefix, suffix = (
        unescaped(style.get(key, usual).strip().strip("\"'")) for key, usual in (("prefix", ""), ("suffix", ". "))
    )
    label = f"{prefix}{text}{suffix}".strip()
    return label if any(map(str.isalnum, label)) else "-"
