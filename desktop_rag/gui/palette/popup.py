"""The palette itself: a box to type into above a list, over the middle of the window."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.gui.palette.entries import Entry, EntryKind
from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.edit_watchers import InputMethodWatcher
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import BODY, TEXT, Appearance, font, icon_pixmap

ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1
_WIDTH, _TOP, _ROWS, _PADDING, _ICON = 640, 56, 11, 12, 16
_ICONS = {
    EntryKind.COMMAND: "right",
    EntryKind.LIBRARY: "library",
    EntryKind.CONVERSATION: "conversation",
    EntryKind.FILE: "file-text",
}
_LIST_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EntryModel(QAbstractListModel):
    """The entries that are listed."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[Entry] = []

    def show(self, entries: Sequence[Entry]) -> None:
        """List these entries."""
        self.beginResetModel()
        self._entries = list(entries)
        self.endResetModel()

    def entry(self, row: int) -> Entry | None:
        """Return the entry of a row, None for a row that is not there."""
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of entries."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is painted and what a screen reader says."""
        entry = self.entry(index.row())
        if entry is None:
            return None
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (entry.title, entry.detail, entry.shortcut) if part)
        return entry.title if role == Qt.ItemDataRole.DisplayRole else None


class PalettePopup(QFrame):
    """Covers the middle of the window until something is chosen, Esc is pressed or the focus goes elsewhere."""

    typed = Signal(str)
    chosen = Signal(object, bool)  # Entry; whether its other use is meant

    def __init__(self, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._before: QWidget | None = None  # had the focus
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Command palette"))
        self.model = EntryModel()
        self.box = QLineEdit()
        self.box.setObjectName("palette_box")
        self.box.setPlaceholderText(self.tr("Find a command, library, conversation or file"))
        self.box.setAccessibleName(self.box.placeholderText())
        self.list = self._make_list(appearance)
        self._nothing = label("", "muted", wrap=True)
        self._nothing.setObjectName("palette_nothing")
        self._hint = label("", "small")
        self._hint.setObjectName("palette_hint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        for part in (self.box, self._nothing, self.list, self._hint):
            layout.addWidget(part)
        self._input_method = InputMethodWatcher(self.box)
        self.box.installEventFilter(self)
        self.box.textChanged.connect(self.typed)
        self.list.clicked.connect(self._clicked)
        self.list.selectionModel().currentChanged.connect(self._announce)
        window.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        """Come up empty, with the keyboard."""
        self._before = QApplication.focusWidget()
        self.box.clear()
        self._place()
        self.show()
        self.raise_()
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_palette(self) -> None:
        """Go away; the keyboard returns to where it was."""
        if self.isVisible():
            had_focus = self.isAncestorOf(QApplication.focusWidget() or self._window)
            self.hide()
            if had_focus and self._before is not None and self._before.isVisible():
                self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_entries(self, entries: Sequence[Entry], query: str) -> None:
        """List entries, the first one chosen; without any say what was looked for."""
        self.model.show(entries)
        self._nothing.setText(self.tr("Nothing fits “{query}”.").format(query=query.strip()))
        self._nothing.setVisible(not entries)
        self.list.setVisible(bool(entries))
        rows = min(_ROWS, len(entries))
        self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 2 if rows else 0)
        if entries:
            self.list.setCurrentIndex(self.model.index(0))
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the box's arrow keys to the list, and close when the focus goes elsewhere or the window changes."""
        if event.type() is QEvent.Type.Resize:
            if watched is self._window:
                self._place()
        elif event.type() is QEvent.Type.FocusOut:
            if watched is self.box:
                self._lose_focus()
        elif isinstance(event, QKeyEvent) and watched is self.box:
            return self._take_key(event)
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        """Carry out a key that the box itself has no use for; keep the window from taking it as a shortcut."""
        key = event.key()
        if self._input_method.active or key not in (Qt.Key.Key_Escape, *_ENTER, *_LIST_KEYS):
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is not QEvent.Type.KeyPress:
            return False
        elif key == Qt.Key.Key_Escape:
            self.close_palette()
        elif key in _ENTER:
            self._choose(self.list.currentIndex(), other=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            QApplication.sendEvent(self.list, event)
        return True

    def _lose_focus(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and not self.isAncestorOf(focused):
            self.hide()

    def _clicked(self, index: QModelIndex) -> None:
        held = QGuiApplication.keyboardModifiers()
        self._choose(index, other=bool(held & Qt.KeyboardModifier.ControlModifier))

    def _choose(self, index: QModelIndex, *, other: bool) -> None:
        entry = self.model.entry(index.row())
        if entry is not None:
            self.close_palette()
            self.chosen.emit(entry, other)

    def _announce(self, index: QModelIndex) -> None:
        """Say the chosen row, which never has the focus, and what can be done with it."""
        entry = self.model.entry(index.row())
        if entry is None:
            return
        text = str(self.model.data(index, Qt.ItemDataRole.AccessibleTextRole))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.list, text))
        is_file = entry.kind is EntryKind.FILE
        self._hint.setText(
            self.tr("Enter: open · Ctrl+Enter: ask only this file")
            if is_file
            else self.tr("Enter: choose · Esc: close")
        )

    def _make_list(self, appearance: Appearance) -> QListView:
        view = QListView()
        view.setObjectName("palette_list")
        view.setAccessibleName(self.tr("What fits"))
        view.setModel(self.model)
        view.setItemDelegate(_EntryDelegate(appearance, view))
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setMouseTracking(True)
        view.setUniformItemSizes(True)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        appearance.changed.connect(view.viewport().update)
        return view

    def _place(self) -> None:
        """Stand at the top of the window's middle, as high as the rows need."""
        width = min(_WIDTH, self._window.width() - 48)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((self._window.width() - width) // 2, _TOP)


class _EntryDelegate(QStyledItemDelegate):
    """Paints an icon, a name, where it is, and the keys of a command."""

    def __init__(self, appearance: Appearance, parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the row's size."""
        return QSize(option_rect(option).width(), QFontMetrics(font(TEXT)).height() + 14)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        entry = index.data(ENTRY_ROLE)
        if not isinstance(entry, Entry):
            return
        theme, rect, state = self._appearance.theme, option_rect(option), option_state(option)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.setPen(Qt.PenStyle.NoPen)
            is_chosen = state & QStyle.StateFlag.State_Selected
            painter.setBrush(theme.color("accent_soft" if is_chosen else "hover"))
            painter.drawRoundedRect(rect, 8, 8)
        inner = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        ratio = painter.device().devicePixelRatio()
        pixmap = icon_pixmap(_ICONS[entry.kind], theme.color("muted").name(), _ICON, ratio)
        painter.drawPixmap(inner.left(), inner.center().y() - _ICON // 2, pixmap)
        inner.setLeft(inner.left() + _ICON + 10)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font(BODY))
        painter.setPen(theme.color("muted"))
        if entry.shortcut:
            painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, entry.shortcut)
            inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(entry.shortcut) - 16)
        painter.setFont(font(TEXT, sample=entry.title))
        painter.setPen(theme.color("text"))
        metrics = painter.fontMetrics()
        title = metrics.elidedText(entry.title, Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(inner, middle, title)
        inner.setLeft(inner.left() + metrics.horizontalAdvance(title) + 12)
        if entry.detail and inner.width() > 3 * _PADDING:
            painter.setFont(font(BODY, sample=entry.detail))
            painter.setPen(theme.color("faint" if not state & QStyle.StateFlag.State_Selected else "muted"))
            detail = painter.fontMetrics().elidedText(entry.detail, Qt.TextElideMode.ElideMiddle, inner.width())
            painter.drawText(inner, middle, detail)
        painter.restore()
