"""What a person sees of pages: where a point of a page is, and in which colour."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage

from desktop_rag.gui.sources.pages.layout import Place
from desktop_rag.gui.sources.pages.page_browser import PageBrowser


def position(browser: PageBrowser, x: float, y: float, page: int = 3) -> QPoint:
    """Where in the viewport a point of a page is."""
    layout, view = browser.view.pages(), browser.view
    assert layout is not None
    left, top = layout.position_of(Place(page, x, y), view.content_width())
    return QPoint(round(left) - view.horizontalScrollBar().value(), round(top) - view.verticalScrollBar().value())


def colour_at(browser: PageBrowser, x: float, y: float, page: int = 3) -> QColor:
    place = position(browser, x, y, page)
    assert browser.view.viewport().rect().contains(place)
    picture: QImage = browser.view.viewport().grab().toImage()
    return picture.pixelColor(place)


def passage_in_sight(browser: PageBrowser) -> bool:
    return all(browser.view.viewport().rect().contains(position(browser, x, 505)) for x in (75, 300))


def drawn(browser: PageBrowser) -> bool:
    return all(key in browser.pictures.tiles for key in browser.view.wanted_tiles())
