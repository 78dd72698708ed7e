"""No file is replaced whose name the person did not give."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from tests.gui.person import click, find

KINDS = {".docx": "Word document (*.docx)", ".pdf": "PDF (*.pdf)"}


def saved(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, given: str, kind: str = "") -> tuple[QWidget, list[Path]]:
    """Answer the dialog; return the window over which was asked, and where was saved."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (given, kind))
    parent, targets = QWidget(), list[Path]()
    qtbot.addWidget(parent)
    ask_where_to_save(parent, "Export answer", "Answer.docx", KINDS, targets.append)
    return parent, targets


@pytest.mark.parametrize(
    ("typed", "kind", "target"),
    [
        ("mine", KINDS[".pdf"], "mine.pdf"),
        ("mine", "", "mine.docx"),
        ("mine.PDF", KINDS[".docx"], "mine.PDF"),
        ("of 3.5", KINDS[".pdf"], "of 3.5.pdf"),
    ],
)
def test_a_name_gets_the_ending_of_its_kind(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str, kind: str, target: str
) -> None:
    assert saved(qtbot, monkeypatch, str(tmp_path / typed), kind)[1] == [tmp_path / target]


def test_nothing_is_saved_where_nothing_was_chosen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert saved(qtbot, monkeypatch, "")[1] == []


def test_a_file_of_the_completed_name_is_asked_about(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine.docx").touch()
    assert saved(qtbot, monkeypatch, str(tmp_path / "mine.docx"))[1] == [tmp_path / "mine.docx"]  # the dialog has asked
    parent, targets = saved(qtbot, monkeypatch, str(tmp_path / "mine"))
    box = find(parent, QMessageBox, "replace_file_box")
    assert box.text() == "Replace “mine.docx”?"
    box.button(QMessageBox.StandardButton.Cancel).click()
    assert targets == []
    parent, targets = saved(qtbot, monkeypatch, str(tmp_path / "mine"))
    assert find(parent, QPushButton, "confirm_replace_file_button").text() == "Replace"
    click(qtbot, parent, "confirm_replace_file_button")
    assert targets == [tmp_path / "mine.docx"]
