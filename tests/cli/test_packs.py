"""``--pack`` of ask, check and table, ``conversation pack``, ``verify`` and ``key signing``, as a person runs them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.command_line import CommandLine, command, environment


@pytest.fixture
def papers(cli: CommandLine, tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lease.txt").write_text("The monthly rent is £950. The deposit is £1,900.\n", encoding="utf-8")
    cli("index", "create", "papers")
    cli("add", "papers", folder)
    (tmp_path / "draft.md").write_text("The deposit is £1,900. The monthly rent is £980.\n", encoding="utf-8")
    return tmp_path


def test_a_draft_is_packed_verified_and_found_out_when_it_or_its_file_changes(cli: CommandLine, papers: Path) -> None:
    pack = papers / "proof.html"
    done = cli("check", "papers", papers / "draft.md", "--pack", pack)
    assert done.code == 0, done.err
    assert f"The evidence pack was written to {pack}." in done.err
    assert cli("check", "papers", papers / "draft.md", "--pack", pack).code == 1  # it is there already
    done = cli("verify", pack)
    assert done.code == 0, done.err
    first, facts, deposit, rent = done.out.splitlines()
    assert first.startswith("The pack is whole: no byte of it was changed. It is not signed")
    assert first.endswith("2 of 2 sentences or cells that rest on files are unchanged.")
    assert facts.startswith("draft.md · papers · 20")
    assert (deposit.strip(), rent.strip()) == ("1  The deposit is £1,900: same", "2  The monthly rent is £980: same")
    found = cli("verify", pack, "--json").json
    assert (found["is_whole"], found["is_fine"], found["kind"]) == (True, True, "text")
    assert [one["state"] for one in found["items"]] == ["same", "same"]
    lease = papers / "papers" / "lease.txt"
    lease.write_text("The monthly rent is £950. The deposit is £2,000.\n", encoding="utf-8")
    done = cli("verify", pack)
    assert done.code == 1
    assert "The deposit is £1,900: no longer supported" in done.out
    assert "Supported → Contradicted" in done.out
    assert "The source says £2,000." in done.out
    assert cli("verify", pack, "--integrity").code == 0
    pack.write_bytes(pack.read_bytes().replace(b"980", b"950"))
    done = cli("verify", pack, "--integrity")
    assert (done.code, done.out) == (1, "This evidence pack is not whole. It was changed after it was made.\n")
    assert cli("verify", pack, "--json").json["problem"] == "It was changed after it was made."


def test_answers_and_tables_are_packed_and_signed(cli: CommandLine, papers: Path) -> None:
    key = cli("key", "signing", "--pem", papers / "key.pem", "--json").json
    assert (papers / "key.pem").read_text() == key["pem"]
    assert cli("key", "signing").out == f"{key['fingerprint']}\n"
    done = cli("ask", "papers", "What is the deposit?", "--pack", papers / "answer.pdf", "--sign")
    assert done.code == 0, done.err
    found = cli("verify", papers / "answer.pdf", "--json").json
    assert (found["fingerprint"], found["is_own"], found["is_fine"]) == (key["fingerprint"], True, True)
    (papers / "settings.json").write_text('{"answer.sign_packs": true}', encoding="utf-8")
    cli("settings", "import", papers / "settings.json")
    done = cli("table", "papers", "--ask", "What is the deposit?", "--pack", papers / "table.html")
    assert done.code == 0, done.err
    found = cli("verify", papers / "table.html", "--library", "papers", "--json").json
    assert (found["kind"], found["fingerprint"], found["is_fine"]) == ("table", key["fingerprint"], True)
    done = cli("ask", "papers", "What is the rent?", "--pack", papers / "answer.docx")
    assert done.code == 1
    assert "Let its name end in .html or .pdf." in done.err


def test_an_answer_of_a_conversation_is_packed(cli: CommandLine, papers: Path) -> None:
    done = cli("chat", "papers", typed="What is the deposit?\nWhat is the rent?\n")
    assert done.code == 0, done.err
    (one,) = cli("conversation", "list", "--json").json
    for turn, words in (("1", "£1,900"), ("2", "£950")):
        pack = papers / f"turn{turn}.html"
        assert cli("conversation", "pack", one["id"], pack, "--turn", turn).code == 0
        assert words in pack.read_text(encoding="utf-8")
        assert cli("verify", pack).code == 0
    assert cli("conversation", "pack", one["id"], papers / "no.html", "--turn", "9").code == 1


@pytest.mark.slow
def test_verify_runs_without_the_library_in_a_process_of_its_own_and_writes_its_script(
    cli: CommandLine, papers: Path, tmp_path: Path
) -> None:
    pack, script = papers / "proof.pdf", papers / "check_it.py"
    cli("check", "papers", papers / "draft.md", "--pack", pack)
    elsewhere = tmp_path / "elsewhere"
    run = command("verify", pack, "--folder", papers, "--script", script, data_dir=elsewhere)
    done = subprocess.run(run, capture_output=True, text=True, encoding="utf-8", env=environment(), check=False)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(elsewhere, ignore_errors=True)
    done = subprocess.run([sys.executable, "-I", script, pack, papers], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert cli("verify").code == 2
