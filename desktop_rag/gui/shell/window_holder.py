"""The window of a data folder, made again when the person chooses another language."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from desktop_rag.config import Config
from desktop_rag.config.options import LANGUAGE
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.shell.main_window import MainWindow


class Whereabouts(QObject):
    """Brings a new window to where another one was, when its lists are there."""

    def __init__(self, before: MainWindow, after: MainWindow) -> None:
        super().__init__(after)
        self._window = after
        self._searching = before.page_commands.searching
        documents = before.page_commands.all_documents
        self._sought = documents.find_all.edit.text() if documents is not None and before.page_commands.away else None
        self._sought = None if self._searching else self._sought
        draft = before.page_commands.draft
        self._draft = draft.edit.toPlainText() if draft is not None else ""
        self._checking = draft is not None and before.page_commands.middle.currentWidget() is draft
        self._files = before.pages.page() is before.files_commands.page
        self._query = before.search_pane.box.edit.text()
        self._filters = before.search_pane.filters.filters
        self._open: tuple[Source, Citation | None] | None = None
        viewer = before.source_pane.opened
        if viewer is not None and (source := viewer.source()) is not None:
            self._open = source, viewer.citation()
        self._beside = before.panes.sources_visible()
        after.library_pane.library_chosen.connect(self._go)
        if not before.page_commands.away:
            after.chat_pane.sources_shown.connect(self._open_answers_source)

    def _go(self) -> None:
        """Go to the page, once; later choices of the library leave the page as it is."""
        self._window.library_pane.library_chosen.disconnect(self._go)
        QTimer.singleShot(0, self, self._show_page)

    def _show_page(self) -> None:
        search = self._window.search_pane
        search.filters.choose(self._filters)
        search.box.edit.setText(self._query)
        if self._searching:
            self._window.page_commands.show_search()
            if self._open is not None:
                self._open_source((self._open[0],))
        if self._sought is not None:
            self._window.page_commands.show_all_documents()
            if (documents := self._window.page_commands.all_documents) is not None:
                documents.find_all.edit.setText(self._sought)
        if self._draft or self._checking:
            self._window.page_commands.restore_draft(self._draft, shown=self._checking)
        if self._files:
            self._window.files_commands.show_files()

    def _open_answers_source(self, sources: tuple[Source, ...]) -> None:
        """Open the source again when the conversation has it; after the list has received the sources."""
        if self._open is not None and self._open[0] in sources:
            QTimer.singleShot(0, self, partial(self._open_source, sources))

    def _open_source(self, sources: tuple[Source, ...]) -> None:
        if self._open is not None:
            (source, citation), self._open = self._open, None
            self._window.source_pane.show_citation(sources, source, citation)
            self._window.panes.show_sources(show=self._beside)


class WindowHolder(QObject):
    """Holds the window. For another language a new one takes its place with the same state; the worker continues.

    A running answer is waited for: its words come to the window that asked.
    """

    def __init__(self, config: Config, make: Callable[[], MainWindow]) -> None:
        super().__init__()
        self._config = config
        self._make = make
        self._languages = Languages()
        self._languages.choose(config[LANGUAGE])
        self.window = self._open()

    def take_over(self, paths: Sequence[Path], sample: bool, link: str) -> None:  # noqa: FBT001 - a signal's argument
        """Pass another start's arguments to the present window."""
        self.window.take_over(paths, sample, link)

    def close(self) -> None:
        """Take the language away from the application."""
        self._languages.end()

    def _open(self) -> MainWindow:
        window = self._make()
        window.settings_saved.connect(self._follow_language)
        window.chat_pane.busy_changed.connect(self._follow_language)
        return window

    def _follow_language(self) -> None:
        if self.window.chat_pane.busy or not self._languages.choose(self._config[LANGUAGE]):
            return
        before = self.window
        before.leave()
        self.window = self._open()
        Whereabouts(before, self.window)
        if not (before.isMaximized() or before.isFullScreen()):
            self.window.setGeometry(before.geometry())  # right over the old one
        self.window.show()
        self.window.start()
        before.hide()
        before.deleteLater()
