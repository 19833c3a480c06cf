"""A real model behind a real server, for the whole test session. Where its weights cannot be had, the tests say so."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from r3gym.errors import InputError
from r3gym.models.loading import load_profile
from r3gym.models.profile import ModelProfile

ROOT = Path(__file__).parents[2]
LOCAL_MODELS = ROOT / "tools" / "local_models"
MODEL = "qwen2.5-coder-0.5b"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.llm)
            item.add_marker(pytest.mark.timeout(1800))  # minutes on two free cores, more on shared ones


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    pytest.importorskip("xllamacpp", reason="the extra is not installed: pip install 'r3gym[llm]'")
    sys.path.insert(0, str(LOCAL_MODELS))
    try:
        from fetch import fetch
        from serve import serving

        try:
            fetch(MODEL)
        except InputError as error:
            pytest.skip(f"no weights: {error}")
        with serving(MODEL, slots=2) as started:
            yield started
    finally:
        sys.path.remove(str(LOCAL_MODELS))


@pytest.fixture(scope="session")
def profile(base_url: str) -> ModelProfile:
    """The model at temperature 0: these tests are about the protocol, not about luck."""
    return load_profile(LOCAL_MODELS / f"{MODEL}.toml", base_url=base_url, temperature=0.0)
