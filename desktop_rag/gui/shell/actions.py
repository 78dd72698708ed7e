"""ONE table of commands: menus, shortcuts and tool tips all come from it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from desktop_rag.core.errors import BugError
from desktop_rag.gui.widgets.theme import Appearance


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person can do. ``handler`` names the method that does it; ``menu`` where it is listed.

    One that is ``checkable`` shows whether it is on. Several shortcuts stand with “; ” between them.
    """

    id: str
    text: str
    shortcut: str
    icon: str
    handler: str
    menu: str
    checkable: bool = False


LIBRARY, CONVERSATION, VIEW, PROGRAM = "library", "conversation", "view", "program"

COMMANDS: tuple[Command, ...] = (
    Command("library.new", "New library…", "Ctrl+N", "plus", "new_library", LIBRARY),
    Command("library.add_folder", "Add folder…", "Ctrl+O", "folder-plus", "add_folder", LIBRARY),
    Command("library.add_files", "Add files…", "Ctrl+Shift+O", "file-plus", "add_files", LIBRARY),
    Command("library.files", "Show files", "Ctrl+I", "files", "show_files", LIBRARY),
    Command("library.folders", "Folders and rules…", "Ctrl+Shift+F", "folder", "show_folders", LIBRARY),
    Command("library.reveal", "Show library file", "", "reveal", "reveal_library", LIBRARY),
    Command("library.build_indexes", "Build other indexes…", "", "library", "build_indexes", LIBRARY),
    Command("library.pause", "Pause", "", "pause", "pause_library", LIBRARY),
    Command("library.resume", "Resume", "", "play", "resume_library", LIBRARY),
    Command("library.change_model", "Change search model…", "", "model", "change_model", LIBRARY),
    Command("library.test_questions", "Test questions…", "", "check", "show_test_questions", LIBRARY),
    Command("library.stop", "Stop adding or building", "", "stop", "stop_adding", LIBRARY),
    Command("library.back_up", "Back up library…", "", "export", "back_up_library", LIBRARY),
    Command("library.open_backup", "Open a backup…", "", "open", "open_backup", LIBRARY),
    Command("library.duplicate", "Duplicate library", "", "copy", "duplicate_library", LIBRARY),
    Command("library.rename", "Rename library", "", "pencil", "rename_library", LIBRARY),
    Command("library.delete", "Delete library…", "", "trash", "delete_library", LIBRARY),
    Command("conversation.new", "New conversation", "Ctrl+T", "conversation-plus", "new_conversation", CONVERSATION),
    Command("conversation.export", "Export conversation…", "Ctrl+E", "export", "export_conversation", CONVERSATION),
    Command(
        "conversation.search", "Search conversations", "Ctrl+Shift+K", "search", "search_conversations", CONVERSATION
    ),
    Command("conversation.rename", "Rename conversation", "F2", "pencil", "rename_conversation", CONVERSATION),
    Command("conversation.pin", "Pin or unpin conversation", "", "up", "pin_conversation", CONVERSATION),
    Command("conversation.watch", "Watch conversation", "", "eye", "watch_conversation", CONVERSATION, checkable=True),
    Command("conversation.delete", "Delete conversation", "", "trash", "delete_conversation", CONVERSATION),
    Command("question.focus", "Go to the question box", "Ctrl+L", "conversation", "focus_question", CONVERSATION),
    Command("question.mode", "Choose the mode", "Ctrl+M", "model", "choose_mode", CONVERSATION),
    Command("question.advanced", "Advanced settings…", "Ctrl+Shift+A", "settings", "show_advanced", CONVERSATION),
    Command("answer.why", "Why this answer?", "Ctrl+Shift+W", "help", "explain_answer", CONVERSATION),
    Command("answer.export", "Export answer…", "Ctrl+Shift+E", "export", "export_answer", CONVERSATION),
    Command("answer.watch", "Watch answer", "", "eye", "watch_answer", CONVERSATION, checkable=True),
    Command("answer.use", "Show where the answer uses the source", "Ctrl+Shift+J", "sources", "show_use", CONVERSATION),
    Command("answer.wrong", "This doesn't answer it", "Ctrl+Shift+X", "wrong", "refuse_answer", CONVERSATION),
    Command("answer.right", "This answers it", "Ctrl+Shift+Y", "check", "choose_open", CONVERSATION),
    Command("answer.stop", "Stop the answer", "Esc", "stop", "stop_answer", CONVERSATION),
    Command("program.palette", "Command palette…", "Ctrl+K", "search", "show_palette", VIEW),
    Command("view.ask", "Ask", "Ctrl+1", "conversation", "show_ask", VIEW),
    Command("view.search", "Search", "Ctrl+2", "search", "show_search", VIEW),
    Command("view.all_documents", "All documents", "Ctrl+3", "files", "show_all_documents", VIEW),
    Command("view.check", "Check a text", "Ctrl+4", "check", "show_check", VIEW),
    Command("view.watched", "Watched answers and texts", "Ctrl+5", "eye", "show_watched", VIEW),
    Command("check.clipboard", "Check clipboard", "", "clip", "check_clipboard", VIEW),
    Command("check.next", "Next finding", "F8", "down", "next_finding", VIEW),
    Command("check.previous", "Previous finding", "Shift+F8", "up", "previous_finding", VIEW),
    Command("view.sidebar", "Show or hide the libraries", "Ctrl+B", "sidebar", "toggle_sidebar", VIEW),
    Command("view.sources", "Show or hide the sources", "Ctrl+J", "sources", "toggle_sources", VIEW),
    Command("document.find", "Find in the document…", "Ctrl+F", "search", "find_in_document", VIEW),
    Command("document.copy_link", "Copy link to this place", "Ctrl+Shift+L", "link", "copy_link", VIEW),
    Command("document.highlights", "Save a copy with highlights…", "", "pencil", "save_highlights", VIEW),
    Command("document.go_to_page", "Go to page…", "Ctrl+G", "right", "go_to_page", VIEW),
    Command("document.page_list", "Show or hide the page list", "F4", "sidebar", "toggle_page_list", VIEW),
    Command("document.turn", "Turn pages right", "Ctrl+R", "turn", "turn_pages", VIEW),
    Command("document.dark", "Dark pages on or off", "Ctrl+Shift+D", "moon", "toggle_dark_pages", VIEW),
    Command("view.next_area", "Go to the next area", "F6", "right", "next_area", VIEW),
    Command("view.previous_area", "Go to the previous area", "Shift+F6", "left", "previous_area", VIEW),
    Command("program.settings", "Settings…", "Ctrl+,", "settings", "show_settings", PROGRAM),
    Command("program.network", "Network…", "", "network", "show_network", PROGRAM),
    Command("program.connect", "Connect a program…", "", "link", "connect_program", PROGRAM),
    Command("program.offline", "Work offline", "", "offline", "toggle_offline", PROGRAM, checkable=True),
    Command("program.verify_pack", "Verify an evidence pack…", "", "check", "verify_pack", PROGRAM),
    Command("program.guide", "Guide", "Shift+F1", "guide", "show_guide", PROGRAM),
    Command("program.shortcuts", "Keyboard shortcuts…", "F1; ?", "help", "show_shortcuts", PROGRAM),
    Command("program.tour", "Short tour", "", "right", "show_tour", PROGRAM),
    Command("program.quit", "Quit", "Ctrl+Q", "quit", "quit", PROGRAM),
)


