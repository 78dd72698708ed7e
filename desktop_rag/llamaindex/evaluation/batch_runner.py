"""Judge many answers by several judges."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from desktop_rag.core.response import AnyResponse
from desktop_rag.llamaindex.async_utils import asyncio_run
from desktop_rag.llamaindex.evaluation.evaluator import BaseEvaluator, EvaluationResult
from desktop_rag.query_engine.base import BaseQueryEngine

Results = dict[str, list[EvaluationResult]]


class BatchEvalRunner:
    """Asks several judges about many answers, ``workers`` requests at once.

    Further lists by name have a value for each answer (``reference=[...]``); a mapping under the name of a judge has
    lists for that one alone.
    """

    def __init__(
        self,
        evaluators: Mapping[str, BaseEvaluator],
        workers: int = 2,
        show_progress: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> None:
        self.evaluators = evaluators
        self.workers = workers
        self.show_progress = show_progress

    async def aevaluate_response_strs(
        self,
        queries: Sequence[str] | None = None,
        response_strs: Sequence[str] | None = None,
        contexts_list: Sequence[Sequence[str]] | None = None,
        **eval_kwargs_lists: Any,  # noqa: ANN401 - lists, or mappings of lists
    ) -> Results:
        """Judge answers given as texts.

        Raises:
            ValueError: the lists are of different lengths, or there is none.

        """
        columns = _columns(query=queries, response=response_strs, contexts=contexts_list)
        return await self._judged("aevaluate", columns, eval_kwargs_lists)

    async def aevaluate_responses(
        self,
        queries: Sequence[str] | None = None,
        responses: Sequence[AnyResponse] | None = None,
        **eval_kwargs_lists: Any,  # noqa: ANN401
    ) -> Results:
        """Judge answers of engines; raises as ``aevaluate_response_strs`` does."""
        columns = _columns(query=queries, response=responses)
        return await self._judged("aevaluate_response", columns, eval_kwargs_lists)

    async def aevaluate_queries(
        self,
        query_engine: BaseQueryEngine,
        queries: Sequence[str] | None = None,
        **eval_kwargs_lists: Any,  # noqa: ANN401
    ) -> Results:
        """Ask an engine, and judge its answers.

        Raises:
            ValueError: there are no questions, or lists of different lengths.

        """
        if queries is None:
            raise ValueError("`queries` must be provided")
        responses = await self._all([query_engine.aquery(query) for query in queries])
        return await self.aevaluate_responses(queries, responses, **eval_kwargs_lists)

    def evaluate_response_strs(
        self,
        queries: Sequence[str] | None = None,
        response_strs: Sequence[str] | None = None,
        contexts_list: Sequence[Sequence[str]] | None = None,
        **eval_kwargs_lists: Any,  # noqa: ANN401
    ) -> Results:
        """Return what ``aevaluate_response_strs`` does."""
        return asyncio_run(self.aevaluate_response_strs(queries, response_strs, contexts_list, **eval_kwargs_lists))

    def evaluate_responses(
        self,
        queries: Sequence[str] | None = None,
        responses: Sequence[AnyResponse] | None = None,
        **eval_kwargs_lists: Any,  # noqa: ANN401
    ) -> Results:
        """Return what ``aevaluate_responses`` does."""
        return asyncio_run(self.aevaluate_responses(queries, responses, **eval_kwargs_lists))

    def evaluate_queries(
        self,
        query_engine: BaseQueryEngine,
        queries: Sequence[str] | None = None,
        **eval_kwargs_lists: Any,  # noqa: ANN401
    ) -> Results:
        """Return what ``aevaluate_queries`` does."""
        return asyncio_run(self.aevaluate_queries(query_engine, queries, **eval_kwargs_lists))

    async def _judged(self, method: str, rows: list[dict[str, Any]], further: Mapping[str, Any]) -> Results:
        calls = [
            getattr(judge, method)(**row, **_further(further, name, number, len(rows)))
            for name, judge in self.evaluators.items()
            for number, row in enumerate(rows)
        ]
        results = await self._all(calls)
        return {
            name: results[number * len(rows) : (number + 1) * len(rows)] for number, name in enumerate(self.evaluators)
        }

    async def _all(self, calls: Sequence[Coroutine[Any, Any, Any]]) -> list[Any]:
        free = asyncio.Semaphore(self.workers)

        async def one(call: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 - what it returns
            async with free:
                return await call

        return list(await asyncio.gather(*map(one, calls)))


def _columns(**columns: Sequence[Any] | None) -> list[dict[str, Any]]:
    """Return the rows of columns of one length; those that are None have None in each."""
    lengths = {len(column) for column in columns.values() if column is not None}
    if not lengths:
        raise ValueError("At least one item in inputs_list must be provided.")
    if len(lengths) > 1:
        raise ValueError("All inputs must have the same length.")
    (length,) = lengths
    full = {name: column or [None] * length for name, column in columns.items()}
    return [{name: column[number] for name, column in full.items()} for number in range(length)]


def _further(given: Mapping[str, Any], judge: str, number: int, count: int) -> dict[str, Any]:
    """Return the further values for an answer and a judge."""
    is_by_judge = any(isinstance(one, Mapping) for one in given.values())
    lists: Mapping[str, Any] = given.get(judge, {}) if is_by_judge else given
    for name, values in lists.items():
        if not isinstance(values, list):
            raise ValueError(f"eval_kwargs must be a list or a dict. Got {name}: {values}")  # noqa: TRY004 - LlamaIndex's
        if len(values) != count:
            raise ValueError("All inputs must have the same length.")
    return {name: values[number] for name, values in lists.items()}
