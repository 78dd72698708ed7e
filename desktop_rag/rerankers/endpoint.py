"""Rerankers behind an address: ``/v1/rerank`` of llama.cpp, vLLM, Jina, Cohere; ``/rerank`` of TEI."""

import enum
import math
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.parallel import run_parallel
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.llms.base import ChatDelta
from desktop_rag.llms.failures import ModelMissingError, Refusal, plain_errors, refusal_error
from desktop_rag.llms.json_values import dig, items_at, parsed
from desktop_rag.llms.retrying import stream_with_retries

DEFAULT_TIMEOUT = 60.0
DEFAULT_MAX_RETRIES = 3
DEFAULT_BATCH_SIZE = 32  # what TEI accepts at once unless told otherwise
_NOT_IMPLEMENTED = 501
_NO_SUCH_SERVICE = frozenset({404, 405, _NOT_IMPLEMENTED})
_OTHER_FORM = frozenset({400, 404, 405, 422})
T = TypeVar("T")


class RerankForm(enum.StrEnum):
    """The forms of a request."""

    V1 = "v1"  # {"model", "query", "documents"} -> {"results": [{"index", "relevance_score"}]}
    TEI = "tei"  # {"query", "texts"} -> [{"index", "score"}]


@dataclass(frozen=True, slots=True)
class _Target:
    """The address and the form of requests."""

    url: str
    form: RerankForm

    def body(self, model: str, query: str, texts: Sequence[str]) -> dict[str, object]:
        """Return the body of a request in this server's form."""
        if self.form is RerankForm.TEI:
            return {"query": query, "texts": list(texts), "truncate": True}
        return {**({"model": model} if model else {}), "query": query, "documents": list(texts)}


class NoRerankerError(UserError):
    """Something answers, but it is no reranker."""


class _OtherFormError(Exception):
    """The server may understand the other form."""

    def __init__(self, refusal: UserError) -> None:
        super().__init__()
        self.refusal = refusal


class EndpointReranker:
    """One reranking model at one address, taken as people write it: with or without /v1 or /rerank.

    Which form the server understands is found out with the first request. At most ``1 + max_retries`` requests are
    sent for each batch. It may be used from several threads; the job's token cancels it at once.
    """

    def __init__(
        self,
        model: str,
        base_url: str,
        api_key: str | None = None,
        *,
        batch_size: int = DEFAULT_BATCH_SIZE,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        default_headers: Mapping[str, str] | None = None,
    ) -> None:
        self.model = model
        self.address, login = net.split_login(net.normalise_address(base_url))
        self._api_key = api_key
        self._batch_size = max(1, batch_size)
        self._timeout = timeout
        self._max_retries = max_retries
        key = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._headers = {**key, **login, **(default_headers or {})}
        self._lock = threading.Lock()
        self._targets = _targets(self.address)

    def rerank(self, query: str, texts: Sequence[str]) -> list[float | None]:
        """Return the score of each text, higher is better; None for texts the server did not judge.

        Raises:
            UserError: the server does not answer as a reranker should.
            CancelledError: the job was told to stop.

        """
        batches = [texts[start : start + self._batch_size] for start in range(0, len(texts), self._batch_size)]
        if not batches:
            return []
        first = self._rerank_batch(query, batches[0])  # alone: it finds out which form is right

        def others(batch: Sequence[str]) -> list[float | None]:
            return self._rerank_batch(query, batch)

        return [score for scores in (first, *run_parallel(others, batches[1:])) for score in scores]

    def _rerank_batch(self, query: str, texts: Sequence[str]) -> list[float | None]:
        """Judge some texts, in the form that works."""
        token = current_token()
        with self._lock:
            targets = self._targets
        errors: list[UserError] = []
        for target in targets:

            def ask(target: _Target = target) -> list[float | None]:
                return self._ask(target, query, texts, token)

            try:
                scores = _with_retries(ask, token, self._max_retries)
            except _OtherFormError as error:
                errors.append(error.refusal)
                continue
            with self._lock:
                self._targets = (target,)
            return scores
        raise next((error for error in errors if not isinstance(error, NoRerankerError)), errors[0])

    def _ask(self, target: _Target, query: str, texts: Sequence[str], cancel: CancelToken) -> list[float | None]:
        """Send one request."""
        cancel.raise_if_cancelled()
        with (
            plain_errors(cancel, self.address),
            net.cancellable_client(self.address, cancel, timeout=self._timeout, headers=self._headers) as client,
        ):
            response = client.post(target.url, json=target.body(self.model, query, texts))
        cancel.raise_if_cancelled()
        if response.is_success:
            scores = _scores(parsed(response.content), len(texts))
            if scores is None:
                raise _OtherFormError(_no_reranker(self.address))
            return scores
        error = self._refused(response)
        if response.status_code in _OTHER_FORM and not isinstance(error, ModelMissingError):
            raise _OtherFormError(error)
        raise error

    def _refused(self, response: httpx.Response) -> UserError:
        """Return the error for a refusal."""
        refusal = Refusal.of(response, self.address, self.model, has_key=bool(self._api_key))
        refusal = replace(refusal, server="The reranker")
        error = refusal_error(refusal)
        if response.status_code in _NO_SUCH_SERVICE and not isinstance(error, ModelMissingError):
            return _no_reranker(self.address, refusal.said if response.status_code == _NOT_IMPLEMENTED else "")
        return error


def _targets(address: str) -> tuple[_Target, ...]:
    """Return the targets to try for an address, the likeliest first."""
    if address.endswith(("/rerank", "/reranking")):
        return _Target(address, RerankForm.V1), _Target(address, RerankForm.TEI)
    path = httpx.URL(address).path.strip("/")
    if not path:
        return _Target(f"{address}/v1/rerank", RerankForm.V1), _Target(f"{address}/rerank", RerankForm.TEI)
    root = address.removesuffix("/v1")
    return _Target(f"{address}/rerank", RerankForm.V1), _Target(f"{root}/rerank", RerankForm.TEI)


def _scores(value: object, count: int) -> list[float | None] | None:
    """Read either form of reply; None when it is neither. What is wrong in it is left out."""
    items = items_at(value) or items_at(value, "results") or items_at(value, "data")
    scores: dict[int, float] = {}
    for item in items:
        index = _number(dig(item, "index"))
        score = _score(item)
        if index is not None and index.is_integer() and score is not None:
            scores.setdefault(int(index), score)
    found = [scores.get(place) for place in range(count)]
    return None if all(score is None for score in found) else found


def _score(item: object) -> float | None:
    """Return the score of a text, by either name."""
    score = _number(dig(item, "relevance_score"))
    return _number(dig(item, "score")) if score is None else score


def _number(value: object) -> float | None:
    """Return a number, None for anything else; true, false and infinity are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _no_reranker(address: str, said: str = "") -> UserError:
    """Return the error for a server that does not rerank passages."""
    message = UserText("The server at {address} does not rerank passages.", address=address)
    return NoRerankerError(
        joined(message, UserText("It said: “{said}”", said=said) if said else ""),
        "Check the reranker's address in the settings, or leave it empty.",
    )


def _with_retries(call: Callable[[], T], cancel: CancelToken, max_retries: int) -> T:
    """Return the result of a call, retried as often and as patiently as requests to language models."""
    results: list[T] = []

    def start() -> Generator[ChatDelta]:
        results.append(call())
        yield ChatDelta("")

    for _ in stream_with_retries(start, cancel, max_retries):
        pass
    return results[0]
