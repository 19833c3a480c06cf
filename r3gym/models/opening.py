"""Open a chat model from a user's arguments: a name and an address, a profile, or a model that is ready."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from r3gym.errors import InputError
from r3gym.models.chat_model import ChatModel
from r3gym.models.loading import load_profile
from r3gym.models.profile import ModelProfile

if TYPE_CHECKING:
    from r3gym.models.reply_store import ReplyStore


def open_model(
    model: str | ChatModel | None,
    *,
    base_url: str | None = None,
    profile: str | Path | ModelProfile | None = None,
    api_key_env: str | None = None,
    cassette: str | Path | ReplyStore | None = None,
) -> ChatModel:
    """Return the model, behind the client unless it is a ready `ChatModel` already.

    ``profile`` (a name, a TOML file or a `ModelProfile`) says how it is called; ``model``, ``base_url`` and
    ``api_key_env`` (the *name* of the variable that holds the key) override what it says. Without one, ``model`` names
    a shipped profile or what the server calls its model. ``cassette`` is where replies are kept and replayed from. The
    client is imported here: a ready model needs none.
    """
    if model is not None and not isinstance(model, str):
        if any(given is not None for given in (base_url, profile, api_key_env, cassette)):
            raise InputError("model is a ready ChatModel: base_url, profile, api_key_env and cassette belong to it")
        return model
    if model is None and profile is None:
        raise InputError("no model: give model='NAME' with base_url='http://127.0.0.1:8000/v1', or a profile")
    from r3gym.models.cassette import Cassette
    from r3gym.models.client import OpenAIChat

    fields = {"base_url": base_url, "api_key_env": api_key_env, "model": None if profile is None else model}
    given = {name: value for name, value in fields.items() if value is not None}
    chosen = load_profile(str(model) if profile is None else profile, **given)
    kept = Cassette(cassette) if isinstance(cassette, str | Path) else cassette
    return OpenAIChat(chosen, cassette=kept)
