"""Shows the pages of a document one below the other, as far as they were drawn."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from desktop_rag.gui.sources.pages.layout import PageLayout, Place
from desktop_rag.gui.sources.pages.page_painter import Overlays, PagePainter, Sight
from desktop_rag.gui.sources.pages.page_pictures import PagePictures
from desktop_rag.gui.sources.pages.tiles import TileKey, tiles_in, zoom_of
from desktop_rag.gui.widgets.theme import BODY, Appearance, font
from desktop_rag.gui.widgets.timers import single_shot

_SLOW_MS = 200
READ = 0.3  # of the view, from its top: people read there
_LINE = 40  # pixels that an arrow key scrolls


class PageView(QAbstractScrollArea):
    """Pages in a scroll area, or a sentence in their place. ``PageNavigator`` moves about in them."""

    moved = Signal()  # other pages are in sight, or they are larger or smaller

    def __init__(self, appearance: Appearance, pictures: PagePictures) -> None:
        super().__init__()
        self._appearance = appearance
        self._layout: PageLayout | None = None
        self._message = ""
        self._pinned = 0
        self._overlays = Overlays()
        self.painter = PagePainter(appearance, pictures)
        self.setObjectName("page_view")
        self.setAccessibleName(self.tr("Pages"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self._slow = single_shot(self, _SLOW_MS, self._tell_slow)
        appearance.changed.connect(self.viewport().update)
        pictures.arrived.connect(self._redraw)

    def show_pages(self, layout: PageLayout) -> None:
        """Show another document."""
        self._slow.stop()
        # always there: a bar that comes makes the pages narrower and lower, so that it goes, and comes again
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._layout, self._message, self._pinned = layout, "", 0
        self.update_bars()

    def expect(self) -> None:
        """Await another document; if it takes long, say so instead of showing the old one."""
        self._slow.start()

    def show_message(self, message: str) -> None:
        """Show in place of the pages the reason they cannot be shown."""
        self._slow.stop()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._layout, self._message = None, message
        self.update_bars()
        self.moved.emit()

    def message(self) -> str:
        """Return the sentence shown in the place of the pages."""
        return self._message

    def pages(self) -> PageLayout | None:
        """Return the pages that are shown, None when there are none."""
        return self._layout

    def current_page(self) -> int:
        """Return the page that is being read, 0 when there is none."""
        if self._layout is None:
            return 0
        bar = self.verticalScrollBar()
        if self._pinned:
            return min(self._pinned, self._layout.count)
        if bar.value() == bar.maximum() > 0:
            return self._layout.count  # the last one may never reach that far
        return self._layout.page_at(bar.value() + self.viewport().height() * READ) if bar.value() else 1

    def pin(self, page: int) -> None:
        """Take a page for the one that is being read until the view is scrolled: it may stand anywhere in it."""
        self._pinned = page
        self.moved.emit()

    def show_overlays(self, overlays: Overlays) -> None:
        """Show overlays on the pages."""
        self._overlays = overlays
        self.viewport().update()

    def content_width(self) -> float:
        """Return the width of the content: pages stand in the middle of it."""
        widest = self._layout.width if self._layout is not None else 0.0
        return max(float(self.viewport().width()), widest)

    def place_at(self, position: QPointF) -> Place | None:
        """Return the page and point at a position of the viewport."""
        if self._layout is None:
            return None
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        return self._layout.place_at(position.x() + across, position.y() + down, self.content_width())

    def pages_in_sight(self) -> range:
        """Return the pages of which something is in sight."""
        if self._layout is None:
            return range(0)
        top = self.verticalScrollBar().value()
        return self._layout.pages_between(top, top + self.viewport().height())

    def wanted_tiles(self, ahead: float = 0.0) -> list[TileKey]:
        """Return the tiles in sight, and as many views beyond as ``ahead``, the nearest to the middle first."""
        if self._layout is None or not self.isVisible():
            return []
        x0, y0, x1, y1 = self._sight().box
        beyond = ahead * (y1 - y0)
        box = (x0, max(0.0, y0 - beyond), x1, min(self._layout.height, y1 + beyond))
        zoom = zoom_of(self._layout.scale, self.devicePixelRatioF())
        return tiles_in(self._layout, box, self.content_width(), zoom, dark=self.painter.dark)

    def update_bars(self) -> None:
        """Let the scroll bars reach the ends of what is shown."""
        width, height = self.viewport().width(), self.viewport().height()
        whole = (self._layout.width, self._layout.height) if self._layout is not None else (0.0, 0.0)
        for bar, size, seen in (
            (self.horizontalScrollBar(), whole[0], width),
            (self.verticalScrollBar(), whole[1], height),
        ):
            bar.setRange(0, max(0, round(size) - seen))
            bar.setPageStep(seen)
            bar.setSingleStep(_LINE)
        self.viewport().update()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint after scrolling."""
        super().scrollContentsBy(dx, dy)
        self._pinned = 0
        self.viewport().update()
        self.moved.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the pages, or the message in their place."""
        painter = QPainter(self.viewport())
        theme = self._appearance.theme
        painter.fillRect(self.viewport().rect(), theme.color("window"))
        if self._message:
            painter.setFont(font(BODY, sample=self._message))
            painter.setPen(theme.color("muted"))
            words = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.viewport().rect()).adjusted(32, 32, -32, -32), words, self._message)
        elif self._layout is not None:
            self.painter.paint(painter, self._layout, self._sight(), self._overlays)
        painter.end()

    def _sight(self) -> Sight:
        x, y = float(self.horizontalScrollBar().value()), float(self.verticalScrollBar().value())
        box = (x, y, x + self.viewport().width(), y + self.viewport().height())
        return Sight(box, self.content_width(), self.devicePixelRatioF())

    def _redraw(self, page: int) -> None:
        """Paint again when the picture of a page in sight came."""
        if page in self.pages_in_sight():
            self.viewport().update()

    def _tell_slow(self) -> None:
        self.show_message(self.tr("Opening the page…"))
