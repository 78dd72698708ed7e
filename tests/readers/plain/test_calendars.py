"""Calendars and address books are read as blocks in plain words, one for each entry."""

from pathlib import Path

import pytest

from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.readers.file import load_file


def calendar(tmp_path: Path, *lines: str, kind: str = "VEVENT") -> str:
    body = "\r\n".join(["BEGIN:VCALENDAR", f"BEGIN:{kind}", "UID:1@x", "DTSTAMP:20240101T000000Z", *lines])
    (tmp_path / "a.ics").write_bytes(f"{body}\r\nEND:{kind}\r\nEND:VCALENDAR\r\n".encode())
    return load_file(tmp_path / "a.ics")[0].text


def card(tmp_path: Path, *lines: str) -> str:
    (tmp_path / "a.vcf").write_text("\n".join(["BEGIN:VCARD", *lines, "END:VCARD", ""]), encoding="utf-8")
    return load_file(tmp_path / "a.vcf")[0].text


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ["DTSTART:20240402T140000", "SUMMARY:Rope auction", "LOCATION:Old granary"],
            "Rope auction, 2 April 2024, 14:00, Old granary",
        ),
        (
            ["DTSTART;TZID=Europe/Berlin:20240402T140000", "DTEND;TZID=Europe/Berlin:20240402T153000", "SUMMARY:Sale"],
            "Sale, 2 April 2024, 14:00–15:30; time zone Europe/Berlin",
        ),
        (
            ["DTSTART:20240402T220000Z", "DTEND:20240403T020000Z", "SUMMARY:Watch"],
            "Watch, 2 April 2024, 22:00 UTC to 3 April 2024, 02:00 UTC",
        ),
        (["DTSTART;VALUE=DATE:20240501", "DTEND;VALUE=DATE:20240502", "SUMMARY:Labour day"], "Labour day, 1 May 2024"),
        (
            ["DTSTART;VALUE=DATE:20240501", "DTEND;VALUE=DATE:20240504", "SUMMARY:Regatta", "STATUS:CANCELLED"],
            "Regatta, 1 May 2024 to 3 May 2024, cancelled",
        ),
        (["DTSTART:20240610T080000Z", "DURATION:PT1H30M", "SUMMARY:Call"], "Call, 10 June 2024, 08:00–09:30 UTC"),
        (
            ["DTSTART;VALUE=DATE:20240102", "SUMMARY:a", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10"],
            "a, 2 January 2024; every 2 weeks on Monday and Wednesday 10 times",
        ),
        (
            ["DTSTART;VALUE=DATE:20240102", "SUMMARY:b", "RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20241231T000000Z"],
            "b, 2 January 2024; every month on the last Friday until 31 December 2024",
        ),
        (
            [
                "DTSTART;VALUE=DATE:20240102",
                "SUMMARY:c",
                "RRULE:FREQ=YEARLY;BYMONTH=3,10;BYMONTHDAY=21",
                "EXDATE;VALUE=DATE:20250321",
            ],
            "c, 2 January 2024; every year on the 21st in March and October; not on 21 March 2025",
        ),
        (
            ["DTSTART;VALUE=DATE:20240102", "SUMMARY:d", "RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"],
            "d, 2 January 2024; every day on working days",
        ),
        (
            [
                "SUMMARY:e",
                "ORGANIZER;CN=Ann Larkin:mailto:ann@example.org",
                'ATTENDEE;CN="Tarn, Bo";PARTSTAT=ACCEPTED:mailto:bo@example.org',
            ],
            "e; organized by Ann Larkin <ann@example.org>; with Tarn, Bo <bo@example.org> (accepted)",
        ),
        (
            ["SUMMARY:f", "DESCRIPTION:Bring rope\\, and\\nno dogs\\; pl", " ease."],
            "f\nBring rope, and\nno dogs; please.",
        ),
        (["SUMMARY:h", "DESCRIPTION:First.\\n\\nSecond."], "h\nFirst.\nSecond."),
        (["SUMMARY:g", "BEGIN:VALARM", "TRIGGER:-P1DT15M", "END:VALARM"], "g; reminder 1 day 15 minutes before"),
    ],
)
def test_an_event_in_words(lines: list[str], expected: str, tmp_path: Path) -> None:
    assert calendar(tmp_path, *lines) == expected


