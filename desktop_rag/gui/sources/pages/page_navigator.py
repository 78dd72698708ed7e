"""Moves about in the pages of a view: zooms, fits, turns, goes to pages and passages; keys, wheel and two fingers."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QNativeGestureEvent, QResizeEvent, QWheelEvent

from desktop_rag.core.results.pages import Box
from desktop_rag.gui.sources.pages.highlight import HighlightFade, Marks
from desktop_rag.gui.sources.pages.layout import GAP, PageLayout, Place, Size
from desktop_rag.gui.sources.pages.page_view import PageView
from desktop_rag.gui.sources.pages.zoom import FULL, STEP, Fit, Span, column, fitting, limited, sideways, upright
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

_SETTLED_MS = 120  # after the last step of zooming or resizing, pages are drawn anew
_ABOVE = 0.25  # of the view, above a passage: people read what stands before it
_SLIDE = 80  # pixels that another page slides into its place
_NOTCH = 120  # units of a wheel


class PageNavigator(QObject):
    """Controls the marks and the size of pages; the part being read stays in sight whatever changes."""

    settled = Signal()  # nothing changes any more: pictures are worth drawing

    def __init__(self, view: PageView, appearance: Appearance) -> None:
        super().__init__(view)
        self._view = view
        self._appearance = appearance
        self._fit: Fit | None = Fit.READING
        self._marks = Marks()
        self._highlight = HighlightFade(view.verticalScrollBar(), self)
        self._highlight.changed.connect(self._fade)
        self._highlight.arrived.connect(self._tell_marked)
        self._settling = single_shot(self, _SETTLED_MS, self.settled.emit)
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    @property
    def marks(self) -> Marks:
        """The marks."""
        return self._marks

    @property
    def changing(self) -> bool:
        """True if the magnification changed a moment ago, and may continue to change."""
        return self._settling.isActive()

    def percent(self) -> int:
        """Return the magnification in percent."""
        layout = self._view.pages()
        return round(100 * (layout.scale if layout is not None else FULL) / FULL)

    def begin(self, layout: PageLayout) -> None:
        """Show another document."""
        self._marks = Marks()
        self._fit = self._fit or Fit.READING
        self._view.show_pages(layout)
        self._rescale(layout, 1)
        self._highlight.jump(0)
        self._view.moved.emit()

    def mark(self, marks: Marks) -> None:
        """Bring a passage to sight; a page without marks is shown from its top."""
        layout, same = self._view.pages(), marks == self._marks
        near, self._marks = marks.page == self._marks.page, marks
        if layout is None:
            return
        if same and marks.lines:
            self._bring_marks_to_sight(layout)  # the person may have gone on, and comes back
            self._tell_marked()
            return
        self._rescale(layout, marks.page)
        if not marks.lines:
            self.go_to(marks.page)
            return
        self._scroll_sideways(layout, marks.page, marks.lines)
        bar, goal = self._view.verticalScrollBar(), self._height_of_marks(layout)
        if self._appearance.animated and self._view.isVisible():
            self._highlight.start(bar.value() if near else max(0, goal - _SLIDE), goal)
        else:
            self._highlight.jump(goal)
            self._tell_marked()

    def _height_of_marks(self, layout: PageLayout) -> int:
        """Return the value of the upright bar at which the marks are read."""
        first, read, around = (
            self._span(layout, boxes) for boxes in (self._marks.lines[:1], self._marks.lines, self._marks.every)
        )
        # the names of columns stand at the beginning of a row's passage
        wanted = (around, (around[0], read[1]), read)
        goal = max(0, round(upright(self._view.viewport().height(), first, wanted)))
        return min(goal, self._view.verticalScrollBar().maximum())

    def _span(self, layout: PageLayout, boxes: Sequence[Box]) -> Span:
        """Return from where to where boxes of the marked page go down in the layout."""
        _, top, _, bottom = self._area(layout, self._marks.page, boxes)
        return top, bottom

    def _bring_marks_to_sight(self, layout: PageLayout) -> None:
        """Scroll to what is marked unless it is in sight, all of it where there is room for that."""
        seen, down = self._view.viewport().height(), self._view.verticalScrollBar().value()
        top, bottom = self._span(layout, self._marks.lines)
        if bottom - top > seen:
            top, bottom = self._span(layout, self._marks.lines[:1])
        if not down <= top <= bottom <= down + seen:
            self._highlight.jump(self._height_of_marks(layout))
        self._scroll_sideways(layout, self._marks.page, self._marks.lines)

    def _tell_marked(self) -> None:
        """Pin the page of the passage, wherever it is in the view."""
        self._view.pin(self._marks.page)

    def go_to(self, page: int) -> None:
        """Show a page from its top."""
        if (layout := self._view.pages()) is not None:
            page = min(max(1, page), layout.count)
            self._highlight.jump(round(layout.top(page) - GAP))
            self._view.pin(page)

    def bring_to_sight(self, page: int, boxes: Sequence[Box]) -> None:
        """Scroll to the first of some boxes of a page, given in points, unless it is in sight."""
        layout, seen = self._view.pages(), self._view.viewport().size()
        if layout is None or not boxes:
            return
        left, top, right, bottom = self._area(layout, page, boxes[:1])
        across, down = self._view.horizontalScrollBar(), self._view.verticalScrollBar()
        if not down.value() <= top <= bottom <= down.value() + seen.height():
            self._highlight.jump(round(top - seen.height() * _ABOVE))
        if not across.value() <= left <= right <= across.value() + seen.width():
            self._scroll_sideways(layout, page, boxes)

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Magnify (positive) or shrink around a point of the view, or around what is read."""
        if (layout := self._view.pages()) is not None:
            self._zoom_to(layout.scale * STEP**steps, at)

    def fit(self, fit: Fit | None) -> None:
        """Fit the pages to the view, now and whenever it is resized; None: as large as they are printed."""
        if fit is None:
            self._zoom_to(FULL, None)
            return
        self._fit = fit
        self._change(self._rescale)

    def turn(self, degrees: int) -> None:
        """Turn all pages clockwise."""

        def turn(layout: PageLayout, page: int) -> None:
            layout.rotation += degrees
            self._rescale(layout, page)

        self._change(turn)

    def correct_sizes(self, first: int, sizes: Sequence[Size]) -> None:
        """Take the real sizes of pages; what is in sight stays there."""
        self._change(lambda layout, _: layout.set_sizes(first, sizes))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take keys, the wheel with Ctrl, two fingers on a touch pad; follow the size of the view."""
        if isinstance(event, QResizeEvent) and _watched is self._view.viewport():
            self._change(self._rescale, before=(event.oldSize().width(), event.oldSize().height()))
        elif event.type() is QEvent.Type.DevicePixelRatioChange:
            self._settling.start()
        elif isinstance(event, QWheelEvent):
            return self._take_wheel(event)
        elif isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            if (layout := self._view.pages()) is not None:
                self._zoom_to(layout.scale * (1 + event.value()), event.position())
            event.accept()  # else the view, around this viewport, gets it, too
            return True
        elif isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self._take_key(event)
        return False

    def _take_wheel(self, event: QWheelEvent) -> bool:
        self._highlight.stop()
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if event.angleDelta().y():
            self.zoom_by(event.angleDelta().y() / _NOTCH, event.position())
        event.accept()
        return True

    def _take_key(self, event: QKeyEvent) -> bool:
        """Zoom with plus and minus, fit with 0 and 9, turn pages with left and right, go to the ends."""
        if event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return False
        page, layout = self._view.current_page(), self._view.pages()
        keys: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Plus: lambda: self.zoom_by(1),
            Qt.Key.Key_Equal: lambda: self.zoom_by(1),
            Qt.Key.Key_Minus: lambda: self.zoom_by(-1),
            Qt.Key.Key_0: lambda: self.fit(Fit.WIDTH),
            Qt.Key.Key_9: lambda: self.fit(Fit.PAGE),
            Qt.Key.Key_1: lambda: self.fit(None),
            Qt.Key.Key_Left: lambda: self.go_to(page - 1),
            Qt.Key.Key_Right: lambda: self.go_to(page + 1),
            Qt.Key.Key_Home: lambda: self.go_to(1),
            Qt.Key.Key_End: lambda: self._highlight.jump(self._view.verticalScrollBar().maximum()),
            Qt.Key.Key_Space: lambda: self._page_down(back=bool(event.modifiers())),
        }
        do = keys.get(event.key())
        if do is None or layout is None:
            self._highlight.stop()
            return False
        do()
        return True

    def _page_down(self, *, back: bool) -> None:
        bar = self._view.verticalScrollBar()
        self._highlight.jump(bar.value() + round((-0.9 if back else 0.9) * bar.pageStep()))

    def _zoom_to(self, scale: float, at: QPointF | None) -> None:
        self._fit = None

        def zoom(layout: PageLayout, _page: int) -> None:
            layout.scale = limited(scale)

        self._change(zoom, at)

    def _rescale(self, layout: PageLayout, page: int) -> None:
        """Fit a page to the view, unless the person chose a magnification."""
        if self._fit is not None:
            lines = [layout.turned(page, box) for box in self._marks.around] if page == self._marks.page else []
            seen = (self._view.viewport().width(), self._view.viewport().height())
            is_row = bool(lines) and self._marks.is_row
            layout.scale = fitting(self._fit, layout.turned_size(page), seen, lines, is_row=is_row)
        self._view.update_bars()

    def _change(
        self,
        change: Callable[[PageLayout, int], None],
        at: QPointF | None = None,
        before: tuple[int, int] | None = None,
    ) -> None:
        """Change the layout; what is at a point of the view, or else what is read, stays where it is."""
        layout, viewport = self._view.pages(), self._view.viewport()
        if layout is None:
            return
        arriving = at is None and self._highlight.sliding
        self._highlight.stop()
        read = self._view.current_page()
        seen = before if before is not None and min(before) > 0 else (viewport.width(), viewport.height())
        place, spot, marked = self._anchor(layout, at, seen)
        change(layout, place.page)
        self._view.update_bars()
        x, y = layout.position_of(place, self._view.content_width())
        down = min(spot.y(), viewport.height() * (1 - _ABOVE))
        self._view.verticalScrollBar().setValue(round(y - down))
        self._view.horizontalScrollBar().setValue(round(x - spot.x() * viewport.width() / max(1, seen[0])))
        if arriving and self._marks.lines:
            self._highlight.jump(self._height_of_marks(layout))
        if (marked or arriving) and at is None:
            self._bring_marks_to_sight(layout)
            if arriving or read == self._marks.page:
                self._tell_marked()
        self._view.moved.emit()
        self._settling.start()

    def _anchor(self, layout: PageLayout, at: QPointF | None, seen: tuple[int, int]) -> tuple[Place, QPointF, bool]:
        """Return the place that stays, its position in the view, and True if marks are in sight."""
        across, down = self._view.horizontalScrollBar().value(), self._view.verticalScrollBar().value()
        width, spot, marked = max(float(seen[0]), layout.width), at, False
        if self._marks.lines:
            _, top, _, bottom = self._area(layout, self._marks.page, self._marks.lines[:1], width)
            marked = down <= bottom and top <= down + seen[1]
            if marked and spot is None:
                spot = QPointF(seen[0] / 2, (top + bottom) / 2 - down)
        if spot is None:
            spot = QPointF(seen[0] / 2, seen[1] / 2 if down else 0.0)
        return layout.place_at(spot.x() + across, spot.y() + down, width), spot, marked

    def _area(
        self, layout: PageLayout, page: int, boxes: Sequence[Box], width: float | None = None
    ) -> tuple[float, float, float, float]:
        """Return the area in the layout of boxes of a page."""
        shown = [layout.to_shown(page, box) for box in boxes]
        left, top = layout.left(page, self._view.content_width() if width is None else width), layout.top(page)
        edges = tuple(zip(*shown, strict=True))
        return left + min(edges[0]), top + min(edges[1]), left + max(edges[2]), top + max(edges[3])

    def _scroll_sideways(self, layout: PageLayout, page: int, boxes: Sequence[Box]) -> None:
        """Scroll to where the lines begin that boxes of a page stand in, and on to the first box if need be."""
        left, scale = layout.left(page, self._view.content_width()), layout.scale
        around = self._marks.around if page == self._marks.page and boxes == self._marks.lines else boxes
        begin, end = column(layout.turned_size(page)[0], [layout.turned(page, box) for box in around])
        shown = [layout.to_shown(page, box) for box in boxes]
        value = sideways(
            self._view.viewport().width(),
            (left, left + layout.shown_size(page)[0]),
            (left + begin * scale, left + end * scale),
            [(left + box[0], left + box[2]) for box in shown],
        )
        self._view.horizontalScrollBar().setValue(round(value))

    def _fade(self) -> None:
        self._view.painter.strength = self._highlight.strength
        self._view.viewport().update()
