"""Commands on the palette: what it lists and what choosing an entry does."""

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QVBoxLayout, QWidget

from desktop_rag.config import OPTION_GROUPS, Config
from desktop_rag.config.options import (
    EMBEDDING_MAX_TOKENS,
    LANGUAGE,
    LLM_BASE_URL,
    LLM_CONNECTION,
    LLM_CONTEXT_WINDOW,
    LLM_MAX_TOKENS,
    LLM_MODEL,
    LLM_TIMEOUT,
    NETWORK_OFFLINE,
    NODE_POSTPROCESSORS,
    RETRIEVER,
    SHORTCUTS,
    SIMILARITY_TOP_K,
    TEXT_SIZE,
    THEME,
    WINDOW,
)
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.palette.entries import Entry, EntryKind, RecentEntries, find_entries
from desktop_rag.gui.palette.entry_list import EntryList
from desktop_rag.gui.palette.library_files import LibraryFiles
from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import open_file
from desktop_rag.gui.widgets.basics import label
from desktop_rag.gui.widgets.edit_watchers import InputMethodWatcher, TextCentring
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text

_OWN = "program.palette"
_WIDTH, _TOP, _ROWS = 640, 56, 11
_LIST_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


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
        self.box = QLineEdit()
        TextCentring(self.box)
        self.box.setObjectName("palette_box")
        self.box.setPlaceholderText(self.tr("Find a command, library, conversation or file"))
        self.box.setAccessibleName(self.box.placeholderText())
        self.list = EntryList(appearance, "palette_list")
        self.model = self.list.entries
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
        self.list.selectionModel().currentChanged.connect(self._show_hint)
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
        self.list.show_entries(entries, _ROWS)
        self._nothing.setText(self.tr("Nothing fits “{query}”.").format(query=query.strip()))
        self._nothing.setVisible(not entries)
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
        entry = self.model.row(index.row())
        if entry is not None:
            self.close_palette()
            self.chosen.emit(entry, other)

    def _show_hint(self, index: QModelIndex) -> None:
        """Show the possible actions for the chosen row."""
        entry = self.model.row(index.row())
        if entry is None:
            return
        is_file = entry.kind is EntryKind.FILE
        self._hint.setText(
            self.tr("Enter: open · Ctrl+Enter: ask only this file")
            if is_file
            else self.tr("Enter: choose · Esc: close")
        )

    def _place(self) -> None:
        """Stand at the top of the window's middle, as high as the rows need."""
        width = min(_WIDTH, self._window.width() - 48)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((self._window.width() - width) // 2, _TOP)


def setting_entries(config: Config) -> Iterator[Entry]:
    """Yield an entry for each setting that has an effect now, found by name, help and other words for it.

    Each choice of a setting of the window is an entry besides, with the value behind the key.
    """
    values, others = config.values(), _other_words()
    page = QCoreApplication.translate("SettingEntries", "Settings")
    for group in OPTION_GROUPS:
        for option in group.options:
            if option is LLM_CONNECTION or not option.is_relevant(values):
                continue
            title, where = option_text(option.label), f"{page} · {option_text(group.title)}"
            also = f"{others.get(option.key, '')} {option_text(option.help)} {option.key}"
            yield Entry(EntryKind.SETTING, option.key, title, where, also=also)
            for choice in option.choices if group is WINDOW else ():
                name = option_text(choice.label)
                key, named = f"{option.key}={choice.value}", f"{title}: {name}"
                yield Entry(EntryKind.CHOICE, key, named, where, also=also, name=name)


def _other_words() -> dict[str, str]:
    """Return common words for a setting that has another name here, by key."""
    translate = QCoreApplication.translate
    return {
        THEME.key: translate("SettingEntries", "theme dark mode light mode contrast colours"),
        TEXT_SIZE.key: translate("SettingEntries", "font size zoom scale larger smaller"),
        LANGUAGE.key: translate("SettingEntries", "translation locale English Deutsch 日本語 中文"),
        SHORTCUTS.key: translate("SettingEntries", "hotkeys key bindings"),
        NETWORK_OFFLINE.key: translate("SettingEntries", "proxy internet connection privacy network"),
        EMBEDDING_MAX_TOKENS.key: translate("SettingEntries", "chunk size chunks tokens"),
        SIMILARITY_TOP_K.key: translate("SettingEntries", "top k chunks number of sources results"),
        RETRIEVER.key: translate("SettingEntries", "retriever hybrid keyword vector semantic"),
        NODE_POSTPROCESSORS.key: translate("SettingEntries", "reranking filters cutoff score"),
        LLM_MODEL.key: translate("SettingEntries", "llm language model"),
        LLM_BASE_URL.key: translate("SettingEntries", "url server endpoint host port api proxy"),
        LLM_TIMEOUT.key: translate("SettingEntries", "timeout wait seconds"),
        LLM_CONTEXT_WINDOW.key: translate("SettingEntries", "context length tokens num_ctx"),
        LLM_MAX_TOKENS.key: translate("SettingEntries", "answer length maximum tokens"),
    }


class PaletteCommands(QObject):
    """Opens the palette and carries out what is chosen in it."""

    setting_wanted = Signal(str)  # key
    setting_saved = Signal()

    def __init__(
        self,
        bridge: Bridge,
        appearance: Appearance,
        pane: LibraryPane,
        chat: ChatPane,
        settings: QSettings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._appearance = appearance
        self._pane = pane
        self._chat = chat
        self._window = window
        self._actions: ActionTable | None = None
        self._recent = RecentEntries(settings)
        self._fixed: list[Entry] = []  # of this opening: commands, settings, libraries, conversations
        self.files = LibraryFiles(bridge, self)
        self.popup = PalettePopup(appearance, window)
        self.popup.typed.connect(self._find)
        self.popup.chosen.connect(self._choose)
        self.files.changed.connect(self._find_again)

    def set_actions(self, actions: ActionTable) -> None:
        """Offer these commands, which are made after this object."""
        self._actions = actions

    def show_palette(self) -> None:
        """Open the palette, or close it when it is open."""
        if self.popup.isVisible():
            self.popup.close_palette()
            return
        self._fixed = [
            *self._commands(),
            *setting_entries(self._bridge.worker.config),
            *self._libraries(),
            *self._conversations(),
        ]
        self.popup.open()
        self._find("")
        # shown first: the list of files may be long
        QTimer.singleShot(0, self, partial(self.files.read, tuple(self._pane.libraries.names())))

    def _commands(self) -> Iterator[Entry]:
        for action in self._actions.all() if self._actions is not None else ():
            if action.isEnabled() and action.objectName() != _OWN:
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                yield Entry(EntryKind.COMMAND, action.objectName(), action.text(), shortcut=keys)

    def _libraries(self) -> Iterator[Entry]:
        for name in self._pane.libraries.names():
            yield Entry(EntryKind.LIBRARY, name, name, self.tr("Library"))

    def _conversations(self) -> Iterator[Entry]:
        for info in self._pane.conversations.conversations:
            yield Entry(EntryKind.CONVERSATION, info.id, info.title, info.index_name)

    def _find(self, query: str) -> None:
        listed = [self.files.names(name) for name in self._pane.libraries.names()]
        files = [names for names in listed if names is not None]
        self.popup.show_entries(find_entries(query, self._fixed, files, self._recent.ids), query)

    def _find_again(self) -> None:
        """List files that became known while the palette is open; what is chosen by then stays chosen."""
        if self.popup.isVisible() and self.popup.box.text():
            self._find(self.popup.box.text())

    def _choose(self, entry: Entry, other: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._recent.add(entry)
        if entry.kind is EntryKind.COMMAND and self._actions is not None:
            self._actions[entry.key].trigger()
        elif entry.kind is EntryKind.SETTING:
            self.setting_wanted.emit(entry.key)
        elif entry.kind is EntryKind.CHOICE:
            key, _, value = entry.key.partition("=")
            writing = partial(self._bridge.worker.config.update, {key: value})
            self._bridge.call(writing, self._apply, self._chat.show_error)
        elif entry.kind is EntryKind.LIBRARY:
            self._pane.choose_library(entry.key)
        elif entry.kind is EntryKind.CONVERSATION:
            info = self._pane.conversations.conversation(entry.key)
            if info is not None:
                self._pane.open_conversation(info)
        elif other:
            self._ask_only(entry)
        else:
            open_file(self._window, self._bridge, entry.key, self._chat.show_error)

    def _apply(self, _result: None) -> None:
        config = self._bridge.worker.config
        self._appearance.choose(config[THEME], config[TEXT_SIZE])
        self.setting_saved.emit()

    def _ask_only(self, entry: Entry) -> None:
        """Ask only the chosen file, in its own library."""
        info = self._pane.current_library()
        if info is None or info.name != entry.library:
            self._pane.choose_library(entry.library)
        if self._actions is not None:
            self._actions["view.ask"].trigger()
        self._chat.scope.set_files((entry.key,))
