"""Nodes end where the text turns to something else."""

from collections.abc import Sequence

import numpy as np
import pytest

from desktop_rag.core.schema import Document, EmbeddingSpace, Matrix, Vector
from desktop_rag.llamaindex.node_parser import SemanticSplitterNodeParser

TEXT = "A cat sleeps. A cat eats. Trains are fast. Trains are long. Trains are loud."


class Subjects:
    """A model that knows two subjects; ``batches`` are what it was given."""

    space = EmbeddingSpace("test", "subjects", 2, "")

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def get_text_embedding_batch(self, texts: Sequence[str], show_progress: bool = False) -> Matrix:
        self.batches.append(list(texts))
        return np.array([[text.count("cat"), text.count("Train")] for text in texts], np.float32)

    def get_query_embedding(self, query: str) -> Vector:
        return self.get_text_embedding_batch([query])[0]


def texts_of(parser: SemanticSplitterNodeParser, *texts: str) -> list[str]:
    return [node.text.strip() for node in parser.get_nodes_from_documents([Document(text) for text in texts])]


def test_a_text_of_two_subjects() -> None:
    model = Subjects()
    parser = SemanticSplitterNodeParser.from_defaults(model, 75, 0)
    assert texts_of(parser, TEXT) == ["A cat sleeps. A cat eats.", "Trains are fast. Trains are long. Trains are loud."]
    assert model.batches == [
        ["A cat sleeps. ", "A cat eats. ", "Trains are fast. ", "Trains are long. ", "Trains are loud."]
    ]
    assert "".join(node.text for node in parser.get_nodes_from_documents([Document(TEXT)])).count("Trains") == 3


def test_sentences_are_compared_with_those_around_them() -> None:
    model = Subjects()
    texts_of(SemanticSplitterNodeParser(model), TEXT)
    assert model.batches[0][:2] == ["A cat sleeps. A cat eats. ", "A cat sleeps. A cat eats. Trains are fast. "]
    assert model.batches[0][-1] == "Trains are long. Trains are loud."


def test_what_is_too_short_to_be_cut() -> None:
    model = Subjects()
    assert texts_of(SemanticSplitterNodeParser(model), "", " \n\t ", "One sentence.") == ["One sentence."]
    assert model.batches == []


def test_sentences_that_a_program_finds() -> None:
    parser = SemanticSplitterNodeParser(Subjects(), 50, 0, sentence_splitter=lambda text: text.split("; "))
    (first, second) = parser.get_nodes_from_documents([Document("cat; cat; Train; Train", id_="d")])
    assert (first.text, second.text, second.start_char_idx, second.ref_doc_id) == ("cat; cat", "Train; Train", 10, "d")
    with pytest.raises(ValueError, match="not in the text"):
        texts_of(SemanticSplitterNodeParser(Subjects(), sentence_splitter=lambda _: ["else"]), TEXT)
