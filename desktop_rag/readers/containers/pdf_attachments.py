"""Files attached to PDF files: portfolios, reports with their tables. Child processes only."""

from pathlib import Path

from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers.mail_message import attachment_name, blocks_of
from desktop_rag.readers.containers.unpacking import EnoughError, Unpacker
from desktop_rag.readers.pages import pdf
from desktop_rag.readers.pages.mupdf import Paged, load_pymupdf

_SAID_ON_THE_PAGE = frozenset(["factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml", "order-x.xml"])


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Return the attached files as members, without pages.

    Raises:
        UserError: damaged or encrypted.

    """
    unpacker = Unpacker(path, options, name, wanted)
    if options.scratch is not None:
        with pdf.open_document(path) as document:
            _take(document, unpacker)
    return unpacker.contents()


def _take(document: Paged, unpacker: Unpacker) -> None:
    pymupdf = load_pymupdf()

    try:
        count = document.embfile_count()
        for number in range(count):
            if unpacker.full:  # to be asked for the name of each takes longer the more there are
                unpacker.leave_out(count - number)
                return
            try:
                _take_one(document, number, unpacker)
            except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, TypeError, KeyError):
                unpacker.left_out["damaged"] += 1
    except (pymupdf.mupdf.FzErrorBase, RuntimeError):
        unpacker.left_out["damaged"] += 1
    except EnoughError:
        return


def _take_one(document: Paged, number: int, unpacker: Unpacker) -> None:
    info = document.embfile_info(number)
    raw = attachment_name(info["ufilename"] or info["filename"] or info["name"])
    name = unpacker.name(raw)
    if not name or raw.lower() in _SAID_ON_THE_PAGE:
        return
    if info["size"] > unpacker.maximum_bytes:
        unpacker.left_out["large"] += 1
        return
    data = document.embfile_get(number)
    if info["size"] and not data:
        unpacker.left_out["damaged"] += 1
        return
    unpacker.add(name, blocks_of(data))
