"""Three plausible wrong answers for every item of the abstract-reasoning bank: a slip, a misreading, a part of the
answer, another format. Long ones are made from the reference.
"""

from __future__ import annotations

import json
from collections.abc import Callable

Wrong = str | Callable[[str], str]


def changed(old: str, new: str) -> Callable[[str], str]:
    """The reference with the first occurrence of a piece replaced."""

    def change(reference: str) -> str:
        assert old in reference
        return reference.replace(old, new, 1)

    return change


def first_lines(n: int) -> Callable[[str], str]:
    return lambda reference: "\n".join(reference.splitlines()[:n])


def upside_down(reference: str) -> str:
    return "\n".join(reversed(reference.splitlines()))


def mirrored(reference: str) -> str:
    """Every row from right to left."""
    return "\n".join(" ".join(reversed(line.split())) for line in reference.splitlines())


def transposed(reference: str) -> str:
    columns = zip(*(line.split() for line in reference.splitlines()), strict=True)
    return "\n".join(map(" ".join, columns))


def rows_swapped(reference: str) -> str:
    first, second, *rest = reference.splitlines()
    return "\n".join([second, first, *rest])


def digits_only(reference: str) -> str:
    return "".join(c for c in reference if c.isdigit())


def without_last(reference: str) -> str:
    return json.dumps(json.loads(reference)[:-1])


def twice_first(reference: str) -> str:
    moves = json.loads(reference)
    return json.dumps([moves[0], *moves])


def to_and_fro(reference: str) -> str:
    """The smallest disk makes a detour: legal and complete, not shortest."""
    line = reference.splitlines()[0]
    _, _, _, _, _, a, _, _, b = line.split()
    (c,) = {"1", "2", "3"} - {a, b} if b in "123" and a in "123" else {"2"} - {a, b}
    return "\n".join(
        [f"Move disk 1 from Peg {a} to Peg {c}", f"Move disk 1 from Peg {c} to Peg {b}", *reference.splitlines()[1:]]
    )


