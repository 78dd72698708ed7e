"""Raised and lowered letters of a page, written so that they stay apart from the figures and words before them.

Signs of symbol fonts, as boxes with their ticks, are written too: both are told by the spans of lines.

PyMuPDF's words run on from ``10`` to a raised ``6``; the spans of its lines tell sizes and baselines. A raised mark
that begins a line or a block of its own, as the way back to the baseline may, is taken back to what it belongs to.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeAlias

from desktop_rag.readers import formulas
from desktop_rag.readers.pages.page_lines import Box, RawWord, around
from desktop_rag.readers.symbol_fonts import is_symbol_font, with_signs

_SMALL = 0.86  # of the size of the letters beside
_SMALLEST = 0.42  # below it, the letters beside are an initial over several lines
_RAISED = 0.12  # of that size, from baseline to baseline
_LOWERED = 0.05
_FARTHEST = 0.9
_ONLY_RAISED = 0.22  # letters of the same size
_MOST_RAISED = 4  # of them
_LEVEL = 0.1
_OVERLAP, _JOINED, _GAP, _BLANK = 0.2, 0.2, 0.35, 0.75  # of the size, from one letter to the next
_LONGEST = 8  # letters of a mark that is drawn by itself
_NOTES_SIZE = 0.95  # of that of most letters
_NOTE = re.compile(r"\s*(\d{1,2})[.)]?\s*[^\W\d_]")
_MARK = re.compile(r"(?:\(\w{1,3}\))+|\[\w{1,3}\]")
_VARIABLE = re.compile(r"(?<![^\W\d])[^\W\d]$")
_POWER = re.compile(r"(?:[×·⋅*∙]|\bx)\s*\d+$")
_SLASH = re.compile(r"\s*[/⁄∕]\s*\d")
_UNDER = re.compile(r"\d+(?!\S)")
_UNDER_BY = 0.6  # of their size, from the upper figure to the lower one
_PIECE = re.compile(r"[^\x00-\x20\xa0]+")  # PyMuPDF's words
_WORD_BEGINS = re.compile(r"[^\W\d_]{3}")
_HTML_LINE = re.compile(
    r'(?:<p style="top:(-?[\d.]+)pt;left:(-?[\d.]+)pt;line-height:([\d.]+)pt">(?:<[bi]>|<tt>)*)?'
    r'<span style="font-family:([^;,]*)[^;]*;font-size:([\d.]+)pt;[^>]*>([^<]*)'
)
_HTML_RISE = 0.8  # of the size of the first letter, from its baseline to the top that is told
_HTML_SHORT = 64  # characters of a mark that is drawn by itself: each may be escaped
_ROUNDED = 0.1  # points
_HIGHEST = 0.4  # heights of a word, from its top to the baseline of a mark above
_ABOUT_USUAL = 0.5  # of the letters: escaped ones are told as several
Place = tuple[int, int]
"""The numbers of a block and of a line in it."""
TextPage: TypeAlias = Any
"""A ``pymupdf.TextPage``."""


@dataclass(slots=True, eq=False)
class _Part:
    """Letters of one size on one baseline; ``level`` is 1 for raised and -1 for lowered ones."""

    text: str
    size: float
    baseline: float
    box: Box
    level: int = 0
    font: str = ""  # of signs
    is_over: bool = False  # the upper figure of a fraction
    is_under: bool = False  # begins with the lower one


@dataclass(slots=True, eq=False)
class _Line:
    """A line as it is read: its parts, and where PyMuPDF has it."""

    parts: list[_Part]
    places: list[Place]
    base: _Part | None = field(default=None)  # the last part that is neither raised nor lowered
    is_shuffled: bool = False  # a mark was drawn elsewhere


def written_in_line(words: list[RawWord], textpage: TextPage) -> list[RawWord]:
    """Return the words of a page with raised and lowered letters as ``formulas.raised`` and ``lowered`` write them.

    ``words`` are those of ``textpage``. Marks that are written apart are words of their own. Vertical and turned lines
    stay as they are.
    """
    # a fifth of the pages have any: the spans of all lines take four times as long as this look
    if not _may_have_any(textpage.extractHTML(), words):
        return words
    lines, usual = _lines(textpage.extractDICT()["blocks"], words)
    changed = [line for line in lines if len(line.places) > 1 or any(part.level or part.font for part in line.parts)]
    if not changed:
        return words
    by_place = {place: list(group) for place, group in groupby(words, lambda word: (word[5], word[6]))}
    if sum(map(len, by_place.values())) < len(words):
        return words  # a line in two pieces: not as PyMuPDF tells its words
    marks = _marks_of_notes(lines, usual)
    for line in changed:
        found = [word for place in line.places for word in by_place.get(place, ())]
        if line.is_shuffled:
            found.sort()  # from left to right, as the parts
        written = _written(line, found, marks)
        if written is not None:
            for place in line.places:
                by_place[place] = []
            by_place[line.places[0]] = written
    return [word for group in by_place.values() for word in group]


def _may_have_any(html: str, words: Sequence[RawWord]) -> bool:
    """Return True if a page may have raised or lowered letters, by its lines in ``TextPage.extractHTML``.

    That tells fonts, sizes to a tenth of a point, and where a line begins; not where its parts stand.
    """
    if "<sup>" in html:
        return True
    told = _HTML_LINE.findall(html)
    if any(map(_font_of_signs, {font for _, _, _, font, _, _ in told})) or (words and not told):
        return True
    letters: dict[str, int] = {}
    for _, _, _, _, size, text in told:
        letters[size] = letters.get(size, 0) + len(text)
    if len(letters) < 2:
        return False
    most = max(letters.values())
    usual = max(float(size) for size, count in letters.items() if count >= _ABOUT_USUAL * most)
    known = {size: float(size) for size in letters}
    beginnings: list[tuple[float, float, float]] = []
    inside, last, last_base, base = 0.0, 0.0, 0.0, 0.0
    for top, left, first, _, told_size, text in told:
        size = known[told_size]
        if top:
            last, last_base, inside = inside, base, 0.0
            base = float(top) + _HTML_RISE * float(first)
            both = max(size, last)
            level = abs(base - last_base) <= _FARTHEST * both and min(size, last) >= _SMALLEST * both - _ROUNDED
            if size != last and level:
                beginnings.append((float(left), base, _BLANK))
            elif size <= _SMALL * usual + _ROUNDED and len(text) < _HTML_SHORT:
                beginnings.append((float(left), base, _GAP))
        if size != inside and text.strip():
            if inside and (_is_small(size, inside) or _is_small(inside, size)):
                return True
            inside = size
    return _any_beside(beginnings, words)


def _is_small(size: float, other: float) -> bool:
    """Return True if letters have the size of raised ones beside others; sizes are rounded."""
    return _SMALLEST * other - _ROUNDED <= size <= _SMALL * other + _ROUNDED


def _any_beside(beginnings: Sequence[tuple[float, float, float]], words: Sequence[RawWord]) -> bool:
    """Return True if a line begins higher or lower beside the end of a word.

    Each line is told by its left end, its baseline, and how many heights of the word it may be away. Words are at least
    as high as the size of their letters.
    """
    tallest = max((word[3] - word[1] for word in words), default=0.0) if beginnings else 0.0
    for left, base, farthest in beginnings:
        least, most = left - farthest * tallest - _ROUNDED, left + _OVERLAP * tallest + _ROUNDED
        beside = [
            (top, bottom)
            for top, right, bottom in [word[1:4] for word in words if least <= word[2] <= most]
            if -_OVERLAP * (bottom - top) - _ROUNDED <= left - right <= farthest * (bottom - top) + _ROUNDED
            and _HIGHEST * (top - bottom) <= base - top <= (1 + _FARTHEST) * (bottom - top)
        ]
        if beside:
            level = (word[1:4:2] for word in words if abs(word[0] - left) <= _ROUNDED and word[1] < base < word[3])
            own = next(level, None)
            # what has the same font, size and baseline is a cell or a word beside it
            if any(one != own for one in beside):
                return True
    return False


def _lines(blocks: Sequence[dict[str, Any]], words: Sequence[RawWord]) -> tuple[list[_Line], float]:
    """Return the lines of a page, those together that only a raised mark parts, and the size of most letters."""
    lines: list[_Line] = []
    lonely: list[_Line] = []
    letters: dict[float, int] = {}
    for block in blocks:
        number = block["number"]
        for place, told in enumerate(block.get("lines", ())):
            if told["dir"] != (1.0, 0.0) or told["wmode"]:
                continue
            spans = told["spans"]
            parts = [
                _Part(span["text"], span["size"], span["origin"][1], span["bbox"], 0, _font_of_signs(span["font"]))
                for span in spans
            ]
            for part in parts:
                letters[part.size] = letters.get(part.size, 0) + len(part.text)
            line = _Line(parts, [(number, place)])
            if len(parts) == 1:
                line.base = parts[0]
            else:
                _find_levels(line)
            if lines and (parts[0].size != lines[-1].parts[-1].size or lines[-1].parts[-1].level):
                if _is_under(lines[-1], line):
                    lines[-1].parts[-1].is_over = line.parts[0].is_under = True
                    _append(lines[-1], line)
                    continue
                if _goes_on(lines[-1], line):
                    _append(lines[-1], line)
                    continue
                if _precedes(lines[-1], line):
                    _prepend(lines[-1], line)
                    continue
            lines.append(line)
            if len(parts) == 1 and len(parts[0].text.strip()) <= _LONGEST:
                lonely.append(line)
    usual = max(letters, key=lambda size: (letters[size], size), default=0.0)
    small = [line for line in lonely if line.parts[0].size <= _SMALL * usual]
    return (_taken_back(small, lines, words) if small else lines), usual


@lru_cache(maxsize=1_000)
def _font_of_signs(font: str) -> str:
    """Return the name of a symbol font as ``symbol_fonts`` knows it, "" for other fonts."""
    name = re.sub(r"(?:^[A-Z]{6}\+)|(?:[,-]?(?:Regular|Bold|Italic|MT|BT)+$)", "", font)
    name = re.sub(r"(?<=dings)(?=\d)", " ", name)
    return name if is_symbol_font(name) else ""


def _signs(text: str, font: str) -> str:
    """Return the signs that letters of a symbol font draw: PyMuPDF knows the bytes of Symbol, not private letters."""
    if font.lower() == "symbol":
        return "".join(with_signs(letter, font) if "\ue000" <= letter <= "\uf8ff" else letter for letter in text)
    return with_signs(text, font)


def _find_levels(line: _Line) -> None:
    """Set the levels of a line's raised and lowered parts."""
    base: _Part | None = None
    parts = [part for part in line.parts if part.text.strip()]
    for place, part in enumerate(parts):
        if base is None and place + 1 < len(parts) and _level(part, parts[place + 1]) > 0:
            part.level = 1  # the mark of a note at its beginning
            continue
        part.level = _level(part, base) if base is not None else 0
        if not part.level:
            base = part
    line.base = base


