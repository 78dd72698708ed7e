"""What an Ollama server tells of its models: what they can do, how much they read, whether they are in memory."""

from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.llms.json_values import count_at, dig, number_in, parsed, text_at
from desktop_rag.llms.ollama.server import ASK_TIMEOUT

SMALLEST_WINDOW = 4096
LARGEST_AUTOMATIC_WINDOW = 32_768  # memory grows with the window; more than this only if the person asks for it


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a model was built for (0: unknown) and what its makers set (0: nothing).

    ``tools`` is whether it can be given tools; servers that are too old to tell are tried. ``vision``: it sees images.
    """

    length: int = 0
    num_ctx: int = 0
    tools: bool = True
    vision: bool = False

    def window(self, wanted: int | None) -> int:
        """Return how much the model may read; ``wanted`` is what the person asks for."""
        if wanted:
            return min(wanted, self.length or wanted)
        if self.num_ctx:
            return min(self.num_ctx, self.length or self.num_ctx)
        return min(self.length or SMALLEST_WINDOW, LARGEST_AUTOMATIC_WINDOW)


@dataclass(frozen=True, slots=True)
class OllamaModel:
    """One model of the server at an ``address``; ``headers`` go along with every question."""

    address: str
    model: str
    headers: Mapping[str, str]

    def abilities(self, cancel: CancelToken) -> Abilities | None:
        """Ask the server about the model; one that does not answer fails later, with a better message."""
        try:
            with net.cancellable_client(self.address, cancel, timeout=ASK_TIMEOUT, headers=self.headers) as client:
                response = client.post(f"{self.address}/api/show", json={"model": self.model})
        except httpx.HTTPError:
            cancel.raise_if_cancelled()
            return None
        if not response.is_success:
            return None
        value = parsed(response.content)
        info = dig(value, "model_info")
        names = [name for name in info if name.endswith(".context_length")] if isinstance(info, dict) else []
        # the name begins with the model's family: "llama.context_length"
        length = next((found for name in names if (found := count_at(info, name))), 0)
        capabilities = dig(value, "capabilities")
        # older servers do not tell: then a refusal does
        tools = "tools" in capabilities if isinstance(capabilities, list) else True
        vision = isinstance(capabilities, list) and "vision" in capabilities
        return Abilities(length, _parameter(text_at(value, "parameters"), "num_ctx"), tools, vision)

    def is_loaded(self, cancel: CancelToken) -> bool | None:
        """Ask whether the model is in memory; None when the server does not say."""
        try:
            with net.cancellable_client(self.address, cancel, timeout=ASK_TIMEOUT, headers=self.headers) as client:
                response = client.get(f"{self.address}/api/ps")
        except httpx.HTTPError:
            cancel.raise_if_cancelled()
            return None
        running = dig(parsed(response.content), "models") if response.is_success else None
        if not isinstance(running, list):
            return None
        names = {text_at(item, key) for item in running for key in ("name", "model")}
        return self.model in names or f"{self.model}:latest" in names


def next_step(tokens: int) -> int:
    """Return the next of 4096, 6144, 8192, 12288, 16384, … that is not smaller."""
    step = SMALLEST_WINDOW
    while step < tokens:
        if step + step // 2 >= tokens:
            return step + step // 2
        step *= 2
    return step


def _parameter(text: str, name: str) -> int:
    """Read a number from the parameters Ollama lists as lines of text."""
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2 and words[0] == name:
            return number_in(words[1]) or 0
    return 0
