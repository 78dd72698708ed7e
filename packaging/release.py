"""Make the tag of a release, once everything says that it may be one. Nothing is pushed.

python3 packaging/release.py 0.2.0            look at everything, make the tag, print how to push it
python3 packaging/release.py --check v0.2.0   only compare a version with the program's and the changelog's

Only the standard library is needed. .github/RELEASING.md tells the whole procedure.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BRANCH = "main"
PARTS = ("For people", "For programs")
PASSED = Path(".venv") / "passed"
"""Where ``dev.sh test nightly`` writes the tree that passed."""


def main() -> None:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version")
    parser.add_argument("--check", action="store_true", help="only compare the version and the changelog")
    arguments = parser.parse_args()
    version = arguments.version.removeprefix("v")
    notes = checked_notes(version)
    if arguments.check:
        print(f"This is {version}, and the changelog has it.")
        return
    check_tree(f"v{version}")
    check_tests()
    make_tag(f"v{version}", notes)


def checked_notes(version: str) -> str:
    """Return the changelog's section of a version; end where something says another one."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit(f"“{version}” is no version: three numbers are needed, such as 0.2.0.")
    source = (ROOT / "desktop_rag" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', source, re.MULTILINE)
    if found is None or found[1] != version:
        sys.exit(f"desktop_rag/__init__.py says {found[1] if found else 'no version'}, not {version}.")
    _, _, sections = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("\n## ")
    title, _, section = sections.partition("\n## ")[0].partition("\n")
    if title.strip() != version:
        sys.exit(f"CHANGELOG.md begins with “{title.strip()}”, not with {version}.")
    parts = dict(re.findall(r"^### (.+)\n((?:(?!### ).*\n?)*)", section, re.MULTILINE))
    if missing := [part for part in PARTS if not re.search(r"^- ", parts.get(part, ""), re.MULTILINE)]:
        sys.exit(f"CHANGELOG.md tells nothing under “{missing[0]}” of {version}.")
    return section.strip()


def check_tree(tag: str) -> None:
    """End unless the branch is the one to release from, nothing in it has changed, and the tag is new."""
    branch = git("branch", "--show-current")
    if branch != BRANCH:
        sys.exit(f"Release from {BRANCH}; this is {branch or 'no branch'}.")
    if changed := git("status", "--porcelain"):
        sys.exit(f"Commit or remove what has changed first:\n{changed}")
    if git("tag", "--list", tag):
        sys.exit(f"The tag {tag} exists already.")


def check_tests() -> None:
    """End unless somebody has seen the tests of this commit pass: CI, or this checkout at length."""
    commit = git("rev-parse", "HEAD")
    conclusion = ci_conclusion(commit)
    if conclusion == "success":
        print("CI has passed this commit.")
        return
    if conclusion:
        sys.exit(f"CI says of this commit: {conclusion}.")
    passed = ROOT / PASSED
    if passed.is_file() and passed.read_text(encoding="utf-8").strip() == git("rev-parse", "HEAD^{tree}"):
        print("The tests of this commit have passed in this checkout.")
        return
    sys.exit("Nobody has seen the tests of this commit pass. Run: bash packaging/dev.sh test nightly")


def ci_conclusion(commit: str) -> str:
    """Return what GitHub says of the commit's CI; nothing where it says nothing or cannot be asked."""
    program = shutil.which("gh")
    if program is None:
        return ""
    question = [program, "run", "list", "--workflow=ci.yml", f"--commit={commit}", "--json=status,conclusion"]
    answer = subprocess.run(question, cwd=ROOT, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        print(f"GitHub cannot be asked: {answer.stderr.strip()}")
        return ""
    runs = json.loads(answer.stdout)
    return (runs[0]["conclusion"] or runs[0]["status"]) if runs else ""


def make_tag(tag: str, notes: str) -> None:
    """Make an annotated tag, signed where git has a key, and say how to push it."""
    key = subprocess.run(["git", "config", "user.signingkey"], cwd=ROOT, capture_output=True, text=True, check=False)
    kind = "--sign" if key.stdout.strip() else "--annotate"
    # headings of the notes begin with “#”, which git would take for comments
    git("tag", kind, tag, "--cleanup=whitespace", "--file=-", text=f"Desktop RAG {tag.removeprefix('v')}\n\n{notes}\n")
    print(f"The tag {tag} is made{' and signed' if kind == '--sign' else ''}. Push it with: git push origin {tag}")


def git(*arguments: str, text: str | None = None) -> str:
    """Return what git says; end with its words where it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


if __name__ == "__main__":
    main()
