"""The language model that settings name; kept between questions, so that a server is asked once what it can do."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from desktop_rag.config import Config
from desktop_rag.config.environment import ollama_address
from desktop_rag.config.options import LLM_BASE_URL, LLM_MASKS, LLM_PROVIDER
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.network.offline import is_loopback
from desktop_rag.core.network.stand_ins import STAND_INS
from desktop_rag.llms import resolve
from desktop_rag.llms.base import LLM
from desktop_rag.llms.built_in.engine import ModelEngine
from desktop_rag.llms.model_tokenizer import FACTORS_FILE, FactorStore
from desktop_rag.llms.private_values import MaskedLLM
from desktop_rag.llms.served import ServedLLM

_MOST_KEPT = 16
Names = Callable[[], Iterable[str]]
"""Returns names that are private, those of a library."""


class ConnectedModels:
    """Connects to the models of settings; facts learnt of a server last as long as the program runs."""

    def __init__(self, secrets: Secrets, engine: ModelEngine) -> None:
        self._secrets = secrets
        self._engine = engine
        self._kept: deque[ServedLLM] = deque(maxlen=_MOST_KEPT)
        self._lock = threading.Lock()

    @contextmanager
    def connected(self, config: Config, names: Names = tuple) -> Iterator[LLM | None]:
        """Connect to the model of the settings while the block runs; see ``connected_llm``.

        Raises:
            UserError: the address is wrong or no model is chosen.

        """
        with _resolved(config, self._secrets, self._engine) as llm:
            yield _masked(self._known(llm) if isinstance(llm, ServedLLM) else llm, config, names)

    def _known(self, fresh: ServedLLM) -> ServedLLM:
        """Return a model of the same settings that was used before, else this one, which is kept."""
        with self._lock:
            known = next((one for one in self._kept if _are_alike(one, fresh)), None)
            if known is None:
                self._kept.append(fresh)
            return known or fresh


def _are_alike(one: ServedLLM, other: ServedLLM) -> bool:
    """Return True if two models were made with the same settings: then either can take the other's place."""
    return type(one) is type(other) and one.made_with() == other.made_with()


def api_key_of(config: Config, secrets: Secrets) -> str | None:
    """Return the key of the settings' model; None when it has none. The keychain may ask the person.

    An Ollama of this computer needs none, so nobody is asked for it.
    """
    provider, address = config[LLM_PROVIDER], config[LLM_BASE_URL]
    if provider == "ollama":
        address = address.strip() or ollama_address().removesuffix(":443")  # keys are stored without the usual port
        return secrets.get_api_key(address) if address and not is_loopback(address) else None
    return secrets.get_api_key(address) if provider == "openai" else None


@contextmanager
def connected_llm(config: Config, secrets: Secrets, engine: ModelEngine, names: Names = tuple) -> Iterator[LLM | None]:
    """Connect to the model of the settings while the block runs; None when answers are made of quotations.

    ``engine`` runs the built-in model. Where private values are kept from its server, ``names`` are some of them.

    Raises:
        UserError: the address is wrong or no model is chosen.

    """
    with _resolved(config, secrets, engine) as llm:
        yield _masked(llm, config, names)


@contextmanager
def _resolved(config: Config, secrets: Secrets, engine: ModelEngine) -> Iterator[LLM | None]:
    llm = resolve.resolve_llm(config, api_key_of(config, secrets), engine)
    if isinstance(llm, ServedLLM):
        llm.learn_into(FactorStore(config.folder and config.folder / FACTORS_FILE))
    try:
        yield llm
    finally:
        if llm is not None:
            llm.close()


def _masked(llm: LLM | None, config: Config, names: Names) -> LLM | None:
    """Return a model whose server gets no private values where the connection is set so."""
    if not (config[LLM_MASKS] and isinstance(llm, ServedLLM)):
        return llm
    # loads the rules of the register, which a connection without masking does not wait for
    from desktop_rag.services.masking.private_values import PrivateValues

    return MaskedLLM(llm, PrivateValues(names), STAND_INS)
