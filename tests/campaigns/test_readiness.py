"""Before the first call: everything that would leave answers without a verdict is found, named, and listed at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from campaign_runs import campaign
from loopback_chat import chat_server, report
from loopback_lightcp import lightcp_server

from r3gym.campaigns.prepared import prepare
from r3gym.campaigns.readiness import check_readiness, find_faults
from r3gym.errors import InputError
from r3gym.suites import build_suite

NOBODY = "http://127.0.0.1:9"  # the port of the discard service, where nothing listens


def ar_suite(folder: Path) -> None:
    """A sound item, one of a generator that does not exist, and one without the metadata that its scorer reads."""
    sound = {"id": "sound", "statement": "Say 1.", "answer": "1"}
    unknown = {"id": "unknown", "statement": "Say 2.", "answer": "2", "generator": "no_such_puzzle"}
    bare = {"id": "bare", "statement": "Say 3.", "answer": "3 * 8", "generator": "countdown"}
    pool = folder / "ar.jsonl"
    pool.write_text("".join(json.dumps(row) + "\n" for row in (sound, unknown, bare)), "utf-8")
    build_suite(pool, "ar", folder / "ar", problems=3)


def math_suite(folder: Path) -> None:
    pool = folder / "math.jsonl"
    pool.write_text("".join(json.dumps({"id": f"m{n}", "statement": "?", "answer": str(n)}) + "\n" for n in range(3)))
    build_suite(pool, "math", folder / "math", problems=3)


def test_every_fault_is_named_with_its_fix_in_one_message(tmp_path: Path) -> None:
    ar_suite(tmp_path)
    math_suite(tmp_path)
    judges = {
        "math": {"judge": "llm", "model": "j", "base_url": f"{NOBODY}/v1", "retries": 4},
        "code": {"judge": "lightcpverifier", "url": NOBODY},
    }
    made = campaign(tmp_path, suites=["ar", "math", "embedded"], domains=["ar", "math", "code"], contests=[0],
                    kinds=["single"], judges=judges)  # fmt: skip
    found = {(fault.part, fault.problems): fault for fault in find_faults(made, prepare(made).suites)}
    assert set(found) == {
        ("ar, suite ar", ("unknown",)),
        ("ar, suite ar", ("bare",)),
        ("judge of math", ()),
        ("judge of code", ()),
    }
    assert "no generator 'no_such_puzzle'" in found["ar, suite ar", ("unknown",)].fault
    assert (
        "its scorer gives the key's own answer no full credit: it gives it 0" in found["ar, suite ar", ("bare",)].fault
    )
    assert "cannot be reached" in found["judge of code", ()].fault
    with pytest.raises(InputError, match=r"found before the first call, 4 in all:(\n- .*Fix: .*){4}\n--no-check"):
        check_readiness(prepare(made))


def test_judges_that_answer_are_no_fault_and_one_that_errs_is(tmp_path: Path) -> None:
    math_suite(tmp_path)
    with chat_server() as good, chat_server(model=lambda asked: report(asked, False)) as odd:
        for server, said in ((good, None), (odd, "it says that 2 is not equal to 2")):
            judges = {"math": {"judge": "llm", "model": "j", "base_url": server.url}}
            made = campaign(tmp_path, suites=["math"], domains=["math"], judges=judges)
            faults = find_faults(made, prepare(made).suites)
            assert len(server.questions) == 1, "one tiny request"
            assert [said in fault.fault for fault in faults if said] == [True] * len(faults)
            assert bool(faults) is (said is not None)


def test_a_lightcp_service_that_answers_is_no_fault(tmp_path: Path) -> None:
    with lightcp_server({}) as server:
        judges = {"code": {"judge": "lightcpverifier", "url": server.url}}
        made = campaign(tmp_path, suites=["embedded"], domains=["code"], contests=[0], judges=judges)
        assert find_faults(made, prepare(made).suites) == []


def test_the_compiler_and_the_sandbox_of_the_judge_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = campaign(tmp_path, suites=["embedded"], domains=["code"], contests=[0], settings=["tool_free"],
                    policies=[{"name": "m", "kind": "llm", "model": "m", "base_url": NOBODY}])  # fmt: skip
    assert find_faults(made, prepare(made).suites) == []
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    judges = {"code": {"judge": "local", "sandbox": "docker"}}
    broken = campaign(tmp_path, suites=["embedded"], domains=["code"], contests=[0], judges=judges)
    (fault,) = find_faults(broken, prepare(broken).suites)
    assert fault.part == "judge of code"
    assert "the sandbox 'docker' does not open" in fault.fault
