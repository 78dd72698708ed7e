"""The command line, run as a person runs it."""

import json
import signal
import subprocess
import time
from pathlib import Path

import click
import pymupdf
import pytest

from desktop_rag.cli.main import commands
from desktop_rag.config import Config
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.services.libraries import libraries
from desktop_rag.services.libraries.libraries import sample_guide
from tests.helpers.command_line import CommandLine, command, environment, run, run_json
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import Reply, ScriptedServer


@pytest.fixture
def filled(data: Path, folder: Path, cli: CommandLine) -> Path:
    assert (cli("index", "create", "lib").code, cli("add", "lib", folder).code) == (0, 0)
    return data


def test_every_command_is_offered_and_knows_its_options() -> None:
    context = click.Context(commands, **commands.context_settings)
    names = commands.list_commands(context)
    assert {"index", "add", "status", "search", "ask", "eval", "doctor"} <= set(names)
    for name in names:
        found = commands.get_command(context, name)
        assert found is not None
        assert found.name == name
        assert found.get_help(click.Context(found, context, info_name=name)).startswith("Usage: ")
    assert commands.get_command(context, "unheard-of") is None


@pytest.mark.slow
def test_libraries_come_and_go(data: Path) -> None:
    assert "No libraries yet" in run("index", "list", data_dir=data)
    run("index", "create", "研究 notes/1", data_dir=data)
    assert "already" in run("index", "create", "研究 notes/1", data_dir=data, code=1)
    assert [info["name"] for info in run_json("index", "list", data_dir=data)] == ["研究 notes/1"]
    run("index", "delete", "研究 notes/1", data_dir=data)
    assert "no library called" in run("index", "delete", "研究 notes/1", data_dir=data, code=1)


@pytest.mark.slow
def test_a_library_is_cut_as_it_was_made_for(data: Path, folder: Path) -> None:
    run("index", "create", "lib", "--node-parser", "sentence_window", data_dir=data)
    run("index", "create", "plain", data_dir=data)
    counts = [
        run_json("add", name, folder, "--no-embed", data_dir=data)["counts"]["nodes"] for name in ("lib", "plain")
    ]
    assert counts[0] > counts[1]
    arguments = ("--node-parser", "sentence", "--chunk-size", "64", "--chunk-overlap", "40")
    assert "overlap from 0 to 32" in run("index", "create", "bad", *arguments, data_dir=data, code=1)


