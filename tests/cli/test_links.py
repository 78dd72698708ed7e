"""``desktop-rag open`` and ``link``: links are made, followed and handed to the window that is open."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from desktop_rag.core.links import parse_link
from desktop_rag.gui.shell.single_instance import SingleInstance
from tests.helpers.command_line import CommandLine, command
from tests.helpers.pages import pdf_of

QUOTE = "The monthly rent is £950."


@pytest.fixture
def lease(cli: CommandLine, tmp_path: Path) -> Path:
    (tmp_path / "contracts").mkdir()
    lease = pdf_of(tmp_path / "contracts" / "lease.pdf", "A lease.", f"{QUOTE} The gate is green.")
    assert cli("index", "create", "Leases").code == 0
    assert cli("add", "Leases", lease.parent, "--no-embed").code == 0
    return lease


def test_a_link_is_made_and_followed(cli: CommandLine, lease: Path) -> None:
    made = cli("link", "make", "Leases", lease, "--page", "2", "--quote", QUOTE).out.strip()
    assert (parse_link(made).file, parse_link(made).page) == ("contracts/lease.pdf", 2)
    shown = cli("open", made, "--print")
    assert shown.out == f"lease.pdf, page 2, Leases  {lease}\n  “{QUOTE}”\n"
    place = cli("open", made, "--json").json
    assert (place["library"], place["source"]["file"], place["source"]["page"]) == ("Leases", str(lease), 2)
    gone = cli("open", made.replace("monthly", "weekly"), "--print")
    assert gone.out.endswith("The quoted words aren't in the file any more.\n")


@pytest.mark.parametrize("link", ["https://example.org/a.pdf", "desktop-rag://library/../a.pdf", "-", "x" * 3000])
def test_what_is_no_link_is_refused(cli: CommandLine, link: str) -> None:
    refused = cli("open", "--print", link)
    assert refused.code == 1
    assert refused.err.startswith("Error: ")


def test_a_link_opens_in_the_running_window(qtbot: QtBot, cli: CommandLine, lease: Path, data: Path) -> None:
    made = cli("link", "make", "Leases", lease, "--page", "2", "--quote", QUOTE).out.strip()
    assert QCoreApplication.instance() is not None
    window = SingleInstance(data)
    assert window.begin((), sample=False)
    try:
        with qtbot.waitSignal(window.handed_over, timeout=60_000) as heard:
            opened = subprocess.run(command("open", made, data_dir=data), check=False, capture_output=True)
        assert opened.returncode == 0, opened.stderr
        assert heard.args == [(), False, made]
    finally:
        window.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_without_a_display_the_place_is_told(cli: CommandLine, lease: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = cli("link", "make", "Leases", lease, "--page", "2").out.strip()
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    told = cli("open", made)
    assert told.code == 1
    assert "lease.pdf, page 2" in told.out
    assert "There is no display for the window." in told.err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems keep it elsewhere")
def test_links_are_registered_and_taken_back(cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    entry = tmp_path / "share" / "applications" / "desktop-rag-link.desktop"
    assert cli("link", "register").out == f"Links now open in this program: {entry}\n"
    assert f"-m desktop_rag.gui.shell.app --data-dir {os.fspath(tmp_path)}" in entry.read_text(encoding="utf-8")
    assert cli("link", "unregister").out == "Links no longer open in this program.\n"
    assert cli("link", "unregister").code == 1
