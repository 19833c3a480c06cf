"""Two contests, two levels, two repeats: every figure can be worked out by hand (tests/analysis/test_by_hand.py).

Contest x has the tiers E E E M M H, contest y H M M E E E. The levels cost 2 and 6, the contests' budget is 8.
"""

from __future__ import annotations

from pathlib import Path

from made_campaign import paid, played_suite, row, write_campaign

from r3gym.campaigns import EpisodeRow

SUITE = played_suite({"x": "EEEMMH", "y": "HMMEEE"})
GRID, CAPS, BUDGET = (0.2, 0.8), (2, 6), 8

#: For each problem the outcomes of both repeats at the cheap and at the dear level.
CURVES = {
    "x1": ("++", "++"),
    "x2": ("+w", "++"),
    "x3": ("ww", "w+"),
    "x4": ("--", "++"),
    "x5": ("w+", "+w"),
    "x6": ("--", "--"),
    "y1": ("ww", "w+"),
    "y2": ("ww", "ww"),
    "y3": ("ww", "++"),
    "y4": ("++", "++"),
    "y5": ("++", "w+"),
    "y6": ("+w", "++"),
}
#: Problems that a run at the cheap level solved with one action; all other runs used the whole cap.
QUICK = {"x1", "y4", "y5"}
#: For each contest both runs: what became of the problems, and what was paid in which order.
CONTESTS = {
    "x": (("+m-+--", "11144444"), ("+-----", "1166")),
    "y": (("---+++", "445566"), ("w--+--", "11111144")),
}


def curve_rows() -> list[EpisodeRow]:
    """The single-problem runs."""
    found = []
    for problem, levels in CURVES.items():
        for level, cap, outcomes in zip(GRID, CAPS, levels, strict=True):
            for repeat, state in enumerate(outcomes, 1):
                used = 1 if problem in QUICK and cap == CAPS[0] else cap
                found.append(
                    row(
                        "curve",
                        SUITE,
                        problem[0],
                        state,
                        problem=problem,
                        pressure=level,
                        budget=cap,
                        repeat=repeat,
                        spent=[used],
                    )
                )
    return found


def contest_rows() -> list[EpisodeRow]:
    """The contest runs without a scheduler."""
    return [
        row(
            "contest",
            SUITE,
            contest,
            states,
            pressure=0.8,
            budget=BUDGET,
            repeat=repeat,
            path=path,
            spent=paid(path, SUITE),
        )
        for contest, runs in CONTESTS.items()
        for repeat, (states, path) in enumerate(runs, 1)
    ]


def write(folder: Path, more: list[EpisodeRow] | None = None) -> Path:
    """The campaign's folder, with further rows if any."""
    return write_campaign(folder, [SUITE], [*curve_rows(), *contest_rows(), *(more or [])], repeats=2, grid=GRID)