@pytest.mark.slow
def test_status_names_every_file_with_its_state_and_reason(data: Path, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", folder, "--no-embed", data_dir=data)
    status = run_json("status", "lib", data_dir=data)
    files = {Path(file["path"]).name: file for file in status["files"]}
    assert files["cats.txt"] == {
        "path": str(folder / "cats.txt"),
        "state": "keyword",
        "reason": "",
        "pages": 1,
        "nodes": 1,
    }
    assert files["broken.pdf"]["state"] == "failed"
    assert files["broken.pdf"]["reason"]
    assert status["counts"]["files"] == 4
    assert status["counts"]["failed"] == 1
    assert "broken.pdf" in run("status", "lib", data_dir=data)


@pytest.mark.slow
def test_a_filtered_status_counts_what_it_shows(data: Path, folder: Path) -> None:
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", folder, "--no-embed", data_dir=data)
    assert "1 file (1 keyword), 1 passage." in run("status", "lib", "--filter", "cats", data_dir=data)
    (folder / "two\nlines\x1b[31m.txt").write_text("An odd name.")
    run("add", "lib", "--no-embed", data_dir=data)
    assert "two\ufffdlines\ufffd[31m.txt: 1 page, 1 passage" in run("status", "lib", data_dir=data)


@pytest.mark.slow
def test_rules_change_only_what_is_named(data: Path, folder: Path) -> None:
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", folder, "--no-embed", data_dir=data)
    files = run_json("status", "lib", data_dir=data)["counts"]["files"]
    assert "is not in the library" in run("exclude", "lib", folder / "nothing.txt", data_dir=data, code=1)
    assert "is not in the library" in run("retry", "lib", "/nothing.txt", data_dir=data, code=1)
    run("exclude", "lib", folder / ".." / folder.name / "cats.txt", data_dir=data)
    run("add", "lib", "--max-size", "100", "--no-embed", data_dir=data)
    assert run_json("status", "lib", "--state", "skipped", data_dir=data)["counts"]["files"] == 1
    preview = run_json("add", "lib", "--dry-run", "--ignore", "*.txt", "--ignore", "!cats.txt", data_dir=data)
    assert (preview["files"] >= 1, preview["files"] + preview["skipped"]) == (True, files)
    assert "no file or folder" in run("add", "lib", folder / "typo", "--dry-run", data_dir=data, code=1)
    run("pause", "lib", data_dir=data)
    assert "0 files" in run("exclude", "lib", folder, data_dir=data)
    status = run_json("status", "lib", data_dir=data)
    assert (status["counts"]["files"], status["library"]["folders"], status["library"]["paused"]) == (0, [], True)


@pytest.mark.slow
def test_search_prints_documented_json_for_one_and_for_many(filled: Path, tmp_path: Path) -> None:
    for mode in ("hybrid", "vector", "bm25"):
        found = run_json("search", "lib", "how long do cats sleep", "--mode", mode, "--top-k", "2", data_dir=filled)
        assert set(found[0]) == {"rank", "score", "file", "page", "start", "end", "text", "node_id"}
        assert (found[0]["rank"], Path(found[0]["file"]).name) == (1, "cats.txt")
        assert len(found) <= 2
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": "a", "query": "green tea"}\n\n{"id": 2, "query": "東京", "more": 1}\n', encoding="utf-8")
    lines = [json.loads(line) for line in run("search", "lib", "--queries", queries, data_dir=filled).splitlines()]
    assert [line["id"] for line in lines] == ["a", 2]
    assert Path(lines[1]["results"][0]["file"]).name == "東京.txt"


@pytest.mark.nightly(by_day="test_search_prints_documented_json_for_one_and_for_many")
@pytest.mark.slow
def test_search_understands_phrases_exclusions_and_conditions(filled: Path) -> None:
    def names(*query: str) -> set[str]:
        found = run_json("search", "lib", *query, data_dir=filled)
        return {Path(source["file"]).name for source in found}

    assert names('"sleep sixteen hours"') == {"cats.txt"}
    assert names('"hours sixteen sleep"') == set()
    assert "cats.txt" not in names("sleep -cats")
    assert names("anything filename:cats") == {"cats.txt"}
    assert names("anything before:1999") == set()
    assert "filename:" in run("search", "--help", data_dir=filled)


@pytest.mark.slow
def test_ask_prints_a_cited_answer(filled: Path) -> None:
    answer = run_json("ask", "lib", "How long do cats sleep?", data_dir=filled)
    assert "Cats sleep sixteen hours a day." in answer["answer"]
    (citation, *_) = answer["citations"]
    assert {"marker", "answer_start", "answer_end", "file", "page", "start", "end", "quote", "score"} == set(citation)
    assert answer["answer"][citation["answer_start"] : citation["answer_end"]] == citation["quote"]
    assert {"sources", "model", "usage", "timings"} <= set(answer)
    assert answer["support"] == 1
    assert {
        "start": citation["answer_start"],
        "end": citation["answer_end"],
        "verdict": "supported",
        "reasons": [],
        "unsupported": [],
        "citation": citation["marker"],
    } in answer["sentences"]
    printed = run("ask", "lib", "How long do cats sleep?", data_dir=filled)
    assert "quotations from your files" in printed
    named, quoted, listed = (
        printed.index(words) for words in ("cats.txt\n> ", "Cats sleep sixteen", f"[1] {filled.parent}")
    )
    assert named < quoted < listed
    assert printed.count("Cats sleep sixteen") == 1


@pytest.mark.slow
def test_what_the_files_do_not_answer_is_not_answered(filled: Path) -> None:
    foreign = "Who painted the ceiling of the Sistine Chapel?"
    answer = run_json("ask", "lib", foreign, data_dir=filled)
    assert (answer["answered"], answer["answer"], answer["state"]) == (False, "", "done")
    assert answer["notice"].startswith("Your files don't seem to answer this question.")
    printed = run("ask", "lib", foreign, data_dir=filled)
    assert answer["notice"] in printed
    assert f"[1] {Path(answer['sources'][0]['file'])}" in printed.replace("\n", "")


@pytest.mark.slow
def test_under_documents_only_what_is_not_supported_is_never_printed(filled: Path) -> None:
    with ScriptedServer() as server:
        flags = ("--provider", "openai", "--base-url", server.base_url, "--model", server.models[0])
        server.default = Reply(tokens=["Cats sleep sixteen hours a day. ", "Owls hunt mice in silence."])
        kept = ("ask", "lib", "How long do cats sleep?", *flags, "--documents-only")
        printed = run(*kept, data_dir=filled)
        assert "Cats sleep sixteen hours a day" in printed
        assert "Owls" not in printed
        assert "1 sentence was left out" in printed
        answer = run_json(*kept, data_dir=filled)
        assert answer["left_out"] == ["Owls hunt mice in silence"]
        Config(filled / SETTINGS_FILE).update({"answer.documents_only": True})
        assert "Owls" not in run(*kept[:-1], data_dir=filled)
        assert "Owls" in run(*kept[:-1], "--no-documents-only", data_dir=filled)


@pytest.mark.slow
def test_ask_streams_from_an_endpoint_and_explains_failures(filled: Path) -> None:
    with ScriptedServer() as server:
        flags = ("--provider", "openai", "--base-url", server.base_url, "--model", server.models[0])
        server.script(Reply(tokens=["Cats sleep", " sixteen hours a day."]))
        assert "Cats sleep sixteen hours a day." in run("ask", "lib", "cats?", *flags, data_dir=filled)
        server.script(Reply(tokens=["Cats sleep six hours a day. ", "Owls hunt mice in silence."]))
        printed = run("ask", "lib", "cats?", *flags, data_dir=filled)
        assert "Contradicted: “Cats sleep six hours a day” The source says sixteen hours." in printed
        assert "Nothing found: “Owls hunt mice in silence”" in printed
        server.script(Reply(status=401))
        assert "key" in run("ask", "lib", "cats?", *flags, data_dir=filled, code=1)
        server.script(Reply(tokens=["Cats", " sleep"], cut_after=1))
        assert "lost" in run("ask", "lib", "cats?", *flags, data_dir=filled, code=1)
    gone = run("ask", "lib", "cats?", *flags, data_dir=filled, code=1)
    assert "Error:" in gone


@pytest.mark.slow
def test_wrong_usage_and_wrong_paths(data: Path, tmp_path: Path) -> None:
    run("search", "lib", data_dir=data, code=2)
    run("index", "create", data_dir=data, code=2)
    run("ask", "lib", "x", "--provider", "nobody", data_dir=data, code=2)
    assert "no library called" in run("ask", "lib", "x", data_dir=data, code=1)
    run("index", "create", "lib", data_dir=data)
    assert "no file or folder at" in run("add", "lib", tmp_path / "nowhere", data_dir=data, code=1)
    bad = tmp_path / "bad.jsonl"
    for line in ("not json\n", f"{'[' * 100_000}\n"):
        bad.write_text(line)
        assert "Line 1" in run("search", "lib", "--queries", bad, data_dir=data, code=1)


@pytest.mark.slow
def test_a_data_folder_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be written" in run("index", "list", data_dir=tmp_path / "file" / "data", code=1)


@pytest.mark.slow
def test_output_may_be_cut_short(filled: Path, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": 1, "query": "green tea"}\n' * 300)
    arguments = command("search", "lib", "--mode", "bm25", "--queries", queries, data_dir=filled)
    process = subprocess.Popen(arguments, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    process.wait(60)
    assert errors == b""


@pytest.mark.slow
def test_doctor_checks_every_part_and_reports_nothing_of_the_person(data: Path) -> None:
    (data / "libraries").mkdir(parents=True)
    (data / "libraries" / "Anna's divorce.ragindex").write_bytes(b"no database")
    printed = run("doctor", "--report", data_dir=data, code=1)
    first, *lines, last, error = printed.splitlines()
    assert first == last == "```"
    assert error.startswith("Error: Something needs attention")
    assert "sqlite-vec v" in printed
    assert "passages/s" in printed
    assert [line for line in lines if not line.startswith(("ok ", "warn  confinement: ", "warn  keys: "))] == [
        line for line in lines if line.startswith("wrong libraries: ")
    ]
    for personal in ("divorce", str(data), str(Path.home())):
        assert personal not in printed


@pytest.mark.slow
@pytest.mark.parametrize("guide", rest_at_night(["a page of it", "whole"], {"a page of it"}))
def test_the_sample_answers(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guide: str) -> None:
    if guide != "whole":
        with pymupdf.open(sample_guide("en")) as document:
            texts = {page.number: " ".join(page.get_text().split()) for page in document}
            document.select([number for number, text in texts.items() if "are stored on your computer" in text])
            document.save(tmp_path / "guide.pdf")
        monkeypatch.setattr(libraries, "sample_guide", lambda _: tmp_path / "guide.pdf")
    answer = run_json("sample", "--language", "en", data_dir=data)
    assert answer["citations"]


def many_files(folder: Path) -> Path:
    for number in range(40):
        text = "\n\n".join(f"Whale {number} sang song {verse} in the deep sea." * 8 for verse in range(12))
        (folder / f"n{number:02}.txt").write_text(text)
    return folder


@pytest.mark.slow
def test_ctrl_c_stops_cleanly_and_the_same_command_continues(data: Path, folder: Path) -> None:
    many_files(folder)
    run("index", "create", "lib", data_dir=data)
    arguments = command("add", "lib", folder, data_dir=data)
    process = subprocess.Popen(arguments, env=environment(), stderr=subprocess.PIPE, text=True)
    wait_for_files(data, 1)
    process.send_signal(signal.SIGINT)
    _, printed = process.communicate(timeout=30)
    assert process.returncode == 130, printed
    assert "Stopped." in printed
    run("add", "lib", folder, "--no-embed", data_dir=data)
    assert run_json("status", "lib", data_dir=data)["counts"]["files"] == 43


def wait_for_files(data: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while run_json("status", "lib", data_dir=data)["counts"]["files"] < count:
        assert time.monotonic() < deadline
