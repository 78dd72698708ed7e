"""Try a built program the way a person would: ask the sample library, add files, open the window, close it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import smoke_files

PATIENCE = 600  # seconds for the sample library, on a slow machine
WINDOW_SECONDS = 10


@dataclass(frozen=True)
class Program:
    """The two executables, and how they are started."""

    prefix: tuple[str, ...]
    terminal: str
    window: str
    data: Path  # as this program sees it
    data_inside: str  # as the tried program sees it

    def environment(self) -> dict[str, str]:
        """Return an environment of its own: nothing of this person's Python or libraries."""
        kept = {name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY", "LANG") if name in os.environ}
        return {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": self.data_inside,
            "LANG": "C.UTF-8",
            "DESKTOP_RAG_DATA_DIR": self.data_inside,
            "QT_QPA_PLATFORM": "xcb" if "DISPLAY" in kept else "offscreen",
            **kept,
        }


def run(path: Path) -> int:
    """Try the program at ``path`` and return the exit code."""
    if not path.exists():
        sys.exit(f"There is nothing at {path}.")
    root = path if (path / "opt" / "desktop-rag").is_dir() else Path("/")
    data = Path(tempfile.mkdtemp(prefix="desktop-rag-smoke-", dir=root / "tmp"))
    try:
        program = _find(path, root, data)
        _ask(program)
        _read_all_kinds(program)
        _open_window(program)
    finally:
        shutil.rmtree(data, ignore_errors=True)
    print("Everything works.")
    return 0


def _find(path: Path, root: Path, data: Path) -> Program:
    """Find the executables in a folder, beside an executable, or installed below the root of a system."""
    inside = f"/tmp/{data.name}" if root != Path("/") else str(data)
    if (path / "opt" / "desktop-rag").is_dir():
        prefix = () if root == Path("/") else ("chroot", str(root))
        return Program(prefix, "/usr/bin/desktop-rag", "/usr/bin/desktop-rag-gui", data, inside)
    folder = path if path.is_dir() else path.parent
    return Program((), str(folder / "desktop-rag"), str(folder / "desktop-rag-gui"), data, inside)


def _ask(program: Program) -> None:
    """Ask the sample library and look at the citations."""
    start = time.monotonic()
    version = _output(program, "--version").strip()
    print(f"{version} starts in {time.monotonic() - start:.1f} s", flush=True)
    start = time.monotonic()
    answer = json.loads(_output(program, "sample", "--language", "en", "--json"))
    citations = answer["citations"]
    if not citations:
        sys.exit(f"The answer has no citations: {answer}")
    for citation in citations:
        if not citation["quote"].strip() or not citation["file"]:
            sys.exit(f"A citation is empty: {citation}")
    print(
        f"The sample library answers with {len(citations)} citations after {time.monotonic() - start:.0f} s", flush=True
    )


def _read_all_kinds(program: Program) -> None:
    """Add an archive with files of many kinds and find the word of each: every reader and its libraries are there."""
    start = time.monotonic()
    archive = smoke_files.make(program.data / "kinds")
    _output(program, "index", "create", "kinds")
    _output(program, "add", "kinds", f"{program.data_inside}/kinds/{archive.name}", "--no-embed")
    files = json.loads(_output(program, "status", "kinds", "--json"))["files"]
    unread = [
        f"{file['path']}: {file['state']}, {file['reason']}"
        for file in files
        if file["state"] not in {"keyword", "ready"}
    ]
    if unread:
        sys.exit("Not read:\n" + "\n".join(unread))
    queries = program.data / "queries.jsonl"
    lines = [json.dumps({"id": wanted, "query": query}) for query, wanted in smoke_files.WANTED.items()]
    queries.write_text("\n".join(lines), encoding="utf-8")
    found = _output(program, "search", "kinds", "--mode", "bm25", "--queries", f"{program.data_inside}/{queries.name}")
    for line in map(json.loads, found.splitlines()):
        if not line["results"] or not line["results"][0]["file"].endswith(line["id"]):
            sys.exit(f"{line['id']} is not found: {line['results']}")
    print(f"{len(files)} files of many kinds are read and found after {time.monotonic() - start:.0f} s", flush=True)


def _output(program: Program, *arguments: str) -> str:
    """Run the command line and return what it prints."""
    done = subprocess.run(
        [*program.prefix, program.terminal, *arguments],
        env=program.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"desktop-rag {' '.join(arguments)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    return done.stdout


def _open_window(program: Program) -> None:
    """Open the window, see that it stays open without complaint, and close it as a system does that shuts down."""
    with (program.data / "window.log").open("w+", encoding="utf-8") as log:
        window = subprocess.Popen(
            [*program.prefix, program.window, "--sample"],
            env=program.environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            early = _wait(window, WINDOW_SECONDS)
            if early is not None:
                log.seek(0)
                sys.exit(f"The window ended by itself ({early}):\n{log.read()}")
            window.send_signal(signal.SIGTERM)
            ended = _wait(window, 5)
        finally:
            window.kill()
            window.wait()
        log.seek(0)
        said = log.read().strip()
    if "Traceback" in said or ended not in {0, -signal.SIGTERM}:
        sys.exit(f"The window did not close properly ({ended}):\n{said}")
    print("The window opens and closes." + (f" It said:\n{said}" if said else ""), flush=True)


def _wait(process: "subprocess.Popen[bytes]", seconds: float) -> int | None:
    """Return the exit code, or None when it still runs after ``seconds``."""
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
