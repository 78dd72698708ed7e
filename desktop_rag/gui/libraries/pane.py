"""The left side: libraries with what is happening to them, and the conversations of the chosen one."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.events import Event, IngestProgress, StoreChanged
from desktop_rag.core.results.conversations import ConversationInfo
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.conversations.conversation_list import ConversationList
from desktop_rag.gui.files.activity import ActivityCard, LibraryActivity
from desktop_rag.gui.libraries.models import KEY_ROLE, LibraryModel
from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, label
from desktop_rag.gui.widgets.list_delegate import TwoLineDelegate
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot

_REFRESH_MS = 250
_AROUND = 36  # pixels of a line beside its words: the icon and the padding


class WatchedLine(QPushButton):
    """Says quietly what there is to tell of watched statements, until the person has read it."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._said = ""
        self.setObjectName("watched_line")
        self.setAccessibleName(self.tr("Watched answers and texts"))
        self.setAutoDefault(False)
        self.setProperty("role", "step")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setIconSize(QSize(16, 16))
        self.hide()
        appearance.changed.connect(self._recolour)
        self._recolour()

    def tell(self, said: str, everything: str = "") -> None:
        """Say something in a few words, with all of it as the tool tip; "": there is nothing to tell."""
        self._said = said
        self.setToolTip(everything)
        if said:
            self.setAccessibleName(said)
        self.setVisible(bool(said))
        self._shorten()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the words to the width there is."""
        super().resizeEvent(event)
        self._shorten()

    def _shorten(self) -> None:
        room = self.width() - scaled(_AROUND)
        self.setText(self.fontMetrics().elidedText(self._said, Qt.TextElideMode.ElideRight, room))

    def _recolour(self) -> None:
        self.setIcon(self._appearance.icon("eye", "warning"))


class LibraryPane(QWidget):
    """Keeps both lists up to date from the store's events, and emits the choice."""

    libraries_changed = Signal(object)  # list of IndexInfo
    library_chosen = Signal(object)  # IndexInfo, also when its description changed
    conversation_chosen = Signal(str, str, int)  # id, title, number of a turn or -1
    library_missing = Signal(str)  # that of the conversation just chosen
    activity_changed = Signal(object)  # LibraryActivity of the chosen library
    needed = Signal()  # something here is to be seen

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("library_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bridge = bridge
        self._appearance = appearance
        self._wanted = ""
        self._hidden = ""  # a library that is about to be deleted
        self.libraries = LibraryModel()
        self.library_list = self._make_list("library_list", self.tr("Libraries"), self.libraries)
        self.conversations = ConversationList(bridge, appearance)
        self.add_button = IconButton(appearance, "plus", self.tr("New library or files"), "add_button", "boxed")
        self.new_button = IconButton(
            appearance, "conversation-plus", self.tr("New conversation"), "new_conversation_button"
        )
        self.activity_card = ActivityCard(appearance, compact=True)
        self.watched_line = WatchedLine(appearance)
        self._lay_out()
        self._refresh_timer = single_shot(self, _REFRESH_MS, self.refresh)
        self._connect()

    def set_actions(self, actions: ActionTable) -> None:
        """Fill the menus from the table of commands."""
        self._rename_library = actions["library.rename"]
        self.library_list.installEventFilter(self)
        self._library_menu = QMenu(self)
        actions.fill(
            self._library_menu,
            "library.add_folder",
            "library.add_files",
            "library.files",
            "library.folders",
            "library.reveal",
            "",
            "library.pause",
            "library.resume",
            "library.stop",
            "",
            "library.build_indexes",
            "library.change_model",
            "",
            "library.back_up",
            "library.duplicate",
            "library.rename",
            "library.delete",
        )
        conversation_menu = QMenu(self)
        actions.fill(
            conversation_menu,
            "conversation.rename",
            "conversation.pin",
            "conversation.watch",
            "conversation.export",
            "",
            "conversation.delete",
        )
        self.conversations.set_menu(conversation_menu)
        add_menu = QMenu(self.add_button)
        actions.fill(add_menu, "library.new", "", "library.add_folder", "library.add_files")
        self.add_button.setMenu(add_menu)
        self.add_button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.new_button.follow(actions["conversation.new"])

    def refresh(self) -> None:
        """Read the list of libraries again."""
        self._bridge.run(self._bridge.worker.libraries.list_all(), self._show_libraries)

    def refresh_conversations(self) -> None:
        """Read the list of conversations again."""
        self._bridge.run(self._bridge.worker.conversations.list_all(), self.conversations.show_conversations)

    def current_library(self) -> IndexInfo | None:
        """Return the chosen library."""
        return self.libraries.info(self._wanted)

    def choose_library(self, name: str) -> None:
        """Choose a library, as soon as it is listed."""
        self._wanted = name
        self.conversations.choose("")
        if self.libraries.info(name) is not None:
            self._select()

    def hide_library(self, name: str) -> None:
        """Show a library no more, although it is there still."""
        self._hidden = name
        self.choose_library("")
        self.refresh()

    def show_library_again(self, name: str, *, choose: bool = True) -> None:
        """Show a library that was hidden, as far as it is there."""
        if not name or name == self._hidden:
            self._hidden = ""
        if choose:
            self.choose_library(name)
        self.refresh()

    def open_conversation(self, info: ConversationInfo, place: int = -1) -> None:
        """Show a conversation, from turn ``place`` on; one of another library leads there."""
        is_known = self.libraries.info(info.index_name) is not None
        if is_known and info.index_name != self._wanted:
            self.choose_library(info.index_name)
        self.conversations.choose(info.id)
        self.conversation_chosen.emit(info.id, info.title, place)
        if not is_known:
            self.library_missing.emit(info.index_name)

    def rename_library(self) -> None:
        """Let the name of the chosen library be edited where it stands."""
        row = self.libraries.row(self._wanted)
        if row >= 0:
            self.needed.emit()
            self.library_list.scrollTo(self.libraries.index(row))
            self.library_list.edit(self.libraries.index(row))

    def rename_conversation(self) -> None:
        """Let the title of the conversation that is shown be edited where it stands."""
        self.needed.emit()
        self.conversations.rename_current()

    def library_at(self, place: QPoint) -> str:
        """Return the library whose row is at a place of the screen, "" for none."""
        view = self.library_list.viewport()
        here = view.mapFromGlobal(place)
        index = self.library_list.indexAt(here) if view.rect().contains(here) and view.isVisible() else QModelIndex()
        return str(index.data(KEY_ROLE)) if index.isValid() else ""

    def activity(self) -> LibraryActivity | None:
        """Return the activity of the chosen library, None without one."""
        info = self.current_library()
        if info is None:
            return None
        progress = self.libraries.progress(info.name)
        return LibraryActivity(info, progress, queued=self.libraries.is_busy(info.name) and progress is None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let F2 rename the library while the libraries have the focus; elsewhere it renames the conversation."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2:
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self._rename_library.trigger()
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height between the two lists."""
        super().resizeEvent(event)
        self._share_height()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 8)
        layout.setSpacing(8)
        layout.addLayout(_heading(self.tr("Libraries"), self.add_button))
        layout.addWidget(self.library_list)
        layout.addWidget(self.activity_card)
        layout.addSpacing(8)
        layout.addLayout(_heading(self.tr("Conversations"), self.new_button))
        layout.addWidget(self.conversations, 1)
        layout.addWidget(self.watched_line)
        footer = QHBoxLayout()
        footer.setContentsMargins(8, 0, 0, 0)
        self.hint = ElidedLabel(self.tr("Drop files or folders anywhere"), "small")
        footer.addWidget(self.hint, 1)
        layout.addLayout(footer)

    def _make_list(self, name: str, text: str, model: LibraryModel) -> QListView:
        view = QListView()
        view.setObjectName(name)
        view.setAccessibleName(text)
        view.setModel(model)
        view.setItemDelegate(TwoLineDelegate(self._appearance))
        view.itemDelegate().setParent(view)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setMouseTracking(True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        return view

    def _connect(self) -> None:
        self.libraries.dataChanged.connect(self._show_activity)
        self.libraries.modelReset.connect(self._show_activity)
        self.library_list.clicked.connect(self._library_picked)
        self.library_list.activated.connect(self._library_picked)
        self.library_list.customContextMenuRequested.connect(self._library_context)
        self.conversations.chosen.connect(self.open_conversation)
        self._bridge.ingest_progress.connect(self._progressed)
        self._bridge.build_progress.connect(self.libraries.set_build)
        self._bridge.job_ended.connect(self._job_ended)
        self._bridge.store_changed.connect(self._store_changed)
        self._appearance.changed.connect(self.library_list.viewport().update)

    def _show_libraries(self, infos: Sequence[IndexInfo]) -> None:
        """Show the libraries; keep the chosen one, or choose the first."""
        infos = [info for info in infos if info.name != self._hidden]
        self.libraries.set_infos(infos)
        if infos and self.libraries.info(self._wanted) is None:
            self._wanted = infos[0].name
            self.conversations.choose("")
        if not infos:
            self.conversations.set_library("")
        self._share_height()
        self.libraries_changed.emit(list(infos))
        self._select()

    def _select(self) -> None:
        info = self.current_library()
        if info is None:
            return
        index = self.libraries.index(self.libraries.row(info.name))
        if index != self.library_list.currentIndex():
            self.library_list.setCurrentIndex(index)
        self.conversations.set_library(info.name)
        self._show_activity()
        self.library_chosen.emit(info)

    def _library_picked(self, index: QModelIndex) -> None:
        name = str(index.data(KEY_ROLE))
        if name != self._wanted:
            self.choose_library(name)

    def _library_context(self, place: QPoint) -> None:
        index = self.library_list.indexAt(place)
        if index.isValid():
            self._library_picked(index)
            self._library_menu.popup(self.library_list.viewport().mapToGlobal(place))

    def _show_activity(self, *_arguments: object) -> None:
        activity = self.activity()
        if activity is not None:
            self.activity_card.show_activity(activity)
            self.activity_changed.emit(activity)

    def _progressed(self, progress: IngestProgress) -> None:
        self.libraries.set_progress(progress)
        self._share_height()

    def _job_ended(self, event: Event) -> None:
        if self.libraries.end_progress(event.job_id):
            self._share_height()
            self._refresh_timer.start()

    def _store_changed(self, event: StoreChanged) -> None:
        """Read again what changed, not more often than a person can follow."""
        if "conversations" in event.kinds:
            self.refresh_conversations()
        if event.kinds & {"indexes", "documents", "nodes", "embeddings"} and not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _share_height(self) -> None:
        """Give the libraries what they need, at most half of the pane."""
        model = self.libraries
        needed = sum(self.library_list.sizeHintForRow(row) for row in range(min(model.rowCount(), 40))) + 4
        self.library_list.doItemsLayout()
        self.library_list.setFixedHeight(max(60, min(needed, self.height() // 2)))


def _heading(text: str, push: IconButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(8, 0, 0, 0)
    row.addWidget(label(text, "heading"), 1)
    row.addWidget(push)
    return row
