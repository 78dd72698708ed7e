"""An embedding model of one's own, as the page on custom embeddings has it, behind an index."""

from typing import Any

from desktop_rag.llamaindex.base.embeddings.base import BaseEmbedding
from desktop_rag.llamaindex.bridge.pydantic import PrivateAttr

from desktop_rag.llamaindex import Settings, SimpleDirectoryReader, VectorStoreIndex


class Encoder:
    """Stands for a library that embeds pairs of an instruction and a text."""

    def __init__(self, words: str) -> None:
        self.words = words.split()

    def encode(self, pairs: list[list[str]]) -> list[list[float]]:
        return [[float(text.count(word)) for word in self.words] for _, text in pairs]


class InstructedEmbeddings(BaseEmbedding):
    """Embeds with an instruction."""

    _model: Encoder = PrivateAttr()
    _instruction: str = PrivateAttr()

    def __init__(self, words: str = "cat dog", instruction: str = "Represent a document:", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._model = Encoder(words)
        self._instruction = instruction

    @classmethod
    def class_name(cls) -> str:
        return "instructed"

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    async def _aget_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embedding(text)

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._model.encode([[self._instruction, query]])[0]

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._model.encode([[self._instruction, text]])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._model.encode([[self._instruction, text] for text in texts])


embed_model = InstructedEmbeddings(embed_batch_size=2)
print([float(number) for number in embed_model.get_text_embedding("It is raining cats and dogs here!")])

Settings.embed_model = embed_model
Settings.chunk_size = 512
index = VectorStoreIndex.from_documents(SimpleDirectoryReader("data").load_data())
print(index.as_retriever(similarity_top_k=1).retrieve("Who walks the dog?")[0].text)
print(index.as_query_engine().query("Who walks the dog?"))
