"""Streams under the name of those that are awaited."""

from desktop_rag.core.response import StreamingResponse

AsyncStreamingResponse = StreamingResponse
"""LlamaIndex's name of what ``aquery`` returns of a stream: read it with ``async_response_gen``."""
