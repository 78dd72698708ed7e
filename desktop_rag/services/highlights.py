"""Saves copies of PDFs in which cited sentences, or what was found, are highlighted; originals stay as they are."""

import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from desktop_rag.citations.markers import without_markers
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import is_earlier, real_path, shown_name
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.results.answers import Answer, Source
from desktop_rag.core.results.highlights import Highlight, HighlightedCopy
from desktop_rag.core.results.mentions import Mention
from desktop_rag.core.unfinished import rename_exclusively, unfinished_file
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import ScratchFolder
from desktop_rag.readers.pages.marking import Written, write_highlights
from desktop_rag.services.calls import current_call
from desktop_rag.services.libraries.unpacked_files import UnpackedFiles
from desktop_rag.services.operations import Service, runs
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.stored_files import path_now

_SECONDS = 300.0
_SUFFIX = ".pdf"


class Highlights(Service):
    """Saves copies of PDFs with highlights; ``processes`` write them, which files may crash, in ``scratch``."""

    def __init__(
        self,
        files: IndexFiles,
        processes: ChildProcesses,
        scratch: ScratchFolder,
        unpacked: UnpackedFiles,
    ) -> None:
        self._files = files
        self._processes = processes
        self._scratch = scratch
        self._unpacked = unpacked

    @runs(Lane.LONG, JobKind.READ)
    def save(
        self, name: str, file: str, highlights: Sequence[Highlight], target: Path, *, replace: bool = False
    ) -> HighlightedCopy:
        """Write a copy of a PDF of a library with highlights to ``target``; the file itself is never changed.

        Raises:
            UserError: it is no PDF, allows no comments, is gone, protected or damaged; none of the words stand in it;
                the target is the file itself, does not end in .pdf, is there and not to be replaced, or cannot be
                written.
            CancelledError: stopped.

        """
        token = current_call().token
        file, recognised = self._looked_up(name, file, {one.page for one in highlights})
        check_copy(target, file, replace=replace)
        path = self._unpacked.to_show(file, token)
        place = self._scratch.folder / f"highlights-{uuid4().hex}{_SUFFIX}"
        try:
            arguments = (path, place, tuple(highlights), recognised)
            written = self._processes.run(write_highlights, *arguments, seconds=_SECONDS, token=token)
            if not written.highlights:
                raise UserError(
                    UserText("None of the words stand in “{name}” as it is now.", name=shown_name(file)),
                    UserText("Let the library read the file again, and ask or search once more."),
                )
            token.raise_if_cancelled()
            check_copy(target, file, replace=replace)
            _write(target, place, self._files.folder, replace=replace)
        finally:
            for left in self._scratch.folder.glob(f"{place.name}*"):
                left.unlink(missing_ok=True)
        return HighlightedCopy(target, written.highlights, _notice(written))

    def _looked_up(self, name: str, file: str, pages: Iterable[int]) -> tuple[str, dict[int, tuple[str, bytes]]]:
        """Return where a file lies now, and what the library recognised on its pages that are pictures."""
        recognised: dict[int, tuple[str, bytes]] = {}
        may_open = True
        with suppress(UserError), self._files.open(name, read_only=True) as storage:
            file = path_now(storage.connection, file)
            may_open = storage.may_open(file)
            for page in pages:
                recognised |= storage.files.recognised_pages(file, page, page)
        if not may_open:
            raise UserError(
                UserText("“{name}” comes from elsewhere and may not open {file}.", name=name, file=file),
                UserText("Let the library read the folder first."),
            )
        return file, recognised


def answer_highlights(answer: Answer, file: str) -> tuple[Highlight, ...]:
    """Return the words of a file that an answer cites; their notes are the question and the sentence they support."""
    found: list[Highlight] = []
    for one in answer.citations:
        if one.file != file:
            continue
        sentence = " ".join(without_markers(answer.text[one.answer_start : one.answer_end])[0].split())
        note = "\n\n".join(filter(None, (answer.question.strip(), "" if answer.extractive else sentence)))
        rest = one.runs_on
        quote = one.quote
        if rest is not None:
            found.append(Highlight(rest.page, rest.start, rest.end, rest.text, note))
            quote = quote.removesuffix(rest.text).rstrip()
        found.append(Highlight(one.page, one.start, one.end, quote, note))
    return tuple(found)


def found_highlights(mentions: Iterable[Mention], words: str) -> tuple[Highlight, ...]:
    """Return mentions, whose note is what was looked for."""
    return tuple(
        Highlight(
            one.source.page, one.start, one.end, one.source.text[slice(*one.ranges[0])] if one.ranges else "", words
        )
        for one in mentions
    )


def passage_highlight(source: Source, note: str = "") -> Highlight:
    """Return a passage."""
    return Highlight(source.page, source.start, source.end, source.text, note)


def can_be_highlighted(file: str) -> bool:
    """Return True if a copy of a file can have highlights: by its name, a PDF that is there now."""
    return file.lower().endswith(_SUFFIX) and not is_earlier(file)


def cited_pdfs(answer: Answer) -> tuple[str, ...]:
    """Return the PDFs that an answer cites, the most cited first."""
    cited = [one.file for one in answer.citations if can_be_highlighted(one.file)]
    return tuple(sorted(dict.fromkeys(cited), key=lambda file: -cited.count(file)))


def check_copy(target: Path, file: str, *, replace: bool) -> None:
    """Make sure that a copy of a file can be written to ``target``, and that nothing is lost by it.

    Raises:
        UserError: the target is the file itself, has another ending than .pdf, or is there and not to be replaced.

    """
    if not can_be_highlighted(file):
        raise UserError(
            UserText("Only PDF files can be highlighted."), UserText("Print the file to a PDF and add that.")
        )
    original = real_path(file)
    if target.absolute() == original or (target.exists() and original.exists() and target.samefile(original)):
        raise UserError(
            UserText("“{name}” is the original, which is never changed.", name=target.name),
            UserText("Choose another name or folder for the copy."),
        )
    if target.suffix.lower() != _SUFFIX:
        raise UserError(UserText("A copy with highlights is a PDF."), UserText("Let the name of the copy end in .pdf."))
    if target.is_dir() or (target.exists() and not replace):
        raise _there_already(target)


def _write(target: Path, written: Path, notes: Path, *, replace: bool) -> None:
    try:
        with unfinished_file(target, notes) as part:
            make_private_file(part)
            shutil.copyfile(written, part)
            if replace:
                part.replace(target)
            else:
                rename_exclusively(part, target)
    except FileExistsError as error:
        raise _there_already(target) from error
    except OSError as error:
        raise UserError(
            UserText("“{name}” cannot be written: {reason}.", name=target.name, reason=reason_of(error)),
            UserText("Close the file if another program has it open, or choose another folder."),
        ) from error


def _notice(written: Written) -> str:
    """Return what the person should know of a copy."""
    missing = UserText("Places not found in the file as it is now: {count}.", count=len(written.missing))
    signed = UserText("The file is signed. In the copy, programs show that it was changed after it was signed.")
    return joined(missing if written.missing else "", signed if written.is_signed else "")


def _there_already(target: Path) -> UserError:
    return UserError(UserText("There is already a file at {file}.", file=target), UserText("Choose another name."))
