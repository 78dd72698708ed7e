"""Make the embedding model that the settings name."""

from collections.abc import Sequence
from typing import NoReturn

from desktop_rag.config import Config
from desktop_rag.config.environment import openai_address
from desktop_rag.config.options import EMBEDDING_BASE_URL, EMBEDDING_MAX_TOKENS, EMBEDDING_MODEL, EMBEDDING_PROVIDER
from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding, EmbeddingModel
from desktop_rag.embeddings.instructions import Instructions, instructions_for
from desktop_rag.embeddings.openai_like import PROVIDER, OpenAILikeEmbedding
from desktop_rag.llms.openai_access import DEFAULT_ADDRESS

_MAX_RETRIES = 4  # some ten seconds: what waits is tried again by itself


class UnknownServer(EmbeddingModel):
    """Has the space of a library's vectors and makes none: embedding raises an error with the next step."""

    def __init__(self, space: EmbeddingSpace) -> None:
        super().__init__()
        self._space = space

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the library's vectors."""
        return self._space

    def _embed(self, texts: Sequence[str]) -> NoReturn:  # noqa: ARG002 - none of them is sent
        raise UserError(
            UserText(
                "This library uses the search model “{model}”, and no server for it is set up here.",
                model=self._space.model,
            ),
            UserText(
                "Choose that model in the settings with its server's address, or change the library's search model."
            ),
        )


def embed_model_of_settings(
    config: Config,
    secrets_key: str | None,
    built_in: BaseEmbedding,
    space: EmbeddingSpace | None = None,
    address: str = "",
) -> BaseEmbedding:
    """Return the model of the settings, or, for a library that has vectors, the one of its ``space``.

    ``address`` is where it is served if not where the settings say; ``secrets_key`` is the API key of that address.

    Raises:
        UserError: the settings do not name a model.

    """
    if space is not None:
        return _of_space(space, config, secrets_key, built_in, address)
    if config[EMBEDDING_PROVIDER] == EMBEDDING_PROVIDER.default:
        return built_in
    name = config[EMBEDDING_MODEL].strip()
    if not name:
        raise UserError("No search model is chosen.", "Name one in the settings, or choose the built-in one.")
    return _served(name, config, secrets_key, instructions_for(name), address)


def _of_space(
    space: EmbeddingSpace, config: Config, secrets_key: str | None, built_in: BaseEmbedding, address: str
) -> BaseEmbedding:
    """Return the model that made the vectors of a space."""
    if space == built_in.space:
        return built_in
    if space.provider != PROVIDER:
        raise UserError(
            UserText(
                "This library was created with the search model “{model}”, which is no longer available.",
                model=space.model,
            ),
            "Change the library's search model.",
        )
    known = instructions_for(space.model)
    if f"{known.query}|{known.text}" != space.rules:
        known = Instructions(*space.rules.rsplit("|", 1))
    model = _served(space.model, config, secrets_key, known, address)
    model.expect(space.dimensions)
    return model


def _served(
    name: str, config: Config, key: str | None, instructions: Instructions, address: str
) -> OpenAILikeEmbedding:
    """Return a model at an address, or at the settings'."""
    return OpenAILikeEmbedding(
        name,
        address or config.revealed(EMBEDDING_BASE_URL).strip() or openai_address() or DEFAULT_ADDRESS,
        key,
        max_retries=_MAX_RETRIES,
        max_tokens=config[EMBEDDING_MAX_TOKENS],
        query_instruction=instructions.query,
        text_instruction=instructions.text,
    )
