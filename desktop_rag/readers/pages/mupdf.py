"""PyMuPDF, and names for its objects, which have no types."""

import sys
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
