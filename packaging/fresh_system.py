"""A fresh Debian in a folder, without Python and without anything of this machine: where packages are tried.

It needs root and ``debootstrap``. The system itself is made once and kept as an archive.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PERSON = "person"
# Of the program's own libraries a window needs these from the system; a package names them, an archive says them.
DESKTOP = (
    "libegl1", "libgl1", "libfontconfig1", "libdbus-1-3", "libglib2.0-0", "libxkbcommon-x11-0", "libxcb-randr0",
    "libxcb-shape0", "libxcb-shm0", "libxcb-sync1", "libxcb-xfixes0", "libxcb-xkb1", "libxcb-render0", "libxcb-glx0",
    "libx11-xcb1", "libgssapi-krb5-2", "libwayland-client0", "libwayland-cursor0", "libwayland-egl1",
    "libstdc++6", "fonts-dejavu-core",
)  # fmt: skip
_MOUNTS = (("proc", "proc"), ("sysfs", "sys"), ("tmpfs", "dev/shm"))


@contextmanager
def fresh_system(build_folder: Path, *, desktop: bool, suite: str = "bookworm") -> Iterator[Path]:
    """Make a system and yield its root; it is gone in the end.

    ``desktop``: it has what every desktop has; else it is as small as a system can be.
    """
    if os.geteuid() != 0:
        sys.exit("Only root can make a fresh system. Run it with sudo, or in a container.")
    archive = build_folder / f"system-{suite}{'-desktop' if desktop else ''}.tar"
    if not archive.is_file():
        _make(archive, suite, DESKTOP if desktop else ())
    root = Path(tempfile.mkdtemp(prefix="desktop-rag-system-", dir=build_folder))
    mounted: list[Path] = []
    try:
        _run("tar", "--extract", "--file", archive, "--directory", root)
        root.chmod(0o755)
        for kind, name in _MOUNTS:
            place = root / name
            place.mkdir(parents=True, exist_ok=True)
            _run("mount", "-t", kind, kind, place)
            mounted.append(place)
        (root / "dev" / "shm").chmod(0o1777)
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        add_person(root, PERSON)
        yield root
    finally:
        for process in _processes(root):
            os.kill(process, signal.SIGKILL)
        for place in reversed(mounted):
            subprocess.run(["umount", "--lazy", place], check=False)
        shutil.rmtree(root, ignore_errors=True)


def install(root: Path, *packages: "str | Path") -> None:
    """Install packages of Debian, or files, with all that they depend on, as a person does with ``apt install``."""
    _run("chroot", root, "apt-get", "update", "-qq")
    _run(
        "chroot", root, "env", "DEBIAN_FRONTEND=noninteractive",
        "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages,
    )  # fmt: skip


def as_person(root: Path, person: str = PERSON) -> tuple[str, ...]:
    """Return what stands before a command that an ordinary user of the system runs."""
    return ("chroot", f"--userspec={person}:{person}", str(root))


def add_person(root: Path, person: str) -> None:
    """Add another ordinary user."""
    _run("chroot", root, "useradd", "--create-home", person)


@contextmanager
def mounted(root: Path, place: str, *options: str) -> Iterator[Path]:
    """Mount something below the root of a system, as ``mount`` takes it, and yield its path."""
    target = root / place
    target.mkdir(parents=True, exist_ok=True)
    _run("mount", *options, target)
    try:
        yield target
    finally:
        subprocess.run(["umount", "--lazy", target], check=False)


def processes_in(root: Path, patience: float = 10) -> list[str]:
    """Return the commands of the processes that still run in a system when they had some seconds to end."""
    end = time.monotonic() + patience
    while (found := _processes(root)) and time.monotonic() < end:
        time.sleep(0.2)
    return list(found.values())


def _processes(root: Path) -> dict[int, str]:
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "root").readlink() == root:
                found[int(folder.name)] = (
                    (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                )
        except OSError:  # it has ended
            continue
    return found


def _make(archive: Path, suite: str, packages: tuple[str, ...]) -> None:
    print(f"Making a fresh {suite}. This takes a few minutes.", flush=True)
    with tempfile.TemporaryDirectory(prefix="debootstrap-", dir=archive.parent) as folder:
        root = Path(folder)
        included = [f"--include={','.join(packages)}"] if packages else []
        _run("debootstrap", "--variant=minbase", *included, suite, root)
        part = archive.with_suffix(".part")
        _run("tar", "--create", "--file", part, "--directory", root, "--one-file-system", ".")
        part.rename(archive)


def _run(*command: "str | Path") -> None:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode != 0:
        said = done.stdout.decode(errors="replace")[-3000:]
        sys.exit(f"{' '.join(map(str, command))} failed ({done.returncode}):\n{said}")
