"""Shows a rendered page with the passage and the cited sentence marked as with a felt pen."""

from PySide6.QtCore import (
    QEasingCurve,
    QObject,
    QPropertyAnimation,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QScrollBar

from desktop_rag.core.results.pages import PageImage
from desktop_rag.gui.widgets.theme import BODY, MOTION_MS, Appearance, font
from desktop_rag.gui.widgets.timers import single_shot

MARGIN = 12
_SCREEN = 96 / 72  # logical pixels of a point at 100 %
_STEP, _MINIMUM, _MAXIMUM = 1.2, 0.25, 4.0
_USUAL_WIDTH = 612.0  # points of a letter page, until the real width is known
_RESIZE_MS, _SLOW_MS = 150, 200


class HighlightFade(QObject):
    """Slides a scroll bar to a value; ``strength`` (0 to 1) is how visible the marks are meanwhile."""

    changed = Signal()

    def __init__(self, bar: QScrollBar, parent: QObject) -> None:
        super().__init__(parent)
        self.strength = 1.0
        self._bar = bar
        self._fade = QVariantAnimation(self)
        self._fade.setDuration(MOTION_MS)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self._fade.valueChanged.connect(self._set_strength)
        self._slide = QPropertyAnimation(bar, b"value", self)
        self._slide.setDuration(MOTION_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)

    def start(self, begin: int, goal: int) -> None:
        """Move from one value to another."""
        self._slide.stop()
        self._slide.setStartValue(begin)
        self._slide.setEndValue(goal)
        self._slide.start()
        self._fade.stop()
        self._fade.start()

    def jump(self, goal: int) -> None:
        """Jump there without an animation."""
        self._slide.stop()
        self._fade.stop()
        self._bar.setValue(goal)
        self._set_strength(1.0)

    def _set_strength(self, value: object) -> None:
        self.strength = float(value) if isinstance(value, float) else 1.0
        self.changed.emit()


class PageView(QAbstractScrollArea):
    """A page in a scroll area: it fits the width until the person zooms."""

    render_wanted = Signal()  # the page is needed sharper than it is
    zoom_changed = Signal()
    page_step = Signal(int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._image = QImage()
        self._page: PageImage | None = None
        self._rendered_zoom = 1.0
        self._factor: float | None = None  # None: fit the width
        self._message = ""
        self._passage, self._cited = QPainterPath(), QPainterPath()
        self.setObjectName("page_view")
        self.setAccessibleName(self.tr("Page"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._highlight = HighlightFade(self.verticalScrollBar(), self)
        self._highlight.changed.connect(self.viewport().update)
        self._settled = single_shot(self, _RESIZE_MS, self._want_sharp)
        self._slow = single_shot(self, _SLOW_MS, self._tell_slow)
        appearance.changed.connect(self.viewport().update)

    def wanted_zoom(self) -> float:
        """Return the zoom (1.0: 72 dpi) at which the page should be rendered for this screen."""
        return self._display_scale() * self.devicePixelRatioF()

    def show_page(self, page: PageImage, zoom: float) -> None:
        """Show a page rendered at ``zoom``; a page with marks is scrolled so that they can be seen."""
        again = self._page is not None and (self._page.file, self._page.page) == (page.file, page.page)
        same_marks = again and self._page is not None and _marks(self._page, self._rendered_zoom) == _marks(page, zoom)
        self._slow.stop()
        # copied: QImage does not keep the bytes it is given alive
        self._image = QImage(page.rgb, page.width, page.height, 3 * page.width, QImage.Format.Format_RGB888).copy()
        self._page, self._rendered_zoom, self._message = page, zoom, ""
        self._cited = _path(page.cited)
        # the sentence lies in its passage: multiplied twice it would be darker than its colour
        self._passage = _path(page.boxes).subtracted(self._cited)
        self._update_bars()
        if not same_marks:
            self._reveal(again=again)
        self.viewport().update()
        self.zoom_changed.emit()
        # the view may have grown while the page was rendered
        self._want_sharp()

    def expect(self, file: str) -> None:
        """Await another page; if it takes long, say so instead of showing the old one."""
        if self._page is None or self._page.file != file:
            self._slow.start()

    def show_message(self, message: str) -> None:
        """Say on the page why it cannot be shown."""
        self._slow.stop()
        self._page, self._image, self._message = None, QImage(), message
        self._update_bars()
        self.viewport().update()

    def message(self) -> str:
        """Return the sentence shown in the place of a page."""
        return self._message

    def page(self) -> PageImage | None:
        """Return the page that is shown."""
        return self._page

    def percent(self) -> int:
        """Return the magnification in percent."""
        return round(100 * self._display_scale() / _SCREEN)

    def zoom_by(self, steps: int) -> None:
        """Magnify (positive) or shrink around the middle of what is seen."""
        scale = self._display_scale() * _STEP**steps
        middle = self._middle()
        self._factor = min(max(scale, _MINIMUM * _SCREEN), _MAXIMUM * _SCREEN)
        self._rescale(middle)

    def fit_width(self) -> None:
        """Make the page as wide as the view."""
        self._factor = None
        self._rescale(self._middle())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom with plus, minus and zero; turn pages with left and right."""
        key = event.key()
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(-1)
        elif key == Qt.Key.Key_0:
            self.fit_width()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.page_step.emit(1 if key == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl held."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom_by(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep fitting the width; ask for a sharper page when resizing has ended."""
        super().resizeEvent(event)
        self._update_bars()
        self._settled.start()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the page, the marks multiplied over it, and a hairline around it."""
        painter = QPainter(self.viewport())
        theme = self._appearance.theme
        painter.fillRect(self.viewport().rect(), theme.color("window"))
        if self._message:
            painter.setFont(font(BODY, sample=self._message))
            painter.setPen(theme.color("muted"))
            box = self.viewport().rect().adjusted(32, 32, -32, -32)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._message)
        elif not self._image.isNull():
            target = self._target()
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(target, self._image)
            self._paint_marks(painter, target)
            # pages are white: the dark theme dims them
            painter.fillRect(target, QColor(theme.page_shade))
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawRect(target.adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.end()

    def _paint_marks(self, painter: QPainter, target: QRectF) -> None:
        """Multiply the marks over the page."""
        painter.save()
        painter.translate(target.topLeft())
        scale = target.width() / self._image.width()
        painter.scale(scale, scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.setOpacity(self._highlight.strength)
        painter.fillPath(self._passage, self._appearance.theme.color("passage"))
        painter.fillPath(self._cited, self._appearance.theme.color("sentence"))
        painter.restore()

    def _display_scale(self) -> float:
        """Logical pixels of a point."""
        if self._factor is not None:
            return self._factor
        points = self._image.width() / self._rendered_zoom if not self._image.isNull() else _USUAL_WIDTH
        return max(120.0, self.viewport().width() - 2 * MARGIN) / points

    def _page_size(self) -> QSize:
        """Return the page's size on the screen in logical pixels."""
        if self._image.isNull():
            return QSize(0, 0)
        scale = self._display_scale() / self._rendered_zoom
        return QSize(round(self._image.width() * scale), round(self._image.height() * scale))

    def _target(self) -> QRectF:
        size = self._page_size()
        spare = (self.viewport().width() - size.width()) / 2
        x = spare if spare >= MARGIN else MARGIN - self.horizontalScrollBar().value()
        return QRectF(x, MARGIN - self.verticalScrollBar().value(), size.width(), size.height())

    def _update_bars(self) -> None:
        size, view = self._page_size(), self.viewport().size()
        self.verticalScrollBar().setRange(0, max(0, size.height() + 2 * MARGIN - view.height()))
        self.verticalScrollBar().setPageStep(view.height())
        self.verticalScrollBar().setSingleStep(40)
        self.horizontalScrollBar().setRange(0, max(0, size.width() + 2 * MARGIN - view.width()))
        self.horizontalScrollBar().setPageStep(view.width())

    def _middle(self) -> float:
        """Which part of the page's height is in the middle of the view."""
        height = self._page_size().height() or 1
        return (self.verticalScrollBar().value() + self.viewport().height() / 2) / height

    def _rescale(self, middle: float) -> None:
        """Show the page at the new magnification; have it rendered sharper if need be."""
        self._update_bars()
        self.verticalScrollBar().setValue(round(middle * self._page_size().height() - self.viewport().height() / 2))
        self.viewport().update()
        self.zoom_changed.emit()
        self._settled.start()

    def _want_sharp(self) -> None:
        """Ask for a new rendering when the page is shown clearly larger than it was rendered."""
        if self._page is not None and self.wanted_zoom() > self._rendered_zoom * 1.1:
            self.render_wanted.emit()

    def _reveal(self, *, again: bool) -> None:
        marks = self._cited if not self._cited.isEmpty() else self._passage
        bar = self.verticalScrollBar()
        if marks.isEmpty():
            bar.setValue(0)
            return
        scale = self._display_scale() / self._rendered_zoom
        top = marks.boundingRect().top() * scale + MARGIN
        # a quarter of the view above the mark: people read what stands before it
        goal = min(max(0, round(top - self.viewport().height() / 4)), bar.maximum())
        if self._appearance.animated and self.isVisible():
            self._highlight.start(bar.value() if again else max(0, goal - 80), goal)
        else:
            self._highlight.jump(goal)

    def _tell_slow(self) -> None:
        self.show_message(self.tr("Opening the page…"))


def _path(boxes: tuple[tuple[float, float, float, float], ...]) -> QPainterPath:
    """Return boxes as one outline, so that overlapping ones are not marked twice."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for left, top, right, bottom in boxes:
        path.addRect(QRectF(left - 1, top, right - left + 2, bottom - top))
    return path.simplified()


def _marks(page: PageImage, zoom: float) -> tuple[tuple[int, ...], ...]:
    """Return what is marked, in points."""
    return tuple(tuple(round(edge / zoom) for edge in box) for box in (*page.boxes, *page.cited))
