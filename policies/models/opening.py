"""Opening a chat model from what a user gives: a name and an address, a profile, or a model that is ready."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from r3gym.errors import InputError
from r3gym.policies.models.chat_model import ChatModel
from r3gym.policies.models.profile import ModelProfile

if TYPE_CHECKING:
    from r3gym.policies.models.cassette import Cassette


def open_model(
    model: str | ChatModel | None,
    *,
    base_url: str | None = None,
    profile: str | Path | ModelProfile | None = None,
    api_key_env: str | None = None,
    cassette: str | Path | Cassette | None = None,
) -> ChatModel:
    """The model, behind the real client unless it is ready already.

    ``profile`` says how it is called; ``model``, ``base_url`` and ``api_key_env`` override what it says. The client is
    imported here, so that whoever brings a model of his own needs none.
    """
    if model is not None and not isinstance(model, str):
        if any(given is not None for given in (base_url, profile, api_key_env, cassette)):
            raise InputError("model is a ready ChatModel: base_url, profile, api_key_env and cassette belong to it")
        return model
    from r3gym.policies.models.cassette import Cassette
    from r3gym.policies.models.client import OpenAIChat

    overrides = {"model": model, "base_url": base_url, "api_key_env": api_key_env}
    given = {name: value for name, value in overrides.items() if value is not None}
    if isinstance(profile, ModelProfile):
        chosen = ModelProfile.model_validate({**profile.model_dump(), **given})
    elif isinstance(model, str) and profile is None:
        chosen = ModelProfile.model_validate({"name": model, **given})
    else:
        raise InputError("no model: give model='NAME' and base_url='http://127.0.0.1:8000/v1', or a profile")
    kept = Cassette(cassette) if isinstance(cassette, str | Path) else cassette
    return OpenAIChat(chosen, cassette=kept)
