"""Whether a passage is marked where it is shown: on its page, in the cells of its sheet, in its text or code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_rag.core.errors import UserError
from desktop_rag.gui.sources.views.code_view import CodeView
from desktop_rag.gui.sources.views.document_view import DocumentView
from desktop_rag.gui.sources.views.grid_view import GridView
from desktop_rag.gui.sources.views.source_view import Marks
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.formats import is_paged
from desktop_rag.readers.pages.render import render_page
from desktop_rag.readers.shapes.model import Code
from desktop_rag.readers.shapes.shape import Grid, shape_of
from desktop_rag.storage.records import NodeRecord, PageRow

_ENOUGH = 0.9  # of a passage's letters that must stand on a mark: signs of Markdown are not shown
_LETTERS = re.compile(r"\w", re.UNICODE)
_HIDDEN = re.compile(
    r"<!--.*?-->|</?[a-zA-Z][^<>]*>|\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*[^()]*\)|&#?\w+;|^\[[^\]]+\]:[^\n]*|```[^\n]*",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage as a library would hold it."""

    path: Path
    page: PageRow
    node: NodeRecord


def passages_of(path: Path, *, ocr: bool = True) -> Iterator[StoredPassage]:
    """The passages of a file; none where it cannot be read."""
    task = ParseTask.of(path)
    record = parse_file(ParseTask(task.file, task.splitting, ReadOptions(ocr=ocr)))
    for node in record.nodes:
        yield StoredPassage(path, record.pages[node.page - 1], node)


class MarkedViews:
    """The views of sources, which show one passage after the other."""

    def __init__(self, appearance: Appearance) -> None:
        self.document = DocumentView(appearance)
        self.grid = GridView(appearance)
        self.code = CodeView(appearance)

    def how_marked(self, passage: StoredPassage) -> str:
        """By what a passage is marked where it is shown first: "boxes", "cells", "words", "lines"; "" by nothing."""
        if is_paged(str(passage.path)) and _has_boxes(passage):
            return "boxes"
        node = passage.node
        marks = Marks((node.start, node.end), (node.start, node.end))
        shape = shape_of(str(passage.path), passage.page.text, marks.passage)
        view = self.grid if isinstance(shape, Grid) else self.code if isinstance(shape, Code) else self.document
        view.show_shape(shape, marks)
        kind = "cells" if view is self.grid else "lines" if view is self.code else "words"
        return kind if _covers(view.marked_text(), passage.page.text[node.start : node.end]) else ""

    def close(self) -> None:
        for view in (self.document, self.grid, self.code):
            view.deleteLater()


def _has_boxes(passage: StoredPassage) -> bool:
    path, node, page = passage.path, passage.node, passage.page
    recognised = (page.text, page.words) if page.words else None
    try:
        return bool(render_page(str(path), path, node.page, 0.5, (node.start, node.end), None, recognised).boxes)
    except UserError:
        return False


def _covers(marked: str, text: str) -> bool:
    """Whether the letters of a passage, without what Markdown hides, are marked."""
    wanted = len(_LETTERS.findall(_HIDDEN.sub("", text)))
    found = len(_LETTERS.findall(marked))
    return bool(marked.strip()) and found >= _ENOUGH * min(wanted, len(_LETTERS.findall(text)))
