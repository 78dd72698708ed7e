"""The program's own window, used by itself: reads a folder, is asked, shows the page behind the answer, and closes.

    python -m tests.helpers.window_program DATA_FOLDER FOLDER QUESTION WORDS_OF_THE_ANSWER

It ends with 0 when the answer had these words and the page was drawn. Children import this module again: it imports
nothing of the window before it is run.
"""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_rag.gui.shell.main_window import MainWindow

_SECONDS = 150
_EVERY_MS = 50
_TOO_LATE = 3


def main(data: str, folder: str, question: str, words: str) -> int:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from desktop_rag.gui.shell import app
    from desktop_rag.gui.shell.main_window import MainWindow

    application = QApplication(["window"])
    QTimer.singleShot(_SECONDS * 1000, lambda: application.exit(_TOO_LATE))

    def window() -> MainWindow:
        return next(widget for widget in application.topLevelWidgets() if isinstance(widget, MainWindow))

    def go_on(steps: Iterator[Callable[[], bool]], done: Callable[[], bool]) -> None:
        if done():
            try:
                done = next(steps)
            except StopIteration:
                window().close()
                return
        QTimer.singleShot(_EVERY_MS, lambda: go_on(steps, done))

    QTimer.singleShot(0, lambda: go_on(_use(window(), question, words), lambda: True))
    return app.main(["--data-dir", data, folder])


def _use(window: "MainWindow", question: str, words: str) -> Iterator[Callable[[], bool]]:
    """Do what a person does, and yield what to wait for between one thing and the next."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    def is_ready() -> bool:
        info = window.library_pane.current_library()
        return info is not None and 0 < info.nodes == info.nodes_embedded and window.chat_pane.question.isEnabled()

    yield is_ready
    QTest.keyClicks(window.chat_pane.question.edit, question)
    QTest.mouseClick(window.chat_pane.question.ask_button, Qt.MouseButton.LeftButton)
    turns = window.chat_pane.turns.turns
    yield lambda: bool(turns()) and words in turns()[-1].answer_view.toPlainText()
    view = turns()[-1].answer_view
    yield lambda: bool(view.chip_rects())
    _, rect = view.chip_rects()[0]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    yield lambda: window.source_pane.viewer.pages.view.pages() is not None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
