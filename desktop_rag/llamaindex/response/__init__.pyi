from desktop_rag.core.response import (
    PydanticResponse as PydanticResponse,
    Response as Response,
    StreamingResponse as StreamingResponse,
)
from desktop_rag.core.schema import NodeWithScore as NodeWithScore
from desktop_rag.llamaindex.response.notebook_utils import (
    display_response as display_response,
    display_source_node as display_source_node,
)
from desktop_rag.llamaindex.response.streams import (
    RESPONSE_TYPE as RESPONSE_TYPE,
    AsyncStreamingResponse as AsyncStreamingResponse,
)
