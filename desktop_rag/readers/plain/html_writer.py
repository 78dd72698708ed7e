"""Writes the tree of a web page or message as Markdown: what a person sees of it, in the order of the page."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, NamedTuple
from urllib.parse import urljoin

from desktop_rag.readers.formulas import lowered, raised
from desktop_rag.readers.plain import html_inline, html_tables
from desktop_rag.readers.plain.html_counters import BULLETS, Counters, counter_style, is_counted, list_label, unescaped
from desktop_rag.readers.plain.html_inline import (
    LINE,
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
from desktop_rag.readers.plain.html_styles import Style, StyleSheet
from desktop_rag.readers.plain.html_tree import BLOCKS, Element

_BLANKS = re.compile(r"[ \t\n\r\f]+")
_FIXED_BLANKS = re.compile(r"[ \u00a0]{2,}")
_LINES = re.compile(rf" *{LINE} *")
_MANY_LINES = re.compile(r"\n{3,}")
_UNSEEN = frozenset(
    "template datalist noframes script style title noscript param colgroup col map audio video source track rp "
    "bgsound base meta link embed".split()
)
_HIDING = re.compile(r"(?:^|;)\s*(?:visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all)", re.IGNORECASE)
_APART = frozenset("button label output select textarea input option meter progress td th".split())
_BLOCK_DISPLAYS = frozenset("block flex grid list-item table table-row table-cell table-caption flow-root".split())
_LISTS = frozenset(["ul", "ol", "menu", "dir"])
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_ASIDE = frozenset(["nav", "header", "footer", "aside", "menu"])
_ASIDE_ROLES = frozenset("navigation banner contentinfo menu menubar search toolbar directory doc-toc".split())
_ASIDE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?|sidebar|footer|pagination|pager|toc|share|social|skip|"
    r"unsubscribe)(?:$|[\s_-])",
    re.IGNORECASE,
)
_NAMED_SPACES = {"pre": True, "pre-wrap": True, "pre-line": True, "break-spaces": True}
_DEEPEST_MARK = 8  # lists or quotations within each other that are still marked
_MOST_SPACES = 4
_NEAR = 2  # places among what is in an element


class Block(NamedTuple):
    """Lines of a page; ``tight``: right below those before it, without a blank line between."""

    text: str
    tight: bool = False


class HtmlWriter:
    """Writes one page. ``is_message``: what stands in tables without heads may be there for the layout alone.

    ``links`` holds the text and the address of each link that stands in the text, not in what surrounds it, after
    ``text`` was called. ``has_table``: there was a table of data.
    """

    def __init__(self, root: Element, styles: StyleSheet, *, is_message: bool = False) -> None:
        self._root = root
        self._styles = styles
        self.is_message = is_message
        self.links: list[tuple[str, str]] = []
        self.has_table = False
        self._lists = self._quotes = self._cells = self._aside = 0
        self._counters = Counters(styles)
        base = next((one.get("href") for one in root.descendants() if one.name == "base" and one.get("href")), "")
        self._base = base if base.startswith(("http:", "https:")) else ""

    def text(self) -> str:
        """Return the page as Markdown."""
        html_inline.move_marks(self._root)
        return joined(self.blocks(self._root))

    def blocks(self, element: Element) -> list[Block]:
        """Return the blocks of an element."""
        found: list[Block] = []
        parts: list[str] = []
        self._counters.enter(element)
        if before := self._written(element, "before"):
            parts.append(before)
        for child in element.children:
            if isinstance(child, str):
                parts.append(child)
            elif self.is_hidden(child):
                self._add_hidden(child, parts)
            elif child.has_blocks or self._is_block(child):
                self._end_paragraph(parts, found)
                found += self._block(child)
            else:
                self._add_inline(child, parts)
        if after := self._written(element, "after"):
            parts.append(after)
        self._counters.leave(element)
        self._end_paragraph(parts, found)
        return found

    def cell_text(self, cell: Element) -> str:
        """Return the text of a cell of a table, in one line."""
        self._cells += 1
        text = " ".join(block.text for block in self.blocks(cell))
        self._cells -= 1
        return " ".join(text.split())

    def is_hidden(self, element: Element) -> bool:
        """Return True if a browser does not show an element."""
        if element.name in _UNSEEN:
            return True
        style = self.style(element)
        if "display" in style:
            return style["display"] == "none" and element is not self._root
        if not element.has_attributes:
            return False
        if "hidden" in element.attributes or _HIDING.search(element.get("style")):
            return True
        # the letters of a formula that stands beside them as a whole
        return element.get("aria-hidden") == "true" and element.parent is not None and _has_math(element)

    def style(self, element: Element) -> Style:
        """Return the style of an element by the style sheets of the page."""
        return self._styles.of(element)

    def _is_block(self, element: Element) -> bool:
        return element.name in BLOCKS or self.style(element).get("display", "") in _BLOCK_DISPLAYS

    def _add_hidden(self, element: Element, parts: list[str]) -> None:
        """Write the formula that is hidden where its picture is shown."""
        if element.name not in _UNSEEN:
            parts += (math_text(one) for one in element.descendants() if one.name == "math")

    def _written(self, element: Element, part: str) -> str:
        """Return the text a style sheet writes before or after that of an element."""
        if not self._styles.has_parts:
            return ""
        style = self._styles.of(element, part)
        return self._counters.written(style, element) if style.get("display") != "none" else ""

    # -- paragraphs

    def _end_paragraph(self, parts: list[str], found: list[Block]) -> None:
        if not parts:
            return
        text = _paragraph("".join(parts))
        parts.clear()
        if text:
            found += (Block(one) for one in text.split("\n\n"))

    def _block(self, element: Element) -> list[Block]:
        name = element.name
        is_aside = self._is_aside(element)
        self._aside += is_aside
        written = self._WRITERS.get(name)
        display = self.style(element).get("display", "")
        if html_tables.is_table(element, display, self):
            found = self._table(element)
        elif written is not None:
            found = written(self, element)
        elif name in _HEADINGS:
            found = self._heading(element, int(name[1]))
        elif name in _LISTS:
            found = self._list(element)
        else:
            found = self.blocks(element)
            self._keep_link(element, " ".join(found[0].text.split()) if found else "")
            if name in {"svg", "figure", "canvas", "object"} or element.get("role") == "img":
                found = self._described(element, found)
        self._aside -= is_aside
        return found

    def _heading(self, element: Element, level: int) -> list[Block]:
        text = " ".join(" ".join(block.text for block in self.blocks(element)).split())
        if not text:
            return []
        return [Block(text if self._cells or (self.is_message and self._lists) else f"{'#' * level} {text}")]

    def _preformatted(self, element: Element) -> list[Block]:
        text = self._spaced_text(element).expandtabs().strip("\n").rstrip()
        if self._cells or not text.strip():
            return [Block(" ".join(text.split()))] if text.strip() else []
        if self.is_message:
            return [Block(text.strip("\n"))]
        return [Block("\n".join(f"    {line}".rstrip() for line in text.split("\n")))]

    def _spaced_text(self, element: Element) -> str:
        """Return the text of an element with its blanks and lines."""
        parts: list[str] = []
        for child in element.children:
            if isinstance(child, str):
                parts.append(child)
            elif self.is_hidden(child):
                continue
            elif child.name == "br":
                parts.append("\n")
            elif child.name in {"sup", "sub", "ruby", "math", "img", "input", "select"}:
                inline: list[str] = ["".join(parts)[-40:]]
                self._add_inline(child, inline)
                parts.append(_paragraph("".join(inline[1:])))
            else:
                inner = self._spaced_text(child)
                self._keep_link(child, " ".join(inner.split()))
                parts.append(f"\n{inner}\n" if self._is_block(child) and inner.strip() else inner)
        return "".join(parts)

    def _quotation(self, element: Element) -> list[Block]:
        self._quotes += 1
        found = self.blocks(element)
        self._quotes -= 1
        if not found or self._cells or self._quotes >= _DEEPEST_MARK:
            return found
        return [Block("\n".join(f"> {line}".rstrip() for line in joined(found).split("\n")))]

    def _rule(self, _element: Element) -> list[Block]:
        return [] if self._cells or self.is_message else [Block("* * *")]

    def _figure(self, element: Element) -> list[Block]:
        return self._described(element, self.blocks(element))

    def _described(self, element: Element, found: list[Block]) -> list[Block]:
        """Return the blocks of a figure, below its description for people who do not see it."""
        text = described_picture(element.get("aria-label") or element.get("title"))
        known = " ".join(joined(found).split())
        return [Block(text), *found] if text and text not in known else found

    # -- lists

    def _list(self, element: Element) -> list[Block]:
        found: list[Block] = []
        marks = self.item_marks(element)
        self._lists += 1
        self._counters.enter(element)
        for child in element.children:
            if isinstance(child, str):
                if child.strip():
                    found.append(Block(" ".join(child.split())))
            elif child.name == "li" and not self.is_hidden(child):
                _, mark, kind = next(marks)
                found += self._item(child, mark, kind)
            elif child.name in _LISTS:  # a list beside the items, not in one
                found += [block._replace(text=_indented(block.text, "  "), tight=True) for block in self._list(child)]
            elif not self.is_hidden(child):
                found += self._block(child) if child.has_blocks or self._is_block(child) else self._alone(child)
        self._counters.leave(element)
        self._lists -= 1
        return found

    def _alone(self, element: Element) -> list[Block]:
        parts: list[str] = []
        found: list[Block] = []
        self._add_inline(element, parts)
        self._end_paragraph(parts, found)
        return found

    def item_marks(self, element: Element) -> Iterator[tuple[Element, str, str]]:
        """Yield each item of a list that is shown, the mark before it, and the way in which it is numbered."""
        items = [one for one in element.elements() if one.name == "li" and not self.is_hidden(one)]
        is_reversed = element.name == "ol" and "reversed" in element.attributes
        number = _number(element.get("start")) if element.name == "ol" else None
        number = (len(items) if is_reversed else 1) if number is None else number
        usual = _list_kind(self.style(element)) or (
            (element.get("type") if is_counted(element.get("type")) else "decimal") if element.name == "ol" else "disc"
        )
        for item in items:
            value = _number(item.get("value")) if element.name == "ol" else None
            number = number if value is None else value
            style = self.style(item)
            kind = _list_kind(style) or (item.get("type") if is_counted(item.get("type")) else usual)
            if style.get("display", "list-item") not in {"list-item", ""} and self._styles.has_parts:
                kind = "none"
            yield item, self._mark(number, kind), kind
            number += -1 if is_reversed else 1

    def _mark(self, number: int, kind: str) -> str:
        """Return the mark before an item."""
        if kind[:1] in "\"'" and len(kind) > 1:
            text = unescaped(kind[1:-1]).strip()
            return text if text and any(map(str.isalnum, text)) else "-"
        if kind in self._styles.counter_styles:
            return counter_style(number, self._styles.counter_styles[kind])
        if kind.lower() in BULLETS or not (is_counted(kind) or kind == "decimal"):
            return "-"
        return list_label(number, kind)

    def _item(self, item: Element, mark: str, kind: str) -> list[Block]:
        blocks = self.blocks(item)
        if not blocks:
            return []
        first, *rest = blocks
        own_label = kind == "none" and _is_label(first.text)
        if self._cells:
            text = " ".join(block.text for block in blocks)
            return [Block(text if own_label else f"{'•' if mark == '-' else mark} {text}")]
        deep = self._lists > _DEEPEST_MARK
        is_markdown = mark == "-" or re.fullmatch(r"\d{1,9}\.", mark) is not None
        # a paragraph of its own: only what Markdown knows as a label begins an item there
        if own_label:
            return [Block(first.text), *rest]
        indent = "" if deep else " " * (len(mark) + 1 if is_markdown else _MOST_SPACES - 1)
        between = "" if mark.endswith("、") else " "
        text = f"{mark}{between}{_indented(first.text, indent).lstrip()}"
        return [Block(text, tight=is_markdown)] + [
            Block(_indented(block.text, indent), block.tight or _begins_item(block.text)) for block in rest
        ]

    def _item_alone(self, element: Element) -> list[Block]:
        """Return an item that is in no list."""
        return self._item(element, "-", "disc")

    def _definitions(self, element: Element) -> list[Block]:
        """Return terms with what they mean, each in a line where that is short."""
        found: list[Block] = []
        terms: list[str] = []
        for child in _definition_parts(element):
            if isinstance(child, str):
                if child.strip():
                    found.append(Block(" ".join(child.split())))
            elif self.is_hidden(child):
                continue
            elif child.name == "dt":
                if text := joined(self.blocks(child)):
                    terms.append(" ".join(text.split()))
            elif child.name == "dd":
                blocks = self.blocks(child)
                if terms and blocks:
                    term = ", ".join(terms)
                    mark = "" if term[-1:] in ":;.?!：。？！–—=" else ":"
                    lead = f"{term}{mark} "
                    if _begins_item(blocks[0].text) or blocks[0].text.startswith(("|", "#", ">", "    ")):
                        blocks.insert(0, Block(lead.strip()))
                    else:
                        blocks[0] = Block(f"{lead}{blocks[0].text}")
                    terms.clear()
                found += self._as_item(blocks)
            else:
                found += [*self._as_item([Block(", ".join(terms))] if terms else []), *self._block(child)]
                terms.clear()
        return [*found, *self._as_item([Block(", ".join(terms))] if terms else [])]

    def _as_item(self, blocks: list[Block]) -> list[Block]:
        if not blocks or self._cells:
            return blocks
        first, *rest = blocks
        return [Block(f"- {_indented(first.text, '  ').lstrip()}", tight=True)] + [
            Block(_indented(block.text, "  "), block.tight) for block in rest
        ]

    # -- tables

    def _table(self, element: Element) -> list[Block]:
        if self._cells:
            return self._cells_alone(element)
        parts = html_tables.parts_of(element, self)
        found: list[Block] = []
        for part in parts:
            if isinstance(part, str):
                if part.strip():
                    found.append(Block(" ".join(part.split())))
            elif isinstance(part, Element):
                found += self._block(part) if part.has_blocks or self._is_block(part) else self._alone(part)
            elif html_tables.is_data(part, element, self):
                self.has_table = True
                found += [Block(text) for text in [html_tables.table_text(part)] if text]
            else:
                found += self._layout(part)
        return found

    def _layout(self, table: "html_tables.Rows") -> list[Block]:
        """Return the text of a table that only places what is in it."""
        found: list[Block] = []
        for row in table.rows:
            cells = [blocks for cell in row.cells if (blocks := self.blocks(cell))]
            if all(len(blocks) == 1 and _is_line(blocks[0].text) for blocks in cells):
                line = " ".join(blocks[0].text for blocks in cells)
                found += [Block(line, tight=bool(found) and _is_line(found[-1].text))] if line else []
            else:
                found += (block for blocks in cells for block in blocks)
        return found

    def _cells_alone(self, element: Element) -> list[Block]:
        """Return a table in a cell of another."""
        found = []
        for part in html_tables.parts_of(element, self):
            if isinstance(part, html_tables.Rows):
                rows = [" ".join(filter(None, (self.cell_text(cell) for cell in row.cells))) for row in part.rows]
                found.append(Block("; ".join(filter(None, rows))))
            elif isinstance(part, Element):
                found += self.blocks(part)
        return [block for block in found if block.text]

    # -- words within paragraphs

    def _add_inline(self, element: Element, parts: list[str]) -> None:
        """Add the text of an element that begins no new line."""
        name = element.name
        self._counters.enter(element)
        is_aside = self._is_aside(element)
        self._aside += is_aside
        style = self.style(element)
        placed = raised_style(name, style)
        written = self._INLINE.get(name)
        if before := self._written(element, "before"):
            parts.append(before)
        if placed:
            self._add_placed(element, parts, placed)
        elif written is not None:
            written(self, element, parts)
        elif style.get("white-space", "") in _NAMED_SPACES:
            parts.append(LINE.join(self._spaced_text(element).split("\n")))
        else:
            if name in _APART:
                parts.append(" ")
            if html_inline.MARK in element.attributes:
                parts.append(f"{element.get(html_inline.MARK)} ")
            self._add_children(element, parts)
            if name in _APART:
                parts.append(" ")
        if after := self._written(element, "after"):
            parts.append(after)
        self._aside -= is_aside
        self._counters.leave(element)

    def _add_children(self, element: Element, parts: list[str]) -> None:
        for child in element.children:
            if isinstance(child, str):
                parts.append(child)
            elif self.is_hidden(child):
                self._add_hidden(child, parts)
            else:
                self._add_inline(child, parts)

    def _inline_text(self, element: Element) -> str:
        parts: list[str] = []
        self._add_children(element, parts)
        return _BLANKS.sub(" ", "".join(parts))

    def _add_placed(self, element: Element, parts: list[str], placed: str) -> None:
        """Add raised or lowered words."""
        text = self._inline_text(element)
        if element.name == "a":
            self._keep_link(element, text)
        before = "".join(parts[-8:])[-60:]
        if RUBY_END in before:
            before = before.replace(RUBY_END, "")
        if placed == "sub":
            parts.append(lowered(text, before))
        elif is_note_mark(element, text):
            parts.append(note_mark(text))
        else:
            parts.append(raised(text, before, text_beside(element, 1)[:2]))

    def _add_link(self, element: Element, parts: list[str]) -> None:
        begin = len(parts)
        self._add_children(element, parts)
        text = _paragraph("".join(parts[begin:]))
        if _previous_is_link(element) and text:
            parts.insert(begin, " ")
        if is_note_mark(element, text) and element.get("epub:type") + element.get("role"):
            parts[begin:] = [note_mark(text)]
        self._keep_link(element, " ".join(text.split()))

    def _keep_link(self, element: Element, text: str) -> None:
        if element.name != "a" or self._aside:
            return
        address = "".join(element.get("href").split())
        if (
            self._base
            and address
            and not address.startswith("#")
            and not re.match(r"[a-z][a-z0-9+.-]*:", address, re.IGNORECASE)
        ):
            try:
                address = urljoin(self._base, address)
            except ValueError:
                return
        if address[:7].lower() in {"http://", "https:/", "mailto:"}:
            self.links.append((text, address))

    def _add_ruby(self, element: Element, parts: list[str]) -> None:
        base, reading = ruby_parts(element, self._ruby_text)
        parts.append(f"{RUBY}{base}{RUBY_READING}{reading}{RUBY_END}" if base else reading)

    def _ruby_text(self, element: Element | str) -> str:
        if isinstance(element, str):
            return element
        parts: list[str] = []
        if not self.is_hidden(element):
            self._add_inline(element, parts)
        return "".join(parts)

    def _add_picture(self, element: Element, parts: list[str]) -> None:
        text = described_picture(element.get("alt") or element.get("title") or element.get("aria-label"), element)
        if not text:
            if any(map(str.isalpha, element.get("alt"))) or element.get("alt").strip() == "":
                parts.append(" ")
            else:
                parts.append(element.get("alt"))
            return
        parts.append(f" {text} " if self._cells or is_amid_text(element) else f"{LINE}{LINE}{text}{LINE}{LINE}")

    def _add_quoted(self, element: Element, parts: list[str]) -> None:
        depth = sum(one.name == "q" for one in element.ancestors())
        begin, end = "“”" if depth % 2 == 0 else "‘’"
        parts.append(begin)
        self._add_children(element, parts)
        parts.append(end)

    def _add_struck(self, element: Element, parts: list[str]) -> None:
        text = self._inline_text(element)
        core = text.strip()
        parts.append(text.replace(core, f"~~{core}~~", 1) if core else text)

    def _add_code(self, element: Element, parts: list[str]) -> None:
        text = self._inline_text(element)
        parts.append(f"`{text.strip()}`" if text.strip() and "`" not in text and not self._cells else text)

    def _add_field(self, element: Element, parts: list[str]) -> None:
        parts += (" ", html_inline.field_text(element), " ")

    def _add_choice(self, element: Element, parts: list[str]) -> None:
        chosen = html_inline.chosen_options(element)
        if chosen is None:
            parts.append(" ")
            self._add_children(element, parts)
        else:
            parts += (" ", ", ".join(filter(None, (self._inline_text(one).strip() for one in chosen))))
        parts.append(" ")

    def _add_bar(self, element: Element, parts: list[str]) -> None:
        parts += (" ", self._inline_text(element).strip() or html_inline.bar_text(element), " ")

    def _add_math(self, element: Element, parts: list[str]) -> None:
        parts.append(math_text(element))

    def _add_break(self, _element: Element, parts: list[str]) -> None:
        parts.append(LINE)

    def _add_nothing(self, _element: Element, _parts: list[str]) -> None:
        """Add nothing: a place where a word may be broken is no blank."""

    def _add_drawing(self, element: Element, parts: list[str]) -> None:
        text = described_picture(element.get("aria-label") or element.get("title"))
        inner = self._inline_text(element)
        parts.append(f" {text} " if text and text not in inner else "")
        if element.name != "canvas":
            parts.append(inner)

    def _is_aside(self, element: Element) -> bool:
        """Return True if an element surrounds the text of a page: its links lead around the site."""
        if element.name in _ASIDE or element.get("role") in _ASIDE_ROLES:
            return True
        names = f"{element.get('class')} {element.get('id')}"
        return len(names) > 1 and _ASIDE_CLASS.search(names) is not None

    _WRITERS: ClassVar[dict[str, Callable[["HtmlWriter", Element], list[Block]]]] = {
        "pre": _preformatted,
        "blockquote": _quotation,
        "hr": _rule,
        "li": _item_alone,
        "dl": _definitions,
        "figure": _figure,
    }
    _INLINE: ClassVar[dict[str, Callable[["HtmlWriter", Element, list[str]], None]]] = {
        "a": _add_link,
        "br": _add_break,
        "wbr": _add_nothing,
        "ruby": _add_ruby,
        "img": _add_picture,
        "image": _add_picture,
        "q": _add_quoted,
        "del": _add_struck,
        "s": _add_struck,
        "strike": _add_struck,
        "code": _add_code,
        "tt": _add_code,
        "kbd": _add_code,
        "input": _add_field,
        "textarea": _add_field,
        "select": _add_choice,
        "meter": _add_bar,
        "progress": _add_bar,
        "math": _add_math,
        "svg": _add_drawing,
        "canvas": _add_drawing,
        "object": _add_drawing,
    }


def joined(blocks: Iterable[Block]) -> str:
    """Return blocks below each other."""
    text: list[str] = []
    for block in blocks:
        if text:
            text.append("\n" if block.tight else "\n\n")
        text.append(block.text)
    return "".join(text)


def _paragraph(text: str) -> str:
    """Return the text of a paragraph: blanks are one, except where lines were broken on purpose."""
    text = _BLANKS.sub(" ", text)
    if "\u00a0" in text:
        text = _FIXED_BLANKS.sub(" ", text)
    if RUBY in text:
        text = with_readings(text)
    if "\u00ad" in text:
        text = text.replace("\u00ad", "")
    if LINE not in text:
        return text.strip()
    text = _MANY_LINES.sub("\n\n", _LINES.sub("\n", text)).strip()
    return "\n".join(line.strip() for line in text.split("\n"))


def _list_kind(style: Style) -> str:
    """Return the kind of a list that styles name, "" where they do not."""
    if kind := style.get("list-style-type", ""):
        return kind if kind[:1] in "\"'" else kind.lower()
    written = style.get("list-style", "")
    if quoted := re.search(r"\"[^\"]*\"|'[^']*'", written):
        return quoted.group()
    words = [word for word in written.lower().split() if word not in {"inside", "outside", "inherit", "initial"}]
    return next((word for word in words if not word.startswith("url(")), "")


def _number(written: str) -> int | None:
    found = re.match(r"\s*([+-]?\d{1,9})", written)
    return int(found[1]) if found else None


def _indented(text: str, indent: str) -> str:
    return "\n".join(indent + line if line else line for line in text.split("\n")) if indent else text


def _begins_item(text: str) -> bool:
    return re.match(r"\s*(?:- |\d{1,9}\. )", text) is not None


def _is_label(text: str) -> bool:
    """Return True if a line begins with a label, as "(a)" or "2.1"."""
    return re.match(r"(?:\(?[\w.]{1,8}[.)]|[\d.]{1,12}|[§•*·–—-])\s", text) is not None


def _is_line(text: str) -> bool:
    return "\n" not in text and not text.startswith(("#", "- ", ">", "|"))


def _definition_parts(element: Element) -> Iterator[Element | str]:
    """Yield the terms and meanings of a list, also those that are grouped."""
    for child in element.children:
        if isinstance(child, Element) and child.name == "div":
            yield from _definition_parts(child)
        else:
            yield child


def _has_math(element: Element) -> bool:
    """Return True if there is a formula beside an element."""
    siblings = element.parent.children if element.parent else []
    beside = siblings[max(0, element.place - _NEAR) : element.place + _NEAR + 1]
    others = (one for one in beside if isinstance(one, Element) and one is not element)
    return any(one.name == "math" or any(inner.name == "math" for inner in one.descendants()) for one in others)


def _previous_is_link(element: Element) -> bool:
    siblings = element.parent.children if element.parent else []
    last = siblings[element.place - 1] if element.place else None
    return isinstance(last, Element) and last.name == "a"


def text_beside(element: Element, step: int) -> str:
    """Return the text next to an element in its line: before it with step -1, behind it with 1."""
    above = element.parent
    while above is not None:
        place = element.place + step
        while 0 <= place < len(above.children):
            part = above.children[place]
            if isinstance(part, Element) and (part.name in _LINE_ENDS or part.has_blocks):
                return ""
            text = part if isinstance(part, str) else part.text()
            if text.strip():
                return text
            place += step
        if above.name in BLOCKS:
            break
        element, above = above, above.parent
    return ""


def is_amid_text(element: Element) -> bool:
    """Return True if a picture stands within a sentence: there is text before and after it."""
    before = text_beside(element, -1).strip()
    return bool(before) and before[-1] not in ".!?。！？" and bool(text_beside(element, 1).strip())


_LINE_ENDS = BLOCKS | {"br", "img"}
