"""Documents that are put into an index as they are, and deleted again; what is found is filtered by similarity."""

from desktop_rag.llamaindex import SimpleDirectoryReader, VectorStoreIndex, get_response_synthesizer
from desktop_rag.llamaindex.postprocessor import SimilarityPostprocessor
from desktop_rag.llamaindex.query_engine import RetrieverQueryEngine

documents = SimpleDirectoryReader("./data").load_data()
index = VectorStoreIndex(documents)
index.delete_ref_doc(documents[0].id_)
print([node.node.metadata["file_name"] for node in index.as_retriever(similarity_top_k=5).retrieve("What do dogs do?")])

query_engine = RetrieverQueryEngine(
    retriever=index.as_retriever(),
    response_synthesizer=get_response_synthesizer(),
    node_postprocessors=[SimilarityPostprocessor(similarity_cutoff=0.7)],
)
print(query_engine.query("What do dogs do?"))
