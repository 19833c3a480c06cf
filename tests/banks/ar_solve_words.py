"""Independent solvers for items about letters, tokens and lists: each computes the answer from the statement alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise, product

from banks.ar_text import found, literal


def caesar_cipher(statement: str) -> str:
    """The shift that yields the most common English words."""
    cipher = found(r"cipher text: ([A-Z ]+)\.", statement)
    common = set("THE OF AND A TO IN IS IT NO NOT THERE WITH FOR THAT THIS AS BE HE SHE ON ARE".split())
    plain = ["".join(c if c == " " else chr((ord(c) - 65 - shift) % 26 + 65) for c in cipher) for shift in range(26)]
    return max(plain, key=lambda text: sum(word in common for word in text.split()))


def ab(statement: str) -> str:
    tokens = found(r"following program:\n\n(.*)", statement).split()
    while facing := [i for i, (a, b) in enumerate(pairwise(tokens)) if a[1] == b[0] == "#"]:
        a, b = tokens[facing[-1] : facing[-1] + 2]
        tokens[facing[-1] : facing[-1] + 2] = [] if a[0] == b[1] else [b, a]
    return " ".join(tokens)


def bf(statement: str) -> str:
    """The statement does not say how large a cell is: bytes, words and unbounded cells must agree."""
    code = found(r"\n\n([-+<>\[\].,]+)\n\n", statement)
    (output,) = {_bf_output(code, size) for size in (2**8, 2**16, 2**64)}
    return output


def _bf_output(code: str, size: int) -> str:
    jumps, open_ = {}, []
    for at, sign in enumerate(code):
        if sign == "[":
            open_.append(at)
        elif sign == "]":
            jumps[at] = open_.pop()
            jumps[jumps[at]] = at
    tape, head, at, out = [0] * 100, 0, 0, ""
    while at < len(code):
        sign = code[at]
        head += (sign == ">") - (sign == "<")
        tape[head] = (tape[head] + (sign == "+") - (sign == "-")) % size
        out += chr(tape[head]) if sign == "." else ""
        if (sign == "[" and not tape[head]) or (sign == "]" and tape[head]):
            at = jumps[at]
        at += 1
    return out


def string_insertion(statement: str) -> str:
    text = found(r"to the pattern: ([A-E]+)", statement)
    rules = dict(re.findall(r"substring (\w+) in the string, insert the character (\w)", statement))
    return re.sub("|".join(rules), lambda part: part[0] + rules[part[0]], text)


def string_splitting(statement: str) -> str:
    a, b, c = map(
        int, re.findall(r"have (\d+) machine A, (\d+) machine B, and (\d+) machine C\. Provide", statement)[0]
    )
    rules = [({"A": 1}, {"X": 2, "Y": 1}), ({"B": 2}, {"X": 1}), ({"C": 2}, {"Y": 1}), ({"B": 1, "C": 1}, {"A": 1}),
             ({"X": 1, "Y": 1}, {"Z": 1})]  # fmt: skip
    return _rewritten({"A": a, "B": b, "C": c, "X": 0, "Y": 0, "Z": 0}, rules)


def string_synthesis(statement: str) -> str:
    a, b, c = map(int, re.findall(r"have (\d+) \[A\], (\d+) \[B\], and (\d+) \[C\] blocks", statement)[0])
    rules = [({"[A]": 1, "[B]": 1, "[C]": 1}, {"{A}": 1}), ({"[A]": 1, "[B]": 1}, {"{C}": 1}),
             ({"[B]": 1, "[C]": 1}, {"{B}": 1}), ({"[C]": 2}, {"{C}": 1}),
             ({"{A}": 1, "{C}": 1}, {"(A)": 1, "(B)": 1}), ({"{B}": 2}, {"(C)": 1})]  # fmt: skip
    start = {"[A]": a, "[B]": b, "[C]": c} | dict.fromkeys(["{A}", "{B}", "{C}", "(A)", "(B)", "(C)"], 0)
    return _rewritten(start, rules)


def _rewritten(counts: dict[str, int], rules: list[tuple[dict[str, int], dict[str, int]]]) -> str:
    """The counts after always applying the first rule that can be applied."""
    while usable := [rule for rule in rules if all(counts[name] >= n for name, n in rule[0].items())]:
        taken, made = usable[0]
        counts = {name: n - taken.get(name, 0) + made.get(name, 0) for name, n in counts.items()}
    return " ".join(map(str, counts.values()))


def string_manipulation(statement: str) -> str:
    """The seven rules of this statement, each checked against its wording before it is used."""
    text = statement.splitlines()[-1]
    rules: list[tuple[str, Callable[[str], str | None]]] = [
        ("prefix is 'bc', delete the first two characters and append 'aa'",
         lambda s: s[2:] + "aa" if s.startswith("bc") else None),
        ("prefix is 'ca', replace it with 'bb' and append 'c'",
         lambda s: "bb" + s[2:] + "c" if s.startswith("ca") else None),
        ("contains 'ca' (not at the start), remove the first occurrence found after the first character",
         lambda s: s[0] + s[1:].replace("ca", "", 1) if "ca" in s[1:] else None),
        ("contains 'acb', replace the first occurrence with its reverse",
         lambda s: s.replace("acb", "bca", 1) if "acb" in s else None),
        ("prefix is 'cb', replace it with 'aa' and delete the last character",
         lambda s: ("aa" + s[2:])[:-1] if s.startswith("cb") else None),
        ("starts with 'bb', remove the second character", lambda s: s[0] + s[2:] if s.startswith("bb") else None),
        ("starts with 'ac', replace the first two characters with 'zz'",
         lambda s: "zz" + s[2:] if s.startswith("ac") else None),
    ]  # fmt: skip
    lines = re.findall(r"(?m)^\d\. If the string (.*)$", statement)
    assert len(lines) == len(rules)
    assert all(line.startswith(wording) for line, (wording, _) in zip(lines, rules, strict=True))
    seen = [text]
    while True:
        now = next((new for _, rule in rules if (new := rule(seen[-1])) is not None), seen[-1])
        if now in seen:
            return seen[-1]
        seen.append(now)


def palindrome_partitioning(statement: str) -> str:
    """All ways to cut, kept where every piece is a palindrome."""
    text = found(r"into palindromes: (\w+)", statement)
    kept = []
    for cuts in product((0, 1), repeat=len(text) - 1):
        ends = [0, *(i + 1 for i, cut in enumerate(cuts) if cut), len(text)]
        pieces = [text[a:b] for a, b in pairwise(ends)]
        if all(piece == piece[::-1] for piece in pieces):
            kept.append(pieces)
    return json.dumps(kept)


def group_anagrams(statement: str) -> str:
    groups: dict[str, list[str]] = {}
    for word in literal(r"(?s)into anagrams:\n(\[.*?\])", statement):
        groups.setdefault("".join(sorted(word)), []).append(word)
    return json.dumps(list(groups.values()))


def word_sorting(statement: str) -> str:
    words = found(r"comma-separated list: (.*)", statement).split(", ")
    order = found(r"sort these words in (\w+) order", statement)
    return ", ".join(sorted(words, key=lambda word: [ord(c) for c in word], reverse=order == "descending"))


def list_functions(statement: str) -> str:
    """Among simple rules for lists, those that explain all examples must agree on the question."""
    rules: list[Callable[[list[int]], list[int]]] = [
        sorted,
        lambda x: sorted(x, reverse=True),
        lambda x: x[::-1],
        lambda x: [x[0] + 1, *x[1:-1], x[-1] + 1],
        lambda x: [v + i for i, v in enumerate(x)],
        lambda x: [v + 1 for v in x],
        lambda x: [*x[:-1], x[-1] + 1],
    ]
    lists = [json.loads(text) for text in re.findall(r"\[.*?\]", statement.split("Examples:")[1])]
    examples = list(zip(lists[:-1:2], lists[1:-1:2], strict=True))
    (answer,) = {str(rule(lists[-1])) for rule in rules if all(rule(x) == y for x, y in examples)}
    return answer


def arc_1d(statement: str) -> str:
    """Among rules for rows (all turns, and rules about blocks), those that explain the examples must agree."""
    rows = [[int(cell) for cell in text.split()] for text in re.findall(r"(?:Input|Output):\s+([\d ]+)", statement)]
    examples = list(zip(rows[:-1:2], rows[1:-1:2], strict=True))
    turns = [lambda row, by=by: row[by:] + row[:by] for by in range(len(rows[-1]))]
    rules: list[Callable[[list[int]], list[int]]] = [*turns, _blocks_by_size]
    (answer,) = {str(rule(rows[-1])) for rule in rules if all(rule(x) == y for x, y in examples)}
    return " ".join(map(str, json.loads(answer)))


def _blocks_by_size(row: list[int]) -> list[int]:
    blocks = sorted(re.findall(r"[1-9]+", "".join(map(str, row))), key=len)
    return [int(c) for c in "0".join(blocks).ljust(len(row), "0")]
