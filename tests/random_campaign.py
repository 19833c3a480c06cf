"""Random complete campaigns of small contests, for tests of figures."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from made_campaign import paid, played_suite, row

from r3gym.campaigns import CampaignSuite, EpisodeRow

SIZE = 3
STATES = "+w-mu"


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[CampaignSuite, list[EpisodeRow], int, list[float]]:
    """A complete campaign of contests with three problems: flat, falling and rising curves, many ties, any order."""
    contests = draw(st.integers(1, 3))
    repeats = draw(st.integers(1, 3))
    grid = [0.1, 0.2, 0.8][: draw(st.integers(1, 3))]
    caps = sorted(draw(st.lists(st.integers(0, 5), min_size=len(grid), max_size=len(grid))))
    suite = played_suite({name: draw(st.text("EMHU", min_size=SIZE, max_size=SIZE)) for name in "xyz"[:contests]})
    tool_free = draw(st.booleans())
    common: dict[str, Any] = {"setting": "tool_free" if tool_free else "agentic"}
    budget = draw(st.integers(0, 10))
    rows = []
    for contest in suite.contests:
        for problem in contest.problems:
            for level, cap in zip(grid, caps, strict=True):
                for repeat in range(1, repeats + 1):
                    given: dict[str, Any] = {"problem": problem.id, "pressure": level, "budget": cap, "repeat": repeat}
                    spent = [draw(st.integers(0, cap))]
                    rows.append(
                        row("curve", suite, contest.id, draw(st.sampled_from(STATES)), spent=spent, **given, **common)
                    )
        for repeat in range(1, repeats + 1):
            path = draw(st.text("123", max_size=budget))
            given = {"pressure": 0.8, "budget": budget, "repeat": repeat, "spent": paid(path, suite)}
            given["path"] = None if tool_free else path
            given["ending"] = draw(st.sampled_from(["finished", "cut"])) if tool_free else "finished"
            states = draw(st.text(STATES, min_size=SIZE, max_size=SIZE))
            rows.append(row("contest", suite, contest.id, states, **given, **common))
    return suite, draw(st.permutations(rows)), repeats, grid
