"""Messages and mailboxes: what they say becomes a page, what is attached becomes a member."""

import contextlib
import mailbox
import struct
import tempfile
from email.message import EmailMessage, MIMEPart
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, NothingToRead, ReadOptions
from desktop_rag.readers.containers import extract, mail, mbox, msg, smime
from desktop_rag.readers.containers.mail_message import html_text
from desktop_rag.readers.containers.msg import rtf_text, unpacked_rtf
from desktop_rag.readers.file import read_file
from tests.helpers.compound_file import Tree, message, write_compound
from tests.helpers.smallest_files import signed


@pytest.fixture
def options(tmp_path: Path) -> ReadOptions:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return ReadOptions(scratch=scratch)


def letter(subject: str = "Whales", body: str = "They sing.") -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"], made["To"] = subject, '"Ann Lee" <ann@example.org>', "Bo <bo@example.org>"
    made["Date"] = "Fri, 03 May 2024 14:07:00 +0200"
    made.set_content(body)
    return made


def read(data: bytes | EmailMessage, options: ReadOptions, name: str = "a.eml", wanted: str = "") -> Contents:
    path = (options.scratch or Path()).parent / "message"
    path.write_bytes(data if isinstance(data, bytes) else data.as_bytes())
    return mail.unpack(path, options, name, wanted)


def text_of(contents: Contents) -> str:
    (page,) = contents.pages
    return page.text


def found(contents: Contents) -> dict[str, bytes]:
    return {member.name: member.path.read_bytes() for member in contents.members}


def test_a_message_is_a_page(options: ReadOptions) -> None:
    made = letter()
    made["Cc"] = "Cy <cy@example.org>"
    (page,) = read(made, options).pages
    assert page.text == (
        "# Whales\n\nFrom: Ann Lee <ann@example.org>\nTo: Bo <bo@example.org>\nCc: Cy <cy@example.org>\n"
        "Date: 2024-05-03 14:07\n\nThey sing."
    )
    assert page.metadata == {
        "page_label": "1", "subject": "Whales", "from": "Ann Lee <ann@example.org>", "to": "Bo <bo@example.org>",
        "cc": "Cy <cy@example.org>", "date": "2024-05-03", "creation_date": "2024-05-03",
        "last_modified_date": "2024-05-03", "own_time": 1714738020,
    }  # fmt: skip


def test_attachments_are_members(options: ReadOptions) -> None:
    made = letter()
    made.add_attachment(b"%PDF", "application", "pdf", filename="Bericht für März.pdf")
    made.add_attachment("a,b", filename="table.csv")
    made.add_attachment(b"%PDF2", "application", "pdf", filename="../../Bericht für März.pdf")
    made.add_attachment(b"nameless", "application", "pdf")
    made.add_attachment(letter("Re: inner/outer", "Inside."))
    contents = read(made, options)
    members = found(contents)
    assert list(members) == [
        "Bericht für März.pdf", "table.csv", "Bericht für März (2).pdf", "attachment 4.pdf", "Re: inner-outer.eml"
    ]  # fmt: skip
    assert members["Bericht für März.pdf"] == b"%PDF"
    assert b"Inside." in members["Re: inner-outer.eml"]
    assert "Attachments: Bericht für März.pdf, table.csv" in text_of(contents)
    assert {int(member.modified or 0) for member in contents.members} == {1714738020}
    assert found(read(made, ReadOptions(scratch=(options.scratch or Path()).parent), wanted="table.csv")) == {
        "table.csv": b"a,b\n"
    }


def test_plain_text_is_preferred_to_html(options: ReadOptions) -> None:
    made = letter()
    made.add_alternative("<p>They <b>sing</b> in HTML.</p>", "html")
    assert text_of(read(made, options)).endswith("They sing.")


