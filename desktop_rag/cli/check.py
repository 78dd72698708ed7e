"""``desktop-rag check``: a text beside the files of a library, sentence by sentence."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from desktop_rag.cli.common import (
    json_option,
    on_a_line,
    open_worker,
    print_json_with,
    program_options,
    said,
    stderr,
    stdout,
    wait_for,
)
from desktop_rag.cli.mentions import conditions
from desktop_rag.cli.packs import pack_given, pack_options
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.cli.search import SNIPPET, shorten
from desktop_rag.core.events import Event, TextCheckProgress
from desktop_rag.core.file_paths import absolute_path, file_label, shown_path, stored_path
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import (
    BY_THESE_FILES,
    INNER_KINDS,
    VERDICTS,
    CheckScope,
    EvidencePlace,
    TextCheck,
    TextSentence,
    check_summary,
)
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import on_one_line
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.text.translations import spoken

_STDIN = "-"


@click.command()
@click.argument("name")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--in", "query", default="", help="A folder, or conditions as the search has them (type:pdf).")
@click.option("--file", "files", multiple=True, help="Only this file, by its path or the end of it; several times.")
@click.option("--also", multiple=True, metavar="NAME", help="Another library to check against. May be repeated.")
@pack_options
@click.option(
    "--reviewed",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    help="Write a copy of FILE (.docx, .md or .html) with a comment on each doubtful sentence.",
)
@click.option("--footnotes", is_flag=True, help="With --reviewed, cite the source of each supported sentence.")
@click.option("--force", is_flag=True, help="Replace the files of --reviewed and --pack if they exist.")
@program_options
@json_option
def check(  # noqa: PLR0913 - an option each
    name: str,
    file: Path,
    query: str,
    files: tuple[str, ...],
    also: tuple[str, ...],
    reviewed: Path | None,
    data_dir: Path,
    *,
    footnotes: bool,
    force: bool,
    as_json: bool,
    **given: object,
) -> None:
    """Check the text in FILE (- for standard input), sentence by sentence, against the files of the library NAME.

    FILE has any format that libraries read. Each sentence is supported, partly supported or contradicted by these
    files, or nothing is found, with the words that differ and the place. A source that a sentence names, such as [3]
    with a list of references or (Miller 2021, p. 7), is tried first. What was checked before is not checked again
    unless a file has changed.

    What doesn't fit within the text itself is listed too: totals of tables, announced numbers of things, references
    to sections, tables, figures and sources that are not there, figures stated twice and differently.
    """
    is_piped = str(file) == _STDIN
    if footnotes and reviewed is None:
        raise click.UsageError("--footnotes goes with --reviewed.")
    if is_piped and reviewed is not None:
        raise click.UsageError("--reviewed needs a file.")
    named = [stored_path(str(absolute_path(Path(one)))) if Path(one).exists() else one for one in files]
    scope = CheckScope(conditions(query), tuple(named), also)
    pack, sign = pack_given(given, replace=force)
    with open_worker(data_dir) as worker:
        text = _typed() if is_piped else wait_for(worker.checks.text_of(file))
        with progress_bar(worker, "Checking", _progress):
            found = wait_for(worker.checks.check_text(name, text, scope))
        if pack is not None:
            title, say = "" if is_piped else file.name, spoken().translated
            wait_for(worker.packs.text(found, pack, title=title, scope=scope, sign=sign, say=say))
            stderr().print(UserText("The evidence pack was written to {target}.", target=pack))
        if reviewed is not None:
            say = spoken().translated
            write = worker.checks.write_reviewed
            reviewed = wait_for(write(file, found, reviewed, footnotes=footnotes, replace=force, say=say))
    if as_json:
        whole = _check_json(found) | ({"reviewed": str(reviewed)} if reviewed is not None else {})
        print_json_with(whole, "sentences", map(_sentence_json, found.sentences))
        return
    _print(found)
    _print_inner(found)
    _print_denominator(found)
    if reviewed is not None:
        stdout().print(said(UserText("Wrote {target}.", target=reviewed)))


def _typed() -> str:
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _progress(event: Event) -> Snapshot | None:
    if not isinstance(event, TextCheckProgress):
        return None
    return Snapshot("Checking", event.done, event.total, f"{event.done:,} of {event.total:,} sentences")


def _print(found: TextCheck) -> None:
    """Print the sentences, the worst first, and those that could not be checked last."""
    out, last = stdout(), None
    for one in found.reported():
        if one.verdict is not last:
            out.print(f"{said(VERDICTS[one.verdict])}:")
            last = one.verdict
        out.print(f"{one.number:>5}  {shorten(on_one_line(one.text), SNIPPET)}")
        for reason in one.reasons if one.verdict is not Verdict.NOT_SAID else ():
            out.print(f"       {said(reason)}")
        if one.place is not None:
            out.print(f"       {_where(one.place)}: “{shorten(on_one_line(one.place.quote), SNIPPET)}”")
        for own in one.own:
            names = ", ".join(on_a_line(file_label(path)) for path in own.files)
            told = f"{names}: {said(VERDICTS[own.verdict])}" if own.files else ""
            reasons = own.reasons if not own.files or own.place != one.place else own.reasons[len(one.reasons) :]
            out.print(f"       {on_a_line(own.written)} {' '.join(filter(None, (told, *map(said, reasons))))}")


def _print_inner(found: TextCheck) -> None:
    """Print what does not fit within the text, by kinds."""
    out = stdout()
    for kind, words in INNER_KINDS.items():
        of_kind = [one for one in found.inner if one.kind is kind]
        if of_kind:
            out.print(f"{said(words)}:")
        for one in of_kind:
            line = found.text.count("\n", 0, one.start) + 1
            out.print(f"{line:>5}  {shorten(on_one_line(one.text), SNIPPET)}")
            out.print(f"       {said(one.reason)}")


def _where(place: EvidencePlace) -> str:
    number = "slide" if has_slides(place.file) else "page" if is_paged(place.file) else ""
    page = f", {number} {place.page_label or place.page}" if number else ""
    return f"{on_a_line(shown_path(place.file))}{page}{f' ({place.library})' if place.library else ''}"


def _print_denominator(found: TextCheck) -> None:
    """Print how many sentences could be checked, against how many files, and which of these were not read."""
    err = stderr()
    err.print(check_summary(found))
    err.print(BY_THESE_FILES)
    if found.notice:
        err.print(said(found.notice))
    for one in found.unread:
        err.print(f"  {on_a_line(shown_path(one.file))}: {said(one.reason)}")


def _check_json(found: TextCheck) -> dict[str, object]:
    """Return everything but the sentences as JSON has it."""
    return {
        "library": found.library,
        "files": found.files,
        "unread": [asdict(one) for one in found.unread],
        "checkable": found.checkable,
        "counts": {verdict.value: found.counts[verdict] for verdict in VERDICTS},
        "judged": found.judged,
        "kept": found.kept,
        "seconds": round(found.seconds, 3),
        "notice": found.notice,
        "judged_by": BY_THESE_FILES,
        "inner": [asdict(one) for one in found.inner],
    }


def _sentence_json(one: TextSentence) -> dict[str, object]:
    return {**asdict(one), "differing_words": list(one.differing_words)}
