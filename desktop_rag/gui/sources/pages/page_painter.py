"""Paints the pages that are in sight: their tiles, the marks over them, what was found and what is selected."""

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QTransform

from desktop_rag.core.results.pages import Box
from desktop_rag.gui.sources.pages.highlight import Outlines
from desktop_rag.gui.sources.pages.layout import PageLayout
from desktop_rag.gui.sources.pages.page_pictures import PagePictures, preview_key
from desktop_rag.gui.sources.pages.tiles import TileKey, part_in_sight, pixel_size, rows_of, strips_in, zoom_of
from desktop_rag.gui.widgets.theme import BODY, Appearance, Theme, font

_SELECTED = 90  # of 255: how much of the selection's colour covers the words


def _nothing(_page: int) -> list[Box]:
    return []


@dataclass(frozen=True, slots=True)
class Overlays:
    """The overlays of the pages: boxes in points, by page."""

    marked_page: int = 0
    marks: Outlines = field(default_factory=Outlines)
    found: Callable[[int], list[Box]] = _nothing
    found_now: Callable[[int], list[Box]] = _nothing
    selected: Callable[[int], list[Box]] = _nothing


@dataclass(frozen=True, slots=True)
class Sight:
    """The part of the layout in sight: a box of it, the width of the layout, and the pixel ratio of the screen."""

    box: Box
    width: float
    ratio: float


class PagePainter:
    """Paints in logical pixels of a viewport; ``dark`` pages have their lightness turned round."""

    def __init__(self, appearance: Appearance, pictures: PagePictures) -> None:
        self._appearance = appearance
        self._pictures = pictures
        self.dark = False
        self.strength = 1.0

    def paint(self, painter: QPainter, layout: PageLayout, sight: Sight, overlays: Overlays) -> None:
        """Paint every page of which something is in sight."""
        for page in layout.pages_between(sight.box[1], sight.box[3]):
            painter.save()
            self._paint_page(painter, layout, page, sight, overlays)
            painter.restore()

    def _paint_page(self, painter: QPainter, layout: PageLayout, page: int, sight: Sight, overlays: Overlays) -> None:
        theme, (width, height) = self._appearance.theme, layout.shown_size(page)
        # whole device pixels: tiles are drawn as they are, and so stay sharp
        left = round((layout.left(page, sight.width) - sight.box[0]) * sight.ratio) / sight.ratio
        top = round((layout.top(page) - sight.box[1]) * sight.ratio) / sight.ratio
        painter.translate(left, top)
        area = QRectF(0, 0, width, height)
        painter.fillRect(area, theme.color("dark_paper" if self.dark else "paper"))
        failure = self._pictures.failures.get(page)
        if failure:
            self._tell(painter, area, failure)
        else:
            painter.save()
            painter.setTransform(_turn(layout, page), combine=True)
            self._paint_pictures(painter, layout, page, sight)
            painter.scale(layout.scale, layout.scale)
            self._paint_overlays(painter, page, overlays, theme)
            painter.restore()
            if not self.dark:
                painter.fillRect(area, QColor(theme.page_shade))  # pages are white: the dark theme dims them
        painter.setPen(QPen(theme.color("border"), 1))
        painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _tell(self, painter: QPainter, area: QRectF, message: str) -> None:
        painter.setFont(font(BODY, sample=message))
        painter.setPen(self._appearance.theme.color("on_dark_paper" if self.dark else "on_paper"))
        words = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(area.adjusted(24, 24, -24, -24), words, message)

    def _paint_pictures(self, painter: QPainter, layout: PageLayout, page: int, sight: Sight) -> None:
        """Paint the tiles in sight; as long as one is missing, the page's preview lies below."""
        size, zoom = layout.size(page), zoom_of(layout.scale, sight.ratio)
        part = part_in_sight(layout, page, sight.box, sight.width)
        keys = [TileKey(page, zoom, strip, self.dark) for strip in strips_in(layout, page, part, zoom)]
        tiles = [(key, self._pictures.tiles.get(key)) for key in keys]
        if any(tile is None for _, tile in tiles):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            preview = self._pictures.previews.get(preview_key(page, dark=self.dark))
            if preview is not None:
                painter.drawImage(QRectF(0, 0, size[0] * layout.scale, size[1] * layout.scale), preview)
            for other, picture in self._pictures.tiles.of_page(page, dark=self.dark):
                if other.zoom != zoom:
                    self._paint_tile(painter, layout, other, picture, layout.scale / other.zoom)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
        for key, tile in tiles:
            if tile is not None:
                self._paint_tile(painter, layout, key, tile, 1 / sight.ratio)

    def _paint_tile(self, painter: QPainter, layout: PageLayout, key: TileKey, picture: QImage, scale: float) -> None:
        """Paint a strip; ``scale`` is logical pixels per pixel of it."""
        size = layout.size(key.page)
        top, width = key.strip * rows_of(size, key.zoom), pixel_size(size, key.zoom)[0]
        painter.drawImage(QRectF(0, top * scale, width * scale, picture.height() * scale), picture)

    def _paint_overlays(self, painter: QPainter, page: int, overlays: Overlays, theme: Theme) -> None:
        """Paint the marks, as with a felt pen, then the hits and the selection; in points."""
        prefix = "dark_" if self.dark else ""
        modes = QPainter.CompositionMode
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setCompositionMode(modes.CompositionMode_Lighten if self.dark else modes.CompositionMode_Multiply)
        if page == overlays.marked_page:
            painter.setOpacity(self.strength)
            painter.fillPath(overlays.marks.passage, theme.color(f"{prefix}passage"))
            painter.fillPath(overlays.marks.cited, theme.color(f"{prefix}sentence"))
            painter.setOpacity(1.0)
        painter.fillPath(_boxes(overlays.found(page)), theme.color(f"{prefix}found"))
        painter.fillPath(_boxes(overlays.found_now(page)), theme.color(f"{prefix}found_now"))
        painter.setCompositionMode(modes.CompositionMode_SourceOver)
        colour = theme.color("accent")
        colour.setAlpha(_SELECTED)
        painter.fillPath(_boxes(overlays.selected(page)), colour)


def _turn(layout: PageLayout, page: int) -> QTransform:
    """Return the transform from an unrotated page to its shown place, in logical pixels."""
    width, height = layout.shown_size(page)
    match layout.rotation:
        case 90:
            return QTransform().translate(width, 0).rotate(90)
        case 180:
            return QTransform().translate(width, height).rotate(180)
        case 270:
            return QTransform().translate(0, height).rotate(270)
        case _:
            return QTransform()


def _boxes(boxes: list[Box]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for left, top, right, bottom in boxes:
        path.addRect(QRectF(left, top, right - left, bottom - top))
    return path
