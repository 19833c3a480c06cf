"""A domain that nobody offers is refused at every edge, and the message lists those that there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from r3gym.campaigns.campaign_file import check_campaign
from r3gym.cli.accounting import _explain_row
from r3gym.cli.judge_rows import judge_row
from r3gym.cli.parsing import _parse_row
from r3gym.core.known_domains import check_domain, get_domain
from r3gym.envs.contest_env import ContestEnv
from r3gym.errors import InputError
from r3gym.judging.judges import load_judges, offline
from r3gym.policies import make_policy
from r3gym.suites import load_suite

PLAYERS = [{"name": "one", "kind": "scripted"}]
CAMPAIGN: dict[str, Any] = {"name": "x", "domains": ["poetry"], "budgets": [4], "policies": PLAYERS}
EDGES: dict[str, Callable[[], Any]] = {
    "look-up": lambda: get_domain("poetry"),
    "name": lambda: check_domain("poetry"),
    "suite": lambda: load_suite("embedded", "poetry"),
    "environment": lambda: ContestEnv("poetry"),
    "policy": lambda: make_policy("scripted", suite="embedded", domain="poetry", seed=0),
    "campaign": lambda: check_campaign(CAMPAIGN, "x.toml", Path()),
    "explain": lambda: _explain_row({"id": 1, "command": "ls", "domain": "poetry"}),
    "parse": lambda: _parse_row({"id": 1, "domain": "poetry", "setting": "tool_free", "mode": "single", "text": "7"}),
}


@pytest.mark.parametrize("edge", EDGES)
def test_every_edge_refuses_it_and_lists_the_known_ones(edge: str) -> None:
    with pytest.raises(InputError, match="choose one of code, math, ar"):
        EDGES[edge]()


def test_rows_and_judges_of_an_unknown_domain_are_refused() -> None:
    with pytest.raises(InputError, match="give a domain"):
        judge_row({"id": 1, "domain": "poetry", "answer": "7", "reference": "7"}, offline())
    with pytest.raises(InputError, match="poetry: unknown; remove it or correct its spelling"):
        load_judges({"poetry": {"judge": "offline"}})
