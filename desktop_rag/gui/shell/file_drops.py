"""Takes files that are dropped on the window, for a library or for the conversation."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QDragMoveEvent, QDropEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QMenuBar, QWidget

from desktop_rag.gui.libraries.folder_adder import LIBRARY_SUFFIX, FolderAdder
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.packs.formats import is_pack
from desktop_rag.gui.widgets.theme import DISPLAY, Appearance, font, icon_pixmap

_UPPER = 2 / 3  # of the height, for the first of two fields
_GAP = 12


class DropOverlay(QWidget):
    """A veil with dashed outlines and a sentence in each; it lets everything below it through."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._covered = parent
        self._appearance = appearance
        self._text = ""
        self._texts: tuple[str, ...] = ()
        self.setObjectName("drop_overlay")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def offer(self, text: str, left: int = 0, below: str = "", *, is_below: bool = False) -> None:
        """Cover the parent right of ``left`` pixels, and show the effect of dropping.

        With ``below`` a second field says what dropping does there; ``is_below``: the pointer is in it.
        """
        self._texts = (text, below) if below else (text,)
        self._text = below if is_below else text
        self.setAccessibleName(self._text)
        self.cover(left)
        self.update()
        self.raise_()
        self.show()

    def cover(self, left: int) -> None:
        """Cover the area below the menu bar, right of ``left`` pixels."""
        bar = self._covered.findChild(QMenuBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        top = bar.height() if bar is not None and bar.isVisible() else 0
        self.setGeometry(self._covered.rect().adjusted(left, top, 0, 0))

    def text(self) -> str:
        """Return the effect of dropping at the pointer, as a text."""
        return self._text

    def border(self) -> float:
        """Return the height in the parent at which the lower of two fields begins."""
        return self.y() + self.height() * _UPPER

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the veil and the fields."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._appearance.theme
        veil = QColor(theme.window)
        veil.setAlphaF(0.92)
        painter.fillRect(self.rect(), veil)
        for text, field in zip(self._texts, self._fields(), strict=True):
            self._paint_field(painter, field, text)
        painter.end()

    def _fields(self) -> tuple[QRectF, ...]:
        """Return the areas of the fields; files dropped beside them count for the nearest."""
        inner = QRectF(self.rect()).adjusted(24, 24, -24, -24)
        if len(self._texts) == 1:
            return (inner,)
        border = self.height() * _UPPER
        upper, lower = QRectF(inner), QRectF(inner)
        upper.setBottom(border - _GAP / 2)
        lower.setTop(border + _GAP / 2)
        return upper, lower

    def _paint_field(self, painter: QPainter, field: QRectF, text: str) -> None:
        theme = self._appearance.theme
        is_meant = text == self._text
        painter.setPen(QPen(theme.color("accent" if is_meant else "border"), 2, Qt.PenStyle.DashLine))
        ground = theme.color("accent_soft")
        ground.setAlphaF(0.5 if is_meant else 0.0)
        painter.setBrush(ground)
        painter.drawRoundedRect(field, 16, 16)
        middle = field.center().toPoint()
        pixmap = icon_pixmap("drop", theme.accent if is_meant else theme.muted, 40, self.devicePixelRatioF())
        painter.drawPixmap(middle.x() - 20, middle.y() - 52, pixmap)
        painter.setFont(font(DISPLAY, bold=True, sample=text))
        painter.setPen(theme.color("text" if is_meant else "muted"))
        box = field.adjusted(24, field.height() / 2, -24, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, text)


class FileDrops(QObject):
    """Adds dropped files to the library below the pointer, elsewhere to the chosen or a new one, and says so before.

    Those dropped on the lowest part of a conversation are attached to it. An evidence pack is checked instead.
    """

    def __init__(self, overlay: DropOverlay, pane: LibraryPane, adder: FolderAdder, window: QWidget) -> None:
        super().__init__(window)
        self._overlay = overlay
        self._pane = pane
        self._adder = adder
        self._window = window
        self._chat: QWidget | None = None
        self._attach: Callable[[Sequence[Path]], None] = self._adder.add_paths
        self._verify: Callable[[Path], None] | None = None
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def set_conversation(self, chat: QWidget, attach: Callable[[Sequence[Path]], None]) -> None:
        """Attach files that are dropped on the lowest part of ``chat``."""
        self._chat, self._attach = chat, attach

    def set_verifier(self, verify: Callable[[Path], None]) -> None:
        """Check an evidence pack that is dropped alone."""
        self._verify = verify

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Follow a drag over the window."""
        if isinstance(event, QResizeEvent):
            self._overlay.cover(self._overlay.x())
        elif isinstance(event, QDragMoveEvent):
            self._offer(event)
            return True
        elif isinstance(event, QDropEvent):
            self._take(event)
            return True
        elif event.type() is QEvent.Type.DragLeave:
            self._overlay.hide()
        return False

    def _offer(self, event: QDragMoveEvent) -> None:
        paths = local_paths(event.mimeData())
        if not paths:
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        name = self._library_below(event) or self._adder.target()
        if self._is_for_verifier(paths):
            text = self.tr("Drop to verify the evidence pack")
        elif all(path.suffix == LIBRARY_SUFFIX for path in paths):
            text = self.tr("Drop to open this as a library")
        elif name:
            text = self.tr("Drop to add to “{name}”").format(name=name)
        else:
            text = self.tr("Drop to create the library “{name}”").format(name=self._adder.name_for(paths))
        left = self._pane.width() if self._pane.isVisible() else 0
        takes = self._takes_attachments() and not self._is_for_verifier(paths)
        below = self.tr("Drop to attach to this conversation") if takes else ""
        self._overlay.offer(text, left, below, is_below=takes and self._is_below(event))

    def _take(self, event: QDropEvent) -> None:
        self._overlay.hide()
        paths = local_paths(event.mimeData())
        if paths:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            if self._verify is not None and self._is_for_verifier(paths):
                self._verify(paths[0])
            elif self._is_below(event):
                self._attach(paths)
            else:
                self._adder.add_paths(paths, self._library_below(event))

    def _is_for_verifier(self, paths: Sequence[Path]) -> bool:
        return self._verify is not None and len(paths) == 1 and is_pack(paths[0])

    def _takes_attachments(self) -> bool:
        return self._chat is not None and self._chat.isVisible() and self._pane.current_library() is not None

    def _is_below(self, event: QDropEvent) -> bool:
        """Return True if files would be attached to the conversation."""
        place = event.position()
        left = self._pane.width() if self._pane.isVisible() else 0
        return self._takes_attachments() and place.x() >= left and place.y() >= self._overlay.border()

    def _library_below(self, event: QDropEvent) -> str:
        return self._pane.library_at(self._window.mapToGlobal(event.position().toPoint()))


def local_paths(data: QMimeData) -> list[Path]:
    """Return the files and folders among what is dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
