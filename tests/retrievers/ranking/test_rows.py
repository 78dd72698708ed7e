"""Which passage of a table has the row that answers."""

from collections.abc import Sequence

import pytest

from desktop_rag.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode
from desktop_rag.retrievers.page_evidence import Asked, PageEvidence, row_evidence
from desktop_rag.storage.storage_context import StorageContext

MEMBERS = "| Wilma Carver | L358 |\n| Felix Sutton | L361 |"
WANTED = "| Oscar Lowell | L373 |\n| Wilma Sutton | L376 |"
QUESTION = "Which locker has Wilma Sutton?"


def _evidence(
    question: str, *texts: str, heading: str = "", files: Sequence[str] = (), name: str = "members.xlsx"
) -> list[float]:
    with StorageContext() as storage:
        asked = Asked.of(question, None, storage.keywords)
    return row_evidence(_found(*texts, heading=heading, files=files, name=name), asked).tolist()


def _found(
    *texts: str, heading: str = "", files: Sequence[str] = (), name: str = "members.xlsx"
) -> list[NodeWithScore]:
    """Return passages as found, the first one with the highest score."""
    return [
        NodeWithScore(
            TextNode(
                text=text,
                metadata={"heading": heading, "page_number": 1, "file_name": name},
                relationships={NodeRelationship.SOURCE: RelatedNodeInfo(file)},
            ),
            1 - place / 100,
        )
        for place, (text, file) in enumerate(zip(texts, files or ["members"] * len(texts), strict=True))
    ]


def test_the_words_of_a_name_have_to_stand_in_one_row() -> None:
    other, wanted = _evidence(QUESTION, MEMBERS, WANTED)
    assert wanted > 0 > other


def test_what_stands_above_counts_once_for_each_row() -> None:
    below, beside = _evidence(QUESTION, WANTED, WANTED, heading="Member | Locker")
    assert below == beside > _evidence(QUESTION, WANTED)[0]


def test_rows_of_other_documents_do_not_push_a_passage_back() -> None:
    one, other = _evidence(QUESTION, MEMBERS, WANTED, files=["rowers", "skaters"])
    assert other > one > 0


@pytest.mark.parametrize(
    "text",
    [
        "Wilma Sutton has a locker.",
        "Lockers of members are below.\nAll have one.\nAsk Wilma Sutton.\n| Wilma Sutton | L376 |",
        "| --- | --- |\n| :-- | --: |",
        "",
    ],
    ids=["sentence", "mostly text", "no row", "nothing"],
)
def test_running_text_gets_nothing(text: str) -> None:
    assert _evidence(QUESTION, text) == [0.0]


def test_the_passage_with_the_row_comes_first() -> None:
    with StorageContext() as storage:
        ranked = PageEvidence(storage, None).postprocess_nodes(_found(MEMBERS, WANTED), QueryBundle(QUESTION))
    assert [one.node.text for one in ranked] == [WANTED, MEMBERS]
    assert 1 >= ranked[0].get_score() > ranked[1].get_score()


def test_words_of_scripts_without_spaces_are_found_in_rows() -> None:
    other, wanted = _evidence("貸切風呂は何分使えますか。", "| 大人 | 900 |", "| 貸切風呂 | 五十分 |")
    assert wanted > 0 > other
