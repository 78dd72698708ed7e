"""The conversations of a library: found, renamed, pinned, deleted and brought back."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.results.conversations import ConversationInfo, FoundTurn
from desktop_rag.core.results.versions import one_of_each
from desktop_rag.gui.conversations.conversation_model import HEADING_ROLE, ConversationModel
from desktop_rag.gui.libraries.models import KEY_ROLE
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import Notice, NoticeButton
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE, TwoLineDelegate, option_rect
from desktop_rag.gui.widgets.theme import SMALL, Appearance, font, scaled
from desktop_rag.gui.widgets.timers import single_shot

_SEARCH_MS = 150
_HEADING, _ROW = 30, 34
_LONGEST = 40  # characters of a title in the sentence about its deletion


class ConversationList(QWidget):
    """Shows the conversations of one library, or what a search finds in those of all."""

    listed = Signal()
    chosen = Signal(object, int)  # ConversationInfo, number of a turn or -1

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._library: str | None = None  # "": there is none, and what is kept of those there were is shown
        self._current = ""
        self._all: tuple[ConversationInfo, ...] = ()
        self._menu = QMenu(self)
        self.model = ConversationModel()
        self.view = _ListView(self.model, appearance)
        self.search = _SearchEdit(self.view)
        self.search.setPlaceholderText(self.tr("Search conversations"))
        self.search.setAccessibleName(self.tr("Search conversations"))
        self.nothing = Notice("info")
        self.nothing.setObjectName("nothing_found")
        self.undo = Notice("info")
        self.undo.setObjectName("undo_notice")
        self.undo.add_dismiss(appearance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for part in (self.search, self.nothing, self.view, self.undo):
            layout.addWidget(part)
        layout.setStretch(2, 1)
        for part in (self.nothing, self.undo):
            part.hide()
        self._search_timer = single_shot(self, _SEARCH_MS, self._search)
        self.search.textChanged.connect(self._typed)
        self.view.clicked.connect(self._picked)
        self.view.activated.connect(self._picked)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.model.renamed.connect(self._rename)

    def set_menu(self, menu: QMenu) -> None:
        """Open this menu for the conversation below the mouse."""
        self._menu = menu

    def set_library(self, name: str) -> None:
        """Show the conversations of this library; "": there is none, so those of all that were deleted."""
        self._library = name
        self._show()

    def show_conversations(self, conversations: Sequence[ConversationInfo]) -> None:
        """Show these conversations as far as they belong to the library."""
        self._all = tuple(conversations)
        self._show()
        self.listed.emit()

    def conversation(self, conversation_id: str) -> ConversationInfo | None:
        """Return a conversation of any library."""
        return next((info for info in self._all if info.id == conversation_id), None)

    @property
    def conversations(self) -> tuple[ConversationInfo, ...]:
        """The conversations of all libraries, the latest first."""
        return self._all

    def count_of(self, library: str) -> int:
        """Return how many conversations a library has, with their versions each as one."""
        return len(one_of_each([info for info in self._all if info.index_name == library]))

    @property
    def current(self) -> str:
        """The id of the conversation that is shown; "" for a new one."""
        return self._current

    def choose(self, conversation_id: str) -> None:
        """Mark the conversation that is shown; "" for a new one."""
        self._current = conversation_id
        row = self.model.row(conversation_id)
        if row < 0 and self.conversation(conversation_id) is not None and not self.search.text().strip():
            self._show_library()  # another version stands in the list
            row = self.model.row(conversation_id)
        if row < 0:
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())
        elif str(self.view.currentIndex().data(KEY_ROLE)) != conversation_id:
            self.view.setCurrentIndex(self.model.index(row))

    def rename_current(self) -> None:
        """Let the title of the conversation that is shown be edited where it stands."""
        row = self.model.row(self._current)
        if row >= 0:
            self.view.scrollTo(self.model.index(row))
            self.view.edit(self.model.index(row))

    def pin_current(self) -> None:
        """Pin the conversation that is shown, or no longer."""
        info = self.conversation(self._current)
        if info is not None:
            self._bridge.start(self._bridge.worker.conversations.set_pinned(info.id, pinned=not info.pinned))

    def delete(self, conversation_id: str) -> None:
        """Delete a conversation, and offer to bring it back."""
        info = self.conversation(conversation_id)
        if info is not None:
            job = self._bridge.worker.conversations.delete(conversation_id)
            self._bridge.run(job, partial(self._offer_undo, info))

    def _offer_undo(self, info: ConversationInfo, _nothing: None) -> None:
        title = info.title if len(info.title) <= _LONGEST else f"{info.title[:_LONGEST].rstrip()}…"
        again = NoticeButton(self.tr("Undo"), "undo_button", partial(self._restore, info))
        self.undo.tell(self.tr("“{title}” was deleted.").format(title=title), "", (again,))

    def _restore(self, info: ConversationInfo) -> None:
        self.undo.hide()
        self._bridge.run(self._bridge.worker.conversations.restore(info.id), partial(self._restored, info))

    def _restored(self, info: ConversationInfo, _nothing: None) -> None:
        self.chosen.emit(info, -1)

    def _rename(self, conversation_id: str, title: str) -> None:
        self._bridge.start(self._bridge.worker.conversations.rename(conversation_id, title))

    def _typed(self, text: str) -> None:
        """Search once nothing more is typed; an empty box shows the conversations again."""
        if text.strip():
            self._search_timer.start()
        else:
            self._search_timer.stop()
            self._show()

    def _search(self) -> None:
        query = self.search.text()
        self._bridge.run(self._bridge.worker.conversations.search(query), partial(self._show_found, query))

    def _show_found(self, query: str, found: Sequence[FoundTurn]) -> None:
        if query != self.search.text() or not query.strip():
            return
        self.model.set_found(found)
        if found:
            self.nothing.hide()
        else:
            self.nothing.tell(self.tr("No conversation says “{query}”.").format(query=query.strip()))

    def _show(self) -> None:
        """Show the library's conversations, or search again in what changed."""
        if self.search.text().strip():
            self._search_timer.start()
            return
        self.nothing.hide()
        self._show_library()
        self.choose(self._current)

    def _show_library(self) -> None:
        """Show one version of each conversation of the library: the one that is open, else the latest."""
        here = [info for info in self._all if self._library in ("", info.index_name)]
        self.model.set_conversations(one_of_each(here, self._current))

    def _picked(self, index: QModelIndex) -> None:
        info = self.conversation(str(index.data(KEY_ROLE)))
        if info is not None:
            found = self.model.found(index.row())
            self._current = info.id
            self.chosen.emit(info, found.place if found and found.excerpt else -1)

    def _open_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        if index.isValid() and not index.data(HEADING_ROLE):
            self._picked(index)
            self._menu.popup(self.view.viewport().mapToGlobal(place))


