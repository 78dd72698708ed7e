"""``desktop-rag network``: who was contacted, when, why and how much; and the offline switch."""

import time
from pathlib import Path

import click
from rich.table import Table

from desktop_rag.cli.common import json_option, open_worker, print_json, program_options, stdout, to_plain
from desktop_rag.core.network.traffic import HostTraffic, Purpose

PURPOSES: dict[Purpose, str] = {
    "chat": "answers",
    "embedding": "search by meaning",
    "reranking": "reranking",
    "models": "about models",
    "download": "downloads",
    "other": "other",
}
_NOTHING = "Nothing has left this machine."


@click.command()
@click.argument("switch", required=False, type=click.Choice(["offline", "online"]))
@click.option("--clear", is_flag=True, help="Forget the list.")
@program_options
@json_option
def network(switch: str | None, data_dir: Path, *, clear: bool, as_json: bool) -> None:
    """Show every computer that was contacted, when, why, and how many bytes went out and came in.

    “network offline” makes the program contact nothing but this computer from now on; “network online” ends that.
    """
    with open_worker(data_dir) as worker:
        if switch:
            worker.network.work_offline(offline=switch == "offline")
        if clear:
            worker.network.clear()
        rows, offline = worker.network.rows(), worker.network.is_offline
    if as_json:
        print_json({"offline": offline, "hosts": to_plain(rows)})
        return
    if offline:
        stdout().print("Working offline: only programs on this computer are contacted.")
    if all(row.is_this_computer for row in rows):
        stdout().print(_NOTHING)
    if rows:
        stdout().print(_table(rows))


def _table(rows: tuple[HostTraffic, ...]) -> Table:
    table = Table(box=None, pad_edge=False)
    for title in ("host", "why", "first", "last"):
        table.add_column(title)
    for title in ("requests", "bytes out", "bytes in"):
        table.add_column(title, justify="right")
    for row in rows:
        place = f"{row.host} (this computer)" if row.is_this_computer else row.host
        counts = (f"{count:,}" for count in (row.requests, row.bytes_out, row.bytes_in))
        table.add_row(place, PURPOSES[row.purpose], _when(row.first), _when(row.last), *counts)
    return table


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
