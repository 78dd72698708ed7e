"""What people noted on the pages of a PDF.

Words typed onto a page or filled into a form are drawn: they are part of its text already.
"""

from desktop_rag.readers.pages.mupdf import Annotation, Page

_DRAWN = frozenset(["FreeText", "Popup", "Link", "Widget"])


def comments_on(page: Page) -> list[str]:
    """Return the remarks on a page with who made them."""
    if not page.parent.is_pdf or page.first_annot is None:
        return []
    return [line for annotation in page.annots() if (line := _remark(annotation))]


def _remark(annotation: Annotation) -> str:
    """Return what an annotation says as an item of a list, "" where nothing."""
    text = " ".join(annotation.info.get("content", "").split())
    if not text or annotation.type[1] in _DRAWN:
        return ""
    who = " ".join(annotation.info.get("title", "").split())
    return f"- {who}: {text}" if who else f"- {text}"
