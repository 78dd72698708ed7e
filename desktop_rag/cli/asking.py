"""Commands that search and ask."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from desktop_rag.cli.common import (
    data_dir_option,
    json_option,
    open_worker,
    print_json,
    stderr,
    stdout,
    to_plain,
    wait_for,
)
from desktop_rag.cli.settings import overrides_of, settings_options
from desktop_rag.cli.trace import trace_lines
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AgentStepTaken, AnswerDelta, Event, SearchNotice
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.answers import Answer, AnswerState, Citation, Source
from desktop_rag.indices.vector_store import SEARCH_MODES
from desktop_rag.readers.formats import has_slides, is_paged

_SNIPPET = 300
_CITATION_FIELDS = ("marker", "answer_start", "answer_end", "file", "page", "start", "end", "quote", "score")
_SOURCE_FIELDS = ("rank", "score", "file", "page", "start", "end", "text", "node_id")


@click.command()
@click.argument("name")
@click.argument("query", required=False)
@click.option("--top-k", type=click.IntRange(1, 1000), default=10, show_default=True, help="Passages to return.")
@click.option("--mode", type=click.Choice(SEARCH_MODES), default="hybrid", show_default=True)
@click.option(
    "--queries", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSONL file of {“id”, “query”}: answers all of them, one JSON line each.",
)  # fmt: skip
@data_dir_option
@json_option
def search(
    name: str, query: str | None, top_k: int, mode: str, queries: Path | None, data_dir: Path, *, as_json: bool
) -> None:
    """Search the library NAME for QUERY, by words and by meaning.

    In QUERY "exact words" must stand so in a passage, and -word or -"some words" must not. filename:report, type:pdf
    (or type:pdf,docx), folder:contracts, after:2024-05 and before:2025 choose files by name, kind, folder and the day
    they were changed; -filename: and so on keep such files out. A query that begins with - is given after --.
    """
    if (query is None) == (queries is None):
        raise click.UsageError("Give either QUERY or --queries FILE.")
    with open_worker(data_dir) as worker:
        worker.subscribe(print_notice)
        if queries is not None:
            for key, text in _read_queries(queries):
                found = wait_for(worker.search(name, text, top_k=top_k, mode=mode))
                print_json({"id": key, "results": _results(found)}, indent=None)
            return
        found = wait_for(worker.search(name, query or "", top_k=top_k, mode=mode))
    if as_json:
        print_json(_results(found))
    else:
        _print_results(found)


@click.command()
@click.argument("name")
@click.argument("question")
@settings_options
@click.option("--trace", is_flag=True, help="Also print how the answer came about.")
@click.option(
    "--output-schema", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with a JSON schema: the answer is JSON of that form.",
)  # fmt: skip
@data_dir_option
@json_option
def ask(
    name: str, question: str, data_dir: Path, *, trace: bool, output_schema: Path | None, as_json: bool, **given: object
) -> None:
    """Ask the library NAME a QUESTION; the answer cites the passages it rests on."""
    overrides = overrides_of(given)
    schema = _read_schema(output_schema) if output_schema else None
    with open_worker(data_dir) as worker:
        unsubscribe = worker.subscribe(print_delta) if not as_json else None
        answer = wait_for(worker.ask(name, question, overrides=overrides, output_schema=schema))
        if unsubscribe is not None:
            unsubscribe()
    if as_json:
        print_json(answer_json(answer))
    else:
        print_answer(answer, streamed=True)
        if trace:
            stdout().print("\n".join(["", *trace_lines(answer.trace)]))
    if answer.state is AnswerState.FAILED:
        raise UserError(answer.notice)


def print_answer(answer: Answer, *, streamed: bool) -> None:
    """Print an answer (unless its text was streamed already) and where it comes from."""
    out = stdout()
    out.print("\n" if streamed else f"{answer.text}\n")
    if answer.notice and answer.state is not AnswerState.FAILED:
        out.print(answer.notice)
    if answer.extractive and answer.text:
        out.print("These are quotations from your files: no language model is connected.\n")
    for citation in answer.citations:
        quote = " ".join(citation.quote.split())
        out.print(f"[{citation.marker}] {_place(citation)}: “{_shorten(quote, _SNIPPET)}”")


def print_notice(event: Event) -> None:
    """Say what is to be known about a search."""
    if isinstance(event, SearchNotice):
        stderr().print(event.text)


def print_delta(event: Event) -> None:
    """Print the next words as they come, and each step of an agent before them."""
    if isinstance(event, AgentStepTaken):
        step = event.step
        stderr().print(f"{step.number}. {step.tool} {_shorten(step.arguments, _SNIPPET)}")
    elif isinstance(event, AnswerDelta):
        sys.stdout.write(event.text)
        sys.stdout.flush()


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
            except (ValueError, KeyError, TypeError) as error:
                raise UserError(f"Line {number} of {path} has no “id” and “query”.", "See the README.") from error


def _read_schema(path: Path) -> dict[str, object]:
    """Read a JSON schema.

    Raises:
        UserError: the file does not hold one.

    """
    try:
        schema = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(f"{path} is not JSON: {error}.", "See json-schema.org for the form.") from error
    if not isinstance(schema, dict):
        raise UserError(f"{path} does not hold a JSON schema.", "It must be an object; see json-schema.org.")
    return schema


def _results(found: tuple[Source, ...]) -> list[dict[str, object]]:
    """Return passages as documented."""
    return [{field: getattr(source, field) for field in _SOURCE_FIELDS} for source in found]


def answer_json(answer: Answer) -> dict[str, object]:
    """Return an answer as documented."""
    citations = [{field: getattr(citation, field) for field in _CITATION_FIELDS} for citation in answer.citations]
    return {
        "question": answer.question, "answer": answer.text, "citations": citations,
        "sources": _results(answer.sources), "model": answer.model, "extractive": answer.extractive,
        "state": answer.state.value, "notice": answer.notice, "usage": to_plain(answer.usage),
        "timings": answer.timings, "steps": to_plain(answer.steps), "trace": to_plain(answer.trace),
    }  # fmt: skip


def _print_results(found: tuple[Source, ...]) -> None:
    """Print passages for people."""
    out = stdout()
    for source in found:
        out.print(f"{source.rank}. {_place(source)} (found by {' and '.join(source.found_by)})")
        out.print(f"   {_shorten(' '.join(source.text.split()), _SNIPPET)}\n")
    if not found:
        stderr().print("Nothing found. Try other words, or check with: desktop-rag status NAME")


def _place(found: Citation | Source) -> str:
    """Return the file, and the page or slide where it has such."""
    number = "slide" if has_slides(found.file) else "page" if is_paged(found.file) else ""
    return shown_path(found.file) + (f", {number} {found.page}" if number else "")


def _shorten(text: str, length: int) -> str:
    """Cut a long text at a word."""
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0] + "…"
