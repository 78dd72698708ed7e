"""Paged files made for a test: text as text, text as a picture of it, and tables."""

import os
from pathlib import Path

# before PyMuPDF is imported, which imports ONNX Runtime: it would report to its maker (see desktop_rag/__init__.py)
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import pymupdf

WIDTH, HEIGHT = 595, 842


def pdf_of(path: Path, *pages: str, size: float = 11, height: float = HEIGHT, **options: object) -> Path:
    """Write a PDF whose pages hold these texts (HTML); text on a low page is recognised in less time."""
    document = pymupdf.open()
    for text in pages:
        page = document.new_page(width=WIDTH, height=height)
        if text:
            page.insert_htmlbox((50, 50, 545, height - 52), f'<div style="font-size:{size}px">{text}</div>')
    document.save(path, **options)
    document.close()
    return path


def picture_of(source: Path, page: int = 0, *, dpi: int = 150, turned: float = 0) -> pymupdf.Pixmap:
    """Draw a page as a scanner would, perhaps a little turned."""
    with pymupdf.open(source) as document:
        return document[page].get_pixmap(matrix=pymupdf.Matrix(dpi / 72, dpi / 72).prerotate(turned), alpha=False)


def scan_of(path: Path, source: Path, *, rotation: int = 0, turned: float = 0) -> Path:
    """Write a PDF that holds every page of another one as a picture; ``rotation`` is how the page is to be shown."""
    scan = pymupdf.open()
    with pymupdf.open(source) as document:
        sizes = [(page.rect.width, page.rect.height) for page in document]
    for number, (width, height) in enumerate(sizes):
        page = scan.new_page(width=width, height=height)
        page.insert_image(page.rect, pixmap=picture_of(source, number, turned=turned), rotate=rotation)
        page.set_rotation(rotation)
    scan.save(path)
    scan.close()
    return path
