"""``desktop-rag compare``: how two files of a library differ, or one from its earlier state."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import click

from desktop_rag.cli.common import (
    counted,
    json_option,
    on_a_line,
    open_worker,
    print_json,
    print_json_with,
    program_options,
    said,
    stderr,
    stdout,
    to_plain,
    wait_for,
)
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.cli.search import SNIPPET, place, shorten
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import ComparisonProgress, Event
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.comparison import (
    CHANGE_WORDS,
    KIND_WORDS,
    ChangedFile,
    Comparison,
    ComparisonSummary,
    Difference,
    DifferenceKind,
    EarlierText,
    EarlierTexts,
    Side,
    folder_summary,
    summary,
    summary_note,
)
from desktop_rag.core.user_text import UserText
from desktop_rag.text.translations import spoken

_FILE = click.Path(dir_okay=False, path_type=Path)
_KINDS = [kind.value for kind in DifferenceKind]


@click.command()
@click.argument("name")
@click.argument("before")
@click.argument("after", default="")
@click.option(
    "--earlier",
    type=click.IntRange(min=1),
    is_flag=False,
    flag_value=1,
    metavar="[N]",
    help="Compare one file with its last earlier state that the library keeps, or with the one N before it.",
)
@click.option("--folders", is_flag=True, help="BEFORE and AFTER are folders: list their files that differ.")
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]),
    help="BEFORE is a folder: list what became of its files since a day.",
)
@click.option("--details", is_flag=True, help="With folders, print the differences of each changed file too.")
@click.option("--summary", "wants_summary", is_flag=True, help="Have the model of the settings sum up what matters.")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(_KINDS), help="Print only these differences. May be repeated."
)
@click.option("--csv", type=_FILE, help="Write the differences to a CSV file.")
@click.option("--html", type=_FILE, help="Write both sides beside each other to a web page.")
@click.option("--docx", type=_FILE, help="Write a Word file in which what differs is inserted and deleted.")
@program_options
@json_option
def compare(  # noqa: PLR0913 - an option each
    name: str,
    before: str,
    after: str,
    earlier: int | None,
    kinds: tuple[str, ...],
    data_dir: Path,
    *,
    folders: bool,
    since: dt.datetime | None,
    details: bool,
    wants_summary: bool,
    as_json: bool,
    **targets: Path | None,
) -> None:
    """Show how the file AFTER of the library NAME differs from the file BEFORE.

    Each file is named by its path, or by the end of it. Paragraphs, rows and cells of tables that changed, moved, are
    new or gone are listed with both places; lines and pages that end elsewhere are no differences.

    With one file and --earlier, show how it differs from a state that the library kept of it; with one file alone, list
    those states. They are kept once you ask for it: desktop-rag index earlier NAME --keep

    With --folders or --since, list the files that are new, gone, renamed or changed, with how much differs in each.
    """
    if after and (earlier or since):
        raise click.UsageError("Give two files or folders, or one with --earlier or --since.")
    if folders or since:
        if not (after or since):
            raise click.UsageError("Give two folders, or one with --since.")
        _compare_folders(name, before, after or before, since, data_dir, targets, details=details, as_json=as_json)
        return
    with open_worker(data_dir) as worker:
        kept = 0.0
        if not after:
            states = wait_for(worker.comparisons.earlier(name, before))
            if earlier is None:
                _list_states(states, as_json=as_json)
                return
            kept, after = _state(states, name, earlier).kept, before
        for kind, target in targets.items():
            if target is not None:
                file = target if target.suffix else target.with_suffix(f".{kind}")
                wait_for(worker.comparisons.export(name, before, after, file, kept=kept, say=spoken().translated))
                stdout().print(said(UserText("Wrote {target}.", target=file)))
        if not as_json and any(targets.values()):
            return
        found = wait_for(worker.comparisons.files(name, before, after, kept=kept))
        summed = wait_for(worker.comparisons.summarise(name, found)) if wants_summary and found.differences else None
        if wants_summary and found.differences and summed is None:
            raise UserError("No model is connected.", "Connect one first: desktop-rag connection add --help")
    shown = [one for one in found.differences if not kinds or one.kind.value in kinds]
    if as_json:
        from desktop_rag.services.comparison.report import ComparisonReport, comparison_json, difference_json

        whole = comparison_json(ComparisonReport(name, found, dt.datetime.now(dt.UTC)))
        if summed is not None:
            whole["summary"] = to_plain(summed)
        print_json_with(whole, "differences", map(difference_json, shown))
    else:
        _print(found, shown)
        if summed is not None:
            _print_summary(summed)


def _print_summary(found: ComparisonSummary) -> None:
    """Print what a model found important, each sentence with the place that says it."""
    for point in found.points:
        for sign, one in (("-", point.before), ("+", point.after)):
            if one is not None:
                doubt = " ".join(said(reason) for reason in one.reasons)
                stdout().print(f"{point.number:>5}  {sign}  {on_a_line(one.text)}{f' ({doubt})' if doubt else ''}")
                stdout().print(f"           {place(one.side.source())}")
    if note := summary_note(found):
        stderr().print(said(note))


def _compare_folders(
    name: str,
    before: str,
    after: str,
    since: dt.datetime | None,
    data_dir: Path,
    targets: Mapping[str, Path | None],
    *,
    details: bool,
    as_json: bool,
) -> None:
    """Print or write which files differ between two folders, or since a time."""
    when = since.astimezone().timestamp() if since else 0.0
    with open_worker(data_dir) as worker:
        with progress_bar(worker, "Comparing", _progress):
            found = wait_for(worker.comparisons.folders(name, before, after, since=when))
        for kind, target in targets.items():
            if target is not None:
                file = target if target.suffix else target.with_suffix(f".{kind}")
                wait_for(worker.comparisons.export_folders(name, found, file, say=spoken().translated))
                stdout().print(said(UserText("Wrote {target}.", target=file)))
        if as_json:
            from desktop_rag.services.comparison.report import folders_json

            print_json(folders_json(name, found))
        elif not any(targets.values()):
            for one in found.files:
                _print_file(one)
                if details and one.can_be_compared and one.differences:
                    then = one.after if one.kept else one.before
                    differences = wait_for(worker.comparisons.files(name, then, one.after, kept=one.kept))
                    _print(differences, list(differences.differences))
            if found.known_since:
                known = dt.datetime.fromtimestamp(found.known_since, dt.UTC).astimezone()
                message = UserText("What happened before {day} is not known.", day=f"{known:%Y-%m-%d %H:%M}")
                stdout().print(said(message))
            stdout().print(said(folder_summary(found)))


def _progress(event: Event) -> Snapshot | None:
    if not isinstance(event, ComparisonProgress):
        return None
    return Snapshot("Comparing", event.done, event.total, f"{event.done:,} of {event.total:,} changed files")


def _print_file(one: ChangedFile) -> None:
    names = list(dict.fromkeys(on_a_line(shown_path(path)) for path in (one.before, one.after) if path))
    count = counted(one.differences, "difference") if one.can_be_compared and one.differences else said(one.reason)
    stdout().print(f"{said(CHANGE_WORDS[one.kind])}: {' → '.join(names)}{f' ({count})' if count else ''}")


def _state(found: EarlierTexts, name: str, number: int) -> EarlierText:
    """Return the state that many before the file as it is now."""
    if number <= len(found.states):
        return found.states[number - 1]
    if found.states:
        message = UserText("The library keeps only {count} earlier states of the file.", count=len(found.states))
        raise UserError(message, "To list them, leave out --earlier.")
    if found.since:
        message = UserText("The file has not changed since the library began to keep earlier states.")
        raise UserError(message, "Compare it with another.")
    how = UserText("To keep them from now on: {command}", command=f"desktop-rag index earlier {name!r} --keep")
    raise UserError("The library keeps no earlier states of files.", how)


def _list_states(found: EarlierTexts, *, as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    for number, one in enumerate(found.states, 1):
        until = dt.datetime.fromtimestamp(one.kept, dt.UTC).astimezone()
        pages = counted(one.pages, "page")
        stdout().print(f"{number:>5}  until {until:%Y-%m-%d %H:%M:%S}, {pages}, {one.size:,} bytes")
    if not found.states:
        stdout().print(said(UserText("The library keeps no earlier states of the file.")))


def _print(found: Comparison, shown: list[Difference]) -> None:
    """Print differences, what was there before above what is there now."""
    out = stdout()
    for one in shown:
        about = " · ".join(on_a_line(text) for text in (one.part.value, one.row, one.column) if text)
        out.print(f"{one.number:>5}  {one.kind.value}: {about}")
        for sign, side in (("-", one.before), ("+", one.after)):
            if side is not None:
                out.print(f"    {sign}  {_marked(side, *('[-', '-]') if sign == '-' else ('{+', '+}'))}")
                out.print(f"       {place(side.source())}")
    for text in (found.before, found.after):
        if text.notice:
            stderr().print(f"{on_a_line(shown_path(text.file))}: {said(text.notice)}")
    kinds = (f"{said(KIND_WORDS[kind])}: {count:,}" for kind, count in found.counts().items() if count)
    out.print(said(summary(found)))
    out.print(" · ".join(kinds))


def _marked(side: Side, begin: str, end: str) -> str:
    """Return the words of a side on one line, what the other side lacks in brackets; the beginning of long ones."""
    pieces, last = [], 0
    is_whole = side.marks == ((0, len(side.text)),)
    for start, stop in () if is_whole else side.marks:
        pieces += [side.text[last:start], begin, side.text[start:stop], end]
        last = stop
    whole = "".join([*pieces, side.text[last:]])
    first = max(0, side.marks[0][0] - SNIPPET // 2) if side.marks and not is_whole else 0
    return shorten(on_a_line(" ".join((("…" if first else "") + whole[first:]).split())), SNIPPET)
