"""``desktop-rag check``: a text from a file or a pipe, the worst sentences first, and JSON for programs."""

from pathlib import Path

import pytest

from desktop_rag.cli.common import open_worker, wait_for
from desktop_rag.core.results.text_checks import DecisionKind, FindingDecision
from tests.helpers.command_line import CommandLine

DRAFT = (
    "# Draft\n\nThe deposit is £1,900. The moon is made of iron. The monthly rent is £980 [1].\n\n"
    "## References\n\n[1] lease.txt\n"
)


@pytest.fixture
def papers(cli: CommandLine, tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lease.txt").write_text("The monthly rent is £950. The deposit is £1,900.\n", encoding="utf-8")
    (folder / "soup.txt").write_text("Stir the soup for an hour.\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    cli("index", "create", "papers")
    cli("add", "papers", folder)
    (tmp_path / "draft.md").write_text(DRAFT, encoding="utf-8")
    return tmp_path


def test_the_worst_sentences_come_first_with_the_words_of_the_source(cli: CommandLine, papers: Path) -> None:
    done = cli("check", "papers", papers / "draft.md")
    assert done.code == 0, done.err
    lease = papers / "papers" / "lease.txt"
    assert done.out.splitlines() == [
        "Contradicted:",
        "    4  The monthly rent is £980",
        "       The source says £950.",
        f"       {lease}: “The monthly rent is £950.”",
        "       [1] lease.txt: Contradicted",
        "Nothing found:",
        "    3  The moon is made of iron",
        "Supported:",
        "    2  The deposit is £1,900",
        f"       {lease}: “The deposit is £1,900.”",
        "Not checked:",
        "    1  # Draft",
        "       It is a heading.",
    ]
    assert "3 of 4 sentences can be checked; 1 contradicted, 0 partly supported, 1 with nothing found" in done.err
    assert "Judged by these files alone" in done.err
    assert "broken.pdf: " in done.err


def test_programs_get_all_of_it_and_a_second_run_judges_nothing(cli: CommandLine, papers: Path) -> None:
    found = cli("check", "papers", papers / "draft.md", "--json").json
    assert set(found) == {
        "library", "files", "unread", "checkable", "counts", "judged", "kept", "seconds", "notice", "judged_by",
        "sentences", "inner",
    }  # fmt: skip
    assert (found["files"], len(found["unread"]), found["checkable"], found["judged"]) == (2, 1, 3, 3)
    assert found["counts"] == {"contradicted": 1, "partly": 0, "not said": 1, "supported": 1, "unchecked": 1}
    rent = found["sentences"][3]
    assert set(rent) == {
        "number", "start", "end", "text", "verdict", "reasons", "differs", "differing_words", "place", "own",
        "decision",
    }  # fmt: skip
    assert DRAFT[rent["start"] : rent["end"]] == rent["text"] == "The monthly rent is £980"
    assert (rent["verdict"], rent["differing_words"]) == ("contradicted", ["£980"])
    assert rent["place"]["quote"] == "The monthly rent is £950."
    assert [(one["written"], one["verdict"]) for one in rent["own"]] == [("[1]", "contradicted")]
    again = cli("check", "papers", papers / "draft.md", "--json").json
    assert (again["judged"], again["kept"], again["sentences"]) == (0, 3, found["sentences"])


@pytest.mark.usefixtures("papers")
def test_a_pipe_and_a_scope(cli: CommandLine, data: Path) -> None:
    from tests.helpers.command_line import run_here

    done = run_here("check", "papers", "-", "--file", "soup.txt", "--json", data_dir=data, typed="The rent is £950.")
    assert (done.json["files"], done.json["sentences"][0]["verdict"]) == (1, "not said")
    assert cli("check", "papers", "missing.txt").code == 2
    refused = run_here("check", "papers", "-", data_dir=data, typed=" ")
    assert (refused.code, "There is no text to check." in refused.err) == (1, True)
    assert run_here("check", "papers", "-", "--in", "type:xlsx", data_dir=data, typed="A.").code == 1


def test_what_does_not_fit_within_the_text_is_listed_without_its_library_saying_so(
    cli: CommandLine, papers: Path, data: Path
) -> None:
    text = "# 1 Why\n\nThere are three reasons:\n\n- The moon.\n- The sun.\n\n# 2 How\n\nSee section 4.\n"
    (papers / "plan.txt").write_text(text, encoding="utf-8")
    done = cli("check", "papers", papers / "plan.txt")
    assert "\n".join(done.out.splitlines()[-6:]) == (
        "Number doesn't fit the list:\n    3  three reasons\n       The text announces 3, and 2 follow.\n"
        "Reference leads nowhere:\n   10  section 4\n       There is no “section 4” in this text."
    )
    count, reference = cli("check", "papers", papers / "plan.txt", "--json").json["inner"]
    assert set(count) == {"kind", "start", "end", "text", "reason", "other", "context", "decision"}
    assert (count["kind"], count["text"], text[slice(*count["other"])]) == (
        "count", "three reasons", "- The moon.\n- The sun.",
    )  # fmt: skip
    assert (reference["kind"], reference["other"], reference["decision"]) == ("reference", None, None)
    with open_worker(data) as worker:
        found = wait_for(worker.checks.check_text("papers", text)).inner
        wait_for(worker.checks.decide("papers", found[1], FindingDecision(DecisionKind.DISMISSED, "It comes later")))
    count, reference = cli("check", "papers", papers / "plan.txt", "--json").json["inner"]
    assert (count["decision"], reference["decision"]) == (None, {"kind": "dismissed", "note": "It comes later"})


def test_what_was_dismissed_stays_out_of_the_reviewed_copy(cli: CommandLine, papers: Path, data: Path) -> None:
    draft, target = papers / "draft.md", papers / "reviewed.md"
    with open_worker(data) as worker:
        sentences = wait_for(worker.checks.check_text("papers", DRAFT)).sentences
        moon = next(one for one in sentences if "moon" in one.text)
        wait_for(worker.checks.decide("papers", moon, FindingDecision(DecisionKind.DISMISSED)))
    assert cli("check", "papers", draft, "--reviewed", target).code == 0
    written = target.read_text(encoding="utf-8")
    assert "Nothing found" not in written
    assert "The source says £950." in written


def test_a_reviewed_copy_is_written_beside_the_draft(cli: CommandLine, papers: Path) -> None:
    draft, target = papers / "draft.md", papers / "reviewed.md"
    done = cli("check", "papers", draft, "--reviewed", target, "--footnotes")
    assert done.code == 0, done.err
    assert done.out.splitlines()[-1] == f"Wrote {target}."
    assert target.read_text(encoding="utf-8") == (
        "# Draft\n\nThe deposit is £1,900.[^dr1] The moon is made of iron. <!-- Desktop RAG: Nothing found: No passage "
        "says this. --> The monthly rent is £980 [1]. <!-- Desktop RAG: Contradicted: The source says £950. Differs: "
        "“£980” lease.txt: “The monthly rent is £950.” [1] – lease.txt – Contradicted – The source says £950. -->\n\n"
        "## References\n\n[1] lease.txt\n\n[^dr1]: lease.txt: “The deposit is £1,900.”\n"
    )
    assert draft.read_text(encoding="utf-8") == DRAFT
    refused = cli("check", "papers", draft, "--reviewed", target)
    assert (refused.code, "There is already a file" in refused.err) == (1, True)
    written = cli("check", "papers", draft, "--reviewed", target, "--force", "--json").json
    assert written["reviewed"] == str(target)
    assert "[^dr1]" not in target.read_text(encoding="utf-8")
    assert cli("check", "papers", draft, "--footnotes").code == 2
    assert cli("check", "papers", "-", "--reviewed", target).code == 2
