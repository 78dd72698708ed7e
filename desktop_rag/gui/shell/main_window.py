"""The window: puts the panes together, carries out commands, takes dropped files. No logic of its own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QHBoxLayout, QMainWindow, QStackedWidget, QWidget

from desktop_rag.config import OptionGroup
from desktop_rag.config.options import LLM_PROVIDER, MODEL, TEXT_SIZE, THEME, WINDOW
from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import APP_NAME
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.shared_files import SetAside
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.chat.start_page import guide_questions
from desktop_rag.gui.conversations.conversation_commands import ConversationCommands
from desktop_rag.gui.conversations.export_commands import ExportCommands
from desktop_rag.gui.files.activity import LibraryActivity
from desktop_rag.gui.files.commands import FilesCommands
from desktop_rag.gui.libraries.commands import LibraryCommands, LibraryCopies
from desktop_rag.gui.libraries.folder_adder import SAMPLE_KEY, FolderAdder
from desktop_rag.gui.libraries.index_build_runner import IndexBuildRunner
from desktop_rag.gui.libraries.library_notices import LibraryNotices
from desktop_rag.gui.libraries.pane import LibraryPane
from desktop_rag.gui.models.proposal import ModelProposal
from desktop_rag.gui.network.commands import NetworkCommands
from desktop_rag.gui.notices.desktop import DesktopNotices
from desktop_rag.gui.packs.commands import PackCommands
from desktop_rag.gui.palette.commands import PaletteCommands
from desktop_rag.gui.scope.completer import ScopeCompleter
from desktop_rag.gui.search.pane import SearchPane
from desktop_rag.gui.shell.actions import ActionTable, menu_titles
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_drops import DropOverlay, FileDrops
from desktop_rag.gui.shell.page_commands import PageCommands
from desktop_rag.gui.shell.page_stack import PageStack
from desktop_rag.gui.shell.pane_splitter import PaneSplitter
from desktop_rag.gui.shell.rooms import import_rooms, prepare_rooms
from desktop_rag.gui.shell.screen import restore_places, save_places
from desktop_rag.gui.shell.settings_follower import SettingsFollower
from desktop_rag.gui.shortcuts.commands import ShortcutCommands
from desktop_rag.gui.shortcuts.everywhere import ClipboardShortcut
from desktop_rag.gui.sources.document_commands import DocumentCommands
from desktop_rag.gui.sources.highlight_commands import HighlightCommands
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.test_questions.judgements import AnswerJudgements
from desktop_rag.gui.tour.tour import Tour
from desktop_rag.gui.watched.commands import WatchCommands
from desktop_rag.gui.widgets.basics import button
from desktop_rag.gui.widgets.confirmation import inform
from desktop_rag.gui.widgets.empty_state import CentredColumn, DropArea
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import step_by_step
from desktop_rag.gui.widgets.words import sentence

if TYPE_CHECKING:
    from desktop_rag.gui.settings.dialog import SettingsDialog

_MINIMUM = (720, 520)
_PAINTED_MS = 100  # after the lists are there


class WelcomePage(CentredColumn):
    """The first thing a person sees: what this is, where to drop files, and a guide to try it with."""

    sample_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__("welcome")
        self.add_text(self.tr("Ask questions of your own files"), "display")
        self.add_text(
            self.tr("Every answer shows the passage it came from.\nYour files stay where they are, on this computer."),
            "lead",
        )
        self.column.addSpacing(12)
        self.drop_area = DropArea(appearance)
        self.column.addWidget(self.drop_area)
        self.column.addSpacing(4)
        self._sample = button(self.tr("Try it with the guide"), "welcome_sample_button", "quiet")
        self._sample.setIcon(appearance.icon("guide"))
        self._sample.setIconSize(QSize(16, 16))
        self._sample.clicked.connect(self.sample_wanted)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._sample)
        row.addStretch(1)
        self.column.addLayout(row)
        self._appearance = appearance
        appearance.changed.connect(self._recolour)

    def _recolour(self) -> None:
        self._sample.setIcon(self._appearance.icon("guide"))


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the window, and the widget in it that the keyboard goes to, None when there is nothing to go to."""

    holder: QWidget
    target: Callable[[], QWidget | None]


