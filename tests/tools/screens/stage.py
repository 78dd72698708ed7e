"""The window on one data folder, in one language and theme at a time: opened, brought to rest, and photographed."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QSettings, Qt, QTimer
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QMenu, QWidget

from desktop_rag.config.options import LANGUAGE, LLM_PROVIDER, THEME
from desktop_rag.gui.settings.option_form import OptionForm
from desktop_rag.gui.shell.app import compose
from desktop_rag.gui.shell.window_holder import WindowHolder
from desktop_rag.gui.tour.tour import SEEN_KEY
from desktop_rag.worker.worker import Worker
from tests.helpers.scripted_server import ScriptedServer

_EVERY_MS = 10
_REST_SECONDS = 0.15
_MOST_SECONDS = 20.0


def turn(seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
    """Run the event loop so long, or until something is true; return whether it became true."""
    loop, timer = QEventLoop(), QTimer()
    timer.timeout.connect(lambda: loop.quit() if until() else None)
    timer.start(_EVERY_MS)
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    loop.exec()
    timer.stop()
    return until()


class Stage:
    """A window that fills the screen; closing the stage closes it."""

    def __init__(self, data: Path, language: str, server: ScriptedServer, *, model: bool) -> None:
        self.server = server
        self.data = data
        QSettings(str(data / "window.ini"), QSettings.Format.IniFormat).setValue(SEEN_KEY, True)
        worker = Worker(data)
        values: dict[str, str | int | float | bool] = {LANGUAGE.key: language, THEME.key: "light"}
        if model:
            values |= {LLM_PROVIDER.key: "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
        worker.config.update(values)
        self.worker = worker
        self._holder = WindowHolder(worker.config, partial(compose, worker, data))
        self.window = self._holder.window
        # what is told to the whole desktop is not part of a screen
        self.window.setWindowState(Qt.WindowState.WindowMaximized)
        self.window.show()
        self.window.start()
        self.wait(lambda: self.window.centralWidget().currentIndex() > 0)  # type: ignore[attr-defined]
        self.rest()

    def close(self) -> None:
        """Close the window and its worker, and take the language away."""
        self.clear()
        self._holder.close()
        self.window.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def wait(self, until: Callable[[], bool]) -> None:
        """Run the window until something is true.

        Raises:
            TimeoutError: It did not become true.
        """
        if not turn(_MOST_SECONDS, until):
            raise TimeoutError

    def rest(self) -> None:
        """Run the window until it has shown what it was told."""
        turn(_REST_SECONDS)
        turn(_MOST_SECONDS, lambda: all(form.complete for form in self.window.findChildren(OptionForm)))

    def command(self, name: str) -> None:
        """Trigger a command of the table."""
        self.window.actions_table[name].trigger()

    def choose_library(self, name: str) -> None:
        """Choose a library and wait until it is shown."""
        pane = self.window.library_pane
        pane.choose_library(name)
        self.wait(lambda: (info := pane.current_library()) is not None and info.name == name)
        self.rest()

    def context_menu(self, view: QAbstractItemView) -> None:
        """Ask for the context menu of a list's first row."""
        index = view.model().index(1 if view.model().rowCount() > 1 else 0, 0)
        place = view.visualRect(index).center()
        view.setCurrentIndex(index)
        port = view.viewport()
        asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, port.mapToGlobal(place))
        QApplication.sendEvent(port, asked)

    def clear(self) -> None:
        """Close everything that lies over the window, and go back to the conversation."""
        for top in QApplication.topLevelWidgets():
            if isinstance(top, QMenu) or (isinstance(top, QDialog) and top.isVisible()):
                top.close()
        for dialog in self.window.findChildren(QDialog):
            dialog.close()
        window = self.window
        window.chat_pane.tools.popup.hide()
        window.tour.end()
        window.library_pane.conversations.undo.hide()
        window.chat_pane.question.edit.clear()
        window.findChild(QWidget, "drop_overlay").hide()
        if window.palette_commands.popup.isVisible():
            window.palette_commands.popup.close_palette()
        if window.page_commands.searching or window.pages.page() is not None:
            window.page_commands.show_ask()
        self.rest()

    def in_theme(self, theme: str) -> QImage:
        """Return a picture of the screen in a theme."""
        self.window._appearance.choose(theme)
        turn(_REST_SECONDS)
        return self.picture()

    def picture(self) -> QImage:
        """Return a picture of the screen: of the real one under X11, else put together from the windows."""
        screen = self.window.screen()
        if QGuiApplication.platformName() == "xcb":
            return screen.grabWindow(0).toImage()
        ratio = screen.devicePixelRatio()
        image = QImage(screen.size() * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("#808080"))
        painter = QPainter(image)
        for top in shown_windows(self.window):
            painter.drawPixmap(top.geometry().topLeft() - screen.geometry().topLeft(), top.grab())
        painter.end()
        return image


def shown_windows(first: QWidget) -> list[QWidget]:
    """Return every window that is seen: the program's own, then its dialogs, then its menus."""
    tops = [top for top in QApplication.topLevelWidgets() if top.isVisible() and top is not first]
    return [first, *sorted(tops, key=lambda top: (isinstance(top, QMenu), not isinstance(top, QDialog)))]
