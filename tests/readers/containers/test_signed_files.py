"""Files in envelopes: signed ones (.p7m), and what Outlook packs into winmail.dat, saved by themselves."""

import base64
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, NothingToRead, ReadOptions
from desktop_rag.readers.containers.extract import extracted
from desktop_rag.readers.file import read_file
from tests.helpers.smallest_files import ber, signed, winmail


def read(path: Path, data: bytes) -> Contents:
    path.write_bytes(data)
    return read_file(path, ReadOptions(scratch=path.parent / "scratch"))


@pytest.mark.parametrize(
    "written",
    [
        bytes,
        base64.b64encode,
        lambda data: b"-----BEGIN PKCS7-----\n" + base64.encodebytes(data) + b"-----END PKCS7-----\n",
    ],
    ids=["bytes", "letters", "PEM"],
)
def test_the_file_in_a_signed_envelope_is_read(tmp_path: Path, written: Callable[[bytes], bytes]) -> None:
    content = b"The rent is due in advance. " * 90
    contents = read(tmp_path / "contract.txt.p7m", written(signed(content)))
    assert [(member.name, member.path.read_bytes()) for member in contents.members] == [("contract.txt", content)]
    inside = extracted(f"{tmp_path / 'contract.txt.p7m'}//contract.txt", tmp_path / "again").path
    assert inside.read_bytes() == content


def test_a_signed_message_is_one(tmp_path: Path) -> None:
    message = b"From: a@example.org\nSubject: Whales\nContent-Type: text/plain\n\nThey sing."
    (member,) = read(tmp_path / "smime.p7m", signed(message)).members
    assert member.name == "smime.eml"
    assert "They sing." in "".join(page.text for page in read_file(member.path, name="smime.eml").pages)


def test_why_an_envelope_cannot_be_opened(tmp_path: Path) -> None:
    locked = ber(0x30, ber(0x06, bytes.fromhex("2a864886f70d010703")), ber(0xA0, bytes(200)))
    with pytest.raises(UserError, match="encrypted") as caught:
        read(tmp_path / "a.p7m", locked)
    assert "password" not in str(caught.value)
    with pytest.raises(NothingToRead, match="without the signed file"):
        read(tmp_path / "a.p7m", signed(b""))
    with pytest.raises(UserError, match="damaged"):
        read(tmp_path / "a.p7m", signed(b"The rent is due in advance." * 90)[:200])
    with pytest.raises(UserError, match="damaged"):
        read(tmp_path / "a.p7m", b"\0\1\2\3")


def test_a_winmail_dat_beside_its_message_is_read(tmp_path: Path) -> None:
    contents = read(tmp_path / "winmail.dat", winmail("Whales sing."))
    assert [page.text for page in contents.pages] == ["Whales sing."]
