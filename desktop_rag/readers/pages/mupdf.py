"""PyMuPDF, names for its objects, which have no types, and bounds on the work that a PDF can ask for.

MuPDF does whatever it is told, which can take hours for a small file: annotations without number, forms that show one
another over and over. Pages are cut in memory before they are loaded.
"""

import re
import sys
from collections import Counter
from contextlib import suppress
from typing import Any, TypeAlias

_UNWANTED = ("pymupdf.layout", "pymupdf4llm")

PyMuPDF: TypeAlias = Any
"""The module ``pymupdf``."""

Paged: TypeAlias = Any
"""A ``pymupdf.Document``."""
Page: TypeAlias = Any
"""A ``pymupdf.Page``."""
DisplayList: TypeAlias = Any
"""A ``pymupdf.DisplayList``."""
Pixmap: TypeAlias = Any
"""A ``pymupdf.Pixmap``."""
Rect: TypeAlias = Any
"""A ``pymupdf.Rect``."""
PdfObject: TypeAlias = Any
"""A ``pymupdf.mupdf.PdfObj``, part of a PDF."""
MOST_ON_PAGE = 10_000  # annotations, fields and links: a second of work
MOST_IN_FILE = 100_000
_MOST_BYTES = 200_000_000  # of instructions that a page runs through: ten seconds; dense maps have 50 million
_SHOWS = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+Do\b")
_DEEPEST = 40  # forms within forms


def load_pymupdf() -> PyMuPDF:
    """Import PyMuPDF without its model of page layouts and what writes pages as Markdown: nothing here asks them.

    ``import pymupdf`` loads both where they are installed, which they are: 0.8 s and 90 MB in every process that reads
    or draws pages. Whoever imports ``pymupdf.layout`` or ``pymupdf4llm`` by its name still gets it.
    """
    modules: dict[str, Any] = sys.modules
    hidden = () if "pymupdf" in modules else tuple(name for name in _UNWANTED if name not in modules)
    modules.update(dict.fromkeys(hidden))  # None: as Python keeps a module that cannot be found
    try:
        import pymupdf
    finally:
        for name in hidden:
            modules.pop(name, None)
    return pymupdf


def page_object(document: Paged, number: int) -> PdfObject:
    """Return the object of a page in a PDF, counted from 0."""
    mupdf = load_pymupdf().mupdf
    return mupdf.pdf_lookup_page_obj(mupdf.pdf_document_from_fz_document(document.this), number)


class BoundedPages:
    """The pages of one open document; those of other files than PDFs are loaded as they are."""

    def __init__(self, document: Paged) -> None:
        self._document = document
        self._left = MOST_IN_FILE
        self._form_bytes: dict[int, int] = {}
        self._cut: set[int] = set()

    def load(self, number: int) -> Page:
        """Load a page, counted from 0, with no more annotations and forms than can be drawn in seconds."""
        pymupdf = load_pymupdf()

        if self._document.is_pdf and number not in self._cut:
            self._cut.add(number)
            with suppress(pymupdf.mupdf.FzErrorBase, RuntimeError):
                page = page_object(self._document, number)
                self._cut_annotations(page)
                self._cut_forms(page)
        return self._document.load_page(number)

    def _cut_annotations(self, page: PdfObject) -> None:
        mupdf = load_pymupdf().mupdf

        annotations = mupdf.pdf_dict_gets(page, "Annots")
        count = mupdf.pdf_array_len(annotations)
        kept = min(count, MOST_ON_PAGE, self._left)
        self._left -= kept
        for place in range(count - 1, kept - 1, -1):
            mupdf.pdf_array_delete(annotations, place)

    def _cut_forms(self, page: PdfObject) -> None:
        """Take the forms away, the costliest first, that make a page too much work."""
        mupdf = load_pymupdf().mupdf

        forms = mupdf.pdf_dict_gets(mupdf.pdf_dict_gets_inheritable(page, "Resources"), "XObject")
        costs = self._costs(mupdf.pdf_dict_gets(page, "Contents"), forms, 0)
        total = sum(costs.values())
        for name, cost in costs.most_common():
            if total <= _MOST_BYTES:
                return
            mupdf.pdf_dict_dels(forms, name)
            total -= cost

    def _costs(self, content: PdfObject, forms: PdfObject, depth: int) -> Counter[str]:
        """Return the bytes of instructions that a content executes in each of the forms that it shows."""
        mupdf = load_pymupdf().mupdf

        costs = Counter[str]()
        if not mupdf.pdf_dict_len(forms):
            return costs
        for raw, times in Counter(_SHOWS.findall(_instructions(content))).items():
            name = raw.decode("latin-1")
            form = mupdf.pdf_dict_gets(forms, name)
            if mupdf.pdf_to_name(mupdf.pdf_dict_gets(form, "Subtype")) == "Form":
                costs[name] = times * self._cost(form, depth + 1)
        return costs

    def _cost(self, form: PdfObject, depth: int) -> int:
        mupdf = load_pymupdf().mupdf

        number = mupdf.pdf_to_num(form)
        if depth > _DEEPEST:
            return _MOST_BYTES + 1
        if number not in self._form_bytes:
            self._form_bytes[number] = 0  # one that shows itself is drawn once
            forms = mupdf.pdf_dict_gets(mupdf.pdf_dict_gets(form, "Resources"), "XObject")
            inner = self._costs(form, forms, depth).total()
            self._form_bytes[number] = len(_instructions(form)) + inner
        return self._form_bytes[number]


def _instructions(content: PdfObject) -> bytes:
    """Return the instructions in a stream, or in several that continue each other, up to a drawable size."""
    mupdf = load_pymupdf().mupdf

    count = mupdf.pdf_array_len(content)
    parts = (mupdf.pdf_array_get(content, place) for place in range(count)) if count else (content,)
    read = bytearray()
    for part in parts:
        if mupdf.pdf_is_stream(part) and len(read) <= _MOST_BYTES:
            read += mupdf.fz_buffer_extract(mupdf.pdf_load_stream(part)) + b"\n"
    return bytes(read)
