"""What is written onto the pages of a PDF: remarks, and entries that are longer than their boxes."""

from collections.abc import Iterator

from desktop_rag.readers import section_headings as headings
from desktop_rag.readers.office.extra_text import Section
from desktop_rag.readers.pages.mupdf import Page, PdfObject, load_pymupdf, page_object

_DRAWN = frozenset(["FreeText", "Popup", "Link", "Widget"])  # their words are part of the page's text
_UNSEEN = 0b100010  # flags: hidden, not to be viewed
_PASSWORD = 1 << 13  # a flag of a field


def sections_of(page: Page, text: str) -> list[Section]:
    """Return the remarks on a page, each as an item of a list with who made it, and what its ``text`` lacks of entries.

    A box shows as much of an entry as it has room for.
    """
    if not page.parent.is_pdf:
        return []
    annotations = list(_annotations(page))
    shown = "".join(text.split())
    remarks = [_remark(one) for kind, one in annotations if kind not in _DRAWN]
    entries = [_entry(kind, one) for kind, one in annotations if kind in {"FreeText", "Widget"}]
    cut_off = [entry for entry in entries if "".join(entry.split()) not in shown]
    named = (Section(headings.FORM_ENTRIES, cut_off), Section(headings.COMMENTS, list(filter(None, remarks))))
    return [section for section in named if section.texts]


def _annotations(page: Page) -> Iterator[tuple[str, PdfObject]]:
    """Yield the kind and the object of each annotation; PyMuPDF takes the square of the time for it."""
    mupdf = load_pymupdf().mupdf

    found = mupdf.pdf_dict_gets(page_object(page.parent, page.number), "Annots")
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
    """Return what was typed into a box, "" for what is not to be seen and for numbers, which are shown otherwise."""
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
