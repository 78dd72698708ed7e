"""The command that shows and changes what a library understands meaning with."""

from pathlib import Path

import click
from rich.progress import BarColumn, Progress, TextColumn

from desktop_rag.cli.common import data_dir_option, json_option, open_worker, print_json, stderr, stdout, wait_for
from desktop_rag.config.options import EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_PROVIDER
from desktop_rag.core.events import Event, IngestProgress
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.worker.jobs.embedding_jobs import EmbedderInfo
from desktop_rag.worker.worker import Worker


@click.command()
@click.argument("name")
@click.option("--provider", type=click.Choice(EMBEDDING_PROVIDER.choices), help=EMBEDDING_PROVIDER.help)
@click.option("--model", help=EMBEDDING_MODEL.help)
@click.option("--base-url", help=EMBEDDING_BASE_URL.help)
@click.option("--switch", is_flag=True, help="Change to the model of the settings.")
@click.option("--cancel", is_flag=True, help="Give up a change that was interrupted.")
@data_dir_option
@json_option
def embedder(
    name: str, provider: str | None, model: str | None, base_url: str | None, data_dir: Path,
    *, switch: bool, cancel: bool, as_json: bool,
) -> None:  # fmt: skip
    """Show what the library NAME understands meaning with, or change it.

    --provider, --model and --base-url are kept as the settings. The library is searched with the old model until the
    new one has read everything. Ctrl-C stops; the same command, or the window, continues.
    """
    with open_worker(data_dir) as worker:
        given = {EMBEDDING_PROVIDER: provider, EMBEDDING_MODEL: model, EMBEDDING_BASE_URL: base_url}
        named = {option.key: value for option, value in given.items() if value is not None}
        worker.config.update(dict(named))
        if cancel:
            wait_for(worker.cancel_change(name))
        elif named or switch:
            _change(worker, name)
        info = wait_for(worker.embedder(name))
    if as_json:
        print_json(info)
    else:
        _print(info)


def _change(worker: Worker, name: str) -> IndexStatus:
    """Run the change under a progress bar (on a terminal); Ctrl-C leaves it to be continued."""
    console = stderr()
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} passages"),
        console=console, disable=not console.is_terminal, transient=True,
    )  # fmt: skip
    task = bar.add_task("Reading with the new model", total=1)

    def show(event: Event) -> None:
        if isinstance(event, IngestProgress) and event.stage == "switching":
            bar.update(task, total=max(1, event.nodes), completed=event.nodes_embedded)

    unsubscribe = worker.subscribe(show)
    job = worker.change_embedder(name)
    with bar:
        try:
            while not job.done:
                job.wait(0.1)
        except KeyboardInterrupt:
            job.interrupt()
            raise
        finally:
            unsubscribe()
    return job.result()


def _print(info: EmbedderInfo) -> None:
    """Print what is, and what is to come."""
    out = stdout()
    out.print(f"Searched with: {info.model or f'nothing yet; its files will be read with {info.chosen}'}")
    if info.next:
        out.print(f"Changing to {info.next}: {info.done:,} of {info.total:,} passages. Continue with --switch.")
    elif not info.same:
        out.print(f"The settings name {info.chosen}. Change to it with --switch.")
    if info.notice:
        out.print(info.notice)
