"""A thousand pages in the viewer, drawn by the real worker: memory has its limit, words are found and copied."""

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import Source
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pages.page_browser import PageBrowser
from desktop_rag.gui.sources.pages.page_pictures import PREVIEW_BYTES
from desktop_rag.gui.sources.pages.tiles import CACHE_BYTES
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.worker.worker import Worker

LONG = 60_000
PAGES = 1000
pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A PDF of 1,000 pages, each tenth of them wide; a word stands on two of them only."""
    document = pymupdf.open()
    for number in range(1, PAGES + 1):
        wide = number % 10 == 0
        page = document.new_page(width=792 if wide else 612, height=612 if wide else 792)
        page.insert_text((72, 100), f"This is page {number}.")
        if number in (400, 900):
            page.insert_text((72, 300), "Here lives the axolotl.")
    path = tmp_path_factory.mktemp("pages") / "thousand.pdf"
    document.save(path)
    return path


@pytest.fixture
def browser(
    qtbot: QtBot, appearance: Appearance, tmp_path: Path, thousand: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PageBrowser]:
    """The document, opened at its 500th page."""
    monkeypatch.setattr(Appearance, "animated", property(lambda _self: False))
    worker = Worker(tmp_path / "data")
    bridge = Bridge(worker)
    result = PageBrowser(bridge, appearance)
    qtbot.addWidget(result)
    result.resize(700, 800)
    result.show()
    text = "This is page 500."
    with qtbot.waitSignal(result.marked, timeout=LONG):
        result.show_source("", Source(1, 1.0, str(thousand), 500, "500", 0, len(text), text, "n"), (8, 16))
    yield result
    bridge.close()
    worker.close()


def drawn(browser: PageBrowser) -> bool:
    return all(key in browser.pictures.tiles for key in browser.view.wanted_tiles())


def test_it_opens_at_the_passage_and_the_sizes_of_all_pages_follow(qtbot: QtBot, browser: PageBrowser) -> None:
    layout = browser.view.pages()
    assert layout is not None
    assert (layout.count, browser.view.current_page()) == (PAGES, 500)
    (line,) = browser.navigator.marks.cited
    assert 72 < line[0] < line[2] < 200
    assert line[1] < 100 < line[3]
    qtbot.waitUntil(lambda: layout.size(10) == (792, 612) and layout.size(999) == (612, 792), timeout=LONG)
    assert browser.view.current_page() == 500


def test_scrolling_through_it_takes_no_more_memory_than_allowed(qtbot: QtBot, browser: PageBrowser) -> None:
    pictures = browser.pictures
    most = 0
    for page in range(1, PAGES, 20):
        browser.navigator.go_to(page)
        qtbot.waitUntil(lambda: drawn(browser), timeout=LONG)
        held = sum(picture.sizeInBytes() for key in list(pictures.tiles) if (picture := pictures.tiles.get(key)))
        assert held == pictures.tiles.bytes <= CACHE_BYTES
        assert pictures.previews.bytes <= PREVIEW_BYTES
        most = max(most, held)
    assert most > CACHE_BYTES / 2, "nothing was let go of: the limit was not tried"


def test_words_are_found_on_all_its_pages_and_copied(qtbot: QtBot, browser: PageBrowser) -> None:
    told: list[tuple[int, int, bool]] = []
    browser.found.connect(lambda *place: told.append(place))
    browser.look_for("THE AXOLOTL")
    qtbot.waitUntil(lambda: bool(told) and told[-1] == (2, 2, True), timeout=LONG)
    assert browser.view.current_page() == 900, "the nearest after the page that was read"
    browser.step_to(1)
    assert told[-1] == (1, 2, True)
    qtbot.waitUntil(lambda: browser.selector.knows(400), timeout=LONG)
    browser.view.pin(400)
    qtbot.keyClick(browser.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(browser.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().split() == "This is page 400. Here lives the axolotl.".split()
