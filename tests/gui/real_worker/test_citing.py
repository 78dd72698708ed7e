"""A paper is cited from the window, its first page read by the real worker in a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import Source
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.passage_viewer import PassageViewer
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.worker.worker import Worker
from tests.gui.person import find
from tests.readers.papers.layouts import PAPERS, written

LONG = 60_000
pytestmark = pytest.mark.slow


@pytest.fixture
def viewer(qtbot: QtBot, appearance: Appearance, worker: Worker) -> Iterator[PassageViewer]:
    worker.libraries.create("Papers").result(60)
    bridge = Bridge(worker)
    result = PassageViewer(bridge, appearance)
    qtbot.addWidget(result)
    result.set_library("Papers")
    result.show()
    yield result
    bridge.close()


def test_the_menu_of_a_page_copies_a_paper_in_each_style(qtbot: QtBot, viewer: PassageViewer, tmp_path: Path) -> None:
    layout = PAPERS["transactions with a running header"]
    path = written(tmp_path / "draft3.pdf", layout.pieces, title="Microsoft Word - draft3.doc", author="user")
    viewer.show_source(Source(1, 1.0, str(path), 1, "1", 0, 5, "words", "n"), None)
    menu = find(viewer, QToolButton, "copy_citation_button").menu()
    assert menu is not None
    copied = []
    for action in menu.actions()[:3]:
        assert isinstance(action, QAction)
        with qtbot.waitSignal(viewer.citing.copied, timeout=LONG):
            action.trigger()
        copied.append(QGuiApplication.clipboard().text())
    line, entry, record = copied
    assert line.startswith(
        "Meyer, A. B., Kim, B., & Lee, C., Jr. (2012). Robust Estimation of Tides by Sleeping Clerks (p. 1)."
    )
    assert entry.startswith("@article{meyer2012robust,\n  author = {Meyer, Anna B. and Kim, Bo and Lee, Jr., Cy},\n")
    assert record.startswith("TY  - JOUR\nID  - meyer2012robust\nAU  - Meyer, Anna B.\n")
    assert record.endswith("ER  - \n")
