"""``desktop-rag network``: who was contacted, when, why and how much; and the offline switch."""

import time
from pathlib import Path

import click

from desktop_rag.cli.common import (
    counted,
    json_option,
    open_worker,
    print_json,
    program_options,
    said,
    stdout,
    to_plain,
)
from desktop_rag.core.network.traffic import HostTraffic, Purpose

PURPOSES: dict[Purpose, str] = {
    "chat": "answers",
    "embedding": "search by meaning",
    "reranking": "reranking",
    "models": "about models",
    "download": "downloads",
    "asked": "asked your shared libraries",
    "other": "other",
}
_NOTHING = "Nothing has left this machine."
_ASKED = "Desktop RAG has contacted no other computer. Other programs have read shared libraries."


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
        stdout().print(said("Working offline: only programs on this computer are contacted."))
    if all(row.is_this_computer for row in rows):
        stdout().print(_ASKED if any(row.purpose == "asked" for row in rows) else _NOTHING)
    for row in rows:
        stdout().print(_line(row))


def _line(row: HostTraffic) -> str:
    place = f"{row.host} (this computer)" if row.is_this_computer else row.host
    size = f"{row.bytes_out:,} bytes out, {row.bytes_in:,} bytes in"
    when = f"first {_when(row.first)}, last {_when(row.last)}"
    return f"{place}  {PURPOSES[row.purpose]}: {counted(row.requests, 'request')}, {size}, {when}"


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
