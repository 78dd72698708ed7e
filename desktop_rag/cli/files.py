"""Commands about the files of a library: their state, and what is to be done about them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from desktop_rag.cli.common import (
    counted,
    json_option,
    on_a_line,
    open_worker,
    print_json_with,
    program_options,
    said,
    stdout,
    wait_for,
)
from desktop_rag.cli.progress import wait_with_progress
from desktop_rag.core.file_paths import absolute_path
from desktop_rag.core.results.files import FileQuery, FileState, FileStatus
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.core.user_text import UserText
from desktop_rag.worker.worker import Worker

_STATES = [state.value for state in FileState]


@click.command()
@click.argument("name")
@click.option("--state", "states", multiple=True, type=click.Choice(_STATES), help="Only files in this state.")
@click.option("--filter", "text", default="", help="Only files with this in their path or reason.")
@click.option("--csv", "target", type=click.Path(dir_okay=False, path_type=Path), help="Write the list to a CSV file.")
@program_options
@json_option
def status(
    name: str, states: tuple[str, ...], text: str, target: Path | None, data_dir: Path, *, as_json: bool
) -> None:
    """Show every file of the library NAME with its state, and why some could not be read."""
    query = FileQuery(text, tuple(map(FileState, states)))
    with open_worker(data_dir) as worker:
        if target is not None:
            count = wait_for(worker.files.export_list(name, query, target))
            stdout().print(said(UserText("Wrote {files} to {target}.", files=counted(count, "file"), target=target)))
            return
        result = wait_for(worker.libraries.status(name, replace(query, order="state")))  # it names what failed
        if as_json:
            print_status_json(worker, result, query)
            return
        out = stdout()
        for files in _pieces(worker, name, query):
            out.print("\n".join(map(_line, files)))
    print_totals(result)


@click.command()
@click.argument("name")
@click.argument("paths", nargs=-1)
@program_options
def retry(name: str, paths: tuple[str, ...], data_dir: Path) -> None:
    """Read the files PATHS of the library NAME again; without PATHS, all files that were not readable."""
    with open_worker(data_dir) as worker:
        if paths:
            wait_for(worker.files.retry(name, list(map(_absolute, paths))))
        else:
            wait_for(worker.files.retry_failed(name))
        print_totals(wait_with_progress(worker, worker.files.resume(name)))


@click.command()
@click.argument("name")
@click.argument("paths", nargs=-1, required=True)
@program_options
def exclude(name: str, paths: tuple[str, ...], data_dir: Path) -> None:
    """Leave the files or folders PATHS out of the library NAME from now on; the files themselves stay."""
    with open_worker(data_dir) as worker:
        paused = wait_for(worker.libraries.status(name)).info.paused
        wait_for(worker.files.exclude(name, list(map(_absolute, paths))))
        if paused:  # it stays so
            wait_for(worker.files.refresh(name, list(map(Path, map(_absolute, paths)))))
            print_totals(wait_for(worker.libraries.status(name)))
        else:
            print_totals(wait_with_progress(worker, worker.files.add(name, (), embed=False)))


@click.command()
@click.argument("name")
@program_options
def pause(name: str, data_dir: Path) -> None:
    """Pause reading the files of the library NAME until it is resumed, in the window as well."""
    with open_worker(data_dir) as worker:
        wait_for(worker.files.pause(name))
    stdout().print(f"“{name}” is paused. Resume it with: desktop-rag resume {name!r}")


@click.command()
@click.argument("name")
@program_options
def resume(name: str, data_dir: Path) -> None:
    """Resume reading the files of the library NAME."""
    with open_worker(data_dir) as worker:
        print_totals(wait_with_progress(worker, worker.files.resume(name)))


def _pieces(worker: Worker, name: str, query: FileQuery) -> Iterator[list[FileStatus]]:
    """Yield all files that fit a query, by path; however many there are, few are in memory."""
    last = None
    while files := wait_for(worker.files.following(name, query, last)):
        last = files[-1].path
        yield files


def _line(file: FileStatus) -> str:
    """Return a file as it is listed."""
    detail = said(file.reason) or f"{counted(file.pages, 'page')}, {counted(file.nodes, 'passage')}"
    return f"{file.state.value:8} {on_a_line(file.path)}: {detail}"


def print_status_json(worker: Worker, result: IndexStatus, query: FileQuery | None = None) -> None:
    """Print a library with its files, or those that fit a query, in the documented shape."""
    info = result.info
    library = {
        "folders": list(info.folders),
        "offline": list(info.offline),
        "waiting": info.waiting,
        "paused": info.paused,
        "notice": info.notice,
        "missing": [{"folder": one.folder, "gone": one.gone, "files": one.files} for one in info.missing],
    }
    rows = (
        {"path": file.path, "state": file.state.value, "reason": file.reason, "pages": file.pages, "nodes": file.nodes}
        for files in _pieces(worker, info.name, query or FileQuery())
        for file in files
    )
    print_json_with({"counts": result.counts, "library": library}, "files", rows)


def print_totals(result: IndexStatus) -> None:
    """Print one line of totals, one for each file that could not be read, and one for each question."""
    out = stdout()
    counts = result.counts
    words = [f"{counts[state.value]:,} {state.value}" for state in FileState if counts[state.value]]
    files, passages = counted(counts["files"], "file"), counted(counts["nodes"], "passage")
    out.print(
        said(
            UserText(
                "{files} ({states}), {passages}.", files=files, states=", ".join(words) or "none", passages=passages
            )
        )
    )
    named = [file for file in result.files if file.state is FileState.FAILED]
    for file in named:
        out.print(f"  not readable: {on_a_line(file.path)}: {said(file.reason)}")
    if more := counts[FileState.FAILED.value] - len(named):
        out.print(f"  and {more:,} more: see desktop-rag status.")
    for sentence in needs(result.info).values():
        out.print(sentence)


def needs(info: IndexInfo) -> dict[str, str]:
    """Return a sentence for each thing that stops a library from being read, by its subject."""
    said: dict[str, str] = {}
    if info.paused:
        said["paused"] = f"Paused. Resume with: desktop-rag resume {info.name!r}"
    if info.notice:
        said["notice"] = info.notice
    for folder in info.offline:
        said[f"offline {folder}"] = unreachable(folder)
    for one in info.missing:
        said[f"missing {one.folder}"] = (
            f"{one.gone:,} of {one.files:,} files in {one.folder} are gone. They stay searchable. To remove them: "
            f"desktop-rag add {info.name!r} --allow-mass-delete"
        )
    return said


def unreachable(folder: str) -> str:
    """Return the notice for a folder that is gone, or on a drive that is."""
    return UserText("{folder} can't be reached. Its files stay searchable.", folder=on_a_line(folder))


def _absolute(path: str) -> str:
    """Return a path as the library knows it."""
    return str(absolute_path(Path(path)))
