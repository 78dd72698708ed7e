"""The dialog of model files: using, downloading, stopping and deleting."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.gui.models.files_dialog import ModelFilesDialog
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.llms.built_in.download import read_catalogue
from desktop_rag.llms.built_in.files import OWN, ModelFile
from desktop_rag.services.model_files import OfferedModel
from tests.helpers.scripted_worker import ScriptedWorker

SMALL, OTHER = read_catalogue()[0], read_catalogue()[1]


@pytest.fixture
def dialog(qtbot: QtBot, scripted: ScriptedWorker, bridge: Bridge) -> Iterator[ModelFilesDialog]:
    scripted.found_models = (
        ModelFile("mine", Path("/models/mine.gguf"), 1_500_000_000, OWN),
        ModelFile("qwen3:4b", Path("/ollama/blob"), 2_500_000_000, "Ollama"),
    )
    scripted.offered_models = (OfferedModel(SMALL, None, 0, fits=True), OfferedModel(OTHER, None, 500_000, fits=False))
    parent = QWidget()
    qtbot.addWidget(parent)
    made = ModelFilesDialog(bridge, parent)
    made.open()
    qtbot.waitUntil(lambda: bool(made.findChild(QWidget, f"model_row_{OTHER.name}")))
    qtbot.waitUntil(lambda: bool(made.findChild(QPushButton, "model_use_1")))
    yield made
    if shiboken6.isValid(made):
        made.close()


def push(dialog: ModelFilesDialog, name: str) -> QPushButton:
    found = dialog.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def said(dialog: ModelFilesDialog) -> str:
    return "\n".join(one.text() for one in dialog.findChildren(QLabel) if one.isVisibleTo(dialog))


def test_what_is_here_and_what_can_be_had_is_told(dialog: ModelFilesDialog) -> None:
    text = said(dialog)
    assert "2.5 GB · Ollama" in text
    assert "0.6 GB · needs 2.1 GB of memory · Apache-2.0 · 100 languages" in text
    assert "Needs more memory than is free now." in text
    assert push(dialog, f"model_push_{SMALL.name}").text() == "Download"
    assert push(dialog, f"model_push_{OTHER.name}").text() == "Continue"
    assert "0.00 of 1.55 GB · Needs more memory" in text, "a bar alone is not read aloud"


@pytest.mark.usefixtures("german")
def test_sizes_are_written_as_in_the_language_of_the_window(dialog: ModelFilesDialog) -> None:
    text = said(dialog)
    assert "2,5 GB · Ollama" in text
    assert "0,6 GB · braucht 2,1 GB Speicher" in text
    assert "0,00 von 1,55 GB" in text


def test_it_fits_a_low_screen_and_its_list_has_a_name(
    qtbot: QtBot, bridge: Bridge, dialog: ModelFilesDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(area.accessibleName() for area in dialog.findChildren(QScrollArea))
    monkeypatch.setattr(QScreen, "availableSize", lambda _screen: QSize(640, 360))
    parent = QWidget()
    qtbot.addWidget(parent)
    low = ModelFilesDialog(bridge, parent)
    assert low.height() < 360
    low.reject()


def test_a_model_of_another_program_is_used_by_name(qtbot: QtBot, dialog: ModelFilesDialog) -> None:
    with qtbot.waitSignal(dialog.chosen) as heard:
        push(dialog, "model_use_1").click()
    assert heard.args == ["qwen3:4b"]


def test_a_download_shows_how_far_it_is_and_is_usable_afterwards(
    qtbot: QtBot, scripted: ScriptedWorker, dialog: ModelFilesDialog
) -> None:
    scripted.download_seconds = 0.05
    name = f"model_push_{SMALL.name}"
    push(dialog, name).click()
    assert push(dialog, name).text() == "Stop"
    qtbot.waitUntil(lambda: " of 0.64 GB" in said(dialog))
    row = dialog.findChild(QWidget, f"model_row_{SMALL.name}")
    assert isinstance(row, QWidget)
    bar = row.findChild(QProgressBar)
    assert isinstance(bar, QProgressBar)
    assert bar.value() > 0
    scripted.offered_models = (OfferedModel(SMALL, Path("/models") / SMALL.file, SMALL.size, fits=True),)
    qtbot.waitUntil(lambda: push(dialog, name).text() == "Use")
    with qtbot.waitSignal(dialog.chosen) as heard:
        push(dialog, name).click()
    assert heard.args == [Path(SMALL.file).stem]


def test_stopping_keeps_what_came(qtbot: QtBot, scripted: ScriptedWorker, dialog: ModelFilesDialog) -> None:
    scripted.download_seconds = 5.0
    name = f"model_push_{SMALL.name}"
    push(dialog, name).click()
    scripted.offered_models = (OfferedModel(SMALL, None, 1000, fits=True),)
    qtbot.waitUntil(lambda: " of 0.64 GB" in said(dialog))
    push(dialog, name).click()
    qtbot.waitUntil(lambda: push(dialog, name).text() == "Continue")


def test_a_failed_download_says_why(qtbot: QtBot, scripted: ScriptedWorker, dialog: ModelFilesDialog) -> None:
    scripted.download_error = UserError("The disk is full.", "Free some space.")
    push(dialog, f"model_push_{SMALL.name}").click()
    qtbot.waitUntil(lambda: "The disk is full. Free some space." in said(dialog))
    assert push(dialog, f"model_push_{SMALL.name}").text() == "Download"


def test_the_reason_of_a_failed_download_is_in_sight(
    qtbot: QtBot, scripted: ScriptedWorker, dialog: ModelFilesDialog
) -> None:
    area = dialog.findChild(QScrollArea)
    row = dialog.findChild(QWidget, f"model_row_{OTHER.name}")
    assert isinstance(area, QScrollArea)
    assert isinstance(row, QWidget)
    dialog.resize(dialog.width(), dialog.height() - area.height() + row.geometry().bottom() + 1)
    qtbot.waitUntil(lambda: area.height() <= row.geometry().bottom() + 1)
    scripted.download_error = UserError("The disk is full.", "Free some space. " * 12)
    before = row.height()
    push(dialog, f"model_push_{OTHER.name}").click()
    qtbot.waitUntil(lambda: row.height() > before)
    qtbot.waitUntil(lambda: row.mapTo(area.viewport(), row.rect().bottomLeft()).y() <= area.viewport().height())


def test_a_failed_download_goes_on_where_it_ended(
    qtbot: QtBot, scripted: ScriptedWorker, dialog: ModelFilesDialog
) -> None:
    scripted.download_error = UserError("The connection was lost.", "Try again.")
    name = f"model_push_{SMALL.name}"
    push(dialog, name).click()
    scripted.offered_models = (OfferedModel(SMALL, None, 200_000_000, fits=True),)
    qtbot.waitUntil(lambda: push(dialog, name).text() == "Continue")
    assert "The connection was lost. Try again." in said(dialog)
    row = dialog.findChild(QWidget, f"model_row_{SMALL.name}")
    assert isinstance(row, QWidget)
    assert row.findChildren(QProgressBar)[0].value() > 0
    scripted.download_error = None
    scripted.download_seconds = 5.0
    push(dialog, name).click()
    assert "The connection was lost." not in said(dialog)


def test_closing_the_dialog_stops_the_download(
    qtbot: QtBot, scripted: ScriptedWorker, bridge: Bridge, dialog: ModelFilesDialog
) -> None:
    scripted.download_seconds = 30.0
    push(dialog, f"model_push_{SMALL.name}").click()
    with qtbot.waitSignal(bridge.job_ended, timeout=5000):
        dialog.reject()
