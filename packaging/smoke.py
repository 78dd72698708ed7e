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
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import deb
import smoke_files
import smoke_upgrade
from fresh_system import PERSON, add_person, as_person, fresh_system, install, mounted, processes_in
from smoke_program import Program, output, run_command, wait

WINDOW_SECONDS = 10
WINDOW_PATIENCE = 60  # until it is there
_AWKWARD = "My programs 文書 🦊"  # a folder with blanks and signs of other scripts


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


def run_wheel(path: Path, tools: Path) -> int:
    """Try a wheel as ``uv tool install`` and ``pipx install`` install it, with the newest libraries there are.

    ``tools`` is a Python that has both.
    """
    for installer in ("uv", "pipx"):
        with tempfile.TemporaryDirectory(prefix="desktop-rag-smoke-") as folder:
            scratch, commands = Path(folder), Path(folder) / "bin"
            kept = {
                "UV_TOOL_DIR": f"{folder}/uv", "UV_TOOL_BIN_DIR": str(commands),
                "PIPX_HOME": f"{folder}/pipx", "PIPX_BIN_DIR": str(commands), "PIPX_MAN_DIR": f"{folder}/man",
            }  # fmt: skip
            words = ["tool", "install", f"--python={sys.executable}"] if installer == "uv" else ["install"]
            command: list[str | Path] = [tools, "-m", installer, *words, path]
            begin = time.monotonic()
            subprocess.run(command, env={**os.environ, **kept}, check=True, stdout=subprocess.DEVNULL)
            print(f"{installer} installs it in {time.monotonic() - begin:.0f} s", flush=True)
            program = Program(
                (str(commands / "desktop-rag"),), (str(commands / "desktop-rag-gui"),), scratch, folder,
                has_own_python=False,
            )  # fmt: skip
            _use(program)
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
        _prepare(program)
        layouts = build_folder / "earlier"
        shutil.rmtree(layouts, ignore_errors=True)
        layouts.mkdir()
        for package in (*earlier, *smoke_upgrade.earlier_packages(path, layouts)):
            _upgrade(root, program, package, path)
            package.unlink()
        smoke_upgrade.look_at_legacy_data(program)
        _use(program)
        smoke_upgrade.refuse_newer_data(program)
        _use_together(root, program)
        _look_removed(root, program, _run_in(root, "apt-get", "remove", "-y", "desktop-rag"))


