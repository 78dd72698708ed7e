"""``desktop-rag mentions``: every mention in the documents of a library, counted by file."""

import datetime as dt
from collections.abc import Iterator
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
    stdout,
    wait_for,
)
from desktop_rag.cli.highlights import highlight_mentions, highlight_option
from desktop_rag.cli.search import SNIPPET, place, shorten
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.mentions import (
    BELOW,
    MeaningHits,
    MeaningQuery,
    Mention,
    MentionCounts,
    MentionQuery,
    meaning_summary,
    once_each,
    summary,
)
from desktop_rag.core.user_text import UserText
from desktop_rag.retrievers.query_syntax import conditions_in
from desktop_rag.text.translations import spoken
from desktop_rag.worker.worker import Worker

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("name")
@click.argument("words")
@click.option("--exact", is_flag=True, help="Only as written: case, accents, hyphens, forms of numbers and dates.")
@click.option("--in", "scope", default="", help="A folder, or conditions as the search has them (type:pdf).")
@click.option("--files", "only_files", is_flag=True, help="List the files with their numbers, not each mention.")
@click.option("--csv", type=_FILE, help="Write the mentions to a CSV file.")
@click.option("--html", type=_FILE, help="Write the mentions to a web page.")
@click.option(
    "--absence",
    type=_FILE,
    help="Write what was looked for where, and which files have none or could not be read (.html, .json or .csv).",
)
@highlight_option
@click.option("--force", is_flag=True, help="Replace the files of --highlight if they exist.")
@click.option("--meaning", is_flag=True, help="Find sentences that are about WORDS, whatever their words: with a cut.")
@click.option("--cut", type=float, help="With --meaning: how sure a sentence has to be (as log odds; 0 is even).")
@program_options
@json_option
def mentions(  # noqa: PLR0913 - an option each
    name: str,
    words: str,
    scope: str,
    data_dir: Path,
    *,
    exact: bool,
    only_files: bool,
    meaning: bool,
    cut: float | None,
    highlight: Path | None,
    force: bool,
    as_json: bool,
    **targets: Path | None,
) -> None:
    """Find every mention of WORDS in the library NAME: complete, counted by file, each in its sentence or row.

    WORDS stand one after the other, in any spelling that the search equates; several phrases in quotation marks count
    each. A number counts however it is grouped, a date in every format. “amounts over €1,000” or “before 1 May 2024”
    count what fits. Conditions such as type:pdf choose files.
    """
    if cut is not None and not meaning:
        raise click.UsageError("--cut needs --meaning.")
    if meaning:
        if exact or only_files or highlight or any(targets.values()):
            raise click.UsageError("--meaning goes with --in, --cut and --json alone.")
        with open_worker(data_dir) as worker:
            found = wait_for(worker.mentions.by_meaning(name, MeaningQuery(words, conditions(scope))))
        _print_meaning(found, found.cut if cut is None else cut, as_json=as_json)
        return
    query = MentionQuery(words, exact, conditions(scope))
    with open_worker(data_dir) as worker:
        for kind, target in targets.items():
            if target is not None:
                is_statement = kind == "absence"
                file = target if target.suffix or is_statement else target.with_suffix(f".{kind}")
                wait_for(worker.mentions.export(name, query, file, statement=is_statement, say=spoken().translated))
                stdout().print(said(UserText("Wrote {target}.", target=file)))
        if highlight is not None:
            highlight_mentions(worker, name, query, highlight, replace=force)
        if as_json:
            counts = wait_for(worker.mentions.count(name, query))
            from desktop_rag.services.mentions.report import Report, mention_json, report_json

            whole = report_json(Report(name, counts, dt.datetime.now(dt.UTC)))
            print_json_with(whole, "mentions", map(mention_json, _every(worker, name, counts)))
        elif highlight is None and not any(targets.values()):
            counts = wait_for(worker.mentions.count(name, query))
            _print_counts(worker, name, counts, only_files=only_files)


def _print_meaning(found: MeaningHits, cut: float, *, as_json: bool) -> None:
    """Print the sentences above a cut, the ten just below it, and how they were found."""
    above = found.above(cut)
    shown = found.hits[: above + BELOW]
    if as_json:
        about = {
            "words": found.query.words,
            "within": found.query.within,
            "method": "meaning",
            "cut": cut,
            "above": above,
            "read": found.read,
            "passages": found.passages,
            "files": found.files,
            "unread": [asdict(one) for one in found.unread],
        }
        rows = ({**_source_json(one.source), "score": round(one.score, 2), "above": one.score >= cut} for one in shown)
        print_json_with(about, "hits", rows)
        return
    out = stdout()
    for number, one in enumerate(shown):
        if number == above:
            out.print(said(UserText("Cut here. Just below it:")))
        text = shorten(" ".join(one.source.text.split()), 2 * SNIPPET)
        out.print(f"{one.score:>6.1f}  {on_a_line(place(one.source))}")
        out.print(f"        {on_a_line(text)}")
    for gap in found.unread:
        out.print(f"  not readable: {on_a_line(gap.file)}: {said(gap.reason)}")
    for line in meaning_summary(found, found.hits[:above]):
        out.print(said(line))


def _source_json(source: Source) -> dict[str, object]:
    return {
        "file": source.file,
        "page": source.page,
        "page_label": source.page_label,
        "start": source.start,
        "end": source.end,
        "text": source.text,
    }


def conditions(scope: str) -> str:
    """Return the conditions of a scope; what is none is a folder."""
    scope = scope.strip()
    if not scope or conditions_in(scope):
        return scope
    return f'folder:"{scope}"'


def _every(worker: Worker, name: str, counts: MentionCounts) -> Iterator[Mention]:
    """Yield all mentions, those of one file in memory."""
    for one in counts.files:
        yield from wait_for(worker.mentions.of_file(name, counts.query, one.file))


def _print_counts(worker: Worker, name: str, counts: MentionCounts, *, only_files: bool) -> None:
    """Print the files with their mentions, then those that could not be looked through, and the sum."""
    out = stdout()
    for one in counts.files:
        out.print(f"{one.count:>7,}  {on_a_line(shown_path(one.file))}")
        found = () if only_files else wait_for(worker.mentions.of_file(name, counts.query, one.file))
        for mention in once_each(found):
            where = place(mention.source).removeprefix(shown_path(mention.source.file)).removeprefix(", ")
            out.print(f"         {f'{where}: ' if where else ''}{on_a_line(_around(mention))}")
    for gap in counts.unreadable:
        out.print(f"  not readable: {on_a_line(gap.file)}: {said(gap.reason)}")
    for file in counts.waiting:
        out.print(f"  not read yet: {on_a_line(file)}")
    if len(counts.written) > 1:
        written = ", ".join(f"{text} ({number:,})" for text, number in counts.written[:10])
        out.print(said(UserText("Written: {spellings}", spellings=written)))
    if counts.nearest:
        nearest = ", ".join(f"{word} ({number:,})" for word, number in counts.nearest)
        out.print(said(UserText("Spelt alike: {words}", words=nearest)))
    out.print(said(summary(counts)))
    out.print(said(counts.method))


def _around(mention: Mention) -> str:
    """Return the words around a mention on one line."""
    text, (start, end) = mention.source.text, mention.ranges[0]
    first = max(0, min(start - SNIPPET // 2, len(text) - SNIPPET))
    last = max(end, first + SNIPPET)
    part = " ".join(text[first:last].split())
    return f"{'…' if first else ''}{part}{'…' if last < len(text) else ''}"