def test_tasks_notes_and_the_name_of_a_calendar(tmp_path: Path) -> None:
    lines = ["SUMMARY:Paint the boat", "DUE;VALUE=DATE:20240505", "PERCENT-COMPLETE:50", "PRIORITY:1"]
    assert calendar(tmp_path, *lines, kind="VTODO") == "Task: Paint the boat, due 5 May 2024, 50% done; priority 1"
    assert (
        calendar(tmp_path, "SUMMARY:Log", "DTSTART:20240505T080000", kind="VJOURNAL") == "Note: Log, 5 May 2024, 08:00"
    )
    (tmp_path / "b.ics").write_text(
        "BEGIN:VCALENDAR\nX-WR-CALNAME:Harbour\nBEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\nEND:VCALENDAR"
    )
    assert load_file(tmp_path / "b.ics")[0].text == "Calendar: Harbour\n\na"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [
                "VERSION:2.1",
                "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg",
                "TEL;WORK;FAX:555-1189",
                "TEL;CELL:1",
            ],
            "Jörg Müller; telephone (work, fax): 555-1189; telephone (mobile): 1",
        ),
        (
            [
                "VERSION:3.0",
                "FN:Bo Tarn",
                "ORG:Port;Pilots",
                "TITLE:Pilot",
                "TEL;TYPE=HOME,VOICE;TYPE=pref:2",
                "BDAY:1970-04-02",
                "ADR;TYPE=work:;;Quay 4;Kiel;;24103;Germany",
                "PHOTO;ENCODING=b:AAAA",
                "UID:x",
            ],
            (
                "Bo Tarn, Pilot, Port, Pilots; telephone (home, preferred): 2; birthday: 2 April 1970; "
                "address (work): Quay 4, 24103 Kiel, Germany"
            ),
        ),
        (
            [
                "VERSION:4.0",
                "FN:Cleo",
                'TEL;VALUE=uri;TYPE="voice,work":tel:+1-418;ext=102',
                "BDAY:--0203",
                "RELATED;TYPE=spouse:Zed",
            ],
            "Cleo; telephone (work): +1-418 extension 102; birthday: 3 February; related (spouse): Zed",
        ),
        (
            [
                "VERSION:3.0",
                "FN:Ann",
                "item1.EMAIL;TYPE=INTERNET:a@example.org",
                "item1.X-ABLabel:_$!<School>!$_",
                "NOTE:One\\ntwo",
            ],
            "Ann; e-mail (school): a@example.org\nNote: One\ntwo",
        ),
    ],
)
def test_a_card_in_words(lines: list[str], expected: str, tmp_path: Path) -> None:
    assert card(tmp_path, *lines) == expected


def test_no_passage_cuts_an_entry(tmp_path: Path) -> None:
    events = "".join(
        f"BEGIN:VEVENT\nDTSTART:20240{1 + number % 9}02T140000\nSUMMARY:Meeting {number} of the harbour board\n"
        f"LOCATION:Hall {number}\nDESCRIPTION:{'We talk about ropes and tar. ' * 9}\nEND:VEVENT\n"
        for number in range(120)
    )
    (tmp_path / "a.ics").write_text(f"BEGIN:VCALENDAR\n{events}END:VCALENDAR\n")
    entries = load_file(tmp_path / "a.ics")[0].text.split("\n\n")
    nodes = [node.text for node in parse_file(ParseTask.of(tmp_path / "a.ics")).nodes]
    assert len(entries) == 120
    assert len(nodes) > 3
    assert all(any(entry in text for text in nodes) for entry in entries)


@pytest.mark.parametrize(
    "line",
    [
        "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=+-1",
        "RRULE:FREQ=DAILY;INTERVAL=²;COUNT=²",
        f"RRULE:FREQ=DAILY;COUNT={'9' * 5000}",
        "RRULE:FREQ=MONTHLY;BYMONTHDAY=--5",
        "RRULE:FREQ=WEEKLY;BYDAY=0MO",
        f"RRULE:FREQ=WEEKLY;BYDAY={'9' * 5000}MO",
        "DURATION:P99999999999W",
        "DURATION:P999999W",
        "DTEND:00010101",
        "DTEND;VALUE=DATE:00010101",
        "PERCENT-COMPLETE:²",
        f"PERCENT-COMPLETE:{'9' * 5000}",
    ],
)
@pytest.mark.parametrize("start", ["DTSTART:99991231", "DTSTART:20240402T140000", "DTSTART:00010101"])
def test_a_value_out_of_range_costs_nothing_else(start: str, line: str, tmp_path: Path) -> None:
    said = calendar(tmp_path, "SUMMARY:Rope auction", "LOCATION:Old granary", start, line)
    assert "Rope auction" in said
    assert "Old granary" in said
