"""One registry makes every policy: by name, from a campaign's table, for one episode."""

from __future__ import annotations

import pytest
from known_domains import AR, MATH

from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.policies import EpisodeContext, make_policy, named_policy, policy_kinds


def test_a_name_and_a_table_make_the_same_policy() -> None:
    named = named_policy("scripted:scanner:blind")
    table = policy_kinds()["scripted"].model_validate(named.model_dump())
    episode = EpisodeContext(Setting.AGENTIC, MATH, "embedded", "none", seed=3, run="r")
    one, other = named.make(episode), table.make(episode)
    assert one.policy.notes() == other.policy.notes()
    assert one.title == other.title == "scripted:scanner:blind"
    assert make_policy("scripted:scanner:blind", suite="embedded", domain="math", seed=3).notes() == one.policy.notes()


@pytest.mark.parametrize(
    ("setting", "kind", "environment"),
    [(Setting.AGENTIC, "LLMAgent", set()), (Setting.TOOL_FREE, "ToolFreeSolver", {"protocol"})],
)
def test_a_model_plays_both_settings(setting: Setting, kind: str, environment: set[str]) -> None:
    spec = named_policy("llm", model="some/model", base_url="http://127.0.0.1:9/v1")
    ready = spec.make(EpisodeContext(setting, AR, "embedded", "none", seed=0, run="r"))
    assert type(ready.policy).__name__ == kind
    assert ready.title == "some/model"
    assert set(ready.environment) == environment


def test_llm_needs_a_model() -> None:
    with pytest.raises(InputError, match="say which model"):
        named_policy("llm")
    with pytest.raises(InputError, match="choose one of"):
        named_policy("nobody")
