"""Commands on the palette: what it lists and what choosing an entry does."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

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
from desktop_rag.gui.palette.library_files import LibraryFiles
from desktop_rag.gui.palette.popup import PalettePopup
from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import open_file
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text

_OWN = "program.palette"


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
    """Return what people call a setting that has another name here, by key."""
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
