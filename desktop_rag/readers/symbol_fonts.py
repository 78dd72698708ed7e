"""Letters of symbol fonts (Symbol, Wingdings, Webdings) as the signs that they draw.

Office files keep them as bytes, or as letters U+F020 to U+F0FF of the private area.
"""

import re

_SYMBOL = (
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪",
    "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
)
_WINGDINGS_FIRST = (
    " ✏✂✁👓🔔📖🕯☎✆✉🖃📪📫📬📭📁📂📄📃🗐🗄⌛🖮🖰🖲🖳🖴💾🖬✇✍✍✌👌👍👎☜☞☝☟✋☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯"
    "ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■☐☐❑❒⬧⧫◆❖⬥☒⮹⌘🏵🏶“”"
)
_WINGDINGS_SECOND = (
    "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•▪○🞆🞈◉◎○▪☐🟂✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘"
    "🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈⮊⮉⮋←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✗✓☒☑"
)
_FEW = {
    "wingdings 2": {
        0x21: "🖊", 0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x55: "⊗", 0x56: "⊗", 0x57: "⊘",
        0x6A: "&", 0x97: "•", 0x98: "●", 0x99: "○", 0x9A: "○", 0x9B: "◉", 0x9C: "◎", 0x9D: "◉", 0x9E: "·", 0x9F: "▪",
        0xA0: "■", 0xA1: "□", 0xA2: "■", 0xA3: "☐", 0xA4: "☐", 0xA5: "☐", 0xA6: "☐", 0xAE: "◆", 0xAF: "◇",
        **{0x69 + number: sign for number, sign in enumerate("⓪①②③④⑤⑥⑦⑧⑨⑩")},
    },
    "wingdings 3": {
        0x21: "←", 0x22: "→", 0x23: "↑", 0x24: "↓", 0x25: "↖", 0x26: "↗", 0x27: "↙", 0x28: "↘", 0x66: "←", 0x67: "→",
        0x68: "↑", 0x69: "↓", 0x70: "▲", 0x71: "▼", 0x72: "△", 0x73: "▽", 0x74: "◀", 0x75: "▶", 0x76: "◁", 0x77: "▷",
        0x7D: "▶", 0x7C: "◀", 0x84: "▼", 0x83: "▲",
    },
    "webdings": {
        0x31: "⏴", 0x33: "◀", 0x34: "▶", 0x35: "▲", 0x36: "▼", 0x3D: "•", 0x61: "✓", 0x63: "☐", 0x67: "■", 0x6E: "●",
        0x72: "✗", 0x78: "☒", 0x69: "ℹ", 0xC8: "✉", 0xC9: "☎",
    },
}  # fmt: skip
_PRIVATE = range(0xF020, 0xF100)
_PRIVATE_LETTER = re.compile("[\uf020-\uf0ff]")
_SECOND_HALF = {"symbol": 0xA0, "wingdings": 0x80}


def _table(font: str, parts: tuple[str, ...]) -> dict[int, str]:
    first, *rest = parts
    second = "".join(rest)
    return {
        **{0x20 + place: sign for place, sign in enumerate(first)},
        **{_SECOND_HALF[font] + place: sign for place, sign in enumerate(second)},
    }


def _symbol_table() -> dict[int, str]:
    table = _table("symbol", _SYMBOL[:2])
    # one place between the brackets of sums is empty
    rest = {0xF1 + place: sign for place, sign in enumerate(_SYMBOL[2])}
    return {**table, 0x6D: "µ", 0x2A: "*", 0x27: "∋", **rest}


_TABLES: dict[str, dict[int, str]] = {
    "symbol": _symbol_table(),
    "wingdings": _table("wingdings", (_WINGDINGS_FIRST, _WINGDINGS_SECOND)),
    **_FEW,
}


def is_symbol_font(font: str) -> bool:
    """Return True if a font draws signs in the places of letters."""
    return font.strip().lower() in _TABLES


def sign_of(code: int, font: str) -> str:
    """Return the sign that a symbol font draws for a byte or private letter; the letter itself of any other font.

    Of a private letter whose font is unknown it is that of Symbol, as Word takes it; "" where the font has none.
    """
    table = _TABLES.get(font.strip().lower())
    if code in _PRIVATE:
        return (table if table is not None else _TABLES["symbol"]).get(code - 0xF000, "")
    if table is not None and code < 0x100:
        return table.get(code, "")
    return chr(code) if 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else ""


def with_signs(text: str, font: str) -> str:
    """Return a text of a font with the signs that it draws."""
    if font and is_symbol_font(font):
        return "".join(letter if letter.isspace() else sign_of(ord(letter), font) or "□" for letter in text)
    if not text.isascii() and _PRIVATE_LETTER.search(text):
        return "".join(sign_of(ord(letter), font) or letter if ord(letter) in _PRIVATE else letter for letter in text)
    return text