class _ListView(QListView):
    """The list itself."""

    def __init__(self, model: ConversationModel, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("conversation_list")
        self.setAccessibleName(self.tr("Conversations"))
        self.setModel(model)
        delegate = _RowDelegate(appearance)
        delegate.setParent(self)
        self.setItemDelegate(delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        appearance.changed.connect(self.viewport().update)


class _SearchEdit(QLineEdit):
    """The box above the list: down goes to what was found, Esc empties it."""

    def __init__(self, results: QListView) -> None:
        super().__init__()
        self.setObjectName("conversation_search")
        self.setClearButtonEnabled(True)
        self._results = results

    def event(self, event: QEvent) -> bool:
        """Keep Esc for this box while there is something to empty."""
        is_override = event.type() is QEvent.Type.ShortcutOverride and bool(self.text())
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that leave the box."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Down:
            self._results.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)


class _RowDelegate(TwoLineDelegate):
    """Paints a title in one line, one that was found with its excerpt below, and the headings of groups."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the row's height."""
        if index.data(LINE_ROLE):
            return super().sizeHint(option, index)
        return QSize(option_rect(option).width(), scaled(_HEADING if index.data(HEADING_ROLE) else _ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        if index.data(LINE_ROLE):
            super().paint(painter, option, index)
        elif index.data(HEADING_ROLE):
            rect = option_rect(option).adjusted(12, 8, -12, 0)
            painter.setFont(font(SMALL, bold=True, sample=str(index.data())))
            painter.setPen(self.appearance.theme.color("muted"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, str(index.data()))
        else:
            self.paint_title(painter, option, str(index.data()))
