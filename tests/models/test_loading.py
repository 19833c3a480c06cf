"""Profiles: the paper's by name, one's own as TOML, mistakes listed without repeating what may be a key."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from r3gym.calibration.caps import calibrated_models
from r3gym.errors import InputError
from r3gym.models import ModelProfile, load_profile, shipped_profiles
from r3gym.models.opening import open_model
from r3gym.models.profile_toml import profile_toml

#: The paper's table of model-call parameters: temperature, top-p, effort, thinking. None: omitted there.
TABLE: dict[str, tuple[float | None, float | None, str | None, bool]] = {
    "DeepSeek-Chat": (0.0, 1.0, None, False),
    "DeepSeek-Reasoner": (None, None, None, True),
    "DeepSeek-V4-Pro": (None, None, "high", True),
    "Qwen3.7-Max": (0.2, 0.8, None, True),
    "GLM-5.2": (1.0, 0.95, "high", True),
    "Hy-3": (0.9, 1.0, "high", True),
    "GPT-5.5": (None, None, "none", False),
    "Claude-Opus-4.8": (None, None, None, False),
}


def test_the_papers_models_ship_with_the_parameters_of_its_table() -> None:
    loaded = {name: load_profile(name) for name in shipped_profiles()}
    found = {n: (p.temperature, p.top_p, p.reasoning_effort, p.thinking.enabled) for n, p in loaded.items()}
    assert found == TABLE
    assert {p.paper_name for p in loaded.values() if p.paper_name} == set(calibrated_models())
    for name, profile in loaded.items():
        assert (profile.name, profile.base_url, profile.api_key_env) == (name, None, None)


@pytest.mark.parametrize("name", TABLE)
def test_a_profile_is_found_in_any_case_and_survives_being_written(name: str, tmp_path: Path) -> None:
    profile = load_profile(name.upper())
    assert profile == load_profile(name.lower())
    (tmp_path / "p.toml").write_text(profile_toml(profile))
    assert load_profile(tmp_path / "p.toml") == profile == load_profile(str(tmp_path / "p.toml"))


def test_awkward_values_survive_being_written() -> None:
    extra = {"a b": [1, 2.5, True, 'x\n"y" \\ ü\u2028\x7f'], "deep": {"er": {"": {}}, "list": [[], [{"k": 1}]]}}
    profile = ModelProfile(name="x", model="m", base_url="http://127.0.0.1:1/v1", extra_body=extra)
    assert ModelProfile.model_validate(tomllib.loads(profile_toml(profile))) == profile


def test_overrides_replace_fields_and_merge_tables() -> None:
    profile = load_profile("GLM-5.2", base_url="http://127.0.0.1:1/v1", temperature=None, thinking={"enabled": False})
    assert (profile.temperature, profile.base_url, profile.top_p) == (None, "http://127.0.0.1:1/v1", 0.95)
    assert (profile.thinking.enabled, profile.thinking.off) == (False, {"thinking": {"type": "disabled"}})


def test_a_model_without_a_profile_needs_only_its_name_and_address(tmp_path: Path) -> None:
    profile = load_profile("qwen2.5-coder-0.5b", base_url="http://127.0.0.1:1/v1/")
    assert (profile.name, profile.model, profile.base_url) == (
        profile.model,
        "qwen2.5-coder-0.5b",
        "http://127.0.0.1:1/v1",
    )
    (tmp_path / "mine.toml").write_text('model = "m"\n')
    assert load_profile(tmp_path / "mine.toml").name == "mine"
    with pytest.raises(InputError, match=r"no such profile; there are: Claude.*base_url"):
        load_profile("qwen2.5-coder-0.5b")


def test_everything_that_is_wrong_is_listed_and_no_text_is_repeated(tmp_path: Path) -> None:
    secret = "sk-" + "canary-" * 3
    (tmp_path / "p.toml").write_text(
        f'api_key = "{secret}"\napi_key_env = "{secret}"\nbase_url = "{secret}"\ntools = "{secret}"\n'
        f'reasoning_effort = 3\ntemperature = 9\ntimeout_s = "{secret}"\nspelling = 1\nextra_body = {{ seed = 1 }}\n'
    )
    with pytest.raises(InputError) as error:
        load_profile(tmp_path / "p.toml")
    text = str(error.value)
    for expected in (
        "p.toml: ",
        "model: missing",
        "api_key: keys do not belong here; give the name of an environment variable as api_key_env",
        "api_key_env: must be the name of an environment variable",
        "base_url: must be an address",
        "tools: input should be 'auto', 'native' or 'json'",
        "temperature: input should be less than or equal to 2 (given 9)",
        "timeout_s: input should be a valid number",
        "spelling: unknown",
        "extra_body: seed: set by r3gym itself",
    ):
        assert expected in text, expected
    assert secret not in text
    assert error.value.__cause__ is None


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "cannot be read"),
        (b"\xff\xfe", "not UTF-8"),
        (b"model = ", "not TOML"),
        (b"x=" + b"[" * 9999, "not TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: bytes | None, problem: str) -> None:
    if content is not None:
        (tmp_path / "p.toml").write_bytes(content)
    with pytest.raises(InputError, match=f"p.toml: {problem}"):
        load_profile(tmp_path / "p.toml")


def test_a_profile_shows_and_records_neither_address_nor_the_name_of_the_key() -> None:
    profile = load_profile("hy-3", base_url="http://canary.example/v1", api_key_env="CANARY_KEY")
    shown: list[Any] = [repr(profile), str(profile), profile.to_record()]
    assert "canary" not in str(shown).lower()


def test_a_model_is_opened_by_name_by_profile_or_by_both() -> None:
    url = "http://127.0.0.1:9/v1"
    assert open_model("glm-5.2", base_url=url).profile == load_profile("GLM-5.2", base_url=url)
    assert open_model("own", base_url=url).profile == ModelProfile(name="own", model="own", base_url=url)
    both = open_model("glm-5.2-fp8", profile="GLM-5.2", base_url=url, api_key_env="KEY").profile
    assert both == load_profile("GLM-5.2", model="glm-5.2-fp8", base_url=url, api_key_env="KEY")
    assert open_model(None, profile=both, base_url=f"{url}/b").profile.base_url == f"{url}/b"
    for call, problem in (
        ({"model": None}, "no model: give model="),
        ({"model": "own"}, "'own': no such profile"),
        ({"model": "glm-5.2"}, "'GLM-5.2': no base_url"),
        ({"model": "own", "base_url": "nowhere"}, "base_url: must be an address"),
        ({"model": None, "profile": both, "base_url": "nowhere"}, "base_url: must be an address"),
    ):
        with pytest.raises(InputError, match=problem):
            open_model(**call)  # type: ignore[arg-type]
