"""Read what lies over the pages of a PDF: remarks, entries longer than their boxes, addresses."""

from collections.abc import Iterator

from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.links import link_lines
from desktop_rag.readers.office.extra_text import Section
from desktop_rag.readers.pages.mupdf import Page, PdfObject, load_pymupdf
from desktop_rag.readers.pages.page_text import Box, PageText, PlacedWord

_DRAWN = frozenset(["FreeText", "Popup", "Link", "Widget"])  # their words are part of the page's text
_UNSEEN = 0b100010  # flags: hidden, not to be viewed
_PASSWORD = 1 << 13  # a flag of a field
_MOST_LINKS = 1_000  # of a page
_EDGE = 1.0  # points that a link may be smaller than its words


def sections_of(page: Page, read: PageText) -> list[Section]:
    """Return the remarks on a page, each as a list item with its author, and the entries missing in its text.

    A box shows as much of an entry as it has room for. The addresses behind links are those that the page does not
    show.
    """
    if not page.parent.is_pdf and not _is_book(page):
        return []
    links = Section(headings.LINKS, link_lines(_links(page, read), read.text))
    if not page.parent.is_pdf:
        return [links] if links.texts else []
    annotations = list(_annotations(page))
    shown = "".join(read.text.split())
    remarks = [_remark(one) for kind, one in annotations if kind not in _DRAWN]
    entries = [_entry(kind, one) for kind, one in annotations if kind in {"FreeText", "Widget"}]
    cut_off = [entry for entry in entries if "".join(entry.split()) not in shown]
    comments = Section(headings.COMMENTS, list(filter(None, remarks)))
    return [section for section in (Section(headings.FORM_ENTRIES, cut_off), comments, links) if section.texts]


def _is_book(page: Page) -> bool:
    return str((page.parent.metadata or {}).get("format", "")).startswith(("EPUB", "FictionBook", "MOBI"))


def _links(page: Page, read: PageText) -> Iterator[tuple[str, str]]:
    """Yield the words of each link to an address, "" for a picture's, and the address; of both, as they follow."""
    said: dict[str, list[PlacedWord]] = {}
    centres: list[tuple[float, float, PlacedWord]] = []
    for (left, top, right, bottom), address in _areas(page):
        if not centres:
            centres = [((w.box[0] + w.box[2]) / 2, (w.box[1] + w.box[3]) / 2, w) for w in read.words]
        found = said.setdefault(address, [])
        found += [word for x, y, word in centres if left <= x <= right and top <= y <= bottom and word not in found]
    for address, words in said.items():
        yield " ".join(read.text[word.start : word.end] for word in words).rstrip(" .,;:"), address


def _areas(page: Page) -> Iterator[tuple[Box, str]]:
    """Yield the areas of a page that lead to addresses, on the page as it was before it was turned."""
    pymupdf = load_pymupdf()

    held = pymupdf.mupdf.fz_load_links(page.this)  # PyMuPDF takes the square of the time for it
    link = held.m_internal
    back = page.derotation_matrix if link and page.parent.is_pdf else pymupdf.Identity
    for _ in range(_MOST_LINKS):
        if not link:
            return
        if link.uri[:4].lower() in {"http", "mail"}:
            area = pymupdf.Rect(link.rect.x0, link.rect.y0, link.rect.x1, link.rect.y1) * back
            yield (area.x0 - _EDGE, area.y0 - _EDGE, area.x1 + _EDGE, area.y1 + _EDGE), link.uri
        link = link.next


def _annotations(page: Page) -> Iterator[tuple[str, PdfObject]]:
    """Yield the kind and the object of each annotation; PyMuPDF takes the square of the time for it."""
    mupdf = load_pymupdf().mupdf

    found = mupdf.pdf_dict_gets(mupdf.pdf_page_from_fz_page(page.this).obj(), "Annots")
    for place in range(mupdf.pdf_array_len(found)):
        one = mupdf.pdf_array_get(found, place)
        yield mupdf.pdf_to_name(mupdf.pdf_dict_gets(one, "Subtype")), one


def _remark(annotation: PdfObject) -> str:
    text, who = _line(annotation, "Contents"), _line(annotation, "T")
    return (f"- {who}: {text}" if who else f"- {text}") if text else ""


def _line(annotation: PdfObject, key: str) -> str:
    mupdf = load_pymupdf().mupdf

    return " ".join(mupdf.pdf_to_text_string(mupdf.pdf_dict_gets(annotation, key)).split())


def _entry(kind: str, annotation: PdfObject) -> str:
    """Return the text typed into a box, "" for invisible text and for numbers, which are shown otherwise."""
    mupdf = load_pymupdf().mupdf

    if mupdf.pdf_to_int(mupdf.pdf_dict_gets(annotation, "F")) & _UNSEEN:
        return ""
    value = mupdf.pdf_dict_gets(annotation, "Contents")
    if kind == "Widget":
        value = mupdf.pdf_dict_gets_inheritable(annotation, "V")
        if mupdf.pdf_to_int(mupdf.pdf_dict_gets_inheritable(annotation, "Ff")) & _PASSWORD:
            return ""
    text: str = mupdf.pdf_to_text_string(value).replace("\r\n", "\n").replace("\r", "\n").strip()
    return text if any(map(str.isalpha, text)) else ""
