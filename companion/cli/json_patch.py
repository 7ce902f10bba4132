"""The difference between two JSON values as a JSON Patch (RFC 6902)."""

from collections.abc import Iterator
from typing import Any


def json_patch(before: Any, after: Any, path: str = "") -> list[dict[str, Any]]:
    """Return the operations that turn ``before`` into ``after``: only ``add``, ``remove`` and ``replace``.

    A list of which more than half has changed is replaced as a whole. Identical objects are not compared.

    :param path: the location of the value in the document, as a JSON Pointer.

    >>> json_patch({"a": [1, 2, 3], "b": 1}, {"a": [1, 5, 3, 4]})
    [{'op': 'remove', 'path': '/b'}, {'op': 'replace', 'path': '/a/1', 'value': 5}, {'op': 'add', 'path': '/a/-', 'value': 4}]
    """
    if before is after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return [*_of_objects(before, after, path)]
    if isinstance(before, list) and isinstance(after, list):
        return _of_lists(before, after, path)
    if type(before) is type(after) and before == after:  # True is not 1
        return []
    return [{"op": "replace", "path": path, "value": after}]


def _of_objects(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[dict[str, Any]]:
    for key in before.keys() - after.keys():
        yield {"op": "remove", "path": _under(path, key)}
    for key, value in after.items():
        if key in before:
            yield from json_patch(before[key], value, _under(path, key))
        else:
            yield {"op": "add", "path": _under(path, key), "value": value}


def _of_lists(before: list[Any], after: list[Any], path: str) -> list[dict[str, Any]]:
    common = min(len(before), len(after))
    differing = [at for at in range(common) if before[at] is not after[at]]
    changes = [change for at in differing if (change := json_patch(before[at], after[at], f"{path}/{at}"))]
    if len(changes) * 2 > len(before) or common * 2 < len(before):
        return [{"op": "replace", "path": path, "value": after}]
    return [
        *(operation for change in changes for operation in change),
        *({"op": "remove", "path": f"{path}/{at}"} for at in reversed(range(common, len(before)))),
        *({"op": "add", "path": f"{path}/-", "value": value} for value in after[common:]),
    ]


def _under(path: str, key: str) -> str:
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
