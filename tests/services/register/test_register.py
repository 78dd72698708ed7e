"""The register of a library: scope, what could not be read, progress, stopping, tables and calendars."""

import csv
import datetime as dt
import io
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import RegisterProgress
from desktop_rag.core.results.register import FactKind, RegisterRow
from desktop_rag.readers.plain import calendars
from desktop_rag.services.calls import calling
from desktop_rag.services.register import register as module
from desktop_rag.services.register.calendar import has_whole_date, write_calendar
from tests.services.conftest import Services


@pytest.fixture
def library(services: Services, tmp_path: Path) -> str:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lease.txt").write_text(
        "Lease\n\nLandlord: Ada Lane\nRent: £950\n\nThe deposit is due by 3 May 2024.\n", encoding="utf-8"
    )
    (folder / "bill.md").write_text("# Bill\n\nInvoice no.: B-17\n\nInvoice date: 4 May 2024\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    (folder / "empty.csv").write_text("a;b\n", encoding="utf-8")
    services.fill("Papers", folder)
    return "Papers"


def written(rows: tuple[RegisterRow, ...]) -> list[str]:
    return [row.written for row in rows]


def test_every_document_is_looked_through_and_those_that_cannot_be_read_are_named(
    services: Services, library: str
) -> None:
    found = services.register.rows(library)
    assert written(found.rows) == ["B-17", "4 May 2024", "Ada Lane", "£950", "due by 3 May 2024"]
    assert (found.looked_through, found.files) == (3, 4)
    (unread,) = found.unread
    assert Path(unread.file).name == "broken.pdf"
    assert unread.reason
    assert {Path(row.file).name for row in found.rows} == {"lease.txt", "bill.md"}


def test_a_file_that_waits_is_named_too(services: Services, library: str, tmp_path: Path) -> None:
    with services.index_files.open(library) as storage, storage.transaction():
        new = tmp_path / "papers" / "new.txt"
        new.write_text("Rent: £1", encoding="utf-8")
        storage.connection.execute(
            "INSERT INTO pending (path, size, mtime_ns, number) VALUES (?, 8, 1, 99)", (str(new),)
        )
    found = services.register.rows(library)
    assert {Path(one.file).name: str(one.reason) for one in found.unread}["new.txt"] == "It has not been read yet."


def test_a_scope_narrows_files_and_words_narrow_rows(services: Services, library: str) -> None:
    found = services.register.rows(library, "type:md")
    assert (written(found.rows), found.looked_through, found.files) == (["B-17", "4 May 2024"], 1, 1)
    assert written(services.register.rows(library, "deposit").rows) == ["due by 3 May 2024"]
    assert written(services.register.rows(library, '"invoice date"').rows) == ["4 May 2024"]
    assert "4 May 2024" not in written(services.register.rows(library, '-"invoice date"').rows)
    assert written(services.register.rows(library, kinds=[FactKind.AMOUNT]).rows) == ["£950"]
    assert services.register.rows(library, "type:docx").files == 0


def test_progress_tells_every_row_once(services: Services, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PROGRESS_SECONDS", 0.0)
    found = services.register.rows(library)
    events = [one for one in services.events if isinstance(one, RegisterProgress)]
    assert tuple(row for one in events for row in one.rows) == found.rows
    assert [(one.done, one.total) for one in events] == [(1, 3), (2, 3), (3, 3), (3, 3)]


def test_it_can_be_stopped(services: Services, library: str, tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    target = tmp_path / "register.csv"
    target.write_text("kept", encoding="utf-8")
    with calling(services.call(token)):
        with pytest.raises(CancelledError):
            services.register.rows(library)
        with pytest.raises(CancelledError):
            services.register.export_csv(library, target)
    assert target.read_text(encoding="utf-8") == "kept"


def test_a_table_runs_nothing(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "hostile"
    folder.mkdir()
    (folder / "=1+2.txt").write_text("=cmd()|Rent: £950\n\n+Fee: £3\n\n@Sum: £4\n", encoding="utf-8")
    services.fill("Hostile", folder)
    target = tmp_path / "register.csv"
    result = services.register.export_csv("Hostile", target)
    rows = list(csv.reader(io.StringIO(target.read_text(encoding="utf-8-sig"))))
    assert rows[0] == list(module.COLUMNS)
    assert len(rows) == 4
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert (result.rows, result.looked_through) == ((), 1)


def test_a_table_that_cannot_be_written_says_so(services: Services, library: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        services.register.export_csv(library, tmp_path / "missing" / "register.csv")


def dated(
    value: str, about: str = "Due date", sentence: str = "Due.", kind: FactKind = FactKind.DEADLINE
) -> RegisterRow:
    return RegisterRow(kind, value, value, about, "/papers/lease.txt", 2, "", 0, 4, sentence, 0)


def test_a_calendar_is_read_again(services: Services, tmp_path: Path) -> None:
    target = tmp_path / "days.ics"
    sentence = "Pay £5, or; else\\\r\nBEGIN:VEVENT\r\nSUMMARY:Forged " + "早く払う" * 40
    rows = [
        dated("2024-05-03", sentence=sentence),
        dated("2024-10-12/2024-10-13", "Course", kind=FactKind.DATE),
        dated("2024-05"),
        dated(""),
        dated("--05-03"),
    ]
    assert [has_whole_date(row) for row in rows] == [True, True, False, False, False]
    assert services.register.export_calendar(rows, target) == 2
    raw = target.read_bytes()
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
    assert raw.count(b"BEGIN:VEVENT\r\n") == 2
    text = "\n".join(page.text for page in calendars.load_data(target))
    assert "Deadline: Due date, 3 May 2024" in text
    assert "Course, 12" in text
    assert "早く払う" * 40 in text
    assert "lease.txt, 2" in text


def test_the_last_of_all_days_is_a_day(tmp_path: Path) -> None:
    target = tmp_path / "last.ics"
    assert write_calendar([dated("9999-12-31")], target, dt.datetime(2024, 1, 1, tzinfo=dt.UTC)) == 1
    assert "DTSTART;VALUE=DATE:99991231" in target.read_text("utf-8")


def test_the_same_row_is_the_same_event(tmp_path: Path) -> None:
    first, second = tmp_path / "a.ics", tmp_path / "b.ics"
    for target in (first, second):
        write_calendar([dated("2024-05-03")], target, dt.datetime(2024, 1, 1, tzinfo=dt.UTC))
    assert first.read_bytes() == second.read_bytes()
