"""Saves copies of PDFs with highlights: of the sentences an answer cites, of mentions, of what a search has found."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.highlights import Highlight, HighlightedCopy
from desktop_rag.core.results.mentions import Mention
from desktop_rag.gui.chat.pane import ChatPane
from desktop_rag.gui.search.pane import SearchPane
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_opener import show_in_folders
from desktop_rag.gui.shell.page_commands import PageCommands
from desktop_rag.gui.sources.pane import SourcePane
from desktop_rag.gui.widgets.basics import NoticeButton
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from desktop_rag.gui.widgets.words import sentence, sentences

if TYPE_CHECKING:
    from desktop_rag.gui.chat.turn_view import TurnView
    from desktop_rag.gui.sources.passage_viewer import PassageViewer

_ENDING = ".pdf"


class HighlightCommands(QObject):
    """Handler of the command that saves a copy of what is shown, and of the one in the menu of an answer."""

    def __init__(
        self,
        bridge: Bridge,
        pages: PageCommands,
        chat: ChatPane,
        search: SearchPane,
        sources: SourcePane,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._pages = pages
        self._chat = chat
        self._search = search
        self._sources = sources
        self._window = window
        self._waiting: list[tuple[str, str, tuple[Highlight, ...]]] = []  # of an answer: library, file, what is cited
        self._saved: list[HighlightedCopy] = []
        chat.highlights_wanted.connect(self.save_of_answer)
        sources.viewer_made.connect(self._follow)

    def save_highlights(self) -> None:
        """Ask where to save a copy of the PDF that is shown, with what is marked in it and what belongs to that."""
        viewer = self._sources.opened
        source = viewer.source() if viewer is not None and viewer.isVisible() else None
        if viewer is None or source is None:
            return
        library = source.library or self._sources.library
        documents = self._pages.all_documents
        if documents is not None and documents.isVisible() and (asked := documents.find_all.counted()) is not None:
            job = self._bridge.worker.mentions.of_file(library, asked, source.file)
            take = partial(self._save_mentions, library, source.file, asked.words)
            self._bridge.run(job, take, self._sources.show_error)
            return
        self._ask(library, source.file, self._highlights(source, viewer.citation()))

    def save_of_answer(self, turn: "TurnView") -> None:
        """Ask where to save copies of the PDFs that an answer cites: a file for one, a folder for several."""
        from desktop_rag.services.highlights import answer_highlights, cited_pdfs

        answer = turn.answer
        if answer is None:
            return
        own = self._chat.overrides.library
        libraries = {source.file: source.library or own for source in answer.sources}
        files = [file for file in cited_pdfs(answer) if file in libraries]
        wanted = [(libraries[file], file, answer_highlights(answer, file)) for file in files]
        if not wanted:
            no_pdf = UserError(self.tr("The answer cites no PDF."), self.tr("Only PDF files can be highlighted."))
            self._chat.show_error(no_pdf)
        elif len(wanted) == 1:
            self._ask(*wanted[0], in_chat=True)
        else:
            title = self.tr("Save copies with highlights in")
            folder = QFileDialog.getExistingDirectory(self._window, title, str(Path.home()))
            if folder and not self._waiting:
                self._waiting, self._saved = wanted, []
                self._save_next(Path(folder))

    def _highlights(self, source: Source, citation: Citation | None) -> tuple[Highlight, ...]:
        """Return what is marked, with the rest that the answer cites, or the search has found, in the file."""
        from desktop_rag.services.highlights import answer_highlights, passage_highlight

        if not self._pages.away and (turn := self._chat.turns.last_with(source)) is not None:
            cited = answer_highlights(turn.answer, source.file) if turn.answer is not None else ()
            return cited or (passage_highlight(source, turn.question),)
        if self._pages.searching:
            query = self._search.box.edit.text().strip()
            hits = next((one for one in self._search.list.results.files() if one.file == source.file), None)
            found = [one.source for one in hits.passages] if hits is not None else []
            return tuple(passage_highlight(one, query) for one in found) or (passage_highlight(source, query),)
        if citation is not None:
            return (Highlight(citation.page, citation.start, citation.end, citation.quote),)
        return (passage_highlight(source),)

    def _save_mentions(self, library: str, file: str, words: str, mentions: Sequence[Mention]) -> None:
        from desktop_rag.services.highlights import found_highlights

        self._ask(library, file, found_highlights(mentions, words))

    def _ask(self, library: str, file: str, highlights: Sequence[Highlight], *, in_chat: bool = False) -> None:
        """Ask for the target of a copy, and write it."""
        save = self._bridge.worker.highlights.save
        failed = self._chat.show_error if in_chat else self._sources.show_error

        def write(target: Path) -> None:
            job = save(library, file, tuple(highlights), target, replace=True)
            self._bridge.run(job, partial(self._tell, in_chat), failed)

        title = self.tr("Save a copy with highlights")
        ask_where_to_save(self._window, title, self._proposed(file), {_ENDING: self.tr("PDF (*.pdf)")}, write)

    def _proposed(self, file: str) -> str:
        return self.tr("{name} – highlights").format(name=Path(shown_name(file)).stem) + _ENDING

    def _save_next(self, folder: Path) -> None:
        """Write the next copy of an answer's PDFs, or tell that all are there."""
        if not self._waiting:
            if self._saved:
                self._tell_all(folder)
            return
        library, file, highlights = self._waiting.pop(0)
        target, number = folder / self._proposed(file), 1
        while target.exists():
            number += 1
            target = folder / f"{Path(self._proposed(file)).stem} ({number}){_ENDING}"
        job = self._bridge.worker.highlights.save(library, file, highlights, target)
        self._bridge.run(job, partial(self._go_on, folder), self._stop)

    def _go_on(self, folder: Path, copy: HighlightedCopy) -> None:
        self._saved.append(copy)
        self._save_next(folder)

    def _stop(self, error: UserError) -> None:
        self._waiting = []
        self._chat.show_error(error)

    def _tell_all(self, folder: Path) -> None:
        message = self.tr("Saved %Ln copies with highlights in “{folder}”.", "", len(self._saved))
        notices = dict.fromkeys(sentence(one.notice) for one in self._saved if one.notice)
        show = partial(show_in_folders, self._bridge, [str(one.file) for one in self._saved], self._chat.show_error)
        choices = (NoticeButton(self.tr("Show in folder"), "show_highlights_button", show),)
        self._chat.notice.set_role("notice")
        self._chat.notice.tell(sentences(message.format(folder=folder.name), *notices), "", choices)

    def _tell(self, in_chat: bool, copy: HighlightedCopy) -> None:  # noqa: FBT001 - bound before the result
        """Tell that a copy is there, with what is not as expected of it."""
        message = self.tr("Saved “{name}” with %Ln highlights.", "", copy.highlights).format(name=copy.file.name)
        failed = self._chat.show_error if in_chat else self._sources.show_error
        show = partial(show_in_folders, self._bridge, [str(copy.file)], failed)
        choices = (NoticeButton(self.tr("Show in folder"), "show_highlights_button", show),)
        if in_chat or self._sources.opened is None:
            self._chat.notice.set_role("notice")
            self._chat.notice.tell(sentences(message, sentence(copy.notice)), "", choices)
        else:
            self._sources.opened.notice.tell("info", message, sentence(copy.notice), choices)

    def _follow(self, viewer: "PassageViewer") -> None:
        viewer.highlights_wanted.connect(self.save_highlights)
