"""``desktop-rag table``: every document of a library asked the questions of some columns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from desktop_rag.cli.common import (
    json_option,
    on_a_line,
    open_worker,
    print_json,
    print_json_with,
    program_options,
    said,
    stderr,
    stdout,
    wait_for,
)
from desktop_rag.cli.mentions import conditions
from desktop_rag.cli.overrides import model_options, overrides_of
from desktop_rag.cli.packs import pack_given, pack_options
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.cli.search import SNIPPET, shorten
from desktop_rag.config import OptionValue
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.events import Event, TableProgress
from desktop_rag.core.file_paths import absolute_path, shown_name, shown_path, stored_path
from desktop_rag.core.results.review import (
    PILOT,
    Cell,
    CellState,
    ReviewTable,
    TableAnswer,
    TableChanges,
    TableDefinition,
    TableEstimate,
    TableScope,
    money,
    table_of,
)
from desktop_rag.core.user_text import UserText
from desktop_rag.services.review.agreement import FEWEST, agreements, to_check
from desktop_rag.services.review.columns import load_columns, load_template, save_columns, template_names
from desktop_rag.services.review.export import (
    MOST_WORD_ROWS,
    STATES,
    SUFFIXES,
    place_of,
    rows_json,
    scope_text,
    table_json,
)
from desktop_rag.text.translations import spoken, spoken_language
from desktop_rag.worker.worker import Worker

_FILE = click.Path(dir_okay=False, path_type=Path)
_COST = click.FloatRange(min=0, min_open=True)
_MOST_CHANGES = 20  # cells that differ, printed; JSON has all
_CLOSEST = UserText("Closest:")


@click.command()
@click.argument("name")
@click.option("--columns", type=_FILE, help="The file that defines the columns.")
@click.option("--template", help="Take columns that come with the program: " + ", ".join(template_names()) + ".")
@click.option("--ask", "question", help="Ask every document this one question.")
@click.option("--query", help="Ask the table itself: a SELECT statement, or a question that the model writes as one.")
@click.option("--kept", help="Take a table of the library, with the documents that it was made of last.")
@click.option("--in", "scope", default="", help="A folder, or conditions as the search has them (type:pdf).")
@click.option("--file", "files", multiple=True, help="Only this file, by its path or the end of it; several times.")
@click.option("--files", "listed", type=click.File(encoding="utf-8"), help="Only the files in this list, a line each.")
@click.option("--estimate", is_flag=True, help="Only say how much there is to do.")
@click.option("--retry", is_flag=True, help="Try cells that failed again.")
@click.option("--pilot", is_flag=True, help=f"Only the first {PILOT} documents.")
@click.option("--max-tokens", type=click.IntRange(min=1), help="Ask the model until it took so many tokens.")
@click.option("--most-cost", type=_COST, help="Ask the model until it cost so much, at the prices in the settings.")
@click.option("--csv", type=_FILE, help="Write the table to a CSV file.")
@click.option("--xlsx", type=_FILE, help="Write the table to a workbook with comments and links.")
@click.option("--html", type=_FILE, help="Write the table to a web page, with quotations and links.")
@click.option("--docx", type=_FILE, help=f"Write the table to a Word document; up to {MOST_WORD_ROWS:,} documents.")
@pack_options
@click.option("--save", type=_FILE, help="Only write the columns to a file that can be shared.")
@click.option("--forget", is_flag=True, help="Forget the table of --kept, with what was set in it by hand.")
@click.option("--by-hand", nargs=3, multiple=True, metavar="FILE COLUMN VALUE", help="Set a cell; “” for not stated.")
@click.option("--lock", nargs=2, multiple=True, metavar="FILE COLUMN", help="Keep a cell as it is in later runs.")
@click.option("--release", nargs=2, multiple=True, metavar="FILE COLUMN", help="Forget what was set in a cell.")
@model_options
@program_options
@json_option
def table(  # noqa: PLR0913 - an option each
    name: str,
    data_dir: Path,
    *,
    columns: Path | None,
    template: str | None,
    question: str | None,
    query: str | None,
    kept: str | None,
    scope: str,
    files: tuple[str, ...],
    listed: TextIO | None,
    max_tokens: int | None,
    most_cost: float | None,
    save: Path | None,
    by_hand: tuple[tuple[str, str, str], ...],
    lock: tuple[tuple[str, str], ...],
    release: tuple[tuple[str, str], ...],
    pilot: bool,
    retry: bool,
    estimate: bool,
    forget: bool,
    as_json: bool,
    **given: object,
) -> None:
    """Ask every document of the library NAME the questions of a table's columns.

    Each cell has its value, whether the document states it, and the sentence it rests on. What was found before is
    kept: run the command again after a stop, or when files have changed.
    """
    formats = {kind: given.pop(kind) for kind in ("csv", "xlsx", "html", "docx")}
    pack, sign = pack_given(given, replace=False)
    targets = [(file, f".{kind}") for kind, file in formats.items() if isinstance(file, Path)]
    if as_json + len(targets) > 1:
        raise click.UsageError("Give only one of --json, --csv, --xlsx, --html and --docx.")
    if sum(one is not None for one in (columns, template, question, kept)) != 1:
        raise click.UsageError("Give one of --columns, --template, --ask and --kept.")
    if forget and kept is None:
        raise click.UsageError("Give the name of the table to --kept.")
    overrides = overrides_of(given)
    if save is not None and kept is None:
        _save(_definition(columns, template, question), save)
        return
    with open_worker(data_dir) as worker:
        tables = worker.tables
        if forget:
            wait_for(tables.remove(name, kept or ""))
            stdout().print(said(UserText("The table “{name}” is forgotten.", name=kept or "")))
            return
        definition = _definition(columns, template, question) if kept is None else kept_table(worker, name, kept)
        if save is not None:
            _save(definition, save)
            return
        definition = _scoped(worker, name, definition, scope, files, listed)
        if estimate:
            _print_estimate(wait_for(tables.estimate(name, definition, overrides=overrides)))
            return
        if query is not None:
            _print_answer(wait_for(tables.answer(name, definition, query, overrides=overrides)), as_json=as_json)
            return
        most, tokens, cost = PILOT if pilot else 0, max_tokens or 0, most_cost or 0.0
        with progress_bar(worker, "Asking", _progress):
            fill = partial(tables.fill, most=most, most_tokens=tokens, most_cost=cost)
            found = wait_for(fill(name, definition, retry=retry, overrides=overrides))
        found = _edited(worker, found, _edits(by_hand, lock, release), overrides)
        for given_file, suffix in targets:
            place = _named(given_file, suffix)
            wait_for(tables.export(name, definition, place, overrides=overrides, say=spoken().translated))
            stdout().print(said(UserText("The rows were written to {target}.", target=place)))
        if pack is not None:
            say = spoken().translated
            wait_for(worker.packs.table(name, definition, pack, overrides=overrides, sign=sign, say=say))
            stderr().print(UserText("The evidence pack was written to {target}.", target=pack))
    if as_json:
        print_json_with(table_json(found), "rows", rows_json(found))
    elif not targets:
        _print_rows(found)
    _print_denominator(found)


def _save(definition: TableDefinition, target: Path) -> None:
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(save_columns(definition))
    except OSError as error:
        reason = reason_of(error)
        raise UserError(
            UserText("“{name}” cannot be written: {reason}.", name=target.name, reason=reason), "Choose another name."
        ) from error
    stdout().print(said(UserText("Wrote {target}.", target=target)))


def _named(file: Path, suffix: str) -> Path:
    """Return a file whose ending says its format; CSV may have any ending that is no other format's."""
    ending = file.suffix.lower()
    is_kept = ending == suffix or (suffix == ".csv" and ending and ending not in SUFFIXES)
    return file if is_kept else file.with_name(f"{file.name}{suffix}")


