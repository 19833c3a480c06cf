"""A whole bank is checked: the embedded ones pass, and each kind of fault is found."""

from __future__ import annotations

import json
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from r3gym.domains.math.bank import SECOND_DERIVATION
from r3gym.suites.verifying import verify_bank

EMBEDDED = Path(str(files("r3gym") / "data" / "embedded-v1"))


@pytest.mark.parametrize("domain", ["code", "math", "ar"])
def test_the_embedded_bank_has_no_fault(domain: str) -> None:
    findings = list(verify_bank(EMBEDDED / domain))
    assert findings
    assert [finding for finding in findings if not finding.ok] == []


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """A copy of the mathematics bank that may be broken, with the checks of twelve problems (for speed)."""
    only = shutil.ignore_patterns("tools.py", "checks_[!f]*")
    return Path(shutil.copytree(EMBEDDED / "math", tmp_path / "math", ignore=only))


def faults(bank: Path) -> dict[tuple[str, str], str]:
    return {(finding.problem, finding.check): finding.detail for finding in verify_bank(bank) if not finding.ok}


def rewrite(path: Path, problem: str, **changes: str | bool) -> None:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    changed = [{**row, **changes} if row["id"] == problem else row for row in rows]
    path.write_text("".join(json.dumps(row) + "\n" for row in changed), "utf-8")


def test_a_wrong_reference_is_found_by_computing_it_and_by_its_hash(bank: Path) -> None:
    rewrite(bank / "keys.jsonl", "m-lattice-walk", reference="85")
    found = faults(bank)
    assert found["m-lattice-walk", "answer computed a second way"] == "the check computes 84"
    assert "m-lattice-walk" in found["", "hashes"]


def test_a_problem_without_a_check_and_a_failing_check_are_found(bank: Path) -> None:
    checks = bank / "checks" / "checks_first.py"
    text = checks.read_text("utf-8").replace("def check_m_residue_sum", "def unused")
    checks.write_text(text.replace("return rows[index[1, 0]][-1]", "return 1 // 0"), "utf-8")
    found = faults(bank)
    assert found["m-residue-sum", "answer computed a second way"] == "no check computes it"
    assert "ZeroDivisionError" in found["m-hexagon-tour", "answer computed a second way"]


def test_an_answer_that_only_a_proof_confirms_is_marked_and_has_two_derivations(bank: Path) -> None:
    kept = [json.loads(line) for line in (bank / "keys.jsonl").read_text("utf-8").splitlines()]
    marked = [row["id"] for row in kept if row.get("by_proof")]
    assert marked == ["m-eighth-of-a-square"] == [row["id"] for row in kept if SECOND_DERIVATION in row["solution"]]
    rewrite(bank / "keys.jsonl", "m-kept-die", by_proof=True)
    found = faults(bank)
    assert "Second derivation" in found["m-kept-die", "two derivations"]
    assert ("m-eighth-of-a-square", "two derivations") not in found


def test_a_leaked_answer_and_a_copied_statement_are_found(bank: Path) -> None:
    rows = [json.loads(line) for line in (bank / "problems.jsonl").read_text("utf-8").splitlines()]
    leak = next(row for row in rows if row["id"] == "m-residue-sum")["statement"] + " (It is 448.)"
    rewrite(bank / "problems.jsonl", "m-residue-sum", statement=leak)
    copied = next(row for row in rows if row["id"] == "m-kept-die")["statement"] + " Give a fraction."
    rewrite(bank / "problems.jsonl", "m-lattice-walk", statement=copied)
    found = faults(bank)
    assert ("m-residue-sum", "no leaked answer") in found
    assert found["m-kept-die", "no near duplicate"].endswith("like m-lattice-walk")


def test_a_hidden_test_that_repeats_a_sample_or_another_test_is_found(tmp_path: Path) -> None:
    for name in ("suite.json", "keys.jsonl"):
        shutil.copy(EMBEDDED / "code" / name, tmp_path)
    shutil.copytree(EMBEDDED / "code" / "packages" / "dyestrip", tmp_path / "packages" / "dyestrip")
    assert ("dyestrip", "no repeated test") not in faults(tmp_path)
    data = tmp_path / "packages" / "dyestrip" / "data"
    for suffix in ("in", "ans"):
        shutil.copy(data / "sample" / f"2.{suffix}", data / "secret" / f"98-again.{suffix}")
    assert faults(tmp_path)["dyestrip", "no repeated test"] == "secret/98-again repeats sample/2"
