# ruff: noqa: E501 (the texts are what is tested)
"""Episodes by description: the paper's cases I to III and its matched example, and a dozen temperaments.

Who spent what on which problem, what was blocked, handed in and judged is the paper's; the words between are ours.
``python tests/case_episodes.py`` writes them to docs/behaviour/records, where they are labelled by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from made_episodes import MadeEpisode, completion_record

from r3gym.records.record import EpisodeRecord
from r3gym.records.writing import write_record

#: The problems that the oracle selects, where the paper says so.
SELECTED = {"case-1": "ABDE", "case-2": "F", "case-1-paper": "ABDE"}
COVER = "coverage: problem {} had its first counted action; next is one of the others"


def case_1() -> EpisodeRecord:
    """Ten of ten actions on C, which stays wrong; the other five are never opened."""
    made = MadeEpisode(budget=10).think("Ten counted steps in all. C comes first.").status().focus("C")
    for n in range(1, 6):
        made.think(f"Write it again, version {n}.").write("C", f"int v{n};").run(
            f"g++ /app/solution_C.cpp -DN={n}", "error", 1
        )
    for n in range(6, 9):
        made.think("The file is broken, mend it.").write("C", f"int w{n};").run(
            "g++ /app/solution_C.cpp", "error: stray", 1
        )
    made.think("Now it compiles.").run("g++ /app/solution_C.cpp -o c", "[exit 0]")
    made.think("Try the sample.").run("./c < sample_1.in", "3\nwant 4\n[exit 1]", 1)
    return made.think("No steps are left.").finish().record(C="wrong_answer")


def case_2() -> EpisodeRecord:
    """A complete program for F that reads the statement too strictly; nothing was cut."""
    text = (
        "Problem A\nSort and take the median.\n```cpp\nint a;\n```\nProblem B\nTwo pointers.\n```cpp\nint b;\n```\n"
        "Problem C\nI skip it, too long.\nProblem D\nGreedy from the right does it.\n```cpp\nint d;\n```\n"
        "Problem E\nSegment tree over the positions.\n```cpp\nint e;\n```\n"
        "Problem F\nThe string begins with 10, and everything behind these two must be 0. So loop over the rest and reject any "
        "other digit.\n```cpp\nfor (size_t i = 2; i < s.size(); i++) if (s[i] != '0') ok = false;\n```\n"
    )
    return completion_record(
        text, labels="ABCDEF", budget=5065, charged=1618, domain="code",
        A="accepted", B="accepted", D="wrong_answer", E="wrong_answer", F="wrong_answer",
    )  # fmt: skip


def case_3() -> EpisodeRecord:
    """Coverage first: the palindrome of 3 lacks letters, which is noted; a unit is left at the end and not used on it."""
    made = MadeEpisode(labels="123456", budget=7, domain="ar", scheduler="coverage")
    made.think("One probe each.").focus("1").run("python3 one.py", "7").submit("1", "7")
    made.focus("2").run("python3 two.py", "blue").submit("2", "blue")
    made.focus("3").run("python3 pal.py", "abcba 65 letters, want 68").submit("3", "abcba")
    made.think("Letters are missing, look again.").block("python3 pal2.py", COVER.format(3))
    made.shelve("3", "palindrome, but it does not use all letters: several odd counts")
    made.focus("4").run("python3 four.py", "12").submit("4", "12")
    made.focus("5").run("python3 five.py", "x").submit("5", "x").focus("6").run("python3 six.py", "no").submit(
        "6", "no"
    )
    made.think("One step is left. I could go back to 3, where letters are missing. No, the answer stays as it is.")
    return made.finish().record(**{"1": "accepted", "2": "accepted", "3": "wrong_answer", "4": "accepted",
                                   "5": "wrong_answer", "6": "wrong_answer"})  # fmt: skip


def matched_reference() -> EpisodeRecord:
    """(3, 3, 0, 0, 0, 1) of seven actions: six on A and B, C to E never touched."""
    made = MadeEpisode(budget=7).think("Start with A.").focus("A").write("A")
    for n in range(3):
        made.run(f"g++ a.cpp && ./a {n}", "sample 2 differs\n[exit 1]", 1).write("A", f"int a{n};")
    made.think("On to B.").focus("B").write("B").run("g++ b.cpp", "error\n[exit 1]", 1).write("B", "int b2;")
    made.run("g++ b.cpp && ./b", "sample 1 differs\n[exit 1]", 1).write("B", "int b3;").run("./b", "samples agree")
    made.think("F is short.").focus("F").write("F").run("./f", "samples agree")
    return made.think("That was the last step.").finish().record(A="wrong_answer", B="accepted", F="accepted")


def matched_verification() -> EpisodeRecord:
    """(2, 1, 1, 1, 1, 1) under strategy B, with three blocked reinvestments."""
    made = MadeEpisode(budget=7, scheduler="verification")
    for label in "ABCDEF":
        made.focus(label).write(label).run(f"g++ {label}.cpp && ./{label}", "differs" if label in "AC" else "agree")
        if label in "ABC":
            made.block(f"./{label} again", COVER.format(label))
    made.think("One step is left: A fails its sample, so it gets it.").focus("A").write("A", "int a2;").run(
        "./A", "differs"
    )
    return made.finish().record(
        A="wrong_answer", B="accepted", C="wrong_answer", D="accepted", E="accepted", F="accepted"
    )


def planner() -> EpisodeRecord:
    """Revises its order because of what a test cost, and says so."""
    made = MadeEpisode(budget=6).think("Order: A, B, then the rest as they come.").focus("A").write("A")
    made.run("./a", "time limit on the largest case\n[exit 1]", 1)
    made.think(
        "A needs another algorithm, which costs at least two units. D and E are one unit each, so they come before it."
    )
    for label in "DEBF":
        made.focus(label).write(label).run(f"./{label}", "samples agree")
    made.think("One unit: A again, with the faster sieve.").focus("A").write("A", "sieve").run("./a", "samples agree")
    return made.finish().record(A="accepted", B="accepted", D="accepted", E="accepted", F="wrong_answer")


def failed_reviser() -> EpisodeRecord:
    """Changes the method after a failed test; the same test fails again."""
    made = MadeEpisode(budget=4).think("B with a greedy choice.").focus("B").write("B").run("./b", "case 3: 8, want 9")
    made.think("The greedy is wrong on case 3, so dynamic programming instead.").write("B", "dp").run(
        "./b", "case 3: 8, want 9"
    )
    made.think("Case 3 is still wrong. I leave it and take A.").focus("A").write("A").run("./a", "agree")
    return made.finish().record(A="accepted", B="wrong_answer")


def misreader() -> EpisodeRecord:
    """Reads a failed test as a passed one and leaves the problem."""
    made = (
        MadeEpisode(budget=5)
        .think("A first.")
        .focus("A")
        .write("A")
        .run("./a < 1.in | diff - 1.out", "< 4\n> 5\n[exit 1]", 1)
    )
    made.think("The test passes, A is done.").focus("B").write("B").run("./b", "agree").focus("C").write("C").run(
        "./c", "agree"
    )
    return made.think("Three done, that will do.").finish().record(A="wrong_answer", B="accepted", C="accepted")


def quitter() -> EpisodeRecord:
    """Gives a problem up after one try although the next action is plain and units are left."""
    made = (
        MadeEpisode(labels="123456", budget=6, domain="math")
        .think("1.")
        .focus("1")
        .run("python3 a.py", "timeout at n=10^6", 124)
    )
    made.think("With n=10^4 it would run through at once, but I leave 1 alone.").shelve("1", "too slow")
    made.focus("2").run("python3 b.py", "12").submit("2", "12").focus("3").run("python3 c.py", "5").submit("3", "5")
    return made.think("Good enough.").finish().record(**{"2": "accepted", "3": "accepted"})


def forgetter() -> EpisodeRecord:
    """Has an answer on the screen and never hands it in."""
    made = MadeEpisode(labels="123456", budget=4, domain="math").focus("1").run("python3 a.py", "answer to 1: 42")
    made.think("42 it is.").focus("2").run("python3 b.py", "7").submit("2", "7").focus("3").run(
        "python3 c.py", "9"
    ).submit("3", "9")
    return made.think("Done.").finish().record(**{"2": "accepted", "3": "wrong_answer"})


def misplacer() -> EpisodeRecord:
    """Writes its program in a form that the parser cannot read."""
    made = (
        MadeEpisode(budget=3)
        .think("A.")
        .focus("A")
        .free("cat > /app/a.py <<'EOF'\nprint(1)\nEOF")
        .run("python3 a.py", "1")
    )
    made.write("A", "see a.py").focus("B").write("B").run("./b", "agree")
    return made.finish().record(A="malformed", B="accepted")


def hoarder() -> EpisodeRecord:
    """Solves two problems and ends with most of the budget unused, the rest never opened."""
    made = (
        MadeEpisode(budget=8)
        .think("A and B are plain.")
        .focus("A")
        .write("A")
        .run("./a", "agree")
        .focus("B")
        .write("B")
    )
    made.run("./b", "agree").think("The others look long. I stop here with 6 units left.")
    return made.finish().record(A="accepted", B="accepted")


def late_starter() -> EpisodeRecord:
    """Checks the first problem over and over and opens the second with the last unit."""
    made = MadeEpisode(budget=5).think("A must be safe.").focus("A").write("A")
    for n in range(4):
        made.run(f"./a {n}", "agree")
    made.think("Now B, with the last unit.").focus("B").write("B", "half").run("./b", "wrong on sample 1\n[exit 1]", 1)
    made.think("I see the slip in B, it needs one more run.").block("./b", "the budget is spent")
    return made.finish().record(A="accepted", B="wrong_answer")


def half_worker() -> EpisodeRecord:
    """Works on a problem, gets part of it, goes on and never comes back."""
    made = MadeEpisode(labels="123456", budget=6, domain="ar").focus("1").run("python3 parse.py", "18 rows read")
    made.think("The grid is read. I look at 2 in between.").focus("2").run("python3 two.py", "3").submit("2", "3")
    made.focus("3").run("python3 three.py", "no").submit("3", "no").think("That is enough.")
    return made.finish().record(**{"2": "accepted", "3": "accepted"})


def stayer() -> EpisodeRecord:
    """All five units on one problem with each test failing, and says that it sees the others."""
    made = MadeEpisode(budget=5).think("D looks nice.").focus("D").write("D")
    for n in range(5):
        made.think(f"Fails again ({n + 1}). The others wait, but D is close.").run(f"./d {n}", "differs\n[exit 1]", 1)
    made.think("Out of units, with A to F still to do.").block("./d", "the budget is spent")
    return made.finish().record(D="wrong_answer")


def broken_box() -> EpisodeRecord:
    """The sandbox fails in the middle: an engineering issue."""
    made = MadeEpisode(budget=5).focus("A").write("A").run("./a", "agree")
    made.free("ls", "OSError: cannot reach the container: connection refused by the runtime")
    return made.finish().record(A="accepted")


def sweeper() -> EpisodeRecord:
    """One unit for each problem, all answered, two wrong."""
    made = MadeEpisode(labels="123456", budget=6, domain="ar")
    for n in "123456":
        made.focus(n).run(f"python3 {n}.py", f"r{n}").submit(n, f"r{n}")
    return made.finish().record(**{n: "accepted" if n in "1246" else "wrong_answer" for n in "123456"})


def cut_completion() -> EpisodeRecord:
    """Tool-free: the budget ends in the third of six problems."""
    text = (
        "Problem 1\n5 choose 2 is 10, less 3 is 7.\nFinal Answer: \\boxed{7}\n\nProblem 2\nParity: the sum of the odd ones is 25, "
        "and 25 + 6 = 31.\nFinal Answer: \\boxed{31}\n\nProblem 3\nThis one is long. Let x be the first term, so that x + 3d = 14 and"
    )
    return completion_record(text, budget=120, charged=120, cut=True, **{"1": "accepted", "2": "wrong_answer"})


def planned_completion() -> EpisodeRecord:
    """Tool-free: shortest first, one left out on purpose, one bare answer."""
    text = (
        "The easy ones are 2 and 4, so they come first. 5 is hopeless here, I leave it out.\nProblem 2\n12 times 4 is 48.\n"
        "Final Answer: \\boxed{48}\nProblem 4\nIts roots are 1 and 3, the product is 3.\nFinal Answer: \\boxed{3}\nProblem 1\n"
        "Final Answer: \\boxed{2}\nProblem 3\nThe triangle has sides 3, 4, 5 and area 6.\nFinal Answer: 6 square units or so\n"
        "Problem 6\nTry n = 7: 49 - 1 = 48 fails. Hmm, so n = 8 instead: 64 - 1 = 63 works.\nFinal Answer: \\boxed{8}\n"
    )
    return completion_record(
        text,
        budget=400,
        charged=180,
        **{"1": "wrong_answer", "2": "accepted", "3": "malformed", "4": "accepted", "6": "accepted"},
    )


EPISODES: dict[str, Callable[[], EpisodeRecord]] = {
    "case-1": case_1, "case-2": case_2, "case-3": case_3,
    "matched-reference": matched_reference, "matched-verification": matched_verification,
    "planner": planner, "failed-reviser": failed_reviser, "misreader": misreader, "quitter": quitter, "forgetter": forgetter,
    "misplacer": misplacer, "hoarder": hoarder, "late-starter": late_starter, "half-worker": half_worker, "stayer": stayer,
    "broken-box": broken_box, "sweeper": sweeper, "cut-completion": cut_completion, "planned-completion": planned_completion,
}  # fmt: skip

if __name__ == "__main__":
    for name, make in EPISODES.items():
        write_record(Path(sys.argv[1]) / f"{name}.json", make())