def _level(part: _Part, base: _Part) -> int:
    """Return 1 for letters that are raised over those beside them, -1 for lowered ones, else 0."""
    size = base.size
    up = base.baseline - part.baseline
    if _SMALLEST * size <= part.size <= _SMALL * size:
        if _RAISED * size <= up <= _FARTHEST * size:
            return 1
        return -1 if _LOWERED * size <= -up <= _FARTHEST * size else 0
    same = _SMALL * size < part.size <= size * 1.02
    return int(same and _ONLY_RAISED * size <= up <= _FARTHEST * size and len(part.text.strip()) <= _MOST_RAISED)


def _goes_on(line: _Line, after: _Line) -> bool:
    """Return True if a line begins with a mark behind the other one, or with the text after such a mark."""
    base, first, last = line.base, after.parts[0], line.parts[-1]
    if base is None:
        return False
    gap = first.box[0] - last.box[2]
    if gap < -_OVERLAP * base.size or gap > _BLANK * base.size:
        return False
    if last.level and _is_level(first, base):
        return True
    back = next((part for part in after.parts[1:] if part.text.strip() and not part.level), None)
    is_small = first.size <= _SMALL * base.size
    return gap <= _GAP * base.size and is_small and _level(first, base) != 0 and (not back or _is_level(back, base))