def _upgrade(root: Path, program: Program, earlier: Path, package: Path) -> None:
    """Install an earlier package, use it, install the present one over it; the way back is refused."""
    library = f"made by {earlier.stem}"
    _run_in(root, "dpkg", "--remove", "desktop-rag")  # of the upgrade before
    for one in (earlier, package):
        shutil.copy(one, root / "tmp")
        install(root, f"/tmp/{one.name}")
        if one is earlier:
            output(program, "index", "create", library)
    if library not in output(program, "index", "list"):
        sys.exit(f"A library that was made before {package.name} was installed is gone.")
    if strangers := _unowned(root, "opt/desktop-rag"):
        sys.exit(f"Files of an earlier version are left: {strangers[:5]}")
    back = subprocess.run(
        ["chroot", root, "apt-get", "install", "-y", f"/tmp/{earlier.name}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if back.returncode == 0 or "downgraded" not in back.stdout + back.stderr:
        sys.exit(f"An earlier version took the place of a later one:\n{back.stdout}{back.stderr}")
    (root / "tmp" / earlier.name).unlink()
    print(f"{package.name} takes the place of {earlier.name}, and not the other way round.", flush=True)


def _use_together(root: Path, program: Program) -> None:
    """See that two people who are logged in at once have libraries of their own."""
    add_person(root, "second")
    people = []
    for name in (PERSON, "second"):
        home = {"HOME": f"/home/{name}", "DESKTOP_RAG_DATA_DIR": f"/home/{name}/data"}
        people.append(replace(program, prefix=as_person(root, name), more=home))
    with ThreadPoolExecutor() as pool:
        made = list(pool.map(lambda one: output(one, "index", "create", "mine"), people))
    if len(made) != 2 or any("mine" not in output(one, "index", "list") for one in people):
        sys.exit(f"Two people at once: {made}")
    print("Two people use it at once, each with libraries of their own.", flush=True)


def _try_rpm(path: Path, build_folder: Path) -> None:
    """Install the RPM package by itself, use and remove it: the libraries it asks for are Debian's."""
    with fresh_system(build_folder, desktop=True) as root:
        install(root, *deb.DEPENDS)
        scratch, inside = _scratch(root)
        program = Program(("/usr/bin/desktop-rag",), ("/usr/bin/desktop-rag-gui",), scratch, inside, as_person(root))
        rpm = ("rpm", "--root", str(root), "--nodeps")
        subprocess.run([*rpm, "--install", path], check=True)
        _use(program)
        done = subprocess.run([*rpm, "--erase", "desktop-rag"], check=True, capture_output=True, text=True)
        _look_removed(root, program, done.stdout)


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
    with fresh_system(build_folder, desktop=True) as root, ExitStack() as stack:
        scratch, inside = _scratch(root)
        folder = root / "home" / PERSON / _AWKWARD
        folder.mkdir()
        subprocess.run(["tar", "--extract", "--zstd", "--file", path, "--directory", folder], check=True)
        (unpacked,) = folder.iterdir()
        _run_in(root, "chown", "-R", f"{PERSON}:", f"/home/{PERSON}/{_AWKWARD}")
        here = f"/home/{PERSON}/{_AWKWARD}/{unpacked.name}"
        stack.enter_context(mounted(root, "tmp", "-t", "tmpfs", "-o", "noexec,nosuid,mode=1777", "tmpfs"))
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
        print("Nothing was needed from /tmp, where programs may not run.", flush=True)
        homeless = replace(program, more={"HOME": "/nonexistent"})
        if "kinds" not in output(homeless, "index", "list"):
            sys.exit("Without a home folder the portable program does not find its libraries.")
        print("It needs no home folder.", flush=True)
        add_person(root, "second")
        (root / "home" / PERSON).chmod(0o755)
        _refused(replace(program, prefix=as_person(root, "second")), "Where another person's data is")
        shutil.rmtree(unpacked / "Desktop RAG data")
        stick = stack.enter_context(mounted(root, "media/stick", "--bind", str(folder)))
        _remount_read_only(stick)
        there = f"/media/stick/{unpacked.name}"
        read_only = replace(program, terminal=(f"{there}/desktop-rag",), window=(f"{there}/desktop-rag-gui",))
        output(read_only, "--version")
        _refused(read_only, "From media that cannot be written")
        elsewhere = replace(read_only, more={"DESKTOP_RAG_DATA_DIR": f"{inside}/elsewhere"})
        output(elsewhere, "index", "create", "x")
        print("From there it works with a data folder elsewhere.", flush=True)


def _refused(program: Program, where: str) -> None:
    """See that the program says in words that it cannot keep its data."""
    refused = run_command(program, "index", "create", "x")
    if refused.returncode != 1 or "Traceback" in refused.stderr or not refused.stderr.strip():
        sys.exit(f"{where} it says: {refused.stderr}")
    print(f"{where} it says: {refused.stderr.strip()}", flush=True)


def _remount_read_only(place: Path) -> None:
    subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)


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


def _look_removed(root: Path, program: Program, said: str) -> None:
    """See that nothing of the program is left but what the person made with it, and that it is said where."""
    if ".local/share/Desktop RAG" not in said:
        sys.exit(f"Removing the package does not say where the libraries are:\n{said}")
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
    _prepare(program)
    _ask(program)
    _read_all_kinds(program)
    _speak_to_programs(program)
    for how in ("again", "from a disk that was not read"):
        _open_window(program, how)
        _forget_files(program)
    if program.prefix and (left := processes_in(Path(program.prefix[-1]))):
        sys.exit(f"Processes are left: {left}")


def _prepare(program: Program) -> None:
    """Make a home for the trial, and a Python that would break a program that listens to it."""
    for name in ("home", "hostile"):
        (program.scratch / name).mkdir(exist_ok=True)  # the person's
        (program.scratch / name).chmod(0o777)
    (program.scratch / "hostile" / "sitecustomize.py").write_text("raise SystemExit('of this machine')\n")
    python = program.scratch / "hostile" / "python3"
    python.write_text("#!/bin/sh\nexit 7\n")
    python.chmod(0o755)
    if program.prefix:
        shutil.chown(program.scratch / "home", 1000, 1000)


def _ask(program: Program) -> None:
    """Ask the sample library and look at the citations."""
    start = time.monotonic()
    version = output(program, "--version").strip()
    print(f"{version} starts in {time.monotonic() - start:.1f} s", flush=True)
    start = time.monotonic()
    answer = json.loads(output(program, "sample", "--language", "en", "--json"))
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
    output(program, "index", "create", "kinds")
    output(program, "add", "kinds", f"{program.scratch_inside}/kinds/{archive.name}", "--no-embed")
    files = json.loads(output(program, "status", "kinds", "--json"))["files"]
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
    found = output(
        program, "search", "kinds", "--mode", "bm25", "--queries", f"{program.scratch_inside}/{queries.name}"
    )
    for line in map(json.loads, found.splitlines()):
        if not line["results"] or not line["results"][0]["file"].endswith(line["id"]):
            sys.exit(f"{line['id']} is not found: {line['results']}")
    print(f"{len(files)} files of many kinds are read and found after {time.monotonic() - start:.0f} s", flush=True)


def _speak_to_programs(program: Program) -> None:
    """Let another program speak MCP with it: a greeting, and the list of tools."""
    hello = {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "smoke", "version": "1"},
    }  # fmt: skip
    asked = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    )
    begin = time.monotonic()
    said = run_command(program, "mcp", typed="".join(f"{json.dumps(one)}\n" for one in asked))
    replies = {one["id"]: one.get("result", {}) for one in map(json.loads, said.stdout.splitlines()) if "id" in one}
    tools = [one["name"] for one in replies.get(2, {}).get("tools", ())]
    if replies.get(1, {}).get("serverInfo", {}).get("name") is None or "search" not in tools:
        sys.exit(f"It does not speak MCP: {said.stdout}{said.stderr}")
    print(f"Other programs are offered {len(tools)} tools after {time.monotonic() - begin:.1f} s", flush=True)


