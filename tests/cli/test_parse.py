"""``r3gym parse``: the batch contract, and single files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command_line import r3gym_command


def run(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [r3gym_command(), "parse", *map(str, arguments)], capture_output=True, text=True, input=stdin, check=False
    )


def batch(path: Path, *rows: dict[str, Any] | str) -> list[dict[str, Any]]:
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    done = run("--batch", path)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def row(domain: str, setting: str, mode: str, **content: Any) -> dict[str, Any]:
    return {"id": f"{domain}-{setting}-{mode}", "domain": domain, "setting": setting, "mode": mode, **content}


def test_one_row_out_for_each_row_in_in_the_same_order(tmp_path: Path) -> None:
    program = "int main() {}"
    answers = batch(
        tmp_path / "rows.jsonl",
        row("math", "tool_free", "single", text="Final Answer: 3"),
        row("math", "agentic", "single", text="Final Answer: 3"),
        row("ar", "tool_free", "contest", text="Problem 6\n<answer> x </answer>"),
        row("ar", "agentic", "contest", text=None),
        row("code", "tool_free", "single", text=f"```cpp\n{program}\n```"),
        row("code", "agentic", "contest", files={"A": program, "B": None, "C": "", "D": "\udcff"}),
        row("code", "agentic", "single", files={"C": program}),
    )
    found = [[(p["label"], p["state"], p["answer"]) for p in answer["problems"]] for answer in answers]
    assert found[0] == [("1", "answered", "3")]
    assert found[1] == [("1", "missing", None)]
    assert found[2] == [*((label, "missing", None) for label in "12345"), ("6", "answered", "x")]
    assert found[3] == [(label, "missing", None) for label in "123456"]
    assert found[4] == [("A", "answered", program)]
    assert [state for _, state, _ in found[5]] == [
        "answered",
        "missing",
        "unparsable",
        "unparsable",
        "missing",
        "missing",
    ]
    assert found[6] == [("C", "answered", program)]
    assert answers[0]["id"] == "math-tool_free-single"


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (row("physics", "agentic", "single", text=""), "\"domain\" is 'physics'"),
        (row("math", "chat", "single", text=""), "\"setting\" is 'chat'"),
        (row("code", "agentic", "contest", text=""), 'needs "files"'),
        (row("code", "agentic", "contest", files={"G": ""}), "label 'G'"),
        (row("code", "agentic", "single", files={"A": "", "B": ""}), "2 labels (A, B)"),
        (row("math", "tool_free", "single", files={"A": ""}), '"files" belongs to agentic code'),
        ("{", "not JSON"),
        ("[]", "a row is a JSON object"),
    ],
)
def test_a_bad_row_is_an_error_row_and_the_others_go_on(tmp_path: Path, bad: dict[str, Any] | str, said: str) -> None:
    good = row("math", "tool_free", "single", text="\\boxed{1}")
    answers = batch(tmp_path / "rows.jsonl", good, bad, good)
    assert [answer.get("problems", [{}])[0].get("answer") for answer in (answers[0], answers[2])] == ["1", "1"]
    assert said in answers[1]["error"]
    assert "line 2" in answers[1]["error"]


def test_a_completion_from_stdin_and_files_from_a_folder(tmp_path: Path) -> None:
    assert "answered" in run("-", "--domain", "math", "--mode", "single", stdin="\\boxed{7}").stdout
    (tmp_path / "solution_B.cpp").write_text("int main() {}")
    done = run(tmp_path, "--domain", "code", "--setting", "agentic", "--json")
    assert [p["state"] for p in json.loads(done.stdout)][:2] == ["missing", "answered"]


def test_a_wrong_call_says_what_to_do(tmp_path: Path) -> None:
    done = run()
    assert (done.returncode, "--batch" in done.stderr) == (2, True)
    done = run(tmp_path / "none.txt")
    assert (done.returncode, "none.txt" in done.stderr) == (2, True)


def test_the_choice_is_explained(tmp_path: Path) -> None:
    text = "Problem 1\n\\boxed{4}\nProblem 2\n\\boxed{7}\n\nProblem 1 (corrected)\n\\boxed{5}\n"
    (answer,) = batch(tmp_path / "rows.jsonl", row("math", "agentic", "contest", text=text, problems=2))
    first, second = answer["problems"]
    assert (first["answer"], first["duplicate"]) == ("5", True)
    assert first["why"] == first["detail"] == "2 sections for problem 1: the last one counts"
    assert [(one["answer"], one["line"]) for one in first["candidates"]] == [("4", 2), ("5", 7)]
    assert "duplicate" not in second
    (tmp_path / "answer.txt").write_text(text)
    shown = " ".join(run(tmp_path / "answer.txt", "--domain", "math", "--setting", "agentic").stdout.split())
    assert "candidates" in shown
