"""The text of Word files as people see it: with headings, numbers, tables, formulas, boxes and signs.

MuPDF draws less of it. It is laid over the drawn pages (``readers.office.word``), so that words can be marked on them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document
from desktop_rag.readers.base import damaged
from desktop_rag.readers.office.drawn_text import (
    TwoTexts,
    differing,
    drawn_of,
    drawn_only,
    shown_apart,
    shown_of,
    trimmed,
)
from desktop_rag.readers.office.embedded_pictures import description
from desktop_rag.readers.office.field_codes import address_of_code
from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.word_runs import Runs, drawn_letters, shown_of_control
from desktop_rag.readers.office.word_styles import BULLET, Numbers, Styles
from desktop_rag.readers.office.xml_parts import (
    addresses,
    attribute,
    inline,
    name_of,
    parsed,
    parsed_as_far,
    parsed_beside,
    relations,
    value_of,
)
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.text import in_pages

NOTE_BEGINS = " [* "
_MAIN = re.compile(r"word/document\d*\.xml")
_ITEM = re.compile(r"- |\d{1,3}[.)] ")
_SKIPPED = frozenset(["del", "pPr", "rPr", "tblPr", "tblGrid", "sectPr", "sdtPr", "sdtEndPr", "trPr", "tcPr"])
_DRAWN_ONLY = frozenset(["moveFrom", "Fallback"])
_WIDEST = 60  # columns that a cell may reach over
_LONGEST_REPEATED = 300  # letters of a merged cell that stand in each row that it covers
_BESIDE = frozenset(["footnotes", "endnotes", "comments", "header", "footer"])
_PICTURE_LINKS = frozenset(["hlinkClick", "hlinkHover"])


def links_of_word(parts: Parts, main: str, root: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield the text and the address of each link of the part ``main`` with its root, then of what is beside it."""
    names = [main]
    with suppress(UserError):
        names += [name for kind, name in relations(parts, main).values() if kind.rpartition("/")[2] in _BESIDE]
    for name in names:
        with suppress(UserError):  # a damaged part is told of where its text is read
            targets, data = addresses(parts, name), parts.read(name, missing=b"")
            if targets or b"HYPERLINK" in data:
                yield from _links_of(root if name == main else parsed(data), targets)


@dataclass(slots=True)
class _Field:
    code: str = ""
    words: list[str] = field(default_factory=list)
    is_result: bool = False


def _links_of(root: ET.Element, targets: dict[str, str]) -> Iterator[tuple[str, str]]:
    fields: list[_Field] = []
    description = ""
    for part in root.iter():
        match name_of(part):
            case "hyperlink":
                yield inline(part), _target(part, targets)
            case "fldSimple":
                yield inline(part), address_of_code(attribute(part, "instr"))
            case "docPr":
                description = attribute(part, "descr")
            case name if name in _PICTURE_LINKS:
                yield description, _target(part, targets)
            case "instrText":
                if fields and not fields[-1].is_result:
                    fields[-1].code += part.text or ""
            case "t":
                for one in fields:
                    if one.is_result:
                        one.words.append(part.text or "")
            case "fldChar":
                kind = attribute(part, "fldCharType")
                if kind == "begin":
                    fields.append(_Field())
                elif kind == "separate" and fields:
                    fields[-1].is_result = True
                elif kind == "end" and fields:
                    done = fields.pop()
                    yield "".join(done.words), address_of_code(done.code)


