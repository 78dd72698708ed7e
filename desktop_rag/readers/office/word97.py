"""Word files before 2007 (.doc): the text in order, with headings and tables, raised letters and signs.

The libraries for it run table cells together or take rubbish for text. What is read here: the header, the table of
pieces that says where the text lies and how it is encoded, the paragraphs' style numbers (1 to 9 are headings), and of
letters whether they are raised, lowered, deleted, or signs of symbol fonts.
"""

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText
from desktop_rag.readers import formulas
from desktop_rag.readers.base import damaged, note_missing, protected
from desktop_rag.readers.office.compound_files import read_streams
from desktop_rag.readers.office.extra_text import Section, with_sections
from desktop_rag.readers.office.field_codes import address_of_code, text_of_code
from desktop_rag.readers.office.word_styles import Counters, Level, NumberedList
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import in_pages
from desktop_rag.readers.section_headings import LINKS, link_lines
from desktop_rag.readers.symbol_fonts import sign_of

_MAGIC = 0xA5EC
_WORD97 = 0xC1
_ENCRYPTED, _TABLE_1 = 0x0100, 0x0200
_COUNTS, _OFFSETS = 0x4C, 0x9A  # where the lengths of the parts and the places in the table stream stand
_STYLES, _CHPX, _PAPX, _FONTS, _CLX, _LISTS, _LIST_USES = 1, 12, 13, 15, 33, 73, 74
_PAGE = 512
_CELL, _PARAGRAPH = "\x07", re.compile("[\r\x07\x0c]")
_FIELD = re.compile("\x13[^\x13\x14\x15]*\x14")
_WHOLE_FIELD = re.compile("\x13([^\x13\x14\x15]*)(?:\x14([^\x13\x14\x15]*))?\x15")
_PLAIN = str.maketrans({"\x0b": "\n", "\x1e": "-", "\x1f": "", "\xa0": " ", "\x15": "", "\x14": "", "\x13": ""})
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_HEADINGS = range(1, 10)
_ROW, _CELL_SIZE = 0xD608, 20  # the property that describes the cells of a row, and the bytes it has for each
_IN_TABLE, _ROW_END = 0x2416, 0x2417
_ELSEWHERE = 0x6646  # a row of so many cells that its properties lie in another place
_LIST, _LEVEL = 0x460B, 0x260A  # the properties of a paragraph that say which list it is in, and on which level
_LIST_SIZE, _LEVEL_SIZE, _USE_SIZE, _OVERRIDE_SIZE = 28, 28, 16, 8
_LEVELS = 9
_MOST = 4_000  # lists of a file: more come from damaged ones
_PARAGRAPH_STYLE = 1
_DEEPEST = 20  # styles based on each other
_LEGAL, _NEVER_AGAIN = 0x04, 0x08
_OTHER_START, _OTHER_LEVEL = 0x10, 0x20
_WAYS = (
    "decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex chicago"
    " ideographDigital japaneseCounting aiueo iroha decimalFullWidth decimalHalfWidth japaneseLegal"
    " japaneseDigitalTenThousand decimalEnclosedCircle decimalFullWidth2 aiueoFullWidth irohaFullWidth decimalZero"
    " bullet ganada chosung decimalEnclosedFullstop decimalEnclosedParen decimalEnclosedCircleChinese"
    " ideographEnclosedCircle ideographTraditional ideographZodiac ideographZodiacTraditional taiwaneseCounting"
    " ideographLegalTraditional taiwaneseCountingThousand taiwaneseDigital chineseCounting chineseLegalSimplified"
    " chineseCountingThousand decimal koreanDigital koreanCounting koreanLegal koreanDigital2 hebrew1 arabicAlpha"
    " hebrew2 arabicAbjad hindiVowels hindiConsonants hindiNumbers decimal thaiLetters thaiNumbers decimal decimal"
    " numberInDash russianLower russianUpper"
).split()
_NO_NUMBER = 0xFF
_SCRIPT, _SHIFT, _SYMBOL, _DELETED = 0x2A48, 0x4845, 0x6A09, 0x0800  # how formats name them
_ROW_FORMAT = 0xD608  # the one format whose size has two bytes
_SIZES = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}  # of what follows the name of a format, by its upper three bits
_SHIFTED = 4  # half points: less is no script
_NAME_AT = 40  # bytes before the name of a font


