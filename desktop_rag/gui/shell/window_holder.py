"""The window of a data folder, made again when the person chooses another language."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from desktop_rag.config import Config
from desktop_rag.config.options import LANGUAGE
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.shell.whereabouts import Whereabouts


class WindowHolder(QObject):
    """Holds the window. In another language a new one takes its place, as the old one was; the worker goes on.

    A running answer is waited for: its words come to the window that asked.
    """

    def __init__(self, config: Config, make: Callable[[], MainWindow]) -> None:
        super().__init__()
        self._config = config
        self._make = make
        self._languages = Languages()
        self._languages.choose(config[LANGUAGE])
        self.window = self._open()

    def take_over(self, paths: Sequence[Path], sample: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Hand what another start of the program was given to the window there is now."""
        self.window.take_over(paths, sample)

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
