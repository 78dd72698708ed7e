"""Names for the objects of PyMuPDF, which has no types."""

from typing import Any, TypeAlias

Paged: TypeAlias = Any
"""A ``pymupdf.Document``."""
Page: TypeAlias = Any
"""A ``pymupdf.Page``."""
Rect: TypeAlias = Any
"""A ``pymupdf.Rect``."""
PdfObject: TypeAlias = Any
"""A ``pymupdf.mupdf.PdfObj``, part of a PDF."""


def page_object(document: Paged, number: int) -> PdfObject:
    """Return the object of a page in a PDF, counted from 0."""
    from pymupdf import mupdf

    return mupdf.pdf_lookup_page_obj(mupdf.pdf_document_from_fz_document(document.this), number)
