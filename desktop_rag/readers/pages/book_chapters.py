"""Chapters of books in the wording that MuPDF draws as a person should read it.

MuPDF knows neither readings above words, nor formulas, nor how lists are numbered, nor cells that reach over rows: it
runs together what belongs apart. All of it becomes plain text at its place in a copy of the chapter, so that what is
stored is what is drawn and can be shown.
"""

import html
import re
from collections.abc import Callable, Iterable
from itertools import pairwise

from desktop_rag.readers.formulas import lowered, raised
from desktop_rag.readers.pages.book_tables import CELL, END, ROW, TABLE
from desktop_rag.readers.plain import html_forms, html_tables
from desktop_rag.readers.plain.html_cleanup import without_scripts
from desktop_rag.readers.plain.html_counters import Counters
from desktop_rag.readers.plain.html_inline import (
    RUBY,
    RUBY_END,
    RUBY_READING,
    described_picture,
    is_note_mark,
    math_text,
    note_mark,
    raised_style,
    ruby_parts,
    with_readings,
)
from desktop_rag.readers.plain.html_styles import StyleSheet
from desktop_rag.readers.plain.html_tree import BLOCKS, VOID, Element, parse_html
from desktop_rag.readers.plain.html_writer import HtmlWriter, is_amid_text, text_beside

_BODY = re.compile(r"<(?:\w+:)?body\b[^<>]*>", re.IGNORECASE)
_BODY_END = re.compile(r"</(?:\w+:)?body\s*>", re.IGNORECASE)
_STYLES = re.compile(r"<style\b[^<>]*>(.*?)</style\s*>", re.IGNORECASE | re.DOTALL)
_COUNTED = re.compile(r"\bcontent\s*:[^;{}]*\bcounters?\([^;{}]*", re.IGNORECASE)
_KEPT = frozenset(["svg", "style", "title"])
_LARGE = 20_000_000  # characters of a chapter above which it is left as it is
_HIDDEN_MARK = "font-size:1px;color:#ffffff"
_XML = '<?xml version="1.0"?>'


class BookChapters:
    """Rewrites the chapters of one book. ``has_file`` checks if a picture that a chapter shows is there."""

    def __init__(self, sheets: Iterable[str], has_file: Callable[[str], bool]) -> None:
        self._sheets = list(sheets)
        self._has_file = has_file

    def all_rewritten(self, source: str) -> str:
        """Return a file of several chapters prepared for drawing, as FictionBook has its text and its notes."""
        ends = [match.end() for match in _BODY_END.finditer(source)]
        parts = [source[begin:end] for begin, end in pairwise([0, *ends])]
        rest = source[ends[-1] if ends else 0 :]
        return "".join([*map(self.rewritten, parts), self.rewritten(rest, torn_end="</body></FictionBook>")])

    def rewritten(self, source: str, torn_end: str = "</body></html>") -> str:
        """Return a chapter prepared for drawing; one that is torn ends with ``torn_end``."""
        begin = _BODY.search(source)
        if begin is None or len(source) > _LARGE:
            return source
        end = next(iter(_BODY_END.finditer(source, begin.end())), None)
        body = source[begin.end() : end.start() if end else len(source)]
        kept: list[str] = []

        def keep(name: str, part: str) -> str:
            if name not in _KEPT:
                return ""
            kept.append(part)
            return f'<x-kept n="{len(kept) - 1}"></x-kept>'

        root = parse_html(_XML + without_scripts(body, keep))
        styles = StyleSheet([*self._sheets, *_STYLES.findall(source[: begin.start()])])
        _Rewriter(root, styles, self._has_file).rewrite()
        head = _COUNTED.sub('content:""', source[: begin.end()])
        return f"{head}{_serialized(root, kept)}{source[end.start() :] if end else torn_end}"


