"""A query engine of one's own."""

from desktop_rag.core.response import AnyResponse, Response
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.llamaindex.query_engine import CustomQueryEngine


class Shouting(CustomQueryEngine):
    ending: str

    def custom_query(self, query_str: str) -> str | AnyResponse:
        if query_str == "sources":
            return Response("Found.", [NodeWithScore(TextNode("here"))])
        return query_str.upper() + self.ending


def test_a_text_becomes_a_response() -> None:
    assert str(Shouting(ending="!").query("hey")) == "HEY!"


def test_a_response_stays_one() -> None:
    assert Shouting(ending="!").query("sources").source_nodes[0].text == "here"
