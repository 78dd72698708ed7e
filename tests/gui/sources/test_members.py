"""Files inside files in the window: what they are called, and how they are opened."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import file_label, file_name
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.passage_viewer import PassageViewer
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

MEMBER = "/docs/Archive.zip//sub/Report.txt"


def test_names() -> None:
    assert file_name(MEMBER) == "Report.txt"
    assert file_label(MEMBER) == "Archive.zip › Report.txt"
    assert file_label("C:\\docs\\Archive.zip//sub/a.eml//b.pdf") == "Archive.zip › a.eml › b.pdf"
    assert file_label("/docs/Report.txt") == "Report.txt"


def test_opening(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker, appearance: Appearance, opened: list[str]
) -> None:
    viewer = PassageViewer(bridge, appearance)
    qtbot.addWidget(viewer)
    viewer.show_source(source(file=MEMBER), None)
    viewer.tools.open_wanted.emit()
    agree(qtbot, viewer)
    qtbot.waitUntil(lambda: opened == ["/scratch/Report.txt"])
    viewer.tools.reveal_wanted.emit()
    qtbot.waitUntil(lambda: opened[1:] == ["/docs"])
    viewer.show_source(source(file="/docs/plain.txt"), None)
    viewer.tools.open_wanted.emit()
    qtbot.waitUntil(lambda: opened[2:] == ["/docs/plain.txt"])
    scripted.member_error = UserError("Archive.zip is not where it was.")
    viewer.show_source(source(file="/docs/gone.zip//a.txt"), None)
    qtbot.wait(50)
    viewer.tools.open_wanted.emit()
    agree(qtbot, viewer)
    qtbot.waitUntil(lambda: "is not where it was" in viewer.notice.message())


def agree(qtbot: QtBot, viewer: PassageViewer) -> None:
    qtbot.mouseClick(find(viewer, QPushButton, "confirm_open_member_button"), Qt.MouseButton.LeftButton)


def test_a_member_is_opened_only_by_who_agrees(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker, appearance: Appearance, opened: list[str]
) -> None:
    viewer = PassageViewer(bridge, appearance)
    qtbot.addWidget(viewer)
    viewer.show_source(source(file="/docs/<b>.zip//<i>.txt"), None)
    viewer.tools.open_wanted.emit()
    box = find(viewer, QMessageBox, "open_member_box")
    assert box.text() == "Open “<i>.txt”?"
    assert box.textFormat() is Qt.TextFormat.PlainText
    box.reject()
    qtbot.wait(50)
    assert not opened
    assert not scripted.called("pages.export_member")


@pytest.mark.parametrize("name", ["invoice.pdf.exe", "run.bat", "Notes.JS", "a.lnk", "b.desktop", "c.command"])
@pytest.mark.parametrize("inside", ["", "mail.eml//"])
def test_programs_are_never_opened(
    qtbot: QtBot,
    bridge: Bridge,
    scripted: ScriptedWorker,
    appearance: Appearance,
    opened: list[str],
    name: str,
    inside: str,
) -> None:
    viewer = PassageViewer(bridge, appearance)
    qtbot.addWidget(viewer)
    viewer.show_source(source(file=f"/docs/{inside}{name}"), None)
    qtbot.wait(20)
    viewer.tools.open_wanted.emit()
    qtbot.waitUntil(lambda: f"“{name}” is a program or a script" in viewer.notice.message())
    assert not opened
    assert not scripted.called("pages.export_member")
    assert viewer.findChild(QMessageBox) is None
