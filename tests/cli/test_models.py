"""``r3gym models``."""

from __future__ import annotations

import json
import tomllib

import pytest
from loopback_model import calls, http_error, model_server, says
from typer.testing import CliRunner

from r3gym.cli import main
from r3gym.errors import ModelFailure
from r3gym.models import load_profile, shipped_profiles
from r3gym.models.profile import ModelProfile

runner = CliRunner()


def test_list_shows_every_shipped_profile() -> None:
    table = runner.invoke(main.app, ["models", "list"]).stdout
    assert [name for name in shipped_profiles() if name not in table] == []
    listed = json.loads(runner.invoke(main.app, ["models", "list", "--json"]).stdout)
    assert [row["name"] for row in listed] == list(shipped_profiles())


def test_show_prints_a_profile_that_loads_again() -> None:
    shown = runner.invoke(main.app, ["models", "show", "glm-5.2"]).stdout
    assert ModelProfile.model_validate(tomllib.loads(shown)) == load_profile("GLM-5.2")
    assert json.loads(runner.invoke(main.app, ["models", "show", "hy-3", "--json"]).stdout)["temperature"] == 0.9


def test_probe_says_what_the_server_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_KEY", "sk-canary-canary")
    script = (says("42", reasoning="carry the one"), calls(("note_number", {"number": 7})))
    given = ["models", "probe", "DeepSeek-V4-Pro", "--api-key-env", "OWN_KEY", "--model", "served"]
    with model_server(*script, *script) as server:
        told = json.loads(runner.invoke(main.app, [*given, "--base-url", server.url, "--json"]).stdout)
        table = runner.invoke(main.app, [*given, "--base-url", f"{server.url}/"]).stdout
    assert told.pop("latency_s") > 0
    assert told == {
        "profile": "DeepSeek-V4-Pro",
        "served_model": "loopback-model",
        "content": "42",
        "finish": "stop",
        "attempts": 1,
        "usage": {"prompt_tokens": 9, "completion_tokens": 4, "reasoning_tokens": 3},
        "reasoning": True,
        "tools": {"mode": "native", "seen": "a well-formed tool call came back"},
    }
    assert server.bodies[0]["model"] == "served"
    assert "native" in table
    assert "canary" not in table + str(told)


def test_a_service_that_fails_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(http_error(401)) as server:
        monkeypatch.setattr("sys.argv", ["r3gym", "models", "probe", "m", "--base-url", server.url])
        with pytest.raises(SystemExit) as end:
            main.run()
    assert end.value.code == 1
    assert capsys.readouterr().err == "r3gym: the model service of 'm' answered HTTP 401; is the key right?\n"
    assert ModelFailure("x").status is None
