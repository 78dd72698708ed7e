"""``desktop-rag contradictions``: what disagrees between the documents of a library."""

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
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.cli.search import SNIPPET, shorten
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import ContradictionProgress, Event
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.contradictions import Contradiction, Contradictions, Quotation
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import on_one_line
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.services.contradictions.export import KINDS, contradiction_json, contradictions_json
from desktop_rag.worker.worker import Worker

_FILE = click.Path(dir_okay=False, path_type=Path)
_SHOWN_KEY = 8  # characters, which tell a library's contradictions apart


@click.command()
@click.argument("name")
@click.option("--in", "scope", default="", help="A folder, or conditions as the search has them (type:pdf).")
@click.option("--all", "every", is_flag=True, help="Also those that were dismissed.")
@click.option("--dismiss", multiple=True, metavar="KEY", help="Dismiss one by its key. May be repeated.")
@click.option("--restore", multiple=True, metavar="KEY", help="Show one again that was dismissed. May be repeated.")
@click.option("--csv", "table", type=_FILE, help="Write them to a CSV file.")
@program_options
@json_option
def contradictions(
    name: str,
    scope: str,
    dismiss: tuple[str, ...],
    restore: tuple[str, ...],
    table: Path | None,
    data_dir: Path,
    *,
    every: bool,
    as_json: bool,
) -> None:
    """List figures, dates, parties and negations that disagree between files about the same in the library NAME.

    Both sentences are quoted. Where a document says that it changes or replaces the other one, it is listed as newer. A
    contradiction that you dismiss stays dismissed as long as neither sentence changes.
    """
    if as_json and table is not None:
        raise click.UsageError("Give only one of --json and --csv.")
    with open_worker(data_dir) as worker:
        with progress_bar(worker, "Comparing", _progress):
            found = wait_for(worker.contradictions.find(name, conditions(scope)))
        if dismiss or restore:
            _decide(worker, name, found, dismiss, restore)
            return
        if table is not None:
            file = table if table.suffix else table.with_suffix(".csv")
            wait_for(worker.contradictions.export(name, found, file, said))
            stdout().print(said(UserText("Wrote {target}.", target=file)))
    if as_json:
        shown = [one for one in found.found if every or not one.is_dismissed]
        print_json_with(contradictions_json(name, found), "contradictions", map(contradiction_json, shown))
        return
    if table is None:
        _print(found, every=every)
    _print_denominator(found)


def _progress(event: Event) -> Snapshot | None:
    if not isinstance(event, ContradictionProgress):
        return None
    return Snapshot("Comparing", event.done, event.total, f"{event.done:,} of {event.total:,} documents")


def _decide(
    worker: Worker, name: str, found: Contradictions, dismiss: tuple[str, ...], restore: tuple[str, ...]
) -> None:
    """Dismiss contradictions and show others again, each by the beginning of its key."""
    for key in dismiss:
        for one in _with_key(name, found, key):
            wait_for(worker.contradictions.dismiss(name, one))
            stdout().print(said(UserText("Dismissed: {about}", about=one.about)))
    for key in restore:
        for one in _with_key(name, found, key):
            wait_for(worker.contradictions.restore(name, one))
            stdout().print(said(UserText("Shown again: {about}", about=one.about)))


def _with_key(name: str, found: Contradictions, key: str) -> list[Contradiction]:
    """Return the contradictions with a key: several where files are copies of each other."""
    some = [one for one in found.found if one.key.startswith(key.casefold())]
    if len({one.key for one in some}) != 1:
        raise UserError(
            UserText("There is not one contradiction with the key “{key}”.", key=key),
            UserText("Take a key from “desktop-rag contradictions {name} --all”.", name=name),
        )
    return some


def _print(found: Contradictions, *, every: bool) -> None:
    """Print what disagrees, then what is said to be newer, then what was dismissed."""
    out = stdout()
    for one in found.open:
        _print_one(one)
    newer = [one for one in found.found if one.is_newer and not one.is_dismissed]
    if newer:
        out.print(said(UserText("Newer, as a document says:")))
        for one in newer:
            _print_one(one)
            out.print(f"    {on_a_line(shown_path(one.newer))}: {shorten(one.says_so, SNIPPET)}")
    dismissed = [one for one in found.found if one.is_dismissed]
    if dismissed and every:
        out.print(said(UserText("Dismissed:")))
        for one in dismissed:
            _print_one(one)


def _print_one(one: Contradiction) -> None:
    out = stdout()
    out.print(f"{one.key[:_SHOWN_KEY]}  {said(KINDS[one.kind])}: {on_a_line(one.about)}")
    for side in (one.one, one.other):
        value = "" if side.value == " ".join(side.quote.split()) else f"{on_a_line(side.value)} – "
        out.print(f"    {value}{on_a_line(shown_path(side.file))}{_page(side)}")
        out.print(f"      {shorten(on_one_line(side.quote), SNIPPET)}")


def _page(side: Quotation) -> str:
    number = "slide" if has_slides(side.file) else "page" if is_paged(side.file) else ""
    return f", {number} {side.page_label or side.page}" if number else ""


def _print_denominator(found: Contradictions) -> None:
    """Print how many documents were compared, and why others were not."""
    err = stderr()
    dismissed = sum(one.is_dismissed for one in found.found)
    err.print(
        UserText(
            "{count} contradictions; {newer} newer, {dismissed} dismissed.",
            count=f"{len(found.open):,}",
            newer=f"{sum(one.is_newer and not one.is_dismissed for one in found.found):,}",
            dismissed=f"{dismissed:,}",
        )
    )
    err.print(
        UserText("{compared} of {files} documents compared.", compared=f"{found.compared:,}", files=f"{found.files:,}")
    )
    for one in (*found.set_aside, *found.unread):
        err.print(f"  {on_a_line(shown_path(one.file))}: {said(one.reason)}")
