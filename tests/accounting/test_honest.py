"""Honest command lines get the charge that a careful reader of the paper gives them."""

from __future__ import annotations

import json
import re

import pytest
from honest import Honest, honest_lines
from known_domains import AR, CODE, MATH
from shared_data import shared_data

from r3gym.accounting import Charge, ChargeKind, classify

DOMAINS = {"code": CODE, "math": MATH, "ar": AR}
LINES = honest_lines()


def charged(line: Honest) -> Charge:
    domain = DOMAINS[line.domain]
    return classify(line.command, domain, domain.labels(), line.focus, line.remaining, cwd=line.cwd, target=line.target)


def named(line: Honest) -> str:
    return f"{line.kind} {line.rule} {line.domain} {line.focus} {line.remaining}: {line.command[:70]!r}"


@pytest.mark.parametrize("line", LINES, ids=named)
def test_the_charge(line: Honest) -> None:
    charge = charged(line)
    if line.rule == "helper":  # how a refused helper is called is not the paper's: it does not run and costs nothing
        assert charge.kind in (ChargeKind.BLOCKED, ChargeKind.PROTOCOL_ERROR), (charge, line.row)
        return
    assert charge.kind.value == line.kind, (charge, line.row)
    assert not line.rule or charge.category == line.rule, (charge, line.row)
    start, end = charge.span
    decided = line.command.encode()[start:end].decode(errors="replace")
    assert line.word in decided or line.word in charge.reason, (charge, decided, line.row)


def test_there_are_many() -> None:
    assert len(LINES) >= 250
    assert all(line.row and line.kind for line in LINES)
    assert {line.kind for line in LINES} == {kind.value for kind in ChargeKind}


#: What counts in the lines that the model sent.
COMPUTES = re.compile(r"\bpython3?\b|g\+\+|\b(?:awk|seq|factor|sed|diff|grep|wc|while)\b|\$\(\(|[|&;]\s*/tmp/|^/tmp/")


def test_the_lines_of_a_strong_model() -> None:
    """Every command of the published episodes: counted exactly when it computes, at most blocked for a rule.

    What was sent under a scheduler or in target mode is judged here without: only kind and cause of the text.
    """
    wrong, seen = [], 0
    for path in sorted(shared_data("episodes").glob("*-agentic-*.json")):
        record = json.loads(path.read_text("utf-8"))
        domain = DOMAINS[record["domain"]]
        for step in record["steps"]:
            if step["verb"] != "command":
                continue
            seen += 1
            text = step["text"]
            charge = classify(text, domain, domain.labels(), step["focus"] or domain.labels()[0], 5, cwd="/tmp")
            expected = expected_kinds(text, step["focus"] or domain.labels()[0], domain.name)
            if charge.kind.value not in expected:
                wrong.append((path.name, text[:120], charge.kind.value, charge.reason, expected))
    assert seen >= 100
    assert not wrong, "\n".join(map(str, wrong))


def without_heredocs(text: str) -> str:
    """The command without the text that is only data: bodies of heredocs that no interpreter reads."""
    kept, end = [], None
    for line in text.split("\n"):
        if end is not None:
            end = None if line.strip() == end else end
            continue
        kept.append(line)
        if "<<" in line and "<<<" not in line:
            end = line.split("<<", 1)[1].lstrip("-").strip().split()[0].strip("'\"\\;")
    return "\n".join(kept)


def expected_kinds(text: str, focus: str, domain: str) -> set[str]:
    """By rule: a computing word outside data counts, or is blocked where the text reaches beyond its problem."""
    bare = without_heredocs(text)
    if "\ndo cat" in bare and "done" not in bare:
        return {"protocol_error"}
    versions = bare.replace("g++ --version", "").replace("which g++ python3", "")
    if not COMPUTES.search(versions):
        # `history` is no listed tool; the paper is silent on it
        return {"counted", "blocked", "free"} if "history" in bare else {"free"}
    beyond = ("/logs/artifacts" in bare and domain != "code") or "/app/*" in bare
    beyond = beyond or any(f"problem_{k}" in bare or f"solution_{k}." in bare for k in "ABCDEF123456" if k != focus)
    return {"blocked"} if beyond else {"counted"}
