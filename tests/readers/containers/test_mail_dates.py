"""Mail is dated by itself, not by its file, which is as old as its last copy."""

import os
import struct
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_rag.core.results.files import FileQuery
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.readers.containers.mail_message import read_date
from desktop_rag.storage.sqlite.file_list import list_files
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.filled import Filled, pack
from tests.helpers.smallest_files import winmail

COPIED = datetime(2026, 2, 3, 12, tzinfo=UTC)


def mail(*headers: str) -> str:
    return "\n".join(["From: Ann <ann@example.org>", "Subject: Whales", *headers, "", "Whales sing at night.", ""])


def days_of(path: Path) -> tuple[str, str]:
    os.utime(path, (COPIED.timestamp(), COPIED.timestamp()))
    metadata = parse_file(ParseTask.of(path)).metadata
    return str(metadata["last_modified_date"]), str(metadata.get("date", ""))


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("Fri, 3 May 2024 12:07:00 +0200", "2024-05-03T12:07:00+02:00"),
        ("3 May 2024 23:30:00 -0800 (PST)", "2024-05-03T23:30:00-08:00"),
        ("Fri, 03 May 2024 12:07:00 GMT", "2024-05-03T12:07:00+00:00"),
        ("Fri, 03 May 2024 12:07:00 EST", "2024-05-03T12:07:00-05:00"),
        ("Fri, 03 May 2024 12:07:00 MESZ", "2024-05-03T12:07:00+00:00"),
        ("Fri, 03 May 2024 12:07:00 -0000", "2024-05-03T12:07:00+00:00"),
        ("Fri, 3 May 24 12:07 +0900", "2024-05-03T12:07:00+09:00"),
        ("3 May 99 12:07:00 +0000", "1999-05-03T12:07:00+00:00"),
        ("2024-05-03T12:07:00+05:30", "2024-05-03T12:07:00+05:30"),
        ("2024-05-03", "2024-05-03T00:00:00+00:00"),
    ],
)
def test_dates_with_any_zone_are_read(text: str, sent: str) -> None:
    assert read_date(text) == datetime.fromisoformat(sent)


@pytest.mark.parametrize(
    "text", ["", "yesterday", "99 Foo 2024", "Fri, 31 Feb 2024 12:00:00 +0000",
             "3 May 2024 12:07:00 +9999", "Mon, 18 Jan 9999 03:14:07 +0000", "\0\0", "3 May 20244 12:07 +0000"],
)  # fmt: skip
def test_dates_that_cannot_be_meant_are_none(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize(
    ("headers", "day"),
    [
        (["Date: Fri, 3 May 2024 23:30:00 -0800"], "2024-05-03"),
        (["Date: nonsense", "Date: 4 May 2024 10:00 +0000"], "2024-05-04"),
        (["Date: nonsense", "Received: by mx.example.org; Sun, 5 May 2024 10:00:00 +0000"], "2024-05-05"),
        (["Received: from a\n by b; Sun, 5 May 2024 10:00:00 +0000"], "2024-05-05"),
        (["Date: nonsense"], ""),
        ([], ""),
    ],
)
def test_a_message_has_the_day_it_was_sent_and_else_that_of_its_file(
    headers: list[str], day: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.eml"
    path.write_text(mail(*headers), encoding="utf-8")
    assert days_of(path) == (day or "2026-02-03", day)
    body = mail(*headers).encode()
    apple = tmp_path / "a.emlx"
    apple.write_bytes(b"%d\n%b" % (len(body), body))
    assert days_of(apple) == (day or "2026-02-03", day)


def test_what_outlook_packed_has_the_day_it_was_sent(tmp_path: Path) -> None:
    path = tmp_path / "winmail.dat"
    when = struct.pack("<7H", 2024, 5, 3, 12, 7, 0, 5)
    whole = winmail("Whales sing.")
    path.write_bytes(whole + b"\1" + struct.pack("<HHL", 0x8005, 3, len(when)) + when + b"\0\0")
    assert days_of(path) == ("2024-05-03", "2024-05-03")


def test_other_files_are_as_old_as_their_last_change(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Date: Fri, 3 May 2024 12:07:00 +0200", encoding="utf-8")
    assert days_of(path) == ("2026-02-03", "")


def test_the_list_of_files_and_what_is_asked_know_when_mail_was_sent(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name, day in (("b.eml", "3 May 2024"), ("a.eml", "7 Aug 2019")):
        (folder / name).write_text(mail(f"Date: {day} 12:00:00 +0000"), encoding="utf-8")
    pack(folder / "box.zip", {"c.eml": mail("Date: 1 Jan 2021 12:00:00 +0000")})
    (folder / "d.txt").write_text("Seals bark.", encoding="utf-8")
    filled = Filled(folder, tmp_path / "scratch")
    for path in folder.iterdir():
        os.utime(path, (COPIED.timestamp(), COPIED.timestamp()))
    filled.update()
    days = shown(filled.storage)
    assert days == [("a.eml", 2019), ("c.eml", 2021), ("b.eml", 2024), ("box.zip", 2026), ("d.txt", 2026)]
    assert filled.update() == [], "the file did not change"
    filled.storage.close()


def shown(storage: StorageContext) -> list[tuple[str, int]]:
    """Return the files, the oldest first, with the year in which they are listed."""
    page = list_files(storage.connection, FileQuery(order="modified"), os.sep)
    return [(Path(one.path).name, datetime.fromtimestamp(one.modified, UTC).year) for one in page.rows]
