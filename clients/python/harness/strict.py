"""Holds what an SDK built without checking to its own types, in full: kinds, required fields, known values."""

import warnings

from pydantic import BaseModel

warnings.simplefilter("ignore")


def strict(value):
    """The same object, after the SDK's own type has taken its data. Raises where that does not fit."""
    data = value.model_dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)
    checked = type(value).model_validate(data)
    with warnings.catch_warnings():
        # The serializer warns where a member of a union was taken for another.
        warnings.simplefilter("error")
        checked.model_dump_json(by_alias=True)
    return value
