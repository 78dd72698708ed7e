"""``desktop-rag question``: a wrong quotation is put right from the command line, and forgotten again."""

from pathlib import Path

from tests.helpers.command_line import CommandLine

QUESTION = "What is the notice period of the flat?"
RIGHT = "Either party may end this agreement by giving eight weeks' warning in writing."
WRONG = "The notice period of the flat is three months."


def test_a_wrong_quotation_is_put_right(cli: CommandLine, data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "flat"
    folder.mkdir()
    (folder / "lease.txt").write_text(f"Lease of the flat.\n\nThe rent is £1,150 per month.\n\n{RIGHT}\n", "utf-8")
    (folder / "old.txt").write_text(f"Earlier lease.\n\n{WRONG}\n\nThe cellar has a window.\n", "utf-8")
    cli("index", "create", "flat")
    cli("add", "flat", folder)
    assert "no test questions" in cli("question", "list", "flat").out
    assert WRONG in cli("ask", "flat", QUESTION, "--json").json["citations"][0]["quote"]

    settings = data / "settings.json"
    settings.write_text('{"answer.mode": "agent"}', encoding="utf-8")  # which needs a model
    refused = cli("question", "wrong", "flat", QUESTION, "--json").json
    settings.unlink()
    assert (refused["question"], refused["expected"], refused["chosen"]) == (QUESTION, [], [])
    assert any(WRONG in words["text"] for words in refused["refused"])
    assert "No source yet" in cli("question", "list", "flat").out
    assert WRONG not in cli("ask", "flat", QUESTION).out

    told = cli("question", "right", "flat", QUESTION, folder / "lease.txt", "eight weeks' warning")
    assert "Next time “lease.txt” comes first" in told.out
    traced = cli("ask", "flat", QUESTION, "--json", "--trace").json
    assert traced["citations"][0]["quote"] == RIGHT
    assert QUESTION in [stage["payload"].get("said_of") for stage in traced["trace"]]
    (kept,) = cli("question", "list", "flat", "--json").json
    assert set(kept) == {"id", "question", "expected", "chosen", "refused", "lost"}
    assert kept["expected"] == [{"file": str(folder / "lease.txt")}]
    assert kept["chosen"] == [{"file": str(folder / "lease.txt"), "page": 1, "text": "eight weeks' warning"}]

    (folder / "lease.txt").write_text("Lease of the flat.\n\nIt is open.\n", "utf-8")
    cli("add", "flat")
    assert cli("question", "list", "flat", "--json").json[0]["lost"] is True
    assert "The words you showed are gone" in cli("question", "list", "flat").out

    assert cli("question", "right", "flat", QUESTION, folder / "old.txt", "a swimming pool").code == 1
    assert cli("question", "delete", "flat", "what is the notice period of the flat").code == 0
    assert cli("question", "list", "flat", "--json").json == []
    assert WRONG in cli("ask", "flat", QUESTION, "--json").json["citations"][0]["quote"]
    assert cli("question", "delete", "flat", QUESTION).code == 1
