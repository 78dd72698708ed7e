"""``desktop-rag open`` and ``desktop-rag link``: links to places in libraries, followed, made and registered."""

from pathlib import Path

import click

from desktop_rag.cli.common import (
    json_option,
    open_worker,
    print_json,
    program_options,
    said,
    stdout,
    to_plain,
    wait_for,
)
from desktop_rag.cli.search import shorten
from desktop_rag.config.data_folder import read_data_folder
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import absolute_path, stored_path
from desktop_rag.core.results.links import LinkedPlace
from desktop_rag.core.user_text import UserText
from desktop_rag.processes.link_scheme import register_links, start_window, unregister_links, window_command
from desktop_rag.services.sources import source_place


@click.command("open")
@click.argument("link")
@click.option("--print", "only_print", is_flag=True, help="Say where it leads without opening the window.")
@program_options
@json_option
def open_(link: str, data_dir: Path, *, only_print: bool, as_json: bool) -> None:
    """Open the place that LINK (desktop-rag://…) leads to in the window.

    With --json the place is printed for programs, and no window opens.
    """
    with open_worker(data_dir) as worker:
        place = wait_for(worker.links.place(link))
    if as_json:
        print_json(to_plain(place))
        return
    _print(place)
    if not only_print:
        start_window([link.strip()], _own_folder(data_dir))


@click.group()
def link() -> None:
    """Make links to places in libraries, and let the system open them with this program."""


@link.command("make")
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--page", type=click.IntRange(1), help="The page it leads to.")
@click.option("--quote", default="", metavar="WORDS", help="The words on the page that are marked.")
@program_options
def make(name: str, file: Path, page: int | None, quote: str, data_dir: Path) -> None:
    """Print the link to FILE in the library NAME."""
    with open_worker(data_dir) as worker:
        path = stored_path(str(absolute_path(file)))
        stdout().print(wait_for(worker.links.url(name, path, page=page or 0, quote=quote)))


@link.command("register")
@program_options
def register(data_dir: Path) -> None:
    """Let the system open links with this program, for you alone. Installed packages have done so already."""
    where = register_links(window_command(_own_folder(data_dir)))
    stdout().print(said(UserText("Links now open in this program: {where}", where=where)))


@link.command("unregister")
@program_options
def unregister(data_dir: Path) -> None:  # noqa: ARG001 - every command takes it
    """Undo “link register”."""
    if not unregister_links():
        raise UserError(
            UserText("Nothing was registered."), UserText("“desktop-rag link register” lets the system open links.")
        )
    stdout().print(said(UserText("Links no longer open in this program.")))


def _print(place: LinkedPlace) -> None:
    source = place.source
    stdout().print(f"{source_place(source, said)}  {source.file}")
    if source.text:
        text = place.citation.quote if place.citation is not None else source.text
        stdout().print(f"  “{shorten(' '.join(text.split()), 400)}”")
    if place.notice:
        stdout().print(said(place.notice))


def _own_folder(data_dir: Path) -> Path | None:
    """Return a data folder; None for the person's own, which a start finds by itself."""
    return None if data_dir == read_data_folder().folder else data_dir
