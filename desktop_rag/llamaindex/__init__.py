"""The wing for programs: LlamaIndex's module paths, names and defaults over the application's parts.

A program exchanges ``llama_index.core`` (and ``llama_index`` before the integrations) for this package, and nothing
else. Nothing of the application imports it, so it may import everything.
"""

from desktop_rag.llamaindex.names import stubbed
from desktop_rag.llamaindex.paths import install

install()
__getattr__, __all__ = stubbed(__name__, __file__)
