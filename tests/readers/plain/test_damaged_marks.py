"""Notebooks, web archives, XML, calendars and TeX as no program should write them: read, or refused in plain words."""

import contextlib
import json
import plistlib
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.file import load_file

ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=8), st.just("Whales")),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                "cells worksheets source input cell_type outputs output_type ename evalue text data text/plain "
                "text/html".split()
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=20,
)


def read(path: Path) -> str:
    """Return what is read of a file, "" when it is refused as it may be."""
    with contextlib.suppress(UserError):
        pages = load_file(path)
        assert pages or format_of(path, path.name).unpacker  # damage can make a file look like an archive
        return "\n".join(page.text for page in pages)
    return ""


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(notebook=st.dictionaries(st.sampled_from(["cells", "worksheets", "nbformat"]), ANY, max_size=3))
def test_any_notebook_is_read_or_refused(notebook: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    read(path)


@pytest.mark.parametrize(
    ("notebook", "text"),
    [
        ({"worksheets": [{"cells": [{"cell_type": "code", "input": ["1", "+1"]}]}]}, "```\n1+1\n```"),
        ({"worksheets": [3, {"cells": None}, {"cells": [{"source": "Words"}]}]}, "Words"),
        ({"cells": [None, "x", {"source": "Words", "outputs": 3}]}, "Words"),
        ({"cells": [{"source": "", "outputs": [{"data": {"text/plain": ["4", "2"]}}]}]}, "```\n42\n```"),
        ({"cells": [{"source": "x", "outputs": [{"text": "a" * 6000}]}]}, f"x\n\n```\n{'a' * 5000}\n```"),
        ({"cells": "none"}, '{"cells": "none"}'),
        (["cells"], '["cells"]'),
    ],
    ids=["old", "damaged sheets", "damaged outputs", "output alone", "endless output", "no cells", "no notebook"],
)
def test_notebooks(notebook: object, text: str, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(json.dumps(notebook))
    assert read(tmp_path / "a.ipynb") == text


@pytest.mark.parametrize(
    "archive",
    [
        {"WebMainResource": 3},
        {"WebMainResource": {}},
        {"WebMainResource": ["html"]},
        {"WebMainResource": {"WebResourceMIMEType": "text/html", "WebResourceData": "no bytes"}},
        {
            "WebMainResource": {
                "WebResourceMIMEType": "text/html",
                "WebResourceData": b"<p>x",
                "WebResourceTextEncodingName": 8,
            }
        },
        {"WebMainResource": {"WebResourceMIMEType": "image/png"}, "WebSubframeArchives": [5]},
    ],
    ids=["a number", "empty", "a list", "no bytes", "no encoding", "no frame"],
)
def test_a_damaged_web_archive_says_so(archive: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "a.webarchive").write_bytes(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY))
    with pytest.raises(UserError, match="damaged, or its extension is wrong"):
        load_file(tmp_path / "a.webarchive")


def test_a_web_archive_of_a_picture_holds_no_text(tmp_path: Path) -> None:
    archive = {"WebMainResource": {"WebResourceMIMEType": "image/png", "WebResourceData": b"PNG"}}
    (tmp_path / "a.webarchive").write_bytes(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY))
    with pytest.raises(NothingToRead, match="contains no text"):
        load_file(tmp_path / "a.webarchive")


def nested_arrays(number: int) -> bytes:
    """Return a binary property list of arrays inside each other."""
    arrays = b"".join(b"\xa1" + (place + 1).to_bytes(2, "big") for place in range(number)) + b"\x50"
    offsets = b"".join((8 + 3 * place).to_bytes(4, "big") for place in range(number + 1))
    return b"bplist00" + arrays + offsets + struct.pack(">6xBBQQQ", 4, 2, number + 1, 0, 8 + len(arrays))


@pytest.mark.parametrize(
    "source",
    [b'<plist version="1.0"><key>a</key></plist>', b'<plist version="1.0"></dict></plist>', nested_arrays(20_000)],
    ids=["a key in no dictionary", "an end without beginning", "arrays without end"],
)
def test_what_is_no_web_archive_is_said_to_be_none(tmp_path: Path, source: bytes) -> None:
    (tmp_path / "a.webarchive").write_bytes(source)
    with pytest.raises(UserError):
        load_file(tmp_path / "a.webarchive")


PAGE = (
    b"From: <Saved by a browser>\r\nSubject: =?utf-8?B?V2hhbGVz?=\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related; type="text/html"; boundary="B"\r\n\r\n--B\r\n'
    b'Content-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
    b"<p>Whales =E2=80=93 sing</p>\r\n--B\r\nContent-Type: text/plain; charset=nope\r\n"
    b"Content-Transfer-Encoding: base64\r\n\r\nV29yZHM=\r\n--B--\r\n"
)
SOURCES = {
    "a.mhtml": PAGE,
    "a.webarchive": plistlib.dumps(
        {"WebMainResource": {"WebResourceMIMEType": "text/html", "WebResourceData": b"<p>Whales sing"}}
    ),
    "a.xml": b"<article xmlns='n'><title>Whales</title><p>They <b>sing</b> &amp; dive.</p><!-- x --></article>",
    "a.ics": b"BEGIN:VEVENT\r\nSUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=utf-8:Wha=\r\nles=20sing\r\nEND:VEVENT\r\n",
    "a.ipynb": b'{"cells": [{"cell_type": "code", "source": ["Whales"], "outputs": [{"text": "sing"}]}]}',
    "a.tex": b"\\section{Whales}\n% no\nThey sing \\textbf{loud}.\n",
    "a.srt": b"1\n00:00:01,000 --> 00:00:02,000\nWhales <i>sing</i>\n",
}


@pytest.mark.parametrize("name", SOURCES)
def test_what_is_damaged_below_is_read_while_it_is_whole(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(SOURCES[name])
    assert "Whales" in read(tmp_path / name)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
@settings(max_examples=60, deadline=None)
@given(
    cut=st.floats(0.05, 1.5),
    changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=4)), max_size=4),
)
def test_damage_anywhere_raises_nothing_undeclared(
    name: str, cut: float, changes: list[tuple[float, bytes]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = bytearray(SOURCES[name])
    for place, written in changes:
        at = int(place * len(data))
        data[at : at + len(written)] = written
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(bytes(data[: int(cut * len(data))]))
    read(path)


def test_an_archived_page_in_an_unknown_charset_is_read_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.mhtml").write_bytes(PAGE)
    assert read(tmp_path / "a.mhtml").split() == ["Whales", "–", "sing", "Words"]
