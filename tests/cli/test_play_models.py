"""``r3gym play`` with a model: a real process, the real client, a server on loopback."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from command_line import r3gym_command
from loopback_model import calls, http_error, model_server, says

from r3gym.records import read_record

KEY = "sk-canary-6d1f0c"


def r3gym(*words: str | Path) -> subprocess.CompletedProcess[str]:
    env = {"PATH": "/usr/bin:/bin", "CANARY_KEY": KEY}
    return subprocess.run([r3gym_command(), *map(str, words)], capture_output=True, text=True, timeout=300, env=env)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    rows = [{"id": f"p{n}", "statement": f"What is {n} + 1?", "answer": str(n + 1)} for n in range(6)]
    (tmp_path / "pool.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    done = r3gym("suite", "import", tmp_path / "pool.jsonl", "--domain", "math", "--out", tmp_path / "suite")
    assert done.returncode == 0, done.stderr
    return tmp_path / "suite"


def test_a_model_plays_the_agentic_setting(suite: Path, tmp_path: Path) -> None:
    script = (
        calls(("note_number", {"number": 7})),  # the probe
        calls(("focus_problem", {"problem": "1"}), ("bash_command", {"command": "python3 -c 'print(6*7)'"})),
        calls(("submit_answer", {"problem": "2", "answer": "42"})),
        calls(("mark_task_complete", {})),
    )
    with model_server(*script) as server:
        words = ("play", "--model", "m", "--base-url", server.url, "--api-key-env", "CANARY_KEY", "--domain", "math")
        done = r3gym(*words, "--suite", suite, "--budget", "2", "--json", "--out", tmp_path / "runs")
        assert done.returncode == 0, done.stderr
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    row = json.loads(done.stdout)
    assert (row["policy"], row["ledger"]["used"], row["ledger"]["per_problem"]["1"]) == ("m", 1, 1)
    text = Path(row["record"]).read_text("utf-8")
    assert KEY not in text
    assert server.url not in text
    contestant = read_record(Path(row["record"])).contestant
    assert contestant is not None
    assert contestant.ended == "finished"
    shown = r3gym("report", row["record"])
    assert shown.returncode == 0, shown.stderr
    assert "mark_task_complete" in shown.stdout or "finish" in shown.stdout


def test_a_model_plays_the_tool_free_setting_and_replays_offline(suite: Path, tmp_path: Path) -> None:
    answer = says("Problem 1\n\\boxed{1}\n\nProblem 2\n\\boxed{99}\n", usage=(50, 20))
    common = ("--setting", "tool_free", "--domain", "math", "--suite", suite, "--budget", "300", "--json")
    with model_server(answer) as server:
        words = ("play", "--model", "m", "--base-url", server.url, "--cassette", tmp_path / "tape.jsonl")
        done = r3gym(*words, *common, "--out", tmp_path / "first")
        assert done.returncode == 0, done.stderr
        assert server.bodies[0]["max_tokens"] == 300
        gone = server.url
    row = json.loads(done.stdout)
    assert row["ledger"]["used"] == 20
    assert [p["parse"] for p in row["result"]["problems"]].count("answered") == 2
    again = r3gym(
        "play",
        "--model",
        "m",
        "--base-url",
        gone,
        "--cassette",
        tmp_path / "tape.jsonl",
        *common,
        "--out",
        tmp_path / "2",
    )
    assert again.returncode == 0, again.stderr
    records = [read_record(Path(path)) for path in (json.loads(again.stdout)["record"], row["record"])]
    assert records[0].without_clock() == records[1].without_clock()


def test_a_profile_with_an_address_is_a_model_and_a_target_is_all_that_counts(suite: Path, tmp_path: Path) -> None:
    with model_server(says("Problem 1\n\\boxed{1}\n\nProblem 2\n\\boxed{2}\n", usage=(50, 20))) as server:
        (tmp_path / "mine.toml").write_text(f'model = "m"\nbase_url = "{server.url}"\n')
        words = ("play", "--model", tmp_path / "mine.toml", "--setting", "tool_free", "--domain", "math", "--json")
        done = r3gym(*words, "--suite", suite, "--target", "2", "--budget", "300", "--out", tmp_path / "runs")
        assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)["result"]
    assert [p["label"] for p in result["problems"] if p["parse"] == "answered"] == ["2"]
    assert result["score"] <= 1


def test_a_failing_service_voids_the_episode(suite: Path, tmp_path: Path) -> None:
    with model_server(model=lambda _: http_error(401)) as server:
        words = ("play", "--model", "m", "--base-url", server.url, "--setting", "tool_free", "--domain", "math")
        done = r3gym(*words, "--suite", suite, "--budget", "300", "--json", "--out", tmp_path / "runs")
    assert done.returncode == 1
    assert "the episode is void" in done.stderr
    row = json.loads(done.stdout)
    assert row["result"] is None
    record = read_record(Path(row["record"]))
    assert record.failure is not None
    assert "401" in record.failure.message
    assert record.failure.kind == "model"
    assert record.result is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--policy", "llm"), "--model NAME"),
        (("--policy", "llm", "--model", "m"), "base_url"),
        (("--setting", "tool_free"), "needs a model"),
        (("--model", "m", "--base-url", "here"), "base_url"),
        (("--setting", "tool_free", "--scheduler", "coverage"), "--scheduler"),
        (
            (
                "--model",
                "m",
                "--base-url",
                "http://127.0.0.1:9/v1",
                "--api-key-env",
                "NO_SUCH_VARIABLE",
                "--budget",
                "2",
            ),
            "NO_SUCH_VARIABLE",
        ),
    ],
)
def test_wrong_calls_say_what_to_do(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = r3gym("play", *words, "--out", tmp_path / "runs")
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
