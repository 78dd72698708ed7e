"""Mailboxes: every message comes out as it went in, in whatever way its lines begin."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.containers import mail, mbox
from desktop_rag.readers.containers.mail_message import read_date

ENVELOPE = b"From ann@example.org Fri May  3 14:07:00 2024\n"
LINES = st.lists(
    st.sampled_from(
        b"Words.||From here on|>From there|>>From afar|From: x|Subject: no|\xff\xe4".split(b"|"),
    ),
    max_size=8,
)


def message(number: int, lines: list[bytes]) -> bytes:
    return b"Subject: %d\nFrom: a@b.example\n\n" % number + b"".join(line + b"\n" for line in lines)


def boxed(data: bytes) -> bytes:
    """A message as mailboxes hold it: lines that look like the beginning of the next one are quoted."""
    lines = (b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in data.split(b"\n"))
    return ENVELOPE + b"\n".join(lines) + b"\n"


def members(data: bytes, folder: Path, wanted: str = "") -> dict[str, bytes]:
    (folder / "box").write_bytes(data)
    contents = mbox.unpack(folder / "box", ReadOptions(scratch=folder / "scratch"), wanted=wanted)
    return {member.name: member.path.read_bytes() for member in contents.members}


@settings(max_examples=80, deadline=None)
@given(bodies=st.lists(LINES, min_size=1, max_size=5))
def test_every_message_comes_out_as_it_went_in(
    bodies: list[list[bytes]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("box")
    written = [message(number, lines) for number, lines in enumerate(bodies, 1)]
    found = members(b"".join(boxed(data) for data in written), folder)
    assert list(found) == [f"{number:05d} {number}.eml" for number in range(1, len(bodies) + 1)]
    assert [data.rstrip(b"\n") for data in found.values()] == [data.rstrip(b"\n") for data in written]
    last = f"{len(bodies):05d} {len(bodies)}.eml"
    assert members(b"".join(boxed(data) for data in written), folder, last) == {last: found[last]}


@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["unix", "windows"])
def test_a_line_that_only_looks_like_a_beginning_begins_nothing(end: bytes, tmp_path: Path) -> None:
    body = [b"Then,", b"From what I hear,", b"", b"From there it went.", b"", b"End"]
    lines = [ENVELOPE.strip(), b"Subject: One", b"", *body]
    (name,) = found = members(end.join(lines), tmp_path)
    assert name == "00001 One.eml"
    assert found[name].endswith(end.join(body))


def test_messages_without_a_subject_or_with_the_same_one_are_told_apart(tmp_path: Path) -> None:
    data = b"".join(ENVELOPE + head + b"\n\nWords\n\n" for head in (b"From: a", b"Subject: A/B", b"Subject: A/B"))
    assert list(members(data, tmp_path)) == ["00001 message.eml", "00002 A-B.eml", "00003 A-B.eml"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Fri, 03 May 2024 14:07:00 +0200", "2024-05-03"),
        ("3 May 2024 14:07", "2024-05-03"),
        (" 2024-05-03T14:07:00 ", "2024-05-03"),
        ("", None),
        ("yesterday", None),
        ("Fri, 99 May 2024 14:07:00 +0200", None),
        ("Fri, 03 May 99999999999 14:07:00 +0200", None),
        ("Fri, 03 May 2024 14:07:00 +999999999999", None),
    ],
)
def test_dates_of_messages(text: str, day: str | None) -> None:
    when = read_date(text)
    assert (when.strftime("%Y-%m-%d") if when else None) == day


HEADERS = [
    b"From: \xff\xfe",
    b"To: =?utf-8?b?####?=",
    b"Subject: =?x?q?=41?=",
    b"Date: never",
    b"Content-Type: multipart/mixed",
    b"Content-Type: text/html; charset=hex",
    b'Content-Type: multipart/alternative; boundary="b"',
    b"Content-Type: ;;;",
    b"Content-Type: application/ms-tnef",
    b"Content-Type: application/pkcs7-mime",
    b"Content-Type: message/rfc822",
    b"Content-Type: text/plain; format=flowed",
    b"Content-Transfer-Encoding: base64",
    b"Content-Transfer-Encoding: x-uuencode",
    b"Content-Disposition: attachment; filename*=x''%",
    b"Content-Disposition: attachment; filename==?utf-8?q?a/../b?=",
]
BODIES = [b"Words", b"", b"--b\n\nOne\n--b\nContent-Type: text/html\n\n<p>Two\n--b--", b"begin 644 a\n!", b"\xff" * 9]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(HEADERS), min_size=1, max_size=6), st.sampled_from(BODIES))
def test_any_headers_make_a_message_or_a_reason(headers: list[bytes], body: bytes) -> None:
    with contextlib.suppress(UserError):
        read = mail.read_message(b"From: a@b.example\n" + b"\n".join(headers) + b"\n\n" + body)
        assert isinstance(read.body, str)
        for attachment in read.attachments:
            with contextlib.suppress(ValueError, LookupError, TypeError, AttributeError):
                assert isinstance(attachment.data(), bytes)
