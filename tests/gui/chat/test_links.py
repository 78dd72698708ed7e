"""Links in answers: shown, asked about once for each host, and never more than the web and mail."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.shell.link_opener import LinkOpener
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import ask
from tests.helpers.scripted_worker import ScriptedWorker


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    urls: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(QUrl(url).toString()))
    return urls


@pytest.fixture
def view(qtbot: QtBot, appearance: Appearance) -> Iterator[AnswerView]:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(600, 100)
    view.show()
    yield view
    QApplication.closeAllWindows()


def place_of(view: AnswerView, words: str) -> QPoint:
    """The middle of some words of an answer."""
    found = view.document().find(words)
    middle = QTextCursor(view.document())
    middle.setPosition((found.selectionStart() + found.selectionEnd()) // 2)
    return view.cursorRect(middle).center()


def box(window: MainWindow) -> QMessageBox:
    found = window.findChildren(QMessageBox, "open_link_box")
    assert len(found) == 1
    return found[0]


def press(qtbot: QtBot, window: MainWindow, name: str | None) -> None:
    """Agree, or press Esc."""
    asked = box(window)
    if name is None:
        qtbot.keyClick(asked, Qt.Key.Key_Escape)
    else:
        push = asked.findChild(QPushButton, name)
        assert push is not None
        qtbot.mouseClick(push, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.findChildren(QMessageBox, "open_link_box"))


def test_a_link_shows_its_target_and_asks_once_for_each_host(
    qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker, opened: list[str]
) -> None:
    scripted.add_library("Papers")
    text = (
        "See [the report](https://example.org/a?q=1) and [more](https://example.org/b) or [that](http://evil.example/)."
    )
    scripted.answer = replace(scripted.whole_answer("q", text), citations=())
    window = open_window()
    view = ask(qtbot, window).answer_view
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, "report"))
    assert "https://example.org/a?q=1" in box(window).informativeText()
    press(qtbot, window, None)
    assert opened == []
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, "report"))
    press(qtbot, window, "confirm_open_link_button")
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, "more"))
    assert opened == ["https://example.org/a?q=1", "https://example.org/b"]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, "that"))
    assert "evil.example" in box(window).text()
    press(qtbot, window, None)
    assert len(opened) == 2


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "ftp://example.org/",
        "vbscript:x",
        "smb://host/share",
        "https://",
        "mailto:",
        "example.org",
        "",
    ],
)
def test_other_addresses_are_never_opened(qtbot: QtBot, view: AnswerView, opened: list[str], address: str) -> None:
    opener = LinkOpener(view)
    opener.open(QUrl(address))
    assert view.findChildren(QMessageBox) == []
    assert opened == []


def test_what_is_asked_cannot_be_disguised(qtbot: QtBot, view: AnswerView) -> None:
    LinkOpener(view).open(QUrl("https://bank.com@xn--80ak6aa92e.com/" + "a" * 5000 + "?secret"))
    (asked,) = view.findChildren(QMessageBox)
    assert asked.text() == "Open “xn--80ak6aa92e.com”?"
    assert asked.textFormat() == Qt.TextFormat.PlainText
    assert max(len(line) for line in asked.informativeText().split("\n\n", 1)[0].splitlines()) <= 60
    assert "?secret" in asked.informativeText().replace("\n", "")
    asked.close()


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("[https://bank.com](https://evil.example/x)", "https://bank.com (https://evil.example/x)"),
        ("[bank.com](https://bank.com@evil.example/)", "bank.com (https://bank.com@evil.example/)"),
        ("[**www.bank.com**](https://bank.com.evil.example)", "www.bank.com (https://bank.com.evil.example)"),
        ("[me@bank.com](mailto:you@evil.example)", "me@bank.com (you@evil.example)"),
        ("[bank.com/login](https://www.bank.com/login)", "bank.com/login"),
        ("[me@bank.com](mailto:me@bank.com)", "me@bank.com"),
        ("[the bank](https://evil.example)", "the bank"),
        ("<https://bank.com/ü>", "https://bank.com/ü"),
    ],
)
def test_words_that_look_like_another_address_show_the_real_one(view: AnswerView, markdown: str, shown: str) -> None:
    view.show_text(markdown, (), ())
    assert view.toPlainText() == shown


@pytest.mark.parametrize(
    "markdown",
    [
        "![x](https://evil.example/p.png)",
        "![x](file:///etc/passwd)",
        "![x][1]\n\n[1]: https://evil.example/p.png",
        '<img src="https://evil.example/p.png">',
        "[![x](https://evil.example/p.png)](https://evil.example/)",
    ],
)
def test_pictures_are_never_loaded(view: AnswerView, markdown: str) -> None:
    view.show_text(markdown, (), ())
    assert "<img" not in view.toHtml()
    assert (
        view.document().resource(QTextDocument.ResourceType.ImageResource, QUrl("https://evil.example/p.png")) is None
    )