def _see_window(window: "subprocess.Popen[bytes]", how: str) -> None:
    """Print after how many seconds the window is there, where a display can be asked."""
    if "DISPLAY" not in os.environ or shutil.which("xwininfo") is None:
        return
    begin = time.monotonic()
    while window.poll() is None and time.monotonic() < begin + WINDOW_PATIENCE:
        shown = subprocess.run(["xwininfo", "-root", "-tree"], capture_output=True, text=True, check=False).stdout
        if '"Desktop RAG": (' in shown:
            print(f"Started {how}, the window is there after {time.monotonic() - begin:.1f} s", flush=True)
            return
        time.sleep(0.05)
    sys.exit(f"No window is there after {WINDOW_PATIENCE} s.")


def _take_picture() -> None:
    """Take a picture of the display where DESKTOP_RAG_PICTURE names a file, with a program of X."""
    if (target := os.environ.get("DESKTOP_RAG_PICTURE")) and "DISPLAY" in os.environ:
        subprocess.run(["import", "-window", "root", target], check=True)


def _forget_files(program: Program) -> None:
    """Let the system forget what it has read of the program, so that the next start reads the disk."""
    root = Path(program.prefix[-1]) if program.prefix else Path("/")
    for path in (root / "opt" / "desktop-rag").rglob("*"):
        if path.is_file() and hasattr(os, "posix_fadvise"):
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _open_window(program: Program, how: str) -> None:
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
            _see_window(window, how)
            early = wait(window, WINDOW_SECONDS)
            if early is not None:
                log.seek(0)
                sys.exit(f"The window ended by itself ({early}):\n{log.read()}")
            _take_picture()
            if os.name == "nt":
                window.terminate()
            else:  # as a system does that shuts down, all of it: an AppImage's runtime has the window as its child
                os.killpg(window.pid, signal.SIGTERM)
            ended = wait(window, 5)
        finally:
            window.kill()
            window.wait()
        log.seek(0)
        said = log.read().strip()
    # Windows knows no signals, and ends it
    if "Traceback" in said or (ended not in {0, -signal.SIGTERM} and os.name != "nt"):
        sys.exit(f"The window did not close properly ({ended}):\n{said}")
    print("The window opens and closes." + (f" It said:\n{said}" if said else ""), flush=True)
