"""``desktop-rag table``: rows, exports, what is known already, and a run that is killed."""

import csv
import shutil
import signal
import zipfile
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree as ET

import apsw
import pytest

from tests.helpers.command_line import CommandLine, environment, run_here
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.helpers.waiting import wait_until
from tests.helpers.warm_programs import start_program

COLUMNS = """
[[columns]]
name = "=Rent"
type = "money"
question = "How much is the rent?"

[[columns]]
name = "Pets"
type = "yes/no"
question = "Are pets allowed?"
"""


@pytest.fixture
def papers(cli: CommandLine, tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "flat.txt").write_text(
        "Lease of a flat\n\nThe rent is £950 a month.\n\nThe tenant may not keep any animals.\n", encoding="utf-8"
    )
    (folder / "garage.txt").write_text("Lease of a garage\n\nRent: £85\n\nOne car may be parked.\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    (tmp_path / "leases.toml").write_text(COLUMNS, encoding="utf-8")
    cli("index", "create", "papers")
    cli("add", "papers", folder)
    return folder


def read_csv(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def test_each_cell_is_printed_with_what_it_rests_on(cli: CommandLine, papers: Path, tmp_path: Path) -> None:
    done = cli("table", "papers", "--columns", tmp_path / "leases.toml")
    assert done.code == 0
    assert "  =Rent: 950 GBP\n      The rent is £950 a month." in done.out
    assert "  Pets: no\n      The tenant may not keep any animals." in done.out
    assert "  Pets: not stated\n      Closest: " in done.out
    assert "2 of 3 documents read. These could not be read:" in done.err
    assert f"{papers / 'broken.pdf'}: " in done.err
    assert "4 cells were filled, 0 were known." in done.err
    assert "Without a model" in done.err
    assert "0 cells were filled, 4 were known." in cli("table", "papers", "--columns", tmp_path / "leases.toml").err


@pytest.mark.usefixtures("papers")
def test_a_table_for_spreadsheets_has_no_formulas(cli: CommandLine, tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    assert cli("table", "papers", "--columns", tmp_path / "leases.toml", "--csv", target).code == 0
    rows = {row["File"]: row for row in read_csv(target)}
    assert rows["flat.txt"]["'=Rent"] == "950 GBP"
    assert rows["flat.txt"]["Pets: state"] == "found"
    assert rows["garage.txt"]["Pets: state"] == "not stated"
    assert rows["broken.pdf"]["Pets: state"] == "not readable"


@pytest.mark.usefixtures("papers")
def test_a_table_to_read_is_a_web_page_or_a_word_document(cli: CommandLine, tmp_path: Path) -> None:
    columns = ("table", "papers", "--columns", tmp_path / "leases.toml")
    web = cli(*columns, "--html", tmp_path / "leases.2024")
    assert f"The rows were written to {tmp_path / 'leases.2024.html'}." in web.out.replace("\n", "")
    page = (tmp_path / "leases.2024.html").read_text(encoding="utf-8")
    assert "“The rent is £950 a month.”" in page
    assert "2 of 3 documents read." in page
    assert cli("--language", "de", *columns, "--docx", tmp_path / "leases.docx").code == 0
    with zipfile.ZipFile(tmp_path / "leases.docx") as archive:
        text = "\n".join(ET.fromstring(archive.read("word/document.xml")).itertext())
    assert "nicht angegeben" in text
    assert cli(*columns, "--docx", tmp_path / "x.docx", "--html", tmp_path / "x.html").code == 2


@pytest.mark.usefixtures("papers")
def test_programs_get_all_of_it(cli: CommandLine, tmp_path: Path) -> None:
    found = cli("table", "papers", "--columns", tmp_path / "leases.toml", "--in", "type:txt", "--json").json
    assert (found["read"], found["files"], found["made"], found["kept"]) == (2, 2, 4, 0)
    assert [Path(row["file"]).name for row in found["rows"]] == ["flat.txt", "garage.txt"]
    cell = found["rows"][0]["cells"]["=Rent"]
    assert (cell["state"], cell["value"], cell["places"][0]["page"]) == ("found", "950 GBP", 1)


@pytest.mark.usefixtures("papers")
def test_columns_come_from_a_file_or_with_the_program(cli: CommandLine, tmp_path: Path) -> None:
    assert cli("table", "papers").code == 2
    assert cli("table", "papers", "--template", "lease", "--columns", tmp_path / "leases.toml").code == 2
    assert "Landlord: " in cli("table", "papers", "--template", "lease", "--pilot").out
    assert "Vermieter: " in cli("--language", "de", "table", "papers", "--template", "lease").out


@pytest.mark.usefixtures("papers")
def test_a_table_of_chosen_files_is_kept_with_them(cli: CommandLine, tmp_path: Path) -> None:
    columns, listed = ("table", "papers", "--columns", tmp_path / "leases.toml"), tmp_path / "list.txt"
    listed.write_text("garage.txt\n\n", encoding="utf-8")
    assert "1 documents, 2 cells to fill" in cli(*columns, "--file", "garage.txt", "--estimate").out
    done = cli(*columns, "--file", "papers/garage.txt")
    assert "flat.txt" not in done.out
    assert "Only these documents: 1 chosen ones" in done.err
    assert [row["file"] for row in cli(*columns, "--files", listed, "--json").json["rows"]] == [
        str(tmp_path / "papers" / "garage.txt")
    ]
    again = cli("table", "papers", "--kept", "leases", "--json").json
    assert (len(again["rows"]), again["scope"]["query"], again["made"]) == (1, "", 0)
    assert "no file “z.txt”" in cli(*columns, "--file", "z.txt").err
    assert "keeps no table “x”. Its tables: “leases”." in cli("table", "papers", "--kept", "x").err.replace("\n", " ")
    listed.write_text("\n", encoding="utf-8")
    assert cli(*columns, "--files", listed).code == 1


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that ends a process at once")
@pytest.mark.usefixtures("papers")
def test_a_run_that_is_killed_goes_on_and_ends_as_if_it_had_not_been(
    cli: CommandLine, data: Path, papers: Path, tmp_path: Path
) -> None:
    for number in range(6):
        text = f"Lease {number}\n\nThe rent is £{100 + number} a month.\n\nNo pets are allowed in flat {number}.\n"
        (papers / f"lease {number:02}.txt").write_text(text, encoding="utf-8")
    cli("add", "papers", papers)
    (library,) = (data / "libraries").glob("*.ragindex")
    columns, whole = ("table", "papers", "--columns", tmp_path / "leases.toml"), tmp_path / "whole"
    shutil.copytree(data, whole)
    given = (*columns, "--csv", tmp_path / "unseen.csv", "--data-dir", data)
    run = start_program("desktop_rag.cli.main", *given, environment=environment())
    with closing(apsw.Connection(str(library), flags=apsw.SQLITE_OPEN_READONLY)) as connection:

        def count() -> int:
            ((cells,),) = connection.execute("SELECT count(*) FROM review_cells")
            return int(str(cells))

        wait_until(lambda: count() >= 3 or run.poll() is not None, 60.0)
        run.kill()
        run.wait(20)
        run.stdout.close()
        known = count()
    assert 3 <= known < 16
    done = cli(*columns, "--csv", tmp_path / "killed.csv")
    assert f"{16 - known} cells were filled, {known} were known." in done.err
    assert run_here(*columns, "--csv", tmp_path / "never.csv", data_dir=whole).code == 0
    assert (tmp_path / "killed.csv").read_bytes() == (tmp_path / "never.csv").read_bytes()


@pytest.mark.usefixtures("papers")
def test_a_model_is_told_beside_its_values_and_the_work_before(cli: CommandLine, tmp_path: Path) -> None:
    columns = ("table", "papers", "--columns", tmp_path / "leases.toml")
    assert "2 documents, 4 cells to fill, 0 known.\nWithout a model: about 0 min." in cli(*columns, "--estimate").out
    with ScriptedServer() as server:
        model = ("--provider", "openai", "--base-url", server.base_url, "--model", "scripted-model")
        server.default = Reply(tokens=['{"stated": true, "values": [{"value": "£950", "quotation": ""}]}'])
        assert "scripted-model: about " in cli(*columns, *model, "--estimate").out
        assert server.chats == []
        done = cli(*columns, *model)
        assert "  =Rent: 950 GBP\n" in done.out
        assert "  =Rent: failed – The model's value “£950” stands in no sentence.\n" in done.out
        assert "Values by scripted-model, " in done.err
        assert "At the prices" not in done.err
        asked = len(server.chats)
        assert "0 cells were filled, 4 were known." in cli(*columns, *model).err
        assert len(server.chats) == asked == 4
        server.models.append("other")
        other = (*columns, *model[:-1], "other")
        assert "prices of other are not known" in cli(*other, "--most-cost", "1").err
        other = (*other, "--set", "llm.prompt_price=5", "--set", "llm.currency=EUR")
        told = cli(*other, "--estimate").out
        assert "At the prices in the settings: about 0.0" in told
        assert told.rstrip().endswith(" EUR.")
        limited = cli(*other, "--most-cost", "0.000001")
        assert "1 cells were filled, 0 were known." in limited.err
        assert "Cells not filled yet: 3." in limited.err
        assert "3 cells were filled, 1 were known." in cli(*other).err


@pytest.mark.usefixtures("papers")
def test_cells_are_set_locked_and_released_by_hand(cli: CommandLine, tmp_path: Path) -> None:
    columns = ("table", "papers", "--columns", tmp_path / "leases.toml")
    done = cli(*columns, "--by-hand", "flat.txt", "=Rent", "£940", "--lock", "garage.txt", "Pets")
    assert "  =Rent: £940 – set by hand\n      Found: 950 GBP\n" in done.out
    assert "  Pets: not stated – locked\n" in done.out
    assert "=Rent: 0 of 1 agree with you. Five tell a rate." in done.err
    released = cli(*columns, "--release", "flat.txt", "=Rent", "--release", "garage.txt", "Pets")
    assert "  =Rent: 950 GBP\n" in released.out
    assert "– locked" not in released.out
    wrong = cli(*columns, "--lock", "none.txt", "Pets")
    assert wrong.code == 1
    assert "no file none.txt" in wrong.err


@pytest.mark.usefixtures("papers")
def test_a_workbook_and_the_columns_are_files_to_share(cli: CommandLine, tmp_path: Path) -> None:
    columns, mine = ("table", "papers", "--columns", tmp_path / "leases.toml"), tmp_path / "mine.toml"
    assert cli(*columns, "--xlsx", tmp_path / "leases").code == 0
    assert (tmp_path / "leases.xlsx").read_bytes().startswith(b"PK")
    assert cli("table", "papers", "--template", "lease", "--save", mine).code == 0
    assert "Landlord: " in cli("table", "papers", "--columns", mine).out
    assert cli("table", "papers", "--template", "lease", "--save", mine).code == 1, "nothing is replaced"
    assert cli(*columns, "--xlsx", "a", "--csv", "b").code == 2


def test_a_question_about_all_documents_is_answered_or_its_command_is_named(cli: CommandLine, papers: Path) -> None:
    found = cli("ask", "papers", "Which of my leases mention a garage?")
    assert "“garage” stands in 1 of 2 files." in found.out
    assert "2 of 3 files were read. “broken.pdf”: " in found.out
    assert "garage.txt" in found.out
    assert "no language model is connected" not in found.out
    offered = cli("ask", "papers", "Which of my tenants were never late?")
    command_line = 'desktop-rag table NAME --ask "Which of my tenants were never late?"'
    assert f"To look in all 3 documents: {command_line}" in offered.out.replace("\n", " ")
    asked = cli("table", "papers", "--ask", "How much is the rent?")
    assert asked.code == 0
    assert "  How much is the rent?: The rent is £950 a month." in asked.out


@pytest.mark.usefixtures("papers")
def test_a_table_is_asked_in_sql(cli: CommandLine, tmp_path: Path) -> None:
    given = ("table", "papers", "--columns", tmp_path / "leases.toml", "--provider", "none")
    cli(*given)
    shown = cli(*given, "--query", "SELECT count(*), sum(rent) FROM documents")
    assert "count(*) | sum(rent)\n3 | 1035.0\n" in shown.out
    assert "=Rent: without a value 1 (not readable)." in shown.err


@pytest.mark.usefixtures("papers")
def test_a_table_is_forgotten(cli: CommandLine, tmp_path: Path) -> None:
    columns, kept = ("table", "papers", "--columns", tmp_path / "leases.toml"), ("table", "papers", "--kept", "leases")
    assert cli(*columns).code == 0
    assert cli(*columns, "--forget").code == 2
    assert "“leases” is forgotten" in cli(*kept, "--forget").out
    assert "keeps no table “leases”" in cli(*kept).err
    assert "There is no table “leases”" in cli(*kept, "--forget").err
