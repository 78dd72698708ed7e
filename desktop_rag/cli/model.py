"""The commands about model files that the program runs by itself, and about the models of servers."""

from pathlib import Path

import click

from desktop_rag.cli.common import json_option, open_worker, print_json, program_options, said, stdout, wait_for
from desktop_rag.cli.progress import Snapshot, progress_bar
from desktop_rag.core.events import DownloadProgress, Event
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.built_in.files import ModelFile
from desktop_rag.llms.model_servers import ServedModel
from desktop_rag.services.model_files import OfferedModel

_GB, _MB = 1e9, 1e6


@click.group()
def model() -> None:
    """Model files that the program runs by itself, and the models of servers."""


@model.command("list")
@program_options
@json_option
def list_models(data_dir: Path, *, as_json: bool) -> None:
    """Show the models on this computer and those that can be downloaded."""
    with open_worker(data_dir) as worker:
        found, offered = wait_for(worker.model_files.found()), wait_for(worker.model_files.offered())
    if as_json:
        print_json({"found": found, "offered": offered})
        return
    out = stdout()
    out.print("On this computer:")
    for file in found:
        out.print(f"  {_found(file)}")
    if not found:
        out.print("  none")
    out.print("To download:")
    for one in offered:
        if one.path is None:
            out.print(f"  {_offered(one)}")


@model.command()
@click.argument("name")
@program_options
def download(name: str, data_dir: Path) -> None:
    """Download the model NAME; “model list” shows the names.

    Ctrl+C stops; the same command continues where it stopped.
    """
    with open_worker(data_dir) as worker, progress_bar(worker, f"Downloading {name}", _progress):
        path = wait_for(worker.model_files.download(name))
    stdout().print(f"{path}\nAsk with it: desktop-rag ask NAME QUESTION --provider built-in --model {path.stem}")


@model.command()
@click.argument("name")
@program_options
def remove(name: str, data_dir: Path) -> None:
    """Delete the downloaded model NAME."""
    with open_worker(data_dir) as worker:
        path = wait_for(worker.model_files.remove(name))
    stdout().print(f"Deleted {path}")


_connection_option = click.option(
    "--connection", default="", metavar="NAME", help="A saved connection; without it the one in use, else Ollama."
)


@model.command("served")
@_connection_option
@program_options
@json_option
def list_served(connection: str, data_dir: Path, *, as_json: bool) -> None:
    """Show the models of a server, and which of them are in memory."""
    with open_worker(data_dir) as worker:
        served = wait_for(worker.models.list_served(connection))
    if as_json:
        print_json(served)
        return
    for one in served:
        stdout().print(_served(one))
    if not served:
        stdout().print("The server has no models yet. Download one with: desktop-rag model pull NAME")


@model.command()
@click.argument("name")
@_connection_option
@program_options
def pull(name: str, connection: str, data_dir: Path) -> None:
    """Have a server download the model NAME: Ollama, or llama.cpp's server with several models.

    Ctrl+C stops; the same command continues where it stopped.
    """
    with open_worker(data_dir) as worker, progress_bar(worker, f"Downloading {name}", _progress):
        wait_for(worker.models.pull(connection, name))
    stdout().print(said(UserText("The server has the model {name} now.", name=name)))


@model.command()
@click.argument("name")
@_connection_option
@program_options
def load(name: str, connection: str, data_dir: Path) -> None:
    """Have a server load the model NAME, so that the first question does not wait for it."""
    with open_worker(data_dir) as worker:
        wait_for(worker.models.load(connection, name))
    stdout().print(said(UserText("{name} is in memory.", name=name)))


@model.command()
@click.argument("name")
@_connection_option
@program_options
def unload(name: str, connection: str, data_dir: Path) -> None:
    """Have a server unload the model NAME, which frees its memory."""
    with open_worker(data_dir) as worker:
        wait_for(worker.models.unload(connection, name))
    stdout().print(said(UserText("{name} is no longer in memory.", name=name)))


def _progress(event: Event) -> Snapshot | None:
    if not isinstance(event, DownloadProgress):
        return None
    detail = f"{event.done / _MB:,.0f} of {event.total / _MB:,.0f} MB, {event.per_second / _MB:.1f} MB/s"
    return Snapshot(f"Downloading {event.model}", event.done, event.total, detail)


def _found(file: ModelFile) -> str:
    return f"{file.name}: {file.size / _GB:.1f} GB, {file.origin}, {file.path}"


def _offered(one: OfferedModel) -> str:
    model = one.model
    rest = f"; {one.downloaded / _GB:.1f} GB are here, downloading continues" if one.downloaded else ""
    memory = f"needs {model.memory / _GB:.1f} GB of memory" + ("" if one.fits else ", more than is free now")
    return f"{model.name}: {model.size / _GB:.1f} GB, {memory}, {model.licence}, {model.languages}. {model.note}{rest}"


def _served(one: ServedModel) -> str:
    memory = f", {one.memory / _GB:.1f} GB" if one.memory else ""
    until = f", until {one.until}" if one.until else ""
    return f"{one.name}: in memory{memory}{until}" if one.is_loaded else one.name
