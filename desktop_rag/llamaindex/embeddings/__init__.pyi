from desktop_rag.core.similarity import SimilarityMode as SimilarityMode, similarity as similarity
from desktop_rag.embeddings.base import (
    EmbeddingModel as EmbeddingModel,
    embed_nodes as embed_nodes,
    mean_agg as mean_agg,
)
from desktop_rag.embeddings.cached import CachedEmbedding as CachedEmbedding
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding as MultilingualE5Embedding
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding as OpenAILikeEmbedding
from desktop_rag.llamaindex.embeddings.custom import BaseEmbedding as BaseEmbedding, CustomEmbedding as CustomEmbedding
from desktop_rag.llamaindex.embeddings.huggingface import HuggingFaceEmbedding as HuggingFaceEmbedding
from desktop_rag.llamaindex.embeddings.mock_embed_model import MockEmbedding as MockEmbedding
from desktop_rag.llamaindex.embeddings.ollama import OllamaEmbedding as OllamaEmbedding
from desktop_rag.llamaindex.embeddings.openai import OpenAIEmbedding as OpenAIEmbedding
from desktop_rag.llamaindex.embeddings.utils import resolve_embed_model as resolve_embed_model
