"""Commands that make, fill and list libraries."""

from pathlib import Path

import click
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from desktop_rag.cli.asking import print_answer
from desktop_rag.cli.common import data_dir_option, json_option, open_worker, print_json, stderr, stdout, wait_for
from desktop_rag.events import Event, IngestProgress
from desktop_rag.node_parser.factory import DEFAULT_NODE_PARSER, NODE_PARSERS, Splitting
from desktop_rag.results import FileState, IndexStatus
from desktop_rag.worker.worker import Worker

_STAGES = {"scanning": "Looking for files", "reading": "Reading", "embedding": "Understanding"}
_SAMPLE_QUESTION = "Where are my files stored?"


@click.group()
def index() -> None:
    """Create, list and delete libraries."""


@index.command("create")
@click.argument("name")
@click.option(
    "--node-parser",
    type=click.Choice(NODE_PARSERS),
    default=DEFAULT_NODE_PARSER,
    show_default=True,
    help="How files are cut into passages.",
)
@click.option("--chunk-size", type=int, help="Longest passage, in tokens.")
@click.option("--chunk-overlap", type=int, help="What a passage repeats of the one before, in tokens.")
@data_dir_option
@json_option
def create(
    name: str, data_dir: Path, *, node_parser: str, chunk_size: int | None, chunk_overlap: int | None, as_json: bool
) -> None:
    """Make an empty library called NAME."""
    with open_worker(data_dir) as worker:
        info = wait_for(worker.create_index(name, Splitting(node_parser, chunk_size, chunk_overlap)))
    if as_json:
        print_json(info)
    else:
        stdout().print(f"Created “{info.name}”. Add files with: desktop-rag add {info.name!r} FOLDER")


@index.command("list")
@data_dir_option
@json_option
def list_(data_dir: Path, *, as_json: bool) -> None:
    """List the libraries."""
    with open_worker(data_dir) as worker:
        infos = wait_for(worker.list_indexes())
    if as_json:
        print_json(infos)
        return
    for info in infos:
        state = info.error or f"{info.files:,} files, {info.nodes:,} passages ({info.nodes_embedded:,} understood)"
        stdout().print(f"{info.name}: {state}")
    if not infos:
        stdout().print("No libraries yet. Make one with: desktop-rag index create NAME")


@index.command("delete")
@click.argument("name")
@data_dir_option
def delete(name: str, data_dir: Path) -> None:
    """Delete the library NAME; your files stay where they are."""
    with open_worker(data_dir) as worker:
        wait_for(worker.delete_index(name))
    stdout().print(f"Deleted “{name}”. The files themselves are untouched.")


@click.command()
@click.argument("name")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--no-embed", is_flag=True, help="Keyword search only; run again without it to add meaning.")
@data_dir_option
@json_option
def add(name: str, paths: tuple[Path, ...], data_dir: Path, *, no_embed: bool, as_json: bool) -> None:
    """Add files and folders PATHS to the library NAME and wait until they are searchable.

    Ctrl-C stops cleanly; the same command continues. Unchanged files cost nothing.
    """
    with open_worker(data_dir) as worker:
        result = _add(worker, name, paths, embed=not no_embed)
    if as_json:
        print_json(_status_json(result))
    else:
        _print_totals(result)


@click.command()
@click.argument("name")
@data_dir_option
@json_option
def status(name: str, data_dir: Path, *, as_json: bool) -> None:
    """Show every file of the library NAME with its state, and why some could not be read."""
    with open_worker(data_dir) as worker:
        result = wait_for(worker.status(name))
    if as_json:
        print_json(_status_json(result))
        return
    out = stdout()
    for file in result.files:
        detail = file.reason or f"{file.pages} pages, {file.nodes} passages"
        out.print(f"{file.state.value:8} {file.path}: {detail}")
    _print_totals(result)


@click.command()
@click.option("--language", type=click.Choice(["", "en", "ja", "zh"]), default="", help="Only the guide in it.")
@click.option("--question", default=_SAMPLE_QUESTION, show_default=True, help="What to ask.")
@data_dir_option
@json_option
def sample(language: str, question: str, data_dir: Path, *, as_json: bool) -> None:
    """Try the program on its own user's guide: makes a library of it and asks it a question."""
    with open_worker(data_dir) as worker:
        name = wait_for(worker.add_sample(language))
        _add(worker, name, ())
        if not as_json:
            stdout().print(f"Question: {question}\n")
        answer = wait_for(worker.ask(name, question))
    if as_json:
        print_json(answer)
    else:
        print_answer(answer, streamed=False)


def _add(worker: Worker, name: str, paths: tuple[Path, ...], *, embed: bool = True) -> IndexStatus:
    """Run an add job under a progress bar (on a terminal)."""
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
            return wait_for(worker.add(name, paths, embed=embed))
        finally:
            unsubscribe()


def _update(bar: Progress, task: TaskID, event: IngestProgress) -> None:
    """Show one snapshot: files while reading, passages while embedding."""
    embedding = event.stage == "embedding"
    done, total = (event.nodes_embedded, event.nodes) if embedding else (event.files_done, event.files_total)
    unit = "passages" if embedding else "files"
    left = "" if event.seconds_left is None else f" · {_duration(event.seconds_left)} left"
    rate = f" · {event.per_second:.0f} {unit}/s" if event.per_second else ""
    bar.update(
        task, description=_STAGES.get(event.stage, event.stage), total=total or None, completed=done,
        detail=f"{done:,} of {total:,} {unit}{rate}{left}" if total else "",
    )  # fmt: skip


def _duration(seconds: float) -> str:
    """Return a time left as people say it."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _status_json(result: IndexStatus) -> dict[str, object]:
    """Return the documented shape of a status."""
    files = [
        {"path": file.path, "state": file.state.value, "reason": file.reason, "pages": file.pages, "nodes": file.nodes}
        for file in result.files
    ]
    return {"counts": result.counts, "files": files}


def _print_totals(result: IndexStatus) -> None:
    """Print one line of totals, and one for each file that could not be read."""
    out = stdout()
    counts = result.counts
    words = [f"{counts[state.value]:,} {state.value}" for state in FileState if counts[state.value]]
    out.print(f"{counts['files']:,} files ({', '.join(words) or 'none'}), {counts['nodes']:,} passages.")
    for file in result.files:
        if file.state is FileState.FAILED:
            out.print(f"  not read: {file.path}: {file.reason}")
