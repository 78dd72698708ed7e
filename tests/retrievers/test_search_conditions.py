"""What of a query is words, and what each condition in it asks of a file, row by row."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.file_paths import INSIDE
from desktop_rag.retrievers.query_syntax import conditions_in, parse_query
from desktop_rag.storage.filters import matches

REPORT = {
    "file_path": "/home/ann/Reports/2023 Größe.PDF", "file_name": "2023 Größe.PDF", "file_type": "application/pdf",
    "last_modified_date": "2023-05-20", "language": "de",
}  # fmt: skip
SCRIPT = {
    "file_path": "C:\\work\\src\\run.py", "file_name": "run.py", "file_type": "text/x-python",
    "last_modified_date": "2024-01-01", "language": "en",
}  # fmt: skip
LETTER = {
    "file_path": f"/home/ann/mail.zip{INSIDE}letter.docx", "file_name": "letter.docx",
    "file_type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "last_modified_date": "2024-06-30", "language": "en",
}  # fmt: skip
FILES = {"report": REPORT, "script": SCRIPT, "letter": LETTER}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("filename:2023", "report"), ("filename:größe", "report"), ("filename:run.py", "script"),
        ("filename:mail.zip", "letter"), ('filename:"2023 Gr"', "report"), ("filename:*.py", "script"),
        ("filename:ann", ""), ("-filename:letter", "report script"),
        ("type:pdf", "report"), ("type:.pdf", "report"), ("type:*.PDF", "report"), ("type:docx", "letter"),
        ("type:word", "letter"), ("type:pdf,py", "report script"), ("type:xlsx", ""), ("-type:pdf", "script letter"),
        ("folder:reports", "report"), ("folder:/home/ann", "report letter"), ("folder:ann/Reports", "report"),
        ("folder:Report", ""), ("folder:C:/work", "script"), ("folder:work\\src", "script"), ("folder:src", "script"),
        ("-folder:home", "script"),
        ("after:2024", "script letter"), ("after:2024-01-01", "script letter"), ("after:2024-01-02", "letter"),
        ("before:2024", "report"), ("before:2023-05", ""), ("before:2023-05-21", "report"),
        ("after:2023-06 before:2024-06", "script"), ("-after:2024", "report"),
        ("language:de", "report"), ("language:DE", "report"), ("language:de,en", "report script letter"),
        ("-language:en", "report"), ("TYPE:pdf", "report"),
        ("type:pdf language:en", ""),
    ],
)  # fmt: skip
def test_which_files_a_condition_lets_through(query: str, names: str) -> None:
    parsed = parse_query(f"whales {query}")
    assert parsed.text == "whales"
    assert not parsed.is_plain
    assert [name for name, metadata in FILES.items() if matches(parsed.filters, metadata)] == names.split()


@pytest.mark.parametrize(
    "query",
    [
        "after:lunch", "after:2024-13", "before:2024-02-32", "before:24", "type:", "type:a/b", "language:german",
        "language:d", "note:this", "xfilename:a", "filename:", "folder:/", "filename:*", "a -", "- a", "well-known",
        '"half', "it’s", "5-3", "re:type:pdf",
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_searched_as_it_stands(query: str) -> None:
    parsed = parse_query(f"whales {query} sing")
    assert parsed.is_plain
    assert parsed.text == f"whales {query} sing"
    assert conditions_in(f"whales {query} sing") == []


@pytest.mark.parametrize(
    ("query", "text", "phrases", "exclusions"),
    [
        ('the "blue whale" sings', "the blue whale sings", ("blue whale",), ()),
        ("“blue whale”", "blue whale", ("blue whale",), ()),
        ("„blaue Wale“", "blaue Wale", ("blaue Wale",), ()),
        ("whale -killer", "whale", (), ("killer",)),
        ('whale -"killer whale" song', "whale song", (), ("killer whale",)),
        ('"a" "b" -cow -dog', "a b", ("a", "b"), ("cow", "dog")),
        ('"" whale', "whale", (), ()),
        ('"..." whale', "... whale", (), ()),
    ],
)
def test_exact_words_and_excluded_ones(
    query: str, text: str, phrases: tuple[str, ...], exclusions: tuple[str, ...]
) -> None:
    parsed = parse_query(query)
    assert (parsed.text, parsed.phrases, parsed.exclusions) == (text, phrases, exclusions)


@pytest.mark.parametrize(
    ("query", "passage", "accepted"),
    [
        ('"blue whale"', "The Blue Whale sings", True), ('"blue whale"', "A blue, whale-like thing", True),
        ('"blue whale"', "a whale, blue", False), ('"blue whale"', "blue whales", False),
        ('"blue"', "bluebell", False), ("-killer", "a killer whale", False), ("-killer", "painkillers", True),
        ('-"killer whale"', "a whale, a killer", True), ('"größe"', "GRÖSSE", True), ('"cafe"', "im Café", True),
        ('"東京"', "東京都", True), ("-東京", "京都", True),
    ],
)  # fmt: skip
def test_which_passages_are_accepted(query: str, passage: str, accepted: bool) -> None:
    assert parse_query(query).accepts("A heading", passage) is accepted


def test_a_phrase_does_not_go_from_the_heading_into_the_text() -> None:
    parsed = parse_query('"whale song"')
    assert parsed.accepts("Whale song", "of the north")
    assert not parsed.accepts("The whale", "song of the north")


def test_where_conditions_stand() -> None:
    query = 'whales -type:pdf "x" filename:"a b" after:never'
    assert conditions_in(query) == [(7, 16, "-type:pdf"), (21, 35, 'filename:"a b"')]
    assert [query[start:end] for start, end, _ in conditions_in(query)] == ["-type:pdf", 'filename:"a b"']


@given(
    st.lists(st.sampled_from(["whale", "type:pdf", '"blue whale"', "-x", "after:2020", "東京", '"', "-"]), max_size=8)
)
def test_conditions_are_those_that_filter(pieces: list[str]) -> None:
    query = " ".join(pieces)
    assert bool(conditions_in(query)) is (parse_query(query).filters is not None)
