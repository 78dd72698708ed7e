"""Try a built program the way a person would: ask the sample library, add files, open the window, close it.

A package is installed in a fresh system first (`fresh_system.py`), and an ordinary user runs it there.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import deb
import smoke_files
from fresh_system import PERSON, as_person, fresh_system, install, processes_in

PATIENCE = 900  # seconds for the sample library, on a slow machine
WINDOW_SECONDS = 10
_AWKWARD = "My programs 文書 🦊"  # a folder with blanks and signs of other scripts


@dataclass(frozen=True)
class Program:
    """The two programs, and how they are started.

    ``scratch`` is a folder for the trial as this program sees it, ``scratch_inside`` as the tried program sees it.
    """

    terminal: tuple[str, ...]
    window: tuple[str, ...]
    scratch: Path
    scratch_inside: str
    prefix: tuple[str, ...] = ()
    keeps_data_itself: bool = False  # beside the program
    more: dict[str, str] = field(default_factory=dict)  # of the environment

    def environment(self) -> dict[str, str]:
        """Return an environment of its own, with a Python that would break a program that listens to it."""
        hostile = f"{self.scratch_inside}/hostile"
        kept = {name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY", "LANG") if name in os.environ}
        if os.name == "nt":  # without them Windows starts little
            needed = ("SYSTEMROOT", "TEMP", "LOCALAPPDATA", "APPDATA", "USERPROFILE")
            kept |= {name: os.environ[name] for name in needed if name in os.environ}
            kept["PATH"] = f"{hostile};{os.environ['SYSTEMROOT']}\\System32"
        folder = {} if self.keeps_data_itself else {"DESKTOP_RAG_DATA_DIR": f"{self.scratch_inside}/data"}
        return {
            "PATH": f"{hostile}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "PYTHONHOME": hostile,
            "PYTHONPATH": hostile,
            "HOME": f"{self.scratch_inside}/home",
            "LANG": "C.UTF-8",
            "QT_QPA_PLATFORM": "xcb" if "DISPLAY" in kept else "offscreen",
            **folder,
            **kept,
            **self.more,
        }


def run(path: Path, build_folder: Path, earlier: Sequence[Path] = ()) -> int:
    """Try the program or package at ``path`` and return the exit code; ``earlier`` packages are upgraded by it."""
    if not path.exists():
        sys.exit(f"There is nothing at {path}.")
    if path.suffix == ".deb":
        _try_deb(path, build_folder, earlier)
    elif path.suffix == ".rpm":
        _try_rpm(path, build_folder)
    elif path.suffix == ".AppImage":
        _try_appimage(path, build_folder)
    elif path.name.endswith(".tar.zst"):
        _try_portable(path, build_folder)
    else:
        _try_folder(path)
    print("Everything works.")
    return 0


def _try_folder(path: Path) -> None:
    """Try a folder or executable on this system, or what is installed below the root of another."""
    root = path if (path / "opt" / "desktop-rag").is_dir() else Path("/")
    scratch = Path(tempfile.mkdtemp(prefix="desktop-rag-smoke-", dir=None if root == Path("/") else root / "tmp"))
    inside = f"/tmp/{scratch.name}" if root != Path("/") else str(scratch)
    try:
        if (path / "opt" / "desktop-rag").is_dir():
            prefix = () if root == Path("/") else ("chroot", str(root))
            program = Program(("/usr/bin/desktop-rag",), ("/usr/bin/desktop-rag-gui",), scratch, inside, prefix)
        else:
            folder = path if path.is_dir() else path.parent
            program = Program((str(folder / "desktop-rag"),), (str(folder / "desktop-rag-gui"),), scratch, inside)
        _use(program)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _try_deb(path: Path, build_folder: Path, earlier: Sequence[Path]) -> None:
    """Install, use, upgrade and remove the Debian package in a system that has nothing but what it asks for."""
    with fresh_system(build_folder, desktop=False) as root:
        scratch, inside = _scratch(root)
        program = Program(("/usr/bin/desktop-rag",), ("/usr/bin/desktop-rag-gui",), scratch, inside, as_person(root))
        for package in (*earlier, path):
            shutil.copy(package, root / "tmp")
            install(root, f"/tmp/{package.name}")
            _output(program, "--version")
            print(f"{package.name} is installed.", flush=True)
        strangers = _unowned(root, "opt/desktop-rag")
        if strangers:
            sys.exit(f"Files of an earlier version are left: {strangers[:5]}")
        _use(program)
        _run_in(root, "apt-get", "remove", "-y", "-qq", "desktop-rag")
        _look_removed(root, program)


def _try_rpm(path: Path, build_folder: Path) -> None:
    """Install the RPM package by itself, use and remove it: the libraries it asks for are Debian's."""
    with fresh_system(build_folder, desktop=True) as root:
        install(root, *deb.DEPENDS)
        scratch, inside = _scratch(root)
        program = Program(("/usr/bin/desktop-rag",), ("/usr/bin/desktop-rag-gui",), scratch, inside, as_person(root))
        rpm = ("rpm", "--root", str(root), "--nodeps")
        subprocess.run([*rpm, "--install", path], check=True)
        _use(program)
        subprocess.run([*rpm, "--erase", "desktop-rag"], check=True)
        _look_removed(root, program)


