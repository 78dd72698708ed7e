"""Shows how far the filling of a library is, and what came of it."""

from rich.progress import BarColumn, Progress, TaskID, TextColumn

from desktop_rag.cli.common import counted, on_a_line, stderr, stdout, wait_for
from desktop_rag.core.events import Event, IngestProgress
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.worker.job import Job
from desktop_rag.worker.worker import Worker

_STAGES = {
    "scanning": "Looking for files", "reading": "Reading", "embedding": "Understanding", "switching": "Changing model",
}  # fmt: skip
_MOST_NAMED = 200


def wait_with_progress(worker: Worker, job: Job[IndexStatus]) -> IndexStatus:
    """Wait for a job under a progress bar (on a terminal)."""
    console = stderr()
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[detail]}"),
        console=console, disable=not console.is_terminal, transient=True,
    )  # fmt: skip
    task = bar.add_task("Starting", total=None, detail="")

    def show(event: Event) -> None:
        if isinstance(event, IngestProgress):
            _update(bar, task, event)

    unsubscribe = worker.subscribe(show)
    with bar:
        try:
            return wait_for(job)
        finally:
            unsubscribe()


def status_json(result: IndexStatus) -> dict[str, object]:
    """Return the documented shape of a status."""
    files = [
        {"path": file.path, "state": file.state.value, "reason": file.reason, "pages": file.pages, "nodes": file.nodes}
        for file in result.files
    ]
    info = result.info
    library = {
        "folders": list(info.folders), "offline": list(info.offline), "waiting": info.waiting, "paused": info.paused,
        "notice": info.notice,
        "missing": [{"folder": one.folder, "gone": one.gone, "files": one.files} for one in info.missing],
    }  # fmt: skip
    return {"counts": result.counts, "library": library, "files": files}


def print_totals(result: IndexStatus) -> None:
    """Print one line of totals, one for each file that could not be read, and what needs an answer."""
    out = stdout()
    counts = result.counts
    words = [f"{counts[state.value]:,} {state.value}" for state in FileState if counts[state.value]]
    files, passages = counted(counts["files"], "file"), counted(counts["nodes"], "passage")
    out.print(f"{files} ({', '.join(words) or 'none'}), {passages}.")
    failed = [file for file in result.files if file.state is FileState.FAILED]
    for file in failed[:_MOST_NAMED]:
        out.print(f"  not read: {on_a_line(file.path)}: {file.reason}")
    if len(failed) > _MOST_NAMED:
        out.print(f"  and {len(failed) - _MOST_NAMED:,} more: see desktop-rag status.")
    _print_needs(result.info)


def _print_needs(info: IndexInfo) -> None:
    """Print what the library waits for."""
    out = stdout()
    if info.paused:
        out.print("Paused. Go on with: desktop-rag resume " + repr(info.name))
    if info.notice:
        out.print(info.notice)
    for folder in info.offline:
        out.print(f"{folder} cannot be reached. Its files stay searchable.")
    for one in info.missing:
        out.print(
            f"{one.gone:,} of {one.files:,} files in {one.folder} are gone. They stay searchable. To forget them: "
            f"desktop-rag add {info.name!r} --allow-mass-delete"
        )


def _update(bar: Progress, task: TaskID, event: IngestProgress) -> None:
    """Show one snapshot: files while reading, passages while embedding."""
    passages = event.stage in {"embedding", "switching"}
    done, total = (event.nodes_embedded, event.nodes) if passages else (event.files_done, event.files_total)
    unit = "passages" if passages else "files"
    left = "" if event.seconds_left is None else f" · {_duration(event.seconds_left)} left"
    rate = f" · {event.per_second:.0f} {unit}/s" if event.per_second else ""
    failed = f" · {event.failed:,} failed" if event.failed else ""
    bar.update(
        task, description=_STAGES.get(event.stage, event.stage), total=total or None, completed=done,
        detail=f"{done:,} of {total:,} {unit}{rate}{left}{failed}" if total else "",
    )  # fmt: skip


def _duration(seconds: float) -> str:
    """Return a time left as people say it."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
