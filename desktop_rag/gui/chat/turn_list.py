"""The conversation as a column of turns that follows the answer while the person is at its end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.conversations import Turn
from desktop_rag.gui.widgets.basics import button
from desktop_rag.gui.widgets.theme import Appearance

if TYPE_CHECKING:
    from desktop_rag.gui.chat.turn_view import TurnView

COLUMN_WIDTH = 760
MARGIN = 28
SHOWN = 20  # turns of an old conversation shown at first
MOST = 60  # turns that are kept as widgets while one goes on asking: a whole day would fill the memory
_NEAR_END = 48


class TurnList(QScrollArea):
    """Scrolls the turns; those of a stored conversation are built one per pass of the event loop."""

    turn_added = Signal(object)  # TurnView
    built = Signal()  # stored turns are there with their answers

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._turns: list[TurnView] = []
        self._waiting: list[Turn] = []
        self._earlier: list[Turn] = []
        self._above = 0  # how many of the earlier ones are wanted
        self._follow = True
        self._wanted = -1  # which of the waiting turns is to be seen first
        self._pinned: TurnView | None = None  # its beginning stays in sight while it grows
        self._read: tuple[QWidget, int] | None = None  # the answer at the top of what is seen, and its height there
        self._moving = False
        self._lit: tuple[TurnView, Source, int] | None = None  # the source whose sentences are lit, and which of them
        self.setObjectName("turn_list")
        self.setAccessibleName(self.tr("Conversation"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._set_up_column()
        self._builder = QTimer(self)
        self._builder.setInterval(0)
        self._builder.timeout.connect(self._build_next)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._scrolled)

    def clear(self) -> None:
        """Remove every turn."""
        self._builder.stop()
        self._waiting, self._earlier, self._above = [], [], 0
        for turn in self._turns:
            self._column.removeWidget(turn)
            turn.deleteLater()
        self._turns, self._pinned, self._lit, self._read = [], None, None, None
        self._more.hide()
        self._follow = True

    def show_turns(self, turns: Sequence[Turn], place: int = -1) -> None:
        """Show a stored conversation from the turn with number ``place`` on; -1: from the beginning of the last one.

        A last turn with room above it is shown with those before it, down to its end. A question that was asked
        before the stored turns came stays where the person looks, and they are built above it.
        """
        if self._turns:
            asked = self._turns[0].asked_at
            # The question may have been stored before the turns were read.
            self._earlier = [turn for turn in turns if turn.asked_at < asked]
            self._above = SHOWN
            self._builder.start()
            return
        self.clear()
        first = max(0, len(turns) - SHOWN)
        self._wanted = max(0, place - first) if place >= 0 else len(turns) - 1 - first
        first = min(first, place) if place >= 0 else first
        self._earlier, self._waiting = list(turns[:first]), list(turns[first:])
        self._more.setVisible(bool(self._earlier))
        self._builder.start()

    def add_turn(self, question: str) -> "TurnView":
        """Add a turn at the end and go there."""
        # the new turn stands behind those that are not built yet
        while self._waiting:
            self._build_next()
        self._follow, self._pinned = True, None
        self._put_away()
        return self._insert(question, len(self._turns))

    def show_top(self, turn: "TurnView") -> None:
        """Show the beginning of a turn, and stay there while it grows, until the person scrolls."""
        self._pinned = turn
        # only when the layout has given it a place
        QTimer.singleShot(0, turn, self._keep_position)

    def show_beginning(self, turn: "TurnView") -> None:
        """Show the beginning of a turn that came at once, unless the person has scrolled meanwhile."""
        if self._follow:
            self.show_top(turn)

    def turns(self) -> "list[TurnView]":
        """Return the turns that are shown."""
        return list(self._turns)

    def number(self, turn: "TurnView") -> int:
        """Return the number of turns of the conversation before one."""
        return len(self._earlier) + self._turns.index(turn)

    def question_before(self, turn: "TurnView") -> str:
        """Return the question before that of a turn, "" for the first of the conversation."""
        place = self._turns.index(turn)
        before = self._turns[place - 1] if place else self._earlier[-1] if self._earlier else None
        return before.question if before is not None else ""

    def last_answered(self) -> "TurnView | None":
        """Return the last turn that has an answer."""
        return next((turn for turn in reversed(self._turns) if turn.answer is not None), None)

    def answer_to_read(self) -> QWidget | None:
        """Return the last answer, None before the first."""
        return next((turn.answer_view for turn in reversed(self._turns) if turn.answer_view.isVisible()), None)

    def close_card(self) -> bool:
        """Close the card beside a sentence; return whether one was open."""
        return any(turn.answer_view.hover.close() for turn in self._turns)

    def question_for(self, source: Source) -> str:
        """Return the question that a passage was found for, the last one if there are several; "" for none."""
        turn = self.last_with(source)
        return turn.question if turn is not None else ""

    def last_with(self, source: Source) -> "TurnView | None":
        """Return the last turn that a passage was found for."""
        return next((turn for turn in reversed(self._turns) if source in turn.sources), None)

    def light_up(self, turn: "TurnView", source: Source) -> tuple[int, int]:
        """Light up the sentences of a turn that cite a source, and go to one: the next each time it is asked again.

        Return which one of how many that is, (0, 0) when none cites it.
        """
        again = self._lit is not None and self._lit[:2] == (turn, source)
        step = self._lit[2] + 1 if self._lit is not None and again else 0
        for other in self._turns:
            other.answer_view.put_out()
        self._lit = turn, source, step
        count = turn.answer_view.light_up(source, step)
        return (step % count + 1, count) if count else (0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Centre the column at its greatest width."""
        super().resizeEvent(event)
        side = max(MARGIN, (self.width() - COLUMN_WIDTH) // 2)
        bar = self.width() - self.viewport().width()
        # the scroll bar takes its width from one side: the column stays in the middle of the window
        self._outer.setContentsMargins(side, 16, side - bar, 24)

    def _set_up_column(self) -> None:
        """Make the column, its button for earlier turns, and the space below."""
        self._inner = QWidget()
        self._inner.setObjectName("turns")
        self._outer = QVBoxLayout(self._inner)
        self._outer.setSpacing(0)
        self._more = button(self.tr("Show earlier questions"), "earlier_button", "quiet")
        self._more.clicked.connect(self._show_earlier)
        self._more.hide()
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._more)
        row.addStretch(1)
        self._column = QVBoxLayout()
        self._column.setSpacing(32)
        self._outer.addLayout(row)
        self._outer.addLayout(self._column)
        self._outer.addStretch(1)
        self.setWidget(self._inner)

    def _insert(self, question: str, row: int, asked_at: float | None = None) -> "TurnView":
        from desktop_rag.gui.chat.turn_view import TurnView  # no turn is seen at first

        turn = TurnView(self._appearance, question, asked_at)
        self._turns.insert(row, turn)
        self._column.insertWidget(row, turn)
        turn.order_focus(self._turns[row - 1].last_focus if row else self._more)
        if row + 1 < len(self._turns):
            self._turns[row + 1].order_focus(turn.last_focus)
        self.turn_added.emit(turn)
        return turn

    def _build_next(self) -> None:
        if self._waiting:
            turn = self._insert_stored(self._waiting.pop(0), len(self._turns))
            if len(self._turns) - 1 == self._wanted:
                self.show_top(turn)
        elif self._above and self._earlier:
            self._above -= 1
            self._insert_stored(self._earlier.pop(), 0)
        else:
            self._builder.stop()
            self._more.setVisible(bool(self._earlier))
            self.built.emit()

    def _insert_stored(self, stored: Turn, row: int) -> "TurnView":
        turn = self._insert(stored.question, row, stored.asked_at)
        if stored.answer is not None:
            turn.show_answer(stored.answer)
        else:
            turn.show_stopped()
        return turn

    def _show_earlier(self) -> None:
        """Build turns above those that are shown, the latest first."""
        self._follow = False
        self._more.hide()
        self._above = SHOWN
        self._builder.start()

    def _put_away(self) -> None:
        """Keep only the latest turns as widgets; the others are built again when they are asked for."""
        while len(self._turns) >= MOST:
            turn = self._turns.pop(0)
            self._earlier.append(Turn(turn.question, turn.answer, turn.asked_at))
            if self._lit is not None and self._lit[0] is turn:
                self._lit = None
            self._column.removeWidget(turn)
            turn.hide()
            turn.deleteLater()
            self._read, self._above = None, 0
        if self._earlier and not self._above:
            self._more.show()

    def _keep_position(self) -> None:
        """Bring the beginning of the pinned turn to the top, or the end of a growing answer into sight."""
        bar = self.verticalScrollBar()
        # otherwise this would be taken for the person's scrolling
        self._moving = True
        if self._pinned is not None:
            bar.setValue(self._pinned.mapTo(self._inner, self._pinned.rect().topLeft()).y() - 16)
        elif self._follow:
            bar.setValue(bar.maximum())
        elif self._read is not None:
            # something came above what is read: a warning, earlier questions
            answer, height = self._read
            bar.setValue(bar.value() + self._height_of(answer) - height)
            self._read = answer, self._height_of(answer)
        self._moving = False

    def _height_of(self, widget: QWidget) -> int:
        """Return the top of a turn's widget in the column."""
        return widget.mapTo(self._inner, QPoint(0, 0)).y()

    def _answer_at(self, value: int) -> tuple[QWidget, int] | None:
        """Return the last answer that begins above a height of the column, and where."""
        for turn in reversed(self._turns):
            if turn.answer_view.isVisible() and (height := self._height_of(turn.answer_view)) < value:
                return turn.answer_view, height
        return None

    def _range_changed(self, _minimum: int, _maximum: int) -> None:
        self._keep_position()

    def _scrolled(self, value: int) -> None:
        """Stop following when the person scrolls up; follow again at the end."""
        if not self._moving:
            self._pinned = None
            self._follow = value >= self.verticalScrollBar().maximum() - _NEAR_END
            self._read = self._answer_at(value)
