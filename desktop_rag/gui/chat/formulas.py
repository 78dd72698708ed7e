"""Mathematics in answers: finds TeX between dollars or brackets, and draws it in the size and colour of the text.

What cannot be drawn stays as it was written. A picture's address holds its source, so copying gives TeX again.
"""

import logging
import math
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from desktop_rag.gui.widgets.theme import TEXT, scaled

FORMULA, INLINE, BLOCK = "tex", "formula", "formula_block"  # the scheme of addresses, and the names of tokens
_PAIRS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
_LONGEST = 600  # characters; longer ones are no formulas that fit a line
_KEPT = 300  # drawings
_DROP = 2  # pixels: so much above the middle of a picture Qt 6.11 puts the baseline of a line
STAND_INS = "before", "after"
"""Names in a formula's token for the stand-ins of citations and marks that stood around it, or in it: they are drawn
around its picture, in the same order."""
_FURTHEST, _MOST_LINES = 5_000, 100  # characters and lines up to where a formula ends: each line may open one
# Macros could call themselves; letters of other scripts are not in the font.
_REFUSED = re.compile(r"\\(?:def|newcommand|renewcommand|let|input|include)\b|[\u2e80-\ud7ff\ue000-\uf8ff]")
# “\\[1\\]” is also how Markdown writes a plain bracket: there only what is surely TeX counts.
_IS_TEX = re.compile(r"(?<!\\)(?:\\[A-Za-z]|_)")
_STAND_INS = re.compile("[\ue000-\uf8ff]+")
_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')  # left, top, width and height; the baseline is at 0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A formula as SVG; sizes in pixels, ``above`` from its top to the baseline."""

    svg: bytes
    width: float
    height: float
    above: float


def load_formulas() -> None:
    """Load the renderer of formulas; takes half a second, so another thread does it before it is needed."""
    draw("x", "#000000", TEXT, is_block=False)


def find_formulas(parser: MarkdownIt) -> MarkdownIt:
    """Let a parser find formulas, and return it."""
    parser.inline.ruler.before("escape", INLINE, _inline_rule)
    parser.block.ruler.before("code", BLOCK, _block_rule, {"alt": ["paragraph"]})
    return parser


@lru_cache(_KEPT)
def draw(tex: str, colour: str, pixels: int, *, is_block: bool) -> Drawing | None:
    """Return a formula's drawing, None when it cannot be drawn."""
    if not tex.strip() or len(tex) > _LONGEST or _REFUSED.search(tex):
        return None
    try:
        from ziamath.config import config
        from ziamath.zmath import Latex

        config.svg2 = False  # Qt knows SVG 1.2 Tiny
        formula = Latex(tex.strip(), size=pixels, color=colour, inline=not is_block)
        svg = formula.svg()
        _, top, width, height = map(float, _VIEW_BOX.findall(svg)[0].split())
        return Drawing(svg.encode(), width, height, -top)
    except Exception:  # noqa: BLE001 - whatever a model writes, its source is shown instead
        _log.debug("a formula cannot be drawn", exc_info=True)
        return None


def formula_html(tex: str, colour: str, *, is_block: bool) -> str:
    """Return the HTML of a formula's picture; "" when it cannot be drawn."""
    drawing = draw(tex, colour, scaled(TEXT + 2), is_block=is_block)
    if drawing is None:
        return ""
    width, height = _canvas(drawing, is_block=is_block)
    address = _address(tex, colour, is_block=is_block)
    return f'<img src="{address}" width="{width}" height="{height}" style="vertical-align:middle"/>'


def is_tall(tex: str, colour: str, line: float, *, is_block: bool) -> bool:
    """Return True if a formula needs more than the height of a line."""
    drawing = draw(tex, colour, scaled(TEXT + 2), is_block=is_block)
    return drawing is not None and _canvas(drawing, is_block=is_block)[1] > line


def picture(address: str, ratio: float = 1.0) -> QImage | None:
    """Return the picture of an address that ``formula_html`` wrote, for a screen of this density; None for others."""
    read = _read(address)
    if read is None:
        return None
    tex, colour, is_block = read
    drawing = draw(tex, colour, scaled(TEXT + 2), is_block=is_block)
    if drawing is None:
        return None
    width, height = _canvas(drawing, is_block=is_block)
    image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.scale(ratio, ratio)
    top = 0.0 if is_block else height / 2 + scaled(_DROP) - drawing.above
    renderer = QSvgRenderer(QByteArray(drawing.svg))
    renderer.render(painter, QRectF(0, top, drawing.width, drawing.height))
    painter.end()
    return image