def _try_appimage(path: Path, build_folder: Path) -> None:
    """Try the AppImage in a folder with an awkward name; there is no FUSE, so it unpacks itself."""
    if b"libfuse.so.2" in path.read_bytes()[:2_000_000]:
        sys.exit("The runtime of the AppImage needs libfuse 2, which systems no longer have.")
    with fresh_system(build_folder, desktop=True) as root:
        scratch, inside = _scratch(root)
        folder = root / "home" / PERSON / _AWKWARD
        folder.mkdir()
        shutil.copy(path, folder)
        shutil.chown(folder, 1000, 1000)
        file = f"/home/{PERSON}/{_AWKWARD}/{path.name}"
        more = {"APPIMAGE_EXTRACT_AND_RUN": "1", "TMPDIR": f"{inside}/home"}
        _use(Program((file, "--cli"), (file,), scratch, inside, as_person(root), more=more))


def _try_portable(path: Path, build_folder: Path) -> None:
    """Try the archive in a folder with an awkward name: all that it writes is beside it; nothing where it may not."""
    with fresh_system(build_folder, desktop=True) as root:
        scratch, inside = _scratch(root)
        folder = root / "home" / PERSON / _AWKWARD
        folder.mkdir()
        subprocess.run(["tar", "--extract", "--zstd", "--file", path, "--directory", folder], check=True)
        (unpacked,) = folder.iterdir()
        _run_in(root, "chown", "-R", f"{PERSON}:", f"/home/{PERSON}/{_AWKWARD}")
        here = f"/home/{PERSON}/{_AWKWARD}/{unpacked.name}"
        program = Program(
            (f"{here}/desktop-rag",), (f"{here}/desktop-rag-gui",), scratch, inside, as_person(root),
            keeps_data_itself=True,
        )  # fmt: skip
        _use(program)
        if not (unpacked / "Desktop RAG data").is_dir():
            sys.exit("The portable program did not keep its data beside itself.")
        # the cache of the system's fonts is the system's, and says nothing of the person
        home = [
            str(found) for found in (scratch / "home").rglob("*") if found.is_file() and "fontconfig" not in str(found)
        ]
        if home:
            sys.exit(f"The portable program left files elsewhere: {home[:5]}")
        shutil.rmtree(unpacked / "Desktop RAG data")
        _run_in(root, "chown", "-R", "root:", f"/home/{PERSON}/{_AWKWARD}")
        refused = _run(program, "index", "create", "x")
        if refused.returncode != 1 or "Traceback" in refused.stderr or not refused.stderr.strip():
            sys.exit(f"From a place that cannot be written it says: {refused.stderr}")
        print(f"Where it may not write it says: {refused.stderr.strip()}", flush=True)


def _scratch(root: Path) -> tuple[Path, str]:
    """Make a folder of the ordinary user for the trial; return it from outside and from inside."""
    scratch = root / "home" / PERSON / "trial"
    scratch.mkdir()
    shutil.chown(scratch, 1000, 1000)
    return scratch, f"/home/{PERSON}/trial"


def _unowned(root: Path, folder: str) -> list[str]:
    """Return the files in a folder that no package has."""
    owned = set(_run_in(root, "dpkg", "--listfiles", "desktop-rag").splitlines())
    return [str(path) for path in (root / folder).rglob("*") if f"/{path.relative_to(root)}" not in owned]


