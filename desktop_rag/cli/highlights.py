"""``--highlight`` of the commands that find or cite something: copies of PDFs in which it is highlighted."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from desktop_rag.cli.common import on_a_line, said, stderr, wait_for
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import absolute_path, shown_name
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.results.highlights import Highlight, HighlightedCopy
from desktop_rag.core.results.mentions import MentionQuery
from desktop_rag.core.user_text import UserText
from desktop_rag.worker.worker import Worker

_ENDING = ".pdf"
_MOST = 1000  # copies at a time

highlight_option = click.option(
    "--highlight",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Also save a copy of the PDF with what it says highlighted: OUT ends in .pdf, or is a folder for several.",
)


@dataclass(frozen=True, slots=True)
class _Wanted:
    library: str
    file: str
    highlights: Sequence[Highlight]


def highlight_answer(worker: Worker, name: str, answer: Answer, out: Path, *, replace: bool) -> None:
    """Save copies of the PDFs that an answer cites, the most cited one alone where ``out`` is a file.

    Raises:
        UserError: it cites none, or a copy cannot be saved.

    """
    from desktop_rag.services.highlights import answer_highlights, cited_pdfs

    libraries = {source.file: source.library or name for source in answer.sources}
    files = cited_pdfs(answer)
    if not files:
        raise UserError(UserText("The answer cites no PDF."), UserText("Only PDF files can be highlighted."))
    wanted = [_Wanted(libraries.get(file, name), file, answer_highlights(answer, file)) for file in files]
    _save(worker, wanted, absolute_path(out), replace=replace)


def highlight_mentions(worker: Worker, name: str, query: MentionQuery, out: Path, *, replace: bool) -> None:
    """Save copies of the PDFs that mention something, the one that does most often alone where ``out`` is a file.

    Raises:
        UserError: none does, or a copy cannot be saved.

    """
    from desktop_rag.services.highlights import can_be_highlighted, found_highlights

    counts = wait_for(worker.mentions.count(name, query))
    files = [one.file for one in counts.files if can_be_highlighted(one.file)][:_MOST]
    if not files:
        raise UserError(UserText("No PDF mentions it."), UserText("Only PDF files can be highlighted."))
    if out.suffix.lower() == _ENDING and len(files) > 1:
        _tell_others(files)
        files = files[:1]
    wanted: list[_Wanted] = []
    for file in files:
        mentions = wait_for(worker.mentions.of_file(name, query, file))
        wanted.append(_Wanted(name, file, found_highlights(mentions, query.words)))
    _save(worker, wanted, absolute_path(out), replace=replace)


def _save(worker: Worker, wanted: Sequence[_Wanted], out: Path, *, replace: bool) -> None:
    if out.suffix.lower() == _ENDING and not out.is_dir():
        if len(wanted) > 1:
            _tell_others([one.file for one in wanted])
        _tell(_saved(worker, wanted[0], out, replace=replace))
        return
    try:
        make_folders(out)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be created: {reason}.", path=out, reason=reason_of(error)),
            UserText("Choose another folder."),
        ) from error
    taken: set[str] = set()
    for one in wanted:
        stem = Path(shown_name(one.file)).stem
        name, number = f"{stem}{_ENDING}", 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem} ({number}){_ENDING}"
        taken.add(name.casefold())
        _tell(_saved(worker, one, out / name, replace=replace))


def _saved(worker: Worker, one: _Wanted, target: Path, *, replace: bool) -> HighlightedCopy:
    return wait_for(worker.highlights.save(one.library, one.file, one.highlights, target, replace=replace))


def _tell_others(files: Sequence[str]) -> None:
    names = ", ".join(on_a_line(shown_name(file)) for file in files[1:4])
    more = UserText("There are others: {names}. Give a folder to get a copy of each.", names=names)
    stderr().print(said(more))


def _tell(copy: HighlightedCopy) -> None:
    stderr().print(said(UserText("Wrote {target}.", target=copy.file)))
    if copy.notice:
        stderr().print(said(copy.notice))
