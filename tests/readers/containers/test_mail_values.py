"""Messages keep their tables, say what servers report, name where their links lead, and are read however they begin."""

import base64
import quopri
import struct
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.file import read_file
from tests.helpers.compound_file import message, write_compound

TARIFF = (
    "<p>Our tariff:</p><table border=1><tr><th>Part</th><th>Spring</th><th>Autumn</th></tr>"
    "<tr><td>rope</td><td>40</td><td></td></tr><tr><td>tar</td><td></td><td>12</td></tr></table>"
)
TARIFF_ROWS = ["| Part | Spring | Autumn |", "| --- | --- | --- |", "| rope | 40 |  |", "| tar |  | 12 |"]
HEAD = b"From: ann@example.org\nTo: bo@example.org\nSubject: Lamp\n\nThe lamp burns at dusk.\n"


def letter(html: str, plain: str = "") -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"] = "Tariff", "ann@example.org"
    if plain:
        made.set_content(plain)
        made.add_alternative(html, "html")
    else:
        made.set_content(html, "html")
    return made


def body_of(tmp_path: Path, data: bytes, name: str = "a.eml") -> str:
    (tmp_path / name).write_bytes(data)
    scratch = tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    contents = read_file(tmp_path / name, ReadOptions(scratch=scratch))
    texts = [page.text for page in contents.pages]
    members = [page.text for one in contents.members for page in read_file(one.path, ReadOptions(), one.name).pages]
    return "\n".join([*texts, *members])


def rows_of(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.startswith("|")]


@pytest.mark.parametrize(
    "source",
    [
        TARIFF,
        f"<table width=600><tr><td>Hello,</td></tr><tr><td>{TARIFF}</td></tr><tr><td>Ann</td></tr></table>",
        TARIFF.replace("<th>", "<td>").replace("</th>", "</td>"),
        f"<div><blockquote>{TARIFF}</blockquote></div>".replace("<blockquote>", "").replace("</blockquote>", ""),
    ],
)
def test_a_table_in_a_message_keeps_its_columns(tmp_path: Path, source: str) -> None:
    assert rows_of(body_of(tmp_path, letter(source).as_bytes())) == TARIFF_ROWS


def test_the_table_is_read_where_the_plain_text_beside_it_has_no_columns(tmp_path: Path) -> None:
    plain = "Our tariff:\n\nPart\nSpring\nAutumn\n\nrope\n40\n\ntar\n12\n"
    assert rows_of(body_of(tmp_path, letter(TARIFF, plain).as_bytes())) == TARIFF_ROWS


def test_the_columns_of_tables_in_a_mailbox_and_in_outlook_messages(tmp_path: Path) -> None:
    mailbox = b"From ann@example.org Tue Mar 12 23:30:00 2024\n" + letter(TARIFF).as_bytes()
    assert rows_of(body_of(tmp_path, mailbox, "a.mbox")) == TARIFF_ROWS
    plain = "Our tariff:\r\nrope 40\r\ntar 12\r\n"
    write_compound(tmp_path / "b.msg", message({0x0037: "Tariff", 0x1000: plain, 0x1013: TARIFF.encode()}))
    assert rows_of(body_of(tmp_path, (tmp_path / "b.msg").read_bytes(), "b.msg")) == TARIFF_ROWS


def test_html_that_outlook_keeps_within_rtf(tmp_path: Path) -> None:
    rtf = (
        rb"{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 "
        rb"F\u252\'fcr R\'fcbezahl\htmlrtf \par}\htmlrtf0{\*\htmltag72 </p>}{\*\htmltag <table border=1><tr><td>}rope"
        rb"{\*\htmltag </td><td>}40{\*\htmltag </td><td></td></tr>}{\*\htmltag <tr><td>}tar"
        rb"{\*\htmltag </td><td></td><td>}"
        rb"12{\*\htmltag </td></tr></table>}}"
    )
    packed = struct.pack("<LL4sL", len(rtf) + 12, len(rtf), b"MELA", 0) + rtf
    write_compound(tmp_path / "a.msg", message({0x0037: "Hi", 0x1000: "rope 40 tar 12", 0x1009: packed}))
    text = body_of(tmp_path, (tmp_path / "a.msg").read_bytes(), "a.msg")
    assert "Für Rübezahl" in text
    assert rows_of(text) == ["| rope | 40 |  |", "| --- | --- | --- |", "| tar |  | 12 |"]


@pytest.mark.parametrize(
    "source",
    [
        "<table width=600><tr><td>Good day, the lamp is mended.</td></tr><tr><td>Ann</td></tr></table>",
        "<table><tr><td><img alt=''></td><td>Wharf news</td></tr><tr><td></td><td>The lamp is on.</td></tr></table>",
        "<table role=presentation><tr><td>Left</td><td>2 Right</td></tr><tr><td>Below</td><td>3</td></tr></table>",
        f"<table><tr><td>{'The lamp is mended. ' * 20}</td><td>1</td></tr><tr><td>Ann</td><td>2</td></tr></table>",
    ],
)
def test_a_table_for_the_layout_is_text(tmp_path: Path, source: str) -> None:
    assert "|" not in body_of(tmp_path, letter(source).as_bytes())


@pytest.mark.parametrize(
    "before",
    [b"\n\n", b" \n\t\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n\r\n", b"\r\n\xef\xbb\xbf  \n", b"\n  ", b"\xc2\xa0\n"],
)
def test_a_message_is_read_whatever_stands_blank_before_it(tmp_path: Path, before: bytes) -> None:
    text = body_of(tmp_path, before + HEAD)
    assert text.startswith("# Lamp\n\nFrom: ann@example.org")
    assert text.endswith("The lamp burns at dusk.")


