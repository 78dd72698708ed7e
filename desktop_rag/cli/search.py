"""``desktop-rag search``: passages, without any language model."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from desktop_rag.cli.common import json_option, open_worker, print_json, program_options, stderr, stdout, wait_for
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event, SearchNotice
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.user_text import UserText
from desktop_rag.indices.vector_store import SEARCH_MODES
from desktop_rag.readers.formats import has_slides, is_paged

SNIPPET = 300  # characters of a passage or a quotation that are printed
_SOURCE_FIELDS = ("rank", "score", "file", "page", "start", "end", "text", "node_id")


@click.command()
@click.argument("name")
@click.argument("query", required=False)
@click.option("--top-k", type=click.IntRange(1, 1000), default=10, show_default=True, help="Passages to return.")
@click.option("--mode", type=click.Choice(SEARCH_MODES), default="hybrid", show_default=True)
@click.option(
    "--queries",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSONL file of {“id”, “query”}: answers all of them, one JSON line per query.",
)
@program_options
@json_option
def search(
    name: str, query: str | None, top_k: int, mode: str, queries: Path | None, data_dir: Path, *, as_json: bool
) -> None:
    """Search the library NAME for QUERY, by words and by meaning.

    In QUERY, "exact words" must appear as written in a passage, and -word or -"some words" must not.
    filename:report, type:pdf (or type:pdf,docx), folder:contracts, language:ja, after:2024-05 and before:2025 choose
    files by name, type, folder, language and date of change; author:miller, year:2019-2023, collection:thesis and
    tag:new by what Zotero, BibTeX or RIS say of them; from:anna, to:ben and subject:rent choose mail, with what is
    attached to it. A - before a condition excludes the files that meet it.
    Put -- before a query that begins with -.
    """
    if (query is None) == (queries is None):
        raise click.UsageError("Give either QUERY or --queries FILE.")
    with open_worker(data_dir) as worker:
        worker.subscribe(_print_notice)
        if queries is not None:
            for key, text in _read_queries(queries):
                found = wait_for(worker.search.passages(name, text, top_k=top_k, mode=mode))
                print_json({"id": key, "results": sources_json(found)}, indent=None)
            return
        found = wait_for(worker.search.passages(name, query or "", top_k=top_k, mode=mode))
    if as_json:
        print_json(sources_json(found))
    else:
        _print_results(found)


def _print_notice(event: Event) -> None:
    """Print the notice of a search."""
    if isinstance(event, SearchNotice):
        stderr().print(event.text)


def _read_queries(path: Path) -> Iterator[tuple[object, str]]:
    """Yield (id, query) of each line.

    Raises:
        UserError: a line is not JSON or has no query.

    """
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                yield row["id"], str(row["query"])
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise UserError(
                    UserText("Line {number} of {path} has no “id” and “query”.", number=number, path=path),
                    'Write each line as {"id": 1, "query": "notice period"}.',
                ) from error


def sources_json(found: tuple[Source, ...]) -> list[dict[str, object]]:
    """Return passages as ``--json`` prints them."""
    return [{field: getattr(source, field) for field in _SOURCE_FIELDS} for source in found]


def _print_results(found: tuple[Source, ...]) -> None:
    """Print passages for people."""
    out = stdout()
    for source in found:
        out.print(f"{source.rank}. {place(source)} (found by {' and '.join(source.found_by)})")
        out.print(f"   {shorten(' '.join(source.text.split()), SNIPPET)}\n")
    if not found:
        stderr().print("Nothing found. Try other words, or check with: desktop-rag status NAME")


def place(found: Citation | Source, library: str = "") -> str:
    """Return the file, the page or slide where it has such, and the library where one is given."""
    number = "slide" if has_slides(found.file) else "page" if is_paged(found.file) else ""
    return (
        shown_path(found.file) + (f", {number} {found.page}" if number else "") + (f" ({library})" if library else "")
    )


def shorten(text: str, length: int) -> str:
    """Cut a long text at a word."""
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0] + "…"
