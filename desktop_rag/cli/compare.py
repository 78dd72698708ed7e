"""``desktop-rag compare``: how two files of a library differ."""

import datetime as dt
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
from desktop_rag.cli.search import SNIPPET, place, shorten
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.comparison import KIND_WORDS, Comparison, Difference, DifferenceKind, Side, summary
from desktop_rag.core.user_text import UserText
from desktop_rag.text.translations import spoken

_FILE = click.Path(dir_okay=False, path_type=Path)
_KINDS = [kind.value for kind in DifferenceKind]


@click.command()
@click.argument("name")
@click.argument("before")
@click.argument("after")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(_KINDS), help="Print only these differences. May be repeated."
)
@click.option("--csv", type=_FILE, help="Write the differences to a CSV file.")
@click.option("--html", type=_FILE, help="Write both sides beside each other to a web page.")
@program_options
@json_option
def compare(
    name: str, before: str, after: str, kinds: tuple[str, ...], data_dir: Path, *, as_json: bool, **targets: Path | None
) -> None:
    """Show how the file AFTER of the library NAME differs from the file BEFORE.

    Each file is named by its path, or by the end of it. Paragraphs, rows and cells of tables that changed, moved, are
    new or gone are listed with both places; lines and pages that end elsewhere are no differences.
    """
    with open_worker(data_dir) as worker:
        for kind, target in targets.items():
            if target is not None:
                file = target if target.suffix else target.with_suffix(f".{kind}")
                wait_for(worker.comparisons.export(name, before, after, file, say=spoken().translated))
                stdout().print(said(UserText("Wrote {target}.", target=file)))
        if not as_json and any(targets.values()):
            return
        found = wait_for(worker.comparisons.files(name, before, after))
    shown = [one for one in found.differences if not kinds or one.kind.value in kinds]
    if as_json:
        from desktop_rag.services.comparison.report import ComparisonReport, comparison_json, difference_json

        whole = comparison_json(ComparisonReport(name, found, dt.datetime.now(dt.UTC)))
        print_json_with(whole, "differences", map(difference_json, shown))
    else:
        _print(found, shown)


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