def _target(element: ET.Element, targets: dict[str, str]) -> str:
    target = targets.get(attribute(element, "id", spaced=True), "")
    anchor = attribute(element, "anchor")
    return f"{target}#{anchor}" if target and anchor and "#" not in target else target


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text of a Word file with headings and tables; see ``readers.base.Reader``."""
    return in_pages([word_markdown(path)])


def word_markdown(path: Path) -> str:
    """Return the text of a Word file with headings, lists and tables; of a torn one, up to the damage, which is noted.

    Raises:
        UserError: it is damaged.

    """
    return read_word(path).texts.shown


class WordFile(NamedTuple):
    """The text of a Word file beside what is drawn of it, and the texts of its links with their addresses."""

    texts: TwoTexts
    links: list[tuple[str, str]]


def read_word(path: Path) -> WordFile:
    """Return the content of a Word file; see ``word_markdown``."""
    with Parts(path) as parts:
        main = next(filter(_MAIN.fullmatch, parts.names()), "")
        if not main:
            raise damaged()
        styles = Styles(parsed_beside(parts.read("word/styles.xml", missing=b"")))
        root = parsed_as_far(parts.read(main))
        numbers = Numbers(parsed_beside(parts.read("word/numbering.xml", missing=b"")), styles)
        writer = _Writer(styles, numbers, _notes(root, parts, styles))
        links = list(links_of_word(parts, main, root))
    return WordFile(TwoTexts(_together(writer.blocks(root)) + writer.rest()), links)


def _together(blocks: Iterable[str]) -> str:
    """Return blocks one below the other, items of a list without an empty line between them."""
    texts: list[str] = []
    was_item = False
    for block in blocks:
        is_item = _ITEM.match(shown_of(block)) is not None
        texts += ["\n" if is_item and was_item else "\n\n"] if texts else []
        texts.append(block)
        was_item = is_item
    return "".join(texts)


def _notes(root: ET.Element, parts: Parts, styles: Styles) -> dict[tuple[str, str], str]:
    """Return the texts of the notes that are referred to: they are drawn right behind the word before."""
    found: dict[tuple[str, str], str] = {}
    for kind in ("footnote", "endnote"):
        is_used = any(name_of(part) == f"{kind}Reference" for part in root.iter())
        data = parts.read(f"word/{kind}s.xml", missing=b"") if is_used else b""
        runs = Runs(styles, {})
        for note in parsed_beside(data):
            words = (runs.paragraph(part) for part in note.iter() if name_of(part) == "p")
            text = " ".join(" ".join(words).split())
            # the brackets are not drawn
            found[kind, attribute(note, "id")] = f"{NOTE_BEGINS}{text}]" if shown_of(text) else ""
    return found


class _Writer:
    """Writes the blocks of a document; ``_pending`` is what is drawn before the next block but shown nowhere."""

    def __init__(self, styles: Styles, numbers: Numbers, notes: Mapping[tuple[str, str], str]) -> None:
        self._styles = styles
        self._numbers = numbers
        self._runs = Runs(styles, notes)
        self._pending = ""

    def blocks(self, element: ET.Element) -> Iterator[str]:
        """Yield an element's content as marked blocks (``drawn_text``) that show something."""
        for block in self._blocks(element):
            if shown_of(block).strip():
                yield self._pending + block
                self._pending = ""
            else:
                self._pending += drawn_only(block)

    def rest(self) -> str:
        """Return the text drawn behind the last block, marked as such."""
        return self._pending

    def _blocks(self, element: ET.Element) -> Iterator[str]:
        for part in element:
            name = name_of(part)
            if name == "p":
                yield self._paragraph(part)
                yield from self._beside()
            elif name == "tbl":
                yield from self._table(part)
            elif name in _DRAWN_ONLY:
                yield differing("", drawn_letters(part))
            elif name == "sdt":
                yield from self._control(part)
            elif name not in _SKIPPED:
                yield from self._blocks(part)

    def _beside(self) -> Iterator[str]:
        """Yield the texts beside the words of the last paragraph: text boxes, and descriptions of pictures."""
        for text in self._runs.descriptions():
            yield differing(description(text), "")
        for number, box in self._runs.boxes():
            blocks = list(self._blocks(box))
            yield shown_apart(number, "\n\n".join(block for block in blocks if block))

    def _control(self, control: ET.Element) -> Iterator[str]:
        """Yield the blocks of a content control, or its choice where the paragraph does not say it."""
        properties = next((part for part in control if name_of(part) == "sdtPr"), None)
        blocks = [block for part in control if name_of(part) == "sdtContent" for block in self._blocks(part)]
        written = "\n\n".join(blocks)
        shown = shown_of_control(properties, shown_of(written))
        if shown is None:
            yield from blocks
        else:
            yield differing(shown, drawn_of(written))

    def _paragraph(self, paragraph: ET.Element) -> str:
        """Return the words of a paragraph as what it is: a heading, an item of a list or plain."""
        style, label, text = self._labelled(paragraph)
        if not shown_of(text):
            return text
        level = self._styles.level(style)
        if level:
            text = f"{differing(f'{label} ', '')}{text}" if label and label != BULLET else text
            return markdown_text.heading(level, text)
        if label == BULLET:
            return f"- {text}"
        return f"{differing(f'{label} ', '')}{text}" if label else text

    def _labelled(self, paragraph: ET.Element) -> tuple[str, str, str]:
        """Return the style of a paragraph, its number and its words."""
        properties = next((part for part in paragraph if name_of(part) == "pPr"), None)
        style = "" if properties is None else value_of(properties, "pStyle")
        style = style or self._styles.usual
        text = trimmed(self._runs.paragraph(paragraph, style))
        if not shown_of(text) and properties is not None and _is_gone(properties):
            return style, "", text
        return style, self._numbers.label(properties, style) or "", text

    # -- tables

    def _table(self, table: ET.Element) -> Iterator[str]:
        """Yield a table as one block; the blocks in its cells where it only arranges other tables."""
        rows = list(rows_of(table))
        if arranges_tables(rows):
            for _, row in rows:
                for cell in cells_of(row):
                    yield from self._blocks(cell)
            return
        grid: list[list[str]] = []
        merged: dict[int, str] = {}
        for is_drawn_only, row in rows:
            if is_drawn_only:
                self._pending += differing("", drawn_letters(row))
                continue
            cells = list(self._row(row, merged))
            if any(shown_of(cell).strip() for cell in cells):
                grid.append(cells)
            else:
                self._pending += "".join(map(drawn_only, cells))
        yield markdown_text.table(grid, has_head=is_headed([row for gone, row in rows if not gone]))

    def _row(self, row: ET.Element, merged: dict[int, str]) -> Iterator[str]:
        """Yield the words of a row's cells; one that reaches over several columns is followed by empty ones.

        ``merged`` holds the words of the cells above that reach down, by column.
        """
        column = _columns(next((part for part in row if name_of(part) == "trPr"), None), "gridBefore", 0)
        yield from [""] * column
        for cell in cells_of(row):
            properties = next((part for part in cell if name_of(part) == "tcPr"), None)
            text = self._cell(cell)
            span = _columns(properties, "gridSpan", 1)
            reach = next((part for part in properties or () if name_of(part) == "vMerge"), None)
            if reach is None:
                merged.pop(column, None)
            elif attribute(reach, "val") == "restart" or column not in merged:
                merged[column] = shown_of(text)
            else:
                above = merged[column]
                text = differing(above if len(above) <= _LONGEST_REPEATED else "", drawn_of(text))
            yield text
            yield from [""] * (span - 1)
            column += span

    def _cell(self, element: ET.Element) -> str:
        """Return the text of a cell in one line."""
        texts: list[str] = []
        for part in element:
            name = name_of(part)
            if name == "p":
                _, label, text = self._labelled(part)
                mark = differing(f"{label} " if shown_of(text) else label, "") if label and label != BULLET else ""
                texts += [mark + text, *self._beside()]
            elif name == "tbl":
                for is_drawn_only, row in rows_of(part):
                    words = [drawn_letters(row)] if is_drawn_only else list(self._row(row, {}))
                    texts += [differing("", text) for text in words] if is_drawn_only else words
            elif name == "sdt":
                texts += self._control_in_cell(part)
            elif name in _DRAWN_ONLY:
                texts.append(differing("", drawn_letters(part)))
            elif name not in _SKIPPED:
                texts.append(self._cell(part))
        return " ".join(text for text in texts if text.strip())

    def _control_in_cell(self, control: ET.Element) -> list[str]:
        properties = next((part for part in control if name_of(part) == "sdtPr"), None)
        written = " ".join(self._cell(part) for part in control if name_of(part) == "sdtContent")
        shown = shown_of_control(properties, shown_of(written))
        return [written if shown is None else differing(shown, drawn_of(written))]