def _path(found: ReviewTable, file: str) -> str:
    """Return the path of a file of a table that is named by it, or by its name alone."""
    paths = [row.file for row in found.rows if file in (row.file, shown_name(row.file))]
    if len(paths) != 1:
        raise UserError(
            UserText("The table has no file {file}, or several.", file=file), "Give the whole path of the file."
        )
    return paths[0]


def _definition(columns: Path | None, template: str | None, question: str | None) -> TableDefinition:
    if question is not None:
        return table_of(question)
    return load_columns(columns) if columns is not None else load_template(template or "", spoken_language())


def _scoped(
    worker: Worker,
    library: str,
    definition: TableDefinition,
    scope: str,
    files: tuple[str, ...],
    listed: TextIO | None,
) -> TableDefinition:
    """Return a table with the documents that were asked for; with its own where none were."""
    named = [*files, *(line.strip() for line in listed or () if line.strip())]
    if listed is not None and not named:
        raise UserError("The list names no files.", "Write the path of a file on each line.")
    if not scope and not named:
        return definition
    paths = [stored_path(str(absolute_path(Path(one)))) if Path(one).exists() else one for one in named]
    chosen = wait_for(worker.tables.files_named(library, paths)) if paths else ()
    return replace(definition, scope=TableScope(conditions(scope), chosen))