def test_a_message_of_two_bytes_a_letter_that_begins_with_blank_lines(tmp_path: Path) -> None:
    assert "dusk" in body_of(tmp_path, ("\n\n" + HEAD.decode()).encode("utf-16"))


def report(kind: str, text: str) -> bytes:
    return (
        f"Subject: Report\nFrom: postmaster@example.net\nContent-Type: multipart/report; boundary=b3\n"
        "\n--b3\nContent-Type: text/plain\n\nYour message could not be delivered.\n"
        f"--b3\nContent-Type: message/{kind}\n\n"
        f"{text}\n--b3--\n"
    ).encode()


def test_a_report_names_each_person_that_a_message_did_not_reach_and_why(tmp_path: Path) -> None:
    status = (
        "Reporting-MTA: dns; mx.example.org\n\n"
        "Final-Recipient: rfc822; gone@example.net\nAction: failed\nStatus: 5.1.1\n"
        "Diagnostic-Code: smtp; 550 5.1.1 User =?utf-8?q?unbek=C3=A4nnt?=\n\n"
        "Original-Recipient: rfc822;fu@example.net\nFinal-Recipient: RFC822;fu@example.net\nAction: delayed\n"
        "Status: 4.2.2 (full)\n"
    )
    text = body_of(tmp_path, report("delivery-status", status))
    assert text.split("\n\n")[2:] == [
        "Your message could not be delivered.",
        "Reporting-MTA: mx.example.org",
        "Final-Recipient: gone@example.net\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: 550 5.1.1 User unbekännt",
        "Original-Recipient: fu@example.net\nFinal-Recipient: fu@example.net\nAction: delayed\nStatus: 4.2.2 (full)",
    ]


PEOPLE = (
    "Reporting-MTA: dns; mx.example.fr\n\n"
    "Final-Recipient: utf-8; clémence@phare.example.fr\nAction: failed\nStatus: 5.1.10\n"
    "Diagnostic-Code: smtp; 550 5.1.10 inconnue\n  au phare\n\n"
    "Final-Recipient: utf-8; jürgen@werft.example.de\nAction: delayed\nStatus: 4.2.2\n"
)
PEOPLE_READ = [
    "Reporting-MTA: mx.example.fr",
    (
        "Final-Recipient: clémence@phare.example.fr\nAction: failed\nStatus: 5.1.10\n"
        "Diagnostic-Code: 550 5.1.10 inconnue au phare"
    ),
    "Final-Recipient: jürgen@werft.example.de\nAction: delayed\nStatus: 4.2.2",
]


@pytest.mark.parametrize("kind", ["delivery-status", "global-delivery-status", "tracking-status", "feedback-report"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_all_people_of_a_report_are_named_whatever_its_kind(tmp_path: Path, kind: str, line_end: str) -> None:
    data = report(kind, PEOPLE).replace(b"\n", line_end.encode())
    assert body_of(tmp_path, data).split("\n\n")[3:] == PEOPLE_READ


@pytest.mark.parametrize(
    ("name", "packed"), [("base64", base64.encodebytes), ("Quoted-Printable", quopri.encodestring)]
)
def test_a_report_that_is_packed(tmp_path: Path, name: str, packed: Callable[[bytes], bytes]) -> None:
    head = f"global-delivery-status\nContent-Transfer-Encoding: {name}"
    data = report(head, packed(PEOPLE.encode()).decode())
    assert body_of(tmp_path, data).split("\n\n")[3:] == PEOPLE_READ


def test_a_report_that_a_message_was_seen(tmp_path: Path) -> None:
    seen = (
        "Reporting-UA: desk.example; Mail 3\nFinal-Recipient: rfc822;bo@example.org\n"
        "Original-Message-ID: <7@example.org>\nDisposition: manual-action/MDN-sent-manually; displayed\n"
    )
    text = body_of(tmp_path, report("disposition-notification", seen))
    assert "Final-Recipient: bo@example.org" in text
    assert "Disposition: manual-action/MDN-sent-manually; displayed" in text
    assert "Attachments" not in text


def test_links_of_a_message_are_named_below_it(tmp_path: Path) -> None:
    source = (
        "<p>See the <a href='https://ordinance.example.org/a-17'>ordinance</a> and <a href='https://wharf.example'>"
        "wharf.example</a>.</p><div class=footer><a href='https://wharf.example/leave?u=1'>Unsubscribe</a></div>"
    )
    expected = "## Links\n\nordinance: https://ordinance.example.org/a-17"
    assert body_of(tmp_path, letter(source).as_bytes()).endswith(expected)
    plain = "See the ordinance and wharf.example, which are worth a visit of an hour or two."
    assert body_of(tmp_path, letter(source, plain).as_bytes()).endswith(f"two.\n\n{expected}")
    plain = "See the ordinance (https://ordinance.example.org/a-17) and wharf.example."
    assert "## Links" not in body_of(tmp_path, letter(source, plain).as_bytes())


def test_values_in_messages_keep_their_shape(tmp_path: Path) -> None:
    source = (
        "<ol type=a start=2><li>rope<li>tar</ol><p>3 × 10<sup>6</sup>, "
        "<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>湾, "
        "<img alt='Map of the Quarnero' src=cid:1></p><span style='display:none'>preheader</span>"
    )
    text = body_of(tmp_path, letter(source).as_bytes())
    assert text.partition("example.org\n\n")[2] == "b. rope\n\nc. tar\n\n3 × 10⁶, 東京湾,\n\nMap of the Quarnero"
