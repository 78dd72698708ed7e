"""Asking the model of the settings the same of many texts: its price, requests at once, and replies that repeat."""

from collections.abc import Mapping
from dataclasses import dataclass

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.options import (
    LLM_BASE_URL,
    LLM_COMPLETION_PRICE,
    LLM_CURRENCY,
    LLM_MASKS,
    LLM_MODEL,
    LLM_PROMPT_PRICE,
    LLM_PROVIDER,
    LLM_SEED,
    LLM_TEMPERATURE,
)
from desktop_rag.core.network.offline import is_loopback

REPEATING: Mapping[str, OptionValue] = {LLM_TEMPERATURE.key: 0.0, LLM_SEED.key: 7}
"""The settings with which a model says the same again."""
LETTERS_OF_TOKEN = 3.5
_AT_ONCE = 4  # requests to a server elsewhere; one here has one processor or card for all


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, sent and received."""

    sent: float
    received: float
    currency: str

    def cost(self, sent: float, received: float) -> float:
        """Return what some tokens cost."""
        return (sent * self.sent + received * self.received) / 1_000_000


def prices_of(config: Config) -> Prices | None:
    """Return what the model of the settings costs, None where the person gave no price."""
    sent, received = config[LLM_PROMPT_PRICE], config[LLM_COMPLETION_PRICE]
    return Prices(sent, received, config[LLM_CURRENCY].strip()) if sent or received else None


def server_key(config: Config) -> str:
    """Return what identifies the model of the settings where its replies are kept."""
    address = config[LLM_BASE_URL].strip()
    return f"{config[LLM_PROVIDER]}/{address}/{config[LLM_MODEL]}{'/masked' if config[LLM_MASKS] else ''}"


def at_once(config: Config) -> int:
    """Return how many requests the server of the settings gets at a time."""
    is_here = config[LLM_PROVIDER] != "openai" or is_loopback(config[LLM_BASE_URL].strip())
    return 1 if is_here else _AT_ONCE
