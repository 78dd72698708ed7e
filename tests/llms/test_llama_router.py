"""llama.cpp's server with several models, as its documentation describes it, over real HTTP."""

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.llms.llama_router import LlamaRouter
from desktop_rag.llms.model_servers import ServedModel
from desktop_rag.llms.openai_like import OpenAILike
from tests.helpers.scripted_server import ScriptedServer

if TYPE_CHECKING:
    from collections.abc import Callable

GEMMA = "ggml-org/gemma-3-4b-it-GGUF:Q4_K_M"


class Router:
    """The states of models: each look at the list takes what was begun one step on."""

    def __init__(self, server: ScriptedServer) -> None:
        self.status: dict[str, dict[str, Any]] = {"qwen": {"value": "unloaded"}, "smol": {"value": "loaded"}}
        self.then: list[Callable[[], None]] = []
        server.pages["/models"] = self._models
        server.pages["/models/load"] = self._load
        server.pages["/models/unload"] = self._unload
        server.pages["/props"] = {}

    def _models(self, method: str, body: dict[str, Any]) -> object:
        if method == "POST":
            step = partial(self._set, body["model"], value="downloading")
            step(progress={})
            for done in (10, 90):
                parts = {"https://a": {"done": done, "total": 100}, "https://b": {"done": 0, "total": 20}}
                self.then.append(partial(step, progress=parts))
            self.then.append(lambda: self._set(body["model"], value="unloaded"))
            return {"success": True}
        if self.then:
            self.then.pop(0)()
        return {"data": [{"id": name, "status": status} for name, status in self.status.items()]}

    def _load(self, _method: str, body: dict[str, Any]) -> object:
        self._set(body["model"], value="loading")
        self.then += [lambda: None, lambda: self._set(body["model"], value="loaded")]
        return {"success": True}

    def _unload(self, _method: str, body: dict[str, Any]) -> object:
        self.then = [lambda: self._set(body["model"], value="unloaded")]
        return {"success": True}

    def _set(self, model: str, **status: object) -> None:
        self.status[model] = status


@pytest.fixture
def router(server: ScriptedServer) -> Router:
    return Router(server)


def manager(server: ScriptedServer) -> LlamaRouter:
    return OpenAILike("qwen", server.base_url).manager()


def silent(_done: int, _total: int) -> None:
    """Hear nothing."""


def test_models_and_which_of_them_are_in_memory(server: ScriptedServer, router: Router) -> None:
    router.status["zzz"] = {"value": "sleeping"}
    assert manager(server).models(CancelToken()) == (
        ServedModel("qwen", is_loaded=False),
        ServedModel("smol", is_loaded=True),
        ServedModel("zzz", is_loaded=True),
    )


def test_loading_waits_until_the_model_is_in_memory(server: ScriptedServer, router: Router) -> None:
    manager(server).load("qwen", CancelToken())
    assert router.status["qwen"] == {"value": "loaded"}
    assert [request.body for request in server.requests if request.path == "/models/load"] == [{"model": "qwen"}]


def test_unloading_waits_until_it_has_left(server: ScriptedServer, router: Router) -> None:
    manager(server).unload("smol", CancelToken())
    assert router.status["smol"] == {"value": "unloaded"}


def test_a_model_that_cannot_be_loaded_is_a_sentence(server: ScriptedServer, router: Router) -> None:
    server.pages["/models/load"] = lambda _method, body: router.status.update(
        {body["model"]: {"value": "unloaded", "failed": True, "exit_code": 1}}
    )
    with pytest.raises(UserError, match="The model “qwen” could not be loaded"):
        manager(server).load("qwen", CancelToken())


def test_a_download_tells_how_far_it_is(server: ScriptedServer, router: Router) -> None:
    heard: list[tuple[int, int]] = []
    manager(server).pull(GEMMA, CancelToken(), lambda done, total: heard.append((done, total)))
    assert heard == [(10, 120), (90, 120)]
    assert router.status[GEMMA] == {"value": "unloaded"}


def test_a_download_that_vanishes_has_failed(server: ScriptedServer, router: Router) -> None:
    router.then = [lambda: None, router.status.clear]
    with pytest.raises(UserError, match="could not be downloaded"):
        manager(server).pull(GEMMA, CancelToken(), silent)


def test_a_stopped_download_is_stopped_at_the_server_too(server: ScriptedServer, router: Router) -> None:
    cancel = CancelToken()
    with pytest.raises(CancelledError):
        manager(server).pull(GEMMA, cancel, lambda *_: cancel.cancel())
    assert [request.body for request in server.requests if request.path == "/models/unload"] == [{"model": GEMMA}]


@pytest.mark.parametrize("call", ["load", "unload"])
def test_a_model_that_is_not_there_is_named(server: ScriptedServer, router: Router, call: str) -> None:
    with pytest.raises(UserError, match="The server has no model named “missing”"):
        getattr(manager(server), call)("missing", CancelToken())


def test_other_servers_only_list_their_models(server: ScriptedServer) -> None:
    assert manager(server).models(CancelToken()) == (ServedModel("scripted-model", is_loaded=None),)
    with pytest.raises(UserError, match="decides by itself which models are in memory"):
        manager(server).load("scripted-model", CancelToken())
    assert not [request for request in server.requests if request.method == "POST"]


def test_asking_for_the_window_of_a_model_does_not_load_it(server: ScriptedServer, router: Router) -> None:
    server.models, server.model_extra = ["qwen"], {"status": {"value": "unloaded"}}
    server.pages["/props"] = {"default_generation_settings": {"n_ctx": 16_384}}
    assert OpenAILike("qwen", server.base_url).metadata.context_window == 16_384
    [asked] = [request for request in server.requests if request.path == "/props"]
    assert asked.query == "model=qwen&autoload=false"
