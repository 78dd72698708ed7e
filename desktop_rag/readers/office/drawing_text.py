"""Texts of shapes in Office files (DrawingML) as they are drawn: numbers of lists, raised figures, formulas, signs."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.readers import formulas
from desktop_rag.readers.numerals import numeral
from desktop_rag.readers.office.drawn_line import TELLING_BULLETS, DrawnLine
from desktop_rag.readers.office.xml_parts import LEFT_OUT, attribute, name_of
from desktop_rag.readers.symbol_fonts import is_symbol_font, with_signs

_MATHS = frozenset(["oMath", "oMathPara"])
_BULLETS = frozenset(["buNone", "buAutoNum", "buChar", "buBlip"])
_SYSTEMS = {
    "alphaLc": "alpha", "alphaUc": "ALPHA", "arabic": "decimal", "romanLc": "roman", "romanUc": "ROMAN",
    "arabicDb": "fullwidth", "circleNumDb": "circled", "circleNumWdWhite": "circled",
    "circleNumWdBlack": "black circled", "ea1Chs": "chinese", "ea1Cht": "traditional chinese",
    "ea1ChsDb": "chinese", "ea1JpnChsDb": "chinese", "ea1JpnKor": "japanese", "thaiAlpha": "thai",
    "thaiNum": "thai digits", "hindiAlpha": "devanagari", "hindiAlpha1": "devanagari", "hindiNum": "devanagari digits",
    "hebrew2": "hebrew", "arabic1": "arabic alpha", "arabic2": "arabic abjad",
}  # fmt: skip
_SHAPES = {
    "ParenBoth": "({})", "ParenR": "{})", "Period": "{}.", "Plain": "{}", "Minus": "{}-",
}  # fmt: skip
_LARGEST = 32_767
_PRIVATE = re.compile("[\uf020-\uf0ff]")


class Level(NamedTuple):
    """The style of paragraphs: the element of their bullet and its font, and the baseline of raised ones."""

    bullet: ET.Element | None
    font: str
    baseline: str


_NOTHING = ET.Element("none")
_PLAIN = Level(None, "", "")


class _Count(NamedTuple):
    """The number of the last paragraph on a level, and the form in which the next one must match to continue it."""

    form: tuple[str, str]
    number: int


class _Link(NamedTuple):
    """A link in a line: the pieces where it begins and ends, and its address."""

    line: DrawnLine
    begin: int
    end: int
    target: str


class ShapeText:
    """The paragraphs of one shape, with continuous numbering.

    ``styles`` are the list styles that apply, the nearest first; ``target`` tells the address of an identifier.
    """

    def __init__(self, styles: Sequence[ET.Element] = (), target: Callable[[str], str] = lambda _: "") -> None:
        self._styles = styles
        self._target = target
        self._counts: dict[int, _Count] = {}
        self._last: _Link | None = None
        self.links: list[tuple[str, str]] = []

    def lines(self, paragraphs: Iterable[ET.Element]) -> list[str]:
        """Return the paragraphs that say something, each with its number."""
        return [line for paragraph in paragraphs if (line := self._line(paragraph))]

    def _line(self, paragraph: ET.Element) -> str:
        properties = next((part for part in paragraph if name_of(part) == "pPr"), _NOTHING)
        level = attribute(properties, "lvl")
        depth = int(level) if level.isdecimal() and len(level) == 1 else 0
        drawn = self._level(properties, depth)
        text = None if drawn.baseline else _plain(paragraph)
        if text is None:
            line = DrawnLine()
            self._write(paragraph, line, drawn.baseline)
            text = line.text()
        text = text.strip()
        if not text:
            return ""
        label = self._label(drawn.bullet, drawn.font, depth)
        return f"{label} {text}" if label else text

    def _write(self, element: ET.Element, line: DrawnLine, baseline: str) -> None:
        for part in element:
            name = name_of(part)
            if name in {"r", "fld"}:
                self._write_run(part, line, baseline)
            elif name == "br":
                line.add("\n")
            elif name in _MATHS:
                line.formula(formulas.of_omml(part))
            elif name not in LEFT_OUT and name != "endParaRPr":
                self._write(part, line, baseline)

    def _write_run(self, run: ET.Element, line: DrawnLine, baseline: str) -> None:
        begin = line.count
        look = next((part for part in run if name_of(part) == "rPr"), _NOTHING)
        place = _place(look.get("baseline", baseline))
        for part in run:
            if name_of(part) == "t":
                line.add(_drawn((part.text or "").replace("\x0b", "\n"), look), place)
            elif name_of(part) == "br":
                line.add("\n")
        for click in look:
            target = self._target(attribute(click, "id")) if name_of(click) == "hlinkClick" else ""
            if target:
                self._add_link(line, begin, target)

    def _add_link(self, line: DrawnLine, begin: int, target: str) -> None:
        """Keep a link; one in several runs is one."""
        before = self._last
        if before is not None and before.line is line and before.end == begin and before.target == target:
            begin = before.begin
            self.links.pop()
        self._last = _Link(line, begin, line.count, target)
        self.links.append((line.plain(begin), target))

    def _level(self, properties: ET.Element, depth: int) -> Level:
        """Return the style of a paragraph: its own, else that of the nearest list style for its level."""
        if not self._styles and not len(properties):
            return _PLAIN
        bullet, font, baseline = None, "", ""
        wanted = f"lvl{depth + 1}pPr"
        inherited = (part for style in self._styles for part in style if name_of(part) == wanted)
        for level in (properties, *inherited):
            for part in level:
                name = name_of(part)
                if name in _BULLETS and bullet is None and (name != "buChar" or level is properties):
                    bullet = part
                elif name == "buFont":
                    font = font or part.get("typeface", "")
                elif name == "defRPr" and level is not properties:
                    baseline = baseline or part.get("baseline", "")
        return Level(bullet, font, baseline)

    def _label(self, bullet: ET.Element | None, font: str, depth: int) -> str:
        """Return the number before a paragraph, or a bullet that says something; others are left out."""
        if bullet is None and not self._counts:
            return ""
        for below in [level for level in self._counts if level > depth]:
            del self._counts[below]
        if bullet is None or name_of(bullet) != "buAutoNum":
            self._counts.pop(depth, None)
            sign = with_signs(bullet.get("char", ""), font) if bullet is not None else ""
            return sign if sign and sign in TELLING_BULLETS else ""
        form = bullet.get("type", "arabicPeriod"), bullet.get("startAt", "1")
        before = self._counts.get(depth)
        first = int(form[1]) if form[1].isdecimal() and len(form[1]) < 6 else 1
        number = before.number + 1 if before is not None and before.form == form else first
        self._counts[depth] = _Count(form, min(number, _LARGEST))
        return numbered(number, form[0])


def numbered(number: int, form: str) -> str:
    """Return the label of a number in a form such as ``alphaLcParenR``."""
    ending = next((name for name in _SHAPES if form.endswith(name)), "Plain")
    system = form.removesuffix(ending)
    pattern = _SHAPES[ending]
    if "Db" in system and ending == "Period":
        pattern = "{}．"
    return pattern.format(numeral(number, _SYSTEMS.get(system, "decimal")))


def paragraphs_of(element: ET.Element) -> Iterator[ET.Element]:
    """Yield the paragraphs of a shape, without those kept for older programs."""
    for part in element:
        if name_of(part) == "p":
            yield part
        elif name_of(part) not in LEFT_OUT:
            yield from paragraphs_of(part)


def _plain(paragraph: ET.Element) -> str | None:
    """Return the words of a paragraph whose runs all look alike, as most do; None of one with anything else."""
    texts: list[str] = []
    for run in paragraph:
        name = name_of(run)
        if name == "r":
            for part in run:
                name = name_of(part)
                if name == "t":
                    texts.append(part.text or "")
                elif name != "rPr" or len(part) or part.get("baseline") is not None:
                    return None
        elif name not in {"pPr", "endParaRPr"}:
            return None
    text = "".join(texts).replace("\x0b", "\n")
    return text if text.isascii() or not _PRIVATE.search(text) else None


def _drawn(text: str, look: ET.Element) -> str:
    """Return the words of a run with the signs that symbol fonts draw; ``a:sym`` is for private letters alone."""
    fonts = {name_of(part): part.get("typeface", "") for part in look}
    latin, signs = fonts.get("latin", ""), fonts.get("sym", "")
    if is_symbol_font(latin):
        return with_signs(text, latin)
    return text if text.isascii() else _PRIVATE.sub(lambda letter: with_signs(letter[0], signs), text)


def _place(baseline: str) -> int:
    """Return 1 for raised, -1 for lowered, 0 for neither; a baseline is in thousandths of a percent, or in percent."""
    try:
        amount = float(baseline.removesuffix("%"))
    except ValueError:
        return 0
    return (amount > 0) - (amount < 0)
