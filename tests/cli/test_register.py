"""``desktop-rag register``: rows, a timeline, a table, and a calendar that is written only after it was confirmed."""

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.readers.plain import calendars
from tests.helpers.command_line import CommandLine
from tests.helpers.scripted_server import Reply, ScriptedServer


@pytest.fixture
def papers(cli: CommandLine, tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lease.txt").write_text(
        "Lease\n\nLandlord: Ada Lane\n\nRent: £950\n\nThe deposit is due by 3 May 2024.\n\n"
        "Repairs are paid 30 days after delivery.\n\nWe met on 03/04/2024.\n",
        encoding="utf-8",
    )
    (folder / "bill.txt").write_text("Invoice no.: B-17\n\nInvoice date: 4 April 2024\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    cli("index", "create", "papers")
    cli("add", "papers", folder)
    return folder


def test_rows_are_listed_by_file_with_what_could_not_be_read(cli: CommandLine, papers: Path) -> None:
    done = cli("register", "papers")
    assert done.code == 0
    assert "party    Ada Lane (Landlord)" in done.out
    assert "amount   £950 = 950 GBP (Rent)" in done.out
    assert "date     03/04/2024 (2024-04-03 or 2024-03-04)" in done.out
    assert "deadline 30 days after delivery (Repairs)\n           Repairs are paid 30 days after delivery." in done.out
    assert "2 of 3 documents looked through. These could not be read:" in done.err
    assert f"{papers / 'broken.pdf'}: " in done.err


def test_a_timeline_is_in_order_and_names_what_has_no_place_in_it(cli: CommandLine, papers: Path) -> None:
    out = cli("register", "papers", "--timeline").out
    places = [out.index(words) for words in ("2024-04\n", "4 April 2024", "2024-05\n", "due by 3 May 2024")]
    assert places == sorted(places)
    assert out.index("Without a date of their own") < out.index("30 days after delivery")
    assert "Ada Lane" not in out


def test_programs_get_all_of_it(cli: CommandLine, papers: Path) -> None:
    found = cli("register", "papers", "type:txt", "--kind", "number", "--kind", "amount", "--json").json
    assert (found["looked_through"], found["files"], found["unread"]) == (2, 2, [])
    assert [(row["kind"], row["value"], row["currency"]) for row in found["rows"]] == [
        ("number", "B-17", ""), ("amount", "950", "GBP"),
    ]  # fmt: skip
    assert [row["value"] for row in cli("register", "papers", "--timeline", "--json").json["rows"]][:2] == [
        "2024-04-04", "2024-05-03",
    ]  # fmt: skip


def test_a_table_is_written(cli: CommandLine, papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    assert cli("register", "papers", "--csv", target).code == 0
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {"Kind": "amount", "Value": "950", "Currency": "GBP", "File": "lease.txt"}.items() <= rows[3].items()


def test_a_calendar_is_written_only_after_it_was_confirmed(cli: CommandLine, papers: Path, tmp_path: Path) -> None:
    target = tmp_path / "days.ics"
    refused = cli("register", "papers", "--ics", target, typed="n\n")
    assert "These 2 dates will be written to" in refused.out
    assert "due by 3 May 2024" in refused.out
    assert not target.exists()
    assert cli("register", "papers", "--ics", target, typed="").code != 0
    assert not target.exists()
    assert cli("register", "papers", "--ics", target, typed="y\n").code == 0
    (page,) = calendars.load_data(target)
    assert "3 May 2024" in page.text
    assert "30 days" not in page.text
    target.unlink()
    assert cli("register", "papers", "--kind", "deadline", "--ics", target, "--yes").code == 0
    assert "4 April" not in next(iter(calendars.load_data(target))).text


def test_only_one_way_out_at_a_time(cli: CommandLine, papers: Path, tmp_path: Path) -> None:
    assert cli("register", "papers", "--json", "--csv", tmp_path / "rows.csv").code == 2


def test_a_model_adds_what_stands_in_the_text(cli: CommandLine, papers: Path, tmp_path: Path) -> None:
    fact = {"kind": "party", "written": "Ada Lane", "about": "Landlord", "sentence": "Landlord: Ada Lane"}
    later = {"kind": "deadline", "written": "after delivery", "about": "", "sentence": "Repairs are paid after 9 May."}
    paid = {"kind": "date", "written": "4 April", "about": "", "sentence": "Invoice date: 4 April 2024"}
    named = {"kind": "number", "written": "Lease", "about": "", "sentence": "Lease"}
    (papers / "note.txt").write_text("Please hand in the form within a fortnight.\n", encoding="utf-8")
    cli("add", "papers", papers / "note.txt")
    new = {
        "kind": "deadline",
        "written": "within a fortnight",
        "about": "form",
        "sentence": "hand in the form within a",
    }

    def answer(body: Mapping[str, Any]) -> Reply:
        is_note = "fortnight" in str(body["messages"][-1]["content"])
        return Reply(tokens=[json.dumps({"facts": [new] if is_note else [fact, later, paid, named]})])

    with ScriptedServer() as server:
        server.default = answer
        model = ("--provider", "openai", "--base-url", server.base_url, "--model", "scripted-model")
        estimate = cli("register", "papers", "--estimate", *model)
        assert "3 documents, 3 parts to read; 0 are known already." in estimate.out
        assert "scripted-model: about" in estimate.out
        assert not server.chats
        done = cli("register", "papers", "--with-model", *model)
        assert "deadline within a fortnight (form) [found by the model]" in done.out
        assert done.out.count("found by the model") == 1
        assert "scripted-model answered for 3 of 3 parts of the texts." in done.err
        assert "Left out, because no sentence says it: 6." in done.err
        found = cli("register", "papers", "--with-model", "--json", *model).json
        assert [row["written"] for row in found["rows"] if row["by_model"]] == ["within a fortnight"]
        assert found["reading"]["answered"] == 3
        target = tmp_path / "with model.csv"
        cli("register", "papers", "--with-model", "--csv", target, *model)
        assert "within a fortnight" in target.read_text("utf-8-sig")
        assert len(server.chats) == 3
    refused = cli("register", "papers", "--with-model", "--provider", "none")
    assert (refused.code, "No model is connected." in refused.err) == (1, True)
