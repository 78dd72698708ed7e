"""What people type into a search box: phrases, exclusions, conditions; anything else is words."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.indices.vector_store import SEARCH_MODES
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.readers.format import KINDS
from desktop_rag.retrievers.query_syntax import MOST_CONDITIONS, conditions_in, parse_query
from desktop_rag.services.search.library_search import search_library
from desktop_rag.storage.filters import matches
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import certain_terms, keyword_terms, spoken_words
from tests.helpers.dated_files import fill
from tests.helpers.hashed_embedding import HashedEmbedding

_FILES = {
    "contracts/lease.txt": ("The annual rent is due in advance. The draft was signed by Smith.", "2023-03-01"),
    "contracts/sale.md": ("In advance, the rent of the annual fair is paid.", "2024-05-10"),
    "notes/lease-notes.txt": ("Notes about the lease: annual rent, error E-1042 in getUserName.", "2024-12-31"),
    "notes/kana.txt": ("これはペンです。東京都の家賃は毎年支払います。", "2025-01-01"),
}
_WORDS = st.text(alphabet='ab -":“”fileam.2014/テ東', max_size=40)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> VectorStoreIndex:
    storage = StorageContext()
    embed_model = HashedEmbedding()
    fill(storage, tmp_path_factory.mktemp("files"), _FILES, embed_model)
    return VectorStoreIndex(storage_context=storage, embed_model=embed_model)


def _names(found: list[NodeWithScore]) -> set[str]:
    return {Path(str(one.node.metadata["file_path"])).name for one in found}


@pytest.mark.parametrize("mode", SEARCH_MODES)
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ('"annual rent"', {"lease.txt", "lease-notes.txt"}),
        ('"rent annual"', set()),
        ('"in advance" rent', {"lease.txt", "sale.md"}),
        ('"ANNUAL  Rent" -draft', {"lease-notes.txt"}),
        ('rent -"in advance" -東京', {"lease-notes.txt"}),
        ('"error e 1042"', {"lease-notes.txt"}),
        ('"getusername"', {"lease-notes.txt"}),
        ("“annual rent”", {"lease.txt", "lease-notes.txt"}),
        ('"東京都の家賃"', {"kana.txt"}),
        ('"京都の家"', {"kana.txt"}),
        ('"都京"', set()),
        ("rent filename:lease", {"lease.txt", "lease-notes.txt"}),
        ("filename:lease rent -filename:notes", {"lease.txt"}),
        ("rent folder:contracts", {"lease.txt", "sale.md"}),
        ("rent FOLDER:contract", set()),
        ('"annual" type:md', {"sale.md"}),
        ('"annual" type:md,.txt after:2024', {"sale.md", "lease-notes.txt"}),
        ('"annual" after:2024-05-10 before:2024-12-31', {"sale.md"}),
        ("type:txt before:2024", {"lease.txt"}),
        ("before:2025 -annual", set()),
    ],
)
def test_conditions_hold_in_every_mode(index: VectorStoreIndex, mode: str, query: str, names: set[str]) -> None:
    assert _names(search_library(index, query, 10, mode)) == names


def test_a_single_kana_is_found_where_meaning_is_searched_too(index: VectorStoreIndex) -> None:
    assert _names(search_library(index, '"ペ"', 10, "hybrid")) == {"kana.txt"}


def test_a_plain_question_is_searched_as_it_stands(index: VectorStoreIndex) -> None:
    plain = "Which rent is due: annual, or e-mail (see http://example.org)?"
    expected = index.as_retriever(3, "hybrid").retrieve(plain)
    assert parse_query(plain).is_plain
    assert [one.node.node_id for one in search_library(index, plain, 3, "hybrid")] == [
        one.node.node_id for one in expected
    ]


def test_exclusions_search_deeper_until_enough_is_left(index: VectorStoreIndex) -> None:
    assert _names(search_library(index, "draft signed smith rent -draft", 1, "bm25")) <= {"sale.md", "lease-notes.txt"}
    assert len(search_library(index, "annual rent lease -draft -fair", 1, "hybrid")) == 1


@pytest.mark.parametrize(
    "query",
    [
        'size 5" screw', "note: call", "after:lunch", "type:", "filename:", "type:*/*", "folder:/", "well-known",
        '""', "a - b", "12:30", "-", "--", 'say "', "5'11\" tall", "«annual rent» 「東京」",
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_words(query: str) -> None:
    parsed = parse_query(query)
    assert parsed.is_plain
    assert spoken_words(parsed.text) == spoken_words(query)


def test_conditions_are_taken_out_of_the_words() -> None:
    parsed = parse_query('  rent -draft "in  advance" filename:"my file.pdf" after:2024-05')
    assert parsed.text == "rent in advance"
    assert parsed.phrases == ("in  advance",)
    assert parsed.exclusions == ("draft",)
    assert matches(parsed.filters, {"file_name": "My File.pdf", "last_modified_date": "2024-05-01"})
    assert not matches(parsed.filters, {"file_name": "My File.pdf", "last_modified_date": "2024-04-30"})


@pytest.mark.parametrize("condition", ["filename:lease", "-filename:sale", "type:code,text,txt", "folder:contracts"])
def test_a_condition_that_is_repeated_counts_once(index: VectorStoreIndex, condition: str) -> None:
    once = _names(search_library(index, f"rent {condition}", 5, "bm25"))
    assert _names(search_library(index, f"rent {f'{condition} ' * 2_000}", 5, "bm25")) == once


@pytest.mark.parametrize("mode", SEARCH_MODES)
def test_as_many_conditions_as_a_search_can_have(index: VectorStoreIndex, mode: str) -> None:
    kinds = f"type:{','.join(KINDS)} -type:{','.join(KINDS[1:])},docx"
    others = " ".join(f"-filename:x{number}" for number in range(MOST_CONDITIONS - 2 * len(KINDS)))
    assert search_library(index, f"rent {kinds} {others}", 5, mode) == []
    with pytest.raises(UserError, match=r"at most 100 conditions.*Remove some"):
        search_library(index, f"rent {kinds} {others} filename:one", 5, mode)


def test_values_in_a_list_are_counted_too() -> None:
    listed = ",".join(f"x{number}" for number in range(MOST_CONDITIONS + 1))
    with pytest.raises(UserError, match="at most 100 conditions"):
        parse_query(f"rent type:{listed}")
    assert conditions_in(f"rent type:{listed}") == [(5, 10 + len(listed), f"type:{listed}")]


def test_folders_of_windows() -> None:
    parsed = parse_query("folder:docs/contracts x")
    assert matches(parsed.filters, {"file_path": r"C:\Docs\Contracts\lease.pdf"})
    assert not matches(parsed.filters, {"file_path": r"C:\Docs\Contracts.pdf"})


@given(_WORDS)
@settings(max_examples=300, deadline=None)
def test_reading_never_fails_and_invents_nothing(query: str) -> None:
    parsed = parse_query(query)
    known = set(spoken_words(query))
    for part in (parsed.text, *parsed.phrases, *parsed.exclusions):
        assert set(spoken_words(part)) <= known
    if parsed.is_plain:
        assert parsed.text.split() == query.split() or spoken_words(parsed.text) == spoken_words(query)


@given(
    st.lists(st.sampled_from(["rent", "Smith", "E-1042", "getUserName", "東京都", "です", "café", "don't"]), min_size=1)
)
@settings(max_examples=200, deadline=None)
def test_a_text_has_every_run_of_its_words(words: list[str]) -> None:
    text = " ".join(words)
    for start in range(len(words)):
        phrase = " ".join(words[start : start + 3])
        assert parse_query(f'"{phrase}"').accepts(text)
        assert parse_query(f'x -"{phrase}"').accepts(text) is False
        assert all(set(keyword_terms(text).terms).intersection(group) for group in certain_terms(phrase))


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("filename:report", True), ("filename:archive.zip", True), ("filename:letter", True), ("filename:docs", False),
        ("folder:docs", True), ("folder:home/docs", True), ("folder:sub", True), ("folder:Archive.zip/sub", True),
        ("folder:report.pdf", False), ("type:pdf", True), ("type:zip", False), ("type:eml", False),
        ("-filename:archive", False), ("-filename:other", True),
    ],
)  # fmt: skip
def test_files_inside_files(query: str, fits: bool) -> None:
    path = "/home/docs/Archive.zip//sub/letter.eml//report.pdf"
    member = {"file_path": path, "file_name": "report.pdf", "file_type": "application/pdf"}
    assert matches(parse_query(query + " x").filters, member) is fits


@pytest.mark.parametrize(
    ("query", "passing"),
    [
        ("author:MILLER", True),
        ('author:"miller, a"', True),
        ("author:smith", False),
        ("-author:miller", False),
        ("year:2021", True),
        ("year:2019-2021", True),
        ("year:2022-", False),
        ("year:-2020", False),
        ("collection:chapter", True),
        ("collection:other", False),
        ('tag:"to READ"', True),
        ("tag:read", False),
    ],
)
def test_records_of_works_are_conditions(query: str, passing: bool) -> None:
    told = {
        "authors": "Miller, Anna; Chen, Bo",
        "year": "2021",
        "collections": ["Thesis / Chapter 2"],
        "tags": ["To read", "html"],
    }
    parsed = parse_query(f"songs {query}")
    assert (parsed.text, matches(parsed.filters, told)) == ("songs", passing)
    assert matches(parsed.filters, {}) is query.startswith("-")


@pytest.mark.parametrize("query", ["year:soon", "year:-", "year:20212022", "year:21", "author:", "tag:*"])
def test_what_is_no_condition_on_works_is_searched_for(query: str) -> None:
    assert parse_query(query).filters is None
