"""The palette, by mouse and keyboard."""

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import OPTIONS, PROMPTS, THEME
from desktop_rag.core.results.conversations import Turn
from desktop_rag.gui.palette.commands import PalettePopup, setting_entries
from desktop_rag.gui.palette.entries import Entry, EntryKind, find_entries
from desktop_rag.gui.settings.dialog import SettingsDialog
from desktop_rag.gui.shell.actions import COMMANDS
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import find
from tests.helpers.script import file_status
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def opened(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Contracts")
    scripted.add_library("Papers")
    scripted.file_lists["Contracts"] = tuple(file_status(f"lease {number}.pdf") for number in range(30))
    scripted.file_lists["Papers"] = (file_status("survey.docx"),)
    scripted.add_conversation("one", "Papers", "Who wrote the survey?", [Turn("Who wrote the survey?", None)])
    window = open_window()
    window.activateWindow()
    window.chat_pane.question.edit.setFocus()
    return window


def palette(window: MainWindow) -> PalettePopup:
    return find(window, PalettePopup, "palette")


def open_palette(qtbot: QtBot, window: MainWindow, text: str = "") -> QLineEdit:
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    qtbot.waitUntil(palette(window).isVisible)
    box = find(window, QLineEdit, "palette_box")
    assert QApplication.focusWidget() is box
    qtbot.keyClicks(box, text)
    return box


def titles(window: MainWindow) -> list[str]:
    model = palette(window).model
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def test_a_command_is_found_and_carried_out_by_keyboard(qtbot: QtBot, opened: MainWindow) -> None:
    assert opened.panes.sidebar_shown
    box = open_palette(qtbot, opened, "hide libr")
    assert titles(opened)[0] == "Show or hide the libraries"
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert not palette(opened).isVisible()
    assert not opened.panes.sidebar_shown


def test_a_library_is_chosen_with_the_mouse(qtbot: QtBot, opened: MainWindow) -> None:
    open_palette(qtbot, opened, "papers")
    view = find(opened, QListView, "palette_list")
    place = view.visualRect(palette(opened).model.index(titles(opened).index("Papers"))).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    info = opened.library_pane.current_library()
    assert info is not None
    assert info.name == "Papers"


def test_a_conversation_of_another_library_is_opened(qtbot: QtBot, opened: MainWindow) -> None:
    box = open_palette(qtbot, opened, "who wrote")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: opened.chat_pane.conversation_id == "one")