class ActionTable(QObject):
    """The table as ``QAction`` objects, each connected to the receiver that has its handler."""

    def __init__(self, appearance: Appearance, receivers: Iterable[QObject], parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._by_id: dict[str, QAction] = {}
        handlers = list(receivers)
        for command in COMMANDS:
            self._by_id[command.id] = self._make(command, handlers)
        self.set_keys({})
        appearance.changed.connect(self._recolour)
        self._recolour()

    def set_keys(self, chosen: Mapping[str, str]) -> None:
        """Let commands have these keys, by id ("" for none), and the others those of the table."""
        for command in COMMANDS:
            keys = chosen.get(command.id, command.shortcut)
            self._by_id[command.id].setShortcuts(QKeySequence.listFromString(keys) if keys else [])

    def __getitem__(self, command_id: str) -> QAction:
        return self._by_id[command_id]

    def all(self) -> list[QAction]:
        """Return every action, in the table's order."""
        return list(self._by_id.values())

    def fill(self, menu: QMenu, *command_ids: str) -> QMenu:
        """Put actions into ``menu``; an empty id is a separator."""
        for command_id in command_ids:
            if command_id:
                menu.addAction(self._by_id[command_id])
            else:
                menu.addSeparator()
        return menu

    def fill_section(self, menu: QMenu, section: str) -> QMenu:
        """Put every command of one section of the table into ``menu``."""
        return self.fill(menu, *(command.id for command in COMMANDS if command.menu == section))

    def _make(self, command: Command, receivers: list[QObject]) -> QAction:
        action = QAction(_tr(command.text), self)
        action.setObjectName(command.id)
        action.setCheckable(command.checkable)
        # macOS shows these two in the application's own menu
        if command.id == "program.quit":
            action.setMenuRole(QAction.MenuRole.QuitRole)
        elif command.id == "program.settings":
            action.setMenuRole(QAction.MenuRole.PreferencesRole)
        action.triggered.connect(_handler(command, receivers))
        return action

    def _recolour(self) -> None:
        for command in COMMANDS:
            draw = self._appearance.switch_icon if command.checkable else self._appearance.icon
            self._by_id[command.id].setIcon(draw(command.icon))


def menu_titles() -> dict[str, str]:
    """Return the title of each section's menu, in the order of the menu bar."""
    return {LIBRARY: _tr("&Library"), CONVERSATION: _tr("&Conversation"), VIEW: _tr("&View"), PROGRAM: _tr("&Help")}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Actions", text)


def _handler(command: Command, receivers: list[QObject]) -> Callable[[], None]:
    """Find the method that carries out ``command``."""
    for receiver in receivers:
        method = getattr(receiver, command.handler, None)
        if callable(method):
            handler: Callable[[], None] = method
            return handler
    raise BugError(f"no receiver has {command.handler!r} of the command {command.id!r}")
