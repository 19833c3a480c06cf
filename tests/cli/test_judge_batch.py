"""``r3gym judge``: one program, or a file of stored answers, by the judge that a file names."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from command_line import r3gym_command
from loopback_chat import chat_server
from loopback_lightcp import lightcp_server

import r3gym as package
from r3gym.cli.batch import run_batch
from r3gym.domains.code.judging.report import JUDGE_NAME
from r3gym.errors import InputError
from r3gym.suites import load_keys, load_suite

BANK = Path(package.__file__).parent / "data" / "embedded-v1" / "code" / "packages"
TIDEWALK = BANK / "tidewalk"


def r3gym(*words: str | Path, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", "/"), **env}
    return subprocess.run(
        [r3gym_command(), *map(str, words)], capture_output=True, text=True, timeout=300, cwd=cwd, env=env
    )


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in rows), "utf-8")
    return path


def judged(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def submission(kind: str) -> Path:
    return next((TIDEWALK / "submissions" / kind).glob("*.cpp"))


def test_stored_answers_of_all_domains_are_judged_again_in_order(tmp_path: Path) -> None:
    ar = load_suite("embedded", "ar").contests[0].problems[0].id
    key: Any = load_keys("embedded", "ar", {ar})[ar]
    item = {"generator": key.generator, "metadata": dict(key.metadata), "reference": key.reference}
    math = load_suite("embedded", "math").contests[0].problems[0].id
    right: Any = load_keys("embedded", "math", {math})[math]
    rows = [
        {"id": 1, "domain": "math", "answer": "0.5", "reference": "\\frac{1}{2}", "note": "a user's own field"},
        {"id": 2, "domain": "math", "answer": "2", "reference": "\\frac{1}{2}"},
        {"id": 3, "domain": "ar", "answer": f" {key.reference}\n", **item},
        {"id": 4, "domain": "ar", "answer": "nothing of the kind", **item},
        {"id": 5, "domain": "code", "package": str(TIDEWALK), "file": str(submission("accepted"))},
        {"id": 6, "domain": "code", "package": str(TIDEWALK), "program": submission("wrong_answer").read_text()},
        {"id": 7, "domain": "code", "package": str(TIDEWALK), "program": "int main() { return }"},
        {"id": 8, "suite": "embedded", "problem": math, "answer": right.reference},
        {"id": 9, "suite": "embedded", "problem": "tidewalk", "answer": submission("accepted").read_text()},
        {
            "id": 10,
            "domain": "ar",
            "answer": key.reference,
            **item,
            "metadata": {"generator_metadata": item["metadata"]},
        },
    ]
    found = judged(r3gym("judge", "--batch", write(tmp_path / "rows.jsonl", rows)))
    assert [row["id"] for row in found] == list(range(1, 11))
    assert [row["verdict"] for row in found] == [
        *("accepted", "wrong_answer", "accepted", "wrong_answer", "accepted", "wrong_answer", "compile_error"),
        *("accepted", "accepted", "accepted"),
    ]
    assert all(list(row)[:6] == ["id", "verdict", "correct", "judge", "standing", "detail"] for row in found)
    assert {key for row in found for key in list(row)[6:]} <= {"unsure", "score", "second"}
    assert all(row["correct"] is (row["verdict"] == "accepted") for row in found)
    assert [row["standing"] for row in found[:5]] == ["stand-in", "stand-in", "paper", "paper", "stand-in"]


def test_every_bad_row_is_an_error_row_and_the_others_go_on(tmp_path: Path) -> None:
    good = {"id": "good", "domain": "math", "answer": "1", "reference": "1"}
    bad: list[tuple[Any, str]] = [
        ("{", "not JSON"),
        ("[1]", "a row is a JSON object"),
        ('{"id": NaN}', "NaN is no JSON value"),
        ("[" * 50_000, "cannot be read"),
        ({"id": "x"}, "give a domain (math, ar or code), or a suite and a problem"),
        ({"id": "x", "domain": "music"}, "give a domain"),
        ({"id": "x", "domain": ["math"]}, "give a domain"),
        ({"id": "x", "domain": "math", "answer": "1"}, "reference: field required"),
        ({"id": "x", "domain": "math", "answer": None, "reference": "1"}, "answer: input should be a valid string"),
        ({"id": "x", "domain": "code", "package": str(TIDEWALK)}, "give program (text) or file (a path)"),
        ({"id": "x", "domain": "code", "package": "nowhere", "program": "int main(){}"}, "nowhere: not found"),
        ({"id": "x", "domain": "code", "package": str(TIDEWALK), "file": "none.cpp"}, "none.cpp: not found"),
        ({"id": "x", "domain": "code", "package": str(tmp_path), "program": "int main(){}"}, str(tmp_path)),
        ({"id": "x", "suite": "nowhere", "problem": "p", "answer": "1"}, "suite='nowhere'"),
        ({"id": "x", "suite": "embedded", "problem": "p", "answer": "1"}, "has no such problem"),
    ]
    rows = [row for fault, _ in bad for row in (fault, good)]
    found = judged(r3gym("judge", "--batch", write(tmp_path / "rows.jsonl", rows)))
    assert len(found) == len(rows)
    for (_, words), error, fine in zip(bad, found[::2], found[1::2], strict=True):
        assert set(error) == {"id", "error"}
        assert words in error["error"]
        assert fine["verdict"] == "accepted"


def test_a_batch_by_the_papers_judges(tmp_path: Path) -> None:
    rows = [
        {"id": "m", "domain": "math", "answer": "0.5", "reference": "1/2"},
        {"id": "c", "domain": "code", "package": str(TIDEWALK), "file": str(submission("accepted"))},
        {"id": "w", "domain": "code", "package": str(TIDEWALK), "program": "int main() {}"},
    ]
    write(tmp_path / "rows.jsonl", rows)
    with chat_server() as chat, lightcp_server({"T1": TIDEWALK}) as verifier:
        (tmp_path / "judges.toml").write_text(
            f"[math]\njudge = 'llm'\nmodel = 'deepseek-v4-flash'\nbase_url = '{chat.url}'\napi_key_env = 'CHAT_KEY'\n"
            f"[code]\njudge = 'lightcpverifier'\nurl = '{verifier.url}'\nproblems = {{ tidewalk = 'T1' }}\n"
        )
        words = ("judge", "--batch", tmp_path / "rows.jsonl", "--judges", tmp_path / "judges.toml")
        refused = r3gym(*words)
        assert refused.returncode == 2
        assert "CHAT_KEY is not set" in refused.stderr
        found = judged(r3gym(*words, CHAT_KEY="sk-1", R3GYM_CACHE_DIR=str(tmp_path / "cache")))
        one = r3gym("judge", TIDEWALK, submission("accepted"), "--judges", tmp_path / "judges.toml", "--json")
    assert [row["verdict"] for row in found] == ["accepted", "accepted", "wrong_answer"]
    assert [row["judge"] for row in found] == ["math-llm/1:deepseek-v4-flash", "lightcpverifier/1", "lightcpverifier/1"]
    assert {row["standing"] for row in found} == {"paper"}
    assert chat.questions[0].headers["authorization"] == "Bearer sk-1"
    assert json.loads(one.stdout)["standing"] == "paper"


def test_one_program_names_verdict_judge_and_standing() -> None:
    done = r3gym("judge", TIDEWALK, submission("wrong_answer"), "--json")
    assert done.returncode == 1
    value = json.loads(done.stdout)
    assert value["verdict"] == value["outcome"] == "wrong_answer"
    assert (value["correct"], value["judge"], value["standing"]) == (False, JUDGE_NAME, "stand-in")
    assert value["tests"]
    text = r3gym("judge", TIDEWALK, submission("accepted")).stdout
    assert f"judge: {JUDGE_NAME} (a stand-in for the paper's judge)" in text


def test_a_program_may_be_a_folder_of_files(tmp_path: Path) -> None:
    (tmp_path / "bounds.h").write_text("#pragma once\n")
    (tmp_path / "main.cpp").write_text('#include "bounds.h"\n' + submission("accepted").read_text())
    assert "accepted" in r3gym("judge", TIDEWALK, tmp_path).stdout
    (tmp_path / "empty").mkdir()
    assert "empty is an empty folder; give a source file" in r3gym("judge", TIDEWALK, tmp_path / "empty").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("judge",), "give a package and a program, or --batch"),
        (("judge", "."), "give a package and a program, or --batch"),
        (("judge", ".", "a.cpp", "--batch", "rows.jsonl"), "give a package and a program, or --batch"),
        (("judge", "--batch", "rows.jsonl"), "rows.jsonl: cannot be read"),
        (("judge", "nothing", __file__), "nothing: not found"),
        (("judge", ".", "here.cpp"), "here.cpp: not found"),
        (("judge", ".", __file__, "--time-factor", "0"), "'0' is not a number above 0"),
        (("judge", ".", __file__, "--judges", "none.toml"), "none.toml: cannot be read"),
        (("play", "--judges", "none.toml"), "none.toml: cannot be read"),
    ],
)
def test_a_wrong_call_is_named(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = r3gym(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_play_with_judges_says_who_judged(tmp_path: Path) -> None:
    with chat_server() as chat:
        file = tmp_path / "judges.json"
        file.write_text(json.dumps({"math": {"judge": "llm", "model": "my-model", "base_url": chat.url}}))
        words = ("play", "--domain", "math", "--budget", "2", "--judges", file, "--out", tmp_path / "runs")
        done = r3gym(*words, R3GYM_CACHE_DIR=str(tmp_path / "cache"))
    assert done.returncode == 0, done.stderr
    assert "judged by math-llm/1:my-model* (* a stand-in for the paper's judge)" in " ".join(done.stdout.split())
    record = json.loads(next((tmp_path / "runs").glob("*.json")).read_text())
    assert record["settings"]["judges"]["math"]["model"] == "my-model"
    assert record["result"]["standing"] == "stand-in"


def test_slow_rows_are_answered_at_the_same_time_and_written_in_order(tmp_path: Path) -> None:
    path = write(tmp_path / "rows.jsonl", [{"id": n} for n in range(8)])
    together = threading.Barrier(4, timeout=60)

    def answer(row: dict[str, Any]) -> dict[str, Any]:
        together.wait()  # passes only when four rows are being answered at once
        time.sleep(0.02 * (8 - row["id"]))
        return {"seen": row["id"]}

    out = StringIO()
    run_batch(path, answer, out, jobs=4, title="rows")
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [{"id": n, "seen": n} for n in range(8)]


def test_an_interrupt_leaves_the_waiting_rows_alone(tmp_path: Path) -> None:
    path = write(tmp_path / "rows.jsonl", [{"id": n} for n in range(200)])
    seen: list[int] = []

    def answer(row: dict[str, Any]) -> dict[str, Any]:
        seen.append(row["id"])
        time.sleep(0.01)
        if row["id"] == 0:
            raise KeyboardInterrupt
        return {}

    with pytest.raises(KeyboardInterrupt):
        run_batch(path, answer, StringIO(), jobs=2)
    assert len(seen) < 100


def test_a_row_is_what_json_says_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes('\ufeff{"id": "a\u2028b"}\r\n\n{"id": "\\ud800"}\n'.encode())
    out = StringIO()
    run_batch(path, lambda _: {}, out)
    assert [json.loads(line)["id"] for line in out.getvalue().split("\n") if line] == ["a\u2028b", "\ud800"]
    assert out.getvalue().encode()


def test_a_batch_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: cannot be read"):
        run_batch(tmp_path / "none.jsonl", lambda _: {}, StringIO())
