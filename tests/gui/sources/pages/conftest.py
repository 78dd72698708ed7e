"""The pages of a document of nine letter pages, as a scripted worker draws them: white."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pages.page_browser import PageBrowser
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.script import source

Open = Callable[..., PageBrowser]


@pytest.fixture
def browser(qtbot: QtBot, bridge: Bridge, appearance: Appearance, monkeypatch: pytest.MonkeyPatch) -> PageBrowser:
    """Nothing is shown yet."""
    monkeypatch.setattr(Appearance, "animated", property(lambda _self: False))
    result = PageBrowser(bridge, appearance)
    qtbot.addWidget(result)
    result.resize(648, 500)
    result.show()
    return result


@pytest.fixture
def open_pages(qtbot: QtBot, browser: PageBrowser) -> Open:
    """Opens the document at a page, the cited words marked if there are any."""

    def open_it(page: int = 3, cited: tuple[int, int] | None = (0, 5), file: str = "/docs/lease.pdf") -> PageBrowser:
        wanted = source(file=file, page=page)
        with qtbot.waitSignal(browser.marked):
            browser.show_source("Papers", wanted, cited)
        return browser

    return open_it
