"""What pages and documents say for the passages that a search found."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.schema import Metadata, NodeWithScore, QueryBundle
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.retrievers.hybrid import HybridRetriever
from desktop_rag.retrievers.page_evidence import (
    FEATURES,
    Asked,
    PageEvidence,
    PageFeatures,
    density,
    latest_period,
    learnt_weights,
    repeated_figures,
    terms_pattern,
)
from desktop_rag.retrievers.subject import Subject, plain
from desktop_rag.storage.records import DocumentRecord, NodeRecord, PageRow
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms

_TALK = "We sold sandals and boots with margins that make everybody happy. Margins matter more than ever to us."
_STATEMENT = "Statement of margins\nSandals 1,250 1,190\nBoots 2,870 2,400\nTogether 4,120 3,590"
_REPORT = [_TALK, "Sandals earned 1,250, more than 1,190.", _STATEMENT, "Boots earned 2,870.", "Margins of 3,590."]
_FILLER = "People who work here like their work."
_QUESTION = "What is the margin of sandals and boots in the statement of margins?"


def _library(**files: Sequence[str]) -> StorageContext:
    storage = StorageContext()
    with storage.transaction():
        for name, pages in files.items():
            terms = [keyword_terms(text) for text in pages]
            nodes = [
                NodeRecord(number, 0, len(text), "", text, " ".join(one.terms), " ".join(one.words))
                for number, (text, one) in enumerate(zip(pages, terms, strict=True), 1)
            ]
            path = f"/files/{name}.pdf"
            facts: Metadata = {"file_name": f"{name}.pdf", "file_path": path}
            whole = [*pages, *([_FILLER] * (10 - len(pages)) if len(pages) > 1 and name != "short" else ())]
            labelled = [PageRow(str(number), text) for number, text in enumerate(whole, 1)]
            storage.documents.replace_file(DocumentRecord(path, 1, 1, name.encode(), facts, labelled, nodes))
    return storage


def _found(storage: StorageContext, question: str = _QUESTION, *, by_pages: bool = True) -> list[NodeWithScore]:
    words = BM25Retriever(storage, 50)
    return HybridRetriever([words], 20, stores=storage if by_pages else None).retrieve(question)


def _pages(found: Sequence[NodeWithScore]) -> list[object]:
    return [one.node.metadata["page_number"] for one in found]


def _features(storage: StorageContext, question: str, subject: Subject | None = None) -> dict[str, list[float]]:
    found = _found(storage, question, by_pages=False)
    rows = PageFeatures(storage.documents, Asked.of(question, subject, storage.keywords)).of(found)
    return dict(zip(FEATURES, rows.T.tolist(), strict=True))


def test_the_page_whose_figures_others_repeat_leads() -> None:
    told = repeated_figures(_REPORT)
    assert max(told, key=lambda page: told[page]) == 3
    assert told[3] == 1.0
    assert told[2] > told[4]


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["1,250 and 2,870 on the only page"],
        ["in 2021 and 2022", "in 2021 and 2022"],  # years
        ["12 of 15", "12 of 15"],  # what chance repeats
        ["no figures", "none"],
        ["1,250 1,250", "2,870"],  # twice on one page is no other page
    ],
)
def test_pages_without_repeated_figures_do_not_lead(texts: list[str]) -> None:
    assert repeated_figures(texts) == {}


@given(st.lists(st.text("0123456789,. \nab", max_size=40), max_size=40))
def test_leading_pages_are_few_and_between_0_and_1(texts: list[str]) -> None:
    told = repeated_figures(texts)
    assert all(0 <= share <= 1 and 1 <= page <= len(texts) for page, share in told.items())
    assert len(told) <= 30
    assert all(0 <= density(text) <= 1 for text in texts)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("the three year average from FY2016 to FY2018", {"2018"}),
        ("What was sold in Q2 of FY2024?", {"2024", "q2"}),
        ("AMCOR_2023Q2_10Q.pdf", {"2023", "q2"}),
        ("As of H1 2023", {"2023", "h1"}),
        ("Q3?", {"q3"}),
        ("MQ2 and 10-K and 8K", set()),
        ("１９９８年の売上", {"1998"}),
    ],
)
def test_the_latest_period_counts(text: str, period: set[str]) -> None:
    assert latest_period(text) == period


def test_a_statement_stands_above_the_page_that_talks_about_it() -> None:
    storage = _library(report=_REPORT, letter=["Dear boots", "and sandals"])
    question = "What are the margins of sandals and boots that matter in 2022?"
    assert _pages(_found(storage, question, by_pages=False))[0] == 1
    found = _found(storage, question)
    assert _pages(found)[0] == 3
    scores = [one.get_score() for one in found]
    assert scores == sorted(scores, reverse=True)
    assert max(scores) <= 1


def test_files_of_one_page_keep_their_scores() -> None:
    storage = _library(one=[_TALK], two=[_STATEMENT], three=["Sandals 4,120"])
    plain, weighed = (_found(storage, by_pages=by_pages) for by_pages in (False, True))
    assert [(one.node.node_id, one.score) for one in plain] == [(one.node.node_id, one.score) for one in weighed]


def test_a_manual_of_two_pages_is_a_matter_of_its_passages() -> None:
    manual = [
        "Manual of the heat pump\nThe compressor rests below minus twenty.",
        "The filter is cleaned twice a year.",
    ]
    found = _features(_library(short=manual), "How often is the filter of the heat pump cleaned?")
    assert not any(any(values) for values in found.values())


def test_the_title_that_is_asked_for_counts() -> None:
    told = _features(_library(report=_REPORT), "the statement of margins")
    found = _pages(_found(_library(report=_REPORT), "the statement of margins", by_pages=False))
    titles = dict(zip(found, told["title"], strict=True))
    assert titles[3] == 1.0
    assert all(share < 1 for page, share in titles.items() if page != 3)


def test_the_file_of_the_latest_year_fits() -> None:
    storage = _library(report_2021=_REPORT, report_2022=_REPORT)
    told = _features(storage, "How did the margin of boots change from FY2021 to FY2022?")
    names = [one.node.metadata["file_name"] for one in _found(storage, "margin of boots FY2021 FY2022", by_pages=False)]
    assert set(told["period"]) == {0.0, 1.0}
    assert {"report_2021.pdf", "report_2022.pdf"} == set(names)


@pytest.mark.parametrize(
    ("name", "share"),
    [("report_2022.pdf", 1.0), ("FY2022Q3.xlsx", 1.0), ("2022.txt", 0.0), ("12022a.txt", 0.0), ("2021.pdf", 0.0)],
)
def test_a_name_with_the_period_fits(name: str, share: float) -> None:
    assert Asked.of("sales in 2022", None, _library(report=_REPORT).keywords).period_in(name) == share


def test_of_a_very_long_document_only_the_pages_that_were_found_are_looked_at() -> None:
    storage = _library(report=[*_REPORT, *["Sandals 1,250"] * 600])
    told = _features(storage, _QUESTION)
    assert set(told["figures"]) == {0.0}
    assert max(told["title"]) > 0.5


@pytest.mark.parametrize(("question", "asks"), [("margins of boots in 2021", True), ("margins of boots", False)])
def test_a_question_with_figures_asks_for_them(question: str, asks: bool) -> None:
    told = _features(_library(report=_REPORT), question)
    assert any(told["figures"])
    assert told["figures asked for"] == (told["figures"] if asks else [0.0] * len(told["figures"]))


def test_figures_of_a_name_ask_for_nothing() -> None:
    storage = _library(report=_REPORT)
    doc_id = next(one.doc_id for one in storage.documents.searched(9))
    assert not Asked.of("boots of 3M", Subject((doc_id,), "boots of"), storage.keywords).has_figures


def test_named_files_are_known() -> None:
    storage = _library(report=_REPORT, letter=["boots", "sandals"])
    doc_id = next(one.doc_id for one in storage.documents.searched(9) if "report" in one.path)
    told = _features(storage, "boots", Subject((doc_id,), "boots"))
    assert sorted(set(told["named"])) == [0.0, 1.0]


def test_every_feature_has_a_weight() -> None:
    weights = learnt_weights()
    assert weights.shape == (len(FEATURES),)
    assert np.all(weights >= 0)
    assert weights.any()


def test_nothing_to_order() -> None:
    storage = _library(report=_REPORT)
    evidence = PageEvidence(storage, None)
    assert evidence.postprocess_nodes([], QueryBundle("margin")) == []
    found = _found(storage, by_pages=False)
    assert evidence.postprocess_nodes(found) == found


def test_passages_without_a_file_are_left_alone() -> None:
    storage = _library(report=_REPORT)
    found = [one.with_score(0.5) for one in _found(storage, by_pages=False)]
    bare = [replace(one, node=replace(one.node, metadata={}, relationships={})) for one in found]
    kept = PageEvidence(storage, None).postprocess_nodes(bare, QueryBundle("margin"))
    assert [one.score for one in kept] == [0.5] * len(bare)


@pytest.mark.parametrize("question", ["Marge", "利益率は？", "ما هو", "(+*[", ""])
def test_any_question_is_read(question: str) -> None:
    storage = _library(report=[*_REPORT, "利益率 1,250"])
    asked = Asked.of(question, None, storage.keywords)
    assert np.all(PageFeatures(storage.documents, asked).of(_found(storage, by_pages=False)) <= 1)


@pytest.mark.parametrize(
    ("terms", "text", "found"),
    [
        (["loan", "margin"], "loan loans preloan margins submargin", ["loan", "margin"]),
        (["a", "an"], "an a can la", ["an", "a"]),
        (["c++"], "c++ xc++", ["c++"]),
        (["利润"], "净利润上升", ["利润"]),
        (["ratio", "quick"], "quick-ratio, ratio", ["quick", "ratio", "ratio"]),
        (["marge"], plain("Márge, MARGE; démarge"), ["marge", "marge"]),
        ([], "anything", []),
    ],
)
def test_terms_are_found_as_whole_words(terms: Sequence[str], text: str, found: Sequence[str]) -> None:
    """A term inside a word is no hit, except in scripts without spaces."""
    assert terms_pattern(terms).findall(text) == found


@given(st.text(st.sampled_from("aÁßıİñ日が각Й̈́e\u0323")))
def test_plain_texts_have_no_accents(text: str) -> None:
    """However a text spells its accents, it is the same without them, and nothing else is lost."""
    bare = plain(text)
    assert not any(map(unicodedata.combining, bare))
    assert bare == plain(unicodedata.normalize("NFC", text)) == plain(bare)
    assert bare == "".join(map(plain, text))
