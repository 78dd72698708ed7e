"""A library's folders: adding them, what of them is read, and what to do when they are gone or away."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTableView,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.files import FileState, FileStatus, FolderPreview
from desktop_rag.core.results.libraries import MissingFiles
from desktop_rag.gui.libraries.add_folder_dialog import AddFolderDialog
from desktop_rag.gui.libraries.folder_preview import LeftOutDialog
from desktop_rag.gui.libraries.folders_dialog import FoldersDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.ingestion.rules import FolderRules
from tests.gui.person import click, drop, find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
pytestmark = pytest.mark.usefixtures("english")
LEFT_OUT = (
    FileStatus("/docs/a.tmp", FileState.SKIPPED, "Left out by “*.tmp”.", 0, 0),
    FileStatus("/docs/b.iso", FileState.SKIPPED, "The file is larger than 200 MB.", 0, 0),
)
FOUND = FolderPreview(1204, 3 * 1024**3, {".pdf": 1200, ".txt": 4}, 2, LEFT_OUT)


def test_a_drop_begins_at_once_and_says_what_was_found(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.add_library("A")
    scripted.found = FOUND
    window = open_window()
    drop(window, [tmp_path])
    qtbot.waitUntil(lambda: scripted.called("files.add") == [("A", (tmp_path,))])
    notice = find(window, QWidget, "found_notice")
    qtbot.waitUntil(notice.isVisible)
    assert notice.accessibleName() == "Found 1,204 files; 2 left out."
    click(qtbot, window, "found_list_button")
    dialog = window.findChild(LeftOutDialog)
    assert dialog is not None
    table = find(dialog, QTableView, "left_out_table")
    assert table.model().rowCount() == 2
    find(dialog, QLineEdit, "left_out_filter").setText("larger")
    assert table.model().index(0, 0).data() == "b.iso"
    dialog.close()


def test_files_go_to_the_library_they_are_dropped_on(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.add_library("A")
    scripted.add_library("B")
    window = open_window()
    view = find(window, QListView, "library_list")
    row = view.visualRect(view.model().index(1, 0)).center()
    place = view.viewport().mapTo(window, row).toPointF()
    assert drop(window, [tmp_path], place) == "Drop to add to “B”"
    qtbot.waitUntil(lambda: scripted.called("files.add") == [("B", (tmp_path,))])
    assert drop(window, [tmp_path]) == "Drop to add to “A”", "anywhere else to the chosen one"


def test_a_folder_that_was_dropped_is_taken_back(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.add_library("A")
    scripted.found = FOUND
    scripted.file_lists["A"] = ()
    window = open_window()
    drop(window, [tmp_path])
    notice = find(window, QWidget, "found_notice")
    qtbot.waitUntil(notice.isVisible)
    click(qtbot, window, "found_undo_button")
    qtbot.waitUntil(lambda: scripted.called("files.remove") == [("A", str(tmp_path))])
    assert not notice.isVisible()


def test_what_the_library_had_before_cannot_be_taken_back(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.add_library("A")
    scripted.infos["A"] = replace(scripted.infos["A"], folders=(str(tmp_path),))
    scripted.found = FOUND
    window = open_window()
    drop(window, [tmp_path])
    notice = find(window, QWidget, "found_notice")
    qtbot.waitUntil(notice.isVisible)
    assert notice.findChild(QPushButton, "found_undo_button") is None


def test_very_much_is_asked_about_first(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.add_library("A")
    scripted.found = replace(FOUND, files=120_000, size=340 * 1024**3)
    window = open_window()
    drop(window, [tmp_path])
    qtbot.waitUntil(lambda: window.findChild(AddFolderDialog) is not None)
    dialog = window.findChild(AddFolderDialog)
    assert dialog is not None
    assert not scripted.called("files.add")
    assert "340" in find(dialog, QLabel, "add_folder_warning").text()
    assert find(dialog, QLabel, "preview_text").text().startswith("120,000 files (340.0 GB) will be read")
    find(dialog, QPlainTextEdit, "rules_ignore").setPlainText("drafts/\n\n*.bak")
    assert not find(dialog, QLabel, "preview_text").isVisible()
    scripted.found = FOUND
    click(qtbot, dialog, "add_folder_check_button")
    qtbot.waitUntil(lambda: not find(dialog, QLabel, "add_folder_warning").isVisible())
    click(qtbot, dialog, "add_folder_add_button")
    qtbot.waitUntil(lambda: scripted.called("files.add") == [("A", (tmp_path,))])
    assert [call.rules for call in scripted.called("files.add")] == [FolderRules(("drafts/", "*.bak"))]


def test_the_home_folder_is_asked_about_before_it_is_counted(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    scripted.found_seconds = 30.0
    window = open_window()
    drop(window, [Path.home()])
    dialog = window.findChild(AddFolderDialog)
    assert dialog is not None
    assert "your whole home folder" in find(dialog, QLabel, "add_folder_warning").text()
    assert find(dialog, QLabel, "preview_text").text() == "Counting the files…"
    click(qtbot, dialog, "add_folder_cancel_button")
    qtbot.wait(30)
    assert not scripted.called("files.add")


def test_adding_a_folder_from_the_menu_offers_its_rules(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "Papers"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_arguments: str(folder))
    scripted.found = FOUND
    window = open_window()
    window.actions_table["library.add_folder"].trigger()
    dialog = window.findChild(AddFolderDialog)
    assert dialog is not None
    assert not find(dialog, QPlainTextEdit, "rules_ignore").isVisible()
    qtbot.mouseClick(find(dialog, QToolButton, "add_folder_more_button"), Qt.MouseButton.LeftButton)
    find(dialog, QCheckBox, "rules_ocr").setChecked(False)
    find(dialog, QSpinBox, "rules_size").setValue(50)
    click(qtbot, dialog, "add_folder_add_button")
    qtbot.waitUntil(lambda: scripted.called("files.add") == [("Papers", (folder,))])
    wanted = FolderRules(ocr=False, maximum_bytes=50 * 1024 * 1024)
    assert [call.rules for call in scripted.called("files.add")] == [wanted]


def folders_dialog(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> FoldersDialog:
    folders = ("/docs", "/media/USB stick")
    missing = (MissingFiles("/docs", 312, 1204),)
    scripted.add_library("A", folders=folders, offline=folders[1:], missing=missing)
    scripted.file_lists["A"] = tuple(
        FileStatus(f"/media/USB stick/{number}.pdf", FileState.OFFLINE, "", 1, 1) for number in range(120)
    )
    scripted.rules["A"] = {folders[0]: FolderRules(ignore=("*.tmp",)), folders[1]: FolderRules()}
    scripted.found = FOUND
    window = open_window()
    window.actions_table["library.folders"].trigger()
    dialog = window.findChild(FoldersDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.count() == 2)
    return dialog


def test_folders_show_their_state_and_rules(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    dialog = folders_dialog(qtbot, open_window, scripted)
    state = find(dialog, QLabel, "folder_state")
    assert state.text() == "312 files missing"
    ignore = find(dialog, QPlainTextEdit, "rules_ignore")
    assert ignore.toPlainText() == "*.tmp"
    save = find(dialog, QPushButton, "folders_save_button")
    assert not save.isEnabled()
    click(qtbot, dialog, "folder_check_button")
    text = find(dialog, QLabel, "preview_text")
    qtbot.waitUntil(lambda: text.text() == "1,204 files (3.0 GB) will be read; 2 are left out.")
    assert scripted.called("files.preview")[-1] == ((Path("/docs"),), FolderRules(ignore=("*.tmp",)))
    find(dialog, QListWidget, "folders_list").setCurrentRow(1)
    qtbot.waitUntil(lambda: state.text() == "120 files · can't be reached, stays searchable")
    find(dialog, QCheckBox, "rules_hidden").setChecked(True)
    assert save.isEnabled()
    find(dialog, QListWidget, "folders_list").setCurrentRow(0)
    assert ignore.toPlainText() == "*.tmp"
    click(qtbot, dialog, "folders_save_button")
    wanted = ("A", "/media/USB stick", FolderRules(hidden=True))
    qtbot.waitUntil(lambda: scripted.called("files.set_folder_rules") == [wanted])


def test_a_folder_comes_first_or_leaves(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    dialog = folders_dialog(qtbot, open_window, scripted)
    click(qtbot, dialog, "folder_first_button")
    qtbot.waitUntil(lambda: scripted.called("files.prioritise") == [("A", ("/docs",))])
    del scripted.rules["A"]["/docs"]
    click(qtbot, dialog, "folder_remove_button")
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    assert scripted.called("files.remove") == [("A", "/docs")]
    del scripted.rules["A"]["/media/USB stick"]
    click(qtbot, dialog, "folder_remove_button")
    assert len(scripted.called("files.remove")) == 1  # there are 120 files in it
    assert "120 files" in find(dialog, QMessageBox, "remove_folder_box").text()
    click(qtbot, dialog, "confirm_remove_folder_button")
    qtbot.waitUntil(lambda: dialog.list.count() == 0)
    assert scripted.called("files.remove")[1:] == [("A", "/media/USB stick")]
    dialog.close()


@pytest.mark.parametrize(
    ("name", "call"), [("remove_missing_button", "files.remove_missing"), ("keep_missing_button", "files.keep_missing")]
)
def test_the_person_decides_about_files_that_are_gone(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, name: str, call: str
) -> None:
    scripted.add_library("A", missing=(MissingFiles("/home/ada/Reports", 312, 1204),))
    window = open_window()
    banner = find(window, QWidget, "missing_notice")
    assert banner.isVisible()
    assert banner.accessibleName().startswith("312 of 1,204 files in “Reports” are gone. They stay searchable.")
    click(qtbot, window, name)
    qtbot.waitUntil(lambda: scripted.called(call) == [("A", "/home/ada/Reports")])
    window.library_pane.refresh()
    qtbot.waitUntil(lambda: not window.library_pane.libraries.infos()[0].missing)
    assert not banner.isVisible()


def test_what_is_away_or_halted_is_said_until_it_is_dismissed(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    halted = "The server of the model does not answer. Searching by words works."
    scripted.add_library("A", offline=("/media/USB stick",), notice=halted)
    files = (FileStatus(f"/media/USB stick/{n}.pdf", FileState.OFFLINE, "", 1, 1) for n in range(120))
    scripted.file_lists["A"] = tuple(files)
    window = open_window()
    offline = find(window, QWidget, "offline_notice")
    said = "“USB stick” can't be reached. Its 120 files stay searchable."
    qtbot.waitUntil(lambda: offline.accessibleName() == said)
    notice = find(window, QWidget, "halted_notice")
    assert notice.accessibleName() == halted
    qtbot.mouseClick(find(notice, QToolButton, "notice_dismiss"), Qt.MouseButton.LeftButton)
    window.library_pane.refresh()
    qtbot.wait(50)
    assert not notice.isVisible()
    assert offline.isVisible()
    scripted.add_library("A")
    window.library_pane.refresh()
    qtbot.waitUntil(lambda: not offline.isVisible())
    scripted.add_library("A", notice=halted)
    window.library_pane.refresh()
    qtbot.waitUntil(notice.isVisible)  # it went on meanwhile, so this is news


@pytest.mark.sampled(2)
@pytest.mark.parametrize("percent", [100, 200])
def test_what_to_read_is_chosen_on_a_screen_however_low(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, percent: int
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window._appearance.choose("light", percent)
    paths = [Path.home(), *(Path(f"/docs/{number}") for number in range(3))]
    dialog = AddFolderDialog(window._bridge, window._appearance, paths, window)
    qtbot.addWidget(dialog)
    dialog.show()
    screen = dialog.screen().availableGeometry()
    dialog.move(dialog.x(), screen.bottom() - dialog.frameGeometry().height())  # as low as it stands whole
    find(dialog, QToolButton, "add_folder_more_button").setChecked(True)
    qtbot.wait(50)
    assert dialog.height() <= screen.height() - 40
    assert screen.contains(dialog.geometry()), "its buttons are seen although it grew"
    add, check = (find(dialog, QPushButton, f"add_folder_{name}_button") for name in ("add", "check"))
    assert dialog.rect().contains(add.geometry())
    area = dialog.findChild(QScrollArea)
    assert area is not None
    area.ensureWidgetVisible(check)
    place = check.mapTo(dialog, check.rect().center())
    assert dialog.childAt(place) is check, "it can be scrolled to"
    window._appearance.choose("light", 100)


@pytest.mark.parametrize(
    ("name", "call"),
    [("allow_folders_button", "files.allow_folders"), ("forbid_folders_button", "files.forbid_folders")],
)
def test_the_person_decides_about_folders_that_a_library_from_elsewhere_lists(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, name: str, call: str
) -> None:
    scripted.add_library("A", folders_to_allow=("/home/ada", "/etc"))
    window = open_window()
    banner = find(window, QWidget, "asked_notice")
    assert banner.isVisible()
    assert "They are not read yet." in banner.accessibleName()
    assert "/home/ada\n/etc" in banner.accessibleName()
    click(qtbot, window, name)
    qtbot.waitUntil(lambda: scripted.called(call) == [("A",)])
    window.library_pane.refresh()
    qtbot.waitUntil(lambda: not window.library_pane.libraries.infos()[0].folders_to_allow)
    assert not banner.isVisible()


def test_earlier_states_are_kept_and_forgotten_after_asking(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A", folders=("/docs",))
    window = open_window()
    window.actions_table["library.folders"].trigger()
    dialog = find(window, FoldersDialog, "folders_dialog")
    box = find(dialog, QCheckBox, "folders_keep_earlier")
    assert not box.isChecked()
    box.click()
    click(qtbot, dialog, "folders_save_button")
    qtbot.waitUntil(lambda: scripted.infos["A"].keeps_earlier)

    scripted.infos["A"] = replace(scripted.infos["A"], earlier_states=12, earlier_bytes=3 * 1024 * 1024)
    scripted.changed("A")
    qtbot.waitUntil(lambda: window.library_pane.current_library() == scripted.infos["A"])
    window.actions_table["library.folders"].trigger()
    dialog = find(window, FoldersDialog, "folders_dialog")
    space = find(dialog, QLabel, "folders_earlier_space")
    qtbot.waitUntil(lambda: space.text() == "Kept so far: 12, 3.0 MB")
    find(dialog, QCheckBox, "folders_keep_earlier").click()
    click(qtbot, dialog, "folders_save_button")
    assert scripted.infos["A"].keeps_earlier
    click(qtbot, dialog, "confirm_forget_earlier_button")
    qtbot.waitUntil(lambda: not scripted.infos["A"].keeps_earlier)


def test_a_library_is_shared_with_other_programs_and_no_longer(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A", folders=("/docs",))
    window = open_window()
    for shared in (True, False):
        window.actions_table["library.folders"].trigger()
        dialog = find(window, FoldersDialog, "folders_dialog")
        box = find(dialog, QCheckBox, "folders_share")
        assert box.isChecked() is not shared
        box.click()
        click(qtbot, dialog, "folders_save_button")
        qtbot.waitUntil(lambda wanted=shared: scripted.infos["A"].shared is wanted)  # type: ignore[misc]
        scripted.changed("A")
        qtbot.waitUntil(lambda: window.library_pane.current_library() == scripted.infos["A"])
