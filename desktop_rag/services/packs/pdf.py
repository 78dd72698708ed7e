"""Lays an evidence pack out as PDF, with its manifest and seal attached as they are. Child processes only."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from desktop_rag.readers.pages.mupdf import load_pymupdf
from desktop_rag.services.exports.pdf_writer import write_pdf


def write_pack_pdf(pieces: Sequence[str], title: str, style: str, attached: Mapping[str, bytes], target: Path) -> None:
    """Write pieces of HTML on A4 pages, and attach files in their order; their bytes stand in the PDF as they are.

    Each begins on a line of its own, and can be exchanged for others of the same length.
    """
    pymupdf = load_pymupdf()
    first = target.with_suffix(".first")
    write_pdf(pieces, title, first, style)
    with pymupdf.open(first, filetype="pdf") as document:
        for name, content in attached.items():
            document.embfile_add(name, content, filename=name)
        whole = document.tobytes(garbage=3, deflate=True, use_objstms=1)
    first.unlink()
    with pymupdf.open(stream=whole, filetype="pdf") as document:
        for xref in range(1, document.xref_length()):
            if document.xref_is_stream(xref) and document.xref_get_key(xref, "Type")[1] == "/EmbeddedFile":
                document.update_stream(xref, document.xref_stream(xref), compress=False)
                document.xref_set_key(xref, "Params/CheckSum", "null")
        document.save(target, use_objstms=1)
