"""No key reaches whoever acts: not through objects, files, environment, processes, observations or infos.

The suites here are built with canaries: every private part (reference, solution, hidden test, scorer metadata, package
submission) holds a string that exists nowhere else, so one search finds any of them.
"""

from __future__ import annotations

import functools
import json
import time
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from contest_actions import do, run
from known_domains import AR, CODE, DOMAINS, MATH

from r3gym.core.actions import Verb
from r3gym.core.completion import Completion, ToolFreeProtocol, completion_to_dict
from r3gym.core.domain import Domain
from r3gym.core.tier import Tier
from r3gym.domains.ar.key import ARKey
from r3gym.domains.code.key import CodeKey
from r3gym.domains.math.key import MathKey
from r3gym.suites import build_suite

CANARY = "4815162342"  # digits, so that it is a valid answer and test as well
TIERS = ("easy", "easy", "easy", "medium", "medium", "hard")


@dataclass(frozen=True)
class Planted:
    suite: str
    domain: Domain
    since: int  #: the second before the canary was written for the first time


@pytest.fixture(scope="module", params=DOMAINS)
def planted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Planted:
    folder, since = tmp_path_factory.mktemp("host-side"), int(time.time()) - 1
    domain: Domain = request.param
    rows: list[dict[str, Any]] = []
    for number, tier in enumerate(TIERS):
        row: dict[str, Any] = {"id": f"p{number}", "title": f"Title {number}", "statement": "Find it.", "tier": tier}
        if domain.name == "code":
            test = {"input": f"{number}{CANARY}\n", "output": f"{CANARY}{number}\n"}
            row |= {"samples": [{"input": "1\n", "output": "2\n"}], "tests": [test]}
        else:
            row["answer"] = f"{CANARY}{number}"
            row |= {"solution": f"because {CANARY}"} if domain.name == "math" else {"metadata": {"note": CANARY}}
        rows.append(row)
    pool = folder / "pool.jsonl"
    pool.write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    build_suite(pool, domain, folder / "suite")
    for package in (folder / "suite" / "packages").glob("*"):
        (package / "submissions" / "accepted").mkdir(parents=True)
        (package / "submissions" / "accepted" / "a.cpp").write_text(f"// {CANARY}\nint main() {{}}\n")
    return Planted(str(folder / "suite"), domain, since)


def search(planted: Planted) -> str:
    """A command that names every file holding the canary, written in two parts so that it does not name itself.

    Only files whose inode changed since the canary was planted are opened: no other can hold it, be it a copy, a link
    or a mount of the original. The system's own files take half a minute to read.
    """
    canary = f"{CANARY[:5]}''{CANARY[5:]}"
    places = "/ '(' -path /proc -o -path /sys ')' -prune -o"
    return f"cd /; find {places} -type f -newerct @{planted.since} -exec grep -lsF {canary} {{}} + ; true"


def answer(domain: Domain, text: str) -> str:
    return f"int main() {{ /* {text} */ }}" if domain.name == "code" else text


def test_a_whole_episode_shows_no_key(make_env: Any, planted: Planted) -> None:
    env = make_env(f"R3Contest-{planted.domain.gym_name}-v0", suite=planted.suite, contest=0, budget="unlimited")
    seen: list[Any] = [env.reset(seed=0)]
    graphs = [set(strings(env))]
    actions = [
        do(Verb.STATUS),
        do(Verb.FOCUS, 1),
        run("ls -laR /app /logs /tmp"),
        run("cat /app/problem_*/*"),
        do(Verb.SUBMIT, 1, answer(planted.domain, "0")),
        run("env; cat /proc/*/environ /proc/*/cmdline /proc/self/mountinfo | tr '\\0' '\\n'; ps -ef"),
        run(search(planted)),
        do(Verb.SHELVE, 1),
        do(Verb.FINISH),
    ]
    for action in actions:
        seen.append(env.step(action))
        graphs.append(set(strings(env)))
    assert seen[-1][2], "the episode must have been judged for this test to mean anything"
    shown = list(strings(seen))
    assert not [s for s in shown if CANARY in s], "a key was shown"
    assert not [s for graph in graphs for s in graph if CANARY in s], "the environment holds a key"
    host = str(Path(planted.suite).parent)
    here = str(Path(__file__).parents[2])
    assert not [s for s in shown if host in s or here in s], "a path of the host was shown"
    assert not [s for s in shown if s.lower() in ("easy", "medium", "hard")], "a tier was shown"
    assert "ifficult" not in seen[0][1]["instruction"]


