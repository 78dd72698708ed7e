"""What programs read: the documented shapes of ``--json``, with names of any kind."""

from pathlib import Path

import pytest

from tests.helpers.command_line import CommandLine

LIBRARY = "研究 / 100% “notes” – 1?"
INFO = {
    "name", "path", "files", "nodes", "nodes_embedded", "need_attention", "folders", "error", "waiting", "paused",
    "notice", "offline", "missing", "folders_to_allow", "keeps_earlier", "earlier_states", "earlier_bytes",
    "shared",
}  # fmt: skip


@pytest.mark.slow
def test_a_library_of_any_name_through_its_life(cli: CommandLine, folder: Path) -> None:
    made = cli("index", "create", LIBRARY, "--json")
    assert (made.code, made.err) == (0, "")
    assert set(made.json) == INFO
    assert (made.json["name"], made.json["files"], made.json["folders"]) == (LIBRARY, 0, [])

    preview = cli("add", LIBRARY, folder, "--dry-run", "--ignore", "*.md", "--json").json
    assert set(preview) == {"files", "size", "by_type", "skipped", "left_out"}
    assert (preview["files"], preview["skipped"]) == (2, 1)
    assert preview["left_out"][0]["path"] == str(folder / "notes" / "tea.md")

    added = cli("add", LIBRARY, folder, "--no-embed", "--json").json
    assert set(added) == {"counts", "library", "files"}
    assert set(added["library"]) == {"folders", "offline", "waiting", "paused", "notice", "missing"}
    assert added["counts"]["files"] == added["counts"]["keyword"] == 3
    assert added["library"]["folders"] == [str(folder)]
    status = cli("status", LIBRARY, "--json", "--filter", "東京").json
    assert [set(file) for file in status["files"]] == [{"path", "state", "reason", "pages", "nodes"}]

    found = cli("search", LIBRARY, "東京", "--mode", "bm25", "--json").json
    assert [Path(one["file"]).name for one in found] == ["東京.txt"]
    assert cli("search", LIBRARY, "xyzzy", "--mode", "bm25", "--json").json == []

    assert repr(LIBRARY) in cli("pause", LIBRARY).out
    assert cli("index", "list", "--json").json[0]["paused"] is True
    assert cli("index", "delete", LIBRARY).code == 0
    assert cli("index", "list", "--json").json == []


def test_a_name_that_is_not_possible_says_what_is(cli: CommandLine) -> None:
    for name in ("", "   ", "x" * 121):
        done = cli("index", "create", name, "--json")
        assert (done.code, done.out) == (1, "")
        assert "1 to 120 characters" in done.err


def test_a_setting_that_is_wrong_names_those_there_are(cli: CommandLine) -> None:
    for given, said in (("llm.sed=7", "llm.seed"), ("llm.seed", "KEY=VALUE"), ("llm.seed=seven", "a whole number")):
        done = cli("ask", "lib", "x", "--set", given)
        assert (done.code, done.out) == (1, "")
        assert said in done.err
