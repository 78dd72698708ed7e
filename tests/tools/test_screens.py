"""The tool that photographs every screen: what it takes for a fault, and a small run of it."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.tools.screens.__main__ import main
from tests.tools.screens.inspection import inspect

LONG = "A text that is longer than the room it is given"


def kinds(qtbot: QtBot, *children: QWidget) -> set[str]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 200)
    for child in children:
        child.setParent(window)
    window.show()
    return {finding.kind for finding in inspect(window)}


def placed(widget: QWidget, x: int, y: int, width: int, height: int) -> QWidget:
    widget.setGeometry(x, y, width, height)
    return widget


def test_what_is_as_it_should_be_is_not_told(qtbot: QtBot) -> None:
    edit = placed(QLineEdit(), 10, 80, 300, 40)
    edit.setAccessibleName("Name")
    fine = (placed(QLabel(LONG), 10, 10, 550, 40), placed(QPushButton("Ask"), 10, 150, 200, 40), edit)
    assert kinds(qtbot, *fine) == set()


@pytest.mark.parametrize(
    ("kind", "geometry"),
    [
        ("cut", (10, 10, 60, 40)),
        ("outside", (500, 10, 550, 40)),
        ("empty", (10, 10, 0, 40)),
    ],
)
def test_a_text_without_room_is_told(qtbot: QtBot, kind: str, geometry: tuple[int, int, int, int]) -> None:
    assert kinds(qtbot, placed(QLabel(LONG), *geometry)) == {kind}


def test_two_texts_in_one_place_and_a_box_without_a_name_are_told(qtbot: QtBot) -> None:
    two = placed(QLabel(LONG), 10, 10, 550, 40), placed(QLabel(LONG), 20, 20, 550, 40)
    assert kinds(qtbot, *two, placed(QLineEdit(), 10, 100, 200, 40)) == {"overlapping", "unnamed"}


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("qapp")
@pytest.mark.nightly(by_day="test_a_text_without_room_is_told")
@pytest.mark.parametrize("languages", [["de"], ["en", "ja"]], ids=" ".join)
def test_a_small_run_leaves_pictures_a_report_and_sheets(tmp_path: Path, languages: list[str]) -> None:
    chosen = ["--languages", *languages, "--sizes", "900x600", "--themes", "light", "--files", "20"]
    screens = ["--screens", "first-run", "cheat-sheet"]
    where = ["--out", str(tmp_path / "out"), "--sheets", str(tmp_path / "sheets")]
    subprocess.run([sys.executable, "-m", "tests.tools.screens", *chosen, *screens, *where], check=True)
    for language in languages:
        picture = QImage(str(tmp_path / "out" / language / "900x600" / "light" / "cheat-sheet.webp"))
        assert (picture.width(), picture.height()) == (900, 600)
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert report.startswith("| what | widget |")
    assert not [line for line in report.splitlines() if line.startswith(("| untranslated", "| unnamed", "| cut"))]
    sheets = ["cheat-sheet.webp", "first-run.webp"]
    assert sorted(sheet.name for sheet in (tmp_path / "sheets").iterdir()) == sheets
    again = ["--out", str(tmp_path / "out"), "--sheets", str(tmp_path / "again"), "--taken"]
    assert main([*chosen, *again]) == 0
    assert sorted(sheet.name for sheet in (tmp_path / "again").iterdir()) == sheets
