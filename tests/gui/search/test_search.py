"""The search page: results while typing, nothing jumps, keys, conditions, and asking about what was found."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.links import parse_link
from desktop_rag.gui.search.model import RowKind
from desktop_rag.gui.search.pane import SearchPane
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import find
from tests.helpers.script import hits
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
Key = Qt.Key


@pytest.fixture
def page(open_window: Open, scripted: ScriptedWorker) -> SearchPane:
    scripted.add_library("Papers", files=5)
    window = open_window()
    window.page_commands.show_search()
    return window.search_pane


def window_of(page: SearchPane) -> MainWindow:
    window = page.window()
    assert isinstance(window, MainWindow)
    return window


def search(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker, text: str) -> None:
    """Type, and wait until meaning was looked at, too."""
    qtbot.keyClicks(page.box.edit, text)
    qtbot.waitUntil(lambda: scripted.called("search.pages")[-1].mode == "hybrid")
    qtbot.waitUntil(lambda: page._results is not None and page._results.mode == "hybrid")


def shown(page: SearchPane) -> list[str]:
    return [file.file for file in page.list.results.files()]


def test_each_key_searches_by_words_and_a_pause_by_meaning(
    qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker
) -> None:
    search(qtbot, page, scripted, "rent")
    assert [(call.query, call.mode) for call in scripted.called("search.pages")] == [
        ("r", "words"), ("re", "words"), ("ren", "words"), ("rent", "words"), ("rent", "hybrid"),
    ]  # fmt: skip
    assert shown(page) == ["/docs/lease.pdf"]
    assert page.list.isVisible()


def test_an_older_search_never_replaces_a_newer_one(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    scripted.find = lambda query, mode: (hits(f"/docs/{query}.pdf", 1),)
    scripted.seconds_of = lambda query, mode: 0.3 if (query, mode) == ("a", "words") else 0.0
    seen: list[str] = []
    page.list.results.modelReset.connect(lambda: seen.extend(shown(page)))
    qtbot.keyClicks(page.box.edit, "a")
    qtbot.wait(20)
    qtbot.keyClicks(page.box.edit, "b")
    qtbot.waitUntil(lambda: "/docs/ab.pdf" in seen)
    qtbot.wait(400)
    assert "/docs/a.pdf" not in seen
    assert shown(page) == ["/docs/ab.pdf"]


def test_slow_words_do_not_replace_meaning(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    scripted.find = lambda query, mode: (hits(f"/docs/{mode}.pdf", 1),)
    scripted.seconds_of = lambda query, mode: 0.5 if mode == "words" else 0.0
    qtbot.keyClicks(page.box.edit, "x")
    qtbot.waitUntil(lambda: shown(page) == ["/docs/hybrid.pdf"])
    qtbot.wait(400)
    assert shown(page) == ["/docs/hybrid.pdf"]


def test_better_results_leave_the_chosen_row_in_its_place(
    qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker
) -> None:
    by_words = tuple(hits(f"/docs/{number}.pdf", 1, 2) for number in range(10))
    by_meaning = (hits("/docs/best.pdf", 1), *reversed(by_words))
    scripted.find = lambda query, mode: by_words if mode == "words" else by_meaning
    qtbot.keyClicks(page.box.edit, "x")
    qtbot.waitUntil(lambda: len(shown(page)) == 10)
    for _ in range(5):
        qtbot.keyClick(page.box.edit, Key.Key_Down)
    row, place = page.list.currentIndex().row(), page.list.visualRect(page.list.currentIndex())
    source = page.list.chosen_source()
    qtbot.waitUntil(lambda: "/docs/best.pdf" in shown(page))
    assert shown(page)[:4] == ["/docs/0.pdf", "/docs/1.pdf", "/docs/2.pdf", "/docs/best.pdf"]
    assert sorted(shown(page)) == sorted(file.file for file in by_meaning)
    assert page.list.currentIndex().row() == row
    assert page.list.visualRect(page.list.currentIndex()) == place
    assert page.list.chosen_source() == source


def test_what_is_being_composed_is_not_searched(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    QApplication.sendEvent(page.box.edit, QInputMethodEvent("でん", []))
    qtbot.wait(300)
    assert not scripted.called("search.pages")
    qtbot.keyClick(page.box.edit, Key.Key_Return)  # the input method's
    done = QInputMethodEvent("", [])
    done.setCommitString("電池")
    QApplication.sendEvent(page.box.edit, done)
    qtbot.waitUntil(lambda: bool(scripted.called("search.pages")))
    assert {query for _, query, *_ in scripted.called("search.pages")} == {"電池"}


def test_everything_by_keyboard(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker, opened: list[str]) -> None:
    search(qtbot, page, scripted, "notice")
    window, edit = window_of(page), page.box.edit
    window.toggle_sources()
    assert not window.panes.sources_visible()
    qtbot.keyClick(edit, Key.Key_Down)
    assert page.list.currentIndex().row() == 1  # past the file's name
    qtbot.keyClick(edit, Key.Key_Down)
    assert page.list.currentIndex().row() == 2
    qtbot.keyClick(edit, Key.Key_Return)
    assert window.panes.sources_visible()
    qtbot.waitUntil(lambda: any(call.source.page == 2 for call in scripted.called("pages.render")))
    qtbot.keyClick(edit, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: opened == ["/docs/lease.pdf"])
    page.list.setFocus()
    qtbot.keyClick(page.list, Key.Key_Escape)
    assert edit.hasFocus()
    qtbot.keyClick(edit, Key.Key_Escape)
    assert not page.list.currentIndex().isValid()
    assert edit.text() == "notice"
    qtbot.keyClick(edit, Key.Key_Escape)
    assert edit.text() == ""


def test_enter_opens_the_first_result(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    search(qtbot, page, scripted, "notice")
    qtbot.keyClick(page.box.edit, Key.Key_Return)
    qtbot.waitUntil(lambda: bool(scripted.called("pages.render")))
    assert page.recent.queries() == ["notice"]


def test_more_of_a_file_and_more_files(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    scripted.find = lambda query, mode: (hits("/docs/long.pdf", 1, 2, 3, more=5), hits("/docs/other.pdf", 1))
    scripted.further = 3
    search(qtbot, page, scripted, "notice")
    kinds = [row.kind for row in page.list.results._rows]
    passage, file = RowKind.PASSAGE, RowKind.FILE
    assert kinds == [file, passage, passage, passage, RowKind.MORE, file, passage, RowKind.FURTHER]
    page.list._choose(4)
    page.list.open_chosen()
    qtbot.waitUntil(lambda: page.list.results.rowCount() == 12)
    assert page.list.currentIndex().row() == 4  # the first of those that came
    page.list._choose(11)
    page.list.open_chosen()
    qtbot.waitUntil(lambda: scripted.called("search.pages")[-1].files == 40)


def test_conditions_are_those_that_can_be_typed(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    search(qtbot, page, scripted, "rent")
    qtbot.waitUntil(lambda: bool(page.filters.menus.choices.kinds))
    page.filters.menus.fill("kind", menu := QMenu())
    assert [action.text().split("\t")[0] for action in menu.actions()][2:] == ["PDF", "Word"]
    menu.actions()[2].trigger()
    page.filters.menus.fill("folder", menu)
    next(action for action in menu.actions() if "old\t" in action.text()).trigger()
    page.filters.menus.fill("language", menu)
    menu.actions()[3].trigger()
    page.filters.menus.fill("date", menu)
    menu.actions()[1].trigger()
    query = page.runner.query
    assert query.startswith('folder:"/docs/old" type:pdf after:')
    assert query.endswith(" language:ja rent")
    assert page.filters.buttons["kind"].property("active") is True
    assert "PDF" in page.filters.buttons["kind"].accessibleName()
    page.filters.clear()
    assert page.runner.query == "rent"


def test_typed_conditions_are_shown_as_chips(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    search(qtbot, page, scripted, "rent type:pdf after:lunch")
    chip = find(page, QPushButton, "search_chip_0")
    assert chip.text().startswith("type:pdf")
    assert page.findChild(QPushButton, "search_chip_1") is None
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert page.box.edit.text() == "rent after:lunch"


def test_nothing_found_says_what_to_try(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    scripted.find = lambda query, mode: () if "type:pdf" in query or "retn" in query else (hits("/docs/a.pdf", 1),)
    scripted.suggestions, scripted.unfiltered = ("rent",), True
    qtbot.keyClicks(page.box.edit, "retn type:pdf")
    title = find(page, QLabel, "search_state_title")
    qtbot.waitUntil(lambda: title.text() == "Nothing found")
    texts = [find(page, QPushButton, f"search_offer_{number}").text() for number in range(3)]
    assert "rent" in texts[0]
    assert "filters" in texts[1]
    qtbot.mouseClick(find(page, QPushButton, "search_offer_1"), Qt.MouseButton.LeftButton)
    assert page.box.edit.text() == "retn"
    qtbot.waitUntil(lambda: title.text() == "Nothing found" and page.runner.query == "retn")
    qtbot.mouseClick(find(page, QPushButton, "search_offer_0"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown(page) == ["/docs/a.pdf"])


def test_nothing_found_leaves_no_page_of_something_else(
    qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker
) -> None:
    scripted.find = lambda query, mode: (hits("/docs/lease.pdf", 1),) if "notice" in query else ()
    search(qtbot, page, scripted, "notice")
    sources = window_of(page).source_pane
    qtbot.keyClick(page.box.edit, Key.Key_Down)
    qtbot.keyClick(page.box.edit, Key.Key_Return)
    qtbot.waitUntil(sources.viewer.isVisible)
    page.box.edit.setText("whales")
    qtbot.waitUntil(lambda: find(page, QLabel, "search_state_title").text() == "Nothing found")
    assert not sources.viewer.isVisible()


def test_an_error_is_said(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    def fail(query: str, mode: str) -> tuple[()]:
        raise UserError("The library cannot be read.", "Try again.")

    scripted.find = fail
    qtbot.keyClicks(page.box.edit, "x")
    qtbot.waitUntil(lambda: find(page, QLabel, "search_state_title").text() == "The library cannot be read.")


def test_a_table_of_the_results(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    scripted.find = lambda query, mode: (hits("/docs/a.pdf", 1), hits("/docs/b.pdf", 1))
    search(qtbot, page, scripted, "notice")
    commands = window_of(page).page_commands
    qtbot.mouseClick(find(page, QPushButton, "search_table_button"), Qt.MouseButton.LeftButton)
    assert commands.all_documents is not None
    section = commands.all_documents.table
    assert section.isVisible()
    assert find(section, QPushButton, "table_files_chip").text() == "Only 2 files  ×"
    menu = page.list.menus.make(page.list.results.row(0), ())
    commands.show_search()
    next(action for action in menu.actions() if action.text() == "Make a table of this file").trigger()
    assert section.isVisible()
    assert find(section, QPushButton, "table_files_chip").text() == "Only 1 file  ×"


def test_asking_about_the_results(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    scripted.find = lambda query, mode: (hits("/docs/a, b.pdf", 1), hits('/docs/say "x"/c.pdf', 1))
    search(qtbot, page, scripted, "notice")
    window = window_of(page)
    qtbot.mouseClick(find(page, QPushButton, "search_ask_button"), Qt.MouseButton.LeftButton)
    chat = window.chat_pane
    assert chat.isVisible()
    chips = chat.scope.findChildren(QPushButton, "scope_chip")
    assert [chip.text() for chip in chips] == ["a, b.pdf  ×", "c.pdf  ×"]
    chat.ask("How long?")
    qtbot.waitUntil(lambda: bool(scripted.called("answers.ask")))
    assert scripted.called("answers.ask")[-1].overrides == {
        "retrieval.filters": 'file_path in "/docs/a, b.pdf", "c.pdf"'
    }
    qtbot.waitUntil(lambda: not chat.busy)
    qtbot.mouseClick(chips[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(chat.scope.files) == 1)
    qtbot.mouseClick(chat.scope.findChildren(QPushButton, "scope_chip")[-1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not chat.scope.files)
    chat.ask("And else?")
    qtbot.waitUntil(lambda: len(scripted.called("answers.ask")) == 2)
    assert not scripted.called("answers.ask")[-1].overrides


def test_a_conversation_keeps_the_files_it_is_about(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    window = window_of(page)
    chat, chip = window.chat_pane, window.chat_pane.scope
    window.page_commands.ask_about(("/docs/a.pdf",))
    assert not scripted.called("conversations.set_scope")  # there is no conversation yet
    chat.ask("How long?")
    qtbot.waitUntil(lambda: list(scripted.conversation_scopes.values()) == [("/docs/a.pdf",)])
    qtbot.waitUntil(lambda: not chat.busy)
    first = chat.conversation_id
    window.page_commands.ask_about(("/docs/a.pdf", "/docs/b.pdf"))
    qtbot.waitUntil(lambda: len(scripted.conversation_scopes[first]) == 2)
    window.conversation_commands.new_conversation()
    assert chip.files == ()
    chat.ask("And in all files?")
    qtbot.waitUntil(lambda: chat.conversation_id not in ("", first) and not chat.busy)
    assert list(scripted.conversation_scopes) == [first]
    chat.open_conversation(first, "How long?")
    qtbot.waitUntil(lambda: chip.files == ("/docs/a.pdf", "/docs/b.pdf"))
    assert chip.isVisibleTo(chat)
    chip.clear()
    qtbot.waitUntil(lambda: scripted.conversation_scopes[first] == ())


def test_files_chosen_while_a_conversation_opens_stay(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    window = window_of(page)
    chat = window.chat_pane
    chat.ask("How long?")
    qtbot.waitUntil(lambda: bool(chat.conversation_id) and not chat.busy)
    first = chat.conversation_id
    window.conversation_commands.new_conversation()
    scripted.conversation_scopes[first] = ("/docs/old.pdf",)
    chat.open_conversation(first, "How long?")
    chat.scope.set_files(("/docs/new.pdf",))
    qtbot.wait(50)
    assert chat.scope.files == ("/docs/new.pdf",)
    assert scripted.conversation_scopes[first] == ("/docs/new.pdf",)


def test_the_pages_keep_their_own_right_side(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    window = window_of(page)
    window.page_commands.show_ask()
    window.chat_pane.ask("How long?")
    qtbot.waitUntil(lambda: bool(window.source_pane._list.sources.rowCount()))
    of_answer = window.source_pane._list.sources.sources()
    window.actions_table["view.search"].trigger()
    assert window.page_commands.searching
    search(qtbot, page, scripted, "notice")
    qtbot.keyClick(page.box.edit, Key.Key_Down)
    qtbot.waitUntil(lambda: window.source_pane._list.sources.rowCount() == 1)
    window.actions_table["view.ask"].trigger()
    assert window.source_pane._list.sources.sources() == of_answer


def test_recent_searches_are_offered(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    search(qtbot, page, scripted, "notice")
    qtbot.keyClick(page.box.edit, Key.Key_Return)
    page.box.edit.clear()
    offer = find(page, QPushButton, "search_offer_0")
    assert offer.text() == "notice"
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown(page) == ["/docs/lease.pdf"])


def test_another_library_is_searched_for_the_same(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    search(qtbot, page, scripted, "notice")
    scripted.add_library("Other", files=2)
    window = window_of(page)
    window.library_pane.refresh()
    qtbot.waitUntil(lambda: window.library_pane.libraries.rowCount() == 2)
    window.library_pane.choose_library("Other")
    qtbot.waitUntil(lambda: scripted.called("search.pages")[-1][:2] == ("Other", "notice"))


def test_the_link_of_a_hit_is_copied(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    search(qtbot, page, scripted, "notice period")
    for number, expected in ((0, (0, "")), (1, (1, "page"))):
        row = page.list.results.row(number)
        assert row is not None
        QGuiApplication.clipboard().clear()
        menu = page.list.menus.make(row, ())
        next(action for action in menu.actions() if action.objectName() == "result_link").trigger()
        qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("desktop-rag://"))
        link = parse_link(QGuiApplication.clipboard().text())
        assert (link.file, link.page) == ("lease.pdf", expected[0])
        assert bool(link.quote) is bool(expected[1])


def test_a_passage_becomes_a_test_question(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    search(qtbot, page, scripted, "notice period")
    row = page.list.results.row(1)
    assert row is not None
    menu = page.list.menus.make(row, ())
    next(action for action in menu.actions() if action.objectName() == "result_test_question_page").trigger()
    qtbot.waitUntil(lambda: bool(scripted.golden.questions))
    (question,) = scripted.golden.questions
    assert (question.text, question.expected) == ("notice period", (("/docs/lease.pdf", 1),))
    said = find(window_of(page), QLabel, "sources_said")
    qtbot.waitUntil(lambda: "lease.pdf" in said.accessibleName())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("width", [420, 560, 900])
def test_rows_are_painted_at_every_width(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker, width: int) -> None:
    long = "語" * 300
    scripted.find = lambda query, mode: (hits(f"/docs/{'long ' * 30}.pdf", 1, more=12), hits(f"/docs/{long}.docx", 1))
    search(qtbot, page, scripted, "notice")
    page.list.resize(width, 400)
    pixmap = QPixmap(page.list.size())
    page.list.render(pixmap)
    assert pixmap.width() == width


def test_results_are_spoken(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker, tmp_path: Path) -> None:
    search(qtbot, page, scripted, "notice")
    index = page.list.results.index(1)
    spoken = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    for part in ("lease.pdf", "Page 1", "notice period", "words"):
        assert part in spoken
    for name in ("folder", "kind", "date", "language"):
        assert page.filters.buttons[name].accessibleName()


def test_commands_of_conversations_leave_the_search_page(qtbot: QtBot, page: SearchPane) -> None:
    window = window_of(page)
    window.actions_table["conversation.new"].trigger()
    assert not window.page_commands.searching
    qtbot.waitUntil(window.chat_pane.question.edit.hasFocus)
    qtbot.mouseClick(find(window, QToolButton, "ask_page_search_button"), Qt.MouseButton.LeftButton)
    assert window.page_commands.searching
    qtbot.waitUntil(page.box.edit.hasFocus)
    assert find(window, QToolButton, "ask_page_ask_button").isChecked()
    assert find(window, QToolButton, "search_page_search_button").isChecked()


def test_escape_closes_what_lies_over_the_page(qtbot: QtBot, page: SearchPane, scripted: ScriptedWorker) -> None:
    window = window_of(page)
    window.resize(760, 560)
    qtbot.waitUntil(lambda: window.panes.narrow)
    search(qtbot, page, scripted, "notice")
    qtbot.keyClick(page.box.edit, Key.Key_Return)
    assert window.panes.sources_visible()
    for _ in range(2):
        qtbot.keyClick(page.box.edit, Key.Key_Escape)
    assert page.box.edit.text() == ""
    window.actions_table["answer.stop"].trigger()
    assert not window.panes.sources_visible()
