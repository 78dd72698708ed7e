"""Small shared widgets: labels, icon buttons, a heading that folds, the block that says what happened and what to do.

Lines of labels end where they do in print: in Japanese between phrases, and nowhere behind the first sign of a pattern.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QClipboard,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWindow,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QListView,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.gui.widgets.theme import Appearance, icon_pixmap, scaled

_LEAST_SHOWN = 5.0  # widths of an “n” that a shortened text has room for, with its ellipsis: “Le…” tells nothing
_FRAME = 48  # pixels of a dialog's title bar, and a margin
_BELOW = 8  # pixels below a dialog, where its frame ends
_LEAST_SCROLLED = 80  # pixels that are left of a part that scrolls
_NARROW = 340  # pixels of a notice: the sidebar is at most 320
_JOINER = "\u2060"  # nothing is seen of it; no line ends beside it
_LONGEST = 14  # characters that are kept together: more may need more room than there is
_KANJI, _HIRAGANA, _KATAKANA = "\u3005\u4e00-\u9fff", "\u3041-\u309f", "\u30a1-\u30ff"
_STEM = "いきしちみりびぎじえけせねめれげべ"  # between two kanji: a verb of two parts, as in 読み取る
_JAPANESE = re.compile(f"[{_HIRAGANA}{_KATAKANA}]")
_SIGNS = re.compile(r"(?<=[„“「『])[!/*.-]+(?=\w)")  # at the beginning of a pattern: “!keep.bak”, “/old”
_PHRASES = re.compile(
    "(?<=[、。，．）」』】！？：；…・])(?=.)"  # behind what closes
    "|(?=[「『（【])"  # before what opens
    f"|(?<=[{_HIRAGANA}])(?=[おご][{_KANJI}])"  # before a prefix
    f"|(?<=[{_HIRAGANA}])(?<![おご])(?<![{_KANJI}][{_STEM}])(?=[{_KANJI}{_KATAKANA}\\w])(?=[^{_HIRAGANA}])"
    f"|(?<=[{_KANJI}][{_STEM}])(?=[{_KATAKANA}A-Za-z0-9])"
    "| ",
    re.DOTALL,
)


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text as it is: Qt takes names such as “<img src=…>.txt” for rich text."""
    return f'<p style="white-space:pre">{html.escape(text)}</p>' if "<" in text else text


class WrappedLabel(QLabel):
    """A label with as many lines as its text needs; none of them ends within a Japanese phrase."""

    def __init__(self) -> None:
        super().__init__()
        self._read_aloud = ""  # the accessible name that was set here
        self.setWordWrap(True)

    def setText(self, text: str) -> None:
        """Show a text."""
        shown = unbroken(text)
        super().setText(shown)
        if self.accessibleName() == self._read_aloud:  # nobody gave it another name
            self._read_aloud = text if shown != text else ""
            self.setAccessibleName(self._read_aloud)
        if shown != text:
            keep_clipboard_plain()

    def text(self) -> str:
        """Return the text as it was given."""
        return plain(super().text())

    def selectedText(self) -> str:
        """Return the selected words as they were given."""
        return plain(super().selectedText())


def label(text: str, role: str, *, wrap: bool = False) -> QLabel:
    """Return a plain-text label in one of the style sheet's text roles."""
    result = WrappedLabel() if wrap else QLabel()
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setText(text)
    result.setProperty("role", role)
    return result


def button(text: str, name: str, role: str = "") -> QPushButton:
    """Return a push button with a stable object name."""
    result = QPushButton(text)
    result.setObjectName(name)
    result.setAutoDefault(False)
    if role:
        result.setProperty("role", role)
    return result


def button_row(*buttons: QPushButton, start: QWidget | None = None) -> QHBoxLayout:
    """Return the last row of a dialog: its buttons at the right, ``start`` at the left."""
    row = QHBoxLayout()
    row.setSpacing(8)
    if start is not None:
        row.addWidget(start)
    row.addStretch(1)
    for push in buttons:
        row.addWidget(push)
    return row


