"""What is done with found passages unless the settings say otherwise: no file crowds out others, the best is wider."""

from desktop_rag.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode
from desktop_rag.postprocessor.join_neighbours import WidenBestPostprocessor
from desktop_rag.postprocessor.near_duplicates import SpreadFilesPostprocessor
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext

PAGES = ("Whales sing. They sing for hours. Nobody knows why.", "Whales also dive. Deep.")


def found(file: str, score: float | None) -> NodeWithScore:
    node = TextNode(text=f"{file} {score}", relationships={NodeRelationship.SOURCE: RelatedNodeInfo(file)})
    return NodeWithScore(node, score)


def order(nodes: list[NodeWithScore]) -> list[str | None]:
    return [one.node.ref_doc_id for one in SpreadFilesPostprocessor().postprocess_nodes(nodes)]


def test_others_come_before_the_third_passage_of_a_file_that_is_hardly_better() -> None:
    long_file = [found("long", 1.0), found("long", 0.9), found("long", 0.81), found("long", 0.8)]
    assert order([*long_file, found("other", 0.79), found("last", 0.1)]) == [
        "long",
        "long",
        "other",
        "long",
        "long",
        "last",
    ]
    assert order([*long_file, found("other", 0.5)])[:4] == ["long"] * 4


def test_scores_stay_and_nothing_moves_without_any() -> None:
    nodes = [found("a", None), found("a", None), found("a", None), found("b", None)]
    assert SpreadFilesPostprocessor().postprocess_nodes(nodes) == nodes
    assert SpreadFilesPostprocessor().postprocess_nodes([]) == []
    scored = [found("a", -1.0), found("a", -2.0), found("a", -3.0), found("b", -3.01), found("c", -9.0)]
    spread = SpreadFilesPostprocessor().postprocess_nodes(scored)
    assert [one.score for one in spread] == [-1.0, -2.0, -3.01, -3.0, -9.0]


def library() -> tuple[StorageContext, list[TextNode]]:
    """Return a file of two pages: three sentences, each a passage, then two."""
    storage = StorageContext()
    records = []
    for page, text in enumerate(PAGES, 1):
        start = 0
        for sentence in text.replace(". ", ".|").split("|"):
            records.append(NodeRecord(page, start, start + len(sentence), "", sentence, ""))
            start += len(sentence) + 1
    pages = [(str(number), text) for number, text in enumerate(PAGES, 1)]
    with storage.transaction():
        storage.documents.replace_file(
            DocumentRecord("/whales.txt", 1, 1, b"", {"file_name": "whales.txt"}, pages, records)
        )
    return storage, list(storage.docstore.iter_nodes())


def test_the_best_passage_is_read_with_its_neighbours_on_the_page() -> None:
    storage, nodes = library()
    kept = WidenBestPostprocessor(storage.docstore).postprocess_nodes([NodeWithScore(nodes[1], 0.9, ("words",))])
    assert [one.node.text for one in kept] == [PAGES[0]]
    assert (kept[0].node.start_char_idx, kept[0].node.end_char_idx) == (0, len(PAGES[0]))
    assert (kept[0].node.node_id, kept[0].score, kept[0].found_by) == (nodes[1].node_id, 0.9, ("words",))
    storage.close()


def test_other_pages_stay_apart_and_others_are_joined_only_with_what_was_found() -> None:
    storage, nodes = library()
    given = [NodeWithScore(nodes[3], 0.9), NodeWithScore(nodes[0], 0.8)]
    kept = WidenBestPostprocessor(storage.docstore).postprocess_nodes(given)
    assert [one.node.text for one in kept] == [PAGES[1], "Whales sing."]
    given = [NodeWithScore(nodes[3], 0.9), NodeWithScore(nodes[1], 0.8), NodeWithScore(nodes[0], 0.7)]
    kept = WidenBestPostprocessor(storage.docstore).postprocess_nodes(given)
    assert [one.node.text for one in kept] == [PAGES[1], "Whales sing. They sing for hours."]
    assert WidenBestPostprocessor(storage.docstore).postprocess_nodes([]) == []
    storage.close()


def test_a_program_s_node_stays_as_it_is() -> None:
    storage, _ = library()
    node = NodeWithScore(TextNode(text="not of any file"), 1.0)
    assert WidenBestPostprocessor(storage.docstore).postprocess_nodes([node]) == [node]
    storage.close()
