"""Query engines of one's own."""

from abc import abstractmethod

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.response import AnyResponse, PydanticResponse, Response, StreamingResponse
from desktop_rag.core.schema import DeclaredFields, QueryBundle
from desktop_rag.query_engine.base import BaseQueryEngine


class CustomQueryEngine(DeclaredFields, BaseQueryEngine):
    """Answers by a function of one's own: a subclass implements ``custom_query``.

    What it declares as fields (``retriever: BaseRetriever``) is given by name when it is made.
    """

    def __init__(self, *, callback_manager: CallbackManager | None = None, **fields: object) -> None:
        super().__init__(**fields)
        self._callback_manager = callback_manager

    @abstractmethod
    def custom_query(self, query_str: str) -> str | AnyResponse:
        """Return the answer to a question, as text or with its sources."""

    def _query(self, query_bundle: QueryBundle) -> AnyResponse:
        return _response(self.custom_query(query_bundle.query_str))

    async def _aquery(self, query_bundle: QueryBundle) -> AnyResponse:
        return _response(await self.acustom_query(query_bundle.query_str))

    acustom_query = asynchronous(custom_query)


def _response(answer: str | AnyResponse) -> AnyResponse:
    return answer if isinstance(answer, Response | StreamingResponse | PydanticResponse) else Response(str(answer))
