"""The pictures of pages: sharp tiles for what is in sight, and small previews to show at once and in the list."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.pages import PageImage, PagePart
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.pages.job_queue import Request
from desktop_rag.gui.sources.pages.layout import PageLayout
from desktop_rag.gui.sources.pages.tiles import CACHE_BYTES, TILE_PIXELS, TileCache, TileKey, rows_of

PREVIEW_ZOOM = 0.4  # a letter page is 245 × 317 pixels: sharp enough for the list, drawn in 5 ms
PREVIEW_BYTES = 16 * 2**20  # 50 of them


def image_of(part: PagePart | PageImage) -> QImage:
    """Return a picture in the format that Qt draws fastest."""
    rows = QImage(part.rgb, part.width, part.height, 3 * part.width, QImage.Format.Format_RGB888)
    return rows.convertToFormat(QImage.Format.Format_RGB32)


class PagePictures(QObject):
    """Keeps the pictures of one document within a limit; says what to draw next when it is asked."""

    arrived = Signal(int)  # page

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._pages = bridge.worker.pages
        self._library = ""
        self._source: Source | None = None
        self._layout: PageLayout | None = None
        self.tiles: TileCache[QImage] = TileCache()
        self.previews: TileCache[QImage] = TileCache(PREVIEW_BYTES)
        self.failures: dict[int, str] = {}

    def show(self, library: str, source: Source, layout: PageLayout) -> None:
        """Draw pages of the source's file from now on, with what its library has recognised in them."""
        self._library, self._source, self._layout = library, source, layout

    def drop_tiles(self) -> None:
        """Drop the tiles, which are redrawn in a moment when needed."""
        self.tiles.clear()

    def clear(self) -> None:
        """Forget the document."""
        self._source = self._layout = None
        self.tiles.clear()
        self.previews.clear()
        self.failures.clear()

    def keep_preview(self, image: PageImage, *, dark: bool) -> None:
        """Keep the preview of a page."""
        picture = image_of(image)
        self.previews.put(preview_key(image.page, dark=dark), picture, picture.sizeInBytes())

    def next_tile(self, wanted: Callable[[], Sequence[TileKey]]) -> Request | None:
        """Return the request that draws the first missing tile of those wanted."""
        source, layout = self._source, self._layout
        if source is None or layout is None:
            return None
        # of more than fit, some would be drawn for ever in place of others
        for key in wanted()[: CACHE_BYTES // (4 * TILE_PIXELS)]:
            if key in self.tiles or key.page in self.failures or key.page > layout.count:
                continue
            rows = rows_of(layout.size(key.page), key.zoom)
            start = partial(
                self._pages.render_part,
                source.file,
                page=key.page,
                zoom=key.zoom,
                rows=(key.strip * rows, rows),
                dark=key.dark,
            )
            needed = partial(_is_among, key, wanted)
            return Request(start, partial(self._keep_tile, key), partial(self._fail, key.page), needed)
        return None

    def next_preview(self, wanted: Callable[[], Sequence[TileKey]]) -> Request | None:
        """Return the request that draws the first missing preview of those wanted."""
        if self._source is None:
            return None
        for key in wanted():
            if key not in self.previews and key.page not in self.failures:
                source = self._library, self._source
                start = partial(self._pages.render, *source, page=key.page, zoom=key.zoom, dark=key.dark)
                return Request(start, partial(self._keep_preview, key), partial(self._fail, key.page))
        return None

    def _keep_tile(self, key: TileKey, part: PagePart) -> None:
        picture = image_of(part)
        self.tiles.put(key, picture, picture.sizeInBytes())
        self.arrived.emit(key.page)

    def _keep_preview(self, key: TileKey, image: PageImage) -> None:
        picture = image_of(image)
        self.previews.put(key, picture, picture.sizeInBytes())
        self.arrived.emit(key.page)

    def _fail(self, page: int, error: UserError) -> None:
        self.failures[page] = f"{error.message}\n{error.next_step}".strip()
        self.arrived.emit(page)


def _is_among(key: TileKey, wanted: Callable[[], Sequence[TileKey]]) -> bool:
    return key in wanted()


def preview_key(page: int, *, dark: bool) -> TileKey:
    """Return the key of a page's preview."""
    return TileKey(page, PREVIEW_ZOOM, 0, dark)
