"""The window in other languages: chosen in the settings while it is open, as long and as mirrored as languages are."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import LANGUAGE
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.conversations import Turn
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.app import compose
from desktop_rag.gui.shell.bridge import as_user_error
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.shell.window_holder import WindowHolder
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel
from tests.gui.person import choose_option, find, type_question, wait_for_forms
from tests.helpers.pseudo_language import MARK, PseudoLanguage
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
LIBRARY = "Notes"
# the same in every language: names of the library, keys, the program and languages; the data folder, and its size that
# Qt words
NAMES = {
    LIBRARY,
    "Desktop RAG",
    "English",
    "Deutsch",
    "日本語",
    "简体中文",
    "JSON",
    "Ollama",
    "/scripted/data",
    "0 bytes",
}
SYNTAX = ("type:", "folder:", "after:", "filename:", "author:", "from:")


@pytest.fixture
def holder(qtbot: QtBot, scripted: ScriptedWorker, tmp_path: Path) -> Iterator[WindowHolder]:
    scripted.add_library(LIBRARY, files=3)
    before = QLocale()
    scripted.config.update({LANGUAGE.key: "en"})
    holder = WindowHolder(scripted.config, partial(compose, scripted, tmp_path))
    holder.window.show()
    holder.window.start()
    qtbot.waitUntil(lambda: holder.window.library_pane.current_library() is not None)
    yield holder
    holder.close()
    QLocale.setDefault(before)
    holder.window.close()
    holder.window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def menus(window: MainWindow) -> list[str]:
    return [action.text() for action in window.menuBar().actions()]


def choose(qtbot: QtBot, window: MainWindow, language: str) -> None:
    """Choose a language as a person does."""
    window.show_settings()
    dialog = window.findChildren(SettingsDialog)[-1]
    tabs = dialog._tabs
    tabs.setCurrentIndex(next(place for place in range(tabs.count()) if dialog._holders[place] and place == 5))
    wait_for_forms(qtbot, dialog)
    choose_option(dialog, LANGUAGE.key, language)
    with qtbot.waitSignal(dialog.saved):
        qtbot.mouseClick(find(dialog, QPushButton, "settings_save_button"), Qt.MouseButton.LeftButton)


def test_a_language_is_chosen_while_the_window_is_open(qtbot: QtBot, holder: WindowHolder) -> None:
    assert menus(holder.window)[0] == "&Library"
    holder.window.resize(760, 560)
    type_question(qtbot, holder.window, "How long")
    choose(qtbot, holder.window, "de")
    window = holder.window
    assert menus(window)[:2] == ["&Bibliothek", "&Unterhaltung"]
    qtbot.waitUntil(lambda: window.library_pane.current_library() is not None)
    assert find(window, QPlainTextEdit, "question_box").toPlainText() == "How long"
    assert (window.width(), window.height()) == (760, 560)
    assert words.file_count(1204) == "1.204 Dateien"
    assert [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow) and one.isVisible()] == [
        window
    ]
    choose(qtbot, window, "ja")
    assert menus(holder.window)[0] == "ライブラリ(&L)"
    assert words.file_count(1) == "1 個のファイル"
    choose(qtbot, holder.window, "en")
    assert menus(holder.window)[0] == "&Library"
    assert words.file_count(1) == "1 file"


class ShownWindows(QObject):
    """Notes what is shown as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[QWidget] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(watched)
        return False


def test_nothing_flashes_when_the_language_is_changed(
    qtbot: QtBot, qapp: QApplication, holder: WindowHolder, scripted: ScriptedWorker
) -> None:
    before = holder.window
    before.setGeometry(20, 30, 780, 640)
    qtbot.wait(20)
    place = before.geometry()
    watcher = ShownWindows()
    qapp.installEventFilter(watcher)
    scripted.config.update({LANGUAGE.key: "de"})
    before.settings_saved.emit()
    qtbot.waitUntil(lambda: holder.window is not before)
    qtbot.wait(50)
    qapp.removeEventFilter(watcher)
    assert watcher.shown == [holder.window]
    assert holder.window.size() == place.size()


