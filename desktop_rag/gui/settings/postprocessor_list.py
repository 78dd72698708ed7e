"""Editor of the steps after searching, a list with their parameters; stored as one line each."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from desktop_rag.gui.widgets.basics import ChevronButton, IconButton, label
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text
from desktop_rag.postprocessor.kinds import POSTPROCESSOR_KINDS, PostprocessorKind


@dataclass(slots=True)
class PostprocessorStep:
    """One line, taken apart: the postprocessor's name and what was set; ``rest`` is what is not understood."""

    name: str
    values: dict[str, str] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)

    def line(self) -> str:
        """Return the step as one line."""
        settings = [f"{key}={_quoted(value)}" for key, value in self.values.items() if value]
        return " ".join([self.name, *self.rest, *settings])


def parse_step(line: str) -> PostprocessorStep:
    """Take a line apart; what is in double quotation marks stays together."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters, lexer.quotes, lexer.escape = True, "", '"', ""
    try:
        parts = list(lexer)
    except ValueError:
        parts = line.split()
    step = PostprocessorStep(parts[0] if parts else "")
    for part in parts[1:]:
        key, equals, value = part.partition("=")
        if equals:
            step.values[key] = value
        else:
            step.rest.append(part)
    return step


class PostprocessorCard(QFrame):
    """One step: its name, what it does, and its parameters."""

    def __init__(self, appearance: Appearance, step: PostprocessorStep, kind: PostprocessorKind | None) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setObjectName("step_card")
        self._step = step
        self.edits: dict[str, QLineEdit] = {}
        self.up = IconButton(appearance, "up", self.tr("Move up"), "step_up")
        self.remove = IconButton(appearance, "close", self.tr("Remove"), "step_remove")
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(label(option_text(kind.label) if kind else step.name, "heading"), 1)
        head.addWidget(self.up)
        head.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 10)
        layout.setSpacing(4)
        layout.addLayout(head)
        if kind is not None and kind.help:
            layout.addWidget(label(option_text(kind.help), "small", wrap=True))
        names = dict.fromkeys([*(kind.parameters if kind else {}), *step.values])
        if names:
            layout.addLayout(self._make_grid(list(names), kind.parameters if kind else {}))

    def step(self) -> PostprocessorStep:
        """Return the step as it is now."""
        return PostprocessorStep(
            self._step.name, {key: edit.text().strip() for key, edit in self.edits.items()}, self._step.rest
        )

    def _make_grid(self, names: Sequence[str], defaults: Mapping[str, str]) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 4, 6, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        for place, name in enumerate(names):
            words = label(name.replace("_", " "), "muted")
            edit = QLineEdit(self._step.values.get(name, ""))
            TextCentring(edit)
            edit.setObjectName(f"step_{name}")
            edit.setAccessibleName(words.text())
            edit.setPlaceholderText(defaults.get(name, ""))
            words.setBuddy(edit)
            self.edits[name] = edit
            grid.addWidget(words, place // 2, place % 2 * 2)
            grid.addWidget(edit, place // 2, place % 2 * 2 + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        return grid


class PostprocessorList(QWidget):
    """The steps, from first to last."""

    changed = Signal()

    def __init__(self, appearance: Appearance, kinds: Sequence[PostprocessorKind]) -> None:
        super().__init__()
        self._appearance = appearance
        self._kinds = {kind.name: kind for kind in kinds}
        self._cards: list[PostprocessorCard] = []
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        self.add_button = ChevronButton(appearance, "step_add_button")
        self.add_button.setText(self.tr("Add a step"))
        menu = QMenu(self.add_button)
        menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # the button's own is turned for its chevron
        menu.setToolTipsVisible(True)
        for kind in kinds:
            action = menu.addAction(option_text(kind.label))
            action.setToolTip(option_text(kind.help))
            action.triggered.connect(partial(self._add_kind, kind.name))
        self.add_button.setMenu(menu)
        row = QHBoxLayout()
        row.addWidget(self.add_button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._column)
        layout.addLayout(row)
        self.setFocusProxy(self.add_button)

    def text(self) -> str:
        """Return the steps, one on each line."""
        return "\n".join(card.step().line() for card in self._cards)

    def set_text(self, text: str) -> None:
        """Show stored steps."""
        if text != self.text():
            self._show([parse_step(line) for line in text.splitlines() if line.strip()])

    def cards(self) -> list[PostprocessorCard]:
        """Return the cards that are shown."""
        return list(self._cards)

    def _show(self, steps: Sequence[PostprocessorStep]) -> None:
        for card in self._cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = [PostprocessorCard(self._appearance, step, self._kinds.get(step.name)) for step in steps]
        for place, card in enumerate(self._cards):
            self._column.addWidget(card)
            card.show()  # now, so that it can take the focus
            card.up.setEnabled(place > 0)
            card.up.clicked.connect(partial(self._move_up, place))
            card.remove.clicked.connect(partial(self._remove, place))
            for edit in card.edits.values():
                edit.textChanged.connect(self.changed)
        self.changed.emit()

    def _add_kind(self, name: str) -> None:
        self._show([*(card.step() for card in self._cards), PostprocessorStep(name)])
        edits = list(self._cards[-1].edits.values())
        (edits[0] if edits else self.add_button).setFocus()

    def _move_up(self, place: int) -> None:
        steps = [card.step() for card in self._cards]
        steps[place - 1], steps[place] = steps[place], steps[place - 1]
        self._show(steps)
        self._cards[place - 1].up.setFocus()

    def _remove(self, place: int) -> None:
        self._show([card.step() for at, card in enumerate(self._cards) if at != place])
        self.add_button.setFocus()


def make_postprocessor_editor(appearance: Appearance) -> PostprocessorList:
    """Return the list of steps."""
    return PostprocessorList(appearance, POSTPROCESSOR_KINDS)


def _quoted(value: str) -> str:
    plain = value.replace('"', "")
    return f'"{plain}"' if any(char.isspace() for char in plain) else plain
