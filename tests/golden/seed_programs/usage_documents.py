"""The usage pattern of documents, nodes and pipelines: metadata, relationships, transformations of one's own."""

import re

from desktop_rag.llamaindex import Document, MetadataMode, Settings, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.ingestion import IngestionPipeline
from desktop_rag.llamaindex.node_parser import SentenceSplitter, TokenTextSplitter
from desktop_rag.llamaindex.schema import NodeRelationship, RelatedNodeInfo, TextNode, TransformComponent

document = Document(
    text="A document whose metadata is written differently",
    metadata={"file_name": "plans.txt", "category": "finance", "author": "Mara"},
    excluded_llm_metadata_keys=["file_name"],
    metadata_separator="::",
    metadata_template="{key}=>{value}",
    text_template="Metadata: {metadata_str}\n-----\nContent: {content}",
)
print(document.get_content(metadata_mode=MetadataMode.LLM))
print(document.get_content(metadata_mode=MetadataMode.EMBED))

documents = SimpleDirectoryReader(
    "./data", file_metadata=lambda filename: {"from": filename[-9:]}, filename_as_id=True
).load_data()
print(sorted(doc.metadata["from"] for doc in documents), documents[0].doc_id.endswith(".txt"))

node1 = TextNode(text="one", id_="1")
node2 = TextNode(text="two", id_="2")
node1.relationships[NodeRelationship.NEXT] = RelatedNodeInfo(node_id=node2.node_id)
node2.relationships[NodeRelationship.PREVIOUS] = RelatedNodeInfo(node_id=node1.node_id)
index = VectorStoreIndex([node1, node2])
print(index.docstore.get_node("1").next_node.node_id)


class TextCleaner(TransformComponent):
    """Leaves letters, figures and blanks."""

    def __call__(self, nodes, **kwargs):
        for node in nodes:
            node.text = re.sub(r"[^0-9A-Za-z ]", "", node.text)
        return nodes


pipeline = IngestionPipeline(
    transformations=[SentenceSplitter(chunk_size=25, chunk_overlap=0), TextCleaner(), Settings.embed_model]
)
nodes = pipeline.run(documents=[Document(text="A, b. C!")])
print([node.text for node in nodes], nodes[0].embedding is not None)

splitter = TokenTextSplitter(chunk_size=1024, chunk_overlap=20, separator=" ")
print([node.text for node in splitter.get_nodes_from_documents([Document(text="A b c")])])
