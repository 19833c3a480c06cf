"""Secrets in every place that a campaign's settings have, a server that repeats them, and no file that holds one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from campaign_runs import play, write_campaign
from loopback_model import ModelServer, calls, http_error, model_server, says

from r3gym.campaigns.campaign_file import load_campaign
from r3gym.errors import InputError
from r3gym.judging.judges import load_judges
from r3gym.models import load_profile
from r3gym.models.profile_toml import profile_toml
from r3gym.utils.redaction import hide, redact, secrets_of

KEY = "sk-canary-key-0123456789"
PLANTED = {
    "user": "planted-user-7731",
    "metadata": {"Authorization": "Bearer planted-bearer-7732", "team": ["planted-list-7733"]},
    "safety_identifier": "planted-id-7734",
    "webhook": "https://planted-name-7735:planted-pass-7736@hook.example/x?key=planted-query-7737",
}
JUDGE = {"session_token": "planted-judge-7738", "route": "planted-route-7739"}
HIDDEN_TEXTS = (KEY, "planted-")


def parrot(server: ModelServer, fault: str) -> Any:
    """Repeat everything that came, as an answer or as an error."""
    last = server.requests[-1]
    address = f"http://u:p@{last.headers['host']}{last.path}?k={KEY}"
    text = f"{json.dumps(last.body)} {last.headers['authorization']} {address}"
    if fault == "reply":
        return says(text, reasoning=text)
    if fault == "tool call":
        return calls(("bash_command", {"command": f"echo {text}"}), content=text)
    return http_error(int(fault), body={"error": {"message": text, "type": text, "code": text, "param": text}})


def written_files(folder: Path) -> dict[str, str]:
    return {str(path): path.read_text("utf-8", "replace") for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("fault", ["reply", "tool call", "400", "401", "403", "500"])
def test_no_file_of_a_campaign_holds_a_secret(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CANARY_KEY", KEY)
    place, run = tmp_path / "own", tmp_path / "run"
    place.mkdir()
    with model_server(model=lambda _: parrot(server, fault)) as server:
        fields = {"base_url": server.url, "api_key_env": "CANARY_KEY", "model": "m", "retries": 0, "tools": "native"}
        tables = "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields.items())
        profile = load_profile("m", base_url=server.url, extra_body=PLANTED)
        body = next(line for line in profile_toml(profile).splitlines() if line.startswith("extra_body"))
        (place / "loop.toml").write_text(f"{tables}{body}\n")
        judge = {"judge": "llm", "model": "j", "base_url": server.url, "api_key_env": "CANARY_KEY", "extra_body": JUDGE}
        policy = {"name": "m", "kind": "llm", "model": "loop.toml", "safety_cap": 3}
        file = write_campaign(place, [policy], judges={"math": judge}, attempts=1, budgets=[2], records="all")
        play(load_campaign(file), run)
        assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"
        assert server.requests[-1].body["user"] == PLANTED["user"], "the secrets were sent"
    files = written_files(run)
    assert any("[hidden]" in text for text in files.values())
    for secret in HIDDEN_TEXTS:
        assert [path for path, text in files.items() if secret in text] == []
        assert secret not in "".join(capfd.readouterr())
    with pytest.raises(InputError, match="stands for a secret"):
        load_campaign(run / "campaign.toml", base=place)


@pytest.mark.parametrize(
    "section",
    [
        {"judge": "llm", "model": "m", "base_url": "http://planted-name:planted-pass@host/v1"},
        {"judge": "llm", "model": "m", "base_url": "http://host/v1?key=planted-query"},
        {"judge": "llm", "model": "m", "base_url": "http://host/v1", "token": "planted-token"},
        {"judge": "llm", "model": "m", "base_url": "http://host/v1", "extra_body": {"n": "planted-n"}},
        {"judge": "llm", "model": "m", "base_url": "http://host/v1", "extra_body": "planted-body"},
        {"judge": "llm", "model": "m", "base_url": "http://host/v1", "extra_headers": {"A": "planted-header"}},
        {"judge": "llm", "model": "m", "base_url": "http://host/v1", "api_key_env": "planted-key value"},
        {"judge": "llm", "model": "http://me:planted-pass@host/ m", "base_url": "http://host/v1"},
    ],
)
def test_no_error_about_judges_repeats_a_secret(section: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        load_judges({"math": section})
    assert "planted" not in str(refused.value)
    with pytest.raises(InputError) as refused:
        load_judges({"code": {"judge": "lightcpverifier", "url": section["base_url"], "problems": "planted-problems"}})
    assert "planted-pass" not in str(refused.value)
    assert "planted-query" not in str(refused.value)


def test_neither_records_nor_representations_show_what_a_provider_defines() -> None:
    profile = load_profile("m", base_url="http://h/v1", extra_body=PLANTED, thinking={"on": {"k": "planted-on"}})
    assert "planted" not in repr(profile) + json.dumps(profile.to_record())
    judges = load_judges({"math": {"judge": "llm", "model": "m", "base_url": "http://h/v1", "extra_body": JUDGE}})
    assert "planted" not in repr(judges) + json.dumps(judges.to_record())


def test_harmless_settings_stay_readable() -> None:
    settings = {
        "temperature": 0.5,
        "max_tokens": 9,
        "cap_field": "max_tokens",
        "extra_body": {"thinking": {"type": "enabled", "budget": 100}, "enable_thinking": True, "service_tier": "flex"},
    }
    assert redact(settings) == settings
    assert secrets_of(settings) == ()


def test_a_secret_is_found_again_in_any_text() -> None:
    secrets = secrets_of({"extra_body": PLANTED, "password": 'with "quotes" inside'})
    text = json.dumps({"all": PLANTED, "pw": 'with "quotes" inside'})
    assert "planted" not in hide(text, secrets)
    assert "quotes" not in hide(text, secrets)