def line() -> QFrame:
    """Return a hairline in the border colour."""
    result = QFrame()
    result.setProperty("role", "line")
    return result


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property the style sheet looks at, and let it look again."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class _Placing(QObject):
    """Waits until a dialog that was just opened stands where the system puts it, and then does something, once.

    One that changes its size before that may end up in the corner of the screen, its title outside: X tells of its
    first place, and after it was taken for the present one, of no other.
    """

    def __init__(self, window: QWindow, do: Callable[[], None], dialog: QWidget) -> None:
        super().__init__(dialog)
        self._dialog, self._do = dialog, do
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear that the dialog is on the screen."""
        if event.type() is QEvent.Type.Expose and isinstance(watched, QWindow) and watched.isExposed():
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._dialog, self._do)
            self.deleteLater()
        return False


def fit_height(dialog: QWidget, width: int, scrolled: QScrollArea | None = None) -> None:
    """Make a dialog of a fixed width as high as what is in it needs at that width, at once or when it has its place.

    Where the screen has less room, a part of it is ``scrolled``.
    """
    window = dialog.windowHandle() if dialog.isWindow() and dialog.isVisible() else None
    if window is not None and not window.isExposed():
        _Placing(window, partial(fit_height, dialog, width, scrolled), dialog)
        return
    dialog.setFixedWidth(width)
    for child in reversed(dialog.findChildren(QWidget)):  # what was shown or hidden just now counts, too
        if (inner := child.layout()) is not None:
            inner.invalidate()
            child.updateGeometry()
    layout = dialog.layout()
    if layout is not None:
        content = scrolled.widget() if scrolled is not None else None
        inner = content.layout() if content is not None else None
        if scrolled is not None and inner is not None:
            inside = layout.contentsMargins()
            scrolled.setFixedHeight(inner.totalHeightForWidth(width - inside.left() - inside.right()))
        layout.activate()
        needed = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        if scrolled is not None:
            room = dialog.screen().availableSize().height() - _FRAME
            scrolled.setFixedHeight(max(_LEAST_SCROLLED, scrolled.height() - max(0, needed - room)))
            needed = min(needed, room)
        dialog.setFixedHeight(needed)
        if isinstance(dialog, QDialog) and dialog.isVisible():
            _bring_up(dialog)


def _bring_up(dialog: QWidget) -> None:
    """Move a dialog that grew as far up as its lowest buttons need; its title stays on the screen."""
    screen = dialog.screen().availableGeometry()
    below = dialog.geometry().bottom() + _BELOW - screen.bottom()
    if below > 0:
        dialog.move(dialog.x(), max(screen.top(), dialog.y() - below))


def fitting(text: str, *shorter: str) -> str:
    """Return a text of which ``QFontMetrics.elidedText`` shows the first wording that fits, and cuts the last."""
    return "\x9c".join([text, *(one for one in shorter if one and one != text)])


class ElidedLabel(QLabel):
    """A one-line label that ends in an ellipsis, with the whole text as its tool tip when cut."""

    def __init__(self, text: str = "", role: str = "muted", mode: Qt.TextElideMode | None = None) -> None:
        super().__init__()
        self._full = self._wordings = ""
        self._mode = mode or Qt.TextElideMode.ElideRight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        # ignored: a long text must not make its column wider
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_full_text(text)

    def set_full_text(self, text: str, *shorter: str) -> None:
        """Show ``text``, shortened to the width there is; or of other wordings the first that fits."""
        self._full, self._wordings = text, fitting(text, *shorter)
        self.setAccessibleName(text)
        self._elide()

    def full_text(self) -> str:
        """Return the text before it was shortened."""
        return self._full

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten again for the new width."""
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        """Shorten again for a new font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._elide()

    def _elide(self) -> None:
        text = self.fontMetrics().elidedText(self._wordings.replace("\n", " "), self._mode, self.width())
        if text.endswith("…") and self.width() < _LEAST_SHOWN * self.fontMetrics().horizontalAdvance("n"):
            text = ""  # the tool tip has it all
        # setting a text asks for a new layout, which resizes, which shortens again
        if text != self.text():
            self.setText(text)
            self.setToolTip("" if text == self._full else plain_tip(self._full))


class IconLabel(QLabel):
    """An icon as decoration, in the colour of a role."""

    def __init__(self, appearance: Appearance, icon: str, size: int, role: str = "accent") -> None:
        super().__init__()
        self._appearance, self._icon, self._size, self._role = appearance, icon, size, role
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        appearance.changed.connect(self._recolour)
        self._recolour()

    def _recolour(self) -> None:
        colour = self._appearance.theme.color(self._role).name()
        self.setPixmap(icon_pixmap(self._icon, colour, self._size, self.devicePixelRatioF()))


class IconButton(QToolButton):
    """A button with an icon only, coloured by role; its name is its tool tip and accessible name."""

    def __init__(self, appearance: Appearance, icon: str, text: str, name: str, role: str = "") -> None:
        super().__init__()
        self._appearance = appearance
        self._icon = icon
        self._followed: QAction | None = None
        self.setObjectName(name)
        self.setIconSize(QSize(20, 20))
        self.setFixedSize(32, 32)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if role:
            self.setProperty("role", role)
        self.set_text(text)
        appearance.changed.connect(self._recolour)
        self._recolour()

    def set_text(self, text: str) -> None:
        """Change the name of the button."""
        self.setToolTip(text)
        self.setAccessibleName(text)

    def follow(self, action: QAction) -> None:
        """Trigger ``action`` on click, and show its shortcut in the tool tip."""
        self.clicked.connect(action.trigger)
        self._followed = action
        action.changed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        if self._followed is None:
            return
        shortcut = self._followed.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.setToolTip(f"{self.accessibleName()} ({shortcut})" if shortcut else self.accessibleName())

    def _recolour(self) -> None:
        self.setIcon(self._appearance.icon(self._icon))


class ChevronButton(QPushButton):
    """A button that opens something: its chevron stands at the right of its words."""

    def __init__(self, appearance: Appearance, name: str) -> None:
        super().__init__()
        self._appearance = appearance
        self.setObjectName(name)
        self.setAutoDefault(False)
        # Qt puts a button's icon before its words; turned round it stands behind them
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setIconSize(QSize(16, 16))
        appearance.changed.connect(self._recolour)
        self._recolour()

    def _recolour(self) -> None:
        self.setIcon(self._appearance.icon("chevron-down"))


class ComboBox(QComboBox):
    """A combo box with our chevron, which ignores the wheel unless it has the focus."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box, then the chevron."""
        super().paintEvent(event)
        painter = QPainter(self)
        pixmap = self._appearance.icon("chevron-down").pixmap(QSize(16, 16), self.devicePixelRatioF())
        painter.drawPixmap(self.width() - 26, (self.height() - 16) // 2, pixmap)
        painter.end()


class CheckBox(QCheckBox):
    """A check box whose mark can be seen in every theme."""

    def __init__(self, text: str, appearance: Appearance) -> None:
        super().__init__(text)
        self._appearance = appearance
        appearance.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words, then our mark over the style's own."""
        super().paintEvent(event)
        theme = self._appearance.theme
        box = QRectF(0.5, (self.height() - 18) / 2 + 0.5, 17, 17)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(box.adjusted(-1, -1, 2, 2), theme.color("window"))
        outline = "accent" if self.isChecked() or self.hasFocus() else "faint" if self.isEnabled() else "border"
        painter.setPen(theme.color(outline))
        painter.setBrush(theme.color("accent" if self.isChecked() else "surface" if self.isEnabled() else "window"))
        painter.drawRoundedRect(box, 4, 4)
        if self.isChecked():
            pixmap = self._appearance.icon("check", "on_accent").pixmap(QSize(14, 14), self.devicePixelRatioF())
            painter.drawPixmap(round(box.left() + 1.5), round(box.top() + 1.5), pixmap)
        painter.end()


@dataclass(frozen=True, slots=True)
class NoticeButton:
    """A button of a notice: its words, its object name, and its action."""

    text: str
    name: str
    do: Callable[[], object]


class Notice(QFrame):
    """A soft block: what happened in one sentence, what to do in a second, and buttons for it."""

    dismissed = Signal()

    def __init__(self, role: str = "notice") -> None:
        super().__init__()
        self.setProperty("role", role)
        self.setObjectName("notice")
        self._choices = 0
        self._message = label("", "heading", wrap=True)
        self._next_step = label("", "muted", wrap=True)
        for text in (self._message, self._next_step):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._message.setObjectName("notice_message")
        self._next_step.setObjectName("notice_next_step")
        words = self._words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._message)
        words.addWidget(self._next_step)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._inner = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._inner.setSpacing(12)
        self._inner.addLayout(words, 1)
        self._inner.addLayout(self._buttons)
        self._inner.setAlignment(self._buttons, Qt.AlignmentFlag.AlignLeft)
        self._outer = QHBoxLayout(self)
        self._outer.setContentsMargins(16, 12, 12, 12)
        self._outer.addLayout(self._inner, 1)

    def tell(self, message: str, next_step: str = "", choices: tuple[NoticeButton, ...] = ()) -> None:
        """Replace the message of the block."""
        self._message.setText(message)
        set_property(self._message, "role", "heading" if next_step else "muted")
        self._next_step.setText(next_step)
        self._next_step.setVisible(bool(next_step))
        self.setAccessibleName(f"{message} {next_step}".strip())
        while self._buttons.count():
            item = self._buttons.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()  # what it does belongs to the words before; it lives on until the event loop runs
                widget.deleteLater()
        for choice in choices:
            push = button(choice.text, choice.name)
            push.clicked.connect(choice.do)
            self._buttons.addWidget(push)
        self._choices = len(choices)
        self._arrange()
        self.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put a button below the words where both side by side would leave the words a column of single ones."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        below = self._choices > 1 or self.width() < scaled(_NARROW)
        directions = QBoxLayout.Direction
        self._inner.setDirection(directions.TopToBottom if below else directions.LeftToRight)

    def set_role(self, role: str) -> None:
        """Be a "notice" or a "failure"."""
        for widget in (self, self._message, self._next_step):
            widget.setProperty("role", role if widget is self else widget.property("role"))
            widget.style().unpolish(widget)
            widget.style().polish(widget)

    def add_field(self, field: QWidget) -> None:
        """Have a field below the words; who adds it shows it with those that it belongs to."""
        self._words.addWidget(field)

    def add_dismiss(self, appearance: Appearance) -> None:
        """Let the person close the block."""
        close = IconButton(appearance, "close", self.tr("Dismiss"), "notice_dismiss")
        close.clicked.connect(self.hide)
        close.clicked.connect(self.dismissed)
        self._outer.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)