class _Rewriter:
    """Changes the tree of one chapter."""

    def __init__(self, root: Element, styles: StyleSheet, has_file: Callable[[str], bool]) -> None:
        self._root = root
        self._styles = styles
        self._has_file = has_file
        self._writer = HtmlWriter(root, styles)

    def rewrite(self) -> None:
        """Change elements that MuPDF would draw wrongly."""
        html_forms.move_marks(self._root)
        elements = list(self._root.descendants())
        lists = [one for one in elements if one.name in {"ol", "ul", "menu", "dir"}]
        marks = self._marks(lists)
        counted = self._counted() if self._styles.has_counters else []
        tables = [one for one in elements if one.name == "table" and not _is_within(one, "table")]
        rows = [(table, self._rows(table)) for table in tables]
        for element in elements:
            self._rewrite(element)
        for table, parts in rows:
            _write_rows(table, parts)
        for item, mark in marks:
            _put_first(item, f"{mark}{'' if mark.endswith('、') else ' '}")
        for element, text in counted:
            _put_first(element, text)

    def _marks(self, lists: list[Element]) -> list[tuple[Element, str]]:
        """Return the items of lists with the marks that MuPDF would not draw as they are meant; it draws none then."""
        found: list[tuple[Element, str]] = []
        given = [(one, list(self._writer.item_marks(one))) for one in lists]
        if all(_is_usual(one, marks) for one, marks in given):
            return []
        for one, marks in given:
            if one.name != "ol" and all(mark == "-" for _, mark, _ in marks):
                _add_style(one, "list-style-type:disc")
                continue
            _add_style(one, "list-style-type:none")
            for item, mark, _ in marks:
                _add_style(item, "list-style-type:none")
                if mark != "-":
                    found.append((item, mark))
        return found

    def _counted(self) -> list[tuple[Element, str]]:
        """Return the elements before which a style sheet counts, with what it writes there."""
        found: list[tuple[Element, str]] = []
        counters = Counters(self._styles)

        def walk(element: Element) -> None:
            counters.enter(element)
            style = self._styles.of(element, "before")
            if "counter" in style.get("content", "") and (text := counters.written(style, element)):
                found.append((element, text))
            for child in element.elements():
                walk(child)
            counters.leave(element)

        walk(self._root)
        return found

    def _rows(self, table: Element) -> "list[html_tables.Rows]":
        parts = [one for one in html_tables.parts_of(table, self._writer) if isinstance(one, html_tables.Rows)]
        return [one for one in parts if html_tables.is_data(one, table, self._writer)]

    def _rewrite(self, element: Element) -> None:
        name = element.name
        if name == "math":
            self._become(element, math_text(element), "p" if element.get("display") == "block" else "span")
        elif name == "ruby":
            self._rewrite_ruby(element)
        elif name == "img":
            self._rewrite_picture(element)
        elif name == "a" and element.get("type") + element.get("epub:type") in {"note", "noteref"}:
            if is_note_mark(element, element.text()):
                element.children = [note_mark(element.text())]
        elif name in {"input", "textarea"}:
            self._become(element, html_forms.field_text(element))
        elif name == "select":
            chosen = html_forms.chosen_options(element)
            if chosen is not None:
                self._become(element, ", ".join(one.text().strip() for one in chosen))
        elif name in {"meter", "progress"} and not element.text().strip():
            self._become(element, html_forms.bar_text(element))
        elif html_forms.MARK in element.attributes:
            element.children.insert(0, f"{element.get(html_forms.MARK)} ")
        elif not element.has_blocks and (placed := raised_style(name, self._writer.style(element))):
            self._rewrite_placed(element, placed)

    def _rewrite_placed(self, element: Element, placed: str) -> None:
        text = element.text()
        before = text_beside(element, -1)
        if placed == "super" and is_note_mark(element, text):
            link = next((one for one in (element, *element.descendants()) if one.name == "a"), element)
            link.children = [note_mark(text)]
            if element.name == "sup":
                element.name = "span"
            return
        written = lowered(text, before) if placed == "sub" else raised(text, before, text_beside(element, 1)[:2])
        if written != text:
            self._become(element, written, "a" if element.name == "a" else "span")

    def _rewrite_ruby(self, element: Element) -> None:
        """Write a word with readings above it, and those that follow at once, as words with their readings behind."""
        parent = element.parent
        if parent is None or element.name != "ruby":
            return
        run = [element]
        for sibling in parent.children[element.place + 1 :]:
            if not isinstance(sibling, Element) or sibling.name != "ruby":
                break
            run.append(sibling)
        marked = ""
        for one in run:
            base, reading = ruby_parts(one, lambda part: part if isinstance(part, str) else part.text())
            marked += f"{RUBY}{base}{RUBY_READING}{reading}{RUBY_END}"
        following = text_beside(run[-1], 1)[:1]
        text = with_readings(marked + following)
        self._become(element, text.removesuffix(following) if following else text)
        for one in run[1:]:
            self._become(one, "")

    def _rewrite_picture(self, element: Element) -> None:
        """Write a picture's description below it; a missing picture becomes its description alone."""
        text = described_picture(element.get("alt") or element.get("title"), element)
        is_there = self._has_file(element.get("src"))
        if is_there and not text:
            return
        is_amid = is_amid_text(element)
        described = Element("span" if is_amid else "div")
        described.children = [f" {text} "] if text else []
        if not is_there:
            self._become(element, "", "span")
            element.children = [described]
            return
        picture = Element("img", element.written)
        self._become(element, "", "span")
        element.children = [picture, described]

    @staticmethod
    def _become(element: Element, text: str, name: str = "span") -> None:
        """Turn an element into one that only holds a text."""
        identity = element.get("id")
        element.become(name, f' id="{html.escape(identity)}"' if identity else "")
        element.children = [text]


