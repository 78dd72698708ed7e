"""What leaves for models' servers in place of private values (``llms/private_values.py``), and what it stands for."""

import threading
from collections import Counter
from collections.abc import Iterable
from typing import Literal, get_args

from desktop_rag.core.results.network import MaskedKind, MaskedValue

ValueKind = MaskedKind | Literal["word"]
"""What a value is; a “word” only looks like a stand-in, and is no secret."""

STAND_IN_NAMES = tuple(kind.upper() for kind in (*get_args(MaskedKind), "word"))
_FORMS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"


class StandIns:
    """The stand-ins of all values met while the program runs, from several threads.

    Parts of a name have its number and a letter, so that a model knows that they mean the same person.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_value: dict[tuple[ValueKind, str], str] = {}
        self._values: dict[str, str] = {}
        self._counts: Counter[str] = Counter()
        self._requests: Counter[str] = Counter()

    def of(self, kind: ValueKind, value: str, whole: str = "") -> str:
        """Return the stand-in of a value, a new one the first time."""
        with self._lock:
            return self._by_value.get((kind, value)) or self._new(kind, value, whole)

    def _new(self, kind: ValueKind, value: str, whole: str) -> str:
        base = self._by_value.get((kind, whole)) or self._new(kind, whole, "") if whole else ""
        forms = self._counts[base]
        if base and not base[-1].isalpha() and forms < len(_FORMS):
            self._counts[base] += 1
            made = f"{base}{_FORMS[forms]}"
        else:
            self._counts[kind] += 1
            made = f"{kind.upper()}_{self._counts[kind]}"
        self._by_value[kind, value], self._values[made] = made, value
        return made

    def value(self, kind: str, number: str, letter: str) -> str | None:
        """Return the value behind a stand-in as a model wrote it, None if there is none; letters may be an ending."""
        name = f"{kind.upper()}_{int(number)}"
        form = self._values.get(f"{name}{letter.upper()}")
        if form is None and letter and name in self._values:
            return f"{self._values[name]}{letter}"
        return form

    def note_request(self, stand_ins: Iterable[str]) -> None:
        """Count a request in which these left."""
        with self._lock:
            self._requests.update(stand_ins)

    def masked(self) -> tuple[MaskedValue, ...]:
        """Return the values that were kept from servers, in the order in which they were met."""
        with self._lock:
            return tuple(
                MaskedValue(kind, value, name, self._requests[name])
                for (kind, value), name in self._by_value.items()
                if kind != "word" and self._requests[name]
            )


STAND_INS = StandIns()
"""Those of this program."""
