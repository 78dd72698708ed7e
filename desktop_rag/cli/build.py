"""``desktop-rag build``: builds an index of another kind over a library."""

from pathlib import Path

import click

from desktop_rag.cli.common import (
    counted,
    json_option,
    open_worker,
    print_json,
    program_options,
    said,
    stdout,
    wait_for,
)
from desktop_rag.cli.overrides import model_options, overrides_of
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.core.events import BuildProgress, Event
from desktop_rag.core.user_text import UserText
from desktop_rag.indices.loading import INDEX_KINDS


@click.command()
@click.argument("name")
@click.argument("kind", type=click.Choice(INDEX_KINDS))
@model_options
@program_options
@json_option
def build(name: str, kind: str, data_dir: Path, *, as_json: bool, **given: object) -> None:
    """Build the index KIND of the library NAME; tree and knowledge_graph need a language model.

    Ctrl+C stops; the same command resumes. Passages already in the index are skipped.
    """
    overrides = overrides_of(given)
    with open_worker(data_dir) as worker, progress_bar(worker, "Building", _progress):
        result = wait_for(worker.builds.build(name, kind, worker.config.overridden(overrides)))
    if as_json:
        print_json(result)
    elif result.processed:
        stdout().print(
            said(
                UserText(
                    "You can now search “{name}” by {kind}: {passages}.",
                    name=name,
                    kind=kind,
                    passages=counted(result.passages, "passage"),
                )
            )
        )
    else:
        stdout().print(
            said(
                UserText(
                    "You can already search “{name}” by {kind}: {passages}.",
                    name=name,
                    kind=kind,
                    passages=counted(result.passages, "passage"),
                )
            )
        )


def _progress(event: Event) -> Snapshot | None:
    if not isinstance(event, BuildProgress):
        return None
    return Snapshot("Building", event.done, event.total, f"{event.done:,} of {event.total:,}")