def _is_under(line: _Line, after: _Line) -> bool:
    """Return True if a line begins with the lower figure of a fraction whose upper one ends the other line.

    There is no letter at either side: it would have the figures as its index and its power.
    """
    over, under = line.parts[-1], after.parts[0]
    figure = _UNDER.match(under.text)
    if over.level <= 0 or not over.text.strip().isdecimal() or figure is None:
        return False
    before = line.parts[-2].text[-1:] if len(line.parts) > 1 else ""
    behind = (under.text[figure.end() :] or "".join(part.text for part in after.parts[1:2]))[:1]
    alike = abs(under.size - over.size) <= _LEVEL * over.size and under.baseline - over.baseline > _UNDER_BY * over.size
    reach = figure.end() / len(under.text) * (under.box[2] - under.box[0])
    apart = abs(over.box[0] + over.box[2] - 2 * under.box[0] - reach) / 2
    return alike and apart <= _GAP * over.size and not before.isalpha() and not behind.isalpha()


def _is_level(part: _Part, base: _Part) -> bool:
    return abs(part.baseline - base.baseline) <= _LEVEL * base.size and part.size >= _SMALL * base.size


def _precedes(mark: _Line, line: _Line) -> bool:
    """Return True if a line is a mark that was drawn before the text that it begins."""
    if len(mark.parts) > 1 or len(mark.parts[0].text.strip()) > _MOST_RAISED or line.base is None:
        return False
    part, first = mark.parts[0], line.parts[0]
    gap = first.box[0] - part.box[2]
    return -_OVERLAP * first.size <= gap <= _BLANK * first.size and part.size < first.size and _level(part, first) > 0