@pytest.mark.parametrize("form", ["ToolFree", "ToolFreeSingle"])
@pytest.mark.parametrize("protocol", ToolFreeProtocol)
def test_a_whole_tool_free_episode_shows_no_key(
    make_env: Any, planted: Planted, form: str, protocol: ToolFreeProtocol
) -> None:
    env = make_env(
        f"R3{form}-{planted.domain.gym_name}-v0", suite=planted.suite, contest=0, budget=50, protocol=protocol.value
    )
    seen: list[Any] = [env.reset(seed=0)]
    graphs = [set(strings(env))]
    assert not held(env, (MathKey, ARKey, CodeKey, Tier))
    wrong = {
        MATH: "\\boxed{0}",
        AR: "<answer>0</answer>",
        CODE: "```cpp\nint main() { return 0; }\n```",
    }[planted.domain]
    text = f"Problem {planted.domain.labels()[0]}\n{wrong}"
    seen.append(env.step(completion_to_dict(Completion(text, "hm", 20, final=text), protocol)))
    graphs.append(set(strings(env)))
    assert seen[-1][4]["result"]["problems"][0]["verdict"] == "wrong_answer", "it must have been judged"
    shown = list(strings([seen, env.unwrapped.log.record().model_dump(mode="json")]))
    assert not [s for s in shown if CANARY in s], "a key was shown"
    assert not [s for graph in graphs for s in graph if CANARY in s], "the environment holds a key"
    host, here = str(Path(planted.suite).parent), str(Path(__file__).parents[2])
    assert not [s for s in strings(seen) if host in s or here in s], "a path of the host was shown"
    assert not [s for s in shown if s.lower() in ("easy", "medium", "hard")], "a tier was shown"
    assert "ifficult" not in seen[0][1]["instruction"]
    assert not held(env, (MathKey, ARKey, CodeKey, Tier))


def test_the_environment_holds_no_key_object_and_no_tier(make_env: Any, planted: Planted) -> None:
    env = make_env(f"R3Contest-{planted.domain.gym_name}-v0", suite=planted.suite, contest=0)
    env.reset(seed=0)
    env.step(do(Verb.SUBMIT, 1, answer(planted.domain, "0")))
    assert not held(env, (MathKey, ARKey, CodeKey, Tier))
    env.step(do(Verb.FINISH))
    assert not held(env, (MathKey, ARKey, CodeKey, Tier))


def test_tiers_are_there_when_they_are_meant_to_be_shown(make_env: Any, planted: Planted) -> None:
    """The control of the test above: the walk does find tiers where there are some."""
    env = make_env(f"R3Contest-{planted.domain.gym_name}-v0", suite=planted.suite, contest=0, show_difficulty=True)
    env.reset(seed=0)
    assert held(env, (Tier,))


def test_the_search_inside_the_sandbox_finds_a_planted_canary(make_env: Any, planted: Planted) -> None:
    """The control of the search: what the agent itself writes down is found."""
    env = make_env(f"R3Contest-{planted.domain.gym_name}-v0", suite=planted.suite, contest=0, budget=5)
    env.reset(seed=0)
    env.step(do(Verb.FOCUS, 1))
    env.step(run(f"echo {CANARY} > /app/found.txt; cp -p found.txt /logs/copy; touch -d @0 /app/found.txt /logs/copy"))
    obs, *_ = env.step(run(search(planted)))
    assert "/app/found.txt\n" in obs["text"]
    assert "/logs/copy\n" in obs["text"], "a copy that claims to be old"


def walk(root: Any) -> Iterator[Any]:
    """Every object reachable from ``root`` through attributes, containers, closures and bound methods.

    Modules and classes are where the walk ends: they belong to the program, not to the environment.
    """
    seen: set[int] = set()
    stack = [root]
    while stack:
        thing = stack.pop()
        if id(thing) in seen or isinstance(thing, types.ModuleType | type):
            continue
        seen.add(id(thing))
        yield thing
        stack.extend(_children(thing))


def _children(thing: Any) -> Iterable[Any]:
    if isinstance(thing, str | bytes | int | float):
        return ()
    if isinstance(thing, dict | types.MappingProxyType):
        return [*thing.keys(), *thing.values()]
    if isinstance(thing, list | tuple | set | frozenset):
        return list(thing)
    if isinstance(thing, types.MethodType):
        return [thing.__self__, thing.__func__]
    if isinstance(thing, types.FunctionType):
        return [c.cell_contents for c in thing.__closure__ or ()]
    if isinstance(thing, functools.partial):
        return [thing.func, thing.args, thing.keywords]
    slots = [s for c in type(thing).__mro__ for s in getattr(c, "__slots__", ())]
    return [*getattr(thing, "__dict__", {}).values(), *(getattr(thing, s) for s in slots if hasattr(thing, s))]


def strings(root: Any) -> Iterator[str]:
    for thing in walk(root):
        if isinstance(thing, str):
            yield thing
        elif isinstance(thing, bytes):
            yield thing.decode("utf-8", errors="replace")


def held(root: Any, kinds: tuple[type, ...]) -> list[Any]:
    return [thing for thing in walk(root) if isinstance(thing, kinds)]
