"""What people need who join or release: workflows, papers, changelog, the command that tags, the API reference."""

import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from desktop_rag import __version__
from tests.test_exports import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LONGEST_ENTRY = 240  # characters of a line in the changelog
_PIN = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
_VERB = re.compile(r"packaging/dev\.sh (\w+)")


def text_of(*names: str) -> str:
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_hash(path: Path) -> None:
    used = re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))
    assert used
    assert [action for action in used if not _PIN.fullmatch(action)] == []


def test_one_version_of_an_action_is_used_everywhere() -> None:
    used = {pin for path in WORKFLOWS for pin in re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))}
    assert len(used) == len({pin.partition("@")[0] for pin in used})


def test_the_matrix_waits_for_the_fast_lane() -> None:
    _, _, described = text_of(".github", "workflows", "ci.yml").partition("\njobs:\n")
    jobs = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", described, re.MULTILINE))
    assert re.findall(r"run: bash (.+)", jobs["fast"]) == [
        f"packaging/dev.sh {verb}" for verb in ("style", "types", "rules", "test fast")
    ]
    assert "matrix:" not in jobs["fast"]
    assert "matrix:" in jobs["test"]
    assert all("needs: fast\n" in job for name, job in jobs.items() if name != "fast")


def test_every_verb_that_is_named_is_there() -> None:
    script = text_of("packaging", "dev.sh")
    verbs = set(re.findall(r"^  (\w+)\) \w+", script, re.MULTILINE))
    assert verbs == set(_VERB.findall(script.partition("set -euo")[0]))
    documents = [*WORKFLOWS, *(ROOT / ".github").glob("*.md"), ROOT / "README.md", ROOT / "tests" / "README.md"]
    named = {verb for path in documents for verb in _VERB.findall(path.read_text(encoding="utf-8"))}
    assert named <= verbs


def test_the_version_stands_once() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"] == {"path": "desktop_rag/__init__.py"}


def test_an_entry_of_the_changelog_is_one_line() -> None:
    _, _, newest = text_of("CHANGELOG.md").partition("\n## ")
    for line in newest.partition("\n## ")[0].splitlines()[1:]:
        assert not line.startswith((" ", "\t")), line
        assert len(line) <= LONGEST_ENTRY, line


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with what a release is made of, as it is here, committed on the branch to release from."""
    for name in ("CHANGELOG.md", "desktop_rag/__init__.py", "packaging/release.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".gitignore").write_text(".venv/\n")
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=environment(), check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip()


def environment() -> dict[str, str]:
    """Return the environment of somebody without settings of git; GitHub knows nothing of the repositories here."""
    program = shutil.which("git")
    assert program
    who = {
        f"GIT_{role}_{key}": value
        for role in ("AUTHOR", "COMMITTER")
        for key, value in (("NAME", "A"), ("EMAIL", "a@b.c"))
    }
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        **who,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "PATH": str(Path(program).parent),
        "PYTHONUTF8": "1",
    }


def commit(folder: Path) -> None:
    """Commit everything, as a state of which all tests have passed."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=x")
    (folder / ".venv").mkdir(exist_ok=True)
    (folder / ".venv" / "passed").write_text(git(folder, "rev-parse", "HEAD^{tree}") + "\n")


