"""A pipeline of a splitter, extractors and own steps, with a cache and a docstore, as the pages on loading show."""

import re
from typing import Any

from desktop_rag.llamaindex import Document, Settings, VectorStoreIndex
from desktop_rag.llamaindex.extractors import BaseExtractor, KeywordExtractor, TitleExtractor
from desktop_rag.llamaindex.ingestion import IngestionPipeline
from desktop_rag.llamaindex.node_parser import SentenceSplitter
from desktop_rag.llamaindex.schema import BaseNode, TransformComponent
from desktop_rag.llamaindex.storage import SimpleDocumentStore


class TextCleaner(TransformComponent):
    def __call__(self, nodes: list[BaseNode], **kwargs: Any) -> list[BaseNode]:
        for node in nodes:
            node.text = re.sub(r"[^0-9A-Za-z .]", "", node.text)
        return nodes


class LengthExtractor(BaseExtractor):
    async def aextract(self, nodes: list[BaseNode]) -> list[dict[str, Any]]:
        return [{"length": len(node.text)} for node in nodes]


documents = [Document(text="My cats* sleep all day.", id_="cats"), Document(text="Our dogs bark at night!", id_="dogs")]
pipeline = IngestionPipeline(
    transformations=[
        SentenceSplitter(chunk_size=64, chunk_overlap=0),
        TextCleaner(),
        LengthExtractor(),
        TitleExtractor(nodes=5, num_workers=1),
        KeywordExtractor(keywords=3, num_workers=1),
        Settings.embed_model,
    ],
    docstore=SimpleDocumentStore(),
)
nodes = pipeline.run(documents=documents)
print([(node.text, node.metadata["length"], node.metadata["document_title"]) for node in nodes])
print([node.metadata["excerpt_keywords"] for node in nodes])
pipeline.persist("./pipeline_storage")

again = IngestionPipeline(transformations=pipeline.transformations, docstore=SimpleDocumentStore())
again.load("./pipeline_storage")
print(len(again.run(documents=documents)), len(VectorStoreIndex(nodes).docstore.docs))
