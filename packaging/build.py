"""Build what people install, and try it.

python3 packaging/build.py frozen       build/frozen/desktop-rag: the program with its own Python
python3 packaging/build.py deb          for Debian and Ubuntu: needs dpkg-deb
python3 packaging/build.py rpm          for Fedora, openSUSE and their relatives: needs rpmbuild
python3 packaging/build.py appimage     one file for any Linux: needs mksquashfs
python3 packaging/build.py portable     an archive for any Linux that keeps its data beside the program
python3 packaging/build.py flatpak      build/flatpak with the recipe; a bundle where flatpak-builder is
python3 packaging/build.py windows      an installer and a portable archive, on Windows: needs makensis of NSIS
python3 packaging/build.py macos        a disk image, on macOS; signed and notarised as macos.py says
python3 packaging/build.py wheel        what pip, pipx and uv install, and its source; looked at as PyPI does
python3 packaging/build.py lint FILE …  what lintian and rpmlint say of a .deb and .rpm that lint.py does not explain
python3 packaging/build.py smoke PATH   try a package in a fresh system (as root), a wheel, or a program: its folder
python3 packaging/build.py audit        known vulnerabilities of what is locked; asks PyPI
python3 packaging/build.py sums         dist/SHA256SUMS
python3 packaging/build.py draft TAG    the release on GitHub as a draft, with its part of the changelog; needs gh
python3 packaging/build.py upload       wheel and source to PyPI
python3 packaging/build.py lock         packaging/requirements.lock: the newest libraries that pyproject.toml allows
python3 packaging/build.py wheels       packaging/WHEELS.md: on which systems each of them is ready-made; part of lock

Packages are written to dist/, and build the frozen program first. Only the standard library is needed; the rest is
installed into build/venv, in the versions and with the hashes of packaging/requirements.lock. A package runs on the
system it was built on and on later ones: build it on the oldest that it is meant for.
"""

import argparse
import datetime as dt
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import appimage
import deb
import flatpak
import lint
import linux
import macos
import publish
import rpm
import smoke
import windows

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
FROZEN = BUILD / "frozen" / "desktop-rag"
LOCK = ROOT / "packaging" / "requirements.lock"
TOOLS = ("pip-audit==2.10.1", "pipx==1.18.4", "twine==7.0.0", "uv==0.13.9")
# Compiled here: scanners for viruses know the ready-made beginning of frozen programs from others' misuse
_FROM_SOURCE = "pyinstaller"
WHEELS = ROOT / "packaging" / "WHEELS.md"


def main() -> int:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("frozen")
    commands.add_parser("lock")
    for name in ("wheels", "wheel", "audit", "sums"):
        commands.add_parser(name)
    for name in ("draft", "upload"):
        published = commands.add_parser(name)
        if name == "draft":
            published.add_argument("tag")
        published.add_argument("--run", default="", help="fetch what this run of the workflow made first")
    for name in ("deb", "rpm", "appimage", "portable", "flatpak", "windows", "macos"):
        package = commands.add_parser(name)
        package.add_argument("--keep-frozen", action="store_true", help="use the frozen program that is there")
        package.add_argument("--fast", action="store_true", help="pack in seconds, into a larger file, to try it")
        if name == "appimage":
            package.add_argument("--runtime", type=Path, help="the runtime; else a known one is downloaded")
    checked = commands.add_parser("lint")
    checked.add_argument("paths", type=Path, nargs="*")
    trial = commands.add_parser("smoke")
    trial.add_argument("path", type=Path)
    trial.add_argument("--earlier", type=Path, nargs="*", default=[], help="packages of earlier versions to upgrade")
    arguments = parser.parse_args()
    if arguments.command in _PUBLISHING:
        return _PUBLISHING[arguments.command](arguments)
    if arguments.command == "smoke":
        if arguments.path.suffix == ".whl":
            return smoke.run_wheel(arguments.path.resolve(), _tools())
        return smoke.run(arguments.path.resolve(), BUILD, [path.resolve() for path in arguments.earlier])
    if arguments.command == "lint":
        return lint.run(arguments.paths, ROOT)
    if arguments.command in ("lock", "wheels"):
        lock(upgrade=arguments.command == "lock")
        return 0
    if arguments.command == "frozen" or not (arguments.keep_frozen and FROZEN.is_dir()):
        freeze()
    if arguments.command != "frozen":
        for made in _packages(arguments):
            print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.0f} MB")
    return 0