def is_headed(rows: list[ET.Element]) -> bool | None:
    """Return True if the first row names the columns, None where neither marks nor looks decide it."""
    if len(rows) < 2:
        return None
    if any(name_of(part) == "tblHeader" and not _is_off(part) for part in rows[0].iter()):
        return True
    looks = [[(_is_bold(cell), _fill(cell)) for cell in cells_of(row) if _has_words(cell)] for row in rows[:3]]
    first, below = looks[0], looks[1:]
    bold = all(one for one, _ in first)
    if first and bold and not all(all(one for one, _ in row) for row in below):
        return True
    fills = {fill for _, fill in first}
    if len(fills) == 1 and "" not in fills and all(fill not in fills for row in below for _, fill in row):
        return True
    # labels that are set off in each row alike are those of a form
    is_form = all(len(row) == 2 and (row[0] != row[1] and row[0] == first[0]) for row in looks)
    return False if is_form and first[0] != ((False, "")) else None


def rows_of(table: ET.Element) -> Iterator[tuple[bool, ET.Element]]:
    """Yield the rows of a table, whatever is wrapped around them, and True for those that are drawn only."""
    for part in table:
        name = name_of(part)
        if name == "tr":
            yield False, part
        elif name in _DRAWN_ONLY:
            yield from ((True, row) for _, row in rows_of(part))
        elif name not in _SKIPPED:
            yield from rows_of(part)