def test_an_answer_on_its_way_is_waited_for(
    qtbot: QtBot, holder: WindowHolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = holder.window
    monkeypatch.setattr(type(first.chat_pane), "busy", True)
    choose(qtbot, first, "de")
    assert holder.window is first
    monkeypatch.setattr(type(first.chat_pane), "busy", False)
    first.chat_pane.busy_changed.emit(False)
    assert menus(holder.window)[0] == "&Bibliothek"


@pytest.mark.nightly(by_day="test_a_language_is_chosen_while_the_window_is_open")
def test_what_is_searched_for_and_the_open_page_stay(
    qtbot: QtBot, holder: WindowHolder, scripted: ScriptedWorker
) -> None:
    window = holder.window
    window.page_commands.show_search()
    qtbot.keyClicks(window.search_pane.box.edit, "rent")
    qtbot.waitUntil(lambda: window.search_pane.list.results.files() != ())
    found = [hits.file for hits in window.search_pane.list.results.files()]
    qtbot.keyClick(window.search_pane.box.edit, Qt.Key.Key_Down)
    qtbot.keyClick(window.search_pane.box.edit, Qt.Key.Key_Return)
    source = window.source_pane.viewer.source()
    assert source is not None
    choose(qtbot, window, "de")
    window = holder.window
    qtbot.waitUntil(lambda: [hits.file for hits in window.search_pane.list.results.files()] == found)
    assert window.page_commands.searching
    assert window.search_pane.box.edit.text() == "rent"
    qtbot.waitUntil(lambda: window.source_pane.viewer.source() == source)
    assert window.source_pane.viewer.isVisible()


@pytest.mark.nightly(by_day="test_a_language_is_chosen_while_the_window_is_open")
def test_the_source_that_is_open_beside_an_answer_stays_open(
    qtbot: QtBot, holder: WindowHolder, scripted: ScriptedWorker
) -> None:
    answer = scripted.whole_answer("q", "It is 30 days. [1]")
    scripted.add_conversation("old", LIBRARY, "Notice periods", [Turn("How long?", answer)])
    window = holder.window
    window.library_pane.refresh_conversations()
    qtbot.waitUntil(lambda: window.library_pane.conversations.conversation("old") is not None)
    info = window.library_pane.conversations.conversation("old")
    assert info is not None
    window.library_pane.open_conversation(info)
    qtbot.waitUntil(lambda: len(window.chat_pane.turns.turns()) == 1)
    window.chat_pane.turns.turns()[0].answer_view.citation_clicked.emit(1, 0)
    qtbot.waitUntil(lambda: window.source_pane.viewer.source() == answer.sources[0])
    choose(qtbot, window, "ja")
    window = holder.window
    qtbot.waitUntil(lambda: window.chat_pane.conversation_id == "old")
    qtbot.waitUntil(lambda: window.source_pane.viewer.source() == answer.sources[0])
    assert window.source_pane.viewer.citation() == answer.citations[0]


def test_a_language_is_chosen_in_the_palette(qtbot: QtBot, holder: WindowHolder, scripted: ScriptedWorker) -> None:
    qtbot.keyClick(holder.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    box = holder.window.palette_commands.popup.box
    qtbot.keyClicks(box, "deutsch")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: menus(holder.window)[0] == "&Bibliothek")
    assert scripted.config[LANGUAGE] == "de"


@pytest.mark.nightly(by_day="test_a_language_is_chosen_while_the_window_is_open")
def test_the_page_of_files_stays(qtbot: QtBot, holder: WindowHolder) -> None:
    holder.window.files_commands.show_files()
    choose(qtbot, holder.window, "de")
    window = holder.window
    qtbot.waitUntil(lambda: window.pages.page() is window.files_commands.page)


def test_what_was_worded_below_the_window_is_translated(qtbot: QtBot, holder: WindowHolder) -> None:
    choose(qtbot, holder.window, "zh_CN")
    error = as_user_error(UserError("/a.json cannot be written: no room.", "Choose another place."))
    assert (error.message, error.next_step) == ("无法写入 /a.json：no room。", "请选择其他位置。")
    assert words.sentence("The file is empty.") == "文件为空。"


@pytest.fixture
def pseudo(qapp: QApplication) -> Iterator[PseudoLanguage]:
    language = PseudoLanguage(qapp)
    QApplication.installTranslator(language)
    yield language
    QApplication.removeTranslator(language)
    language.deleteLater()


@pytest.fixture
def mirrored(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def shown(parent: QWidget) -> list[QLabel | QAbstractButton]:
    """Return every text and button that a person sees."""
    found: list[QLabel | QAbstractButton] = [*parent.findChildren(QLabel), *parent.findChildren(QAbstractButton)]
    return [one for one in found if one.isVisible() and one.text().strip() and not isinstance(one.parent(), QComboBox)]


def cut(parent: QWidget) -> list[str]:
    """Return the texts that do not fit where they stand; those made to be shortened show it by dots."""
    return [
        one.text()
        for one in shown(parent)
        if not isinstance(one, ElidedLabel)
        and not (isinstance(one, QLabel) and one.wordWrap())
        and one.width() < one.sizeHint().width() - 1
    ]


def cut_at_rest(qtbot: QtBot, parent: QWidget) -> list[str]:
    """Return what is cut once everything is laid out: a busy machine takes longer."""
    with contextlib.suppress(qtbot.TimeoutError):
        qtbot.waitUntil(lambda: not cut(parent), timeout=1000)
    return cut(parent)


def visit(qtbot: QtBot, window: MainWindow) -> Iterator[QWidget]:
    """Yield each page of the window and of the settings as it is shown."""
    yield window
    window.page_commands.show_search()
    qtbot.wait(20)
    yield window
    window.files_commands.show_files()
    qtbot.wait(20)
    yield window
    window.show_settings()
    dialog = window.findChildren(SettingsDialog)[-1]
    for place in range(dialog._tabs.count()):
        dialog._tabs.setCurrentIndex(place)
        wait_for_forms(qtbot, dialog)
        yield dialog
    dialog.reject()


@pytest.mark.slow
def test_every_text_is_translated_and_none_is_cut(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, pseudo: PseudoLanguage
) -> None:
    scripted.add_library(LIBRARY, files=3)
    window = open_window()
    window.resize(900, 600)
    english: set[str] = set()
    too_long: list[str] = []
    for page in visit(qtbot, window):
        texts = {one.text() for one in shown(page)}
        english |= {
            text for text in texts if MARK not in text and any(map(str.isalpha, text)) and not text.startswith(SYNTAX)
        } - NAMES
        too_long += cut_at_rest(qtbot, page)
    assert english == set()
    assert too_long == []
    assert ("Actions", "Add folder…") in pseudo.asked


@pytest.mark.slow
@pytest.mark.usefixtures("mirrored", "pseudo")
def test_the_window_is_mirrored_whole(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library(LIBRARY, files=3)
    window = open_window()
    window.resize(900, 600)
    for page in visit(qtbot, window):
        outside = [
            one.text()
            for one in shown(page)
            if not 0 <= one.mapTo(page, one.rect().topLeft()).x() <= page.width() - one.width()
        ]
        assert outside == []
    assert window.library_pane.mapTo(window, window.library_pane.rect().center()).x() > window.width() / 2


@pytest.mark.parametrize("language", ["de", "ja", "zh_CN"])
@pytest.mark.parametrize("accept", [QFileDialog.AcceptMode.AcceptOpen, QFileDialog.AcceptMode.AcceptSave])
def test_qt_s_own_file_dialog_has_no_english(
    qtbot: QtBot, tmp_path: Path, language: str, accept: QFileDialog.AcceptMode
) -> None:
    languages = Languages()

    def said() -> set[str]:
        dialog = QFileDialog(None, "", str(tmp_path), "*.pdf")
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAcceptMode(accept)
        qtbot.addWidget(dialog)
        shown = (*dialog.findChildren(QLabel), *dialog.findChildren(QAbstractButton))
        return {part.text() for part in shown if part.text()}

    english = said()
    languages.choose(language)
    translated = said()
    languages.end()
    assert len(english) >= 5
    assert not english & translated