def test_a_file_of_any_library_is_opened(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("desktop_rag.gui.palette.commands.open_file", lambda *given: asked.append(given[2]))
    box = open_palette(qtbot, opened, "survey docx")
    qtbot.waitUntil(lambda: "survey.docx" in titles(opened))
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert asked == ["/docs/survey.docx"]


def test_only_a_file_is_asked_with_control_and_enter(qtbot: QtBot, opened: MainWindow) -> None:
    box = open_palette(qtbot, opened, "survey docx")
    qtbot.waitUntil(lambda: "survey.docx" in titles(opened))
    qtbot.keyClick(box, Qt.Key.Key_Return, CONTROL)
    assert opened.chat_pane.scope.files == ("/docs/survey.docx",)
    info = opened.library_pane.current_library()
    assert info is not None
    assert info.name == "Papers"


def test_escape_closes_it_and_gives_the_keyboard_back(qtbot: QtBot, opened: MainWindow) -> None:
    question = find(opened, QPlainTextEdit, "question_box")
    box = open_palette(qtbot, opened, "new")
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert not palette(opened).isVisible()
    assert QApplication.focusWidget() is question
    open_palette(qtbot, opened)
    assert box.text() == ""
    qtbot.keyClick(box, Qt.Key.Key_K, CONTROL)
    assert not palette(opened).isVisible()


def test_the_arrow_keys_choose_while_one_types(qtbot: QtBot, opened: MainWindow) -> None:
    box = open_palette(qtbot, opened, "show")
    view = find(opened, QListView, "palette_list")
    assert view.currentIndex().row() == 0
    qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert view.currentIndex().row() == 1
    assert QApplication.focusWidget() is box


def test_it_goes_away_when_something_else_is_clicked(qtbot: QtBot, opened: MainWindow) -> None:
    open_palette(qtbot, opened)
    qtbot.mouseClick(find(opened, QPlainTextEdit, "question_box").viewport(), Qt.MouseButton.LeftButton)
    opened.chat_pane.question.edit.setFocus()
    assert not palette(opened).isVisible()


def test_what_fits_nothing_is_said(qtbot: QtBot, opened: MainWindow) -> None:
    box = open_palette(qtbot, opened, "zzzz")
    assert not find(opened, QListView, "palette_list").isVisible()
    assert "zzzz" in palette(opened).findChildren(type(palette(opened)._nothing), "palette_nothing")[0].text()
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert palette(opened).isVisible()


def test_commands_that_cannot_be_carried_out_now_are_not_offered(qtbot: QtBot, opened: MainWindow) -> None:
    assert not opened.actions_table["library.resume"].isEnabled()
    open_palette(qtbot, opened)
    assert "Resume" not in titles(opened)
    assert "Pause" in titles(opened)


def test_what_was_chosen_comes_first_also_after_a_restart(qtbot: QtBot, open_window: Open, opened: MainWindow) -> None:
    qtbot.keyClick(open_palette(qtbot, opened, "hide sources"), Qt.Key.Key_Return)
    qtbot.keyClick(open_palette(qtbot, opened, "who wrote"), Qt.Key.Key_Return)
    open_palette(qtbot, opened)
    assert titles(opened)[:2] == ["Who wrote the survey?", "Show or hide the sources"]
    again = open_window()
    again.palette_commands.show_palette()
    assert titles(again)[:2] == ["Who wrote the survey?", "Show or hide the sources"]


def test_it_stays_inside_a_small_window(qtbot: QtBot, opened: MainWindow) -> None:
    opened.resize(720, 520)
    open_palette(qtbot, opened)
    qtbot.waitUntil(lambda: opened.rect().contains(palette(opened).geometry()))


@pytest.mark.slow
def test_it_opens_at_once_beside_ten_thousand_files(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Contracts", files=10_000)
    scripted.file_lists["Contracts"] = tuple(
        file_status(f"{number % 97}/lease {number}.pdf") for number in range(10_000)
    )
    window = open_window()
    taken = []
    for _ in range(5):
        start = time.thread_time()  # others may hold up this computer
        window.palette_commands.show_palette()
        palette(window).repaint()
        taken.append(time.thread_time() - start)
        qtbot.waitUntil(lambda: window.palette_commands.files.names("Contracts") is not None)
        palette(window).close_palette()
    assert min(taken) < 0.05
    box = open_palette(qtbot, window)
    qtbot.keyClicks(box, "lease 9876")
    assert titles(window)[0] == "lease 9876.pdf"


def test_files_that_come_later_are_found(qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker) -> None:
    box = open_palette(qtbot, opened, "lease 7")
    qtbot.waitUntil(lambda: "lease 7.pdf" in titles(opened))
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    scripted.file_lists["Contracts"] = (file_status("new lease 77.pdf"),)
    scripted.changed("Contracts")
    qtbot.wait(50)
    open_palette(qtbot, opened, "lease 7")
    qtbot.waitUntil(lambda: titles(opened) == ["new lease 77.pdf"])


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("theme", "window.theme"),
        ("language", "window.language"),
        ("font size", "window.text_size"),
        ("proxy", "network.offline"),
        ("chunk size", "embedding.max_tokens"),
        ("query variations", "retrieval.num_queries"),
        ("hotkeys", "window.shortcuts"),
        ("improve an answer", "prompts.refine_prompt"),
    ],
)
def test_a_setting_is_found_and_its_page_opens_at_its_field(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker, words: str, key: str
) -> None:
    scripted.config.update({"embedding.provider": "openai", "retrieval.retriever": "query_fusion"})
    box = open_palette(qtbot, opened, words)
    model = palette(opened).model
    row = next(row for row in range(model.rowCount()) if (entry := model.row(row)) is not None and entry.key == key)
    assert row < 3
    for _ in range(row):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    dialog = opened.findChild(SettingsDialog)
    assert dialog is not None
    field = "prompt_editor" if key.startswith("prompts.") else key

    def is_there() -> bool:
        focused = dialog.focusWidget()
        editor = dialog.findChild(QWidget, field)
        return editor is not None and focused is not None and (editor is focused or editor.isAncestorOf(focused))

    qtbot.waitUntil(is_there)
    editor = find(dialog, QWidget, field)
    assert not editor.visibleRegion().isEmpty()
    dialog.reject()


def test_a_setting_of_a_model_leads_to_its_page_also_while_there_is_none(qtbot: QtBot, opened: MainWindow) -> None:
    box = open_palette(qtbot, opened, "answers written by")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    dialog = opened.findChild(SettingsDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.focusWidget() is not None and dialog.model_page.isAncestorOf(dialog.focusWidget()))
    dialog.reject()


def test_settings_are_offered_only_when_they_are_looked_for(qtbot: QtBot, opened: MainWindow) -> None:
    box = open_palette(qtbot, opened)
    assert "Appearance" not in titles(opened)
    qtbot.keyClicks(box, "dark mode")
    assert titles(opened)[:2] == ["Appearance: Dark", "Appearance"]


def test_every_setting_with_an_effect_is_an_entry(scripted: ScriptedWorker) -> None:
    keys = {entry.key for entry in setting_entries(scripted.config) if "=" not in entry.key}
    values = scripted.config.values()
    assert keys == {one.key for one in OPTIONS if one.is_relevant(values) and one.key != "llm.connection"}
    assert {one.key for one in PROMPTS.options} <= keys


@pytest.mark.parametrize("language", ["en", "de", "ja", "zh_CN"])
def test_the_name_of_a_choice_leads_to_it_in_every_language(
    qapp: QApplication, scripted: ScriptedWorker, language: str
) -> None:
    before, languages = QLocale(), Languages()
    languages.choose(language)
    try:
        commands = [
            Entry(EntryKind.COMMAND, one.id, QCoreApplication.translate("Actions", one.text)) for one in COMMANDS
        ]
        entries = [*commands, *setting_entries(scripted.config)]
        named = [entry for entry in entries if entry.kind is EntryKind.CHOICE]
        assert {f"{THEME.key}=dark", f"{THEME.key}=light"} <= {entry.key for entry in named}
        for entry in named:
            first = find_entries(entry.name, entries, (), ())[0]
            assert first.name == entry.name, f"{entry.title}: {first.title}"
    finally:
        languages.choose("en")
        languages.end()
        QLocale.setDefault(before)
