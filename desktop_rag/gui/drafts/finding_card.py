"""What the files say of one sentence: verdict, reasons, the passage, the sources that it names, and the decision.

Of what does not fit within the text it has the words around it, and the reason.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import (
    DecisionKind,
    EvidencePlace,
    Finding,
    FindingDecision,
    OwnSource,
    TextSentence,
)
from desktop_rag.gui.drafts import draft_words
from desktop_rag.gui.evidence.card import VERDICT_ICONS
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, button, label, set_property
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import BODY, Appearance, font, icon_pixmap

_QUOTED = 600  # characters of a passage


class FindingCard(QScrollArea):
    """Shows one finding; each passage leads to its page."""

    passage_wanted = Signal(object)  # EvidencePlace
    decided = Signal(object)  # FindingDecision, None to take it back

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._finding: Finding | None = None
        self.setObjectName("draft_card")
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._icon, self._verdict = label("", "heading"), label("", "heading")
        self._verdict.setObjectName("draft_verdict")
        self._reasons, self._differs = label("", "body", wrap=True), label("", "body", wrap=True)
        self._reasons.setObjectName("draft_reasons")
        self._differs.setObjectName("draft_differs")
        for text in (self._reasons, self._differs):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._passage = PassageQuote("draft_passage")
        self._passage.wanted.connect(self._want)
        self._own = QVBoxLayout()
        self._own.setSpacing(8)
        self._own_title = label(self.tr("Sources that the text names"), "heading", wrap=True)
        self._decision = label("", "muted", wrap=True)
        self._decision.setObjectName("draft_decision")
        self._note = QLineEdit()
        self._note.setObjectName("draft_note")
        self._note.setMaxLength(1_000)
        self._note.setPlaceholderText(self.tr("Note"))
        self._note.setAccessibleName(self.tr("Note"))
        TextCentring(self._note)
        self._accept = self._push("", "draft_accept_button", DecisionKind.ACCEPTED)
        self._accept.setToolTip(self.tr("It stays as it is"))
        self._dismiss = self._push(self.tr("Dismiss finding"), "draft_dismiss_button", DecisionKind.DISMISSED)
        self._dismiss.setToolTip(self.tr("The finding is wrong"))
        self._undo = button(self.tr("Undo"), "draft_undo_button")
        self._undo.clicked.connect(partial(self.decided.emit, None))
        self._inner = QFrame()
        self._lay_out()
        appearance.changed.connect(self._recolour)
        self.tell(None)

    def tell(self, finding: Finding | None) -> None:
        """Show a finding, None for nothing."""
        before, self._finding = self._finding, finding
        if finding is not None and before is not None and draft_words.key_of(finding) != draft_words.key_of(before):
            self._note.clear()
        self.setVisible(finding is not None)
        if finding is None:
            self.setAccessibleName("")
            return
        sentence = finding if isinstance(finding, TextSentence) else None
        self._verdict.setText(draft_words.verdict(finding))
        self._recolour()
        for text, said in (
            (self._reasons, draft_words.reasons(finding)),
            (self._differs, draft_words.differs(finding)),
            (self._decision, draft_words.decision(finding)),
        ):
            text.setText(said)
            text.setVisible(bool(said))
        self._show_own(sentence)
        self._accept.setText(self.tr("Accept sentence") if sentence is not None else self.tr("Accept text"))
        is_open = finding.decision is None and draft_words.can_be_decided(finding)
        for widget in (self._note, self._accept, self._dismiss):
            widget.setVisible(is_open)
        self._undo.setVisible(finding.decision is not None)
        self.setAccessibleName(draft_words.spoken(finding))
        self.verticalScrollBar().setValue(0)

    def decide(self, kind: DecisionKind) -> None:
        """Decide about the finding, with the note that was typed."""
        self.decided.emit(FindingDecision(kind, self._note.text().strip()))

    def _push(self, text: str, name: str, kind: DecisionKind) -> QPushButton:
        push = button(text, name)
        push.clicked.connect(partial(self.decide, kind))
        return push

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self._verdict, 1)
        buttons = FlowRow(8)
        for push in (self._accept, self._dismiss, self._undo):
            buttons.add(push)
        inner = self._inner
        inner.setProperty("role", "card")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        for widget in (self._differs, self._reasons, self._passage, self._decision, self._note, buttons):
            layout.addWidget(widget)
        layout.addWidget(self._own_title)
        layout.addLayout(self._own)
        layout.addStretch(1)
        self.setWidget(inner)

    def _show_own(self, sentence: TextSentence | None) -> None:
        while self._own.count():
            item = self._own.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        own_sources = sentence.own if sentence is not None else ()
        for number, own in enumerate(own_sources):
            is_same = sentence is not None and own.place == sentence.place
            self._own.addWidget(OwnSourceView(f"draft_own_{number}", own, self._want, is_same=is_same))
        self._own_title.setVisible(bool(own_sources))

    def _want(self, place: EvidencePlace) -> None:
        self.passage_wanted.emit(place)

    def _recolour(self) -> None:
        if self._finding is None:
            return
        icon, role = finding_icon(self._finding)
        set_property(self._verdict, "tone", role)
        self._passage.tell(self._finding.place if isinstance(self._finding, TextSentence) else None)
        self._icon.setPixmap(icon_pixmap(icon, self._appearance.theme.color(role).name(), 16, self.devicePixelRatioF()))


def finding_icon(finding: Finding) -> tuple[str, str]:
    """Return the icon of a finding, and the role of its colour."""
    return VERDICT_ICONS[finding.verdict] if isinstance(finding, TextSentence) else ("warning", "warning")


class PassageQuote(QWidget):
    """The words of a source, its place, and the way to its page."""

    wanted = Signal(object)  # EvidencePlace

    def __init__(self, name: str) -> None:
        super().__init__()
        self._shown: EvidencePlace | None = None
        self._quote = label("", "muted", wrap=True)
        self._quote.setObjectName(f"{name}_quote")
        self._quote.setProperty("quoted", True)  # noqa: FBT003
        self._quote.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._place = ElidedLabel("", "muted", Qt.TextElideMode.ElideMiddle)
        self._place.setObjectName(f"{name}_place")
        self._open = button(self.tr("Show in document"), f"{name}_open_button", "link")
        self._open.clicked.connect(self._want)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._quote)
        layout.addWidget(self._place)
        layout.addWidget(self._open, 0, Qt.AlignmentFlag.AlignLeft)

    def tell(self, place: EvidencePlace | None) -> None:
        """Show a place, None for nothing."""
        self._shown = place
        self.setVisible(place is not None)
        if place is not None:
            self._quote.setFont(font(BODY, sample=place.quote))
            self._quote.setText(words.excerpt(words.plain(place.quote), _QUOTED))
            self._place.set_full_text(draft_words.place(place))
            self._open.setAccessibleName(f"{self._open.text()}: {draft_words.place(place)}")

    def _want(self) -> None:
        if self._shown is not None:
            self.wanted.emit(self._shown)


class OwnSourceView(QWidget):
    """A source that a sentence names itself; its words unless they are those of the sentence's passage."""

    def __init__(self, name: str, own: OwnSource, want: Callable[[EvidencePlace], None], *, is_same: bool) -> None:
        super().__init__()
        said = label(draft_words.own_source(own), "body", wrap=True)
        said.setObjectName(name)
        said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(said)
        if own.place is not None and not is_same and own.verdict is not Verdict.NOT_SAID:
            passage = PassageQuote(name)
            passage.tell(own.place)
            passage.wanted.connect(want)
            layout.addWidget(passage)