def release(folder: Path, *arguments: str) -> str:
    """Run the command; return what it says, after “refused: ” where it refuses."""
    done = subprocess.run(
        [sys.executable, "packaging/release.py", *arguments],
        cwd=folder, env=environment(), check=False, capture_output=True, text=True, encoding="utf-8", timeout=60,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.stdout if done.returncode == 0 else f"refused: {done.stderr}"


def newest_version() -> str:
    found = re.search(r"^## (.+)$", text_of("CHANGELOG.md"), re.MULTILINE)
    assert found
    return found[1]


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@needs_git
@pytest.mark.skipif(newest_version() != __version__, reason="no release is prepared")
def test_one_command_tags_what_is_here(checkout: Path) -> None:
    said = release(checkout, __version__)
    assert f"git push origin v{__version__}" in said
    assert git(checkout, "cat-file", "-t", f"v{__version__}") == "tag"
    message = git(checkout, "tag", "--list", "--format=%(contents)", f"v{__version__}")
    assert message.startswith(f"Desktop RAG {__version__}")
    assert "### For people" in message
    assert "### For programs" in message
    assert release(checkout, __version__) == f"refused: The tag v{__version__} exists already.\n"
    assert __version__ in release(checkout, "--check", f"v{__version__}")


@pytest.fixture
def prepared(checkout: Path) -> Path:
    """The same with a changelog and a version of their own."""
    (checkout / "desktop_rag" / "__init__.py").write_text('__version__ = "3.2.1"\n')
    (checkout / "CHANGELOG.md").write_text(
        "# Changelog\n\n## 3.2.1\n\n### For people\n\n- A\n\n### For programs\n\n#### New\n\n- B\n\n## 3.2.0\n\n- C\n"
    )
    commit(checkout)
    return checkout


@needs_git
def test_a_release_is_refused_unless_everything_agrees(prepared: Path) -> None:
    changelog = prepared / "CHANGELOG.md"
    good = changelog.read_text()
    assert "says 3.2.1, not 3.2.2" in release(prepared, "3.2.2")
    assert "is no version" in release(prepared, "3.2")
    changelog.write_text(good.replace("## 3.2.1", "## Unreleased"))
    assert "begins with “Unreleased”" in release(prepared, "3.2.1")
    changelog.write_text(good.replace("- B", "B"))
    assert "“For programs” of 3.2.1" in release(prepared, "3.2.1")
    changelog.write_text(good + "\n")
    assert "Commit or remove" in release(prepared, "3.2.1")
    changelog.write_text(good)
    (prepared / "new.txt").write_text("x")
    assert "new.txt" in release(prepared, "3.2.1")
    (prepared / "new.txt").unlink()
    git(prepared, "switch", "--quiet", "--create", "other")
    assert "Release from main" in release(prepared, "3.2.1")
    git(prepared, "switch", "--quiet", "main")
    (prepared / ".venv" / "passed").write_text("of another tree\n")
    assert "Nobody has seen the tests" in release(prepared, "3.2.1")
    assert git(prepared, "tag", "--list") == ""
    commit_again = git(prepared, "rev-parse", "HEAD^{tree}")
    (prepared / ".venv" / "passed").write_text(f"{commit_again}\n")
    assert "git push origin v3.2.1" in release(prepared, "3.2.1")
    assert "- C" not in git(prepared, "tag", "--list", "--format=%(contents)", "v3.2.1")


@needs_git
@pytest.mark.skipif(os.name == "nt", reason="the stand-in for gh is a script")
@pytest.mark.parametrize(
    ("runs", "outcome"),
    [
        ('[{"status": "completed", "conclusion": "success"}]', "git push origin v3.2.1"),
        ('[{"status": "completed", "conclusion": "failure"}]', "CI says of this commit: failure."),
        ('[{"status": "in_progress", "conclusion": ""}]', "CI says of this commit: in_progress."),
        ("[]", "Nobody has seen the tests"),
    ],
)
def test_what_ci_says_counts(prepared: Path, runs: str, outcome: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (prepared / ".venv" / "passed").unlink()
    program = prepared / ".venv" / "gh"
    program.write_text(f"#!/bin/sh\necho '{runs}'\n")
    program.chmod(0o755)
    usual = environment()
    path = os.pathsep.join([str(program.parent), usual["PATH"]])
    monkeypatch.setattr(sys.modules[__name__], "environment", lambda: {**usual, "PATH": path})
    assert outcome in release(prepared, "3.2.1")


def test_the_reference_has_every_package_that_programs_import_from() -> None:
    reference = runpy.run_path(str(ROOT / "packaging" / "reference.py"))
    names = {module.__name__ for module in reference["offering_modules"]()}
    assert {"desktop_rag", reference["WING"], *(f"{reference['WING']}.{package}" for package in PACKAGES)} <= names


@pytest.mark.slow
@pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in ("pdoc", "qdrant_client")), reason="the extra is not installed"
)
def test_the_reference_is_written_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "packaging/reference.py", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=170)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "desktop_rag" / "llamaindex" / "retrievers.html").read_text(encoding="utf-8")
    assert "VectorIndexAutoRetriever" in page
    assert (tmp_path / "index.html").is_file()
