"""Opens the card when the pointer rests on a marker or a marked sentence, or the keyboard comes to one."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from desktop_rag.gui.evidence.card import EvidenceCard
from desktop_rag.gui.evidence.evidence import Evidence
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.timers import single_shot

OPEN_MS, CLOSE_MS = 300, 300  # rest before the card opens; time to reach it with the pointer


@dataclass(frozen=True, slots=True)
class Pointed:
    """What is pointed at, and where the sentence stands in the widget, which the card must not cover."""

    evidence: Evidence
    place: QRect


class EvidenceHover(QObject):
    """Shows one card for one widget; the card is made when it is first needed."""

    open_wanted = Signal(object)  # Evidence

    def __init__(self, widget: QWidget, appearance: Appearance) -> None:
        super().__init__(widget)
        self._widget = widget
        self._appearance = appearance
        self._card: EvidenceCard | None = None
        self._area: QAbstractScrollArea | None = None  # followed while the card is open
        self._next: Pointed | None = None
        self._shown: Pointed | None = None
        self._is_held = False  # the keyboard is at what is shown
        self._opening = single_shot(self, OPEN_MS, self._open_next)
        self._closing = single_shot(self, CLOSE_MS, self.close)
        appearance.changed.connect(self.close)
        widget.installEventFilter(self)

    @property
    def shown(self) -> Evidence | None:
        """What the card shows, None while it is closed."""
        return self._shown.evidence if self._shown else None

    def point(self, pointed: Pointed | None) -> None:
        """Follow the pointer: open the card where it rests, close it some time after it has left."""
        if pointed is None:
            self._opening.stop()
            if self._shown is not None and not self._is_held:
                self._closing.start()
        elif pointed == self._shown:
            self._stay()
        elif pointed != self._next or not self._opening.isActive():
            self._closing.stop()
            self._next = pointed
            self._opening.start()

    def hold(self, pointed: Pointed) -> None:
        """Open the card at once and keep it: the keyboard is there."""
        self._show(pointed)
        self._is_held = True
        if self._card is not None:
            self._card.announce()

    def refresh(self, pointed: Pointed | None) -> None:
        """Show what is known by now of the sentence that the card is about; close it when that is gone."""
        if self._shown is None or pointed == self._shown:
            return
        if pointed is None:
            self.close()
        else:
            self._show(pointed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the card when its sentence is hidden with its page, or the room around it becomes another."""
        away = QEvent.Type.Hide if watched is self._widget else QEvent.Type.Resize
        if event.type() is away:
            self.close()
        return False

    def close(self) -> bool:
        """Close the card; return whether it was open."""
        was_open = self._shown is not None
        self._stay()
        self._shown, self._is_held = None, False
        if self._area is not None:
            self._area.verticalScrollBar().valueChanged.disconnect(self._follow)
            self._area.viewport().removeEventFilter(self)
            self._area = None
        if self._card is not None:
            self._card.hide()
        return was_open

    def _stay(self) -> None:
        self._opening.stop()
        self._closing.stop()

    def _open_next(self) -> None:
        if self._next is not None and self._widget.isVisible():
            self._is_held = False
            self._show(self._next)

    def _show(self, pointed: Pointed) -> None:
        self._stay()
        if self._card is None:
            self._card = EvidenceCard(self._appearance, self._widget.window())
            self._card.entered.connect(self._stay)
            self._card.left.connect(self._pointer_left)
            self._card.open_wanted.connect(self._emit_open)
            self._widget.destroyed.connect(self._card.deleteLater)  # it lies in the window
        self._shown = pointed
        self._card.tell(pointed.evidence)
        self._card.show_beside(self._place(pointed))
        if self._area is None and (area := scroll_area_of(self._widget)) is not None:
            self._area = area
            area.verticalScrollBar().valueChanged.connect(self._follow)
            area.viewport().installEventFilter(self)

    def _pointer_left(self) -> None:
        if not self._is_held:
            self._closing.start()

    def _place(self, pointed: Pointed) -> QRect:
        """Return the part of the sentence that is in sight, in the window's coordinates."""
        window = self._widget.window()
        place = QRect(self._widget.mapTo(window, pointed.place.topLeft()), pointed.place.size())
        if (area := scroll_area_of(self._widget)) is None:
            return place
        seen = area.viewport()
        return place & QRect(seen.mapTo(window, QPoint(0, 0)), seen.size())

    def _follow(self) -> None:
        """Go along when the sentence is scrolled; leave with it."""
        if self._shown is None or self._card is None:
            return
        place = self._place(self._shown)
        if place.isEmpty():
            self.close()
        else:
            self._card.show_beside(place)

    def _emit_open(self) -> None:
        if self._shown is not None:
            self.open_wanted.emit(self._shown.evidence)
        self.close()


def scroll_area_of(widget: QWidget) -> QAbstractScrollArea | None:
    """Return the area in which a widget is scrolled."""
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QAbstractScrollArea):
        parent = parent.parentWidget()
    return parent
