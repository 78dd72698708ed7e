"""LlamaIndex's other names of what queries return."""

from desktop_rag.core.response import AnyResponse, StreamingResponse

AsyncStreamingResponse = StreamingResponse
"""LlamaIndex's name of what ``aquery`` returns of a stream: read it with ``async_response_gen``."""
RESPONSE_TYPE = AnyResponse
"""LlamaIndex's name of all that ``query`` may return."""
