"""``desktop-rag serve allow``, ``list`` and ``revoke``: the programs that may use the local API."""

from pathlib import Path

import click

from desktop_rag.cli.common import json_option, open_worker, print_json, program_options, said, stderr, stdout, wait_for
from desktop_rag.core.user_text import UserText


@click.command("allow")
@click.argument("name")
@program_options
@json_option
def allow(name: str, data_dir: Path, *, as_json: bool) -> None:
    """Make a token for a program that you call NAME, and print it: it cannot be shown again.

    Its hash is kept where API keys are kept. On the page “Network” the program stands by this name.
    """
    with open_worker(data_dir) as worker:
        made = wait_for(worker.api_clients.create(name))
    if as_json:
        print_json({"client": name, "token": made})
        return
    stdout().print(made)
    stderr().print(said(UserText("Copy it now: it is not shown again.")))


@click.command("list")
@program_options
@json_option
def list_(data_dir: Path, *, as_json: bool) -> None:
    """List the programs that have a token, and since when."""
    with open_worker(data_dir) as worker:
        clients = wait_for(worker.api_clients.listed())
    if as_json:
        print_json([{"client": one.name, "since": one.since} for one in clients])
        return
    for one in clients:
        stdout().print(f"{one.name}  {one.since}")
    if not clients:
        stdout().print(said(UserText("No program has a token.")))


@click.command("revoke")
@click.argument("name")
@program_options
def revoke(name: str, data_dir: Path) -> None:
    """Revoke the token of the program NAME: within a second it opens nothing any more."""
    with open_worker(data_dir) as worker:
        wait_for(worker.api_clients.revoke(name))
    stdout().print(said(UserText("“{name}” can't use the local API any more.", name=name)))
