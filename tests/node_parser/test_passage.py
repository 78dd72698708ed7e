from functools import cache
from itertools import pairwise

import pytest
from tokenizers import Tokenizer

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Document, Metadata, NodeRelationship, TextNode
from desktop_rag.node_parser.passage import PassageSplitter
from desktop_rag.node_parser.token_map import Offsets, hugging_face_offsets


@cache
def offsets() -> Offsets:
    path = resource_path("models", "multilingual-e5-small-q4", "tokenizer.json")
    return hugging_face_offsets(Tokenizer.from_file(str(path)))


def split(text: str, size: int = 64, overlap: int = 0, metadata: Metadata | None = None) -> list[TextNode]:
    splitter = PassageSplitter(size, overlap, tokenizer=offsets())
    return splitter.get_nodes_from_documents([Document(text=text, metadata=metadata or {})])


def headings(nodes: list[TextNode]) -> list[object]:
    return [node.metadata.get("heading") for node in nodes]


ENGLISH = "The committee met in March and agreed on the plan. It will meet again in May to see what came of it. "
GERMAN = "Der Ausschuss tagte am 3. März und stimmte dem Plan zu. Er tagt im Mai wieder, z. B. um Dr. Weiß zu hören. "
JAPANESE = "委員会は三月に開かれ、計画を承認した。五月にもう一度開かれる予定である。「本当ですか？」と議長は尋ねた。"
CHINESE = "委员会于三月召开会议，批准了该计划。五月将再次开会，检查结果。“真的吗？”主席问道。"


@pytest.mark.slow
@pytest.mark.parametrize("text", [ENGLISH, GERMAN, JAPANESE, CHINESE], ids=["en", "de", "ja", "zh"])
def test_passages_end_with_sentences_and_overlap_by_sentences(text: str) -> None:
    nodes = split(text * 8, 64, 30)
    assert len(nodes) > 2
    assert all(node.text[-1] in ".。？”」" for node in nodes)
    assert not any(node.text.endswith(("z. B.", "Dr.", "3.")) for node in nodes)
    for before, after in pairwise(nodes):
        assert before.end_char_idx is not None
        assert after.start_char_idx is not None
        assert after.start_char_idx < before.end_char_idx, "a sentence is repeated"
        assert before.relationships[NodeRelationship.NEXT].node_id == after.id_  # type: ignore[union-attr]


def test_headings_begin_passages_and_make_the_path() -> None:
    text = f"# Manual\n\nIntro.\n\n## Limits\n{ENGLISH}\n\n### Speed\n\nFast.\n\n## Costs\n\nNone."
    nodes = split(text, 128)
    assert headings(nodes) == ["Manual", "Manual > Limits", "Manual > Limits > Speed", "Manual > Costs"]
    assert [node.text.split("\n")[0] for node in nodes] == ["# Manual", "## Limits", "### Speed", "## Costs"]


def test_a_heading_never_ends_a_passage() -> None:
    text = f"{ENGLISH * 2}\n\nCONDITIONS OF USE\n\n{ENGLISH * 3}"
    nodes = split(text, 64)
    assert not any(node.text.endswith("USE") for node in nodes)
    assert any(node.text.startswith("CONDITIONS OF USE") for node in nodes)


def test_headings_outside_markdown() -> None:
    text = f"Title\n=====\n\n{ENGLISH}\n\nChapter 2\n\n{ENGLISH}\n\n2.1 Opening hours\n{ENGLISH}"
    assert headings(split(text)) == ["Title", "Chapter 2", "Chapter 2 > 2.1 Opening hours"]
    text = f"第3章 料金\n\n{JAPANESE}\n\n第1節 割引\n\n{JAPANESE}"
    assert headings(split(text)) == ["第3章 料金", "第3章 料金 > 第1節 割引"]


@pytest.mark.parametrize(
    "line",
    ["1. First do this.", "We met in 2019 and", "- LIST", "I agree", "Section 3 says that it holds.", "12.50 EUR"],
)
def test_what_is_no_heading(line: str) -> None:
    assert headings(split(f"{line}\n\nAnd so on it went.")) == [None]


def test_a_heading_may_be_handed_in() -> None:
    nodes = split("Rest of the chapter.\n\n## Costs\n\nNone.", metadata={"heading": "Book > Limits"})
    assert headings(nodes) == ["Book > Limits", "Book > Costs"]


def test_rows_and_items_stay_whole() -> None:
    rows = [f"| item {i} | a rather long description. With two sentences of it. | {i}.50 |" for i in range(12)]
    items = [f"{i}. Open the lid. Take part {i} out. Close it again." for i in range(1, 12)]
    for lines in (rows, items):
        nodes = split("\n".join(lines), 64)
        assert len(nodes) > 2
        assert [line for node in nodes for line in node.text.split("\n")] == lines


def test_paragraphs_tables_and_code_stay_whole_where_they_fit() -> None:
    table = "| a | b |\n|---|---|\n| one | two |\n| three | four |\n| five | six |"
    code = "```python\ndef area(r):\n    x = 3.14\n\n    return x * r\n```"
    text = f"{ENGLISH}\n\n{table}\n\n{ENGLISH}\n\n{code}\n\n{ENGLISH}"
    nodes = split(text, 64)
    assert any(table in node.text for node in nodes)
    assert any(code in node.text for node in nodes)


def test_source_code_keeps_its_lines_and_has_no_headings() -> None:
    lines = [f"    value_{i} = compute(value_{i}, 'a. B')  # not a heading" for i in range(30)]
    nodes = split("# comment\n" + "\n".join(lines), 64, metadata={"file_path": "x/y.py"})
    assert headings(nodes) == [None] * len(nodes)
    assert [line.strip() for node in nodes for line in node.text.split("\n")][1:] == [line.strip() for line in lines]


def test_a_word_without_end_is_cut_between_characters() -> None:
    family = "👨‍👩‍👧"
    nodes = split(family * 200, 32)
    assert "".join(node.text for node in nodes) == family * 200
    assert not any(node.text.startswith("\u200d") or node.text.endswith("\u200d") for node in nodes)


@pytest.mark.parametrize(("size", "overlap"), [(8, 0), (64, 33), (64, -1)])
def test_sizes_are_checked(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="chunk_"):
        PassageSplitter(size, overlap, tokenizer=offsets())


@pytest.mark.parametrize("text", ["", " \n\t\n "])
def test_nothing_to_cut(text: str) -> None:
    assert split(text) == []
