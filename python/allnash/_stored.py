"""Results that come back from what was written down of them."""
from __future__ import annotations

import json
from typing import Any

from . import _allnash


def from_json(text: str | bytes) -> tuple[_allnash.Answer, list[Any], list[Any]]:
    """The answer and the labels of rows and columns. Raises InputError for a text that is no result."""
    try:
        fields = json.loads(text)
        if not isinstance(fields, dict):
            raise ValueError(f"a result is an object, not {type(fields).__name__}")
        answer = _allnash.Answer(fields)
    except KeyError as error:
        raise _allnash.InputError(f"this is not a result in JSON: {error} is missing") from None
    except (TypeError, ValueError, IndexError, RuntimeError) as error:
        raise _allnash.InputError(f"this is not a result in JSON: {error}") from None
    return answer, known_labels(fields, "row"), known_labels(fields, "column")


def known_labels(fields: dict[str, Any], side: str) -> list[Any]:
    """JSON has those of the support alone."""
    if f"{side}_support_labels" not in fields:
        return []
    labels: list[Any] = [None] * fields[f"{side}s"]
    for place, label in zip(fields[f"{side}_support"], fields[f"{side}_support_labels"]):
        labels[place] = label
    return labels
