"""Embedding models behind any OpenAI-compatible address: OpenAI, Ollama, LM Studio, llama.cpp, vLLM, TEI and others."""

import random
import time
from collections.abc import Mapping, Sequence

import httpx
import numpy as np
from numpy.typing import NDArray

from desktop_rag.core import net
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.net import split_login
from desktop_rag.core.network.reply_limits import REPLY_BYTES
from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import (
    EmbeddingModel,
    TextRefusedError,
    in_parts,
    limited,
    mean_direction,
    request_limits,
)
from desktop_rag.llms.context_window import is_openai
from desktop_rag.llms.failures import Refusal, plain_errors, refusal_error
from desktop_rag.llms.json_values import MOST_MEMORY, count_at, dig, items_at, parsed, text_at
from desktop_rag.llms.openai_access import DEFAULT_ADDRESS, api_address
from desktop_rag.llms.served import AS_A_GUESS
from desktop_rag.text.tokenizer import get_tokenizer

PROVIDER = "openai"
DEFAULT_EMBED_BATCH_SIZE = 100
DEFAULT_MAX_RETRIES = 10
DEFAULT_TIMEOUT = 60.0
DEFAULT_MODEL = "text-embedding-ada-002"  # LlamaIndex's
FIRST_DELAY = 0.5
LONGEST_DELAY = 20.0
LONGEST_WISH = 60.0  # a server that asks for more gets no second request; the person is told
_BYTES_A_VECTOR = 400_000  # of a reply: 16,000 numbers of 22 digits and what is around them
_LARGEST = 1e15
_MEMORY_A_VECTOR = 2_000_000  # while it is read
_SHORTEST = 200  # characters; a model that cannot read so many cannot be helped
_QUERY_RETRIES = 1  # somebody waits
_QUERY_SECONDS = 20.0
_STARTING = 3  # times that a server which does not listen is asked again: it may be about to
_ABOUT_THE_TEXT = frozenset({400, 406, 415, 422, 500})
_TOO_LARGE = (
    "too large", "too long", "too many inputs", "too many tokens", "context length", "context_length", "batch size",
    "array too long", "maximum context", "input length", "must have less than", "exceeds", "max_tokens_per_request",
)  # fmt: skip
_TOO_LARGE_FAULT = ("too large to process", "too long", "context length", "batch size")
LEAST_MAX_TOKENS = 512
"""What nearly every model reads: taken for servers that don't tell."""
OPENAI_MAX_TOKENS = 8191
_OLLAMA_WINDOW = 2048  # read of a text, whatever more the model could, unless its server was told otherwise
_MARGIN = 1.3  # other models' tokens are shorter than those that are counted
_MARKS = 8  # put around a text by a model
_SECONDS = 5.0
_FIELDS = ("max_model_len", "loaded_context_length", "context_length", "context_window", "max_context_length")


def token_count(text: str, address: str) -> int:
    """Return the number of tokens in a text: exact for OpenAI's models, an upper estimate for others."""
    count = len(get_tokenizer().encode(text))
    return count if is_openai(address) else int(count * _MARGIN) + _MARKS


def find_max_tokens(address: str, model: str, headers: Mapping[str, str]) -> int | None:
    """Ask the server at ``address`` (ending in /v1); None while it does not answer."""
    if is_openai(address):
        return OPENAI_MAX_TOKENS
    token = current_token()
    try:
        with net.cancellable_client(address, token, timeout=_SECONDS, headers=headers) as client:
            return _asked(client, address.removesuffix("/v1"), model) or LEAST_MAX_TOKENS
    except (httpx.HTTPError, OSError):
        token.raise_if_cancelled()
        return None


def _asked(client: httpx.Client, root: str, model: str) -> int | None:
    """Return the limit given by llama.cpp, Text Embeddings Inference, Ollama, vLLM or LM Studio, or None."""
    return (
        count_at(_get(client, f"{root}/props"), "default_generation_settings", "n_ctx")
        or count_at(_get(client, f"{root}/info"), "max_input_length")
        or _shown(client, root, model)
        or _listed(client, root, model)
    )


