"""The first lines of documents without pages: titles by their style or heading, else by the size of their letters."""

import html
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from desktop_rag.readers.office.parts import Parts
from desktop_rag.readers.office.xml_parts import LEFT_OUT, GrowingTree, TornError, attribute, name_of, parsed_beside
from desktop_rag.readers.papers.first_page import USUAL_SIZE, FirstPage, of_paragraphs
from desktop_rag.readers.papers.names import MARK, people_in
from desktop_rag.readers.plain.html_tree import without_scripts
from desktop_rag.readers.plain.tex import with_letters

_MOST = 80  # paragraphs: two pages
_MOST_STYLES = 5_000
_TITLE_SIZE = 24.0  # points: larger than any heading
_HEADING_SIZES = {1: 16.0, 2: 13.0}
_WORD_SIZE = 11.0
_TITLES = frozenset(["title", "titel", "titre", "título", "papertitle", "paper title"])
_HEADING = re.compile(r"heading[ _]?([12])\b", re.IGNORECASE)
_ELEMENT = re.compile(r"<(h[1-6]|p|li|address)\b[^>]{0,1000}>(.{0,2000}?)</\1\s*>", re.IGNORECASE | re.DOTALL)
_RAISED = re.compile(r"<sup\b[^>]{0,300}>(.{0,300}?)</sup\s*>", re.IGNORECASE | re.DOTALL)
_BREAK = re.compile(r"<br\b[^>]{0,100}>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,1000}>")
_MARKDOWN_HEAD = re.compile(r"(#{1,6})[ \t]+(.*?)#*$")
_EMPHASIS = re.compile(r"\*\*|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_MARKDOWN_RAISED = re.compile(r"\^([^\s^]{1,12})\^|<sup>([^<]{1,20})</sup>|\[\^\w+\]")
_TEX_FACT = re.compile(r"\\(title|author|affil(?:iation)?|date|institute|doi)\s*(?:\[[^\]]{0,300}\]\s*)?\{")
_TEX_NOTE = re.compile(
    r"\\(?:thanks|footnotemark|footnote|inst|textsuperscript|orcid\w*|corref|fnref|IEEEauthorrefmark|label"
    r"|altaffilmark|[hv]space\*?)(?![A-Za-z])\s*(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})?|\$?\^\s*(?:\{[^{}]*\}"
    r"|\S)\$?"
)
_TEX_SIGNS = (
    (r"\\begin\s*\{abstract\}|\\abstract\b", "Abstract"),
    (r"\\(?:keywords|begin\s*\{keywords?\}|IEEEkeywords)", "Keywords"),
    (r"\\section\*?\{\s*Introduction", "Introduction"),
)
_TEX_LOOK = re.compile(r"\\(?:text\w\w|emph|Large|mbox|textsc|bfseries)\s*\{([^{}]*)\}")
_BRACE = re.compile(r"(?<!\\)[{}]")
_LONGEST_FACT = 20_000
_MOST_FACTS = 500  # some papers have as many authors
Paragraph = tuple[str, str, float, bool]
"""A text, the same with ``MARK`` for raised marks, its size in points, whether it is bold."""


class _Look(NamedTuple):
    """The look of a style's letters; None where it leaves it open."""

    size: float | None = None
    is_bold: bool | None = None
    is_raised: bool | None = None


def of_word(path: Path) -> FirstPage:
    """Return the first paragraphs of a Word file."""
    with Parts(path) as parts:
        styles = _word_styles(parsed_beside(parts.read("word/styles.xml", missing=b"")))
        found = _elements(_beginning(parts, "word/document.xml", {"p"}), {"p"})
        return of_paragraphs(one for p in found for one in _word_lines(p, styles))


def of_opendocument(path: Path) -> FirstPage:
    """Return the first paragraphs of an OpenDocument text."""
    with Parts(path) as parts:
        root = _beginning(parts, "content.xml", {"p", "h"})
        looks = _opendocument_styles(parsed_beside(parts.read("styles.xml", missing=b"")), {})
        looks = _opendocument_styles(root, looks)
        return of_paragraphs(one for p in _elements(root, {"p", "h"}) for one in _opendocument_lines(p, looks))


def of_web_page(source: str) -> FirstPage:
    """Return the first headings and paragraphs of a web page."""
    elements = islice(_ELEMENT.finditer(without_scripts(source)), _MOST)
    return of_paragraphs(one for element in elements for one in _web_lines(element[1].lower(), element[2]))


def of_markdown(source: str) -> FirstPage:
    """Return the first headings and lines of a text in Markdown."""
    lines = (line.strip() for line in source.splitlines())
    return of_paragraphs(map(_markdown_line, islice(filter(None, lines), _MOST)))


def of_tex(source: str) -> FirstPage:
    """Return the first page from the source of a TeX document."""
    source = with_letters(re.sub(r"(?<!\\)%.*", "", source))
    titles, names, places = list[Paragraph](), list[Paragraph](), list[Paragraph]()
    for match in islice(_TEX_FACT.finditer(source), _MOST_FACTS):
        text = _braced(source, match.end() - 1)
        if match[1] == "title":
            titles.append(_tex_line(text, _TITLE_SIZE))
            continue
        for piece in re.split(r"\\\\(?:\[[^\]]*\])?|\\(?:and|And|AND)\b", text):
            line = _tex_line(piece, USUAL_SIZE)
            is_name = match[1] == "author" and people_in(line[1])
            (names if is_name else places).append(line)
    lines = [*titles, *names, *places]
    lines += [(name, name, 12.0, True) for pattern, name in _TEX_SIGNS if re.search(pattern, source)]
    return of_paragraphs(lines)


def _braced(source: str, begin: int) -> str:
    """Return the content of the braces that open at a place."""
    depth = 0
    for match in _BRACE.finditer(source, begin, begin + _LONGEST_FACT):
        depth += 1 if match.group() == "{" else -1
        if not depth:
            return source[begin + 1 : match.start()]
    return ""


def _tex_line(source: str, size: float) -> Paragraph:
    text, marked = (" ".join(_tex_text(source, mark).split(" ")).strip() for mark in ("", MARK))
    return text, marked, size, False


def _tex_text(source: str, mark: str) -> str:
    """Return the words of a source of TeX, with ``mark`` for what is raised."""
    source = _TEX_NOTE.sub(mark, source)
    for _ in range(3):  # macros within macros
        source = _TEX_LOOK.sub(r"\1", source)
    source = re.sub(r"\\[A-Za-z@]+\*?(?:\[[^\]]*\])?|[{}$]", " ", source)
    for written, sign in (("~", " "), ("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")):
        source = source.replace(written, sign)
    return re.sub(r"\s+", " ", source)


def _beginning(parts: Parts, name: str, wanted: set[str]) -> ET.Element:
    """Return the tree of a part, read only as far as there are enough elements of some names."""
    root = ET.Element("none")
    with suppress(TornError):
        for root in GrowingTree().roots(parts.blocks(name)):
            # the last one may not be whole
            if len(_elements(root, wanted, _MOST + 1)) > _MOST:
                break
    return root


def _elements(root: ET.Element, wanted: set[str], most: int = _MOST) -> list[ET.Element]:
    return list(islice((one for one in root.iter() if name_of(one) in wanted), most))


def _word_styles(root: ET.Element) -> dict[str, _Look]:
    """Return the looks of the styles of paragraphs and letters by their identifiers; "" for what is usual."""
    looks: dict[str, _Look] = {"": _Look(_WORD_SIZE)}
    for element in root:
        if name_of(element) == "docDefaults":
            looks[""] = _look_of_word(element, looks[""])
        elif name_of(element) == "style":
            based = next((attribute(one, "val") for one in element if name_of(one) == "basedOn"), "")
            title = next((attribute(one, "val") for one in element if name_of(one) == "name"), "").lower()
            look = _look_of_word(element, looks.get(based, _Look()))
            looks[attribute(element, "styleId")] = _with_rank(look, title)
    return looks


def _with_rank(look: _Look, name: str) -> _Look:
    """Return the look of a style, as large as a title or heading is where it is one by its name."""
    heading = _HEADING.search(name)
    rank = _TITLE_SIZE if name in _TITLES else _HEADING_SIZES[int(heading[1])] if heading else 0
    return look._replace(size=max(rank, look.size or 0)) if rank else look


def _look_of_word(element: ET.Element, base: _Look) -> _Look:
    for one in element.iter():
        name, value = name_of(one), attribute(one, "val")
        if name == "sz" and value.isdecimal():
            base = base._replace(size=int(value) / 2)
        elif name == "b":
            base = base._replace(is_bold=value not in {"0", "false", "off"})
        elif name == "vertAlign":
            base = base._replace(is_raised=value == "superscript")
    return base


def _word_lines(paragraph: ET.Element, styles: dict[str, _Look]) -> Iterator[Paragraph]:
    """Yield the lines of a paragraph."""
    properties = next((one for one in paragraph if name_of(one) == "pPr"), None)
    style = next((attribute(one, "val") for one in properties or () if name_of(one) == "pStyle"), "")
    usual = styles.get(style) or _with_rank(_Look(), style.lower())
    usual = usual._replace(size=usual.size or styles[""].size)
    runs = [(run, _look_of_run(run, usual, styles)) for run in paragraph.iter() if name_of(run) == "r"]
    pieces = [("".join(_word_text(run)), look) for run, look in runs]
    yield from _lines(pieces)


def _look_of_run(run: ET.Element, usual: _Look, styles: dict[str, _Look]) -> _Look:
    properties = next((one for one in run if name_of(one) == "rPr"), None)
    if properties is None:
        return usual
    style = next((attribute(one, "val") for one in properties if name_of(one) == "rStyle"), "")
    said = styles.get(style, _Look()) if style else _Look()
    look = usual._replace(**{name: value for name, value in said._asdict().items() if value is not None})
    own = _look_of_word(properties, look)
    # a title by its style is one in whatever letters
    return own._replace(size=usual.size) if usual.size == _TITLE_SIZE else own


def _word_text(run: ET.Element) -> Iterator[str]:
    for one in run:
        name = name_of(one)
        if name in LEFT_OUT:
            continue
        yield {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}.get(
            name, (one.text or "") if name == "t" else ""
        )


def _lines(pieces: list[tuple[str, _Look]]) -> Iterator[Paragraph]:
    """Yield lines made of pieces of text, each with its look."""
    lines: list[list[tuple[str, _Look]]] = [[]]
    for text, look in pieces:
        first, *others = text.split("\n")
        lines[-1].append((first, look))
        lines += [[(other, look)] for other in others]
    for line in lines:
        text = "".join(piece for piece, _ in line)
        marked = "".join(MARK if look.is_raised and piece.strip() else piece for piece, look in line)
        seen = [(piece, look) for piece, look in line if piece.strip() and not look.is_raised]
        size = max((look.size or USUAL_SIZE for _, look in seen), default=USUAL_SIZE)
        yield text, marked, size, bool(seen) and all(look.is_bold for _, look in seen)


def _opendocument_styles(root: ET.Element, known: dict[str, _Look]) -> dict[str, _Look]:
    """Return the looks of styles by their names, with those that are known."""
    looks = dict(known)
    for element in _elements(root, {"style"}, _MOST_STYLES):
        name = attribute(element, "name")
        look = looks.get(attribute(element, "parent-style-name"), _Look())
        for one in element.iter():
            size, weight, position = (attribute(one, key) for key in ("font-size", "font-weight", "text-position"))
            if re.fullmatch(r"\d+(?:\.\d+)?pt", size):
                look = look._replace(size=float(size[:-2]))
            if weight:
                look = look._replace(is_bold=weight == "bold")
            if position:
                look = look._replace(is_raised=position.startswith("super"))
        looks[name] = _with_rank(look, name.replace("_20_", " ").lower())
    return looks


def _opendocument_lines(paragraph: ET.Element, looks: dict[str, _Look]) -> Iterator[Paragraph]:
    look = looks.get(attribute(paragraph, "style-name"), _Look())
    if name_of(paragraph) == "h":
        level = attribute(paragraph, "outline-level") or "1"
        look = look._replace(
            size=max(look.size or 0, _HEADING_SIZES.get(int(level[:9]) if level.isdecimal() else 3, 0))
        )
    pieces = list(_opendocument_pieces(paragraph, look._replace(size=look.size or _WORD_SIZE), looks))
    yield from _lines(pieces)


def _opendocument_pieces(element: ET.Element, look: _Look, looks: dict[str, _Look]) -> Iterator[tuple[str, _Look]]:
    if element.text:
        yield element.text, look
    for child in element:
        name = name_of(child)
        if name == "span":
            said = looks.get(attribute(child, "style-name"), _Look())
            own = look._replace(**{key: value for key, value in said._asdict().items() if value is not None})
            yield from _opendocument_pieces(child, own, looks)
        elif name not in {"note", "annotation"}:
            yield {"tab": "\t", "s": " ", "line-break": "\n"}.get(name, ""), look
            if name == "a":
                yield from _opendocument_pieces(child, look, looks)
        if child.tail:
            yield child.tail, look


def _web_lines(name: str, inside: str) -> Iterator[Paragraph]:
    size = {"h1": _TITLE_SIZE, "h2": 14.0, "h3": 12.0}.get(name, USUAL_SIZE)
    for line in _BREAK.split(inside):
        text, marked = line, _RAISED.sub(MARK, line)
        plain, with_marks = (" ".join(html.unescape(_TAG.sub("", one)).split(" ")) for one in (text, marked))
        yield plain.replace("\n", " "), with_marks.replace("\n", " "), size, name.startswith("h")


def _markdown_line(line: str) -> Paragraph:
    head = _MARKDOWN_HEAD.fullmatch(line)
    text = (head[2] if head else line).strip()
    is_bold = bool(head) or re.fullmatch(r"\*\*[^*]+\*\*", text) is not None
    size = {1: _TITLE_SIZE, 2: 14.0}.get(len(head[1]), 12.0) if head else USUAL_SIZE
    plain, marked = (_EMPHASIS.sub("", one) for one in (text, _MARKDOWN_RAISED.sub(MARK, text)))
    return plain, marked, size, is_bold