WRONG: dict[str, tuple[Wrong, Wrong, Wrong]] = {
    "ar-above-or-below": (
        "['66.081', '27.65', '83.07']",
        "['-32.9', '-82.3', '-34.50', '-53.46', '-63.143', '-37.69', '-97.8', '-60.3']",
        "-32.9, -82.3, -34.50, -53.46, -30.8, -63.143, -37.69, -97.8, -60.3",
    ),
    "ar-blanks-and-totals": (rows_swapped, changed("12 14 16 18 20", "18 14 16 12 20"), first_lines(5)),
    "ar-bomb-squad": (without_last, '["fill B", "fill C"]', changed('"fill', '"empty')),
    "ar-both-ways": ("hgmdharahdmg", "hgmdhaahdmgh", "hgagmhrddhamh"),
    "ar-changing-places": (without_last, "No", changed('"B,D3,B2", "w,B3,D2"', '"w,B3,D2", "B,D3,B2"')),
    "ar-common-measure": ("17", "13", "442"),
    "ar-dry-land": ("22", "20", "30"),
    "ar-eight-signs": ("civi", "cviic", "99 105 118 105 99"),
    "ar-facing-pairs": ("#A A# B# A#", "B# A# A#", "#A B# A# A# #B"),
    "ar-few-ticks": (
        changed("[1,1,", "[0,1,"),
        lambda reference: json.dumps(json.loads(reference)[:-1]),
        lambda reference: json.dumps([*json.loads(reference), [0] * 7]),
    ),
    "ar-five-dice": ("1555/4224", "21352/33792", "0.632"),
    "ar-five-islanders": (
        "Grace is a knight, David is a knight, Lily is a knight, Avery is a knave, and Logan is a knave.",
        "Grace is a knave, David is a knave, Lily is a knave, Avery is a knight, and Logan is a knight.",
        "Grace is a knave, David is a knave, Lily is a knight, Avery is a knave",
    ),
    "ar-four-by-four": (
        "3 4 1 2\n1 2 4 3\n2 1 3 4\n4 3 1 2",
        "3 4 _ _\n_ 2 4 _\n_ _ _ _\n_ _ _ 1",
        "3412124321344321",
    ),
    "ar-four-pegs": (to_and_fro, first_lines(32), changed("disk 1 from Peg 4", "disk 2 from Peg 4")),
    "ar-hidden-digits": (
        "G=4,I=5,K=1,P=3,Q=9,S=7,U=2,V=6,Z=8,X=0",
        "G=4,I=5",
        "G=5,I=4,K=1,P=3,Q=9,S=7,U=2,V=8,Z=6",
    ),
    "ar-in-line": (
        "about, AGREE, aware, continue, nothing, PGLAF, Please, Replacement, successful, time, visit",
        "visit, time, successful, nothing, continue, aware, about, Replacement, Please, PGLAF, AGREE",
        "AGREE, PGLAF, Please, Replacement, about, aware, continue, nothing, successful, time",
    ),
    "ar-letters-for-digits": ("E=3,F=8,J=9,O=5,U=7,X=4", "E=3,F=9,J=8,O=5,U=7", "8897+35448=44345"),
    "ar-letters-put-in": (
        "EAAEBDCEDBDACBAABCDACEDACBBBACCEEBADAEEBCDEABEBDEABDDCBACDCCD",
        "EAAEBDCEDBDACBAABCDACEDACBBBACCEEBADAEEBCDEBABDEBDEABDDCBACDCCD",
        "EAAEBDCEDBDACBAABCDCEDACBBBACCEEBADAEEBCDEABEBDEABDCBACDCCD",
    ),
    "ar-marked-cells": (changed("✅", "❌"), upside_down, first_lines(11)),
    "ar-measured-water": (without_last, '["fill A", "pour A->B", "fill A", "pour A->B"]', "fill B, pour B->A"),
    "ar-meeting-again": ("122892", "30723", "2"),
    "ar-mirrored-parts": (
        without_last,
        '[["hggh", "kzczk", "ses"]]',
        changed('["hggh", "kzczk", "ses"]', '["hgghkzczkses"]'),
    ),
    "ar-missing-queens": (
        mirrored,
        changed("Q _ _\nQ", "_ Q _\nQ"),
        "_ _ _ _ _ _ _\nQ _ _ _ _ _ _\n_ _ _ _ _ Q _\n_ _ _ _ _ _ _\n_ _ _ _ _ _ _\n_ _ _ _ _ _ Q\n_ _ _ _ _ _ _",
    ),
    "ar-more-or-less": (changed("4   3   5", "5   3   4"), digits_only, first_lines(7)),
    "ar-nearest-zero": (changed("4 5", "4 4"), transposed, digits_only),
    "ar-nine-blocks": ("0 0 0 7 1 0 0 0 1", "0 0 0 6 3 0 1 1 0", "6 1 1 1 1"),
    "ar-nine-by-nine": (rows_swapped, changed("7 2 5 8", "7 5 2 8"), digits_only),
    "ar-old-machines": ("0 0 1 15 10 0", "0 0 1 5 10 0", "0 1 0 5 0 10"),
    "ar-one-tick": (
        changed("0,0,1,0,0,0", "0,1,1,1,0,0"),
        "[[0,1,0,1,0,0],[0,0,0,1,0,0],[0,1,0,1,1,0],[0,1,1,0,0,0],[0,0,0,1,0,0],[1,0,0,0,0,0]]",
        lambda reference: json.dumps([row[:-1] for row in json.loads(reference)]),
    ),
    "ar-ones-and-zeros": (transposed, rows_swapped, changed("0 1 1 0 0", "0 0 0 0 1")),
    "ar-only-primes": ("15", "17", "307, 397"),
    "ar-other-base": ("4204", "3024", "553"),
    "ar-pooling": (
        "9 8 9 9\n9 9 5 9\n8 4 9 8\n7 9 7 4",
        "7.25 5.0 6.5 4.25",
        "7.25 5.0 6.5 4.25\n6.0 4.75 3.0 6.5\n4.5 2.25 4.25 5.75\n3.75 5.0 4.25 2.5",
    ),
    "ar-quarter-turns": ("0 2 4 5\n7 6 8 6\n7 9 0 9\n5 7 9 1", "0 9 7 5\n9 0 9 7\n6 8 6 7\n5 4 2 0", "0 2 4 5"),
    "ar-quiet-board": (mirrored, rows_swapped, first_lines(10)),
    "ar-red-and-green": (
        "A → A → A → A → A → A → A → A → A → A → A → A → A",
        "A → B → A → B → A → B → A",
        "A → A → A → B → A → A → B → C",
    ),
    "ar-relatives": ("mother", "granddaughter", "daughter-in-law"),
    "ar-right-arm": ("77 533 53 80 666 221", "980 289 447 441 701", "701 441 447 289 980 77"),
    "ar-row-of-cells": (
        "3 3 3 3 3 0 3 3 3 0 3 0 3 0 0 0 0 0 0 0 0 0 0 0",
        "0 0 0 0 0 0 0 0 0 0 0 3 0 3 0 3 3 3 0 3 3 3 3 3",
        "3 0 3 0 3 3 3 0 3 3 3 3 3",
    ),
    "ar-row-rule": (
        "0 0 6 8 9 9 8 8 5 0 0 0 0 0 0 0 0 0",
        "0 0 0 0 0 0 0 0 0 6 8 9 9 8 8 5 0 0",
        "6 8 9 9 8 8 5 0 0 0 0 0 0 0 0 0 0 0",
    ),
    "ar-rule-by-rule": ("aaaabccbbaa", "bbbbccbcaaabccbbaa", "cbaabccbbaaaa"),
    "ar-shifted-letters": ("AND THERE IS NO CONFUSION", "IVL BPMZM QA VW KWVNCAQWV EQBPIT", "and"),
    "ar-shifts-and-products": ("0x6f39a34a", "-0x6f38ea7c", "6f38ea7c"),
    "ar-signs-between": (changed("1   6   4 <", "1   4   6 <"), digits_only, first_lines(12)),
    "ar-spoiling-fruit": ("9", "11", "-1"),
    "ar-stacked-disks": (
        to_and_fro,
        first_lines(6),
        "Move disk 1 from Peg 1 to Peg 2\nMove disk 2 from Peg 1 to Peg 3\nMove disk 1 from Peg 2 to Peg 3",
    ),
    "ar-step-by-step": (upside_down, mirrored, transposed),
    "ar-sums-at-the-edge": (rows_swapped, changed("2 9 8 4", "2 9 4 8"), first_lines(4)),
    "ar-taken-apart": ("2 × 3 × 23 × 43", "2 × 2 × 2 × 9 × 23 × 43", "8 × 9 × 989"),
    "ar-taking-turns": ("8", "3", "-1"),
    "ar-three-paints": (changed('"0": 1', '"0": 3'), changed('"1": 1, ', ""), changed('"11": 1', '"11": 4')),
    "ar-through-the-grid": (
        "right right right right",
        "infeasible",
        "right up up right right right right down down left",
    ),
    "ar-time-between": ("45 days, 19:14", "44 days, 04:46", "44 days"),
    "ar-warehouse": (
        "ULRULULLDDDDUUURDUURDDDULLLDLDRDRRLLULLDR",
        "URLURURRDDDDUUULDUULDDDURRRDRDLDLLRRURRDLL",
        "ULRULULLDDDD",
    ),
    "ar-way-out": ("12", "14", "11"),
    "ar-weighted-marks": ("0 0 0 0 1 0 0", "1 1 1 1 1 1 1\n" * 6, "0 0 0 0 0 0 0\n" * 6),
    "ar-what-it-does": (
        "[100, 8, 18, 71, 44, 62, 50, 53, 25, 38]",
        "[100, 7, 17, 70, 43, 61, 49, 52, 24, 37]",
        "[7, 17, 24, 37, 43, 49, 52, 61, 70, 99]",
    ),
    "ar-who-lies": (
        "Luke is a hero, Aria is a hero, and Olivia is a villain.",
        "Luke is a villain, Aria is a hero",
        "Luke is a villain, Aria is a villain, and Olivia is a villain.",
    ),
    "ar-winding-inwards": (
        "0 6 9 4 1 5 4 3 4 9 3 1 8 6 9 6",
        "[0, 6, 9, 4]",
        "0 1 3 9 4 3 4 5 1 4 9 6 8 9 6 6",
    ),
    "ar-working-days": ("84", "86", "118"),
}
