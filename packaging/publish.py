"""What a release is beside its packages: the wheel, known vulnerabilities, checksums, the draft, and PyPI."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import linux
import release

SUMS = "SHA256SUMS"


def wheel(python: Path, root: Path) -> list[Path]:
    """Build dist/*.whl and dist/*.tar.gz, and look whether PyPI takes them; return their paths."""
    target = root / "dist"
    for old in (*target.glob("desktop_rag-*.whl"), *target.glob("desktop_rag-*.tar.gz")):
        old.unlink()
    time = {"SOURCE_DATE_EPOCH": str(linux.changed(root))}
    command: list[str | Path] = [python, "-m", "hatchling", "build", "--directory", target]
    subprocess.run(command, cwd=root, env={**os.environ, **time}, check=True, stdout=subprocess.DEVNULL)
    return [*target.glob("desktop_rag-*.whl"), *target.glob("desktop_rag-*.tar.gz")]


def check(tools: Path, made: list[Path]) -> None:
    """See that PyPI would take the files and show the README; end with twine's words where not."""
    subprocess.run([tools, "-m", "twine", "check", "--strict", *made], check=True)


def audit(tools: Path, lock: Path) -> int:
    """Print the known vulnerabilities of what is locked; return 1 when there are any, or nobody can be asked."""
    command: list[str | Path] = [
        tools, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--strict", "--progress-spinner=off",
        "--requirement", lock,
    ]  # fmt: skip
    return subprocess.run(command, check=False).returncode


def write_sums(folder: Path) -> Path:
    """Write the SHA-256 of every file of a folder as ``sha256sum --check`` reads it; return the path."""
    target = folder / SUMS
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != SUMS)
    if not files:
        sys.exit(f"There is nothing in {folder}.")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    target.write_text("".join(lines), encoding="utf-8")
    return target


def draft(tag: str, root: Path, run: str) -> None:
    """Draft the release of a tag on GitHub, with its part of the changelog and all files of dist/.

    ``run`` is the number of a run of the workflow whose files are fetched into dist/ first, "" for none.
    """
    notes = release.checked_notes(tag.removeprefix("v"))
    folder = root / "dist"
    if run:
        _fetch(root, run, "package-*", "wheel")
    write_sums(folder)
    files = [str(path) for path in sorted(folder.iterdir())]
    title = f"Desktop RAG {tag.removeprefix('v')}"
    _gh(root, "release", "create", tag, "--draft", "--verify-tag", "--title", title, "--notes", notes, *files)


def upload(tools: Path, root: Path, run: str) -> None:
    """Upload wheel and source to PyPI; on GitHub it trusts the workflow, and no password is kept anywhere.

    ``run`` as in ``draft``.
    """
    if run:
        _fetch(root, run, "wheel")
    made = [*(root / "dist").glob("desktop_rag-*.whl"), *(root / "dist").glob("desktop_rag-*.tar.gz")]
    check(tools, made)
    subprocess.run([tools, "-m", "twine", "upload", "--non-interactive", *made], check=True)


def _fetch(root: Path, run: str, *kinds: str) -> None:
    """Fetch files that a run of the workflow made into dist/."""
    (root / "dist").mkdir(exist_ok=True)
    fetched = root / "build" / "fetched"
    for kind in kinds:
        _gh(root, "run", "download", run, "--pattern", kind, "--dir", str(fetched))
    for path in [one for one in fetched.rglob("*") if one.is_file()]:
        path.replace(root / "dist" / path.name)


def _gh(root: Path, *arguments: str) -> None:
    subprocess.run(["gh", *arguments], cwd=root, check=True)