def _append(line: _Line, after: _Line) -> None:
    base = line.base
    for part in after.parts:
        if base is not None and part.text.strip():
            part.level = 0 if part.is_under else _level(part, base)
            if part.is_under:
                continue
            base = base if part.level else part
    line.base = base
    line.parts += after.parts
    line.places += after.places


def _prepend(mark: _Line, line: _Line) -> None:
    mark.parts[0].level = 1
    mark.parts += line.parts
    mark.places += line.places
    mark.base = line.base


def _taken_back(marks: Sequence[_Line], lines: Sequence[_Line], words: Sequence[RawWord]) -> list[_Line]:
    """Put marks that were drawn before or long after their lines behind the words at whose right end they stand."""
    by_place = {place: line for line in lines for place in line.places}
    ends: dict[int, list[RawWord]] = {}
    for word in words:
        ends.setdefault(int(word[2]), []).append(word)
    taken: set[Place] = set()
    for mark in marks:
        part = mark.parts[0]
        size = part.size / _SMALLEST
        columns = range(int(part.box[0] - _GAP * size), int(part.box[0] + _OVERLAP * size) + 1)
        beside = []
        for word in (word for column in columns for word in ends.get(column, ())):
            line = by_place.get((word[5], word[6]))
            other = _part_of(word, line) if line is not None and line is not mark else None
            if line and other and part.size <= _SMALL * other.size and _touches(word[2], other.size, part):
                level = _level(part, other)
                if level > 0 or (level < 0 and part.text.strip().isalnum()):
                    beside.append((-level, line, other, word))
        if beside and not part.level:
            lower, line, other, word = min(beside, key=lambda found: found[0])
            if _put_behind(word, other, part, line, words):
                part.level = -lower
                line.places += mark.places
                taken.add(mark.places[0])
    return [line for line in lines if line.places[0] not in taken or len(line.parts) > 1]


def _part_of(word: RawWord, line: _Line) -> _Part | None:
    """Return the part of a line that a word ends in, None when it is raised or lowered."""
    found = (part for part in line.parts if part.box[0] < word[2] <= part.box[2] + 1)
    part = next(found, None)
    return part if part is not None and not part.level else None


def _put_behind(word: RawWord, part: _Part, mark: _Part, line: _Line, words: Sequence[RawWord]) -> bool:
    """Put a mark behind a word in a line; return whether the word is where it should be in its part."""
    place = (word[5], word[6])
    left, _, right, _ = part.box
    inside = [one for one in words if (one[5], one[6]) == place and one[2] > left and one[2] <= right + 1]
    pieces = list(_PIECE.finditer(part.text))
    number = inside.index(word)
    if len(pieces) != len(inside) or not word[4].endswith(pieces[number][0]):
        return False
    cut = pieces[number].end()
    rest = _Part(part.text[cut:], part.size, part.baseline, (word[2], part.box[1], right, part.box[3]))
    part.text, part.box = part.text[:cut], (left, part.box[1], word[2], part.box[3])
    if mark.box[0] - word[2] > _JOINED * part.size:
        mark.text = f" {mark.text}"
    at = line.parts.index(part) + 1
    line.parts[at:at] = [mark, rest] if rest.text else [mark]
    line.is_shuffled = True
    return True


def _touches(right: float, size: float, mark: _Part) -> bool:
    """Return True if a mark begins where other letters end."""
    return -_OVERLAP * size <= mark.box[0] - right <= _GAP * size


def _marks_of_notes(lines: Sequence[_Line], usual: float) -> frozenset[str]:
    """Return the numbers that small lines of a page begin with, or lines whose first number is raised.

    ``usual`` is the size of most letters.
    """
    marks = set()
    for line in lines:
        first = line.parts[0]
        if first.level > 0 or first.size <= _NOTES_SIZE * usual:
            match = _NOTE.match("".join(part.text for part in line.parts[:3]))
            if match:
                marks.add(match[1])
    return frozenset(marks)


@dataclass(slots=True)
class _Writer:
    """Puts the words of one line together."""

    block: int
    line: int
    done: list[RawWord] = field(default_factory=list)
    text: str = ""
    box: Box | None = None
    written: str = ""  # of the line, up to here

    def add(self, text: str, box: Box) -> None:
        """Append letters to the word that is being put together."""
        self.text += text
        self.written += text
        self.box = box if self.box is None else around(self.box, box)

    def end_word(self) -> None:
        """Begin a new word, if there is one."""
        if self.text.strip() and self.box is not None:
            self.done.append((*self.box, self.text, self.block, self.line))
        self.text, self.box = "", None
        if self.written and not self.written.endswith(" "):
            self.written += " "


