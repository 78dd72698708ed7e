"""Review tables: every document asked, what is known kept, what cannot be read told of."""

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import Event, TableProgress
from desktop_rag.core.results.review import (
    Cell,
    CellState,
    ColumnType,
    OnlyIf,
    ReviewColumn,
    TableChanges,
    TableDefinition,
    TableScope,
)
from desktop_rag.services.calls import ServiceCall, calling
from desktop_rag.services.review import documents as module
from desktop_rag.storage.sqlite.review import ReviewCells
from tests.services.conftest import Services

RENT = ReviewColumn("Rent", ColumnType.MONEY, "How much is the rent?")
TENANT = ReviewColumn("Tenant", ColumnType.PARTY, "Who is the tenant?")
LEASES = TableDefinition("Leases", (RENT, TENANT))


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a.txt").write_text("Lease\n\nTenant: Ada Lane\n\nThe rent is £950 a month.\n", encoding="utf-8")
    (folder / "b.md").write_text("# Lease\n\nTenant: Bo Quist\n\nThe rent is £700.\n", encoding="utf-8")
    (folder / "c.txt").write_text("A recipe: stir the soup for long.\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    return folder


@pytest.fixture
def library(services: Services, papers: Path) -> str:
    services.fill("Papers", papers)
    return "Papers"


def by_name(
    services: Services, library: str, definition: TableDefinition, query: str = ""
) -> dict[str, tuple[Cell, ...]]:
    asked = replace(definition, scope=TableScope(query))
    return {Path(row.file).name: row.cells for row in services.tables.fill(library, asked).rows}


def test_every_document_has_a_row_and_a_state_in_each_column(services: Services, library: str) -> None:
    table = services.tables.fill(library, LEASES)
    rows = {Path(row.file).name: row.cells for row in table.rows}
    assert [(cell.state, cell.value) for cell in rows["a.txt"]] == [
        (CellState.FOUND, "950 GBP"), (CellState.FOUND, "Ada Lane"),
    ]  # fmt: skip
    (place,) = rows["a.txt"][0].places
    assert (place.page, place.quote, place.value) == (1, "The rent is £950 a month.", "950 GBP")
    assert [cell.state for cell in rows["c.txt"]] == [CellState.NOT_STATED] * 2
    assert [cell.state for cell in rows["broken.pdf"]] == [CellState.UNREADABLE] * 2
    assert rows["broken.pdf"][0].reason
    assert (table.read, table.files, len(table.unread)) == (3, 4, 1)
    assert (table.made, table.kept, table.model) == (6, 0, "")


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("Landlord", "Lease\n\nTenant: Bo Quist\n\nThe rent is £900 per month.\n"),
        ("Vermieter", "Mietvertrag\n\nMieterin: Ada Lang\n\nDie Miete beträgt 900 €.\n"),
        ("Supplier", "Invoice\n\nBill to: Harbour Books Ltd\n\nTotal: £120\n"),
        ("貸主", "賃貸借契約書\n\n借主：山田太郎\n\n賃料は月額9万円とする。\n"),
        ("出租方", "租赁合同\n\n承租方：李明\n\n租金为每月4500元。\n"),
    ],
)
def test_who_is_named_on_the_other_side_is_not_the_party(
    services: Services, tmp_path: Path, column: str, text: str
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "lease.txt").write_text(text, encoding="utf-8")
    services.fill("One", tmp_path / "one")
    definition = TableDefinition("x", (ReviewColumn(column, ColumnType.PARTY),))
    (cell,) = by_name(services, "One", definition)["lease.txt"]
    assert cell.state is CellState.NOT_STATED


def test_two_places_that_contradict_each_other_are_both_shown(services: Services, papers: Path) -> None:
    (papers / "d.txt").write_text(
        "The rent is £340 a month.\n\nSchedule\n\nThe rent is £360 a month.\n", encoding="utf-8"
    )
    services.fill("Papers", papers)
    cell = by_name(services, "Papers", LEASES)["d.txt"][0]
    assert (cell.state, cell.value) == (CellState.DISAGREES, "340 GBP | 360 GBP")
    assert [place.quote for place in cell.places] == ["The rent is £340 a month.", "The rent is £360 a month."]