class FocusAreas(QObject):
    """The areas for the keyboard, in order; invisible ones are left out."""

    def __init__(self, areas: Callable[[], Sequence[Area]], window: QWidget) -> None:
        super().__init__(window)
        self._areas = areas
        self._window = window

    def next_area(self) -> None:
        """Go to the next area, from the last to the first."""
        self._go(1)

    def previous_area(self) -> None:
        """Go to the area before, from the first to the last."""
        self._go(-1)

    def _go(self, step: int) -> None:
        focused = self._window.focusWidget()
        areas = self._areas()
        count = len(areas)
        holds = [focused is not None and one.holder in (focused, *_parents(focused)) for one in areas]
        here = holds.index(True) if True in holds else (-1 if step > 0 else count)
        for distance in range(1, count + 1):
            area = areas[(here + step * distance) % count]
            target = area.target() if area.holder.isVisible() else None
            if target is not None and target.isVisible() and target.isEnabled():
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return


def _itself(widget: QWidget) -> QWidget:
    return widget


def _parents(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


def first_scrolled(holder: QWidget) -> QWidget | None:
    """Return the first widget in sight below ``holder`` that scrolls and takes the keyboard."""
    areas = holder.findChildren(QAbstractScrollArea)
    return next((one for one in areas if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus), None)


class MainWindow(QMainWindow):
    """Composes library pane, chat pane and source pane."""

    settings_saved = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance, settings: QSettings) -> None:
        super().__init__()
        self._bridge = bridge
        self._appearance = appearance
        self._settings = settings
        self._restored = False
        self._first_paths: tuple[Path, ...] = ()
        self._first_sample = False
        self._first_link = ""
        self.setObjectName("main_window")
        self.setWindowTitle(APP_NAME)
        self.setMinimumSize(*_MINIMUM)
        self.library_pane = LibraryPane(bridge, appearance)
        self.chat_pane = ChatPane(bridge, appearance)
        self.source_pane = SourcePane(bridge, appearance)
        self.notices = LibraryNotices(bridge, appearance)
        self.search_pane = SearchPane(bridge, appearance, settings)
        self.page_commands = PageCommands(bridge, appearance, self.chat_pane, self.search_pane, self.source_pane, self)
        self.pages = PageStack(self.page_commands.middle, self.notices)
        self.panes = PaneSplitter(self.library_pane, self.pages, self.source_pane, appearance)
        self.welcome = WelcomePage(appearance)
        self._centre = self._make_centre()
        self.setCentralWidget(self._centre)
        self._add_commands(bridge, appearance, settings)
        self.areas = FocusAreas(self._make_areas, self)
        self.actions_table = ActionTable(appearance, self._receivers(), self)
        self._hand_out_actions()
        self._connect()
        restore_places(self, self.panes, settings)

    def _add_commands(self, bridge: Bridge, appearance: Appearance, settings: QSettings) -> None:
        """Create the objects that carry out the commands of each room."""
        self.adder = FolderAdder(bridge, appearance, self.library_pane, settings, self)
        self.library_commands = LibraryCommands(bridge, appearance, self.library_pane, self.adder, settings, self)
        self.library_copies = LibraryCopies(bridge, self.library_pane, self)
        self.adder.libraries_given.connect(self.library_copies.open_files)
        self.files_commands = FilesCommands(bridge, appearance, self.library_pane, self.adder, self)
        self.files_commands.set_pages(self.pages)
        self.drops = FileDrops(DropOverlay(appearance, self), self.library_pane, self.adder, self)
        self.index_builds = IndexBuildRunner(bridge, self)
        self.conversation_commands = ConversationCommands(
            bridge, appearance, self.library_pane, self.chat_pane, settings, self
        )
        self.drops.set_conversation(self.chat_pane, self.conversation_commands.sources.attach)
        self.export_commands = ExportCommands(bridge, self.library_pane, self.chat_pane, self)
        self.network_commands = NetworkCommands(bridge, appearance, self)
        self.pack_commands = PackCommands(bridge, self)
        self.drops.set_verifier(self.pack_commands.verify)
        self.judgements = AnswerJudgements(bridge, self.chat_pane, self.search_pane, self.source_pane, self)
        self.watch_commands = WatchCommands(
            bridge, self.library_pane, self.chat_pane, self.notices, self.page_commands, self
        )
        self.highlight_commands = HighlightCommands(
            bridge, self.page_commands, self.chat_pane, self.search_pane, self.source_pane, self
        )
        self.document_commands = DocumentCommands(self.source_pane, settings, self)
        self.palette_commands = PaletteCommands(bridge, appearance, self.library_pane, self.chat_pane, settings, self)
        self.shortcut_commands = ShortcutCommands(bridge, self)
        self.clipboard_shortcut = ClipboardShortcut(bridge, self)
        chat = self.chat_pane
        ScopeCompleter(
            appearance, chat.question.edit, chat.scope, self.palette_commands.files, self._library_name, self
        )
        self.desktop = DesktopNotices(bridge, self)
        self.settings_follower = SettingsFollower(bridge, self)

    def _hand_out_actions(self) -> None:
        """Put the actions into the menus, and give them to the parts that show some."""
        self.addActions(self.actions_table.all())
        panes = (self.library_pane, self.chat_pane, self.source_pane)
        self.tour = Tour(self._appearance, self._settings, panes, self.actions_table, self)
        for part in (self.library_pane, self.palette_commands, self.shortcut_commands, self.watch_commands):
            part.set_actions(self.actions_table)
        self.network_commands.set_action(self.actions_table["program.offline"])
        for section, title in menu_titles().items():
            self.actions_table.fill_section(self.menuBar().addMenu(title), section)
        self.page_commands.set_up(self.panes, self.pages, self.actions_table)

    def _make_centre(self) -> QStackedWidget:
        centre = QStackedWidget()
        centre.setObjectName("centre")
        centre.addWidget(QWidget())  # until it is known whether there are libraries
        centre.addWidget(self.panes)
        centre.addWidget(self.welcome)
        return centre

    def _receivers(self) -> tuple[QObject, ...]:
        """Return the objects that carry out the commands of menus and keys."""
        return (
            self,
            self.library_commands,
            self.library_copies,
            self.files_commands,
            self.conversation_commands,
            self.export_commands,
            self.page_commands,
            self.document_commands,
            self.highlight_commands,
            self.judgements,
            self.watch_commands,
            self.network_commands,
            self.pack_commands,
            self.palette_commands,
            self.shortcut_commands,
            self.areas,
        )

    def _library_name(self) -> str:
        info = self.library_pane.current_library()
        return info.name if info else ""

    def start(self, paths: Sequence[Path] = (), *, sample: bool = False, link: str = "") -> None:
        """Read the lists, then add ``paths`` or the guide, or open a link; called once the window is shown."""
        self._first_paths, self._first_sample, self._first_link = tuple(paths), sample, link
        self.library_pane.choose_library(str(self._settings.value("library", "")))
        self.library_pane.refresh()
        self.library_pane.refresh_conversations()
        self.settings_follower.start()

    def _tell_damaged(self, one: SetAside) -> None:
        message, next_step = sentence(one.message), sentence(one.next_step)
        inform(self, "damaged_file", self.tr("Damaged file"), message, next_step)

    def _follow_settings(self) -> None:
        """Show another program's changes."""
        config = self._bridge.worker.config
        self._appearance.choose(config[THEME], config[TEXT_SIZE])
        self._show_saved_settings()

    def _show_saved_settings(self) -> None:
        self.chat_pane.refresh_model()
        self.network_commands.refresh()
        self.shortcut_commands.refresh()
        self.chat_pane.model_button.model_changed.emit()
        self.settings_saved.emit()

    def _tell_problem(self, error: UserError) -> None:
        """Show a problem that concerns the person on every page, such as a missing file of conversations."""
        inform(self, "problem", APP_NAME, error.message, error.next_step)

    def take_over(self, paths: Sequence[Path], sample: bool, link: str = "") -> None:  # noqa: FBT001 - a signal's
        """Come to the front for another start of the program, and add, or open, what that was given."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()
        if sample:
            self.library_commands.add_sample()
        if paths:
            self.adder.ask_where(paths)
        if link:
            self.open_link(link)

    def open_link(self, link: str) -> None:
        """Show the place in a library that a link leads to."""
        self._bridge.run(self._bridge.worker.links.place(link), self.page_commands.show_linked, self._tell_problem)

    def warm_up(self) -> None:
        """Load the parts for the first answer, off this thread; the search model only if there are files."""
        from desktop_rag.gui.chat.formulas import load_formulas
        from desktop_rag.gui.settings.lines_editor import load_readers
        from desktop_rag.readers.shapes.colouring import load_lexers

        for load in (load_lexers, load_readers, load_formulas):
            self._bridge.call(load, self._ignore, self._ignore)
        searching = self.library_pane.current_library() is not None
        self._bridge.start(self._bridge.worker.warm_up(searching=searching), self._ignore)

    def _go_on(self) -> None:
        """Carry out the work that the first display of the lists did not wait for."""
        if self._bridge.worker.config[LLM_PROVIDER] == "none":
            self.chat_pane.model_button.catalogue.look_for_servers()
        self._bridge.call(prepare_rooms, self._make_ahead, self._ignore)
        self.clipboard_shortcut.follow()

    def _make_ahead(self, rooms: Sequence[str]) -> None:
        """Import the rooms and make what shows a source, while nobody waits for it."""
        steps = import_rooms(rooms), self.source_pane.viewer_steps(), self.watch_commands.steps()
        step_by_step(self, chain(*steps))

    def _ignore(self, _result: object) -> None:
        """Take a result that nobody needs, or an error that is logged: what did not load is loaded when it is used."""

    def stop_answer(self) -> None:
        """Close a sentence's card or the tour, else stop the answer, else close what hides the conversation."""
        if self.chat_pane.turns.close_card():
            return
        if self.tour.card.isVisible():
            self.tour.end()
            return
        if self.pages.page() is not None:
            self.pages.show_conversation()
        elif self.chat_pane.busy:
            self.chat_pane.stop()
        elif self.panes.narrow and self.panes.sources_visible():
            self.panes.show_sources(show=False)

    def toggle_sidebar(self) -> None:
        """Show or hide the libraries."""
        self.panes.show_sidebar(show=not self.panes.sidebar_shown)

    def toggle_sources(self) -> None:
        """Show or hide the sources; a page in their place is closed first."""
        if self.pages.page() is not None:
            self.pages.show_conversation()
            return
        self.panes.show_sources(show=not self.panes.sources_visible())

    def show_settings(self) -> None:
        """Open the settings."""
        self._show_settings(MODEL)

    def _show_window_settings(self) -> None:
        self._show_settings(WINDOW)

    def _show_setting(self, key: str) -> None:
        self._show_settings(MODEL).reveal(key)

    def _show_settings(self, group: OptionGroup) -> "SettingsDialog":
        from desktop_rag.gui.settings.dialog import SettingsDialog

        dialog = SettingsDialog(self._bridge, self._appearance, self, group)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.saved.connect(self._show_saved_settings)
        dialog.open()
        return dialog

    def build_indexes(self) -> None:
        """Open the dialog that builds other indexes of the chosen library."""
        from desktop_rag.gui.libraries.index_build_dialog import IndexBuildDialog

        info = self.library_pane.current_library()
        if info is not None:
            has_model = self._bridge.worker.config[LLM_PROVIDER] != "none"
            dialog = IndexBuildDialog(self.index_builds, info.name, self, has_model=has_model)
            dialog.settings_wanted.connect(self.show_settings)
            dialog.open()

    def show_guide(self) -> None:
        """Open the guide's library, making it when it is missing."""
        self.library_commands.add_sample()

    def show_tour(self) -> None:
        """Show the tour: four sentences on the parts of the window."""
        self.tour.show_tour()
        self.tour.card.next_button.setFocus(Qt.FocusReason.OtherFocusReason)  # who asked for it wants to read it

    def quit(self) -> None:
        """Close the window, which ends the program."""
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember how the window was, stop everything, go."""
        self.leave()
        # gone at once: closing may take two seconds
        self.hide()
        self._bridge.worker.close()
        super().closeEvent(event)

    def leave(self) -> None:
        """Store the window's state, and stop listening to the worker: another window follows, or the program ends."""
        self._bridge.close()
        self.settings_follower.stop()
        self.clipboard_shortcut.stop()
        save_places(self, self.panes, self._settings)
        self._settings.setValue("library", self._library_name())
        self.conversation_commands.save_draft()
        self.library_commands.deletion.finish_before_end()

    def _make_areas(self) -> tuple[Area, ...]:
        """Return the areas in the order of the keyboard."""
        chat, search, sources = self.chat_pane, self.search_pane, self.source_pane
        viewer = sources.opened
        everything = self.page_commands.all_documents
        draft = self.page_commands.draft
        documents = everything.areas() if everything is not None else ()
        documents += draft.areas() if draft is not None else ()
        watched = self.page_commands.watched
        documents += watched.areas() if watched is not None else ()
        return (
            Area(chat.question, lambda: chat.question.edit),
            Area(chat.turns, chat.turns.answer_to_read),
            Area(search.box, lambda: search.box.edit),
            Area(search.list, lambda: search.list),
            *(Area(one, partial(_itself, one)) for one in documents),
            Area(sources.cards, lambda: sources.cards),
            *((Area(viewer, partial(first_scrolled, viewer)),) if viewer is not None else ()),
            Area(self.tour.card, lambda: self.tour.card.next_button),
        )

    def _connect(self) -> None:
        self.library_pane.libraries_changed.connect(self._libraries_changed)
        self.library_pane.library_chosen.connect(self._library_chosen)
        self.library_pane.conversation_chosen.connect(self.chat_pane.open_conversation)
        self.library_pane.conversation_chosen.connect(self.page_commands.show_chat)
        self.library_pane.needed.connect(partial(self.panes.show_sidebar, show=True))
        self.library_pane.library_missing.connect(self.chat_pane.forbid_questions)
        self.library_pane.conversations.listed.connect(self._show_centre)
        self.chat_pane.conversation_shown.connect(self._follow_sources)
        self.chat_pane.conversation_started.connect(self.conversation_commands.started)
        self.chat_pane.citation_opened.connect(self.page_commands.open_citation)
        self.chat_pane.settings_wanted.connect(self.show_settings)
        self.source_pane.close_wanted.connect(self.toggle_sources)
        self.palette_commands.setting_wanted.connect(self._show_setting)
        self.palette_commands.setting_saved.connect(self.settings_saved)
        self.settings_follower.changed.connect(self._follow_settings)
        self.settings_follower.damaged.connect(self._tell_damaged)
        self.shortcut_commands.change_wanted.connect(self._show_window_settings)
        self.shortcut_commands.guide_wanted.connect(self.show_guide)
        self.clipboard_shortcut.pressed.connect(self.page_commands.check_clipboard)
        self.clipboard_shortcut.failed.connect(self.chat_pane.show_error)
        self.settings_saved.connect(self.clipboard_shortcut.follow)
        self.library_commands.stopped.connect(self.index_builds.stop)
        for copying in (self.library_commands, self.library_copies):
            copying.failed.connect(self.chat_pane.show_error)
        self.library_copies.done.connect(self.chat_pane.show_done)
        self._bridge.failed.connect(self.chat_pane.show_error)
        self._bridge.problem_met.connect(self._tell_problem)
        self.network_commands.failed.connect(self.chat_pane.show_error)
        self.pack_commands.failed.connect(self.chat_pane.show_error)
        self.watch_commands.failed.connect(self.chat_pane.show_error)
        for page in (self.welcome, self.chat_pane.start):
            page.column.addWidget(ModelProposal(self._bridge, self.chat_pane.model_button, page))
        self.welcome.sample_wanted.connect(self.library_commands.add_sample)
        for area in (self.welcome.drop_area, self.chat_pane.start.drop_area):
            area.folder_wanted.connect(self.files_commands.add_folder)
            area.files_wanted.connect(self.files_commands.add_files)
        self._connect_pages()

    def _connect_pages(self) -> None:
        for part in (self.adder, self.files_commands, self.notices):
            part.failed.connect(self.chat_pane.show_error)
        self.pages.changed.connect(self.panes.show_page)
        self.pages.changed.connect(self._page_changed)
        self.adder.found.connect(self.notices.tell_found)
        self.notices.left_out_wanted.connect(self.files_commands.show_left_out)
        self.library_pane.activity_changed.connect(self.files_commands.page.show_activity)
        self.library_pane.activity_changed.connect(self._offer_pausing)
        self.library_pane.activity_changed.connect(self._show_reading)
        self.library_pane.conversation_chosen.connect(self.files_commands.close_page)
        self.files_commands.page.actions_on_files.table_wanted.connect(self.page_commands.make_table)

    def _offer_pausing(self, activity: LibraryActivity) -> None:
        """Offer to pause a library, to resume a paused one, and to stop the work."""
        self.actions_table["library.pause"].setEnabled(not activity.paused)
        self.actions_table["library.resume"].setEnabled(activity.paused)
        built = self.library_pane.libraries.is_built(activity.info.name)
        self.actions_table["library.stop"].setEnabled(activity.busy or built)

    def _show_reading(self, activity: LibraryActivity) -> None:
        """Show for the library in use that its first files are being read."""
        name = activity.info.name
        self.chat_pane.start.show_busy(name, busy=self.library_pane.libraries.is_busy(name))

    def _page_changed(self, shown: object) -> None:
        """Show the progress of files in one place only."""
        on_files = bool(shown) and self.pages.page() is self.files_commands.page
        self.library_pane.activity_card.allow(allowed=not on_files)

    def _libraries_changed(self, infos: Sequence[IndexInfo]) -> None:
        """Show the welcome page while there is no library; the first time, begin to watch folders."""
        self._show_centre()
        if infos:
            self.tour.begin_once()
        else:
            self.chat_pane.set_no_library()
        if not self._restored:
            self._restored = True
            QTimer.singleShot(_PAINTED_MS, self, self._go_on)
            self._bridge.worker.watch()
            if self._first_sample:
                self.library_commands.add_sample()
            if self._first_paths:
                self.adder.ask_where(self._first_paths)
            if self._first_link:
                self.open_link(self._first_link)
            QTimer.singleShot(0, self.chat_pane.question.edit, self.chat_pane.question.edit.setFocus)

    def _show_centre(self) -> None:
        """Show the welcome page while there is nothing yet: neither a library nor a conversation of one."""
        is_new = not (self.library_pane.libraries.rowCount() or self.library_pane.conversations.conversations)
        self._centre.setCurrentWidget(self.welcome if is_new else self.panes)

    def _follow_sources(self, library: str, conversation_id: str) -> None:
        """Look for passages in the library of the conversation that is shown, which may be gone."""
        info = self.library_pane.conversations.conversation(conversation_id)
        self.source_pane.set_library(info.index_name if info is not None else library)

    def _library_chosen(self, info: IndexInfo) -> None:
        sample = info.name == self._settings.value(SAMPLE_KEY, "")
        self.source_pane.set_library(info.name)
        self.page_commands.set_library(info)
        self.notices.show_library(info)
        self.files_commands.library_chosen(info)
        questions = guide_questions(QLocale().name()) if sample else ()
        self.chat_pane.set_library(info, questions, busy=self.library_pane.libraries.is_busy(info.name))