def source(address: str) -> str:
    """Return the TeX of a picture with its dollars; "" when it is no formula."""
    read = _read(address)
    if read is None:
        return ""
    sign = "$$" if read[2] else "$"
    return f"{sign}{read[0].strip()}{sign}"


def as_written(tex: str, opening: str) -> str:
    """Return a formula as it stood in the answer."""
    return f"{opening}{tex}{dict(_PAIRS)[opening]}"


def _canvas(drawing: Drawing, *, is_block: bool) -> tuple[int, int]:
    """Return the size of a picture. In a line Qt puts its middle on the baseline, so it is as high above as below."""
    drop, below = scaled(_DROP), drawing.height - drawing.above
    height = drawing.height if is_block else 2 * max(drawing.above - drop, below + drop)
    return math.ceil(drawing.width), math.ceil(height)


def _address(tex: str, colour: str, *, is_block: bool) -> str:
    written = f"{'block' if is_block else 'line'}\n{colour}\n{tex}"
    return f"{FORMULA}:{urlsafe_b64encode(written.encode()).decode()}"


def _read(address: str) -> tuple[str, str, bool] | None:
    scheme, _, written = address.partition(":")
    if scheme != FORMULA:
        return None
    try:
        kind, colour, tex = urlsafe_b64decode(written).decode().split("\n", 2)
    except ValueError:
        return None
    return tex, colour, kind == "block"


def _inline_rule(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - as markdown-it calls it
    """Take a formula that begins here."""
    for opening, closing in _PAIRS:
        if not state.src.startswith(opening, state.pos):
            continue
        start = state.pos + len(opening)
        end = state.src.find(closing, start, min(state.posMax, start + _FURTHEST))
        tex = state.src[start:end] if end > start else ""
        behind = state.src[end + 1 : end + 2]
        # “$5 and $10” is money
        is_money = opening == "$" and (tex[:1].isspace() or tex[-1:].isspace() or behind.isdigit())
        if is_money or not _is_meant(tex, opening):
            return False
        if not silent:
            token = state.push(INLINE, "", 0)
            token.content, token.markup = _without_stand_ins(tex), opening
            token.meta = dict(zip(STAND_INS, ("", _stand_ins(tex)), strict=True))
        state.pos = end + len(closing)
        return True
    return False


def _block_rule(state: StateBlock, first: int, last: int, silent: bool) -> bool:  # noqa: FBT001
    """Take lines from one that begins with a formula's opening to one that ends with its closing."""
    if state.is_code_block(first):
        return False
    line = _line(state, first)
    before = begins[0] if (begins := _STAND_INS.match(line)) else ""
    line = line.removeprefix(before)
    opening, closing = next(((one, end) for one, end in _PAIRS[:2] if line.startswith(one)), ("", ""))
    if not opening or not _is_closed(state, closing, first):
        return False
    lines, number = [line[len(opening) :]], first
    while not _STAND_INS.sub("", lines[-1]).rstrip().endswith(closing):
        number += 1
        if number >= last or state.isEmpty(number) or len(lines) >= _MOST_LINES:
            return False
        lines.append(_line(state, number))
    text = "\n".join(lines)
    tex = _STAND_INS.sub("", text).rstrip().removesuffix(closing)
    if closing in tex or not _is_meant(tex, opening):
        return False
    if not silent:
        token = state.push(BLOCK, "", 0)
        token.content, token.markup, token.map = tex, opening, [first, number + 1]
        token.meta = dict(zip(STAND_INS, (before, _stand_ins(text)), strict=True))
        state.line = number + 1
    return True


def _is_closed(state: StateBlock, closing: str, first: int) -> bool:
    """Return False if none of the lines that a formula from a line may take ends with its closing.

    Found once for a text: paragraphs ask at each of their lines, and each would look through the same hundred.
    """
    key = f"lines that end with {closing}"
    ends = state.env.get(key)
    if ends is None:
        lines = (
            _without_stand_ins(state.src[begin:end]) for begin, end in zip(state.bMarks, state.eMarks, strict=True)
        )
        ends = state.env[key] = [number for number, line in enumerate(lines) if line.rstrip().endswith(closing)]
    at = bisect_left(ends, first)
    return at < len(ends) and ends[at] <= first + _MOST_LINES


def _is_meant(tex: str, opening: str) -> bool:
    """Return True if what stands between signs is a formula."""
    return bool(_without_stand_ins(tex).strip()) and (opening.startswith("$") or _IS_TEX.search(tex) is not None)


def _stand_ins(text: str) -> str:
    return "".join(_STAND_INS.findall(text))


def _without_stand_ins(text: str) -> str:
    return _STAND_INS.sub("", text)


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
