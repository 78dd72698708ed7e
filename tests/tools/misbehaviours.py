"""Ask servers that misbehave through the command line, and print what is seen, how often they are asked, what is kept.

python -m tests.tools.misbehaviours [--only WORDS]: a table in Markdown; ends with 1 where a row is not as expected.
A second table tells what comes of replies that are hostile: endless, exploding, of any shape (``--hostile``: it alone).
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
from tests.helpers.hostile_replies import ACTIONS, PROVIDERS, REPLIES, AskingProgram
from tests.helpers.misbehaviours import BEGUN, INSTEAD, MOST_OTHERS, QUESTION, QUOTED, ROWS, Misbehaviour
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
        is_asked = self.answers == row.requests and self.others <= MOST_OTHERS
        return is_told and is_kept and is_asked


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
    parser.add_argument("--hostile", action="store_true")
    options = parser.parse_args()
    failed = 0 if options.hostile else ask_in_command_line(options.only)
    failed += ask_hostile(options.only)
    return 1 if failed else 0


def ask_hostile(only: str) -> int:
    """Ask servers that send hostile replies in every way; return how many trials did harm."""
    failed = 0
    print("\n| hostile reply | asked for | what comes of it: OpenAI's way; Ollama's | longest | memory | |")
    print("|---|---|---|---|---|---|")
    with AskingProgram() as program, ScriptedServer() as server:
        for name, reply in REPLIES.items():
            if only not in name:
                continue
            server.everything = reply
            for action in ACTIONS:
                trials = [program.ask(server, action, provider) for provider in PROVIDERS]
                harmed = sum(not one.is_harmless for one in trials)
                failed += harmed
                said = "; ".join(" ".join(_PORT.sub(":PORT", one.said[:120]).split()) for one in trials)
                longest, memory = max(one.seconds for one in trials), max(one.memory for one in trials)
                mark = "UNEXPECTED" if harmed else ""
                shown = said.replace("|", "\\|").encode("ascii", "backslashreplace").decode()
                print(f"| {name} | {action} | {shown} | {longest:.0f} s | {memory // 10**6} MB | {mark} |", flush=True)
    return failed


def ask_in_command_line(only: str) -> int:
    """Ask a question while servers misbehave; return how many rows are not as expected."""
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
            if only not in str(row):
                continue
            found = outcome(row, data)
            failed += not found.is_as_expected(row)
            mark = "" if found.is_as_expected(row) else "UNEXPECTED"
            seen = _PORT.sub(":PORT", found.seen.replace("|", "\\|").replace(str(folder), "FOLDER"))
            print(f"| {row} | {seen} | {found.answers} ({found.others}) | {found.kept} | {mark} |", flush=True)
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