class ListPlace(NamedTuple):
    """The list that a paragraph is in, "0" for none, and its level; None where nothing is said."""

    number: str | None
    level: int | None


def list_place(told: dict[int, bytes]) -> ListPlace:
    """Return the list place in the properties of a paragraph or a style."""
    number, level = told.get(_LIST), told.get(_LEVEL)
    return ListPlace(
        str(struct.unpack_from("<H", number)[0]) if number and len(number) > 1 else None,
        min(level[0], _LEVELS - 1) if level else None,
    )


def places_of_styles(table: bytes, start: int, size: int) -> dict[int, ListPlace]:
    """Return in which lists the paragraphs of the styles are, by the numbers of the styles."""
    own: dict[int, tuple[int, ListPlace]] = {}
    end = min(start + size, len(table))
    if size < 8:
        return {}
    header, count, base = struct.unpack_from("<HHH", table, start)
    at = start + 2 + header
    for style in range(count):
        if at + 2 > end:
            break
        (length,) = struct.unpack_from("<H", table, at)
        entry = table[at + 2 : at + 2 + length]
        at += 2 + length + length % 2
        if length > base + 2 and base >= 6:
            based = struct.unpack_from("<H", entry, 2)[0]
            if based & 0xF == _PARAGRAPH_STYLE:
                own[style] = (based >> 4, list_place(_style_properties(entry, base)))
    return {style: found for style in own if (found := _inherited(own, style)).number not in {None, "0"}}


def _inherited(own: dict[int, tuple[int, ListPlace]], style: int) -> ListPlace:
    number: str | None = None
    level: int | None = None
    for _ in range(_DEEPEST):
        if style not in own:
            break
        style, said = own[style]
        number = said.number if number is None else number
        level = said.level if level is None else level
    return ListPlace(number, level)


def _style_properties(entry: bytes, base: int) -> dict[int, bytes]:
    """Return the properties of paragraphs in the description of a style, behind its name."""
    (letters,) = struct.unpack_from("<H", entry, base)
    at = base + 2 + 2 * letters + 2
    at += at % 2
    if at + 4 > len(entry):
        return {}
    (length,) = struct.unpack_from("<H", entry, at)
    return dict(properties(entry[at + 4 : at + 2 + length]))


def lists_of(table: bytes, lists: tuple[int, int], uses: tuple[int, int]) -> dict[str, NumberedList]:
    """Return the lists of a file by the numbers by which its paragraphs name them; ``uses`` say what differs in each.

    Both are places in the table stream with their lengths.

    Raises:
        struct.error, IndexError: the tables are damaged.

    """
    if not lists[1] or not uses[1]:
        return {}
    (count,) = struct.unpack_from("<H", table, lists[0])
    known: dict[int, dict[int, Level]] = {}
    at = lists[0] + lists[1]
    for number in range(min(count, _MOST)):
        place = lists[0] + 2 + _LIST_SIZE * number
        (identity,) = struct.unpack_from("<i", table, place)
        levels: dict[int, Level] = {}
        for level in range(1 if table[place + 26] & 1 else _LEVELS):
            levels[level], at = _level(table, at)
        known[identity] = levels
    (count,) = struct.unpack_from("<I", table, uses[0])
    begun = [struct.unpack_from("<i8xB", table, uses[0] + 4 + _USE_SIZE * one) for one in range(min(count, _MOST))]
    at = uses[0] + 4 + _USE_SIZE * count
    found: dict[str, NumberedList] = {}
    for number, (identity, overrides) in enumerate(begun, 1):
        one = NumberedList(str(identity), dict(known.get(identity, {})))
        at += 4
        for _ in range(overrides):
            start, flags = struct.unpack_from("<iI", table, at)
            at += _OVERRIDE_SIZE
            place = flags & 0xF
            if flags & _OTHER_LEVEL:
                one.levels[place], at = _level(table, at)
            if flags & _OTHER_START:
                one.starts[place] = start if not flags & _OTHER_LEVEL else one.levels[place].start
        found[str(number)] = one
    return found


