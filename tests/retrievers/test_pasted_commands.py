"""A minus before a number, and the options of pasted commands, are words; a word behind a minus is left out."""

import pytest

from desktop_rag.retrievers.query_syntax import parse_query


@pytest.mark.parametrize(
    "query",
    [
        "freezes at -20 degrees", "error -1073741819", "-40 °C", "result -4,500", "tar -xzf backup.tgz", "ls -la",
        "gcc -O2 -Wall main.c", "$ sudo rm -rf /tmp/x", "find . -name report", "java -jar app.jar", "head -n 5 file",
        "kubectl get pods -owide", "grep -v foo", "mytool --verbose -dry", "compile with -fPIC", "relink -fPIC",
        "cannot find -lssl", "unrecognized command line option -mfoo", "Get-ChildItem -Path C:\\Data -Recurse",
        "-bash: foo: command not found", "g++ -std=c++17 -Wl,-rpath,/opt", "./configure -prefix /usr",
        "unknown flag -foo",
        "Mit der Option -abc starten", "سال -٢٠",
    ],
)  # fmt: skip
def test_options_and_numbers_are_words(query: str) -> None:
    parsed = parse_query(query)
    assert parsed.is_plain
    assert parsed.text == query


@pytest.mark.parametrize(
    ("query", "excluded"),
    [
        ("crowns -ferry", "ferry"), ("model -gcc", "gcc"), ("python -snake", "snake"), ("java -island", "island"),
        ("cat -dog", "dog"), ("jaguar -car", "car"), ("vitamin -C", "C"), ("Hafen -Kran", "Kran"),
        ("фрукты -яблоко", "яблоко"),
        ("船 -帆", "帆"), ('rope -"old granary"', "old granary"), ("apple -iPhone", "iPhone"),
        ("report -draft-2", "draft-2"),
        ("-ferry crowns", "ferry"), ("languages -C++", "C++"),
    ],
)  # fmt: skip
def test_words_are_left_out(query: str, excluded: str) -> None:
    assert parse_query(query).exclusions == (excluded,)
