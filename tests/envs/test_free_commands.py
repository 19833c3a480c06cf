"""Free commands in the real sandbox: what the classifier calls passive works, and computing for free does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from contest_actions import do, run

from r3gym.accounting.passive import ALWAYS_PASSIVE, SOMETIMES_PASSIVE
from r3gym.actions import Verb
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


PLANTED = "echo 'echo COMPUTED-$((6*7)) > /app/loot' > /app/{name}; chmod +x /app/{name}"
ATTEMPTS = [
    "cp /usr/bin/python3 /app/cat && /app/cat -c 1",
    "/app/ls",
    "cd /app && ./ls",
    "export PATH=/app:$PATH",
    "cat > >(bash)",
    'ls & python3 -c \'open("/app/loot", "w")\'',
    "cat <<EOF\n$(python3 -c 'print(6*7)' > /app/loot)\nEOF",
    "echo `python3 -c 'print(6*7)' > /app/loot`",
    "bash /app/ls",
    ". /app/ls",
    '/lib64/ld-linux-x86-64.so.2 /usr/bin/python3 -c \'open("/app/loot", "w")\'',
    'env python3 -c \'open("/app/loot", "w")\'',
    'timeout 5 python3 -c \'open("/app/loot", "w")\'',
]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_computing_for_free_does_not_work(make_env: Any, attempt: str) -> None:
    """The effect is observed, not the verdict: no loot without a unit spent."""
    env = make_env("R3Contest-Code-v0", contest=0, budget=5)
    env.reset(seed=0)
    env.step(do(Verb.FOCUS, 1))
    env.step(run(PLANTED.format(name="ls")))
    env.step(run("export PATH=/app:$PATH"))  # counted, and it must not help what follows
    before = int(env.step(do(Verb.STATUS))[0]["used"][0])
    obs, *_ = env.step(run(attempt))
    spent = int(obs["used"][0]) > before
    obs, *_ = env.step(run("cat /app/loot"))
    looted = "No such file" not in obs["text"]
    assert spent or not looted, obs["text"]