def _written(line: _Line, words: Sequence[RawWord], marks: frozenset[str]) -> list[RawWord] | None:
    """Return the words of a line as they are written, None when they are not those of its parts."""
    writer = _Writer(*line.places[0])
    parts = _whole_scripts(line.parts)
    left = list(words)
    after = ["".join(part.text for part in parts[place + 1 : place + 4]) for place in range(len(parts))]
    in_fraction = False
    for place, part in enumerate(parts):
        at = 0
        for start, letters, box in _pieces(part, left):
            if box is None:
                return None
            if start > at or (at == 0 and part.text[:1].isspace()):
                writer.end_word()
                in_fraction = in_fraction and part.level != 0
            at = start + len(letters)
            piece = _signs(letters, part.font) if part.font else letters
            if part.is_over or (part.is_under and not start):
                if part.is_over and writer.text:
                    writer.end_word()
                writer.add(piece if part.is_over else f"/{piece}", box)
            elif part.level:
                in_fraction = _add_script(writer, part, piece, after[place], marks, box, in_fraction=in_fraction)
            else:
                if writer.text and _is_mark(writer.text) and _WORD_BEGINS.match(piece):
                    writer.end_word()
                in_fraction = in_fraction and piece[:1] in "/⁄∕"
                writer.add("/" + piece[1:] if in_fraction else piece, box)
        if part.text[at:]:
            writer.end_word()
            in_fraction = False
    writer.end_word()
    return writer.done if not left else None


def _whole_scripts(parts: Sequence[_Part]) -> list[_Part]:
    """Return parts with letters, those of one script together whatever their fonts."""
    whole: list[_Part] = []
    for part in parts:
        last = whole[-1] if whole else None
        goes_on = last and last.level and last.level == part.level and not last.text[-1:].isspace()
        if last and goes_on and not part.text[:1].isspace() and not last.is_over:
            whole[-1] = _Part(last.text + part.text, last.size, last.baseline, around(last.box, part.box), last.level)
        elif part.text:
            whole.append(part)
    return whole


def _pieces(part: _Part, left: list[RawWord]) -> Iterator[tuple[int, str, Box | None]]:
    """Yield a part's share of each of its words, taken from those ``left``, and its place in both.

    There is no box for what they do not agree on.
    """
    for match in _PIECE.finditer(part.text):
        text = match[0]
        if not left or not left[0][4].startswith(text):
            yield match.start(), text, None
            return
        x0, _, x1, _, said, *place = left[0]
        rest = said[len(text) :]
        end = max(x0, part.box[2]) if rest else x1
        yield match.start(), text, (x0, part.box[1], end, part.box[3])
        if rest:
            left[0] = (end, left[0][1], x1, left[0][3], rest, place[0], place[1])
        else:
            del left[0]


def _is_mark(text: str) -> bool:
    return bool(text) and all(letter in "⁰¹²³⁴⁵⁶⁷⁸⁹*†‡§" for letter in text)


def _add_script(
    writer: _Writer, part: _Part, piece: str, after: str, marks: frozenset[str], box: Box, *, in_fraction: bool
) -> bool:
    """Append raised or lowered letters; return whether they are the upper part of a fraction with a slanted line."""
    before = writer.written
    level = writer.box or next((word[:4] for word in writer.done[-1:]), box)
    placed = (box[0], min(level[1], box[1]), box[2], max(level[3], box[3]))
    if piece.isdecimal() and (in_fraction or (part.level > 0 and _SLASH.match(after))):
        if not in_fraction and before[-1:].isdigit():
            writer.end_word()
        writer.add(piece, placed)
        return not in_fraction
    if in_fraction and piece in {"/", "⁄", "∕"}:
        writer.add("/", placed)
        return True
    if _MARK.fullmatch(piece) and not _VARIABLE.search(before):
        text = f" {piece}"
    elif piece.isalpha() and before[-1:].isalpha() and after[:1].isalpha():
        text = piece  # within a word, as in LaTeX's name
    elif part.level < 0:
        text = formulas.lowered(piece, before)
    elif piece in marks and before[-1:].isdigit() and not _POWER.search(before):
        text = f" {formulas.raised(piece)}"
    else:
        text = formulas.raised(piece, before, after)
    if text.startswith(" "):
        writer.end_word()
    writer.add(text.strip(), placed)
    return False
