"""The local API as programs see it: its paths, made of the tools, and the description at /openapi.json."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_rag import __version__
from desktop_rag.services.outside.tools import TOOLS

TOOL_PATHS: Mapping[str, str] = MappingProxyType(
    {
        "/v1/search": "search",
        "/v1/fetch": "fetch",
        "/v1/page": "get_page",
        "/v1/files": "list_files",
        "/v1/find_all": "find_all",
        "/v1/check": "check_text",
        "/v1/tables": "table_run",
    }
)
"""Paths that take a tool's arguments as an object, by POST, and return its result."""
_OBJECT: Mapping[str, object] = {"type": "object"}
_MODEL: Mapping[str, object] = {"type": "string", "description": "The name of a shared library."}
_STREAM: Mapping[str, object] = {
    "type": "boolean",
    "default": False,
    "description": "Send the answer as server-sent events while it is written.",
}
_CHAT: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "model": _MODEL,
        "messages": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"role": {"type": "string"}, "content": {"type": ["string", "array"]}},
                "required": ["role"],
            },
        },
        "stream": _STREAM,
        "stream_options": {"type": "object", "properties": {"include_usage": {"type": "boolean"}}},
    },
    "required": ["model", "messages"],
}
_ERROR: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "message": {"type": "string"},
                "type": {"type": "string"},
                "param": {"type": ["string", "null"]},
                "code": {"type": "string"},
            },
        }
    },
}


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """What a path does by a method: in a line, at length, what its body is, and its parameters by where they stand."""

    path: str
    method: str
    summary: str
    about: str = ""
    body: Mapping[str, object] | None = None
    in_path: str = ""
    in_query: Mapping[str, Mapping[str, object]] | None = None
    needs_token: bool = True
    streams: bool = False

    def described(self) -> dict[str, object]:
        """Return the operation as OpenAPI has it."""
        answers: dict[str, object] = {"application/json": {"schema": _OBJECT}}
        if self.streams:
            answers["text/event-stream"] = {"schema": {"type": "string"}}
        described: dict[str, object] = {
            "operationId": _identifier(self),
            "summary": self.summary,
            "responses": {
                "200": {"description": "The result.", "content": answers},
                "default": {
                    "description": "Why there is none.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
                },
            },
        }
        if self.about:
            described["description"] = self.about
        if self.body is not None:
            described["requestBody"] = {"required": True, "content": {"application/json": {"schema": self.body}}}
        parameters = [
            {"name": name, "in": "query", "required": False, "schema": schema}
            for name, schema in (self.in_query or {}).items()
        ]
        if self.in_path:
            schema = {"type": "string"}
            parameters.append({"name": self.in_path, "in": "path", "required": True, "schema": schema})
        if parameters:
            described["parameters"] = parameters
        if not self.needs_token:
            described["security"] = []
        return described


def _of_tool(path: str, tool: str, method: str = "post") -> ApiOperation:
    one = TOOLS[tool]
    return ApiOperation(path, method, one.title, one.about, one.schema() if method == "post" else None)


def _ask() -> ApiOperation:
    one = TOOLS["ask"]
    properties = {name: argument.schema() for name, argument in one.arguments.items()} | {"stream": _STREAM}
    body = one.schema() | {"properties": properties}
    return ApiOperation("/v1/ask", "post", one.title, one.about, body, streams=True)


_JOB = {name: TOOLS["job_status"].arguments[name].schema() for name in ("wait",)}
OPERATIONS: tuple[ApiOperation, ...] = (
    ApiOperation("/health", "get", "Whether the API is there", needs_token=False),
    ApiOperation("/openapi.json", "get", "This description"),
    _of_tool("/v1/libraries", "libraries", "get"),
    *(_of_tool(path, tool) for path, tool in TOOL_PATHS.items()),
    _ask(),
    ApiOperation(
        "/v1/jobs/{job}",
        "get",
        "Wait for a job",
        "A call that takes long returns a `job` with the status 202. This is its result, or how far it is.",
        in_path="job",
        in_query=_JOB,
    ),
    ApiOperation("/v1/jobs/{job}", "delete", "Stop a job", in_path="job"),
    ApiOperation("/v1/models", "get", "The shared libraries, as models"),
    ApiOperation("/v1/models/{model}", "get", "A shared library, as a model", in_path="model"),
    ApiOperation(
        "/v1/chat/completions",
        "post",
        "Ask, as chat clients do",
        "The answer to the last message, checked and cited: with footnotes in its text, and with `annotations`. "
        "Instructions to the model and its settings are passed over.",
        _CHAT,
        streams=True,
    ),
)


def description(address: str) -> dict[str, object]:
    """Return the description of the API that is served at an address."""
    paths: dict[str, dict[str, object]] = {}
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method] = one.described()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Desktop RAG",
            "version": __version__,
            "description": "The documents that a person shares with programs of their computer: nothing changes them.",
        },
        "servers": [{"url": address}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": _ERROR},
        },
    }


def _identifier(one: ApiOperation) -> str:
    words = one.path.strip("/").removeprefix("v1/").replace("{", "").replace("}", "").replace(".", "_")
    return f"{one.method}_{words.replace('/', '_')}"
