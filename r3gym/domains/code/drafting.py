"""Programs of known quality for the scripted solver, and the commands with which it works on one."""

from __future__ import annotations

from r3gym.core.domain import scratch_area
from r3gym.core.drafts import DraftStep, ProblemDrafts
from r3gym.domains.code.key import CodeKey
from r3gym.domains.code.packages import ExpectedVerdict, read_submissions

#: A program that compiles, runs and solves nothing: the wrong draft of a problem that has no submissions.
EMPTY_PROGRAM = "int main() { return 0; }\n"


def program_drafts(key: CodeKey) -> ProblemDrafts:
    """Return the accepted and the wrong C++ programs among a package's submissions."""
    found = () if key.tests is None else read_submissions(key.tests)
    programs = [
        (s.expected, s.files[0].read_text("utf-8"))
        for s in found
        if len(s.files) == 1 and s.files[0].suffix in (".cpp", ".cc")
    ]
    right = next((text for expected, text in programs if expected is ExpectedVerdict.ACCEPTED), None)
    wrong = tuple(text for expected, text in programs if expected is ExpectedVerdict.WRONG_ANSWER)
    return ProblemDrafts(key.tier, right, wrong or (EMPTY_PROGRAM,))


def program_step(label: str, draft: str, attempt: int, solution: str, compare: bool) -> DraftStep:
    """Return the step that compiles a draft and runs the samples; with ``compare`` the outputs must match."""
    area = scratch_area(label)
    text = f"// draft {attempt}\n{draft}".rstrip()
    matches = ' && diff -qb got "${s%.in}.out"' if compare else ""
    return DraftStep(
        write=f"cat > {area}/draft.cpp <<'R3GYM_DRAFT'\n{text}\nR3GYM_DRAFT",
        paid=f"cd {area} && g++ -std=c++17 -O2 -o draft draft.cpp && for s in sample_*.in; do "
        f'./draft < "$s" > got{matches} || exit 1; done',
        record=f"cp {area}/draft.cpp {solution}",
    )