def _is_off(mark: ET.Element) -> bool:
    return attribute(mark, "val") in {"0", "false", "off"}


def _has_words(cell: ET.Element) -> bool:
    return any(name_of(part) == "t" and (part.text or "").strip() for part in cell.iter())


def _is_bold(cell: ET.Element) -> bool:
    """Return True if all words of a cell are set in bold type by themselves."""
    runs = [run for run in cell.iter() if name_of(run) == "r" and any(name_of(part) == "t" for part in run)]
    return bool(runs) and all(
        any(name_of(part) == "b" and not _is_off(part) for look in run if name_of(look) == "rPr" for part in look)
        for run in runs
    )


def _fill(cell: ET.Element) -> str:
    """Return the colour behind a cell, "" for none."""
    shade = next((part for look in cell if name_of(look) == "tcPr" for part in look if name_of(part) == "shd"), None)
    colour = attribute(shade, "fill").lower() if shade is not None else ""
    return colour if colour not in {"auto", "ffffff"} else ""


def cells_of(row: ET.Element) -> Iterator[ET.Element]:
    """Yield the cells of a row, whatever is wrapped around them."""
    for part in row:
        name = name_of(part)
        if name == "tc":
            yield part
        elif name not in _SKIPPED and name not in _DRAWN_ONLY:
            yield from cells_of(part)


def arranges_tables(rows: list[tuple[bool, ET.Element]]) -> bool:
    """Return True if a table of one column holds other tables: it only arranges them."""
    cells = [list(cells_of(row)) for _, row in rows]
    return all(len(row) == 1 for row in cells) and any(
        name_of(part) == "tbl" for row in cells for cell in row for part in cell.iter()
    )


def _columns(properties: ET.Element | None, name: str, missing: int) -> int:
    text = "" if properties is None else value_of(properties, name)
    return min(int(text), _WIDEST) if text.isdecimal() and len(text) < 6 else missing


def _is_gone(properties: ET.Element) -> bool:
    """Return True if the end of a paragraph was deleted or moved elsewhere: it is no item of its list."""
    marks = next((part for part in properties if name_of(part) == "rPr"), None)
    return marks is not None and any(name_of(part) in {"del", "moveFrom"} for part in marks)
