"""What the classifier calls passive really runs in the sandbox's passive view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from r3gym.accounting.passive import ALWAYS_PASSIVE, SOMETIMES_PASSIVE
from r3gym.sandbox import Workspace, open_workspace


@pytest.fixture(scope="module")
def workspace() -> Iterator[Workspace]:
    with open_workspace() as opened:
        yield opened


@pytest.mark.parametrize("tool", sorted({*ALWAYS_PASSIVE, *SOMETIMES_PASSIVE}))
def test_every_passive_tool_can_be_executed_in_the_passive_view(workspace: Workspace, tool: str) -> None:
    result = workspace.run(f"{tool} --version < /dev/null", 10, free=True)
    assert result.exit_code not in (126, 127), result.output
    assert not result.escape
