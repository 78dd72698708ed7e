"""``desktop-rag mcp share``, ``unshare`` and ``list``: the libraries that other programs may ask."""

from pathlib import Path

import click

from desktop_rag.cli.common import json_option, open_worker, print_json, program_options, said, stdout, wait_for
from desktop_rag.core.user_text import UserText

_NONE = UserText("No library is shared with other programs.")


@click.command("share")
@click.argument("name")
@program_options
def share_(name: str, data_dir: Path) -> None:
    """Let other programs of this computer search the library NAME and read its documents.

    What they read may go to the servers of their models. Each request stands on the list of “desktop-rag network”.
    """
    _set(name, data_dir, shared=True)


@click.command("unshare")
@click.argument("name")
@program_options
def unshare_(name: str, data_dir: Path) -> None:
    """Let other programs use the library NAME no longer."""
    _set(name, data_dir, shared=False)


@click.command("list")
@program_options
@json_option
def list_(data_dir: Path, *, as_json: bool) -> None:
    """List the libraries that are shared with other programs."""
    with open_worker(data_dir) as worker:
        names = wait_for(worker.sharing.shared())
    if as_json:
        print_json(list(names))
        return
    for name in names:
        stdout().print(name)
    if not names:
        stdout().print(said(_NONE))


def _set(name: str, data_dir: Path, *, shared: bool) -> None:
    with open_worker(data_dir) as worker:
        wait_for(worker.sharing.share(name, shared=shared))
    if shared:
        text = UserText("Other programs may use “{name}” now.", name=name)
    else:
        text = UserText("Other programs can't use “{name}” any more.", name=name)
    stdout().print(said(text))
