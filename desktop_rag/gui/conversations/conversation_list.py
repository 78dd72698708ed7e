"""The conversations of a library: found, renamed, pinned, deleted and brought back."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
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

from desktop_rag.core.results.conversations import ConversationInfo, FoundTurn, one_of_each
from desktop_rag.gui.libraries.models import KEY_ROLE
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import Notice, NoticeButton, plain_tip
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE, TwoLineDelegate, option_rect
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import SMALL, Appearance, font, scaled
from desktop_rag.gui.widgets.timers import single_shot

_SEARCH_MS = 150
_HEADING, _ROW = 30, 34
_LONGEST = 40  # characters of a title in the sentence about its deletion
HEADING_ROLE = Qt.ItemDataRole.UserRole + 7  # whether a row only names those below it


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A row: the heading of a group, a conversation, or a place found in one."""

    heading: str = ""
    info: ConversationInfo | None = None
    found: FoundTurn | None = None


class ConversationModel(QAbstractListModel):
    """Conversations, those that are pinned first, then by day."""

    renamed = Signal(str, str)  # id, title

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[ConversationRow] = []

    def set_conversations(self, conversations: Sequence[ConversationInfo]) -> None:
        """Show these conversations; nothing happens when they are shown already."""
        self._show(list(_grouped(conversations, dt.datetime.now(dt.UTC).astimezone().date())))

    def set_found(self, found: Sequence[FoundTurn]) -> None:
        """Show the results of a search, in this order."""
        self._show([ConversationRow(info=one.conversation, found=one) for one in found])

    def row(self, conversation_id: str) -> int:
        """Return the first row of a conversation, -1 when there is none."""
        return next(
            (number for number, row in enumerate(self._rows) if row.info and row.info.id == conversation_id), -1
        )

    def info(self, conversation_id: str) -> ConversationInfo | None:
        """Return a conversation that is shown."""
        row = self.row(conversation_id)
        return self._rows[row].info if row >= 0 else None

    def found(self, row: int) -> FoundTurn | None:
        """Return the place that a row leads to; None where it stands for a whole conversation."""
        return self._rows[row].found

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows, headings too."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let conversations be chosen and renamed; headings neither."""
        if not 0 <= index.row() < len(self._rows) or self._rows[index.row()].info is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return title, excerpt and id."""
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if row.info is None:
            return {Qt.ItemDataRole.DisplayRole: row.heading, HEADING_ROLE: True}.get(Qt.ItemDataRole(role))
        return _datum(row.info, row.found, role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another title; it is shown once it is stored."""
        row = self._rows[index.row()]
        title = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or row.info is None or not title or title == row.info.title:
            return False
        self.renamed.emit(row.info.id, title)
        return True

    def _show(self, rows: list[ConversationRow]) -> None:
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()


def _grouped(conversations: Sequence[ConversationInfo], today: dt.date) -> Iterator[ConversationRow]:
    """Yield conversations below the headings of their groups, the latest first in each."""
    ordered = sorted(conversations, key=lambda info: (not info.pinned, -info.updated))
    for heading, group in groupby(ordered, key=lambda info: words.conversation_group(info, today)):
        yield ConversationRow(heading=heading)
        for info in group:
            yield ConversationRow(info=info)


def _datum(info: ConversationInfo, found: FoundTurn | None, role: int) -> str | None:
    """Return one of the things a row consists of."""
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
        return info.title
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip(info.title)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return _spoken(info, found)
    if role == LINE_ROLE:
        return _second_line(found) if found else None
    return info.id if role == KEY_ROLE else None


def _second_line(found: FoundTurn) -> str:
    """Return the text below the title in a row of search results."""
    return words.plain(found.excerpt) or found.conversation.index_name


def _spoken(info: ConversationInfo, found: FoundTurn | None) -> str:
    """Return a row's text for screen readers."""
    if found is not None:
        return f"{info.title}, {_second_line(found)}"
    return f"{info.title}, {words.day(info.updated, dt.datetime.now(dt.UTC).astimezone().date())}"


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
        """Return the number of a library's conversations, counting their versions as one."""
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
        TextCentring(self)

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
