"""The OpenAPI description of the HTTP API, from the types of the protocol."""

from typing import Any, Final

import msgspec

from wagonik.server.protocol.web import HttpProblem

_REF: Final = "#/components/schemas/{name}"
_JSON: Final = "application/json"
_types: Final[set[Any]] = {HttpProblem}


def _schema(kind: Any) -> dict[str, Any]:
    _types.add(kind)
    (found,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
    return found


def described(
    answer: Any,
    body: Any = None,
    path: list[str] | None = None,
    query: list[str] | None = None,
    key: bool = False,
    status: int = 200,
) -> dict[str, Any]:
    """What a route takes and gives."""
    content = {_JSON: {"schema": _schema(answer) if answer is not None else {}}}
    refused = {"description": "Refused", "content": {_JSON: {"schema": _schema(HttpProblem)}}}
    found: dict[str, Any] = {
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in path or ()
            ),
            *({"name": name, "in": "query", "schema": {"type": "string"}} for name in query or ()),
        ],
        "responses": {
            str(status): {"description": "Done", **({"content": content} if status != 204 else {})},
            "4XX": refused,
        },
    }
    if body is not None:
        found["requestBody"] = {
            "required": True,
            "content": {_JSON: {"schema": _schema(body)}},
        }
    if key:
        found["security"] = [{"key": []}]
    return found


def components() -> dict[str, Any]:
    _, schemas = msgspec.json.schema_components(_types, ref_template=_REF)
    return {
        "schemas": schemas,
        "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
    }
