"""Weights are used only as they were pinned."""

from __future__ import annotations

from pathlib import Path

import pytest

from r3gym.errors import InputError


def test_a_spoilt_file_is_recognised(base_url: str, tmp_path: Path) -> None:  # noqa: ARG001 (the weights are here)
    from fetch import fault, model_named, weights_path

    model = model_named("qwen2.5-coder-0.5b")
    good = weights_path("qwen2.5-coder-0.5b")
    assert fault(good, model) is None
    spoilt = tmp_path / "spoilt.gguf"
    data = bytearray(good.read_bytes())
    data[-1] ^= 1
    spoilt.write_bytes(data)
    assert "SHA-256" in str(fault(spoilt, model))
    data[0] ^= 1
    spoilt.write_bytes(data)
    assert "begins with" in str(fault(spoilt, model))
    spoilt.write_bytes(data[:-1])
    assert "bytes instead of" in str(fault(spoilt, model))


def test_an_unknown_model_is_refused_with_the_list(base_url: str) -> None:  # noqa: ARG001 (puts the tools on the path)
    from fetch import model_named

    with pytest.raises(InputError, match=r"qwen2\.5-coder-0\.5b"):
        model_named("no-such-model")