def _build_wheel(_: argparse.Namespace) -> int:
    made = publish.wheel(_environment(), ROOT)
    publish.check(_tools(), made)
    return 0


def _audit(_: argparse.Namespace) -> int:
    return publish.audit(_tools(), LOCK)


def _sums(_: argparse.Namespace) -> int:
    print(publish.write_sums(ROOT / "dist").relative_to(ROOT))
    return 0


def _draft(arguments: argparse.Namespace) -> int:
    publish.draft(arguments.tag, ROOT, arguments.run)
    return 0


def _upload(arguments: argparse.Namespace) -> int:
    publish.upload(_tools(), ROOT, arguments.run)
    return 0


_PUBLISHING = {"wheel": _build_wheel, "audit": _audit, "sums": _sums, "draft": _draft, "upload": _upload}


def _packages(arguments: argparse.Namespace) -> "list[Path]":
    """Build the packages that the command names; return their paths."""
    fast, machine = arguments.fast, platform.machine()
    if arguments.command == "deb":
        return [deb.build(FROZEN, ROOT, BUILD, version(), fast=fast)]
    if arguments.command == "rpm":
        return [rpm.build(FROZEN, ROOT, BUILD, version(), fast=fast)]
    if arguments.command == "flatpak":
        return [flatpak.build(FROZEN, ROOT, BUILD, version())]
    if arguments.command == "windows":
        return [windows.build(FROZEN, ROOT, version(), _icon()), windows.archive(FROZEN, ROOT, version())]
    if arguments.command == "macos":
        application = FROZEN.with_name(f"{macos.NAME}.app")
        macos.sign(application)
        return [macos.disk_image(application, ROOT, version(), machine)]
    complete = BUILD / "complete"
    linux.add_libraries(FROZEN, complete)
    if arguments.command == "appimage":
        return [appimage.build(complete, ROOT, BUILD, version(), machine, runtime=arguments.runtime, fast=fast)]
    print("Packing. This takes a few minutes.", flush=True)
    command: list[str | Path] = [
        _environment(), ROOT / "packaging" / "portable.py", complete, ROOT, version(), machine, "1" if fast else "19"
    ]  # fmt: skip
    _run(command, BUILD / "portable.log")
    return list((ROOT / "dist").glob(f"desktop-rag-{version()}-linux-*-portable.tar.zst"))


def _icon() -> Path:
    """Make the icon that Windows shows; return its path."""
    target = BUILD / "desktop-rag.ico"
    picture = ROOT / "resources" / "icons" / "desktop-rag.png"
    _run([_environment(), ROOT / "packaging" / "windows.py", picture, target], BUILD / "icon.log")
    return target


