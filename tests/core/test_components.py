"""Components of a program's own, which tell the name of their class."""

import json
import pickle
import threading
from typing import Any

from pydantic import PrivateAttr

from desktop_rag.llamaindex.schema import BaseComponent


class Sieve(BaseComponent):
    width: int = 3
    _lock: Any = PrivateAttr(default_factory=threading.Lock)
    _name: str = PrivateAttr(default="fine")

    @classmethod
    def class_name(cls) -> str:
        return "sieve"


def test_they_are_written_with_the_name_of_their_class() -> None:
    told: dict[str, Any] = Sieve(width=5).to_dict()
    assert told == {"width": 5, "class_name": "sieve"}
    assert Sieve.from_dict(told).width == 5
    assert Sieve.from_dict(told, width=6).width == 6
    assert Sieve.from_json(Sieve(width=7).to_json()).width == 7
    assert json.loads(Sieve().json()) == Sieve().dict() == {"width": 3, "class_name": "sieve"}
    assert Sieve.model_json_schema()["properties"]["class_name"]["default"] == "sieve"
    assert told["class_name"] == "sieve"


def test_what_cannot_be_pickled_is_made_anew() -> None:
    sieve = pickle.loads(pickle.dumps(Sieve(width=4)))
    assert (sieve.width, sieve._lock.locked()) == (4, False)
    assert Sieve().__getstate__()["__pydantic_private__"] == {"_name": "fine"}
