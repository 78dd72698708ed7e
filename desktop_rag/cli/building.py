"""``desktop-rag build``: prepares a library for another way of searching."""

from pathlib import Path

import click
from rich.progress import BarColumn, Progress, TextColumn

from desktop_rag.cli.common import data_dir_option, json_option, open_worker, print_json, stderr, stdout, wait_for
from desktop_rag.cli.settings import model_options, overrides_of
from desktop_rag.config import OptionValue
from desktop_rag.core.events import BuildProgress, Event
from desktop_rag.indices.kinds import INDEX_KINDS
from desktop_rag.worker.jobs.building import BuildStatus
from desktop_rag.worker.worker import Worker


@click.command()
@click.argument("name")
@click.argument("kind", type=click.Choice(INDEX_KINDS))
@model_options
@data_dir_option
@json_option
def build(name: str, kind: str, data_dir: Path, *, as_json: bool, **given: object) -> None:
    """Prepare the library NAME to be searched by KIND; tree and knowledge_graph need a language model.

    Ctrl-C stops cleanly; the same command continues. Passages that are prepared already cost nothing.
    """
    overrides = overrides_of(given)
    with open_worker(data_dir) as worker:
        result = _build(worker, name, kind, overrides)
    if as_json:
        print_json(result)
    elif result.processed:
        stdout().print(f"“{name}” can be searched by {kind} now: {result.passages:,} passages.")
    else:
        stdout().print(f"“{name}” was ready to be searched by {kind} already: {result.passages:,} passages.")


def _build(worker: Worker, name: str, kind: str, overrides: dict[str, OptionValue]) -> BuildStatus:
    """Run the job under a progress bar (on a terminal)."""
    console = stderr()
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        console=console, disable=not console.is_terminal, transient=True,
    )  # fmt: skip
    task = bar.add_task("Preparing", total=0)

    def show(event: Event) -> None:
        if isinstance(event, BuildProgress):
            bar.update(task, total=event.total, completed=event.done)

    unsubscribe = worker.subscribe(show)
    with bar:
        try:
            return wait_for(worker.build_index_kind(name, kind, worker.config.overridden(overrides)))
        finally:
            unsubscribe()
