"""The right side: the passages of the answer in focus, and the page of the one that is open."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.link_copier import LinkCopier
from desktop_rag.gui.sources.source_list import CARD_HEIGHT, GAP, SourceList
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, IconLabel, button, label, plain_tip
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.gui.sources.passage_viewer import PassageViewer, ViewerParts

_SAID_MS = 4_000
_CARDS = 3  # cards shown above a page before they scroll


class SourcePane(QWidget):
    """Lists sources and shows one of them; what shows it is made for the first that is opened."""

    close_wanted = Signal()
    use_wanted = Signal(object)  # Source: where does the answer use it?
    answer_shown = Signal(object)  # Source: it answers the question
    wanted = Signal()  # the sources are to be seen
    viewer_made = Signal(object)  # PassageViewer
    test_question_wanted = Signal(object, bool)  # Source; whether its page is meant rather than the file

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("source_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(320)
        self._bridge = bridge
        self._appearance = appearance
        self._library = ""
        self._viewer: PassageViewer | None = None
        self._parts: ViewerParts | None = None
        self._list = SourceList(appearance)
        self.links = LinkCopier(bridge, self)
        self.answer_bar = AnswerBar(appearance)
        self.use_button = IconButton(
            appearance, "conversation", self.tr("Show where the answer uses the source"), "show_use_button"
        )
        self.use_button.hide()
        self._searching = False
        self._close = IconButton(appearance, "close", self.tr("Hide sources"), "close_sources_button")
        self._close.clicked.connect(self.close_wanted)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setObjectName("sources_splitter")
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(8)
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(16, 0, 16, 0)
        inner.addWidget(self._list)
        self._list.setMinimumHeight(scaled(CARD_HEIGHT))
        self._splitter.addWidget(holder)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._make_empty(appearance))
        self._stack.addWidget(self._splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._make_header())
        layout.addWidget(self.answer_bar)
        layout.addWidget(self._stack, 1)
        self._list.chosen.connect(self._choose)
        self._list.test_question_wanted.connect(self.test_question_wanted)
        self._list.answer_shown.connect(self.answer_shown)
        self._list.link_wanted.connect(self._copy_link)
        self.links.copied.connect(self._tell_link)
        self.links.failed.connect(self.show_error)
        self.show_purpose(searching=False)

    @property
    def viewer(self) -> "PassageViewer":
        """The viewer for sources, whether one is open or not."""
        if self._viewer is None:
            self._viewer = self._make_viewer()
            self.viewer_made.emit(self._viewer)
        return self._viewer

    @property
    def opened(self) -> "PassageViewer | None":
        """The viewer of the open source; None where none is."""
        return self._viewer if self._viewer is not None and not self._viewer.isHidden() else None

    @property
    def library(self) -> str:
        """The library that passages are read from, unless they are of another."""
        return self._library

    def viewer_steps(self) -> Iterator[object]:
        """Make the viewer of sources in steps, each too short to be noticed."""
        from desktop_rag.gui.sources.passage_viewer import ViewerParts

        if self._viewer is None:
            self._parts = ViewerParts(self._bridge, self._appearance, self)
            yield self._parts.tools
            yield self._parts.pages
            yield self._parts.text
        yield self.viewer

    def set_library(self, name: str) -> None:
        """Read passages from this library from now on."""
        self._library = name
        if self._viewer is not None:
            self._viewer.set_library(name)

    def set_sources(self, sources: Sequence[Source]) -> None:
        """List the sources of an answer; nothing is open yet."""
        self._list.set_sources(sources)
        if self.opened is not None:
            self.opened.hide()
        self.use_button.hide()
        self._list.clearSelection()
        self._stack.setCurrentIndex(1 if sources else 0)

    def set_used(self, used: Sequence[int] | None) -> None:
        """Put the sources with these ranks first, in this order; the others are found but not used."""
        self._list.set_used(used)

    @property
    def cards(self) -> SourceList:
        """The list of sources."""
        return self._list

    def show_use(self) -> None:
        """Ask where the answer uses the source that is open."""
        source = self.opened.source() if self.opened is not None and self.opened.isVisible() else None
        if source is not None:
            self.use_wanted.emit(source)

    def show_citation(self, sources: Sequence[Source], source: Source, citation: Citation | None) -> None:
        """Open a source at the quoted words."""
        self._list.set_sources(sources)
        self._stack.setCurrentIndex(1)
        self._list.mark(source)
        self._open(source, citation)

    def show_purpose(self, *, searching: bool) -> None:
        """Explain, while there is nothing, what will appear here: an answer's sources, or the page of a result."""
        heading, line = (
            (self.tr("The page appears here"), self.tr("Choose a result to see its page, with the passage marked."))
            if searching
            else (
                self.tr("Sources appear here"),
                self.tr("Click a number in an answer to see its page, with the passage marked."),
            )
        )
        self._hint[0].setText(heading)
        self._hint[1].setText(line)
        self._heading.setText(self.tr("Page") if searching else self.tr("Sources"))
        self._searching = searching

    def show_error(self, error: UserError) -> None:
        """Show an error above the open source, or beside the list where none is."""
        if self.opened is None:
            self.say(error.message)
        else:
            self.opened.notice.show_error(error)

    def say(self, text: str) -> None:
        """Show a message for a moment."""
        self._message.set_full_text(text)
        self._message_timer.start()

    def _tell_copied(self, _text: str) -> None:
        self.say(self.tr("Citation copied"))

    def _copy_link(self, source: Source) -> None:
        self.links.copy(source.library or self._library, source.file, source.page, source.text)

    def _tell_link(self, _link: str) -> None:
        self.say(self.tr("Link copied"))

    def _clear_message(self) -> None:
        self._message.set_full_text("")

    def _light_up(self) -> None:
        """Show the use in the answer of the passage that was clicked on."""
        if not self._searching:
            self.show_use()

    def _choose(self, source: Source) -> None:
        if self.opened is None or source != self.opened.source():
            self._open(source, None)
        self.use_wanted.emit(source)

    def _open(self, source: Source, citation: Citation | None) -> None:
        if self.opened is None:
            self.viewer.show()
            cards = min(_CARDS, max(1, self._list.sources.rowCount()))
            height = cards * (scaled(CARD_HEIGHT) + GAP)
            self._splitter.setSizes([height, max(200, self._splitter.height() - height)])
        self.use_button.setVisible(not self._searching)
        self.viewer.show_source(source, citation)

    def _make_viewer(self) -> "PassageViewer":
        from desktop_rag.gui.sources.passage_viewer import PassageViewer

        viewer = PassageViewer(self._bridge, self._appearance, self._splitter, parts=self._parts)
        viewer.hide()
        viewer.set_library(self._library)
        self._splitter.setStretchFactor(1, 1)
        viewer.mark_clicked.connect(self._light_up)
        viewer.citing.copied.connect(self._tell_copied)
        viewer.links.copied.connect(self._tell_link)
        return viewer

    def _make_header(self) -> QHBoxLayout:
        header = QHBoxLayout()
        header.setContentsMargins(16, 12, 12, 12)
        self._heading = label(self.tr("Sources"), "title")
        header.addWidget(self._heading)
        self._message = ElidedLabel("", "ok")
        self._message.setObjectName("sources_said")
        self._message.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._message_timer = single_shot(self, _SAID_MS, self._clear_message)
        header.addWidget(self._message, 1)
        header.addWidget(self.use_button)
        header.addWidget(self._close)
        return header

    def _make_empty(self, appearance: Appearance) -> QWidget:
        empty = QWidget()
        layout = QVBoxLayout(empty)
        layout.setContentsMargins(40, 0, 40, 80)
        layout.setSpacing(8)
        layout.addStretch(1)
        layout.addWidget(IconLabel(appearance, "file", 32, "faint"))
        self._hint = (label("", "heading", wrap=True), label("", "muted", wrap=True))
        for line in self._hint:
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(line)
        layout.addStretch(1)
        return empty


class AnswerBar(QWidget):
    """Asks which words answer a question; the person selects them, or opens another source, and says so."""

    shown = Signal()  # what is open, or selected in it, answers the question
    dropped = Signal()  # the question need not wait any longer

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("answer_bar")
        self._question = ElidedLabel("", "heading")
        self._question.setObjectName("answer_bar_question")
        hint = self.tr("Choose a source or find the page with Search, and select the words that answer it.")
        self.answers_button = button(self.tr("This answers it"), "this_answers_button", "primary")
        self.answers_button.clicked.connect(self.shown)
        close = IconButton(appearance, "close", self.tr("Not now"), "answer_bar_close")
        close.clicked.connect(self.dropped)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._question, 1)
        row.addWidget(self.answers_button)
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 12, 10)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(label(hint, "muted", wrap=True))
        self.hide()

    def ask_for(self, question: str) -> None:
        """Wait for what answers a question; "" waits for nothing any more."""
        text = self.tr("What answers {question}?").format(question=words.quoted(question))
        self._question.set_full_text(text)
        self._question.setToolTip(plain_tip(text))
        self.setAccessibleName(text)
        self.setVisible(bool(question))
