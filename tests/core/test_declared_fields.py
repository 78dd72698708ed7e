"""Classes of a program's own declare their fields as LlamaIndex's users write them."""

from collections.abc import Sequence
from typing import ClassVar

import pytest
from pydantic import Field, PrivateAttr

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.ingestion.transformations import TransformComponent
from desktop_rag.llamaindex.embeddings.custom import CustomEmbedding
from desktop_rag.llamaindex.llms.custom import CompletionResponseGen, CustomLLM
from desktop_rag.llamaindex.query_engine.custom import CustomQueryEngine
from desktop_rag.llamaindex.vector_stores.utils import BasePydanticVectorStore
from desktop_rag.llms.base import CompletionResponse, LLMMetadata
from desktop_rag.node_parser.base import TextSplitter
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.vector_stores.types import VectorStoreQuery, VectorStoreQueryResult


class Lowers(BaseNodePostprocessor):
    factor: float = 2.0
    seen: list[str] = []  # noqa: RUF012 - as LlamaIndex's users write it
    limit: int = Field(default=3, description="how many")
    names: dict[str, int] = Field(default_factory=dict)
    _rest: int = PrivateAttr(default=7)
    kind: ClassVar[str] = "lowers"

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        self.seen += [found.node.text for found in nodes]
        return [NodeWithScore(found.node, found.get_score() - self.factor) for found in nodes[: self.limit]]


class Upper(TransformComponent):
    suffix: str

    def __call__(self, nodes: Sequence[TextNode], **_: object) -> Sequence[TextNode]:
        return [TextNode(node.text.upper() + self.suffix) for node in nodes]


class Halves(TextSplitter):
    mark: str = ";"

    def split_text(self, text: str) -> list[str]:
        return text.split(self.mark)


class Kept(BasePydanticVectorStore):
    nodes: dict[str, TextNode] = Field(default_factory=dict)
    name: str = "kept"

    def __init__(self, **fields: object) -> None:
        super().__init__(stores_text=True, **fields)

    def add(self, nodes: Sequence[TextNode]) -> list[str]:
        self.nodes |= {node.node_id: node for node in nodes}
        return list(self.nodes)

    def delete(self, ref_doc_id: str) -> None:
        self.nodes = {name: node for name, node in self.nodes.items() if node.ref_doc_id != ref_doc_id}

    def query(self, query: VectorStoreQuery) -> VectorStoreQueryResult:
        found = list(self.nodes.values())[: query.similarity_top_k]
        return VectorStoreQueryResult(found, [1.0] * len(found), [node.node_id for node in found])


class Engine(CustomQueryEngine):
    answer: str = "ok"

    def custom_query(self, query_str: str) -> str:
        return f"{query_str} {self.answer}"


class Says(CustomLLM):
    word: str = Field(default="yes")

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata()

    def complete(self, prompt: str, formatted: bool = False, **_: object) -> CompletionResponse:
        return CompletionResponse(self.word)

    def stream_complete(self, prompt: str, formatted: bool = False, **_: object) -> CompletionResponseGen:
        raise NotImplementedError


class Fixed(CustomEmbedding):
    value: float = 1.0

    def _get_query_embedding(self, query: str) -> list[float]:
        return [self.value]

    def _get_text_embedding(self, text: str) -> list[float]:
        return [self.value]


def test_fields_are_given_by_name() -> None:
    nodes = [NodeWithScore(TextNode("a"), 1.0)] * 2
    assert [one.score for one in Lowers().postprocess_nodes(nodes)] == [-1.0, -1.0]
    assert [one.score for one in Lowers(factor=0.5, limit=1).postprocess_nodes(nodes)] == [0.5]
    assert Upper(suffix="!")([TextNode("a")])[0].text == "A!"
    assert [node.text for node in Halves(mark=",", include_metadata=False)([TextNode("a,b;c")])] == ["a", "b;c"]
    assert str(Engine(answer="no").query("why?")) == "why? no"
    assert (Says().complete("x").text, Says(word="no").complete("x").text) == ("yes", "no")
    assert Fixed(value=3.0).get_text_embedding("x")[0] == 3.0
    store, other = Kept(name="mine"), Kept()
    assert store.add([TextNode("a", "n")]) == ["n"]
    assert (store.name, store.stores_text, other.nodes) == ("mine", True, {})


def test_each_object_has_defaults_of_its_own() -> None:
    first, second = Lowers(), Lowers()
    first.postprocess_nodes([NodeWithScore(TextNode("a"), 1.0)])
    first.names["a"] = 1
    assert (first.seen, second.seen, second.names) == (["a"], [], {})
    assert (second.limit, second._rest, Lowers.kind) == (3, 7, "lowers")


@pytest.mark.parametrize("kind", [Lowers, Upper, Halves, Kept, Engine, Says, Fixed])
def test_a_field_that_is_not_declared_is_refused(kind: type) -> None:
    with pytest.raises(TypeError, match="factors"):
        kind(factors=1)
