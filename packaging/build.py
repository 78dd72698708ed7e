"""Build what people install, and try it.

python3 packaging/build.py frozen       build/frozen/desktop-rag: the program with its own Python
python3 packaging/build.py deb          dist/desktop-rag_VERSION_ARCHITECTURE.deb (builds the frozen program first)
python3 packaging/build.py smoke PATH   try a built program: a folder, an executable, or the root of a system
python3 packaging/build.py lock         packaging/requirements.lock: the newest libraries that pyproject.toml allows

Only the standard library is needed; the rest is installed into build/venv, in the versions and with the hashes of
packaging/requirements.lock. The .deb needs dpkg-deb, so build it on the oldest Debian or Ubuntu it is meant for.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import deb
import smoke

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
FROZEN = BUILD / "frozen" / "desktop-rag"
LOCK = ROOT / "packaging" / "requirements.lock"


def main() -> int:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("frozen")
    commands.add_parser("lock")
    package = commands.add_parser("deb")
    package.add_argument("--keep-frozen", action="store_true", help="use the frozen program that is there")
    package.add_argument("--fast", action="store_true", help="pack in seconds, into a larger file, to try the package")
    trial = commands.add_parser("smoke")
    trial.add_argument("path", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "smoke":
        return smoke.run(arguments.path.resolve())
    if arguments.command == "lock":
        lock()
        return 0
    if arguments.command == "frozen" or not (arguments.keep_frozen and FROZEN.is_dir()):
        freeze()
    if arguments.command == "deb":
        print(deb.build(FROZEN, ROOT, BUILD, version(), fast=arguments.fast))
    return 0


def version() -> str:
    """Return the program's version without importing it."""
    text = (ROOT / "desktop_rag" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        sys.exit("desktop_rag/__init__.py does not say its version.")
    return found[1]


def lock() -> None:
    """Write which version and hash of every library a release is built from, for all systems and Pythons."""
    python = _new_environment(BUILD / "lock-venv")
    _run([*_pip_install(python), "uv"], BUILD / "lock.log")
    compile_all: list[str | Path] = [
        python, "-m", "uv", "pip", "compile", "--universal", "--python-version=3.11", "--generate-hashes", "--upgrade",
        "--extra=packaging", "--no-emit-index-url", "--no-annotate", f"--output-file={LOCK}",
        "--custom-compile-command=python3 packaging/build.py lock", "pyproject.toml",
    ]  # fmt: skip
    _run(compile_all, BUILD / "lock.log")


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
    _run(command, log)
    _write_licences(python)
    size = sum(path.stat().st_size for path in FROZEN.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"{FROZEN.relative_to(ROOT)}: {size / 1e6:.0f} MB")


def _environment() -> Path:
    """Make build/venv with the locked libraries, again only when the lock changed; return its Python."""
    folder = BUILD / "venv"
    stamp = folder / "installed"
    wanted = hashlib.sha256(LOCK.read_bytes() + str(folder).encode()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return _python_of(folder)
    print("Installing the libraries into build/venv.", flush=True)
    python = _new_environment(folder)
    _run([*_pip_install(python), "--require-hashes", "--requirement", LOCK], BUILD / "install.log")
    # the program itself has no hash; hatchling, which builds it, is locked with the rest
    _run([*_pip_install(python), "--no-deps", "--no-build-isolation", "--editable", ROOT], BUILD / "install.log")
    stamp.write_text(wanted, encoding="utf-8")
    return python


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


def _write_licences(python: Path) -> None:
    """Put the licences of everything that was installed beside the program."""
    _run([python, ROOT / "packaging" / "licences.py", FROZEN / "licences"], BUILD / "licences.log")


def _run(command: list[str | Path], log: Path) -> None:
    """Run a command; its output is shown only when it fails."""
    with log.open("w", encoding="utf-8") as output:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, check=False
        )
    if done.returncode != 0:
        print("\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-30:]), file=sys.stderr)
        sys.exit(f"{Path(command[0]).name} failed; everything it said is in {log}")


if __name__ == "__main__":
    sys.exit(main())
