"""A source is shown in the view that suits it, also when its file changed, is gone, or cannot be read."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.pages import FileCondition, Passage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.sources.passage_viewer import PassageViewer
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.script import PDF_TEXT, citation, source
from tests.helpers.scripted_worker import ScriptedWorker


@pytest.fixture
def viewer(qtbot: QtBot, bridge: Bridge, appearance: Appearance) -> PassageViewer:
    viewer = PassageViewer(bridge, appearance)
    qtbot.addWidget(viewer)
    viewer.resize(500, 600)
    viewer.set_library("Papers")
    viewer.show()
    return viewer


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("/docs/a.md", "text_view"),
        ("/docs/a.eml", "text_view"),
        ("/docs/a.pptx", "text_view"),
        ("/docs/a.csv", "text_view"),  # a file of that name whose lines are no rows
        ("/docs/a.log", "code_view"),
        ("/docs/a.py", "code_view"),
        ("/docs/box.zip//a.json", "code_view"),
    ],
)
def test_each_format_has_its_view(qtbot: QtBot, viewer: PassageViewer, file: str, name: str) -> None:
    one = source(file=file)
    with qtbot.waitSignal(viewer.text.view_changed):
        viewer.show_source(one, citation(one, 0, 1))
    view = viewer.text.view()
    assert view.objectName() == name
    assert view.isVisible()
    assert "The notice period is 30 days." in view.marked_text()
    assert viewer.notice.message() == ""


@pytest.mark.parametrize("file", ["/docs/a.pdf", "/docs/a.md"])
def test_a_file_that_changed_shows_what_was_read_and_can_be_read_again(
    qtbot: QtBot, viewer: PassageViewer, scripted: ScriptedWorker, file: str
) -> None:
    scripted.condition = FileCondition.CHANGED
    viewer.show_source(source(file=file), None)
    qtbot.waitUntil(lambda: "has changed since it was read" in viewer.notice.message())
    qtbot.waitUntil(viewer.text.document.isVisible)
    qtbot.mouseClick(find(viewer, QPushButton, "read_again_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scripted.called("files.retry") == [("Papers", (file,))])
    qtbot.waitUntil(lambda: "being read again" in viewer.notice.message())
    scripted.condition = FileCondition.UNCHANGED
    scripted.changed("Another library")
    scripted.changed("Papers")
    qtbot.waitUntil(lambda: viewer.notice.message() == "")


def test_a_file_that_is_gone_shows_what_was_read(qtbot: QtBot, viewer: PassageViewer, scripted: ScriptedWorker) -> None:
    scripted.condition = FileCondition.MISSING
    scripted.page_error = UserError("The file cannot be opened.")
    viewer.show_source(source(), None)
    qtbot.waitUntil(lambda: "The notice period" in viewer.text.document.toPlainText())
    assert viewer.text.document.isVisible()
    assert "can't be reached" in viewer.notice.message()
    assert viewer.findChild(QPushButton, "read_again_button") is None


def test_the_text_of_another_source_is_not_left_standing(
    qtbot: QtBot, viewer: PassageViewer, scripted: ScriptedWorker
) -> None:
    with qtbot.waitSignal(viewer.text.view_changed):
        viewer.show_source(source(file="/docs/a.md"), None)
    scripted.passage_seconds = 2.0
    viewer.show_source(source(file="/docs/b.md"), None)
    qtbot.waitUntil(lambda: not viewer.text.document.isVisible(), timeout=1900)
    qtbot.waitUntil(viewer.text.document.isVisible)
    scripted.passage_error = UserError("The library is damaged.", "Restore it.")
    viewer.show_source(source(file="/docs/c.md"), None)
    qtbot.waitUntil(lambda: viewer.notice.message() == "The library is damaged. Restore it.")
    assert not viewer.text.document.isVisible()


def test_text_that_moved_when_the_file_was_read_again_is_marked_where_it_is_now(
    qtbot: QtBot, viewer: PassageViewer
) -> None:
    one = source(file="/docs/a.txt")
    text = f"A new beginning. {PDF_TEXT}"
    quoted = citation(one, 0, 1)
    with qtbot.waitSignal(viewer.text.view_changed):
        viewer.text.show_passage(Passage(one, text, "", "", 1), quoted)
    assert viewer.text.document.marked_text().replace("  ", " ") == one.text
    with qtbot.waitSignal(viewer.text.view_changed):
        viewer.text.show_passage(Passage(replace(one, text="gone"), "short", "", "", 1), quoted)
    assert viewer.text.document.toPlainText() == "short"


def test_an_attachment_is_opened_in_place_and_the_card_leads_back(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker, appearance: Appearance
) -> None:
    pane = SourcePane(bridge, appearance)
    qtbot.addWidget(pane)
    pane.resize(500, 700)
    pane.show()
    message = source(file="/docs/a.eml")
    pane.show_citation((message,), message, None)
    pane.viewer.text.member_wanted.emit("/docs/a.eml//b.txt")
    shown = pane.viewer.source()
    assert shown is not None
    assert (shown.file, shown.page, shown.start, shown.end) == ("/docs/a.eml//b.txt", 1, 0, 0)
    qtbot.waitUntil(lambda: PDF_TEXT in pane.viewer.text.document.toPlainText())
    assert pane.viewer.text.document.marked_text() == ""
    pane._list.chosen.emit(message)
    assert pane.viewer.source() == message


@pytest.mark.parametrize(
    ("name", "text"),
    [("copy_citation", "Ann. 3."), ("copy_bibtex", "@misc{ann}"), ("copy_ris", "TY  - GEN\nER  - ")],
)
def test_the_reference_of_a_source_is_copied(
    qtbot: QtBot, viewer: PassageViewer, scripted: ScriptedWorker, name: str, text: str
) -> None:
    viewer.show_source(source(), None)
    with qtbot.waitSignal(viewer.citing.copied) as copied:
        find(viewer, QAction, name).trigger()
    assert copied.args == [text]
    assert QGuiApplication.clipboard().text() == text
    assert scripted.called("pages.reference")[0][0] == "Papers"


_CITATIONS = ["Copy citation", "Copy citation as BibTeX", "Copy citation as RIS", "Copy link"]


def test_the_views_offer_to_zoom_and_to_cite(qtbot: QtBot, viewer: PassageViewer) -> None:
    with qtbot.waitSignal(viewer.text.view_changed):
        viewer.show_source(source(file="/docs/a.py"), None)
    names = [action.text().partition("\t")[0] for action in viewer.text.code.actions() if action.isVisible()]
    assert names == ["Larger", "Smaller", "Usual size", "", *_CITATIONS]
    viewer.text.code.actions()[0].trigger()
    assert viewer.text.view().percent() == 110


def test_words_are_found_in_whichever_view_is_shown(qtbot: QtBot, viewer: PassageViewer) -> None:
    for file in ("/docs/a.md", "/docs/a.py", "/docs/a.csv"):
        with qtbot.waitSignal(viewer.text.view_changed):
            viewer.show_source(source(file=file), None)
        viewer.open_find_bar()
        viewer.find_bar.edit.setText("notice")
        with qtbot.waitSignal(viewer.text.view().found) as told:
            qtbot.keyClick(viewer.find_bar.edit, Qt.Key.Key_Return)
        assert told.args == [1, 1, True]
        viewer.find_bar.close_bar()


def test_a_page_is_marked_searched_and_read_again_in_the_library_it_was_found_in(
    qtbot: QtBot, viewer: PassageViewer, scripted: ScriptedWorker
) -> None:
    here = source(file="/docs/a.pdf", page=3)
    viewer.show_source(here, None)
    qtbot.waitUntil(lambda: bool(scripted.called("pages.words")))
    attached = replace(here, library="attached:c1")
    scripted.condition = FileCondition.CHANGED
    viewer.show_source(attached, None)
    qtbot.waitUntil(lambda: scripted.called("pages.render")[-1][0] == "attached:c1")
    qtbot.waitUntil(lambda: scripted.called("pages.words")[-1][0] == "attached:c1")
    assert {call[0] for call in scripted.called("pages.render")} == {"Papers", "attached:c1"}
    qtbot.waitUntil(lambda: viewer.pages.view.current_page() == 3)
    viewer.pages.look_for("these")
    wanted = ("attached:c1", "/docs/a.pdf", "these", 3)
    qtbot.waitUntil(lambda: wanted in [(*call, call.sought, call.first) for call in scripted.called("pages.find")])
    qtbot.waitUntil(lambda: "has changed since it was read" in viewer.notice.message())
    qtbot.mouseClick(find(viewer, QPushButton, "read_again_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scripted.called("files.retry") == [("attached:c1", ("/docs/a.pdf",))])


def test_a_source_of_zotero_is_opened_there_at_its_page(viewer: PassageViewer, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toString()))
    zotero = "library/items/ABCD2345"
    in_zotero, noted = find(viewer, QAction, "open_in_zotero"), find(viewer, QAction, "show_noted_page")
    viewer.show_source(source(), None)
    assert (in_zotero.isVisible(), noted.isVisible()) == (False, False)
    viewer.show_source(replace(source(), zotero=zotero, cited_as="Miller 2021"), None)
    assert (in_zotero.isVisible(), noted.isVisible()) == (True, False)
    in_zotero.trigger()
    assert opened == [f"zotero://open-pdf/{zotero}?page=3"]
    viewer.show_source(replace(source(), zotero="groups/1/items/../../x"), None)
    assert not in_zotero.isVisible()


def test_a_note_leads_to_the_page_that_it_is_about(qtbot: QtBot, viewer: PassageViewer) -> None:
    noted = find(viewer, QAction, "show_noted_page")
    viewer.show_source(source(file="/z/zotero.sqlite//Other (1-B).md"), None)
    noted.trigger()
    qtbot.waitUntil(lambda: "isn't in this library" in viewer.notice.message())
    viewer.show_source(source(file="/z/zotero.sqlite//Miller 2021 (1-A).md"), None)
    noted.trigger()
    qtbot.waitUntil(lambda: (shown := viewer.source()) is not None and shown.file == "/docs/lease.pdf")