def _write_rows(table: Element, parts: "list[html_tables.Rows]") -> None:
    """Write the data of a table with a cell for each column, each marked."""
    if not parts or not any(part.cells for part in parts):
        return
    first = parts[0].rows[0].cells[0] if parts[0].rows and parts[0].rows[0].cells else None
    holder = next((one for one in first.ancestors() if one.name == "table"), table) if first is not None else table
    kept = [one for one in holder.children if isinstance(one, Element) and one.name == "caption"]
    body = Element("tbody", "", holder)
    for part in parts:
        for number, (texts, cells) in enumerate(zip(part.grid, part.cells, strict=True)):
            row = Element("tr", "", body)
            body.children.append(row)
            for place, (text, cell) in enumerate(zip(texts, cells, strict=True)):
                made = Element("th" if cell is not None and cell.name == "th" else "td", "", row)
                made.children = list(cell.children) if cell is not None else [text]
                mark = CELL if place else ROW if number else TABLE
                _put_first(made, mark, hidden=True)
                row.children.append(made)
        last = body.children[-1] if body.children else None
        if isinstance(last, Element) and isinstance(last.children[-1], Element):
            last.children[-1].children.append(_hidden(END))
    holder.children = [*kept, body]


def _hidden(mark: str) -> Element:
    element = Element("span", f' style="{_HIDDEN_MARK}"')
    element.children = [mark]
    return element


def _put_first(element: Element, text: str, *, hidden: bool = False) -> None:
    """Put a text before everything in an element, on the line of its first words."""
    inner = element
    for _ in range(20):
        first = next((one for one in inner.children if not (isinstance(one, str) and not one.strip())), None)
        if not isinstance(first, Element) or first.name not in BLOCKS or first.name in {"ul", "ol", "table", "hr"}:
            break
        inner = first
    inner.children.insert(0, _hidden(text) if hidden else text)


def _is_usual(one: Element, marks: list[tuple[Element, str, str]]) -> bool:
    """Return True if MuPDF draws the marks of a list as they are meant: bullets, and figures one after the other."""
    if one.name != "ol":
        return all(mark == "-" for _, mark, _ in marks)
    if {"type", "reversed"} & set(one.attributes) or any("value" in item.attributes for item, _, _ in marks):
        return False
    return all(kind in {"decimal", "none"} for _, _, kind in marks)


def _add_style(element: Element, style: str) -> None:
    written = re.sub(r"\sstyle\s*=\s*(?:\"[^\"]*\"|'[^']*')", "", element.written)
    own = element.get("style").rstrip("; ")
    element.become(element.name, f'{written} style="{html.escape(f"{own};{style}" if own else style)}"')


def _is_within(element: Element, name: str) -> bool:
    return any(one.name == name for one in element.ancestors())


def _serialized(root: Element, kept: list[str]) -> str:
    """Return a tree as XHTML."""
    parts: list[str] = []
    waiting: list[Element | str | tuple[str]] = [*reversed(root.children)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            parts.append(part[0])
        elif isinstance(part, str):
            parts.append(html.escape(part, quote=False))
        elif part.name == "x-kept":
            parts.append(kept[int(part.get("n"))])
        else:
            written = part.written.rstrip().removesuffix("/")
            if part.name in VOID:
                parts.append(f"<{part.name}{written}/>")
                continue
            parts.append(f"<{part.name}{written}>")
            waiting.append((f"</{part.name}>",))
            waiting += reversed(part.children)
    return "".join(parts)
