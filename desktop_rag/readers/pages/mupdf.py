"""Names for the objects of PyMuPDF, which has no types."""

from typing import Any, TypeAlias

Paged: TypeAlias = Any
"""A ``pymupdf.Document``."""
Page: TypeAlias = Any
"""A ``pymupdf.Page``."""
Rect: TypeAlias = Any
"""A ``pymupdf.Rect``."""
Annotation: TypeAlias = Any
"""A ``pymupdf.Annot``."""