def unbroken(text: str) -> str:
    """Return a text whose Japanese phrases no end of a line parts: a word and the small words that belong to it.

    In any language a quoted pattern keeps the signs that it begins with.

    Without a dictionary a phrase is known by its letters: it ends where hiragana, in which endings and particles are
    written, give way to other letters, and at punctuation.
    """
    if text.isascii():
        return text
    text = _SIGNS.sub(lambda found: f"{_JOINER.join(found[0])}{_JOINER}", text)
    if not _JAPANESE.search(text):
        return text
    ends = [0, *(found.end() for found in _PHRASES.finditer(text)), len(text)]
    return "".join(_joined(text[start:end]) for start, end in pairwise(ends))


def _joined(phrase: str) -> str:
    if len(phrase) > _LONGEST or phrase.isascii():
        return phrase
    return _JOINER.join(phrase.removesuffix(" ")) + (" " if phrase.endswith(" ") else "")


def plain(text: str) -> str:
    """Return a text without what ``unbroken`` put into it."""
    return text.replace(_JOINER, "")


@cache
def keep_clipboard_plain() -> None:
    """Take out of what is copied from labels what ``unbroken`` put into it, from now on."""
    QGuiApplication.clipboard().changed.connect(_clean)


def _clean(mode: QClipboard.Mode) -> None:
    clipboard = QGuiApplication.clipboard()
    owned = clipboard.ownsSelection() if mode is QClipboard.Mode.Selection else clipboard.ownsClipboard()
    if owned and _JOINER in (text := clipboard.text(mode)):
        clipboard.setText(plain(text), mode)


