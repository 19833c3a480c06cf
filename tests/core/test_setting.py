"""The two settings: they differ in the unit of the budget."""

from __future__ import annotations

from r3gym.core.setting import Setting
from r3gym.core.unit import Unit


def test_agents_spend_counted_actions_and_completions_output_tokens() -> None:
    assert {setting: setting.unit for setting in Setting} == {
        Setting.AGENTIC: Unit.ACTIONS,
        Setting.TOOL_FREE: Unit.OUTPUT_TOKENS,
    }