def test_a_text_that_only_points_to_the_html_is_not(options: ReadOptions) -> None:
    made = letter(body="This message needs HTML.")
    made.add_alternative(f"<html><head><style>p{{}}</style></head><p>{'The whales sing. ' * 20}</p></html>", "html")
    text = text_of(read(made, options))
    assert "whales sing" in text
    assert "needs HTML" not in text
    assert "p{}" not in text


def test_html_alone_with_a_logo_and_a_picture(options: ReadOptions) -> None:
    made = letter()
    made.set_content("<table><tr><td>Left</td><td>Right</td></tr></table><br>&Auml;rger&nbsp;&amp; Co", "html")
    made.add_related(b"x" * 500, "image", "png", cid="<logo>")
    made.add_related(b"y" * 20_000, "image", "png", cid="<photo>", filename="photo.png")
    contents = read(made, options)
    assert list(found(contents)) == ["photo.png"]
    assert "Ärger & Co" in text_of(contents)
    assert "Left" in text_of(contents)
    assert "|" not in text_of(contents).replace("| ", "")


RAW = b"From: a@example.org\r\nSubject: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain%s\r\n\r\n%s"


@pytest.mark.parametrize(
    ("subject", "charset", "body", "expected"),
    [
        (b"=?iso-2022-jp?B?GyRCO0Q5YhsoQg==?=", b'; charset="shift_jis"', "議事録。".encode("cp932"), "議事録。"),
        (b"=?utf-8?q?Caf=C3=A9?=", b"; charset=iso-8859-1", "naïve – “quoted”".encode("cp1252"), "naïve – “quoted”"),
        ("Отчёт".encode(), b"; charset=koi8-r", "Добрый день".encode("koi8_r"), "Добрый день"),
        (b"x", b"; charset=gb2312", "會議紀錄".encode("gb18030"), "會議紀錄"),
        (b"x", b"; charset=nonsense", "Grüße aus Köln".encode(), "Grüße aus Köln"),
        (b"x", b"", "Grüße aus Köln".encode(), "Grüße aus Köln"),
        (b"x", b"; charset=us-ascii", "Übergrößenträger".encode("latin-1"), "Übergrößenträger"),
    ],
)  # fmt: skip
def test_charsets(subject: bytes, charset: bytes, body: bytes, expected: str, options: ReadOptions) -> None:
    assert text_of(read(RAW % (subject, charset, body), options)).endswith(expected)


def test_headers_in_every_state(options: ReadOptions) -> None:
    contents = read(RAW % (b"=?utf-8?q?Caf=C3=A9?= =?utf-8?q?_bleu?=\r\n =?bad?x?y?=", b"", b"x"), options)
    assert text_of(contents).startswith("# Café bleu")
    raw = read(RAW % ("Übung".encode("latin-1"), b"", b"x"), options)
    assert text_of(raw).startswith("# Übung")
    broken = read(b"Date: yesterday\nFrom:\nSubject:\n\nText.", options)
    assert text_of(broken) == "Date: yesterday\n\nText."


def test_flowed_lines_are_joined(options: ReadOptions) -> None:
    data = RAW % (b"x", b"; format=flowed", b"One long \r\nsentence.\r\n> quoted \r\nNext.\r\n-- \r\nAnn")
    own, quoted, after = read(data, options).pages
    assert own.text.endswith("One long sentence.")
    assert quoted.text == "## Quoted\n\nquoted"
    assert after.text.endswith("Next.\n-- \nAnn")


def test_signed_messages(options: ReadOptions) -> None:
    made = MIMEMultipart("signed", protocol="application/pkcs7-signature")
    made["Subject"], made["From"] = "Signed", "a@example.org"
    made.attach(MIMEText("Believe me."))
    made.attach(MIMEApplication(b"\x30\x00", "pkcs7-signature", name="smime.p7s"))
    contents = read(made.as_bytes(), options)
    assert text_of(contents).endswith("Believe me.")
    assert found(contents) == {}


