"""What the paths of the local API do: the tools of other programs, and chats as OpenAI's clients speak them."""

import base64
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import Any, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from desktop_rag.core.results.outside import Reply
from desktop_rag.services.outside.completions import ChatQuestion, Written, chat_question, written
from desktop_rag.services.outside.openapi import TOOL_PATHS, description
from desktop_rag.services.outside.tools import WrongArgumentsError
from desktop_rag.text.tokenizer import get_tokenizer
from desktop_rag.worker.outside.api.guard import error_body
from desktop_rag.worker.outside.api.streams import AnswerStreams, Piece, Stage
from desktop_rag.worker.outside.calls import CallFailedError, Calls, Failure, arguments_of

_STATUS = {
    Failure.WRONG: (400, "wrong_arguments"),
    Failure.NOT_SHARED: (404, "not_shared"),
    Failure.NO_JOB: (404, "no_such_job"),
    Failure.REFUSED: (422, "not_possible"),
    Failure.STOPPED: (409, "stopped"),
    Failure.BUSY: (429, "too_many_requests"),
    Failure.FAULT: (500, "fault"),
}
_SAID = {404: "There is no such path: /openapi.json lists them.", 405: "This path does not take this method."}
_STREAM_HEADERS = {"x-accel-buffering": "no"}


