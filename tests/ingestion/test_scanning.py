"""Which files of a folder are read, in which order, and what is said of the others."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.ingestion.rules import FolderRules, IgnoreRules, pattern_for
from desktop_rag.ingestion.scanner import hash_file, preview, scan, split_roots


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"This is {name}.", encoding="utf-8")


def gitignore(folder: Path, *lines: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("\n".join(lines), encoding="utf-8")


def read(folder: Path, rules: FolderRules | None = None, start: Path | None = None) -> list[str]:
    found = scan(folder, rules or FolderRules(), start)
    return [file.path[len(str(folder)) + 1 :] for file in found if not file.reason]


def reasons(folder: Path, rules: FolderRules | None = None) -> dict[str, str]:
    found = scan(folder, rules or FolderRules())
    return {file.path[len(str(folder)) + 1 :]: file.reason for file in found if file.reason}


def test_files_come_before_folders_each_in_the_order_of_names(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a/z.txt", "a/b/1.txt", "a.txt", "C/x.txt", "B.txt", "a/c.txt", "ä.txt")
    expected = ["B.txt", "a.txt", "b.txt", "ä.txt", "C/x.txt", "a/c.txt", "a/z.txt", "a/b/1.txt"]
    assert read(tmp_path) == expected
    assert read(tmp_path, start=tmp_path / "a") == expected[5:]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["*.log"], ["a.txt", "sub/a.txt", "sub/deep/a.txt"]),
        (["/a.txt"], ["sub/a.txt", "sub/deep/a.txt", "a.log"]),
        (["sub/"], ["a.txt", "a.log"]),
        (["sub"], ["a.txt", "a.log"]),
        (["a.txt/"], ["a.txt", "sub/a.txt", "sub/deep/a.txt", "a.log"]),
        (["**/deep"], ["a.txt", "sub/a.txt", "a.log"]),
        (["sub/*", "!sub/deep"], ["a.txt", "sub/deep/a.txt", "a.log"]),
        (["sub/", "!sub/a.txt"], ["a.txt", "a.log"]),
        (["a.*", "!a.log"], ["a.log"]),
        (["# a.log", "", "   "], ["a.txt", "sub/a.txt", "sub/deep/a.txt", "a.log"]),
    ],
    ids=" ".join,
)
def test_patterns_mean_what_they_mean_to_git(tmp_path: Path, lines: list[str], left: list[str]) -> None:
    make(tmp_path, "a.txt", "a.log", "sub/a.txt", "sub/deep/a.txt")
    assert sorted(read(tmp_path, FolderRules(ignore=tuple(lines)))) == sorted(left)
    gitignore(tmp_path, *lines)
    assert sorted(read(tmp_path)) == sorted(left)
    listed = subprocess.run(
        ["git", "-c", "init.defaultBranch=m", "init", "-q"], cwd=tmp_path, capture_output=True, check=False
    )
    if listed.returncode == 0:
        others = ["git", "ls-files", "--others", "--exclude-standard", "--", ":!.gitignore"]
        found = subprocess.run(others, cwd=tmp_path, capture_output=True, check=True, text=True).stdout.split()
        assert sorted(found) == sorted(left), "git itself says so"


def test_the_innermost_gitignore_decides_and_the_persons_rules_go_above_all(tmp_path: Path) -> None:
    make(tmp_path, "x.txt", "in/x.txt", "in/deep/x.txt", "in/deep/y.txt")
    gitignore(tmp_path, "x.txt")
    gitignore(tmp_path / "in", "!x.txt", "y.txt")
    assert read(tmp_path) == ["in/x.txt", "in/deep/x.txt"]
    assert reasons(tmp_path)["in/deep/y.txt"] == f"{tmp_path / 'in' / '.gitignore'} leaves it out."
    assert read(tmp_path, FolderRules(gitignore=False))[0] == "x.txt"
    assert read(tmp_path, FolderRules(ignore=("!x.txt",))) == ["in/x.txt", "in/deep/x.txt"], "they only leave out"


def test_the_rules_above_hold_wherever_the_looking_starts(tmp_path: Path) -> None:
    make(tmp_path, "sub/deep/x.txt", "sub/deep/y.txt", "out/z.txt")
    gitignore(tmp_path, "out/")
    gitignore(tmp_path / "sub", "y.txt")
    assert read(tmp_path, start=tmp_path / "sub" / "deep") == ["sub/deep/x.txt"]
    assert read(tmp_path, start=tmp_path / "sub" / "deep" / "x.txt") == ["sub/deep/x.txt"]
    for start in ("sub/deep/y.txt", "out", "out/z.txt", "out/nothing/there"):
        (only,) = scan(tmp_path, FolderRules(), tmp_path / start)
        assert only.state == "skipped"
        assert ".gitignore leaves it out." in only.reason
        assert only.path == str(tmp_path / ("out" if start.startswith("out") else start))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (".hidden.txt", "It is hidden."),
        ("~$report.docx", "It is hidden."),
        ("Thumbs.db", "It is a system file."),
        ("desktop.INI", "It is a system file."),
        ("node_modules/x.txt", "Folders with this name hold files that programs generate."),
        (".git/config.txt", "Folders with this name hold files that programs generate."),
        (".secret/x.txt", "It is hidden."),
    ],
)
def test_what_is_left_out_without_being_told(tmp_path: Path, name: str, why: str) -> None:
    make(tmp_path, name, "read.txt")
    assert reasons(tmp_path) == {name.partition("/")[0]: why}
    hidden = read(tmp_path, FolderRules(hidden=True))
    assert (name in hidden) is (why == "It is hidden.")
    assert "read.txt" in hidden


def test_a_file_of_such_a_name_is_read(tmp_path: Path) -> None:
    make(tmp_path, "venv")
    (tmp_path / "venv").rename(tmp_path / "venv.txt")
    assert read(tmp_path) == ["venv.txt"]


def test_very_large_and_empty_files(tmp_path: Path) -> None:
    make(tmp_path, "a.txt")
    size = (tmp_path / "a.txt").stat().st_size
    assert read(tmp_path, FolderRules(maximum_bytes=size)) == ["a.txt"]
    assert read(tmp_path, FolderRules(maximum_bytes=size - 1)) == []
    (tmp_path / "a.txt").write_bytes(b"")
    assert len(list(scan(tmp_path, FolderRules()))) == 1


def test_a_gitignore_that_is_far_too_long_says_nothing(tmp_path: Path) -> None:
    make(tmp_path, "a.txt")
    (tmp_path / ".gitignore").write_text("*\n" + "#" * 1_000_000)
    assert read(tmp_path) == ["a.txt"]
    (tmp_path / ".gitignore").write_bytes(b"\xff\xfe\n\xef\xbb\xbf\na.txt\n")
    assert read(tmp_path) == [], "what is no text in it does not matter"


def test_a_file_may_be_a_root_whatever_its_name(tmp_path: Path) -> None:
    make(tmp_path, ".hidden.txt")
    (only,) = scan(tmp_path / ".hidden.txt", FolderRules())
    assert only.reason == "", "somebody named it"
    (gone,) = scan(tmp_path / "gone.txt", FolderRules())
    assert (gone.state, gone.reason) == ("failed", "The file cannot be opened: No such file or directory.")
    there, missing = split_roots([tmp_path / "x" / "..", tmp_path / "gone"])
    assert (there, missing) == ([tmp_path], [tmp_path / "gone"])


@given(st.text(st.characters(exclude_characters="/\0\n\r", exclude_categories=["Cs"]), min_size=1, max_size=12))
def test_the_pattern_for_a_file_means_it_alone(name: str) -> None:
    if name in {".", ".."}:
        return
    pattern = pattern_for(f"/d/sub/{name}", "/d")
    ignoring = IgnoreRules(FolderRules(ignore=(pattern,)), "/d")
    assert ignoring.why_by_pattern(f"/d/sub/{name}")
    assert not ignoring.why_by_pattern(f"/d/{name}")
    assert not ignoring.why_by_pattern(f"/d/sub/{name}x")
    assert not ignoring.why_by_pattern(f"/d/sub/x{name}")


@given(st.builds(FolderRules, st.lists(st.text()).map(tuple), st.booleans(), st.booleans(), st.integers(0)))
def test_rules_are_stored_as_they_are(rules: FolderRules) -> None:
    assert FolderRules.from_json(rules.to_json()) == rules


@pytest.mark.parametrize("text", ["", "{}", json.dumps({"of_a_later_version": 1})])
def test_rules_of_other_versions_have_the_usual_values(text: str) -> None:
    assert FolderRules.from_json(text) == FolderRules()
    assert FolderRules.from_json('{"hidden": true}') == FolderRules(hidden=True)


def test_content_is_told_by_what_is_in_it(tmp_path: Path) -> None:
    block = b"x" * (1 << 20)
    for name, content in (("a", block + b"1"), ("b", block + b"1"), ("c", block + b"2"), ("d", b""), ("e", block)):
        (tmp_path / name).write_bytes(content)
    hashes = {name: hash_file(tmp_path / name) for name in "abcde"}
    assert hashes["a"] == hashes["b"]
    assert len(set(hashes.values())) == 4
    assert {len(hashed) for hashed in hashes.values()} == {16}
    with pytest.raises(OSError, match="nothing"):
        hash_file(tmp_path / "nothing")


def test_what_adding_folders_would_do(tmp_path: Path) -> None:
    make(tmp_path, "one/a.txt", "one/b.TXT", "one/c.md", "one/.hidden", "two/d.exe", "two/skip/e.txt")
    found = preview(
        [tmp_path / "one", tmp_path / "two", tmp_path / "gone"], FolderRules(ignore=("skip",)), CancelToken()
    )
    assert (found.files, found.by_type, found.skipped) == (3, {".txt": 2, ".md": 1}, 3)
    assert found.size == sum(len(f"This is one/{name}.") for name in ("a.txt", "b.TXT", "c.md"))
    assert [os.path.basename(row.path) for row in found.left_out] == [".hidden", "d.exe", "skip"]  # noqa: PTH119
    with pytest.raises(UserError, match="no file or folder"):
        preview([tmp_path / "gone"], FolderRules(), CancelToken())
    token = CancelToken()
    token.cancel()
    with pytest.raises(CancelledError):
        preview([tmp_path / "one"], FolderRules(), token)
