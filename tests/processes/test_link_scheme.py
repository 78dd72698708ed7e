"""The system is told which command opens links, and forgets it again; what others told it stays."""

import configparser
import shlex
import sys
from pathlib import Path

import pytest

from desktop_rag.processes.link_scheme import (
    ENTRY_NAME,
    desktop_entry,
    register_links,
    unregister_links,
    window_command,
    with_default,
)

ROOT = Path(__file__).parents[2]
OURS = f"x-scheme-handler/desktop-rag={ENTRY_NAME}"
THEIRS = (
    "# mine\n[Added Associations]\ntext/plain=vi.desktop;\n\n[Default Applications]\ntext/html=fox.desktop\n\xff=?\n"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="desktop entries are of Linux")
def test_links_are_registered_for_the_person_and_taken_back(home: Path) -> None:
    defaults = home / "config" / "mimeapps.list"
    defaults.parent.mkdir()
    defaults.write_text(THEIRS, encoding="latin-1")
    where = register_links(window_command(home / "my data"))
    assert OURS in defaults.read_text(encoding="latin-1").splitlines()
    entry = configparser.RawConfigParser()
    entry.read(where, encoding="utf-8")
    words = shlex.split(entry["Desktop Entry"]["Exec"])
    assert words == [sys.executable, "-m", "desktop_rag.gui.shell.app", "--data-dir", f"{home}/my data", "--", "%u"]
    assert unregister_links()
    assert defaults.read_text(encoding="latin-1") == THEIRS
    assert not Path(where).exists()
    assert not unregister_links()
    assert [path.name for path in (home / "config").iterdir()] == ["mimeapps.list"]


def test_another_program_that_opens_links_is_replaced_and_never_taken_out() -> None:
    other = "[Default Applications]\nx-scheme-handler/desktop-rag=other.desktop\n[Removed Associations]\na=b\n"
    assert with_default(other, ENTRY_NAME) == f"[Default Applications]\n{OURS}\n[Removed Associations]\na=b\n"
    assert with_default(other, "") == other
    assert with_default("", ENTRY_NAME) == f"[Default Applications]\n{OURS}\n"


def test_arguments_are_written_as_entries_want_them() -> None:
    line = desktop_entry(["/opt/My 100% $tools/rag", "--data-dir", 'a"b\\c']).splitlines()[3]
    assert line == 'Exec="/opt/My 100%% \\\\$tools/rag" --data-dir "a\\\\"b\\\\\\\\c" -- %u'


def test_packages_bring_the_same_entry() -> None:
    packaged = (ROOT / "packaging" / ENTRY_NAME).read_text(encoding="utf-8")
    assert packaged == desktop_entry(["desktop-rag-gui"])