def test_a_second_run_does_no_work(services: Services, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = services.tables.fill(library, LEASES)

    def never(*_: object) -> None:
        raise AssertionError("what is known is looked for again")

    monkeypatch.setattr(module, "DocumentValues", never)
    second = services.tables.fill(library, LEASES)
    assert (second.made, second.kept) == (0, 6)
    assert second.rows == first.rows
    assert services.tables.read(library, LEASES).rows == first.rows


def test_only_changed_files_and_new_columns_are_looked_for(services: Services, library: str, papers: Path) -> None:
    services.tables.fill(library, LEASES)
    (papers / "b.md").write_text("# Lease\n\nTenant: Bo Quist\n\nThe rent is £725 now.\n", encoding="utf-8")
    services.ingestion.add(library, [papers], services.call())
    changed = services.tables.fill(library, LEASES)
    assert (changed.made, changed.kept) == (2, 4)
    assert {Path(row.file).name: row.cells[0].value for row in changed.rows}["b.md"] == "725 GBP"
    more = services.tables.fill(library, TableDefinition("Leases", (*LEASES.columns, ReviewColumn("Soup"))))
    assert (more.made, more.kept) == (3, 6)


def test_a_file_that_was_moved_is_not_asked_again(services: Services, library: str, papers: Path) -> None:
    services.tables.fill(library, LEASES)
    (papers / "a.txt").rename(papers / "z.txt")
    services.ingestion.add(library, [papers], services.call())
    again = services.tables.fill(library, LEASES)
    assert (again.made, again.kept) == (0, 6)


def test_cells_go_with_the_last_file_of_their_content(services: Services, library: str, papers: Path) -> None:
    services.tables.fill(library, LEASES)
    (papers / "a.txt").unlink()
    services.ingestion.add(library, [papers], services.call())
    with services.index_files.open(library, read_only=True) as storage:
        kept = storage.connection.execute("SELECT cell FROM review_cells").fetchall()
    assert len(kept) == 4
    assert not any("950" in text for (text,) in kept)


def test_edits_follow_a_file_that_is_moved(services: Services, library: str, papers: Path) -> None:
    old, new = str(papers / "a.txt"), str(papers / "moved.txt")
    with services.index_files.open(library) as storage, storage.transaction():
        ReviewCells(storage.connection).put_edit("Leases", old, "Rent", '{"value": "1 GBP"}')
    (papers / "a.txt").rename(new)
    services.ingestion.add(library, [papers], services.call())
    with services.index_files.open(library, read_only=True) as storage:
        assert list(ReviewCells(storage.connection).edits("Leases")) == [(new, "Rent")]


def test_a_column_may_depend_on_another(services: Services, library: str) -> None:
    only = ReviewColumn("Tenant", ColumnType.PARTY, "Who is the tenant?", only_if=OnlyIf("Rent", "950 GBP"))
    rows = by_name(services, library, TableDefinition("x", (RENT, only)))
    assert {name: cells[1].state for name, cells in rows.items()} == {
        "a.txt": CellState.FOUND,
        "b.md": CellState.NOT_ASKED,
        "c.txt": CellState.NOT_ASKED,
        "broken.pdf": CellState.UNREADABLE,
    }


def test_a_scope_chooses_documents_by_conditions_and_by_words(services: Services, library: str) -> None:
    assert set(by_name(services, library, LEASES, "type:md")) == {"b.md"}
    assert set(by_name(services, library, LEASES, "Quist")) == {"b.md"}
    assert services.tables.fill(library, replace(LEASES, scope=TableScope("type:docx"))).files == 0


def test_chosen_files_are_asked_alone_and_kept_with_the_table(
    services: Services, library: str, papers: Path, tmp_path: Path
) -> None:
    a, b, broken, none = (str(papers / name) for name in ("a.txt", "b.md", "broken.pdf", "none.txt"))
    chosen = replace(LEASES, scope=TableScope(files=(broken, b, none, a)))
    assert services.tables.estimate(library, chosen).documents == 2
    assert services.tables.read(library, chosen).files == 4
    pilot = services.tables.fill(library, chosen, most=1)
    assert [row.file for row in pilot.rows] == [a, broken, none]
    table = services.tables.fill(library, chosen)
    assert [row.file for row in table.rows] == [a, b, broken, none]
    assert {Path(one.file).name: one.reason for one in table.unread}["none.txt"].startswith("The library does not have")
    only = services.tables.fill(library, replace(LEASES, scope=TableScope("type:md", (a, b))))
    assert ([row.file for row in only.rows], only.unread) == ([b], ())
    services.tables.fill(library, chosen)
    assert services.tables.export(library, chosen, tmp_path / "chosen.html") == 4
    assert "Only these documents: 4 chosen ones" in (tmp_path / "chosen.html").read_text(encoding="utf-8")
    (kept,) = services.tables.definitions(library)
    assert kept.scope == TableScope(files=tuple(sorted((a, b, broken, none))))


def test_a_chosen_file_is_asked_wherever_it_is_moved_and_missed_when_it_is_gone(
    services: Services, library: str, papers: Path
) -> None:
    services.tables.fill(library, replace(LEASES, scope=TableScope(files=(str(papers / "a.txt"),))))
    (papers / "a.txt").rename(papers / "moved.txt")
    services.ingestion.add(library, [papers], services.call())
    (kept,) = services.tables.definitions(library)
    again = services.tables.fill(library, kept)
    assert ([Path(row.file).name for row in again.rows], again.kept, again.changes) == (
        ["moved.txt"], 2, TableChanges(),
    )  # fmt: skip
    (papers / "moved.txt").unlink()
    services.ingestion.add(library, [papers], services.call())
    gone = services.tables.fill(library, services.tables.definitions(library)[0])
    assert [(Path(row.file).name, row.cells[0].state) for row in gone.rows] == [("moved.txt", CellState.UNREADABLE)]


def test_what_lies_inside_a_chosen_file_is_asked_with_it(services: Services, tmp_path: Path) -> None:
    archive = tmp_path / "leases.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("one.txt", "The rent is £950 a month.\n")
        packed.writestr("two.txt", "The rent is £700 a month.\n")
    services.fill("Packed", archive)
    table = services.tables.fill("Packed", replace(LEASES, scope=TableScope(files=(str(archive),))))
    assert [row.cells[0].value for row in table.rows if row.cells[0].value] == ["950 GBP", "700 GBP"]
    assert all(one.file != str(archive) for one in table.unread)


def test_too_many_chosen_files_are_refused(services: Services, library: str) -> None:
    files = tuple(f"/docs/{number}.txt" for number in range(100_001))
    with pytest.raises(UserError, match="100,000 chosen files at most"):
        services.tables.fill(library, replace(LEASES, scope=TableScope(files=files)))


def test_files_are_named_by_the_end_of_their_paths(services: Services, library: str, papers: Path) -> None:
    assert services.tables.files_named(library, ["a.txt", "papers/b.md"]) == (
        str(papers / "a.txt"), str(papers / "b.md"),
    )  # fmt: skip
    with pytest.raises(UserError, match="no file “z"):
        services.tables.files_named(library, ["z.txt"])


def test_a_pilot_asks_the_first_documents_only(services: Services, library: str) -> None:
    pilot = services.tables.fill(library, LEASES, most=1)
    assert (pilot.made, pilot.read) == (2, 1)
    rest = services.tables.read(library, LEASES)
    states = {Path(row.file).name: row.cells[0].state for row in rest.rows}
    assert states["a.txt"] is CellState.FOUND
    assert states["b.md"] is CellState.WAITING


def test_a_stop_keeps_what_was_found(services: Services, library: str) -> None:
    token = CancelToken()

    def stop_at_first(event: Event) -> None:
        if isinstance(event, TableProgress) and event.done:
            token.cancel()

    module_call = ServiceCall(1, token, stop_at_first)
    tables = services.tables
    monkey = pytest.MonkeyPatch()
    monkey.setattr("desktop_rag.services.review.tables._PROGRESS_SECONDS", 0.0)
    with calling(module_call), pytest.raises(CancelledError):
        tables.fill(library, LEASES)
    monkey.undo()
    rest = tables.fill(library, LEASES)
    assert (rest.made, rest.kept) == (4, 2)


def test_one_failure_stops_nothing_and_is_tried_again(
    services: Services, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **_named: object) -> float:
        raise UserError("The server is away.", "Try again.")

    table = TableDefinition("x", (RENT,))
    with monkeypatch.context() as patched:
        patched.setattr("desktop_rag.services.review.quoted._named", fails)
        failed = services.tables.fill(library, table)
    states = {Path(row.file).name: row.cells[0].state for row in failed.rows}
    assert states["a.txt"] is states["b.md"] is CellState.FAILED
    assert states["c.txt"] is CellState.NOT_STATED
    assert "The server is away." in failed.rows[0].cells[0].reason
    assert services.tables.fill(library, table).made == 2


def test_a_table_that_is_too_long_is_refused(services: Services, library: str) -> None:
    long = tuple(ReviewColumn(f"Column {number}", instructions="words " * 600) for number in range(200))
    with pytest.raises(UserError, match="too long"):
        services.tables.fill(library, TableDefinition("Long", long))
    services.tables.fill(library, LEASES)
    (file,) = (row.file for row in services.tables.read(library, LEASES).rows if row.file.endswith("a.txt"))
    with pytest.raises(UserError, match="too long"):
        services.tables.edit(library, "Leases", file, "Rent", "words " * 200_000)


def test_tables_are_remembered_by_their_library(services: Services, library: str) -> None:
    services.tables.fill(library, LEASES)
    assert services.tables.definitions(library) == [LEASES]


def test_a_run_tells_what_differs_from_the_one_before(services: Services, library: str, papers: Path) -> None:
    first = services.tables.fill(library, LEASES)
    assert first.changes is None
    assert services.tables.fill(library, LEASES).changes == TableChanges()
    (papers / "b.md").write_text("# Lease\n\nTenant: Bo Quist\n\nThe rent is £725 now.\n", encoding="utf-8")
    (papers / "c.txt").unlink()
    (papers / "d.txt").write_text("Lease\n\nTenant: Cy Moor\n\nThe rent is £800.\n", encoding="utf-8")
    services.ingestion.add(library, [papers], services.call())
    pilot = services.tables.fill(library, LEASES, most=1)
    assert pilot.changes is None
    changes = services.tables.fill(library, LEASES).changes
    assert changes is not None
    assert [Path(file).name for file in changes.new] == ["d.txt"]
    assert [Path(file).name for file in changes.gone] == ["c.txt"]
    assert [(Path(one.file).name, one.column, one.before, one.after) for one in changes.cells] == [
        ("b.md", "Rent", "700 GBP", "725 GBP")
    ]
    assert services.tables.fill(library, LEASES).changes == TableChanges()


def test_a_renamed_file_is_neither_new_nor_gone(services: Services, library: str, papers: Path) -> None:
    services.tables.fill(library, LEASES)
    (papers / "a.txt").rename(papers / "renamed.txt")
    services.ingestion.add(library, [papers], services.call())
    assert services.tables.fill(library, LEASES).changes == TableChanges()


def test_what_a_file_said_goes_with_it(services: Services, library: str, papers: Path) -> None:
    services.tables.fill(library, LEASES)
    (papers / "a.txt").unlink()
    services.ingestion.add(library, [papers], services.call())
    path = services.index_files.existing(library)
    with services.index_files.open(path, read_only=True) as storage:
        cells = ReviewCells(storage.connection)
        said = {Path(file).name: cells.said("Leases", "", file) or "" for file in cells.last_run("Leases", "")}
    assert said["a.txt"] == ""
    assert "Ada Lane" not in "".join(said.values())


def test_a_table_is_kept_before_it_is_filled_and_can_be_forgotten(services: Services, library: str) -> None:
    services.tables.keep(library, LEASES)
    offered = services.tables.offered(library, "en")
    assert offered.kept == (LEASES,)
    assert "Leases" not in {one.name for one in offered.shipped}
    services.tables.fill(library, LEASES)
    file = next(row.file for row in services.tables.read(library, LEASES).rows if row.file.endswith("a.txt"))
    services.tables.edit(library, "Leases", file, "Rent", "1 GBP")
    wider = replace(LEASES, columns=(*LEASES.columns, ReviewColumn("Pets", ColumnType.YES_NO)))
    services.tables.keep(library, wider)
    row = next(row for row in services.tables.read(library, wider).rows if row.file == file)
    assert [cell.state for cell in row.cells] == [CellState.BY_HAND, CellState.FOUND, CellState.WAITING]
    services.tables.remove(library, "Leases")
    offered = services.tables.offered(library, "en")
    assert offered.kept == ()
    assert "Leases" in {one.name for one in offered.shipped}
    row = next(row for row in services.tables.read(library, LEASES).rows if row.file == file)
    assert [cell.value for cell in row.cells] == ["950 GBP", "Ada Lane"]
    with pytest.raises(UserError, match="There is no table"):
        services.tables.remove(library, "Leases")


def test_columns_are_saved_to_a_file_that_opens_again(services: Services, tmp_path: Path) -> None:
    services.tables.save_columns(LEASES, tmp_path / "leases.toml")
    assert services.tables.columns(tmp_path / "leases.toml") == LEASES