def _level(table: bytes, at: int) -> tuple[Level, int]:
    """Return a level of a list, and where what follows it begins."""
    start, way, flags = struct.unpack_from("<iBB", table, at)
    places = table[at + 6 : at + 15]
    letters, paragraph, restart = table[at + 24], table[at + 25], table[at + 26]
    at += _LEVEL_SIZE + letters + paragraph
    (length,) = struct.unpack_from("<H", table, at)
    text = table[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
    name = "none" if way == _NO_NUMBER else _WAYS[way] if way < len(_WAYS) else "decimal"
    level = Level(
        start=start,
        way=name,
        text="".join(_with_places(text, places)),
        restart=restart if flags & _NEVER_AGAIN else None,
        legal=bool(flags & _LEGAL),
    )
    return level, at + 2 + 2 * length


def _with_places(text: str, places: bytes) -> Iterator[str]:
    """Yield the text of a label with the levels whose numbers stand in it as ``%1`` to ``%9``."""
    for place, letter in enumerate(text, 1):
        yield f"%{ord(letter) + 1}" if place in places and ord(letter) < _LEVELS else letter


class _Format(NamedTuple):
    """The format of a paragraph: a heading, an item of a list, part of a table, the end of a row with merged cells."""

    first: int
    level: int
    in_table: bool
    is_row_end: bool
    merged: tuple[bool, ...]
    place: ListPlace


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text; see ``readers.base.Reader``."""
    word, table0, table1 = read_streams(path, "WordDocument", "0Table", "1Table")
    try:
        flags = _checked(word)
        table = table1 if flags & _TABLE_1 else table0
        text, places = _text(word, table)
        by_style = _places_of_styles(word, table)
        formats = {one.first: one for one in _formats(word, table, by_style)}
        lists = _lists(word, table)
        start, size = _place(word, _FONTS)
        fonts = fonts_of(table[start : start + size])
        text, places = with_looks(text, places, word, _format_pages(word, table, _CHPX), fonts)
    except (struct.error, IndexError, ValueError) as error:
        raise damaged() from error
    links: list[tuple[str, str]] = []
    body = "\n\n".join(_blocks(text, places, formats, links, _Labels(lists)))
    return in_pages([with_sections(body, [Section(LINKS, link_lines(links, body))])])


def _lists(word: bytes, table: bytes) -> dict[str, NumberedList]:
    """Return the lists by their numbers; what is damaged of them costs the labels alone."""
    try:
        return lists_of(table, _place(word, _LISTS), _place(word, _LIST_USES))
    except (struct.error, IndexError):
        note_missing(UserText("The automatic numbers of lists and clauses are damaged and missing here."))
        return {}


def _places_of_styles(word: bytes, table: bytes) -> dict[int, ListPlace]:
    """Return the lists that styles are in; of a damaged table, none."""
    with suppress(struct.error, IndexError):
        return places_of_styles(table, *_place(word, _STYLES))
    return {}


def _checked(word: bytes) -> int:
    """Return the flags of a header that is one."""
    magic, version = struct.unpack_from("<HH", word, 0)
    (flags,) = struct.unpack_from("<H", word, 0x0A)
    if flags & _ENCRYPTED:
        raise protected()
    if magic != _MAGIC:
        raise damaged()
    if version < _WORD97:
        raise UserError(
            "The file was created by a version of Word older than 97.", "Open it in Word and save it as DOCX."
        )
    return int(flags)


def _place(word: bytes, number: int) -> tuple[int, int]:
    """Return the offset of a structure in the table stream, and its length."""
    start, size = struct.unpack_from("<II", word, _OFFSETS + 8 * number)
    return start, size


def _text(word: bytes, table: bytes) -> tuple[str, list[int]]:
    """Return the text with notes and text boxes, and for each character where in the file it lies."""
    lengths = struct.unpack_from("<8i", word, _COUNTS)
    # body, notes, headers and text boxes stand one behind the other
    wanted = sum(length for length in lengths if length > 0)
    parts: list[str] = []
    places: list[int] = []
    for first, last, offset, packed in _pieces(word, table):
        count = min(last, wanted) - first
        if count <= 0:
            continue
        data = word[offset : offset + count * (1 if packed else 2)]
        part = data.decode("cp1252", "replace") if packed else data.decode("utf-16-le", "replace")
        step = 1 if packed else 2
        parts.append(part)
        places += range(offset, offset + len(part) * step, step)
    return "".join(parts), places


def _pieces(word: bytes, table: bytes) -> Iterator[tuple[int, int, int, bool]]:
    """Yield the pieces of the text: first and last character, place in the file, whether a byte is a character."""
    start, size = _place(word, _CLX)
    at = start
    # formats of single pieces, which do not matter here
    while at < start + size and table[at] == 1:
        at += 3 + struct.unpack_from("<H", table, at + 1)[0]
    (length,) = struct.unpack_from("<I", table, at + 1)
    count = (length - 4) // 12
    if table[at] != 2 or count <= 0:
        raise damaged()
    bounds = struct.unpack_from(f"<{count + 1}I", table, at + 5)
    for number in range(count):
        (place,) = struct.unpack_from("<I", table, at + 5 + 4 * (count + 1) + 8 * number + 2)
        # a flag in the place: one byte for each character, at half the place
        packed = bool(place & 0x40000000)
        place &= 0x3FFFFFFF
        yield bounds[number], bounds[number + 1], place // 2 if packed else place, packed


def _format_pages(word: bytes, table: bytes, kind: int) -> Sequence[int]:
    """Return the numbers of the pages that hold the formats of letters or of paragraphs."""
    start, size = _place(word, kind)
    count = (size - 4) // 8
    return struct.unpack_from(f"<{count}I", table, start + 4 * (count + 1)) if count > 0 else ()


def _formats(word: bytes, table: bytes, by_style: Mapping[int, ListPlace]) -> Iterator[_Format]:
    """Yield the formats of headings, of items of lists and of what stands in tables."""
    for page in _format_pages(word, table, _PAPX):
        yield from _formats_of(word[page * _PAGE : (page + 1) * _PAGE], by_style)


def _formats_of(page: bytes, by_style: Mapping[int, ListPlace]) -> Iterator[_Format]:
    """Yield those among the paragraphs that one page of formats describes."""
    if len(page) < _PAGE:
        return
    count = page[-1]
    bounds = struct.unpack_from(f"<{count + 1}I", page, 0)
    for number in range(count):
        at = page[4 * (count + 1) + 13 * number] * 2
        if not at or at + 4 > _PAGE:
            continue
        # a size of 0 means that the real one is in the next byte
        begin, size = (at + 1, 2 * page[at] - 1) if page[at] else (at + 2, 2 * page[at + 1])
        (style,) = struct.unpack_from("<H", page, begin)
        told = dict(properties(page[begin + 2 : begin + size]))
        is_row_end = told.get(_ROW_END, b"\0")[0] == 1 or _ELSEWHERE in told
        in_table = told.get(_IN_TABLE, b"\0")[0] == 1
        own, of_style = list_place(told), by_style.get(style, ListPlace(None, None))
        place = ListPlace(
            of_style.number if own.number is None else own.number, of_style.level if own.level is None else own.level
        )
        if style in _HEADINGS or is_row_end or in_table or place.number not in {None, "0"}:
            level = style if style in _HEADINGS else 0
            yield _Format(bounds[number], level, in_table, is_row_end, _merged_cells(told.get(_ROW, b"")), place)


def _merged_cells(row: bytes) -> tuple[bool, ...]:
    """Return for each cell of a row whether it is one with the cell above it."""
    count = row[2] if len(row) > 2 else 0
    cells = 3 + 2 * (count + 1)
    known = max(0, min(count, (len(row) - cells) // _CELL_SIZE))
    if not known:
        return ()
    flags = struct.unpack_from("<" + f"H{_CELL_SIZE - 2}x" * known, row, cells)
    return tuple(one >> 5 & 3 == 1 for one in flags)


class _Labels:
    """The automatic labels of paragraphs, asked for in their order."""

    def __init__(self, lists: Mapping[str, NumberedList]) -> None:
        self._lists = lists
        self._counters = Counters()

    def labelled(self, words: str, known: _Format | None) -> str:
        """Return the words of the next paragraph behind its label."""
        number = known.place.number if known is not None else None
        if not words or known is None or number not in self._lists or number is None:
            return words
        label = self._counters.next(number, self._lists[number], known.place.level or 0)
        return f"{label} {words}" if label else words


def _blocks(
    text: str,
    places: Sequence[int],
    formats: Mapping[int, _Format],
    links: list[tuple[str, str]],
    labels: _Labels,
) -> Iterator[str]:
    rows: list[list[str]] = []
    for start, part in _parts(text, places, formats, links):
        known = formats.get(places[start]) if start < len(places) else None
        if isinstance(part, list):
            rows.append(_filled(part, known.merged if known else (), rows[-1] if rows else []))
            continue
        if rows:
            yield markdown_text.table(rows)
            rows = []
        if part:
            words = labels.labelled(part, known)
            yield markdown_text.heading(known.level, words) if known and known.level else words
    if rows:
        yield markdown_text.table(rows)


def _filled(cells: list[str], merged: Sequence[bool], above: Sequence[str]) -> list[str]:
    """Return a row with what merged cells say in each row that they cover."""
    return [
        above[at] if at < min(len(merged), len(above)) and merged[at] and not words else words
        for at, words in enumerate(cells)
    ]


def _parts(
    text: str, places: Sequence[int], formats: Mapping[int, _Format], links: list[tuple[str, str]]
) -> Iterator[tuple[int, str | list[str]]]:
    """Yield where each paragraph begins, and its words; the cells of a table's row are one part together.

    Where the file does not tell which marks end rows, one behind an empty cell is taken for that.
    """
    told = any(one.is_row_end for one in formats.values())
    row: list[str] = []
    cell: list[str] = []
    for start, end, mark in _paragraphs(text):
        words = _clean(text[start:end], links)
        known = formats.get(places[start]) if start < len(places) else None
        is_mark = not words and mark == _CELL
        if row and is_mark and (known is not None and known.is_row_end if told else text[start - 1] == _CELL):
            yield start, row
            row = []
        elif mark == _CELL:
            row.append(" ".join(filter(None, [*cell, words])))
            cell = []
        elif row or cell or (known is not None and known.in_table):  # a cell may have several paragraphs
            cell.append(words)
        else:
            yield start, words
    if row or cell:
        yield len(text), [*row, *cell]


def _paragraphs(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where paragraphs begin and end, and the mark that ends them."""
    start = 0
    for mark in _PARAGRAPH.finditer(text):
        yield start, mark.start(), mark.group()
        start = mark.end()
    if start < len(text):
        yield start, len(text), "\r"


def _clean(text: str, links: list[tuple[str, str]]) -> str:
    """Return the words of a paragraph: results of fields without their codes, no control characters.

    The links among the fields are added to ``links``.
    """

    def shown(found: re.Match[str]) -> str:
        code, result = found[1], found[2] or ""
        address = address_of_code(code)
        if address:
            links.append((_CONTROL.sub("", result.translate(_PLAIN)), address))
        return result if _CONTROL.sub("", result).strip() else text_of_code(code)

    before = ""
    # fields lie in fields: from the innermost one outwards
    while before != text:
        before, text = text, _WHOLE_FIELD.sub(shown, text)
    text = _FIELD.sub("", text)  # those that end in another paragraph
    return _CONTROL.sub("", text.translate(_PLAIN)).strip()


class _Look(NamedTuple):
    """The formatting of the letters between two places in the file."""

    first: int
    last: int
    position: str = ""
    sign: str = ""


def with_looks(
    text: str, places: Sequence[int], word: bytes, pages: Sequence[int], fonts: Sequence[str]
) -> tuple[str, list[int]]:
    """Return a text with raised and lowered letters and signs as such, and for each letter where in the file it lies.

    Deleted letters are NUL. ``pages`` are the numbers of the pages of formats, ``fonts`` the names of the fonts.
    """
    looks = [look for page in pages for look in _looks(word[page * _PAGE : (page + 1) * _PAGE], fonts)]
    if not looks:
        return text, list(places)
    at = {place: number for number, place in enumerate(places)}
    of = {at[place]: look for look in looks for place in range(look.first, look.last) if place in at}
    written: list[str] = []
    lie: list[int] = []
    number = 0
    while number < len(text):
        look = of.get(number)
        end = number + 1
        while look is not None and look.position and end < len(text) and _same(of.get(end), look):
            end += 1
        part = text[number:end]
        if look is not None and part.isprintable():
            before = "".join(written[-40:])
            if look.sign:
                part = look.sign
            elif look.position == "raised":
                part = formulas.raised(part, before, text[end : end + 1])
            else:
                part = formulas.lowered(part, before)
        written += part
        lie += [places[number]] * len(part)
        number = end
    return "".join(written), lie


def _same(one: _Look | None, other: _Look) -> bool:
    return one is not None and one.position == other.position and not one.sign


def _looks(page: bytes, fonts: Sequence[str]) -> Iterator[_Look]:
    """Yield the looks on one page of formats."""
    if len(page) < _PAGE:
        return
    count = page[-1]
    if 4 * (count + 1) + count >= _PAGE:
        return
    bounds = struct.unpack_from(f"<{count + 1}I", page, 0)
    for number in range(count):
        at = page[4 * (count + 1) + number] * 2
        if not at:
            continue
        position, sign = _look(page[at + 1 : at + 1 + page[at]], fonts)
        if (position or sign) and bounds[number + 1] - bounds[number] < _PAGE * 4:
            yield _Look(bounds[number], bounds[number + 1], position, sign)


def _look(formats: bytes, fonts: Sequence[str]) -> tuple[str, str]:
    position = sign = ""
    for name, value in properties(formats):
        if name == _SCRIPT:
            position = {1: "raised", 2: "lowered"}.get(value[0], "")
        elif name == _SHIFT:
            (shift,) = struct.unpack("<h", value)
            position = "raised" if shift >= _SHIFTED else "lowered" if shift <= -_SHIFTED else ""
        elif name == _SYMBOL:
            font, code = struct.unpack("<HH", value)
            sign = sign_of(code, fonts[font] if font < len(fonts) else "")
        elif name == _DELETED and value[0] == 1:
            return "", "\0"
    return position, sign


def properties(formats: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the names and values of what formats of letters or paragraphs say, up to one that is cut off."""
    at = 0
    while at + 3 <= len(formats):
        (name,) = struct.unpack_from("<H", formats, at)
        at += 2
        size = _SIZES.get(name >> 13) or formats[at] + 1
        if name == _ROW_FORMAT:
            size = int.from_bytes(formats[at : at + 2], "little") + 1
        if at + size > len(formats):
            return
        yield name, formats[at : at + size]
        at += size


def fonts_of(table: bytes) -> list[str]:
    """Return the names in the table of fonts."""
    if len(table) < 4:
        return []
    (count,) = struct.unpack_from("<H", table, 0)
    at, names = 4, []
    for _ in range(count):
        if at >= len(table):
            break
        name = table[at + _NAME_AT : at + 1 + table[at]].decode("utf-16-le", "ignore")
        names.append(name.partition("\0")[0])
        at += 1 + table[at]
    return names
