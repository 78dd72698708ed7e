"""``desktop-rag mcp``: sharing, and what a client that starts it waits for."""

import subprocess
import sys
import time

import pytest

from desktop_rag.core.network.traffic import HostTraffic, TrafficLog
from desktop_rag.services.network import TRAFFIC_FILE
from tests.helpers.command_line import CommandLine, environment


def test_libraries_are_shared_one_by_one(cli: CommandLine) -> None:
    for name in ("Papers", "Diary"):
        cli("index", "create", name)
    assert cli("mcp", "list").out == "No library is shared with other programs.\n"
    assert cli("mcp", "share", "Papers").out == "Other programs may use “Papers” now.\n"
    assert cli("mcp", "list", "--json").json == ["Papers"]
    assert cli("mcp", "unshare", "Papers").out == "Other programs can't use “Papers” any more.\n"
    assert cli("mcp", "list", "--json").json == []
    assert cli("mcp", "share", "Nothing").code == 1


def test_the_network_page_says_who_asked(cli: CommandLine) -> None:
    now = time.time()
    log = TrafficLog(cli.keywords["data_dir"] / TRAFFIC_FILE)  # type: ignore[attr-defined]
    log.note(HostTraffic("Claude Desktop 1.2", "asked", is_this_computer=True, first=now, last=now, requests=3))
    shown = cli("network").out
    assert "Nothing has left" not in shown
    assert "Other programs have read shared libraries." in shown
    assert "Claude Desktop 1.2 (this computer)  asked your shared libraries: 3 requests" in shown


@pytest.mark.slow
def test_clients_wait_for_nothing_that_takes_time_to_load() -> None:
    code = (
        "import sys, desktop_rag.cli.mcp.program, desktop_rag.worker.outside.shim, desktop_rag.config.data_folder\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, timeout=60, stdout=subprocess.PIPE, text=True, env=environment()
    )
    heavy = {"mcp", "numpy", "apsw", "asyncio", "httpx", "rich", "desktop_rag.worker.worker", "desktop_rag.cli.common"}
    assert not heavy & set(done.stdout.split())
