r"""Letters written as numbers (``\u00e9``) in data are read as letters; running text and comments stay."""

import json
from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file

FILES = {
    "a.json": (r'{"st\u00e4dte": ["G\u00f6teborg", "\u6771\u4eac"]}', '{"städte": ["Göteborg", "東京"]}'),
    "b.json": (r'{"a": "\ud83d\ude00 \\u00e9 \u0022 \u000a \ud83d x"}', r'{"a": "😀 \\u00e9 \u0022 \u000a \ud83d x"}'),
    "a.jsonl": ('{"t": "caf\\u00e9"}\n{"t": "\\u00DCber"}\n', '{"t": "café"}\n{"t": "Über"}\n'),
    "a.ndjson": (r'{"t": "\u0645\u0631\u062d\u0628\u0627"}', '{"t": "مرحبا"}'),
    "a.properties": (
        "# Caf\\u00e9\n! \\u00e9\ngr\\u00fc\\u00dfe=K\\u00f6ln \\\\u00e9 \\\n   # \\u00e9\n",
        "# Caf\\u00e9\n! \\u00e9\ngrüße=Köln \\\\u00e9 \\\n   # é\n",
    ),
    "a.yaml": (
        '# "\\u00e9"\ncity: "K\\u00f6ln"\nplain: said, "\\u00e9" loudly\nsingle: \'\\u00e9\'\n"\\xe4": ["\\u00e9"]\n',
        '# "\\u00e9"\ncity: "Köln"\nplain: said, "\\u00e9" loudly\nsingle: \'\\u00e9\'\n"ä": ["é"]\n',
    ),
    "b.yml": (
        'c: |\n  say "\\u00e9"\n\n  - "\\u00e9"\n- "\\U0001F600"\nf: >-\n  "\\u00e9"\nlong: "\\u00e9\n  \\u00e8"\n',
        'c: |\n  say "\\u00e9"\n\n  - "\\u00e9"\n- "😀"\nf: >-\n  "\\u00e9"\nlong: "é\n  è"\n',
    ),
    "a.toml": (
        'a = "\\u00e9" # "\\u00e9"\nb = \'\\u00e9\'\nc = """\\u00e9\n"""\nd = \'\'\'\\u00e9\'\'\'\n',
        'a = "é" # "\\u00e9"\nb = \'\\u00e9\'\nc = """é\n"""\nd = \'\'\'\\u00e9\'\'\'\n',
    ),
    "a.po": (
        '# caf\\u00e9\nmsgid "Cafe"\nmsgstr "Caf\\u00e9 \\"x\\""\n"\\u6771\\n"\n',
        '# caf\\u00e9\nmsgid "Cafe"\nmsgstr "Café \\"x\\""\n"東\\n"\n',
    ),
    "a.txt": (r"written \u00e9, not", r"written \u00e9, not"),
    "a.md": (r'say "\u00e9"', r'say "\u00e9"'),
    "a.py": (r'word = "\u00e9"', r'word = "\u00e9"'),
}


@pytest.mark.parametrize("name", FILES)
def test_letters_are_read_where_they_are_letters(name: str, tmp_path: Path) -> None:
    source, expected = FILES[name]
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert [page.text for page in load_file(tmp_path / name)] == [expected]


def test_a_large_file_has_its_letters_wherever_it_is_cut(tmp_path: Path) -> None:
    words = ["é\\u00e9"[0] * (number % 7) + "東😀\\" for number in range(120_000)]
    (tmp_path / "large.json").write_text(json.dumps(words))
    text = "".join(page.text for page in load_file(tmp_path / "large.json"))
    assert json.loads(text) == words
    assert "\\u" not in text
