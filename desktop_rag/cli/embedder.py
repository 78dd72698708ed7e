"""The command that shows and changes the search model of a library."""

from pathlib import Path

import click

from desktop_rag.cli.common import json_option, open_worker, print_json, program_options, said, stdout, wait_for
from desktop_rag.cli.overrides import setting_option
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.config.options import EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_PROVIDER
from desktop_rag.core.events import Event, IngestProgress
from desktop_rag.core.user_text import UserText
from desktop_rag.services.libraries.search_models import EmbedderInfo
from desktop_rag.worker.worker import Worker


@click.command()
@click.argument("name")
@setting_option("provider", EMBEDDING_PROVIDER)
@setting_option("model", EMBEDDING_MODEL)
@setting_option("base-url", EMBEDDING_BASE_URL)
@click.option("--switch", is_flag=True, help="Change to the search model from the settings.")
@click.option("--cancel", is_flag=True, help="Discard an interrupted change.")
@program_options
@json_option
def embedder(
    name: str,
    provider: str | None,
    model: str | None,
    base_url: str | None,
    data_dir: Path,
    *,
    switch: bool,
    cancel: bool,
    as_json: bool,
) -> None:
    """Show or change the search model of the library NAME.

    --provider, --model and --base-url are saved in the settings. Searches use the old model until the new one has
    prepared every passage. Ctrl+C stops; the same command, or the window, resumes.
    """
    with open_worker(data_dir) as worker:
        given = {EMBEDDING_PROVIDER: provider, EMBEDDING_MODEL: model, EMBEDDING_BASE_URL: base_url}
        named = {option.key: value for option, value in given.items() if value is not None}
        worker.config.update(dict(named))
        if cancel:
            wait_for(worker.embeddings.cancel(name))
        elif named or switch:
            _change(worker, name)
        info = wait_for(worker.embeddings.info(name))
    if as_json:
        print_json(info)
    else:
        _print(info)


def _change(worker: Worker, name: str) -> None:
    """Change the model, under a progress bar; Ctrl+C interrupts the job, and it can be continued."""
    job = worker.embeddings.change(name)
    with progress_bar(worker, "Preparing meaning search with the new model", _progress):
        try:
            while not job.done:
                job.wait(0.1)
        except KeyboardInterrupt:
            job.interrupt()
            raise
    job.result()


def _progress(event: Event) -> Snapshot | None:
    if not isinstance(event, IngestProgress) or event.stage != "switching":
        return None
    detail = f"{event.nodes_embedded:,} of {event.nodes:,} passages"
    return Snapshot("Preparing meaning search with the new model", event.nodes_embedded, event.nodes, detail)


def _print(info: EmbedderInfo) -> None:
    """Print the present and the next search model."""
    out = stdout()
    out.print(f"Search model: {info.model or f'none yet; the files will be prepared with {info.chosen}'}")
    if info.next:
        out.print(
            said(
                UserText(
                    "Changing to {next}: {done} of {total} passages. Continue with --switch.",
                    next=info.next,
                    done=f"{info.done:,}",
                    total=f"{info.total:,}",
                )
            )
        )
    elif not info.same:
        out.print(said(UserText("The settings name {chosen}. Change to it with --switch.", chosen=info.chosen)))
    if info.notice:
        out.print(said(info.notice))
