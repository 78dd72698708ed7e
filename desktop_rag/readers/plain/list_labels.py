"""The labels of lists as browsers write them, by the names that HTML and CSS have for ways of counting."""

from desktop_rag.readers.numerals import numeral

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
    """Whether a style of lists counts in a way that is known here."""
    return kind in _ALL


def number_text(number: int, kind: str) -> str:
    """Return a number in a style such as "lower-roman" or of a type such as "i"; in figures where it has no sign."""
    return numeral(number, _ALL.get(kind, "decimal"))


def list_label(number: int, kind: str) -> str:
    """Return the label of an item with the mark behind it: "3.", "iv.", "三、"."""
    return number_text(number, kind) + ("、" if kind in _IDEOGRAPHIC else ".")