def version() -> str:
    """Return the program's version without importing it."""
    text = (ROOT / "desktop_rag" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        sys.exit("desktop_rag/__init__.py does not say its version.")
    return found[1]


def lock(*, upgrade: bool) -> None:
    """Write which version and hash of every library a release is built from, and for which systems it is ready-made."""
    python = _tools()
    compile_all: list[str | Path] = [
        python, "-m", "uv", "pip", "compile", "--universal", "--python-version=3.11", "--extra=packaging",
        "--extra=serve", "--no-emit-index-url", "--no-annotate", "pyproject.toml",
    ]  # fmt: skip
    if upgrade:
        said = "--custom-compile-command=python3 packaging/build.py lock"
        _run([*compile_all, "--upgrade", "--generate-hashes", f"--output-file={LOCK}", said], BUILD / "lock.log")
    addresses = BUILD / "pylock.toml"  # a second form of the same lock, with the names of files
    _run([*compile_all, f"--constraint={LOCK}", f"--output-file={addresses}"], BUILD / "lock.log")
    table: list[str | Path] = [_environment(), ROOT / "packaging" / "wheels.py", addresses, LOCK, WHEELS]
    _run(table, BUILD / "wheels.log")


def freeze() -> None:
    """Run PyInstaller in a virtual environment of its own."""
    python = _environment()
    shutil.rmtree(FROZEN, ignore_errors=True)
    print("Freezing the program. This takes a few minutes.", flush=True)
    _run([python, ROOT / "packaging" / "translations.py", "compile"], BUILD / "translations.log")
    log = BUILD / "freeze.log"
    command: list[str | Path] = [
        python,
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--clean",
        "--log-level=WARN",
        f"--distpath={FROZEN.parent}",
        f"--workpath={BUILD / 'work'}",
        ROOT / "packaging" / "desktop_rag.spec",
    ]
    # the same bytes each time: neither times nor the order of sets may come in
    time = str(linux.changed(ROOT))
    _run(command, log, {"SOURCE_DATE_EPOCH": time, "PYTHONHASHSEED": "0"})
    _share_archive()
    if sys.platform == "linux":
        _strip()
    licences: list[str | Path] = [
        python, ROOT / "packaging" / "licences.py", FROZEN / "licences", BUILD / "work" / "desktop_rag", version(), time
    ]  # fmt: skip
    _run(licences, BUILD / "licences.log")
    _write_manual(python)
    size = sum(path.stat().st_size for path in FROZEN.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"{FROZEN.relative_to(ROOT)}: {size / 1e6:.0f} MB")


def _share_archive() -> None:
    """Make one file of the archives of both programs, which are the same."""
    first, second = FROZEN / "desktop-rag.pkg", FROZEN / "desktop-rag-gui.pkg"
    if first.read_bytes() != second.read_bytes():
        sys.exit("The archives of both programs differ; packaging/desktop_rag.spec says that they are the same.")
    if os.name != "nt":
        second.unlink()
        second.symlink_to(first.name)


def _strip() -> None:
    """Leave out the symbols of libraries, which debuggers alone read: 107 of 680 MB.

    Those that wheels bring in ``NAME.libs`` were rewritten for it, and break when they are written again.
    """
    for path in FROZEN.rglob("*.so*"):
        if not path.is_symlink() and not path.parent.name.endswith(".libs"):
            command: list[str | Path] = ["strip", "--strip-unneeded", "--preserve-dates", path]
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _environment() -> Path:
    """Make build/venv with the locked libraries, again only when the lock changed; return its Python."""
    folder = BUILD / "venv"
    stamp = folder / "installed"
    wanted = hashlib.sha256(LOCK.read_bytes() + f"{folder}\n{_FROM_SOURCE}".encode()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return _python_of(folder)
    print("Installing the libraries into build/venv.", flush=True)
    python = _new_environment(folder)
    locked: list[str | Path] = ["--require-hashes", "--requirement", LOCK, f"--no-binary={_FROM_SOURCE}"]
    _run([*_pip_install(python), *locked], BUILD / "install.log", {"PYINSTALLER_COMPILE_BOOTLOADER": "1"})
    # the program itself has no hash; hatchling, which builds it, is locked with the rest
    _run([*_pip_install(python), "--no-deps", "--no-build-isolation", "--editable", ROOT], BUILD / "install.log")
    stamp.write_text(wanted, encoding="utf-8")
    return python


def _tools() -> Path:
    """Make build/tools with what looks at a release, and is no part of it; return its Python."""
    folder = BUILD / "tools"
    stamp = folder / "installed"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != " ".join(TOOLS):
        _run([*_pip_install(_new_environment(folder)), *TOOLS], BUILD / "tools.log")
        stamp.write_text(" ".join(TOOLS), encoding="utf-8")
    return _python_of(folder)


def _new_environment(folder: Path) -> Path:
    """Make an empty virtual environment and return its Python."""
    if sys.version_info < (3, 11):  # noqa: UP036 - said in words to whoever starts it with an older one
        sys.exit("Python 3.11 or newer is needed.")
    BUILD.mkdir(exist_ok=True)
    venv.create(folder, clear=True, with_pip=True)
    return _python_of(folder)


def _python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _pip_install(python: Path) -> list[str | Path]:
    return [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]


def _write_manual(python: Path) -> None:
    """Write a manual page for each command beside the frozen program."""
    target = FROZEN.parent / "manual"
    shutil.rmtree(target, ignore_errors=True)
    date = dt.datetime.fromtimestamp(linux.changed(ROOT), dt.UTC).date().isoformat()
    command: list[str | Path] = [python, ROOT / "packaging" / "manual.py", target, version(), date]
    _run(command, BUILD / "manual.log", {"LANG": "C.UTF-8", "LANGUAGE": "en"})


def _run(command: list[str | Path], log: Path, environment: "dict[str, str] | None" = None) -> None:
    """Run a command; its output is shown only when it fails."""
    with log.open("w", encoding="utf-8") as output:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode != 0:
        print("\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-30:]), file=sys.stderr)
        sys.exit(f"{Path(command[0]).name} failed; everything it said is in {log}")


if __name__ == "__main__":
    sys.exit(main())