def _shown(client: httpx.Client, root: str, model: str) -> int | None:
    """Return the limit in Ollama's description of a model."""
    shown = client.post(f"{root}/api/show", json={"model": model})
    facts = dig(parsed(shown.content), "model_info") if shown.is_success else None
    for name in facts if isinstance(facts, dict) else ():
        length = count_at(facts, name) if str(name).endswith(".context_length") else None
        if length:
            return min(length, _OLLAMA_WINDOW)
    return None


def _listed(client: httpx.Client, root: str, model: str) -> int | None:
    """Look into the lists of models of vLLM and LM Studio."""
    for listed in (_get(client, f"{root}/v1/models"), _get(client, f"{root}/api/v0/models")):
        for item in items_at(listed, "data"):
            if text_at(item, "id") == model:
                found = next((number for name in _FIELDS if (number := count_at(item, name))), None)
                if found:
                    return found
    return None


def _get(client: httpx.Client, url: str) -> object:
    """Return the JSON found there, None when there is none."""
    response = client.get(url)
    return parsed(response.content) if response.is_success else None


class OpenAILikeEmbedding(EmbeddingModel):
    """One model at one address, which is taken as people write it, with or without /v1.

    A batch is sent at most ``1 + max_retries`` times: again when the server is busy, fails, or does not answer within
    ``timeout`` seconds; not when it refuses. What a server finds too large is sent in halves, and a single text that
    is too long in pieces, whose vectors are averaged. ``dimensions`` asks for shorter vectors, which some models can
    give. It may be used from several threads. Models of one name are taken for the same model, wherever they are.
    """

    def __init__(  # noqa: PLR0913 - the settings of LlamaIndex's class
        self,
        model_name: str,
        api_base: str = DEFAULT_ADDRESS,
        api_key: str | None = None,
        *,
        embed_batch_size: int = DEFAULT_EMBED_BATCH_SIZE,
        dimensions: int | None = None,
        max_retries: int = DEFAULT_MAX_RETRIES,
        timeout: float = DEFAULT_TIMEOUT,
        query_instruction: str = "",
        text_instruction: str = "",
        default_headers: Mapping[str, str] | None = None,
        max_tokens: int = 0,
    ) -> None:
        super().__init__(embed_batch_size, query_instruction, text_instruction)
        self.model_name = model_name
        self.address, login = split_login(api_address(api_base.strip().rstrip("/").removesuffix("/embeddings")))
        self._api_key = api_key
        self._asked_dimensions = dimensions
        self._dimensions = dimensions
        self._max_retries = max_retries
        self._timeout = timeout
        key = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._headers = key | login | dict(default_headers or {})
        self._largest_batch = embed_batch_size
        self._max_tokens = max_tokens
        self._asked_again_at = 0.0

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the vectors; asks the server once when the size of its vectors is not known."""
        if self._dimensions is None:
            self.probe()
        return EmbeddingSpace(PROVIDER, self.model_name, self._dimensions or 0, self.rules)

    @property
    def rules(self) -> str:
        """The instructions that prepare texts."""
        return f"{self.query_instruction}|{self.text_instruction}"

    @property
    def known_dimensions(self) -> int | None:
        """The size of the vectors, None before the first."""
        return self._dimensions

    def expect(self, dimensions: int) -> None:
        """Take the size of the vectors from whoever stored some: the server then is not asked for it."""
        self._dimensions = dimensions

    @property
    def max_tokens(self) -> int:
        """The number of tokens the model reads; asks the server once, and again later if it did not answer."""
        if not self._max_tokens and time.monotonic() >= self._asked_again_at:
            self._max_tokens = find_max_tokens(self.address, self.model_name, self._headers) or 0
            # a server that could not be asked now may answer later; one that falls silent is not waited for each time
            self._asked_again_at = time.monotonic() + AS_A_GUESS
        return self._max_tokens or LEAST_MAX_TOKENS

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the token counts of texts for OpenAI's models, an upper estimate for others."""
        return [token_count(text, self.address) for text in texts]

    def get_query_embedding_batch(self, queries: Sequence[str]) -> Matrix:
        """Return the vectors of questions; a server that does not answer is not waited for as long as for passages."""
        with limited(_QUERY_RETRIES, _QUERY_SECONDS):
            return super().get_query_embedding_batch(queries)

    def _embed(self, texts: Sequence[str]) -> Matrix:
        vectors = self._together(texts)[0]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit_vectors: Matrix = (vectors / np.maximum(lengths, 1e-30)).astype(np.float32)
        return unit_vectors

    def _together(self, texts: Sequence[str]) -> tuple[Matrix, bool]:
        """Return the vectors, and whether the server took the texts as they are."""
        if len(texts) <= self._largest_batch:
            try:
                return self._with_retries(texts), True
            except _TooLargeError as error:
                if len(texts) == 1:
                    return self._in_pieces(texts[0], error)[None, :], False
        middle = (len(texts) + 1) // 2
        first, first_whole = self._together(texts[:middle])
        second, second_whole = self._together(texts[middle:])
        if first_whole and second_whole:  # it was their number, not one text
            self._largest_batch = min(self._largest_batch, middle)
        return np.concatenate([first, second]), False

    def _in_pieces(self, text: str, error: UserError) -> Matrix:
        """Return the mean direction of a long text's parts, weighted by their lengths: halves, or their halves."""
        instruction = next(
            (one for one in (self.text_instruction, self.query_instruction) if one and text.startswith(one)), ""
        )
        # every part gets the instruction again: the model was trained to see it
        waiting, read = [text[len(instruction) :]], list[tuple[Matrix, int]]()
        while waiting:
            part = waiting.pop(0)
            if len(part) < _SHORTEST:
                raise error
            for half in in_parts(part, 2):
                try:
                    read.append((self._with_retries([instruction + half])[0], len(half)))
                except _TooLargeError:
                    waiting.append(half)
        return mean_direction(np.stack([vector for vector, _ in read]), [length for _, length in read])

    def _with_retries(self, texts: Sequence[str]) -> Matrix:
        """Send a batch, again if need be."""
        token, allowed = current_token(), request_limits().retries
        most = self._max_retries if allowed is None else min(allowed, self._max_retries)
        for attempt in range(most + 1):
            token.raise_if_cancelled()
            try:
                return self._request(texts)
            except UserError as error:
                wish: float | None = getattr(error, "retry_after", None)
                # only for passages: nobody waits for them
                starting = isinstance(error, net.NothingThereError) and allowed is None and attempt < _STARTING
                if attempt == most or not _may_work_soon(error, wish, starting=starting):
                    raise
            if token.wait(_delay(attempt, wish)):
                break
        raise CancelledError

    def _request(self, texts: Sequence[str]) -> Matrix:
        body: dict[str, object] = {
            "model": self.model_name,
            # servers refuse empty texts
            "input": [text or " " for text in texts],
            "encoding_format": "float",
        }
        if self._asked_dimensions is not None:
            body["dimensions"] = self._asked_dimensions
        token = current_token()
        timeout = min(self._timeout, request_limits().seconds or self._timeout)
        with (
            plain_errors(token, self.address),
            net.cancellable_client(
                self.address,
                token,
                timeout=timeout,
                headers=self._headers,
                most_bytes=max(REPLY_BYTES, len(texts) * _BYTES_A_VECTOR),
            ) as client,
        ):
            response = client.post(f"{self.address}/embeddings", json=body)
            if response.status_code == httpx.codes.NO_CONTENT:
                raise self._nonsense()
            if response.status_code != httpx.codes.OK:
                raise self._refused(response)
            return self._read(response.content, len(texts))

    def _refused(self, response: httpx.Response) -> UserError:
        """Return the error for a refusal."""
        refusal = Refusal.of(response, self.address, self.model_name, has_key=self._api_key is not None)
        status, text = refusal.status, refusal.text.lower()
        signs = _TOO_LARGE_FAULT if status >= httpx.codes.INTERNAL_SERVER_ERROR else _TOO_LARGE
        told = status not in {401, 403, 404, 429} and any(sign in text for sign in signs)
        if status == httpx.codes.REQUEST_ENTITY_TOO_LARGE or told:
            return _TooLargeError(
                UserText("A text is longer than the model “{model_name}” can read.", model_name=self.model_name),
                "Start its server with a larger batch and context size, or choose another model.",
            )
        error = refusal_error(refusal)
        if status not in _ABOUT_THE_TEXT:
            return error
        wish: float | None = getattr(error, "retry_after", None)
        return TextRefusedError(error.message, error.next_step, retryable=error.retryable, retry_after=wish)

    def _read(self, content: bytes, count: int) -> Matrix:
        """Return the vectors of a reply in the order of the texts."""
        items = items_at(parsed(content, max(MOST_MEMORY, count * _MEMORY_A_VECTOR)), "data")
        places = [count_at(item, "index") for item in items]
        # some servers leave the number out, and keep the order
        if all(place is None for place in places):
            places = list(range(len(items)))
        by_place = dict(zip(places, items, strict=True))
        if by_place.keys() != set(range(count)) or len(items) != count:
            raise self._nonsense()
        lists = [items_at(by_place[place], "embedding") for place in range(count)]
        # NumPy would make numbers of texts and truths, and an axis of every level of lists
        if not all(type(number) in (int, float) for numbers in lists for number in numbers):
            raise self._nonsense()
        try:
            vectors = np.array(lists, np.float64)
        except (ValueError, OverflowError) as error:
            raise self._nonsense() from error
        if vectors.ndim != 2 or not vectors.shape[1]:
            raise self._nonsense()
        self._check(vectors)
        largest = np.abs(vectors).max(axis=1, keepdims=True)
        # squares of such numbers are none that 32 bits hold; only the direction counts
        is_odd = (largest > _LARGEST) | (largest < 1 / _LARGEST)
        return np.where(is_odd, vectors / largest, vectors).astype(np.float32)

    def _nonsense(self) -> TextRefusedError:
        """Return the error for a meaningless reply."""
        return TextRefusedError(
            UserText("The server at {address} sent no usable vectors.", address=self.address),
            UserText("Check the address and the search model in the settings."),
        )

    def _check(self, vectors: NDArray[np.float64]) -> None:
        """Refuse vectors that cannot be compared."""
        # one such vector would be the nearest to everything, or to nothing
        if not np.isfinite(vectors).all():
            raise TextRefusedError(
                UserText("The model “{model_name}” returned invalid numbers.", model_name=self.model_name),
                "Restart its server, or choose another model.",
            )
        if not vectors.any(axis=1).all():
            raise TextRefusedError(
                UserText("The model “{model_name}” returned only zeros.", model_name=self.model_name),
                "Restart its server, or choose another model.",
            )
        if self._dimensions is None:
            self._dimensions = vectors.shape[1]
        if vectors.shape[1] != self._dimensions:
            raise UserError(
                UserText(
                    "The model “{model}” has changed: it returns {count} numbers per text instead of {dimensions}.",
                    model=self.model_name,
                    count=vectors.shape[1],
                    dimensions=self._dimensions,
                ),
                "Serve the original model again, or change the library's search model.",
            )


class _TooLargeError(TextRefusedError):
    """The server wants less at a time."""


def _may_work_soon(error: UserError, wish: float | None, *, starting: bool) -> bool:
    """Return True if a request may succeed soon: its failure is temporary, and the server asks no long wait."""
    return (error.retryable or starting) and (wish or 0.0) <= LONGEST_WISH


def _delay(attempt: int, wish: float | None) -> float:
    """Return the seconds to wait: the server's wish, else longer each time; varied, to spread the load."""
    chance = random.random()  # noqa: S311 - no secret
    if wish is not None:
        return wish * (1.0 + chance / 10)
    return min(FIRST_DELAY * 2.0**attempt, LONGEST_DELAY) * (0.5 + chance / 2)