def _edits(
    by_hand: Sequence[tuple[str, str, str]], lock: Sequence[tuple[str, str]], release: Sequence[tuple[str, str]]
) -> list[tuple[str, str, str | None, bool]]:
    """Return the file, column and value (None: as it was found) of cells that are set, and whether they are locked."""
    return [
        *((file, column, value, False) for file, column, value in by_hand),
        *((file, column, None, True) for file, column in lock),
        *((file, column, None, False) for file, column in release),
    ]


def _edited(
    worker: Worker,
    found: ReviewTable,
    edits: Sequence[tuple[str, str, str | None, bool]],
    overrides: Mapping[str, OptionValue],
) -> ReviewTable:
    """Set, lock and release cells of a table; return it as it is then."""
    name, definition = found.library, found.definition
    for file, column, value, locked in edits:
        path = _path(found, file)
        wait_for(worker.tables.edit(name, definition.name, path, column, value, locked=locked, overrides=overrides))
    if not edits:
        return found
    return replace(found, rows=wait_for(worker.tables.read(name, definition, overrides=overrides)).rows)


def kept_table(worker: Worker, library: str, name: str) -> TableDefinition:
    """Return a table that a library keeps, with its scope."""
    tables = wait_for(worker.tables.definitions(library))
    found = next((one for one in tables if one.name == name), None)
    if found is None:
        names = ", ".join(f"“{one.name}”" for one in tables) or "–"
        raise UserError(
            UserText("“{library}” keeps no table “{name}”.", library=library, name=name),
            UserText("Its tables: {names}.", names=names),
        )
    return found


def _print_answer(found: TableAnswer, *, as_json: bool) -> None:
    """Print the rows that answer a question to a table, and which cells had nothing to count."""
    if as_json:
        print_json(found)
        return
    out, err = stdout(), stderr()
    out.print(on_a_line(" | ".join(found.columns)))
    for row in found.rows:
        out.print(on_a_line(" | ".join("" if value is None else f"{value}" for value in row)))
    err.print(on_a_line(found.sql))
    err.print(UserText("Number of documents in the table: {count}.", count=f"{found.documents:,}"))
    if found.is_cut:
        err.print(UserText("Only the first {count} rows are shown.", count=f"{len(found.rows):,}"))
    for one in found.lacking:
        err.print(
            UserText(
                "{column}: without a value {count} ({state}).",
                column=one.column,
                count=f"{one.count:,}",
                state=STATES[one.state],
            )
        )


def _print_estimate(work: TableEstimate) -> None:
    out = stdout()
    values = {"documents": f"{work.documents:,}", "cells": f"{work.cells:,}", "known": f"{work.known:,}"}
    out.print(said(UserText("{documents} documents, {cells} cells to fill, {known} known.", **values)))
    if work.model:
        out.print(said(UserText("{model}: about {tokens} tokens.", model=work.model, tokens=f"{work.tokens:,}")))
        if work.cost is not None:
            cost = money(work.cost, work.currency)
            out.print(said(UserText("At the prices in the settings: about {cost}.", cost=cost)))
    else:
        out.print(said(UserText("Without a model: about {minutes} min.", minutes=f"{work.seconds / 60:.0f}")))


def _progress(event: Event) -> Snapshot | None:
    if not isinstance(event, TableProgress):
        return None
    return Snapshot("Asking", event.done, event.total, f"{event.done:,} of {event.total:,} documents")


