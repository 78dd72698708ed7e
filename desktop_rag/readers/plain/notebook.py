"""Jupyter notebooks: their cells, with what they printed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text
from desktop_rag.readers.plain.web_pages import html_markdown
from desktop_rag.text.encodings import decode

_MOST_OUTPUT = 5_000  # characters of what a cell printed


def load_data(path: Path) -> Iterator[Document]:
    """Yield the cells of a Jupyter notebook, with what they printed."""
    source = decode(path.read_bytes())
    try:
        notebook = json.loads(source)
    except (ValueError, RecursionError):
        return text.in_pages([source])
    cells = _cells(notebook)
    if cells is None:
        return text.in_pages([source])
    return text.in_pages(["\n\n".join(block for cell in cells if isinstance(cell, dict) for block in _cell(cell))])


def _cells(notebook: object) -> list[Any] | None:
    """Return the cells of a notebook, which old ones have on sheets; None when it is no notebook."""
    if not isinstance(notebook, dict):
        return None
    if notebook.get("cells") is not None:
        return notebook["cells"] if isinstance(notebook["cells"], list) else None
    sheets = [sheet for sheet in _items(notebook, "worksheets") if isinstance(sheet, dict)]
    return [cell for sheet in sheets for cell in _items(sheet, "cells")]


def _items(holder: dict[str, Any], key: str) -> list[Any]:
    """Return a list that a notebook holds, empty when it holds something else."""
    found = holder.get(key)
    return found if isinstance(found, list) else []


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    """Yield the text of a cell and of what it printed."""
    source = _joined(cell.get("source", cell.get("input", "")))
    if source.strip():
        yield f"```\n{source.strip()}\n```" if cell.get("cell_type") == "code" else source.strip()
    for output in _items(cell, "outputs"):
        if not isinstance(output, dict):
            continue
        shown = _printed(output)
        if shown.strip():
            yield f"```\n{shown.strip()[:_MOST_OUTPUT]}\n```"


def _printed(output: dict[str, Any]) -> str:
    """Return the output of a cell: text, a table of a web page only, or the error it ended with."""
    data = output.get("data")
    shown = data if isinstance(data, dict) else {}
    if output.get("output_type") == "error":
        return f"{output.get('ename', '')}: {output.get('evalue', '')}"
    plain = _joined(output.get("text") or shown.get("text/plain") or "")
    return plain or html_markdown(_joined(shown.get("text/html") or ""))


def _joined(lines: object) -> str:
    return "".join(map(str, lines)) if isinstance(lines, list) else str(lines)
