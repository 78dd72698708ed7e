"""The stored text of a source, in the view that suits its format: a document, a grid of cells, or code."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QStackedWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Citation
from desktop_rag.core.results.pages import Passage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.link_opener import LinkOpener
from desktop_rag.gui.sources.views.code_view import CodeView
from desktop_rag.gui.sources.views.document_view import DocumentView
from desktop_rag.gui.sources.views.grid_view import GridView
from desktop_rag.gui.sources.views.source_view import Marks, Range
from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot
from desktop_rag.readers.formats import is_paged
from desktop_rag.readers.shapes.model import Code
from desktop_rag.readers.shapes.shape import REACH, Grid, Shape, shape_of

_SLOW_MS = 200  # after which an old text is not left standing
View = DocumentView | GridView | CodeView


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The content to show next."""

    passage: Passage
    text: str
    marks: Marks
    reach: int = REACH


class StoredText(QStackedWidget):
    """Lays a text out in the background and shows it with its passage marked."""

    mark_clicked = Signal()
    view_changed = Signal()  # another view, or another text in it
    member_wanted = Signal(str)  # path of a file attached to the one that is shown

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("stored_text")
        self._bridge = bridge
        self._wanted: _Wanted | None = None
        self._actions: list[QAction] = []
        self._links = LinkOpener(self)
        self.document = DocumentView(appearance)
        self.grid = GridView(appearance)
        self.code = CodeView(appearance)
        self._waiting = label("", "muted")
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._slow = single_shot(self, _SLOW_MS, self._tell_slow)
        self.addWidget(self._waiting)
        for view in (self.document, self.grid, self.code):
            self.addWidget(view)
            view.mark_clicks.clicked.connect(self.mark_clicked)
        self.document.link_clicked.connect(self._links.open)
        self.document.member_wanted.connect(self.member_wanted)
        self.document.more_wanted.connect(self._show_more)

    def view(self) -> View:
        """Return the view that shows the text."""
        shown = self.currentWidget()
        return shown if isinstance(shown, GridView | CodeView) else self.document

    def offer(self, actions: Sequence[QAction]) -> None:
        """Put actions into the menus of the views, behind those that zoom."""
        sizes = (
            (self.tr("Larger"), QKeySequence.StandardKey.ZoomIn, 1),
            (self.tr("Smaller"), QKeySequence.StandardKey.ZoomOut, -1),
            (self.tr("Usual size"), QKeySequence("Ctrl+0"), 0),
        )
        for text, keys, steps in sizes:
            action = QAction(f"{text}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}", self)
            action.triggered.connect(partial(self._zoom, steps))
            self._actions.append(action)
        separator = QAction(self)
        separator.setSeparator(True)
        for widget in (self.document, self.grid.table, self.grid.notes, self.code):
            widget.addActions([*self._actions, separator, *actions])

    def _zoom(self, steps: int, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        self.view().zoom_by(steps)

    def expect(self) -> None:
        """Await another text; if it takes long, say so instead of showing the old one."""
        self._wanted = None
        self._slow.start()

    def show_nothing(self) -> None:
        """Wait no longer: there is no text."""
        self._slow.stop()
        self._waiting.setText("")
        self.setCurrentWidget(self._waiting)

    def show_passage(self, passage: Passage, citation: Citation | None) -> None:
        """Show a passage in its text, at the quoted words when a citation is given."""
        self._lay_out(_wanted(passage, citation))

    def reveal(self) -> None:
        """Go to what is marked."""
        self.view().reveal()

    def _show_more(self) -> None:
        """Show four times as much of a long document."""
        wanted = self._wanted
        if wanted is not None:
            self._lay_out(_Wanted(wanted.passage, wanted.text, wanted.marks, wanted.reach * 4))

    def _lay_out(self, wanted: _Wanted) -> None:
        self._wanted = wanted
        file = wanted.passage.source.file
        place, lines = wanted.marks.passage, wanted.passage.lines_before
        make = partial(shape_of, file, wanted.text, place, wanted.reach, lines_before=lines)
        # a text may be a million characters long
        self._bridge.call(make, partial(self._show_shape, wanted), self._fail)

    def _show_shape(self, wanted: _Wanted, shape: Shape) -> None:
        """Show the laid out shape, unless another passage is wanted by now."""
        if wanted is not self._wanted:
            return
        self._slow.stop()
        view = self.grid if isinstance(shape, Grid) else self.code if isinstance(shape, Code) else self.document
        self.document.set_members(wanted.passage.members)
        self.setCurrentWidget(view)
        view.show_shape(shape, wanted.marks)
        self.view_changed.emit()

    def _tell_slow(self) -> None:
        self._waiting.setText(self.tr("Opening the text…"))
        self.setCurrentWidget(self._waiting)

    def _fail(self, error: UserError) -> None:
        self.show_nothing()
        self._bridge.failed.emit(error)


def _wanted(passage: Passage, citation: Citation | None) -> _Wanted:
    """Return the text to show, of a page with those before and after it, and its marks."""
    source, text = passage.source, passage.page_text
    start, end = _place(passage)
    cited = (0, 0)
    quoted = citation.on_page(source.page) if citation is not None and citation.node_id == source.node_id else None
    if quoted is not None:
        moved = start - source.start
        low = min(max(start, quoted[0] + moved), end)
        cited = (low, min(max(low, quoted[1] + moved), end))
    if not is_paged(source.file):
        ahead, behind = passage.whole
        return _Wanted(passage, ahead + text + behind, Marks((start, end), cited).moved(len(ahead)))
    before = passage.before if not text[:start].strip() else ""
    after = passage.after if not text[end:].strip() else ""
    return _Wanted(passage, before + text + after, Marks((start, end), cited).moved(len(before)))


def _place(passage: Passage) -> Range:
    """Return the range of the passage in its page, also when the file was read again since."""
    source, text = passage.source, passage.page_text
    words = source.text.strip()
    if not words or words in text[source.start : source.end]:
        return min(source.start, len(text)), min(source.end, len(text))
    at = text.find(words)
    return (at, at + len(words)) if at >= 0 else (min(source.start, len(text)), min(source.end, len(text)))
