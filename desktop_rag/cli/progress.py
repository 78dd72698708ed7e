"""A progress bar on the terminal while a job runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.progress import BarColumn, Progress, TextColumn

from desktop_rag.cli.common import counted, on_a_line, stderr, wait_for
from desktop_rag.core.events import Event, IngestProgress, IngestStage
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.jobs import Job
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.worker.worker import Worker

_LONG_SECONDS = 5.0  # after which a file is said to take its time
_STAGES: dict[IngestStage, str] = {
    "scanning": "Looking for files",
    "reading": "Reading",
    "embedding": "Preparing meaning search",
    "switching": "Changing search model",
}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The progress of a job: ``total`` is 0 as long as it is unknown."""

    title: str
    done: int = 0
    total: int = 0
    detail: str = ""


@contextmanager
def progress_bar(worker: Worker, title: str, snapshot_of: Callable[[Event], Snapshot | None]) -> Iterator[None]:
    """Show a bar for the events that ``snapshot_of`` returns a snapshot for; only on a terminal."""
    console = stderr()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[detail]}"),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
    task = bar.add_task(title, total=None, detail="")

    def show(event: Event) -> None:
        if (now := snapshot_of(event)) is not None:
            bar.update(task, description=now.title, completed=now.done, total=now.total or None, detail=now.detail)

    unsubscribe = worker.subscribe(show)
    with bar:
        try:
            yield
        finally:
            unsubscribe()


def wait_with_progress(worker: Worker, job: Job[IndexStatus]) -> IndexStatus:
    """Wait for a job that reads files, under a progress bar; raises as ``wait_for`` does."""
    with progress_bar(worker, "Starting", _reading):
        return wait_for(job)


def _reading(event: Event) -> Snapshot | None:
    """Count files while they are read, passages while they are embedded."""
    if not isinstance(event, IngestProgress):
        return None
    passages = event.stage in {"embedding", "switching"}
    done, total = (event.nodes_embedded, event.nodes) if passages else (event.files_done, event.files_total)
    unit = "passages" if passages else "files"
    left = "" if event.seconds_left is None else f" · {_duration(event.seconds_left)} left"
    rate = f" · {event.per_second:.0f} {unit}/s" if event.per_second else ""
    failed = f" · {event.failed:,} not readable" if event.failed else ""
    detail = f"{done:,} of {total:,} {unit}{rate}{left}{failed}{_long_file(event)}" if total else ""
    return Snapshot(_STAGES.get(event.stage, event.stage), done, total, detail)


def _long_file(event: IngestProgress) -> str:
    """Return the file that takes long, and its progress, "" when there is none."""
    if event.stage != "reading" or not event.running or event.running_seconds < _LONG_SECONDS:
        return ""
    pages = f"{counted(event.running_pages, 'page')} read, " if event.running_pages else ""
    return f" · {on_a_line(shown_name(event.running[0]))} ({pages}{_duration(event.running_seconds)})"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