class Routes:
    """Answers the requests that the guard let through."""

    def __init__(self, calls: Calls, streams: AnswerStreams, address: str) -> None:
        self._calls = calls
        self._streams = streams
        self._address = address

    def app(self) -> Starlette:
        """Return the application."""
        tools = [Route(path, partial(self._tool, tool), methods=["POST"]) for path, tool in TOOL_PATHS.items()]
        routes = [
            Route("/health", _health, methods=["GET"]),
            Route("/openapi.json", self._openapi, methods=["GET"]),
            Route("/v1/libraries", partial(self._tool, "libraries"), methods=["GET"]),
            *tools,
            Route("/v1/ask", self._ask, methods=["POST"]),
            Route("/v1/jobs/{job}", partial(self._job, cancel=False), methods=["GET"]),
            Route("/v1/jobs/{job}", partial(self._job, cancel=True), methods=["DELETE"]),
            Route("/v1/models", self._models, methods=["GET"]),
            Route("/v1/models/{model:path}", self._model, methods=["GET"]),
            Route("/v1/chat/completions", self._chat, methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers={CallFailedError: _refused, HTTPException: _refused})

    async def _openapi(self, _: Request) -> Response:
        return JSONResponse(description(self._address))

    async def _tool(self, tool: str, request: Request) -> Response:
        arguments = await _object(request) if request.method == "POST" else {}
        call = self._calls.begin(tool, arguments)
        try:
            return _told(await self._calls.reply(call))
        finally:
            self._calls.leave(call)

    async def _job(self, request: Request, *, cancel: bool) -> Response:
        given: dict[str, object] = {"job": request.path_params["job"], "cancel": cancel}
        if (wait := request.query_params.get("wait")) is not None:
            given["wait"] = int(wait) if wait.isascii() and wait.isdecimal() and len(wait) < 9 else wait
        return _told(await self._calls.status(**arguments_of("job_status", given)))

    async def _ask(self, request: Request) -> Response:
        given = dict(await _object(request))
        is_streamed = given.pop("stream", False)
        if not isinstance(is_streamed, bool):
            raise CallFailedError(Failure.WRONG, "`stream` is to be a true or false.")
        begin = partial(self._calls.begin, "ask", given)
        if is_streamed:
            arguments_of("ask", given)  # what is wrong with them is said before the stream begins
            return _stream(self._ask_events(begin))
        return _told(await self._whole(begin))

    async def _whole(self, begin: Callable[[], Any]) -> Reply:
        """Return an answer, however long it takes."""
        async with contextlib.aclosing(self._streams.parts(begin)) as parts:
            async for part in parts:
                if isinstance(part, Reply):
                    return part
        raise CallFailedError(Failure.FAULT, "There is no answer.")

    async def _ask_events(self, begin: Callable[[], Any]) -> AsyncIterator[str]:
        try:
            async with contextlib.aclosing(self._streams.parts(begin)) as parts:
                async for part in parts:
                    if isinstance(part, Reply):
                        yield _event(part.values, "answer")
                    elif isinstance(part, Piece):
                        yield _event({"text": part.text}, "text")
                    elif part.stage:
                        yield _event({"stage": part.stage, "detail": part.detail}, "stage")
                    else:
                        yield ": still at work\n\n"
        except CallFailedError as error:
            yield _event(_error_of(error)[1], "error")

    async def _models(self, _: Request) -> Response:
        return JSONResponse({"object": "list", "data": await self._all_models()})

    async def _model(self, request: Request) -> Response:
        for one in await self._all_models():
            if one["id"] == request.path_params["model"]:
                return JSONResponse(one)
        raise CallFailedError(Failure.NOT_SHARED, "There is no such model: /v1/models lists the shared libraries.")

    async def _all_models(self) -> list[dict[str, object]]:
        call = self._calls.begin("libraries", {})
        try:
            rows = (await self._calls.reply(call)).values["libraries"]
        finally:
            self._calls.leave(call)
        names = [row["library"] for row in cast("list[dict[str, object]]", rows)]
        return [{"id": name, "object": "model", "created": 0, "owned_by": "desktop-rag"} for name in names]

    async def _chat(self, request: Request) -> Response:
        body = await _object(request)
        try:
            asked = chat_question(body)
        except WrongArgumentsError as error:
            raise CallFailedError(Failure.WRONG, str(error)) from error
        given = {"library": asked.library, "question": asked.question}
        arguments_of("ask", given)
        begin = partial(self._calls.begin, "ask", given, "ask_after", before=asked.before)
        completion = _Completion(asked, body)
        if asked.is_streamed:
            return _stream(self._chat_events(begin, completion))
        return JSONResponse(completion.whole((await self._whole(begin)).values))

    async def _chat_events(self, begin: Callable[[], Any], completion: "_Completion") -> AsyncIterator[str]:
        try:
            yield _event(completion.chunk({"role": "assistant", "content": ""}))
            async with contextlib.aclosing(self._streams.parts(begin)) as parts:
                async for part in parts:
                    if isinstance(part, Reply):
                        for chunk in completion.ending(part.values):
                            yield _event(chunk)
                        yield "data: [DONE]\n\n"
                    elif isinstance(part, Piece):
                        completion.sent += part.text
                        yield _event(completion.chunk({"content": part.text}))
                    elif isinstance(part, Stage):
                        yield f": {part.stage or 'still at work'}\n\n"
        except CallFailedError as error:
            yield _event(_error_of(error)[1])


class _Completion:
    """A chat completion in OpenAI's forms: whole, or in chunks."""

    def __init__(self, asked: ChatQuestion, body: Mapping[str, Any]) -> None:
        self._asked = asked
        self._prompt_tokens = get_tokenizer().count(json.dumps(body["messages"], ensure_ascii=False))
        self._common = {"id": f"chatcmpl-{secrets.token_hex(12)}", "created": int(time.time()), "model": asked.library}
        self.sent = ""

    def whole(self, values: Mapping[str, Any]) -> dict[str, object]:
        """Return the completion in one piece."""
        said = written(values)
        message = {"role": "assistant", "content": said.content, "refusal": None, "annotations": said.annotations}
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return {"object": "chat.completion", **self._common, "choices": [choice], "usage": self._usage(said)}

    def chunk(self, delta: Mapping[str, object], finish: str | None = None) -> dict[str, object]:
        """Return the next piece of a stream."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return {"object": "chat.completion.chunk", **self._common, "choices": [choice]}

    def ending(self, values: Mapping[str, Any]) -> list[dict[str, object]]:
        """Return the last pieces: footnotes, annotations, and what was used."""
        said = written(values)
        text = said.footnotes if self.sent else said.content
        moved = len(self.sent) - len(said.text) if self.sent else 0  # another beginning stands before it
        annotations = [_moved(one, moved) for one in said.annotations]
        chunks = [self.chunk({"content": text})] if text else []
        chunks += [self.chunk({"annotations": annotations}), self.chunk({}, "stop")]
        if self._asked.wants_usage:
            usage = {"object": "chat.completion.chunk", **self._common, "choices": [], "usage": self._usage(said)}
            chunks.append(usage)
        return chunks

    def _usage(self, said: Written) -> dict[str, int]:
        completion = get_tokenizer().count(said.content)
        total = self._prompt_tokens + completion
        return {"prompt_tokens": self._prompt_tokens, "completion_tokens": completion, "total_tokens": total}


def _moved(annotation: Mapping[str, Any], places: int) -> dict[str, object]:
    cited = annotation["url_citation"]
    moved = {key: cited[key] + places for key in ("start_index", "end_index")}
    return {**annotation, "url_citation": {**cited, **moved}}


async def _health(_: Request) -> Response:
    return JSONResponse({"status": "ok"})


async def _object(request: Request) -> dict[str, Any]:
    try:
        value = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError) as error:
        raise CallFailedError(Failure.WRONG, "The body of the request is no JSON.") from error
    if not isinstance(value, dict):
        raise CallFailedError(Failure.WRONG, "The body of the request is to be an object.")
    return value


def _told(reply: Reply) -> Response:
    values = dict(reply.values)
    if reply.picture:
        data = base64.b64encode(reply.picture).decode("ascii")
        values["picture"] = {"type": "image/jpeg", "base64": data}
    return _JSON(values, 202 if values.get("state") == "running" and "job" in values else 200)


class _JSON(JSONResponse):
    """JSON of texts that may hold halves of characters, which UTF-8 has no bytes for."""

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - Starlette's
        return json.dumps(content, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def _stream(events: AsyncIterator[str]) -> Response:
    return StreamingResponse(_bytes(events), media_type="text/event-stream", headers=_STREAM_HEADERS)


async def _bytes(events: AsyncIterator[str]) -> AsyncIterator[bytes]:
    async for event in events:
        yield event.encode("utf-8", "replace")


def _event(value: Mapping[str, object], name: str = "") -> str:
    told = f"event: {name}\n" if name else ""
    return f"{told}data: {json.dumps(value, ensure_ascii=False)}\n\n"


def _error_of(error: CallFailedError) -> tuple[int, dict[str, object]]:
    status, code = _STATUS[error.failure]
    return status, error_body(status, code, str(error))


async def _refused(_: Request, error: Exception) -> Response:
    """Return what a client is told of an error."""
    if isinstance(error, CallFailedError):
        status, body = _error_of(error)
        return _JSON(body, status)
    if isinstance(error, HTTPException):
        message = _SAID.get(error.status_code, str(error.detail))
        code = "no_such_path" if error.status_code == 404 else "wrong_method"
        return JSONResponse(error_body(error.status_code, code, message), error.status_code, error.headers)
    raise error