def ber(tag: int, *parts: bytes, endless: bool = False) -> bytes:
    data = b"".join(parts)
    if endless:
        return bytes([tag, 0x80]) + data + b"\0\0"
    size = len(data).to_bytes(4, "big")
    return bytes([tag]) + (b"\x84" + size if len(data) > 127 else size[-1:]) + data


@pytest.mark.parametrize("endless", [False, True])
def test_a_signed_envelope_is_opened(options: ReadOptions, *, endless: bool) -> None:
    inner = b"Content-Type: text/plain\r\n\r\nInside the envelope. " + b"More. " * 30
    halves = inner[:40], inner[40:]
    octets = ber(0x24, *(ber(0x04, half) for half in halves), endless=True) if endless else ber(0x04, inner)
    content = ber(0x30, ber(0x06, b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"), ber(0xA0, octets, endless=endless))
    data = ber(0x30, ber(0x02, b"\1"), ber(0x31), content, endless=endless)
    name = ber(0x06, bytes.fromhex("2a864886f70d010702"))
    envelope = ber(0x30, name, ber(0xA0, data, endless=endless), endless=endless)
    assert smime.signed_content(envelope) == inner
    assert smime.signed_content(envelope[:50]) == b""
    made = MIMEApplication(envelope, "pkcs7-mime", name="smime.p7m")
    made["Subject"], made["From"] = "Signed", "a@example.org"
    assert "Inside the envelope." in text_of(read(made.as_bytes(), options))


def test_a_signed_file_in_a_message_is_a_file(options: ReadOptions) -> None:
    made = MIMEMultipart()
    made["Subject"], made["From"] = "The contract", "a@example.org"
    made.attach(MIMEText("Signed by both."))
    made.attach(MIMEApplication(signed(b"The rent is due."), "pkcs7-mime", name="contract.txt.p7m"))
    contents = read(made.as_bytes(), options)
    assert "Signed by both." in text_of(contents)
    assert [member.name for member in contents.members] == ["contract.txt.p7m"]


@pytest.mark.parametrize(
    ("plain", "html", "expected"),
    [
        ("Your client does not support HTML.", "<p>Lunch at noon</p>", "Lunch at noon"),
        ("This message cannot be displayed.", f"<p>{'Lunch. ' * 9}</p>", "Lunch. Lunch."),
        ("x " * 200 + "Read more online.", f"<p>{'The whole story. ' * 90}</p>", "The whole story."),
        (
            "Lunch at noon, as every day",
            "<p>Lunch at noon, as every day. Unsubscribe</p>",
            "Lunch at noon, as every day",
        ),
        (f"Lunch https://example.org/{'x' * 500}", f"<p>{'Lunch is at noon. ' * 5}</p>", "Lunch is at noon."),
        ("An HTML page is attached, says Ann. " * 20, "<p>See there</p>", "An HTML page is attached"),
        ("Your client does not support HTML.", "", "Your client does not support HTML."),
    ],
)
def test_the_form_of_a_text_that_says_more_is_read(options: ReadOptions, plain: str, html: str, expected: str) -> None:
    made = MIMEMultipart("alternative")
    made["Subject"], made["From"] = "Forms", "a@example.org"
    made.attach(MIMEText(plain))
    made.attach(MIMEText(html, "html"))
    body = text_of(read(made.as_bytes(), options)).partition("From: a@example.org\n\n")[2]
    assert body.startswith(expected)
    assert ("client" in body) is (not html)


def test_messages_nested_a_thousand_deep_are_not_damaged(options: ReadOptions) -> None:
    data = b"From: a@example.org\n" + b"Content-Type: message/rfc822\n\n" * 1_500 + b"Subject: x\n\nText."
    with pytest.raises(UserError, match="nested too deeply"):
        read(data, options)


def test_encrypted_messages_say_so(options: ReadOptions) -> None:
    made = MIMEApplication(ber(0x30, ber(0x06, bytes.fromhex("2a864886f70d010703"))), "pkcs7-mime", name="smime.p7m")
    made["Subject"], made["From"] = "Secret", "a@example.org"
    contents = read(made.as_bytes(), options)
    assert contents.notice == "The message is encrypted: only its headers were read."
    assert text_of(contents).startswith("# Secret")


def attribute(kind: int, data: bytes, level: int = 2) -> bytes:
    return struct.pack("<BHHL", level, kind, 6, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)


def test_what_outlook_packs_into_winmail_dat(options: ReadOptions) -> None:
    name = "Bericht für März.pdf".encode("utf-16-le") + b"\0\0"
    padded = name + b"\0" * (-len(name) % 4)
    properties = struct.pack("<LHHLHHLL", 2, 3, 0x0E20, 5, 0x1F, 0x3707, 1, len(name)) + padded
    data = b"\x78\x9f\x3e\x22\0\0" + attribute(0x800C, b"From the body.\0", 1)
    data += attribute(0x9002, b"\0" * 14) + attribute(0x8010, b"BERICH~1.PDF\0") + attribute(0x800F, b"%PDF")
    data += attribute(0x9005, properties)
    made = letter(body="")
    made.add_attachment(data, "application", "ms-tnef", filename="winmail.dat")
    contents = read(made, options)
    assert found(contents) == {"Bericht für März.pdf": b"%PDF"}
    assert "From the body." in text_of(contents)


def test_messages_of_apple_mail(options: ReadOptions) -> None:
    data = letter().as_bytes()
    contents = read(b"%d     \n" % len(data) + data + b'<?xml version="1.0"?><plist/>', options, "1.emlx")
    assert text_of(contents).endswith("They sing.")


@pytest.mark.parametrize(("data", "reason"), [(b"", "empty"), (b"Just some text.\n", "valid mail message")])
def test_what_is_no_message(data: bytes, reason: str, options: ReadOptions) -> None:
    with pytest.raises(UserError, match=reason):
        read(data, options)


def test_parts_that_lie_deep(options: ReadOptions) -> None:
    part = MIMEPart()
    part.set_content("Deep.")
    for _ in range(60):
        outer = MIMEPart()
        outer["Content-Type"] = "multipart/mixed"
        outer.attach(part)
        part = outer
    part["From"] = "a@example.org"
    assert "too deeply" in read(part.as_bytes(), options).notice
    bomb = b"From: a@example.org\nContent-Type: multipart/mixed; boundary=0\n\n"
    bomb += b"".join(b"--%d\nContent-Type: multipart/mixed; boundary=%d\n\n" % (at, at + 1) for at in range(3000))
    with contextlib.suppress(UserError):
        read(bomb, options)


def test_members_too_deep_are_left_out_but_the_page_is_read(options: ReadOptions) -> None:
    made = letter()
    made.add_attachment(b"x", "application", "pdf", filename="a.pdf")
    contents = read(made, options, "/x/a.zip//b.zip//c.zip//d.eml")
    assert "They sing." in text_of(contents)
    assert found(contents) == {}
    assert contents.notice == "The file inside it is nested too deeply to be read."


def make_mbox(path: Path, count: int = 3) -> Path:
    box = mailbox.mbox(path)
    for number in range(1, count + 1):
        made = letter(f"MailMessage {number}: a/b // c", f"Text {number}.\n\nFrom here on it is quoted.\n")
        box.add(mailbox.mboxMessage(made))
    box.close()
    return path


def test_a_mailbox_has_a_member_for_each_message(tmp_path: Path, options: ReadOptions) -> None:
    contents = mbox.unpack(make_mbox(tmp_path / "a.mbox"), options)
    assert [member.name for member in contents.members] == [
        "00001 MailMessage 1: a-b -- c.eml", "00002 MailMessage 2: a-b -- c.eml", "00003 MailMessage 3: a-b -- c.eml"
    ]  # fmt: skip
    assert {int(member.modified or 0) for member in contents.members} == {1714738020}
    texts = [text_of(mail.unpack(member.path, ReadOptions(), member.name)) for member in contents.members]
    assert all(text.endswith(f"Text {n}.\n\nFrom here on it is quoted.") for n, text in enumerate(texts, 1))
    again = mbox.unpack(tmp_path / "a.mbox", ReadOptions(scratch=tmp_path), wanted="00002 MailMessage 2: a-b -- c.eml")
    assert [member.name for member in again.members] == ["00002 MailMessage 2: a-b -- c.eml"]
    assert list(contents.pages) == []


def test_a_large_mailbox_is_not_held_in_memory(tmp_path: Path, options: ReadOptions) -> None:
    import tracemalloc

    path = tmp_path / "a.mbox"
    with path.open("wb") as file:
        for number in range(4):
            file.write(b"From a@b Thu Jan  1 00:00:00 2026\nSubject: %d\n\n" % number + b"x" * 6_000_000 + b"\n\n")
    tracemalloc.start()
    contents = mbox.unpack(path, options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(list(contents.members)) == 4
    assert peak < 2_000_000


def test_what_is_no_mailbox(tmp_path: Path, options: ReadOptions) -> None:
    (tmp_path / "a.mbox").write_bytes(b"nothing\n")
    with pytest.raises(NothingToRead, match="no message"):
        mbox.unpack(tmp_path / "a.mbox", options)


TICKS = 133_592_116_200_000_000  # 2024-05-03 12:07 UTC
INNER = message({0x0037: "Inside", 0x1000: "Deeper.", 0x0C1A: "Cy"}, header=24)


def outlook(path: Path) -> Path:
    attached = message({0x3707: "Bericht.pdf", 0x3701: b"%PDF" * 2000}, header=8)
    logo = message({0x3707: "image001.png", 0x3701: b"x" * 100, 0x3712: "logo@1"}, header=8)
    embedded: Tree = message({0x3001: "Inside"}, header=8) | {"__substg1.0_3701000D": INNER}
    tree = message(
        {0x0037: "Café", 0x1000: "They sing.\r\n", 0x0C1A: "Ann Lee", 0x5D01: "ann@example.org", 0x0039: TICKS}
    )
    tree |= {
        "__recip_version1.0_#00000000": message({0x3001: "Bo", 0x39FE: "bo@example.org", 0x0C15: 1}, header=8),
        "__recip_version1.0_#00000001": message({0x3001: "Cy", 0x0C15: 2}, header=8),
        "__attach_version1.0_#00000000": attached,
        "__attach_version1.0_#00000001": logo,
        "__attach_version1.0_#00000002": embedded,
    }
    return write_compound(path, tree)


def test_an_outlook_message(tmp_path: Path, options: ReadOptions) -> None:
    contents = msg.unpack(outlook(tmp_path / "a.msg"), options)
    assert text_of(contents) == (
        "# Café\n\nFrom: Ann Lee <ann@example.org>\nTo: Bo <bo@example.org>\nCc: Cy\nDate: 2024-05-03 12:07\n"
        "Attachments: Bericht.pdf, Inside.eml\n\nThey sing."
    )
    members = found(contents)
    assert members["Bericht.pdf"] == b"%PDF" * 2000
    assert list(members) == ["Bericht.pdf", "Inside.eml"]
    inner = text_of(read(members["Inside.eml"], options))
    assert inner == "# Inside\n\nFrom: Cy\n\nDeeper."
    assert extract.extracted(f"{tmp_path}/a.msg//Bericht.pdf", tmp_path / "out").path.read_bytes() == b"%PDF" * 2000


@pytest.mark.parametrize(
    ("properties", "body"),
    [
        ({0x1013: b"<p>In <b>HTML</b></p>"}, "In HTML"),
        ({0x1009: struct.pack("<LL4sL", 99, 99, b"MELA", 0) + rb"{\rtf1\ansi In \b RTF\b0\par}"}, "In RTF"),
    ],
)
def test_outlook_bodies_that_are_no_text(
    properties: dict[int, str | bytes | int], body: str, tmp_path: Path, options: ReadOptions
) -> None:
    path = write_compound(tmp_path / "a.msg", message({0x0037: "Hi", **properties}))
    assert text_of(msg.unpack(path, options)) == f"# Hi\n\n{body}"


def test_packed_rtf_as_its_specification_shows_it() -> None:
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpacked_rtf(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert rtf_text(packed) == "hello world"
    assert rtf_text(b"") == ""


def test_an_outlook_message_in_an_old_encoding(tmp_path: Path, options: ReadOptions) -> None:
    tree = message({0x3FFD: 1251})
    tree["__substg1.0_0037001E"] = "Отчёт".encode("cp1251")
    tree["__substg1.0_1000001E"] = "Добрый день".encode("cp1251")
    assert text_of(msg.unpack(write_compound(tmp_path / "a.msg", tree), options)) == "# Отчёт\n\nДобрый день"


def test_a_compound_file_that_is_no_message(tmp_path: Path, options: ReadOptions) -> None:
    path = write_compound(tmp_path / "a.msg", {"WordDocument": b"x"})
    with pytest.raises(UserError, match="valid Outlook message"):
        msg.unpack(path, options)
    path.write_bytes(b"rubbish")
    with pytest.raises(UserError, match="damaged"):
        msg.unpack(path, options)


def test_the_reader_of_all_files_finds_its_way(tmp_path: Path, options: ReadOptions) -> None:
    made = letter()
    made.add_attachment(b"one,two", "text", "csv", filename="t.csv")
    (tmp_path / "1714738020.M1P2.host:2,S").write_bytes(made.as_bytes())
    contents = read_file(tmp_path / "1714738020.M1P2.host:2,S", options)
    (page,) = contents.pages
    assert page.metadata["subject"] == "Whales"
    assert [member.name for member in contents.members] == ["t.csv"]


def test_html_of_every_kind() -> None:
    assert html_text("") == ""
    assert html_text("plain") == "plain"
    assert html_text("<" * 5000)
    assert html_text("<div>" * 3000 + "deep").endswith("deep")


def raw_samples() -> list[bytes]:
    made = letter()
    made.add_alternative("<p>Hi</p>", "html")
    made.add_attachment(b"%PDF", "application", "pdf", filename="a.pdf")
    made.add_attachment(letter())
    with tempfile.TemporaryDirectory() as folder:
        return [made.as_bytes(), outlook(Path(folder, "a.msg")).read_bytes(), make_mbox(Path(folder, "b")).read_bytes()]


SAMPLES = raw_samples()


@settings(max_examples=80, deadline=None)
@given(
    which=st.integers(0, 2),
    cut=st.floats(0, 1),
    changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=8)), max_size=5),
)
def test_damaged_messages_raise_nothing_else(which: int, cut: float, changes: list[tuple[float, bytes]]) -> None:
    data = bytearray(SAMPLES[which])
    for place, written in changes:
        at = int(place * len(data))
        data[at : at + len(written)] = written
    never_raises(bytes(data if cut > 0.8 else data[: int(cut * len(data))]))


@settings(max_examples=80, deadline=None)
@given(
    head=st.sampled_from([b"", b"From: a\nContent-Type: multipart/mixed; boundary=x\n\n--x\n", b"Subject: =?utf-8?b?"]),
    rest=st.binary(max_size=400),
)
def test_random_messages_raise_nothing_else(head: bytes, rest: bytes) -> None:
    never_raises(head + rest)


def never_raises(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scratch = folder / "scratch"
        (folder / "a.bin").write_bytes(data)
        for number, unpack in enumerate((mail.unpack, msg.unpack, mbox.unpack)):
            scratch = folder / f"scratch{number}"
            scratch.mkdir()
            with contextlib.suppress(UserError):
                contents = unpack(folder / "a.bin", ReadOptions(scratch=scratch))
                assert all(page.text for page in contents.pages)
        assert {path.name for path in folder.iterdir()} == {"a.bin", "scratch0", "scratch1", "scratch2"}
