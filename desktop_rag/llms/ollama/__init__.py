"""Ollama's own interface: its models as language models, and the server that has them."""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.llms.ollama.model import Ollama
    from desktop_rag.llms.ollama.server import OllamaServer

__all__ = ["Ollama", "OllamaServer"]

__getattr__ = lazily(__name__, {"model": ("Ollama",), "server": ("OllamaServer",)})