def _print_rows(found: ReviewTable) -> None:
    """Print the rows by file, each cell with what it rests on."""
    out = stdout()
    for row in found.rows:
        out.print(on_a_line(shown_path(row.file)))
        for column, cell in zip(found.definition.columns, row.cells, strict=True):
            out.print(f"  {on_a_line(column.name)}: {on_a_line(_value(cell))}")
            if cell.found is not None and cell.found.value:
                out.print(f"      {said(UserText('Found:'))} {on_a_line(shorten(cell.found.value, SNIPPET))}")
            for place in cell.places:
                page = place_of(row.file, Cell(cell.state, places=(place,)))
                quote = shorten(" ".join(place.quote.split()), SNIPPET)
                closest = f"{said(_CLOSEST)} " if cell.state is CellState.NOT_STATED else ""
                out.print(f"      {closest}{f'{page}: ' if page else ''}{on_a_line(quote)}")


def _value(cell: Cell) -> str:
    """Return a value, and the state of a cell where it is not simply found."""
    state = said(STATES[cell.state])
    locked = said(UserText("locked")) if cell.locked else ""
    if cell.state is CellState.FOUND and not cell.locked:
        return shorten(cell.value, SNIPPET)
    parts = (cell.value, "" if cell.state is CellState.FOUND else state, locked, said(cell.reason))
    return " – ".join(part for part in parts if part)


def _print_changes(changes: TableChanges) -> None:
    """Print what the rows say differently since the last run."""
    err = stderr()
    counts = {"new": len(changes.new), "gone": len(changes.gone), "cells": len(changes.cells)}
    if not any(counts.values()):
        err.print(UserText("Nothing differs from the last run."))
        return
    err.print(
        UserText(
            "Since the last run: documents that are new {new}, that are gone {gone}, cells that differ {cells}.",
            **{key: f"{count:,}" for key, count in counts.items()},
        )
    )
    for one in changes.cells[:_MOST_CHANGES]:
        cell = f"{shown_path(one.file)}, {one.column}: {one.before} → {one.after}"
        err.print(f"  {on_a_line(shorten(cell, SNIPPET))}")


def _print_denominator(found: ReviewTable) -> None:
    """Print how many documents were read, why others were not, and how much of the work was done before."""
    err = stderr()
    if only := scope_text(found.definition.scope):
        err.print(only)
    values = {"read": f"{found.read:,}", "files": f"{found.files:,}"}
    if found.unread:
        err.print(UserText("{read} of {files} documents read. These could not be read:", **values))
        for one in found.unread:
            err.print(f"  {on_a_line(shown_path(one.file))}: {said(one.reason)}")
    else:
        err.print(UserText("{read} of {files} documents read.", **values))
    for rate in agreements(found):
        shown = {"column": rate.column, "agreed": str(rate.agreed), "filled": str(rate.filled)}
        if rate.filled < FEWEST:
            err.print(UserText("{column}: {agreed} of {filled} agree with you. Five tell a rate.", **shown))
        else:
            shown |= {"low": f"{rate.low:.0%}", "high": f"{rate.high:.0%}"}
            err.print(UserText("{column}: {agreed} of {filled} agree with you ({low} to {high}).", **shown))
    if next_ones := to_check(found, 1) if any(agreements(found)) else []:
        ((file, column),) = next_ones
        err.print(
            UserText(
                "Set “{column}” of {file} next: it tells most about how often the column is right.",
                column=column,
                file=on_a_line(shown_path(file)),
            )
        )
    if found.changes is not None:
        _print_changes(found.changes)
    err.print(UserText("{made} cells were filled, {kept} were known.", made=f"{found.made:,}", kept=f"{found.kept:,}"))
    if found.seconds_left:
        minutes = f"{found.seconds_left / 60:.0f}"
        err.print(UserText("At this rate the rest takes about {minutes} min.", minutes=minutes))
    if found.model:
        err.print(UserText("Values by {model}, {tokens} tokens.", model=found.model, tokens=f"{found.tokens:,}"))
        if found.cost is not None:
            err.print(UserText("At the prices in the settings: about {cost}.", cost=money(found.cost, found.currency)))
        if waiting := sum(cell.state is CellState.WAITING for row in found.rows for cell in row.cells):
            err.print(UserText("Cells not filled yet: {count}. Run the command again for them.", count=f"{waiting:,}"))
    else:
        err.print(UserText("Without a model: every value is quoted from the sentence that answers best."))