class CollapsibleSection(QWidget):
    """Shows ``content`` when opened; closed at first."""

    def __init__(self, appearance: Appearance, title: str, content: QWidget, name: str) -> None:
        super().__init__()
        self._appearance = appearance
        self.content = content
        self.toggle = QToolButton()
        self.toggle.setObjectName(name)
        self.toggle.setProperty("role", "fold")
        self.toggle.setCheckable(True)
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setIconSize(QSize(16, 16))
        self.toggle.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_title(title)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(content)
        content.hide()
        self.toggle.toggled.connect(self._open)
        appearance.changed.connect(self._recolour)
        self._recolour()

    def set_title(self, title: str) -> None:
        """Change the heading."""
        self.toggle.setText(title)
        self.toggle.setAccessibleName(title)

    def set_open(self, *, opened: bool) -> None:
        """Open or close."""
        self.toggle.setChecked(opened)

    def is_open(self) -> bool:
        """Return True if the content is shown."""
        return self.toggle.isChecked()

    def _open(self, opened: bool) -> None:  # noqa: FBT001 - the signal's argument
        self.content.setVisible(opened)
        self._recolour()

    def _recolour(self) -> None:
        self.toggle.setIcon(self._appearance.icon("chevron-down" if self.is_open() else "right"))


def set_up_list(rows: QListView, appearance: Appearance) -> None:
    """Show rows that a delegate draws: one is chosen at a time, and they scroll by the pixel, never sideways."""
    rows.setFrameShape(QFrame.Shape.NoFrame)
    rows.setMouseTracking(True)
    rows.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    rows.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    rows.verticalScrollBar().setSingleStep(24)
    appearance.changed.connect(rows.viewport().update)


def set_up_rows(table: QTableView, height: int) -> None:
    """Show rows of one height, without a grid and without numbers; Tab leaves the table.

    ``height`` is in pixels at the usual size of text.
    """
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    rows = table.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(scaled(height))
