"""Every family of commands, command by command."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from command_line import r3gym_command
from commands import cases
from known_domains import AR, CODE, MATH
from shared_data import shared_data

from r3gym.accounting import ChargeKind, classify
from r3gym.core.domain import Domain

LABELS = CODE.labels()
BANK = Path(__file__).parents[2] / "r3gym" / "data" / "embedded-v1"


@pytest.mark.parametrize(("family", "command", "kind"), [pytest.param(*c, id=f"{c[0]}: {c[1]!r}") for c in cases()])
def test_kind(family: str, command: str, kind: ChargeKind) -> None:  # noqa: ARG001
    charge = classify(command, CODE, LABELS, "A", 5)
    assert charge.kind is kind, charge
    assert charge.reason


def test_the_table_is_large_and_has_every_kind() -> None:
    counts = Counter(kind for _, _, kind in cases())
    assert sum(counts.values()) >= 400
    assert set(counts) == set(ChargeKind)


def test_the_batch_verb_says_the_same(tmp_path: Path) -> None:
    rows = [
        {"id": n, "command": command, "domain": "code", "focus": "A", "remaining": 5}
        for n, (_, command, _) in enumerate(cases())
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    done = subprocess.run([r3gym_command(), "explain", "--batch", path], capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["id"] for a in answers] == list(range(len(rows)))
    assert [a["kind"] for a in answers] == [kind.value for _, _, kind in cases()]


def ways_to_write(text: str, path: str) -> list[str]:
    """A quoted heredoc, printf, and tee."""
    quoted = "'" + text.replace("'", "'\\''") + "'"
    return [
        f"cat > {path} <<'R3GYM_END'\n{text}\nR3GYM_END",
        f"printf '%s\\n' {quoted} > {path}",
        f"tee {path} > /dev/null <<'R3GYM_END'\n{text}\nR3GYM_END",
    ]


def test_writing_any_embedded_program_is_free() -> None:
    programs = sorted(BANK.glob("code/packages/*/submissions/*/*.cpp"))
    assert len(programs) >= 60
    for program in programs:
        for command in ways_to_write(program.read_text("utf-8"), "/app/solution_A.cpp"):
            assert classify(command, CODE, LABELS, None, 0).kind is ChargeKind.FREE, program


@pytest.mark.parametrize(("name", "domain"), [("math.jsonl", MATH), ("abstract_reasoning.jsonl", AR)])
def test_recording_any_public_answer_or_solution_is_free(name: str, domain: Domain) -> None:
    rows = [json.loads(line) for line in (shared_data("r3bench") / name).read_text("utf-8").splitlines()]
    assert len(rows) == 300
    for row in rows:
        for text in filter(None, (row["answer"], row.get("solution"))):
            quoted = "'" + text.replace("'", "'\\''") + "'"
            echoed = [f"echo {quoted} >> /logs/artifacts/answer.txt", f"submit_answer 3 {quoted}"]
            for command in ways_to_write(text, "/logs/artifacts/answer.txt") + echoed[: 1 if "\n" in text else 2]:
                charge = classify(command, domain, domain.labels(), None, 0)
                assert charge.kind is ChargeKind.FREE, (row["problem_id"], command[:80], charge)