def _look_removed(root: Path, program: Program) -> None:
    """See that nothing of the program is left but what the person made with it."""
    if (root / "opt" / "desktop-rag").exists() or (root / "usr" / "bin" / "desktop-rag").is_symlink():
        sys.exit("Removing the package left files of it.")
    if not list((program.scratch / "data" / "libraries").glob("*.ragindex")):
        sys.exit("Removing the package removed the person's libraries.")
    print("The package is removed, and the libraries are still there.", flush=True)


def _run_in(root: Path, *command: str) -> str:
    """Run a command in a system as root; return what it prints."""
    return subprocess.run(["chroot", root, *command], check=True, capture_output=True, text=True).stdout


def _use(program: Program) -> None:
    """Do with a program what a person does first."""
    for name in ("home", "hostile"):
        (program.scratch / name).mkdir(exist_ok=True)
        (program.scratch / name).chmod(0o777)
    (program.scratch / "hostile" / "sitecustomize.py").write_text("raise SystemExit('of this machine')\n")
    python = program.scratch / "hostile" / "python3"
    python.write_text("#!/bin/sh\nexit 7\n")
    python.chmod(0o755)
    if program.prefix:
        shutil.chown(program.scratch / "home", 1000, 1000)
    _ask(program)
    _read_all_kinds(program)
    _open_window(program)
    if program.prefix and (left := processes_in(Path(program.prefix[-1]))):
        sys.exit(f"Processes are left: {left}")


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
    archive = smoke_files.make(program.scratch / "kinds")
    _output(program, "index", "create", "kinds")
    _output(program, "add", "kinds", f"{program.scratch_inside}/kinds/{archive.name}", "--no-embed")
    files = json.loads(_output(program, "status", "kinds", "--json"))["files"]
    unread = [
        f"{file['path']}: {file['state']}, {file['reason']}"
        for file in files
        if file["state"] not in {"keyword", "ready"}
    ]
    if unread:
        sys.exit("Not read:\n" + "\n".join(unread))
    queries = program.scratch / "queries.jsonl"
    lines = [json.dumps({"id": wanted, "query": query}) for query, wanted in smoke_files.WANTED.items()]
    queries.write_text("\n".join(lines), encoding="utf-8")
    found = _output(
        program, "search", "kinds", "--mode", "bm25", "--queries", f"{program.scratch_inside}/{queries.name}"
    )
    for line in map(json.loads, found.splitlines()):
        if not line["results"] or not line["results"][0]["file"].endswith(line["id"]):
            sys.exit(f"{line['id']} is not found: {line['results']}")
    print(f"{len(files)} files of many kinds are read and found after {time.monotonic() - start:.0f} s", flush=True)


def _run(program: Program, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line."""
    return subprocess.run(
        [*program.prefix, *program.terminal, *arguments],
        env=program.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def _output(program: Program, *arguments: str) -> str:
    """Run the command line and return what it prints."""
    done = _run(program, *arguments)
    if done.returncode != 0:
        sys.exit(f"desktop-rag {' '.join(arguments)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    return done.stdout


def _open_window(program: Program) -> None:
    """Open the window, see that it stays open without complaint, and close it as a system does that shuts down."""
    with (program.scratch / "window.log").open("w+", encoding="utf-8") as log:
        window = subprocess.Popen(
            [*program.prefix, *program.window, "--sample"],
            env=program.environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            early = _wait(window, WINDOW_SECONDS)
            if early is not None:
                log.seek(0)
                sys.exit(f"The window ended by itself ({early}):\n{log.read()}")
            if os.name == "nt":
                window.terminate()
            else:  # as a system does that shuts down, all of it: an AppImage's runtime has the window as its child
                os.killpg(window.pid, signal.SIGTERM)
            ended = _wait(window, 5)
        finally:
            window.kill()
            window.wait()
        log.seek(0)
        said = log.read().strip()
    # Windows knows no signals, and ends it
    if "Traceback" in said or (ended not in {0, -signal.SIGTERM} and os.name != "nt"):
        sys.exit(f"The window did not close properly ({ended}):\n{said}")
    print("The window opens and closes." + (f" It said:\n{said}" if said else ""), flush=True)


def _wait(process: "subprocess.Popen[bytes]", seconds: float) -> int | None:
    """Return the exit code, or None when it still runs after ``seconds``."""
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
