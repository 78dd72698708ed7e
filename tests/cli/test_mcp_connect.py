"""``desktop-rag mcp connect``: the entry in the settings of other programs, and everything else there as it was."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.services.outside.connecting import PROGRAMS, connecting, write_change
from tests.helpers.command_line import CommandLine


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("APPDATA", str(home / "AppData" / "Roaming"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    return home


def values(file: Path) -> Any:  # noqa: ANN401 - JSON has any shape
    return json.loads(file.read_text("utf-8"))


@pytest.mark.parametrize("program", sorted(PROGRAMS))
def test_the_entry_is_shown_written_and_taken_out_again(cli: CommandLine, data: Path, home: Path, program: str) -> None:
    found = PROGRAMS[program]
    assert home in found.file.parents
    found.file.parent.mkdir(parents=True, exist_ok=True)
    before = {"theme": "日本", found.key: {"other": {"command": "/bin/other"}}, "last": [1, 2]}
    text = json.dumps(before, ensure_ascii=False, indent="\t")
    found.file.write_text(text, "utf-8")

    shown = cli("mcp", "connect", program, "--dry-run").out
    assert re.search(r'^\+\s+"desktop-rag": \{$', shown, re.MULTILINE)
    assert found.file.read_text("utf-8") == text

    done = cli("mcp", "connect", program, "--yes")
    assert done.code == 0
    written = values(found.file)
    ours = written[found.key].pop("desktop-rag")
    assert written == before
    assert (ours["command"], ours["args"][-2:]) == (sys.executable, ["--data-dir", str(data)])
    assert ours.get("type") == ("stdio" if found.says_type else None)
    (backup,) = found.file.parent.glob("*.backup")
    assert backup.read_text("utf-8") == text
    help_text = subprocess.run([ours["command"], *ours["args"], "--help"], capture_output=True, text=True, check=True)
    assert "Usage" in help_text.stdout

    assert "nothing to change" in cli("mcp", "connect", program, "--yes").out
    assert cli("mcp", "connect", program, "--undo", "--yes").code == 0
    assert found.file.read_text("utf-8") == text
    assert "nothing to change" in cli("mcp", "connect", program, "--undo", "--yes").out


def test_a_program_without_settings_gets_some(cli: CommandLine, home: Path) -> None:
    assert cli("mcp", "connect", "cursor", "--yes").code == 0
    assert list(values(home / ".cursor" / "mcp.json")) == ["mcpServers"]
    assert not list((home / ".cursor").glob("*.backup"))


@pytest.mark.parametrize("text", ["{ // mine\n}", "[]", '{"servers": []}', "\x00"])
def test_settings_that_are_not_understood_stay_as_they_are(cli: CommandLine, home: Path, text: str) -> None:
    file = PROGRAMS["vs-code"].file
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    done = cli("mcp", "connect", "vs-code", "--yes")
    assert done.code == 1
    assert "desktop_rag.cli.main" in done.err
    assert file.read_text("utf-8") == text


def test_what_was_not_shown_is_not_written(home: Path, data: Path) -> None:
    change = connecting(PROGRAMS["cursor"], data)
    change.file.parent.mkdir(parents=True)
    change.file.write_text("{}", "utf-8")
    with pytest.raises(Exception, match="changed meanwhile"):
        write_change(change)
    assert change.file.read_text("utf-8") == "{}"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_the_settings_stays_one(cli: CommandLine, home: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}", "utf-8")
    real.chmod(0o644)
    (home / ".cursor").mkdir()
    (home / ".cursor" / "mcp.json").symlink_to(real)
    cli("mcp", "connect", "cursor", "--yes")
    assert (home / ".cursor" / "mcp.json").is_symlink()
    assert "desktop-rag" in real.read_text("utf-8")
    assert real.stat().st_mode & 0o777 == 0o644
