"""``desktop-rag data-folder``: where everything is kept, and moving it elsewhere."""

import sys
from pathlib import Path

import click

from desktop_rag.cli.common import json_option, leave_data_folder, print_json, program_options, said, stderr, stdout
from desktop_rag.config.data_folder import use_data_folder
from desktop_rag.core.file_paths import absolute_path
from desktop_rag.core.paths import person_data_dir
from desktop_rag.core.user_text import UserText
from desktop_rag.services.data_folder import Moved, finish_move, request_move, size_on_disk

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group("data-folder")
def data_folder() -> None:
    """Show or move the folder of libraries, conversations, settings and downloaded models."""


@data_folder.command("show")
@program_options
@json_option
def show(data_dir: Path, *, as_json: bool) -> None:
    """Show where the data is, and how much room it takes."""
    size = size_on_disk(data_dir)
    if as_json:
        print_json({"folder": str(data_dir), "bytes": size})
        return
    stdout().print(f"{data_dir}  {size / 1e6:,.1f} MB")


@data_folder.command("move")
@click.argument("folder", type=_FOLDER)
@program_options
def move(folder: Path, data_dir: Path) -> None:
    """Move everything to FOLDER, which is empty or new: copied, checked, used from then on, and removed here."""
    leave_data_folder()
    request_move(data_dir, folder)
    moved = _move_with_bar()
    if moved is not None:
        stdout().print(said(UserText("The data is now in {folder}.", folder=moved.folder)))
        for path in moved.left:
            stderr().print(said(UserText("{path} could not be removed.", path=path)))


@data_folder.command("use")
@click.argument("folder", type=_FOLDER, required=False)
@click.option("--default", "is_default", is_flag=True, help="Use this person's default folder.")
def use(folder: Path | None, *, is_default: bool) -> None:
    """Use the data in FOLDER from now on, as after its disk got another name; nothing is moved."""
    if (folder is None) is not is_default:
        raise click.UsageError("Give FOLDER or --default.")
    chosen = person_data_dir() if folder is None else absolute_path(folder)
    use_data_folder(chosen)
    stdout().print(said(UserText("The data is now in {folder}.", folder=chosen)))


def _move_with_bar() -> Moved | None:
    """Move the data; a terminal shows how far that is."""
    with click.progressbar(length=1, file=sys.stderr) as bar:

        def tell(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        return finish_move(tell)
