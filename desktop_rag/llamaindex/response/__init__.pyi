from desktop_rag.core.response import (
    AsyncStreamingResponse as AsyncStreamingResponse,
    PydanticResponse as PydanticResponse,
    Response as Response,
    StreamingResponse as StreamingResponse,
)
from desktop_rag.llamaindex.response.notebook_utils import (
    display_response as display_response,
    display_source_node as display_source_node,
)
