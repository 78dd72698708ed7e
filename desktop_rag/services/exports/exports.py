"""Writes answers and conversations to files for other people."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.results.answers import Answer, Source
from desktop_rag.core.results.conversations import ConversationInfo
from desktop_rag.core.unfinished import rename_exclusively, unfinished_file
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import ScratchFolder
from desktop_rag.services.calls import current_call
from desktop_rag.services.exports.document import ExportDocument
from desktop_rag.services.operations import Service, runs
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore

if TYPE_CHECKING:
    from desktop_rag.services.exports.build import LinkOf
    from desktop_rag.services.libraries.references import Reference

_SECONDS = 300.0
SUFFIXES = (".md", ".html", ".pdf", ".docx")
LISTS = (".bib", ".ris", ".json")
"""Lists of the works that are cited, as BibTeX, in RIS, and as CSL JSON."""
_KNOWN = (*SUFFIXES, *LISTS)
LinksOf = Callable[[str], AbstractContextManager["LinkOf"]]
"""Returns what makes links to the sources of a library."""
WorksOf = Callable[[str, Sequence[Source]], "Sequence[Reference]"]
"""Returns the works that sources of a library are from."""


class Exports(Service):
    """Writes the conversations of ``chats``, and single answers; ``processes`` lay PDFs out in ``scratch``.

    The format follows from the end of the file's name, one of ``SUFFIXES`` or ``LISTS``. Files of libraries are called
    by their names, or with ``full_paths`` by where they lie. ``works`` tells what is cited in a list. The folder
    ``notes`` remembers what is written elsewhere. With ``links`` each citation leads to its page in this program.
    """

    def __init__(
        self,
        chats: ChatStore,
        processes: ChildProcesses,
        scratch: ScratchFolder,
        works: WorksOf,
        notes: Path | None = None,
        links: LinksOf | None = None,
    ) -> None:
        self._links = links
        self._chats = chats
        self._works = works
        self._notes = notes
        self._processes = processes
        self._scratch = scratch

    @runs(Lane.LONG, JobKind.READ)
    def conversation(
        self,
        conversation_id: str,
        target: Path,
        *,
        replace: bool = False,
        full_paths: bool = False,
        say: Say = str,
    ) -> Path:
        """Write a conversation and return the file; an existing file stays until everything is written.

        ``say`` words in the person's language what stands beside questions and answers.

        Raises:
            UserError: there is no such conversation, the name has no known ending, the file exists and ``replace`` is
                not given, or it cannot be written.

        """
        from desktop_rag.services.exports.build import conversation_document

        check_target(target, replace=replace)
        info, token = self._info(conversation_id), current_call().token
        turns = self._chats.turns(conversation_id)
        if target.suffix.lower() in LISTS:
            sources = [source for turn in turns if turn.answer is not None for source in _cited(turn.answer)]
            return self._write(self._list(info.index_name, sources, target), target, token, replace=replace)
        with self._linking(info.index_name) as link_of:
            document = conversation_document(info, turns, say=say, full_paths=full_paths, link_of=link_of)
        return self._write(self._content(document, target.suffix.lower(), token), target, token, replace=replace)

    @runs(Lane.LONG, JobKind.READ)
    def answer(
        self,
        answer: Answer,
        library: str,
        target: Path,
        *,
        asked_at: float | None = None,
        replace: bool = False,
        full_paths: bool = False,
        say: Say = str,
    ) -> Path:
        """Write one answer of a library, asked at a time in seconds since 1970; see ``conversation``."""
        from desktop_rag.services.exports.build import answer_document

        check_target(target, replace=replace)
        token = current_call().token
        if target.suffix.lower() in LISTS:
            written = self._list(library, _cited(answer), target)
            return self._write(written, target, token, replace=replace)
        with self._linking(library) as link_of:
            document = answer_document(answer, library, asked_at, say=say, full_paths=full_paths, link_of=link_of)
        return self._write(self._content(document, target.suffix.lower(), token), target, token, replace=replace)

    def _info(self, conversation_id: str) -> ConversationInfo:
        found = next((info for info in self._chats.conversations() if info.id == conversation_id), None)
        if found is None:
            raise UserError("This conversation was deleted.", "Choose another one.")
        return found

    def _linking(self, library: str) -> AbstractContextManager["LinkOf"]:
        return self._links(library) if self._links is not None else nullcontext(lambda _source, _quote: "")

    def _list(self, library: str, sources: Sequence[Source], target: Path) -> bytes:
        """Return the list of the works that sources are from.

        Raises:
            UserError: there are none.

        """
        from desktop_rag.services.libraries.reference_lists import reference_list

        if not sources:
            raise UserError("Nothing is cited here, so there is no list of works to write.", "Choose another format.")
        return reference_list(self._works(library, sources), target.suffix.lower()).encode()

    def _write(self, data: bytes, target: Path, token: CancelToken, *, replace: bool) -> Path:
        token.raise_if_cancelled()
        try:
            with unfinished_file(target, self._notes) as part:
                make_private_file(part)
                part.write_bytes(data)
                if replace:
                    check_target(target, replace=True)
                    part.replace(target)
                else:
                    rename_exclusively(part, target)
        except FileExistsError as error:
            raise _there_already(target) from error
        except OSError as error:
            raise UserError(
                UserText("“{name}” cannot be written: {reason}.", name=target.name, reason=reason_of(error)),
                "Close the file if another program has it open, or choose another folder.",
            ) from error
        return target

    def _content(self, document: ExportDocument, suffix: str, token: CancelToken) -> bytes:
        if suffix == ".pdf":
            return self._pdf(document, token)
        if suffix == ".docx":
            from desktop_rag.services.exports.docx_writer import write_docx

            return write_docx(document)
        if suffix == ".html":
            from desktop_rag.services.exports.html_writer import write_html as write
        else:
            from desktop_rag.services.exports.text_writer import write_markdown as write
        return write(document).encode()

    def _pdf(self, document: ExportDocument, token: CancelToken) -> bytes:
        from desktop_rag.services.exports.html_writer import html_parts
        from desktop_rag.services.exports.pdf_writer import write_pdf

        parts = list(html_parts(document))
        place = self._scratch.folder / f"export-{uuid4().hex}.pdf"
        try:
            self._processes.run(write_pdf, parts, document.title, place, seconds=_SECONDS, token=token)
            return place.read_bytes()
        finally:
            place.unlink(missing_ok=True)


def _cited(answer: Answer) -> list[Source]:
    """Return the sources that an answer cites, all of them where it is a list of passages."""
    ranks = {citation.marker for citation in answer.citations}
    return [source for source in answer.sources if source.rank in ranks or not ranks]


def check_target(target: Path, *, replace: bool) -> None:
    """Make sure that a file can be written in a known format, and that nothing is lost by it.

    Raises:
        UserError: it cannot, or there is a file that is not to be replaced.

    """
    if target.suffix.lower() not in _KNOWN:
        known = f"{', '.join(_KNOWN[:-1])} or {_KNOWN[-1]}"
        raise UserError(
            UserText("“{name}” names no format to export to.", name=target.name),
            UserText("Let its name end in {known}.", known=known),
        )
    if target.is_dir() or (target.exists() and not replace):
        raise _there_already(target)


def _there_already(target: Path) -> UserError:
    return UserError(UserText("There is already a file at {file}.", file=target), "Choose another name.")
