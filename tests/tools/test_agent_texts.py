"""docs/agent-texts.md: the page is current, and no text says what its run contradicts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from agent_texts import INSTRUCTIONS, AgentText, agent_texts, page

from r3gym.models.messages import ChatReply
from r3gym.policies.agent.arguments import ProblemNames
from r3gym.policies.agent.json_mode import read_json
from r3gym.policies.agent.protocol_errors import json_example
from r3gym.prompts.instruction import RunKind
from r3gym.prompts.templates import prompt, prompt_table

PAGE = Path(__file__).parents[2] / "docs" / "agent-texts.md"
TEXTS = tuple(agent_texts())


def of_kind(*kinds: RunKind) -> Iterable[AgentText]:
    return (text for text in TEXTS if text.kind in kinds)


def test_the_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `make agent-texts` and read the page"


def test_every_kind_of_run_and_every_table_is_on_the_page() -> None:
    assert {run.kind for run in INSTRUCTIONS} == set(RunKind)
    assert {run.domain for run in INSTRUCTIONS} == {"code", "math", "ar"}
    titles = {text.title.partition(",")[0] for text in TEXTS}
    assert titles >= {*prompt_table("agent_blocks"), *prompt_table("agent_faults"), *prompt_table("agent_tools")}


@pytest.mark.parametrize("placeholder", [r"_ID\b", r"\bID\b", r"\bNOTE\b", r"\bANSWER\b", r"_X\b", r"_N\b", r"\$\w"])
def test_no_text_has_a_placeholder(placeholder: str) -> None:
    found = [(text.title, match[0]) for text in TEXTS for match in re.finditer(placeholder, text.text)]
    assert found == []


def test_dots_stand_for_nothing_but_left_out_bytes() -> None:
    for text in TEXTS:
        assert "..." not in re.sub(r"\[\.\.\. [\d,]+ bytes left out.* \.\.\.\]", "", text.text), text.title


def test_a_target_run_never_speaks_of_a_budget_for_all() -> None:
    for text in of_kind(RunKind.TARGET):
        assert "all 6 problems" not in text.text, text.title
        assert not re.search(r"any subset|[Ss]hared|total score|shelve|which problems", text.text), text.title


def test_a_run_of_one_problem_never_speaks_of_several() -> None:
    for text in of_kind(RunKind.SINGLE):
        assert "problems" not in text.text, text.title
        assert not re.search(r"\banother\b|\bthe others\b|[Ss]hared budget|total score", text.text), text.title


def test_a_spent_budget_is_never_to_be_spent() -> None:
    spent = [text for text in TEXTS if text.spent]
    assert spent
    for text in spent:
        assert not re.search(r"[Ss]pend\b|focus_problem \w first|cd /|test locally", text.text), text.title


def test_the_example_of_json_mode_can_be_sent_as_it_is() -> None:
    for label in ("A", "3"):
        reply = ChatReply(content=json_example(label))
        turn = read_json(reply, ProblemNames((label,), ("p",)), max_tokens=100)
        assert turn.faults == ()
        assert [action.text for action in turn.actions] == [f"focus_problem {label}", f"ls /app/problem_{label}"]
    for name in ("agent_json", "agent_how_json"):
        shown = prompt(name, example=json_example("A"), tools="")
        assert json.loads(re.search(r"\{.*\}", shown)[0])  # type: ignore[index]
