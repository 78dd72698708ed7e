"""The card beside a sentence: its verdict and why, the passage's words, file and page, and the way to the page."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QEnterEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_rag.core.results.answers import Verdict
from desktop_rag.gui.evidence.evidence import Evidence
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, button, fit_height, label, set_property
from desktop_rag.gui.widgets.theme import BODY, Appearance, font, icon_pixmap
from desktop_rag.gui.widgets.timers import single_shot

_WIDTH, _GAP, _EDGE = 400, 6, 8  # pixels: of the card, between it and the sentence, to the window's edge
_QUOTED = 320  # characters of a passage
VERDICT_ICONS = {
    Verdict.SUPPORTED: ("check", "ok"),
    Verdict.PARTLY: ("warning", "warning"),
    Verdict.CONTRADICTED: ("close", "error"),
    Verdict.NOT_SAID: ("help", "muted"),
    Verdict.UNCHECKED: ("minus", "muted"),
}
"""The icon of each verdict, and the role of its colour."""
OPEN_MS, CLOSE_MS = 300, 300  # rest before the card opens; time to reach it with the pointer


@dataclass(frozen=True, slots=True)
class Pointed:
    """The evidence pointed at, and the sentence's place in the widget, which the card must not cover."""

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
        """The evidence on the card, None while it is closed."""
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
        """Show the present evidence for the sentence of the card; close it when that is gone."""
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


class EvidenceCard(QFrame):
    """Lies over its window and never takes the focus."""

    entered = Signal()
    left = Signal()
    open_wanted = Signal()

    def __init__(self, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self._appearance, self._window = appearance, window
        self.setObjectName("evidence_card")
        self.setProperty("role", "card")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._icon, self._verdict = label("", "heading"), label("", "heading")
        self._verdict.setObjectName("evidence_verdict")
        self._reasons, self._quote = label("", "muted", wrap=True), label("", "muted", wrap=True)
        self._reasons.setObjectName("evidence_reasons")
        self._quote.setObjectName("evidence_quote")
        self._quote.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._place = ElidedLabel("", "muted", Qt.TextElideMode.ElideMiddle)
        self._place.setObjectName("evidence_place")
        self._open = button(self.tr("Show in document"), "evidence_open_button", "link")
        self._open.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._open.clicked.connect(self.open_wanted)
        self._lay_out()
        self.hide()

    def tell(self, evidence: Evidence) -> None:
        """Show the evidence for a sentence."""
        verdict = verdict_words(evidence)
        self._verdict.setText(verdict)
        icon, role = VERDICT_ICONS[evidence.verdict or Verdict.UNCHECKED]
        set_property(self._verdict, "tone", role)
        self._icon.setVisible(bool(verdict))
        if verdict:
            colour = self._appearance.theme.color(role).name()
            self._icon.setPixmap(icon_pixmap(icon, colour, 16, self.devicePixelRatioF()))
        self._verdict.setVisible(bool(verdict))
        self._reasons.setText("\n".join(reasons_of(evidence)))
        self._reasons.setVisible(bool(self._reasons.text()))
        self._quote.setText(words.excerpt(words.plain(evidence.quote), _QUOTED))
        self._quote.setFont(font(BODY, sample=evidence.quote))
        self._quote.setVisible(bool(self._quote.text()))
        self._place.set_full_text(words.place(evidence.source) if evidence.source else "")
        self._footer.setVisible(evidence.source is not None)
        self.setAccessibleName(spoken(evidence))

    def show_beside(self, sentence: QRect) -> None:
        """Stand below a sentence, or above it, inside the window; ``sentence`` is in the window's coordinates."""
        area = self._window.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        fit_height(self, min(_WIDTH, area.width()))
        if place_beside(self.size(), sentence, area) is None and self._quote.isVisibleTo(self):
            self._quote.hide()
            fit_height(self, self.width())
        self.move(place_beside(self.size(), sentence, area) or _beside_anyhow(self.size(), sentence, area))
        self.show()
        self.raise_()

    def announce(self) -> None:
        """Let a screen reader say what the card shows."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleName()))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Emit ``entered``."""
        super().enterEvent(event)
        self.entered.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """Emit ``left``."""
        super().leaveEvent(event)
        self.left.emit()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self._verdict, 1)
        self._footer = QWidget()
        foot = QHBoxLayout(self._footer)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(12)
        foot.addWidget(self._place, 1)
        foot.addWidget(self._open)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 10)
        layout.setSpacing(8)
        layout.addLayout(head)
        for part in (self._reasons, self._quote, self._footer):
            layout.addWidget(part)


def place_beside(size: QSize, sentence: QRect, area: QRect) -> QPoint | None:
    """Return the place of a card below a sentence, else above it, inside ``area``; None when neither has the room."""
    x = max(area.left(), min(sentence.left(), area.right() + 1 - size.width()))
    below = max(area.top(), sentence.bottom() + 1 + _GAP)
    above = min(sentence.top() - _GAP, area.bottom() + 1) - size.height()
    if below + size.height() <= area.bottom() + 1:
        return QPoint(x, below)
    return QPoint(x, above) if above >= area.top() else None


def _beside_anyhow(size: QSize, sentence: QRect, area: QRect) -> QPoint:
    """Return the place on the side with more room, though a part of the card is cut off there."""
    x = max(area.left(), min(sentence.left(), area.right() + 1 - size.width()))
    if area.bottom() - sentence.bottom() >= sentence.top() - area.top():
        return QPoint(x, sentence.bottom() + 1 + _GAP)
    return QPoint(x, sentence.top() - _GAP - size.height())


def _tr(text: str) -> str:
    return QCoreApplication.translate("EvidenceCard", text)


def verdict_words(evidence: Evidence) -> str:
    """Return the verdict in words, "" before there is one, and where there is nothing to check."""
    if evidence.verdict is None or (evidence.verdict is Verdict.UNCHECKED and not evidence.reasons):
        return ""
    known = {
        Verdict.SUPPORTED: _tr("Supported"),
        Verdict.PARTLY: _tr("Partly supported"),
        Verdict.CONTRADICTED: _tr("Contradicted"),
        Verdict.NOT_SAID: _tr("Nothing found"),
        Verdict.UNCHECKED: _tr("Not checked"),
    }
    return known[evidence.verdict]


def reasons_of(evidence: Evidence) -> tuple[str, ...]:
    """Return the reasons for a sentence's verdict; for a supported one, the computation of its numbers."""
    if evidence.reasons or evidence.verdict is not Verdict.NOT_SAID:
        return tuple(map(words.sentence, evidence.reasons))
    return (_tr("No passage says this."),)


def spoken(evidence: Evidence) -> str:
    """Return the card's content as plain text."""
    place = words.place(evidence.source) if evidence.source else ""
    quote = words.excerpt(words.plain(evidence.quote), _QUOTED)
    parts = (verdict_words(evidence), *reasons_of(evidence), words.quoted(quote) if quote else "", place)
    return " ".join(part if part[-1] in ".”?!。" else f"{part}." for part in parts if part)
