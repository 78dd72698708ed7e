"""Web pages, notebooks, subtitles, TeX and XML: the words, with headings and tables, without the marks."""

import json
from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file
from desktop_rag.text.language import detect_language

TABLE = "| City | Size |\n| --- | --- |\n| Rome | 3 |\n| Oslo | 1 |"


def texts(path: Path) -> list[str]:
    return [page.text for page in load_file(path)]


def test_web_pages_and_web_archives(tmp_path: Path) -> None:
    page = (
        "<html><head><title>T</title><style>p{}</style></head><body><h2>Cities</h2><p>See <a href='x'>them</a>.</p>"
        "<table><tr><th>City</th><th>Size</th></tr><tr><td>Rome</td><td>3</td></tr><tr><td>Oslo</td><td>1</td></tr>"
        "</table><script>alert(1)</script></body></html>"
    )
    (tmp_path / "a.html").write_text(page)
    (text,) = texts(tmp_path / "a.html")
    assert "## Cities\n\nSee them.\n\n" + TABLE in text
    assert "alert" not in text
    (tmp_path / "a.mhtml").write_text(
        "From: <Saved>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=B\n\n--B\n"
        f"Content-Type: text/html; charset=utf-8\n\n{page}\n--B\nContent-Type: text/css\n\np {{}}\n--B--\n"
    )
    assert TABLE in texts(tmp_path / "a.mhtml")[0]


def test_notebooks_subtitles_tex_and_xml(tmp_path: Path) -> None:
    outputs = [{"text": ["3\n"]}, {"data": {"text/plain": "4"}}]
    notebook = [
        {"cell_type": "markdown", "source": ["# Title"]},
        {"cell_type": "code", "source": "1+2", "outputs": outputs},
    ]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": notebook}))
    assert texts(tmp_path / "a.ipynb") == ["# Title\n\n```\n1+2\n```\n\n```\n3\n```\n\n```\n4\n```"]
    (tmp_path / "a.srt").write_text(
        "1\n00:00:01,500 --> 00:00:02,000\n<i>Hello</i>\nthere\n\n2\n00:01:03,000 --> 00:01:04,0\nBye\n"
    )
    assert texts(tmp_path / "a.srt") == ["00:00:01 Hello there\n00:01:03 Bye"]
    (tmp_path / "a.tex").write_text("\\section{One}\nText. % comment\n\\subsection*{Two}\n50\\% more\n")
    assert texts(tmp_path / "a.tex") == ["## One\nText. \n### Two\n50% more\n"]
    (tmp_path / "a.xml").write_text(
        '<?xml version="1.0"?><article><title>Title</title><p>Long <b>bold</b> words.</p></article>'
    )
    assert texts(tmp_path / "a.xml")[0].split() == ["Title", "Long", "bold", "words."]
    (tmp_path / "data.xml").write_text('<?xml version="1.0"?><config><a key="1"/></config>')
    assert "<config>" in texts(tmp_path / "data.xml")[0]
    (tmp_path / "a.org").write_text("* One\n** Two\nwords\n")
    assert texts(tmp_path / "a.org") == ["# One\n## Two\nwords\n"]
    (tmp_path / "broken.ipynb").write_text("{not json")
    assert texts(tmp_path / "broken.ipynb") == ["{not json"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The library keeps what was read and finds it again.", "en"),
        ("Die Bibliothek behält, was gelesen wurde, und findet es wieder.", "de"),
        ("図書館は読んだものを保存し、再び見つけます。", "ja"),
        ("图书馆保存已读的内容并再次找到它。", "zh"),
        ("Библиотека хранит прочитанное и находит его снова.", "ru"),
        ("12.5 + 7 = 19.5", ""),
    ],
)
def test_languages(tmp_path: Path, text: str, language: str) -> None:
    assert detect_language(text) == language
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    assert load_file(tmp_path / "a.txt")[0].metadata.get("language", "") == language
