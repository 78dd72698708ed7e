"""Shows a source as a document: a web page, a message, a slide or a text, with its passage marked."""

from functools import partial

from PySide6.QtCore import QEasingCurve, QPoint, QPropertyAnimation, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QTextBrowser

from desktop_rag.gui.sources.views.document_writer import (
    MEMBER,
    MORE_AFTER,
    MORE_BEFORE,
    DocumentFormats,
    DocumentWriter,
)
from desktop_rag.gui.sources.views.source_view import MarkClicks, Marks, TextSearch, Zoom, open_menu
from desktop_rag.gui.widgets.theme import MOTION_MS, TEXT, Appearance, font
from desktop_rag.readers.shapes.model import Prose
from desktop_rag.readers.shapes.shape import Shape

_MEASURE = 720  # pixels: the longest line that reads well
_MARGIN = 16


class DocumentView(QTextBrowser):
    """A read-only document that opens at its passage. It loads nothing, whatever its text asks for."""

    found = Signal(int, int, bool)
    link_clicked = Signal(QUrl)
    member_wanted = Signal(str)  # path of a file that is attached
    more_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._prose: Prose | None = None
        self._marks = Marks()
        self._members: tuple[str, ...] = ()
        self._place: int | None = None
        self._marked = ""
        self._below: int | None = None  # where to go when more of the same text is shown
        self._zoom = Zoom(self)
        self._zoom.changed.connect(self._redraw_in_place)
        self._set_up()
        self._search = TextSearch(self, appearance)
        self._search.found.connect(self.found)
        self.mark_clicks = MarkClicks(self, self._is_marked)
        self._slide = QPropertyAnimation(self.verticalScrollBar(), b"value", self)
        self._slide.setDuration(MOTION_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.anchorClicked.connect(self._follow)
        appearance.changed.connect(self._redraw_in_place)

    def set_members(self, members: tuple[str, ...]) -> None:
        """Let these stored files, attached to what is shown next, be opened."""
        self._members = members

    def show_shape(self, shape: Shape, marks: Marks) -> None:
        """Show a document and go to its passage."""
        if not isinstance(shape, Prose):
            return
        self._prose, self._marks = shape, marks
        below, self._below = self._below, None
        self._redraw()
        QTimer.singleShot(0, self, self.reveal if below is None else partial(self._go_above_end, below))

    def reveal(self) -> None:
        """Scroll to the passage."""
        if self._place is None:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(self._place, max(0, self.document().characterCount() - 1)))
        top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        # a quarter of the view above the mark: people read what stands before it
        goal = max(0, round(top - self.viewport().height() / 4))
        if self._appearance.animated and self.isVisible():
            self._slide.stop()
            self._slide.setEndValue(goal)
            self._slide.start()
        else:
            self.verticalScrollBar().setValue(goal)

    def marked_text(self) -> str:
        """Return the words that carry a mark."""
        return self._marked

    def zoom_by(self, steps: int) -> None:
        """Make the words larger or smaller, as usual with 0; what was in sight stays in sight."""
        self._zoom.by(steps)

    def percent(self) -> int:
        """Return the magnification in percent."""
        return self._zoom.percent

    def look_for(self, text: str) -> None:
        """Mark every place of a text and go to the nearest one."""
        self._search.look_for(text)

    def step_to(self, direction: int) -> None:
        """Go to the next place found, or to the one before."""
        self._search.step_to(direction)

    def selected_text(self) -> str:
        """Return the words that are selected."""
        return self.textCursor().selection().toPlainText()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's standard menu with the actions of the view."""
        open_menu(self, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the lines short enough to read, in the middle of a wide view."""
        self._set_measure()
        super().resizeEvent(event)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002
        """Load nothing."""
        return None

    def _set_up(self) -> None:
        self.setObjectName("text_view")
        self.setAccessibleName(self.tr("Text"))
        self.setReadOnly(True)
        self.setOpenLinks(False)
        self.setAcceptDrops(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextBrowserInteraction | flags.TextSelectableByKeyboard)

    def _redraw_in_place(self) -> None:
        """Write the document again, in other colours or sizes; what is in sight stays there."""
        bar = self.verticalScrollBar()
        share = bar.value() / max(1, bar.maximum())
        height = bar.maximum()
        self._redraw()
        goal = bar.value() if height == 0 else round(share * bar.maximum())
        QTimer.singleShot(0, self, partial(self._go_to_share, share if height else 0.0))
        bar.setValue(goal)

    def _go_above_end(self, below: int) -> None:
        """Go to a place so far above the end, or, below zero, so far below the beginning."""
        bar = self.verticalScrollBar()
        bar.setValue(self._laid_out_length() - below if below > 0 else -below)

    def _laid_out_length(self) -> int:
        """Return the scroll range once all of the text is laid out; until then the bar has an estimate."""
        length = round(self.document().documentLayout().documentSize().height())
        return max(0, length - self.viewport().height())

    def _go_to_share(self, share: float) -> None:
        self.verticalScrollBar().setValue(round(share * self.verticalScrollBar().maximum()))

    def _set_measure(self) -> None:
        side = max(_MARGIN, (self.width() - round(_MEASURE * self._zoom.scale)) // 2)
        frame = self.document().rootFrame().frameFormat()
        if (frame.leftMargin(), frame.topMargin()) != (side, _MARGIN):
            frame.setLeftMargin(side)
            frame.setRightMargin(side)
            frame.setTopMargin(_MARGIN)
            frame.setBottomMargin(_MARGIN)
            self.document().rootFrame().setFrameFormat(frame)

    def _redraw(self) -> None:
        if self._prose is None:
            return
        sample = "".join(run.text for block in self._prose.blocks[:20] for run in block.runs)[:500]
        self._slide.stop()
        self.clear()
        self.document().setDefaultFont(font(TEXT, sample=sample))
        self._set_measure()  # while it is empty: later, all would be laid out again
        formats = DocumentFormats(self._appearance.theme, self._zoom.scale, sample)
        writer = DocumentWriter(self.document(), formats, self._marks)
        writer.write(self._prose, self._members)
        self._place, self._marked = writer.place, writer.marked_text()

    def _is_marked(self, at: QPoint) -> bool:
        marks = [self._appearance.theme.color(role) for role in ("passage", "sentence")]
        cursor = self.cursorForPosition(at)
        before = cursor.charFormat().background().color()
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        after = cursor.charFormat().background().color()
        return not self.anchorAt(at) and (before in marks or after in marks)

    def _follow(self, url: QUrl) -> None:
        target = url.toString()
        if target in (MORE_BEFORE, MORE_AFTER):
            bar = self.verticalScrollBar()
            self._below = self._laid_out_length() - bar.value() if target == MORE_BEFORE else -bar.value()
            self.more_wanted.emit()
        elif target.startswith(MEMBER):
            self.member_wanted.emit(self._members[int(target.removeprefix(MEMBER))])
        else:
            self.link_clicked.emit(url)
