"""``desktop-rag register``: what the documents of a library say about days, money, parties, places and numbers."""

from collections.abc import Iterable, Sequence
from itertools import groupby
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
    to_plain,
    wait_for,
)
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.cli.search import SNIPPET, shorten
from desktop_rag.core.events import Event, RegisterProgress
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.register import FactKind, Register, RegisterRow
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import on_one_line
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.services.register.calendar import has_whole_date
from desktop_rag.text.translations import spoken
from desktop_rag.worker.worker import Worker

_KINDS = [kind.value for kind in FactKind]


@click.command()
@click.argument("name")
@click.argument("scope", required=False, default="")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(_KINDS), help="Only rows of this kind. May be repeated."
)
@click.option("--timeline", is_flag=True, help="Only dates and deadlines, in order, by month.")
@click.option("--csv", "table", type=click.Path(dir_okay=False, path_type=Path), help="Write the rows to a CSV file.")
@click.option(
    "--ics",
    "calendar",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the dates and deadlines to a calendar, after you have confirmed them.",
)
@click.option("--yes", is_flag=True, help="Write the calendar of --ics without asking.")
@program_options
@json_option
def register(  # noqa: PLR0913 - an option each
    name: str,
    scope: str,
    kinds: tuple[str, ...],
    table: Path | None,
    calendar: Path | None,
    data_dir: Path,
    *,
    timeline: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """List the dates, deadlines, amounts, parties, addresses and numbers in the documents of the library NAME.

    SCOPE chooses files as a search does (type:pdf, folder:contracts, after:2024 …); its words choose rows. A deadline
    that depends on something (“30 days after delivery”) is shown as written and never computed; a date that can be
    read in two ways is shown with both.
    """
    if sum((as_json, table is not None, calendar is not None)) > 1:
        raise click.UsageError("Give only one of --json, --csv and --ics.")
    wanted = [FactKind(kind) for kind in kinds]
    if (timeline or calendar) and not wanted:
        wanted = [FactKind.DATE, FactKind.DEADLINE]
    with open_worker(data_dir) as worker:
        with progress_bar(worker, "Looking through", _progress):
            if table is not None:
                found = wait_for(worker.register.export_csv(name, table, scope, wanted))
            else:
                found = wait_for(worker.register.rows(name, scope, wanted))
        if calendar is not None:
            _write_calendar(worker, found, calendar, sure=yes)
    if as_json:
        counts = {"looked_through": found.looked_through, "files": found.files}
        rows = [*found.with_days(), *found.without_days()] if timeline else found.rows
        print_json_with({**counts, "unread": to_plain(found.unread)}, "rows", rows)
        return
    if table is not None:
        stdout().print(said(UserText("The rows were written to {target}.", target=table)))
    elif calendar is None:
        _print_timeline(found) if timeline else _print_rows(found.rows)
    _print_denominator(found)


def _progress(event: Event) -> Snapshot | None:
    if not isinstance(event, RegisterProgress):
        return None
    return Snapshot("Looking through", event.done, event.total, f"{event.done:,} of {event.total:,} documents")


def _print_rows(rows: Sequence[RegisterRow]) -> None:
    """Print rows by file."""
    out = stdout()
    for file, some in groupby(rows, key=lambda row: row.file):
        out.print(shown_path(file))
        _print(some)


def _print_timeline(found: Register) -> None:
    """Print the dates in order, by month, and those without a place in it."""
    out = stdout()
    for month, some in groupby(found.with_days(), key=lambda row: row.day[:7]):
        out.print(month)
        _print(some, with_file=True)
    if without := found.without_days():
        out.print(said(UserText("Without a date of their own, or with two readings:")))
        _print(without, with_file=True)


def _print(rows: Iterable[RegisterRow], *, with_file: bool = False) -> None:
    out = stdout()
    for row in rows:
        place = ", ".join(filter(None, (on_a_line(shown_path(row.file)) if with_file else "", _page(row))))
        about = f" ({on_a_line(row.about)})" if row.about else ""
        out.print(f"  {row.kind.value:8} {_value(row)}{about}{f' – {place}' if place else ''}")
        out.print(f"           {shorten(on_one_line(row.sentence), SNIPPET)}")


def _value(row: RegisterRow) -> str:
    """Return what is written, with its value where that tells more."""
    if row.readings:
        return said(
            UserText("{written} ({one} or {other})", written=row.written, one=row.readings[0], other=row.readings[1])
        )
    value = f"{row.value} {row.currency}".strip()
    return (
        row.written if not value or value == row.written or row.kind is FactKind.PARTY else f"{row.written} = {value}"
    )


def _page(row: RegisterRow) -> str:
    number = "slide" if has_slides(row.file) else "page" if is_paged(row.file) else ""
    return f"{number} {row.page_label or row.page}" if number else ""


def _print_denominator(found: Register) -> None:
    """Print how many documents were looked through, and why others were not."""
    err = stderr()
    values = {"read": f"{found.looked_through:,}", "files": f"{found.files:,}"}
    if not found.unread:
        err.print(UserText("{read} of {files} documents looked through.", **values))
        return
    err.print(UserText("{read} of {files} documents looked through. These could not be read:", **values))
    for one in found.unread:
        err.print(f"  {on_a_line(shown_path(one.file))}: {said(one.reason)}")


def _write_calendar(worker: Worker, found: Register, target: Path, *, sure: bool) -> None:
    """Write the dates that the person confirms."""
    rows = [row for row in found.with_days() if has_whole_date(row)]
    if not rows:
        stdout().print(said(UserText("There are no dates to write.")))
        return
    if not sure:
        _print(rows, with_file=True)
        question = UserText(
            "These {count} dates will be written to {target}. Continue?", count=len(rows), target=target
        )
        if not click.confirm(said(question), default=False):
            stdout().print(said(UserText("Nothing was written.")))
            return
    count = wait_for(worker.register.export_calendar(rows, target, spoken().translated))
    stdout().print(said(UserText("{count} dates were written to {target}.", count=count, target=target)))
