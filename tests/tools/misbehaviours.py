"""Ask servers that misbehave through the command line, and print what is seen, how often they are asked, what is kept.

python -m tests.tools.misbehaviours [--only WORDS]: a table in Markdown; ends with 1 where a row is not as expected.
``tests/tools/misbehaviours.md`` is what it printed last.
"""

import argparse
import contextlib
import io
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import keyring
from keyring.backends import null

from desktop_rag.cli.main import main as command_line
from tests.helpers.misbehaviours import BEGUN, INSTEAD, QUESTION, QUOTED, ROWS, Misbehaviour
from tests.helpers.scripted_server import ScriptedServer

_PORT = re.compile(r"(?<=127\.0\.0\.1):\d{4,}")
_TEXT = "Green tea is brewed at eighty degrees. Keep it dry and dark."


@dataclass(frozen=True)
class Outcome:
    """What a person sees of one question, and how often the server was asked for an answer and about its model."""

    seen: str
    answers: int
    others: int

    @property
    def kept(self) -> str:
        """What there is of an answer."""
        if QUOTED in self.seen and INSTEAD in self.seen:
            return "quotation"
        return "answer" if BEGUN in self.seen else "nothing"

    def is_as_expected(self, row: Misbehaviour) -> bool:
        """Whether the person is told what should be told, and the server is asked as often as it should be."""
        is_told = row.said in self.seen and "Something went wrong" not in self.seen
        is_kept = row.kept in self.seen and (INSTEAD in self.seen) == (row.kept == QUOTED)
        return is_told and is_kept and self.answers == row.requests


def run(*arguments: str | Path) -> str:
    """Run a command and return all that it prints."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        command_line([*map(str, arguments)])
    printed.seek(0)
    return " ".join(printed.read().split())


def outcome(row: Misbehaviour, data: Path) -> Outcome:
    """Ask a question while the server misbehaves."""
    with ScriptedServer() as server:
        settings = [f"--set={key}={value}" for key, value in row.prepare(server).items()]
        seen = run("ask", "lib", QUESTION, *settings, "--data-dir", data)
        return Outcome(seen, len(server.chats), len(server.requests) - len(server.chats))


def main() -> int:
    """Try every row, or those whose names contain some words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    keyring.set_keyring(null.Keyring())  # type: ignore[no-untyped-call]
    failed = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        data, folder = Path(place, "data"), Path(place, "files")
        folder.mkdir()
        (folder / "tea.txt").write_text(_TEXT, encoding="utf-8")
        run("index", "create", "lib", "--data-dir", data)
        run("add", "lib", folder, "--no-embed", "--data-dir", data)
        print("| misbehaviour | what is seen | requests (about the model) | kept | |\n|---|---|---|---|---|")
        for row in ROWS:
            if options.only not in str(row):
                continue
            found = outcome(row, data)
            failed += not found.is_as_expected(row)
            mark = "" if found.is_as_expected(row) else "UNEXPECTED"
            seen = _PORT.sub(":PORT", found.seen.replace("|", "\\|").replace(str(folder), "FOLDER"))
            print(f"| {row} | {seen} | {found.answers} ({found.others}) | {found.kept} | {mark} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
