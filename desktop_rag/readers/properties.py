"""Read a document's own properties: author, title, date. Child processes only.

What is set aside for that in a file is believed unless a program has filled it in; of papers, their first page is.
"""

import html
import re
import zipfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import olefile

from desktop_rag.core.errors import UserError
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.format import Format
from desktop_rag.readers.office.parts import BROKEN_ARCHIVE, Parts
from desktop_rag.readers.office.xml_parts import name_of, parsed
from desktop_rag.readers.pages.mupdf import BoundedPages, Paged, load_pymupdf
from desktop_rag.readers.papers.model import Imprint, Paper
from desktop_rag.text.encodings import decode

if TYPE_CHECKING:
    from desktop_rag.readers.papers.first_page import FirstPage

# What finds papers is imported late: its patterns take a tenth of a second, which no start of the window has to spare.
_HEAD = 200_000  # bytes of a web page or text that are looked through
_FIRST_FILES = "1985"  # no file is older: a year before is a fault of the program that made it
_LONGEST = 300  # characters of a title or of the authors
_DATE = re.compile(r"(?:D:)?(\d{4})-?(\d{2})?-?(\d{2})?")
_NO_TITLE = re.compile(
    r"(?:\(?untitled\)?|\(?anonymous\)?|\(?unspecified\)?|none|document\d*|title|paper title.*"
    r"|power\s?point presentation|slide \d+"
    r"|untitled spreadsheet|(?:doi|pii)\s*:.*|10\.\d{4,9}/.*|\S*[_\d]\S*\.\.\d+|.*\.(?:docx?|dotx?|rtf|odt|tex|dvi"
    r"|ps|pdf|indd|qxd|pub|wpd|eps|pages"
    r"|xlsx?|pptx?|odp|ods|jpe?g|png|tiff?|html?|txt))?",
    re.IGNORECASE,
)  # what programs fill in: nothing, their template, the name of a file
_PROGRAM = re.compile(r"^Microsoft (?:Word|Excel|PowerPoint) - ")
_NO_AUTHOR = frozenset(
    "|user|admin|administrator|unknown|author|authors|python-docx|owner|anonymous|(anonymous)|windows user"
    "|microsoft office user"
    "|microsoft|default|default user|root|guest|test|pc|hp|dell|lenovo|toshiba|asus|acer|sony|ieee|none|latex"
    "|unspecified".split("|")
)
_PRISM = re.compile(r"<?prism:(\w+)(?:>([^<]{1,300})<|=\"([^\"]{1,300})\")")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,80}>")  # in titles that publishers write
_META = re.compile(r"<meta\b[^>]{0,1000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(name|property|content)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_TITLE = re.compile(r"<title\b[^>]{0,200}>([^<]{1,500})</title", re.IGNORECASE)
_FRONT = re.compile(r"\A---\n(.{0,20000}?)\n---", re.DOTALL)
_FRONT_LINE = re.compile(r"""(?m)^(title|author|date):[ \t]*["']?(.+?)["']?[ \t]*$""")


@dataclass(frozen=True, slots=True)
class DocumentProperties:
    """The metadata of a document; "" where it has none. ``date`` is YYYY, YYYY-MM or YYYY-MM-DD.

    ``paper``: what more its first page says where it is that of a paper.
    """

    title: str = ""
    author: str = ""
    date: str = ""
    paper: Paper | None = None


class _Said(NamedTuple):
    """The description of a file: its properties, the first page of a possible paper, and its known imprint."""

    properties: DocumentProperties
    page: "FirstPage | None" = None
    known: Imprint | None = None
    paper: Paper | None = None  # where the file describes one


def document_properties(path: Path) -> DocumentProperties:
    """Return the metadata of a file; empty for one that cannot be read."""
    try:
        said = _of(path, format_of(path))
    except (UserError, OSError, *BROKEN_ARCHIVE):
        return DocumentProperties()
    properties, paper = said.properties, said.paper
    if said.page is not None and paper is None:
        from desktop_rag.readers.papers.paper import paper_on

        paper = paper_on(said.page, properties.title, properties.author, said.known)
    return _of_paper(paper, properties) if paper is not None else properties


def _of(path: Path, found: Format) -> _Said:
    from desktop_rag.readers.papers import flowing

    if zipfile.is_zipfile(path):
        properties = _of_parts(path)
        if of_lines := {"Word": flowing.of_word, "OpenDocument text": flowing.of_opendocument}.get(found.name):
            return _Said(properties or DocumentProperties(), of_lines(path))
        if properties:
            return _Said(properties)
    if found.unit == "page" and found.kind in {"pdf", "book"}:
        return _of_pages(path)
    if found.streams and olefile.isOleFile(path):
        return _Said(_of_compound_file(path))
    if found.kind == "web":
        return _of_web_page(_head(path))
    if found.name == "Markdown":
        source = _head(path)
        return _Said(_of_front_matter(source), flowing.of_markdown(_FRONT.sub("", source)))
    if found.name == "TeX":
        return _Said(DocumentProperties(), flowing.of_tex(_head(path)))
    return _Said(DocumentProperties())


def _of_pages(path: Path) -> _Said:
    from desktop_rag.readers.pages.pdf import open_document  # late: it brings what reads Office files along

    document = open_document(path)
    try:
        said = document.metadata or {}
        properties = _tidied(said.get("title"), [said.get("author") or ""], said.get("creationDate"))
        return (
            _with_first_page(document, properties, said.get("subject") or "") if document.is_pdf else _Said(properties)
        )
    finally:
        document.close()


def _with_first_page(document: Paged, properties: DocumentProperties, subject: str) -> _Said:
    """Return the properties of a PDF with its first page; without that, where it is damaged."""
    from desktop_rag.readers.papers import first_page
    from desktop_rag.readers.papers.imprint import imprint_of
    from desktop_rag.readers.papers.paper import COVER

    pymupdf = load_pymupdf()

    try:
        pages = BoundedPages(document)
        page, described = first_page.of_pdf(pages.load(0)), document.get_xml_metadata()[:_HEAD]
        is_cover = len(document) > 1 and COVER.search(page.text) is not None
        following = first_page.of_pdf(pages.load(1)) if is_cover else None
    except (pymupdf.mupdf.FzErrorBase, RuntimeError):
        return _Said(properties)
    known = imprint_of([subject]).filled(_published(described))
    if following is not None:
        return _Said(properties, following, known.filled(imprint_of([line.text for line in page.lines])))
    return _Said(properties, page, known)


def _published(described: str) -> Imprint:
    """Return the imprint of a paper, as publishers write it into the description of a PDF (XMP, PRISM)."""
    from desktop_rag.readers.papers.imprint import doi_in

    found = {name: html.unescape(one or other).strip() for name, one, other in _PRISM.findall(described)}
    pages = "-".join(filter(None, (found.get("startingPage"), found.get("endingPage"))))
    date = _DATE.match(found.get("coverDate") or found.get("publicationDate") or "")
    return Imprint(
        found.get("publicationName", ""), found.get("volume", ""), found.get("number", ""), pages,
        date.group(1) if date else "", doi_in(found.get("doi", "")),
    )  # fmt: skip


def _of_paper(paper: Paper, properties: DocumentProperties) -> DocumentProperties:
    """Return properties with what is known of a paper; a year that it does not say is that of the file."""
    author = "; ".join(person.inverted for person in paper.people)
    made = properties.date[:4] if properties.date >= _FIRST_FILES else ""
    return DocumentProperties(paper.title, author, paper.imprint.year or made, paper)


def _of_parts(path: Path) -> DocumentProperties | None:
    """Return the properties in a separate part of Office and OpenDocument files, None where there is none."""
    with Parts(path) as parts:
        for name in ("docProps/core.xml", "meta.xml"):
            data = parts.read(name, missing=b"")
            if not data:
                continue
            texts: dict[str, list[str]] = {}
            for element in parsed(data).iter():
                texts.setdefault(name_of(element), []).append((element.text or "").strip())
            first = {key: next(filter(None, values), "") for key, values in texts.items()}
            authors = [first.get("initial-creator") or first.get("creator", "")]
            return _tidied(first.get("title"), authors, first.get("created") or first.get("creation-date"))
    return None


def _of_compound_file(path: Path) -> DocumentProperties:
    with suppress(*BROKEN_ARCHIVE, AttributeError, TypeError, IndexError), olefile.OleFileIO(path) as file:
        said = file.get_metadata()
        encoding = f"cp{said.codepage}" if said.codepage and said.codepage > 0 else "utf-8"

        def words(value: bytes | str | None) -> str:
            if not isinstance(value, bytes):
                return value or ""
            try:
                return value.decode(encoding, "replace")
            except LookupError:
                return value.decode("latin-1")

        made = f"{said.create_time:%Y-%m-%d}" if said.create_time else ""
        return _tidied(words(said.title), [words(said.author)], made)
    return DocumentProperties()


def _of_web_page(source: str) -> _Said:
    from desktop_rag.readers.papers import flowing

    said: dict[str, list[str]] = {}
    for tag in _META.finditer(source):
        attributes = {
            match[1].lower(): html.unescape(match[2] or match[3] or "") for match in _ATTRIBUTE.finditer(tag.group())
        }
        key = (attributes.get("name") or attributes.get("property") or "").lower()
        said.setdefault(key, []).append(attributes.get("content", ""))
    title = _TITLE.search(source)
    dates = [*said.get("article:published_time", ()), *said.get("citation_publication_date", ()), *said.get("date", ())]
    authors = said.get("citation_author") or said.get("author") or said.get("dc.creator") or []
    name, date = html.unescape(title.group(1)) if title else "", next(iter(dates), "").replace("/", "-")
    properties = _tidied(name, authors, date)
    first = {key: " ".join(values[0].split()) for key, values in said.items()}
    return _Said(properties, flowing.of_web_page(source), paper=_described_paper(first, authors))


def _described_paper(said: Mapping[str, str], authors: Iterable[str]) -> Paper | None:
    """Return the paper that the page of a publisher describes to search engines, None for other pages."""
    from desktop_rag.readers.papers.imprint import doi_in
    from desktop_rag.readers.papers.names import person_of

    journal = said.get("citation_journal_title", "")
    conference = said.get("citation_conference_title") or said.get("citation_inbook_title") or ""
    doi, arxiv = doi_in(said.get("citation_doi", "")), said.get("citation_arxiv_id", "")
    if not (said.get("citation_title") and (journal or conference or doi or arxiv)):
        return None
    pages = "-".join(filter(None, (said.get("citation_firstpage"), said.get("citation_lastpage"))))
    date = next(
        (
            said[f"citation_{one}"]
            for one in ("publication_date", "date", "online_date", "year")
            if f"citation_{one}" in said
        ),
        "",
    )
    year = _DATE.match(date.replace("/", "-")) or re.search(r"()\b(\d{4})\b", date)
    imprint = Imprint(
        journal or conference, said.get("citation_volume", ""), said.get("citation_issue", ""), pages,
        (year.group(1) or year.group(2)) if year else "", doi, arxiv, is_conference=not journal and bool(conference),
    )  # fmt: skip
    people = tuple(person_of(name) for name in authors if name.strip())
    return Paper(said["citation_title"], people, imprint=imprint)


def _of_front_matter(text: str) -> DocumentProperties:
    front = _FRONT.match(text)
    said = dict(_FRONT_LINE.findall(front.group(1))) if front else {}
    return _tidied(said.get("title"), [said.get("author", "")], said.get("date"))


def _head(path: Path) -> str:
    with path.open("rb") as file:
        return decode(file.read(_HEAD), declared=True).replace("\r\n", "\n")


def _tidied(title: str | None, authors: Iterable[str], date: str | None) -> DocumentProperties:
    """Return properties without what programs fill in by themselves."""
    name = _PROGRAM.sub("", _MARKUP.sub("", _line(title)))
    if _NO_TITLE.fullmatch(name):
        name = ""
    people = [person for person in map(_line, authors) if person.lower() not in _NO_AUTHOR]
    return DocumentProperties(name, "; ".join(people)[:_LONGEST], _day(date or ""))


def _line(text: str | None) -> str:
    return " ".join("".join(char for char in text or "" if char.isprintable() or char.isspace()).split())[:_LONGEST]


def _day(text: str) -> str:
    match = _DATE.match(text.strip())
    return "-".join(filter(None, match.groups())) if match and "1000" <= match.group(1) <= "2100" else ""
