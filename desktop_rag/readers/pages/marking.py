"""Writes highlights into copies of PDFs, as annotations that every viewer shows. Child processes only (see ``pdf``).

A copy begins with every byte of the file; what is written comes behind it, so that signatures can still be checked.
Only a file that had to be repaired to be opened is written anew.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.highlights import Highlight
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.pages.mupdf import Page, Paged, load_pymupdf
from desktop_rag.readers.pages.page_text import PageText, read_page, unpack_words
from desktop_rag.text.quotations import letters_of, place_of

AUTHOR = "Desktop RAG"
_COLOUR = (1.0, 0.86, 0.24)
_SUBJECT = "Highlight"
Recognised = tuple[str, bytes]
"""The stored text of a page that is a picture, and where its words stand (``page_text.pack_words``)."""


@dataclass(frozen=True, slots=True)
class Written:
    """How many highlights were written; ``missing`` are those whose words were not found on their page."""

    highlights: int
    missing: tuple[Highlight, ...]
    is_signed: bool


def write_highlights(
    path: Path, target: Path, highlights: Sequence[Highlight], recognised: Mapping[int, Recognised]
) -> Written:
    """Write a copy of the PDF at ``path`` with highlights to ``target``; those of the same words share a note.

    ``recognised`` has the text of pages that are pictures, by page.

    Raises:
        UserError: the file cannot be opened, is no PDF, does not allow comments, or is too damaged.

    """
    from desktop_rag.readers.pages.pdf import open_document  # late: whole programs import this, children write

    pymupdf = load_pymupdf()
    open_document(path).close()  # says what is wrong with a file that cannot be opened
    try:
        shutil.copyfile(path, target)
        with pymupdf.open(str(target)) as document:
            if not document.is_pdf:
                raise UserError(
                    UserText("Only PDF files can be highlighted."), UserText("Print the file to a PDF and add that.")
                )
            if not document.permissions & pymupdf.PDF_PERM_ANNOTATE:
                raise UserError(
                    UserText("Whoever made this PDF does not allow comments in it."),
                    UserText("Ask for a version without this restriction."),
                )
            missing: list[Highlight] = []
            count = 0
            for number, together in groupby(sorted(highlights, key=attrgetter("page")), attrgetter("page")):
                some = list(together)
                if number > len(document):
                    missing += some
                    continue
                marked, left = _mark(document.load_page(number - 1), some, recognised.get(number))
                count += marked
                missing += left
            signed = document.get_sigflags() > 0
            anew = _save(document)
        if anew:
            Path(anew).replace(target)
    except (pymupdf.mupdf.FzErrorBase, RuntimeError) as error:
        raise UserError(
            UserText("The PDF is too damaged to be written again."),
            UserText("Open it in another program, save it there, and add that file."),
        ) from error
    return Written(count, tuple(missing), signed)


def _save(document: Paged) -> str:
    """Save a document in place, behind what it holds; return the path where it was written anew instead, else ""."""
    if document.can_save_incrementally():
        document.saveIncr()
        return ""
    anew = f"{document.name}.anew"
    document.save(anew, encryption=load_pymupdf().PDF_ENCRYPT_KEEP, deflate=True)
    return anew


def _mark(page: Page, highlights: list[Highlight], recognised: Recognised | None) -> tuple[int, list[Highlight]]:
    """Write the highlights of a page; return how many, and those whose words are not there."""
    text = PageText(recognised[0], unpack_words(recognised[1])) if recognised else read_page(page)
    notes: dict[tuple[int, int], list[str]] = {}
    missing: list[Highlight] = []
    for one in highlights:
        span = _span(text.text, one)
        if span is None or not text.boxes(*span):
            missing.append(one)
        else:
            kept = notes.setdefault(span, [])
            kept += [one.note] if one.note and one.note not in kept else []
    for span, told in notes.items():
        quads = [load_pymupdf().Rect(box).quad for box in text.boxes(*span)]
        annotation = page.add_highlight_annot(quads)
        annotation.set_info(title=AUTHOR, content="\n\n".join(told), subject=_SUBJECT)
        annotation.set_colors(stroke=_COLOUR)
        annotation.update()
    return len(notes), missing


def _span(text: str, one: Highlight) -> tuple[int, int] | None:
    """Return where the words stand in the text of a page: at their range, or wherever they are now."""
    here, wanted = letters_of(text[one.start : one.end]).letters, letters_of(one.quote).letters
    if here and (here == wanted or not wanted):
        return one.start, one.end
    return place_of(text, one.quote, near=one.start)
