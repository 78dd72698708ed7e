"""Writes the entry of this program into the settings of programs that speak MCP, and takes it out again.

Nothing is written before the person has seen the difference. Paths are absolute: programs with a window start others
with hardly any PATH, and in another folder.
"""

import difflib
import json
import os
import re
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from desktop_rag.config.data_folder import read_data_folder
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.shared_files import write_whole
from desktop_rag.core.user_text import UserText
from desktop_rag.processes.programs import terminal_command

ENTRY = "desktop-rag"
"""The name of the entry among those of other servers."""
_CHECK = UserText("Check the file and its permissions, then try again.")


@dataclass(frozen=True, slots=True)
class McpProgram:
    """A program that starts servers of MCP: its name, the key that holds them in its settings, and the file.

    ``says_type``: each entry says how it is spoken to. ``note`` is what the person does then.
    """

    name: str
    key: str
    place: tuple[str, ...]
    says_type: bool = False
    note: str = ""

    @property
    def file(self) -> Path:
        """The settings of this person."""
        base, *rest = self.place
        return _folder(base).joinpath(*rest)


PROGRAMS: Mapping[str, McpProgram] = MappingProxyType(
    {
        "claude-desktop": McpProgram(
            "Claude Desktop",
            "mcpServers",
            ("applications", "Claude", "claude_desktop_config.json"),
            note=UserText("Quit Claude Desktop completely and start it again."),
        ),
        "claude-code": McpProgram(
            "Claude Code",
            "mcpServers",
            ("home", ".claude.json"),
            says_type=True,
            note=UserText("Start Claude Code again."),
        ),
        "cursor": McpProgram("Cursor", "mcpServers", ("home", ".cursor", "mcp.json")),
        "vs-code": McpProgram("VS Code", "servers", ("applications", "Code", "User", "mcp.json"), says_type=True),
        "lm-studio": McpProgram("LM Studio", "mcpServers", ("home", ".lmstudio", "mcp.json")),
    }
)
"""By the names that the command line takes."""


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """What becomes of a program's settings: ``before`` is None where there is no file yet."""

    program: McpProgram
    file: Path
    before: str | None
    after: str

    @property
    def is_needed(self) -> bool:
        """True if it changes anything."""
        return self.before != self.after

    @property
    def difference(self) -> str:
        """The lines that go and come, as ``diff`` shows them."""
        old, new = (self.before or "").splitlines(keepends=True), self.after.splitlines(keepends=True)
        shown = difflib.unified_diff(old, new, str(self.file), str(self.file))
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in shown)


def connecting(program: McpProgram, data_dir: Path) -> SettingsChange:
    """Return the change that lets a program use this one, with a data folder.

    Raises:
        UserError: its settings cannot be read or understood.

    """
    file, before = _settings(program)
    values = _values(program, file, before, data_dir)
    servers = values.get(program.key)
    servers = dict(servers) if isinstance(servers, dict) else {}
    return _changed(program, file, before, values | {program.key: servers | {ENTRY: entry(program, data_dir)}})


def disconnecting(program: McpProgram, data_dir: Path) -> SettingsChange:
    """Return the change that takes this program out of the settings of another; everything else there stays.

    Raises:
        UserError: they cannot be read or understood.

    """
    file, before = _settings(program)
    values = _values(program, file, before, data_dir)
    servers = values.get(program.key)
    if before is None or not isinstance(servers, dict) or ENTRY not in servers:
        return SettingsChange(program, file, before, before or "")
    return _changed(
        program, file, before, values | {program.key: {name: one for name, one in servers.items() if name != ENTRY}}
    )


def write_change(change: SettingsChange) -> Path | None:
    """Write a change, after a copy of the file as it was; return the copy, None where there was no file.

    Raises:
        UserError: the file is another one than the person was shown, or it cannot be written.

    """
    file, now = _settings(change.program)
    if now != change.before:
        raise UserError(UserText("{path} has changed meanwhile.", path=file), UserText("Look at the difference again."))
    try:
        make_folders(file.parent)
        backup = None
        if now is not None:
            backup = file.with_name(f"{file.name}.{time.strftime('%Y%m%d-%H%M%S')}.backup")
            write_whole(backup, file.read_bytes())
        mode = file.stat().st_mode & 0o777 if now is not None else 0o600
        write_whole(file, change.after.encode("utf-8"))
        file.chmod(mode)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=file, reason=reason_of(error)), _CHECK
        ) from error
    return backup


def entry(program: McpProgram, data_dir: Path) -> dict[str, object]:
    """Return what a program starts; the data folder is named where it is not this person's."""
    command, *arguments = [*terminal_command(), "mcp"]
    if data_dir.absolute() != read_data_folder().folder.absolute():
        arguments += ["--data-dir", str(data_dir.absolute())]
    spoken: dict[str, object] = {"type": "stdio"} if program.says_type else {}
    return spoken | {"command": command, "args": arguments}


def _settings(program: McpProgram) -> tuple[Path, str | None]:
    """Return the file of a program's settings, behind any link, and its text; None where there is none."""
    file = program.file
    try:
        file = file.resolve()
        return file, file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return file, None
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else UserText("it is no text in UTF-8")
        raise UserError(UserText("{path} cannot be read: {reason}.", path=file, reason=reason), _CHECK) from error


def _values(program: McpProgram, file: Path, text: str | None, data_dir: Path) -> dict[str, object]:
    try:
        values = json.loads(text) if text is not None and text.strip() else {}
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict) or not isinstance(values.get(program.key, {}), dict):
        shown = json.dumps({ENTRY: entry(program, data_dir)}, ensure_ascii=False)
        raise UserError(
            UserText("{path} isn't plain JSON: it may have comments.", path=file),
            UserText("Add this below “{key}” yourself: {entry}", key=program.key, entry=shown),
        )
    return values


def _changed(program: McpProgram, file: Path, before: str | None, values: Mapping[str, object]) -> SettingsChange:
    """Return a change that writes some values, indented as the file was."""
    indent = re.search(r"\{\s*?\n([ \t]+)\S", before or "")
    after = json.dumps(values, ensure_ascii=False, indent=indent.group(1) if indent else 2)
    return SettingsChange(program, file, before, f"{after}\n" if before is None or before.endswith("\n") else after)


def _folder(base: str) -> Path:
    """Return the folder in which programs keep their settings: the person's, or that of the system for programs."""
    if base == "home":
        return Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
