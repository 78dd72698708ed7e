"""``desktop-rag register``: what the documents of a library say about days, money, parties, places and numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
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
from desktop_rag.cli.overrides import model_options, overrides_of
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.cli.search import SNIPPET, shorten
from desktop_rag.core.events import Event, RegisterProgress
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.register import FactKind, ModelReading, Register, RegisterEstimate, RegisterRow
from desktop_rag.core.results.review import money
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import on_one_line
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.services.register.calendar import has_whole_date
from desktop_rag.text.translations import spoken
from desktop_rag.worker.worker import Worker

_BY_MODEL = UserText("found by the model")
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
@click.option("--with-model", is_flag=True, help="Have the model of the settings look for more than the rules find.")
@click.option("--estimate", is_flag=True, help="Only say how much --with-model would have to read.")
@model_options
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
    with_model: bool,
    estimate: bool,
    as_json: bool,
    **given: object,
) -> None:
    """List the dates, deadlines, amounts, parties, addresses and numbers in the documents of the library NAME.

    SCOPE chooses files as a search does (type:pdf, folder:contracts, after:2024 …); its words choose rows. A deadline
    that depends on something (“30 days after delivery”) is shown as written and never computed; a date that can be
    read in two ways is shown with both. With --with-model a model looks for more; what it names is listed only where
    its words stand in the text.
    """
    if sum((as_json, table is not None, calendar is not None)) > 1:
        raise click.UsageError("Give only one of --json, --csv and --ics.")
    wanted = [FactKind(kind) for kind in kinds]
    if (timeline or calendar) and not wanted:
        wanted = [FactKind.DATE, FactKind.DEADLINE]
    overrides = overrides_of(given)
    with open_worker(data_dir) as worker:
        if estimate:
            _print_estimate(wait_for(worker.register.estimate(name, scope, overrides=overrides)))
            return
        with progress_bar(worker, "Looking through", _progress):
            if table is None or with_model:
                ask = partial(worker.register.rows_with_model, overrides=overrides)
                found = wait_for((ask if with_model else worker.register.rows)(name, scope, wanted))
            if table is not None:
                export = partial(worker.register.export_csv, with_model=with_model, overrides=overrides)
                written = wait_for(export(name, table, scope, wanted))
                found = replace(found, rows=()) if with_model else written
        if calendar is not None:
            _write_calendar(worker, found, calendar, sure=yes)
    if as_json:
        counts = {"looked_through": found.looked_through, "files": found.files}
        rows = [*found.with_days(), *found.without_days()] if timeline else found.rows
        reading = {} if found.reading is None else {"reading": to_plain(found.reading)}
        print_json_with({**counts, "unread": to_plain(found.unread), **reading}, "rows", rows)
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
        by_model = f" [{said(_BY_MODEL)}]" if row.by_model else ""
        out.print(f"  {row.kind.value:8} {_value(row)}{about}{f' – {place}' if place else ''}{by_model}")
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
    """Print how many documents were looked through, why others were not, and what a model did."""
    err = stderr()
    if found.reading is not None:
        _print_reading(found.reading)
    values = {"read": f"{found.looked_through:,}", "files": f"{found.files:,}"}
    if not found.unread:
        err.print(UserText("{read} of {files} documents looked through.", **values))
        return
    err.print(UserText("{read} of {files} documents looked through. These could not be read:", **values))
    for one in found.unread:
        err.print(f"  {on_a_line(shown_path(one.file))}: {said(one.reason)}")


def _print_reading(reading: ModelReading) -> None:
    """Print how much of the texts a model answered for, and what it named that stands nowhere."""
    err = stderr()
    err.print(
        UserText(
            "{model} answered for {answered} of {parts} parts of the texts.",
            model=reading.model,
            answered=f"{reading.answered:,}",
            parts=f"{reading.parts:,}",
        )
    )
    if reading.refused:
        err.print(UserText("Left out, because no sentence says it: {count}.", count=f"{reading.refused:,}"))
    if reading.cost is not None:
        err.print(UserText("At the prices in the settings: about {cost}.", cost=money(reading.cost, reading.currency)))


def _print_estimate(work: RegisterEstimate) -> None:
    """Print how much a model would have to read."""
    out = stdout()
    values = {"documents": f"{work.documents:,}", "parts": f"{work.parts:,}", "known": f"{work.known:,}"}
    out.print(said(UserText("{documents} documents, {parts} parts to read; {known} are known already.", **values)))
    if not work.model:
        out.print(said(UserText("No model is connected.")))
        return
    out.print(said(UserText("{model}: about {tokens} tokens.", model=work.model, tokens=f"{work.tokens:,}")))
    if work.cost is not None:
        out.print(said(UserText("At the prices in the settings: about {cost}.", cost=money(work.cost, work.currency))))


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
