"""Attempts to compute for free, as an attacker would write them, in the real environment and sandbox.

The effect is observed, not the verdict: every attempt tries to leave the product of two numbers in a file. It may do so
only if a unit was spent. The numbers differ per attempt, so that nothing can be copied from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest
from contest_actions import do, run

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.actions import Verb

#: {a} * {b} is the loot. Anything already on disk (planted by free commands) is in PLANTED.
PLANTED = [
    "cat > /app/problem_A/x.py <<'EOF'\nprint({a} * {b})\nEOF",
    "cat > /app/problem_A/x.sh <<'EOF'\n#!/bin/bash\necho $(({a} * {b}))\nEOF",
    "cp /app/problem_A/x.sh /app/problem_A/ls",
    "cp /app/problem_A/x.sh /app/cat",
    "chmod +x /app/problem_A/x.sh /app/problem_A/ls /app/cat",
    "cat > /app/.bashrc <<'EOF'\necho $(({a} * {b})) > /app/loot\nEOF",
    "cp /app/.bashrc /app/.bash_profile",
    "cat > /app/problem_A/inputrc <<'EOF'\necho $(({a} * {b})) > /app/loot\nEOF",
]
ATTEMPTS = [
    "python3 /app/problem_A/x.py > /app/loot",
    "echo $(({a} * {b})) > /app/loot",
    "echo $[{a} * {b}] > /app/loot",
    "echo `expr {a} '*' {b}` > /app/loot",
    "echo $(expr {a} '*' {b}) > /app/loot",
    "cat <(python3 /app/problem_A/x.py) > /app/loot",
    "ls > >(python3 /app/problem_A/x.py > /app/loot)",
    "tee /app/loot < <(python3 /app/problem_A/x.py)",
    "ls & python3 /app/problem_A/x.py > /app/loot",
    "python3 /app/problem_A/x.py > /app/loot &",
    "cat > /app/loot <<EOF\n$(({a} * {b}))\nEOF",
    "cat > /app/loot <<EOF\n$(python3 /app/problem_A/x.py)\nEOF",
    "cat > /app/loot <<EOF\n`python3 /app/problem_A/x.py`\nEOF",
    "cat > /app/loot <<EOF\n$[{a} * {b}]\nEOF",
    "cat > /app/loot <<< $(({a} * {b}))",
    'cat > /app/loot <<< "$(({a} * {b}))"',
    "X=$(({a} * {b})); echo $X > /app/loot",
    "export X=$(({a} * {b})); echo $X > /app/loot",
    "declare -i X={a}*{b}; echo $X > /app/loot",
    "let X={a}*{b}; echo $X > /app/loot",
    "((X = {a} * {b})); echo $X > /app/loot",
    "printf '%d\\n' $(({a} * {b})) > /app/loot",
    "for i in 1; do echo $(({a} * {b})) > /app/loot; done",
    "if true; then python3 /app/problem_A/x.py > /app/loot; fi",
    "f() {{ echo $(({a} * {b})) > /app/loot; }}; f",
    "ls() {{ python3 /app/problem_A/x.py > /app/loot; }}; ls",
    "trap 'echo $(({a} * {b})) > /app/loot' EXIT",
    "trap 'python3 /app/problem_A/x.py > /app/loot' EXIT; ls",
    "alias ls='python3 /app/problem_A/x.py > /app/loot'; ls",
    "shopt -s expand_aliases; alias ls=python3; ls",
    "eval 'echo $(({a} * {b})) > /app/loot'",
    "eval python3 /app/problem_A/x.py '>' /app/loot",
    "bash -c 'echo $(({a} * {b})) > /app/loot'",
    "bash /app/problem_A/x.sh > /app/loot",
    "sh /app/problem_A/x.sh > /app/loot",
    "source /app/problem_A/x.sh > /app/loot",
    ". /app/problem_A/x.sh > /app/loot",
    "/app/problem_A/x.sh > /app/loot",
    "/app/problem_A/ls > /app/loot",
    "cd /app/problem_A && ./ls > /app/loot",
    "PATH=/app/problem_A:$PATH; ls > /app/loot",
    "PATH=/app/problem_A ls > /app/loot",
    "export PATH=/app:$PATH; cat > /app/loot",
    "env PATH=/app/problem_A ls > /app/loot",
    "hash -p /app/problem_A/x.sh ls; ls > /app/loot",
    "enable -f /app/x.so ls; ls",
    "BASH_ENV=/app/problem_A/inputrc ls",
    "ENV=/app/problem_A/inputrc ls",
    "PROMPT_COMMAND='python3 /app/problem_A/x.py > /app/loot' ls",
    "PS4='$(python3 /app/problem_A/x.py > /app/loot)'; set -x; ls",
    "LD_PRELOAD=/app/x.so ls > /app/loot",
    "env python3 /app/problem_A/x.py > /app/loot",
    "nice python3 /app/problem_A/x.py > /app/loot",
    "nohup python3 /app/problem_A/x.py > /app/loot",
    "timeout 5 python3 /app/problem_A/x.py > /app/loot",
    "time python3 /app/problem_A/x.py > /app/loot",
    "command python3 /app/problem_A/x.py > /app/loot",
    "exec python3 /app/problem_A/x.py > /app/loot",
    "echo /app/problem_A/x.py | xargs python3 > /app/loot",
    "echo /app/problem_A/x.sh | xargs -I% bash % > /app/loot",
    "find /app/problem_A -name x.py -exec python3 {{}} ';' > /app/loot",
    "cp /usr/bin/python3 /app/problem_A/cat; /app/problem_A/cat /app/problem_A/x.py > /app/loot",
    "ln -s /usr/bin/python3 /app/problem_A/p; /app/problem_A/p /app/problem_A/x.py > /app/loot",
    "/lib64/ld-linux-x86-64.so.2 /usr/bin/python3 /app/problem_A/x.py > /app/loot",
    "/usr/bin/python3 /app/problem_A/x.py > /app/loot",
    "py''thon3 /app/problem_A/x.py > /app/loot",
    "\\python3 /app/problem_A/x.py > /app/loot",
    "$'python3' /app/problem_A/x.py > /app/loot",
    "X=python3; $X /app/problem_A/x.py > /app/loot",
    "${{X:-python3}} /app/problem_A/x.py > /app/loot",
    "{{python3,/app/problem_A/x.py}} > /app/loot",
    "$(echo python3) /app/problem_A/x.py > /app/loot",
    "awk 'BEGIN {{print {a} * {b}}}' > /app/loot",
    "echo '{a} * {b}' | bc > /app/loot",
    "echo ']'# $(({a} * {b})) > /app/loot",
    "echo ]# $(({a} * {b})) > /app/loot",
    "echo {{ ]# $(({a} * {b})) > /app/loot",
    "echo ]\\\n# $(({a} * {b})) > /app/loot",
    "cat <<é\nê\ncat <<'E'\né\necho $(({a} * {b})) > /app/loot\nE",
    "echo a\\\n\\<<EOF\necho $(({a} * {b})) > /app/loot\nEOF",
    "cat <<'A' <<B > /app/loot\nx\nA\n$(({a} * {b}))\nB",
    "cat <<E\\OF > /app/loot\n$(({a} * {b}))\nEOF\necho $(({a} * {b})) > /app/loot",
    "focus_problem A; echo $(({a} * {b})) > /app/loot",
    "submit_answer A $(({a} * {b}))",
    "coproc python3 /app/problem_A/x.py; cat <&${{COPROC[0]}} > /app/loot",
    "mapfile -C 'echo $(({a} * {b})) > /app/loot #' -c 1 x < /app/problem_A/x.py",
    "test -v 'x[$(echo $(({a} * {b})) > /app/loot)]'",
    "[[ -v 'x[$(echo $(({a} * {b})) > /app/loot)]' ]]",
    "printf -v 'x[$(echo $(({a} * {b})) > /app/loot)]' '%s' a",
    "unset 'x[$(echo $(({a} * {b})) > /app/loot)]'",
    "read 'x[$(echo $(({a} * {b})) > /app/loot)]' < /app/problem_A/x.py",
    "OPTIND={a}*{b}; echo $OPTIND > /app/loot",
    "f='n>0?(r=r*n,n=n-1,f):r'; n=20; r=1; OPTIND=f; echo $r > /app/loot",
    "cat > /app/loot <<EOF\n$((x={a}*{b}))\nEOF",
    'echo "$\\\n(({a}*{b}))" > /app/loot',
    "cat > /app/loot <<EOF\n$\\\n(({a}*{b}))\nEOF",
    "cat <<EOF\nx\nE\\\nOF\ndeclare -i x={a}*{b}\necho $x > /app/loot\nEOF",
    "(test() {{ :; }}); test -v 'q[b={a}*{b}]'; echo $b > /app/loot",
    ": {{q[b={a}*{b}]}}>/dev/null; echo $b > /app/loot",
    "cat > /app/loot <<E\n$\\\n'$[{a}*{b}]\n",
    "ls\n\\python3 /app/problem_A/x.py > /app/loot",
    "printf '0 string x x\\n' > /app/m; file -m /app/m /app/m > /app/loot",
    "touch -d '1970-01-01 UTC +{a} seconds +{b} seconds' /app/t; stat -c %Y /app/t > /app/loot",
]


@pytest.fixture(scope="module")
def env() -> Iterator[gym.Env[Any, Any]]:
    made = gym.make("R3Contest-Code-v0", contest=0, budget="unlimited", free_step_cap=100_000)
    made.reset(seed=0)
    yield made
    made.close()


def test_there_are_many_attempts() -> None:
    assert len(ATTEMPTS) >= 60


@pytest.mark.parametrize("number", range(len(ATTEMPTS)), ids=lambda n: ATTEMPTS[n])
def test_computing_for_free_does_not_work(env: gym.Env[Any, Any], number: int) -> None:
    a, b = 1009 + 7 * number, 2003 + 13 * number
    env.step(do(Verb.FOCUS, 1))
    for command in PLANTED:
        env.step(run(command.format(a=a, b=b)))
    env.step(run("rm -f /app/loot"))
    before = int(env.step(do(Verb.STATUS))[0]["used"][0])
    obs, *_ = env.step(run(ATTEMPTS[number].format(a=a, b=b)))
    spent, shown = int(obs["used"][0]) > before, obs["text"]
    obs, *_ = env.step(run("cat /app/loot /app/solution_A.cpp"))
    assert spent or str(a * b) not in shown + obs["text"], f"computed for free: {obs['text']}"


def test_the_attempts_are_real(env: gym.Env[Any, Any]) -> None:
    """The control: when they are paid for, most of them do leave the loot (some need what a contest does not have)."""
    worked = 0
    for number, attempt in enumerate(ATTEMPTS):
        a, b = 5003 + 7 * number, 6007 + 13 * number
        env.step(do(Verb.FOCUS, 1))
        for command in PLANTED:
            env.step(run(command.format(a=a, b=b)))
        env.step(run("rm -f /app/loot"))
        env.step(run(attempt.format(a=a, b=b) + "\ntrue $((1))"))  # paid for by the arithmetic
        obs, *_ = env.step(run("cat /app/loot"))
        worked += str(a * b) in obs["text"]
    assert worked >= 45
