# ruff: noqa: E501
r"""Write ``styles.jsonl``: ways in which models lay out six answers, each with several sets of answers.

Run it after a change: ``python tests/parsing/corpus/make_styles.py``. A style is a function from the marked answers
(label to text, None where the model leaves the problem out) to an output. The expected answers are the set itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

Marked = dict[int, str | None]
HERE = Path(__file__).parent
STYLES: dict[str, Callable[[Marked], str]] = {}
#: Styles that have no place for a problem without an answer, or for an answer of several lines.
ALL_SIX: set[str] = set()
ONE_LINE: set[str] = set()


def row(name: str, form: str, join: str = "\n", *, intro: str = "", six: bool = False, order: str = "123456") -> None:
    """Add a style with one piece of text per answer."""

    def layout(marked: Marked) -> str:
        pieces = [
            form.format(n=n, a=text, L="ABCDEF"[n - 1], w="０１２３４５６"[n], c="①②③④⑤⑥"[n - 1],
                        r=("I", "II", "III", "IV", "V", "VI")[n - 1], k="一二三四五六"[n - 1], N=n + 1,
                        W=("One", "Two", "Three", "Four", "Five", "Six")[n - 1])
            for n in map(int, order)
            if (text := marked[n]) is not None
        ]  # fmt: skip
        return intro + join.join(pieces)

    STYLES[name] = layout
    if six:
        ALL_SIX.add(name)
    if "\n" not in join or "|" in form or "&" in form:
        ONE_LINE.add(name)


HEADINGS = {
    "plain": "Problem {n}", "colon": "Problem {n}:", "markdown": "## Problem {n}", "title": "### Problem {n}: Counting paths",
    "bold": "**Problem {n}**", "bold title": "**Problem {n}. Lattice points**", "ruled": "===== Problem {n}: title =====",
    "dashes": "--- Problem {n} ---", "bracket": "[Problem {n}]", "hash": "Problem #{n}", "question": "Question {n}",
    "task": "## Task {n}", "exercise": "Exercise {n}.", "letter": "Problem {L}", "letter markdown": "### Problem {L}: title",
    "roman": "Problem {r}.", "word": "**Problem {W}**", "full-width": "Problem {w}：", "section": "\\section*{{Problem {n}}}",
    "paragraph": "\\paragraph{{Problem {n}.}}", "textbf": "\\textbf{{Problem {n}:}}", "html": "<h3>Problem {n}</h3>",
    "solution": "Solution to Problem {n}:", "answer to": "**Answer to Problem {n}:**", "emoji": "✅ Problem {n}",
    "of six": "Problem {n} of 6", "zero": "Problem 0{n}", "upper": "PROBLEM {n}", "quote": "> **Problem {n}**",
    "german": "**Aufgabe {n}**", "french": "## Problème {n}", "spanish": "Problema {n}:", "russian": "Задача {n}.",
    "chinese": "第{n}题", "chinese word": "问题{k}：", "japanese": "問題{n}", "korean": "{n}번 문제", "korean word": "문제 {n}",
    "number": "{n}.", "number title": "{n}. Counting paths", "bold number": "**{n}.** Lattice points", "parenthesis": "({n})",
    "hash number": "#{n}", "markdown number": "### {n}", "P": "P{n}:", "Q": "**Q{n}.** idea", "circled": "{c}",
}  # fmt: skip
for name, heading in HEADINGS.items():
    row(f"section, {name}", heading + "\nWe set x = 2 and simplify step by step.\n\nFinal Answer: {a}\n")
row("section, any order", "## Problem {n}\nshort work\n{a}\n", order="462135")
row("section, numbers in any order", "Problem {n}\n{a}\n", order="654321")
row("section, steps inside", "Problem {n}\n1. Let x be it.\n2. Then y.\n3. So the answer is {a}.\n")
row("section, cases inside", "## Problem {n}\n(a) Case one.\n(b) Case two.\nTogether {a}.\n")
row("section, thinking", "**Problem {n}**\nHmm, wait. Let me check: is it the same as in Problem {N}? No. Thus {a}.\n")
row("section, CRLF", "Problem {n}\r\nwork\r\n{a}\r\n", join="\r\n")
row("section, rules between", "**Problem {n}**\n\nwork\n\n**Answer:** {a}\n", join="\n---\n\n")

ROWS = {
    "number": "{n}. {a}", "number colon": "{n}: {a}", "parenthesis": "({n}) {a}", "half parenthesis": "{n}) {a}",
    "hash": "#{n} {a}", "P": "P{n}: {a}", "P equals": "P{n} = {a}", "Q": "Q{n}. {a}", "bullet": "- {n}. {a}",
    "bullet problem": "- Problem {n}: {a}", "bold number": "**{n}.** {a}", "bold problem": "**Problem {n}:** {a}",
    "bracket": "[{n}] {a}", "arrow": "{n} -> {a}", "problem arrow": "Problem {n} → {a}", "dash": "Problem {n} – {a}",
    "letter": "{L}. {a}", "letter parenthesis": "({L}) {a}", "problem letter": "Problem {L}: {a}", "circled": "{c} {a}",
    "full-width": "（{w}） {a}", "full-width number": "{w}．{a}", "is": "Problem {n} is {a}.", "answer n": "Answer {n}: {a}",
    "final answer n": "Final Answer {n}: {a}", "final answer of": "Final Answer (Problem {n}): {a}",
    "answer to": "The answer to Problem {n} is {a}.", "for": "For Problem {n}, the answer is {a}.",
    "question": "Question {n}: {a}", "title": "{n}. Counting paths: {a}", "german": "Aufgabe {n}: {a}",
    "chinese": "第{n}题：{a}", "korean": "{n}번: {a}", "item": "\\item[{n}.] {a}", "item bold": "\\item[\\textbf{{({n})}}] {a}",
    "quoted": '  "{n}": "{a}",', "quoted problem": '  "Problem {n}": "{a}",', "ans": "ans{n} = {a}",
    "no": "No. {n}: {a}", "list in list": "* **{n}**: {a}", "number alone": "{n}\n{a}",
}  # fmt: skip
for name, form in ROWS.items():
    row(f"row, {name}", form)
row("table, numbers", "| {n} | {a} |", intro="| # | Answer |\n|---|---|\n")
row("table, problems", "| Problem {n} | easy | {a} |", intro="| Problem | tier | Answer |\n|:--|:--|:--|\n")
row("table, titles", "| {n} | Counting paths | {a} |", intro="| No. | Title | Answer |\n|---|---|---|\n")
row("table, LaTeX", "{n} & {a} \\\\", intro="\\begin{tabular}{cc}\n")
row("table, columns", "{a}", " | ", six=True,
    intro="| Problem | 1 | 2 | 3 | 4 | 5 | 6 |\n|---|---|---|---|---|---|---|\n| Answer | ")  # fmt: skip
row("one line, problems", "Problem {n}: {a}", ", ")
row("one line, bold problems", "**Problem {n}:** {a}", " ")
row("one line, numbers", "{n}. {a}", "; ")
row("one line, parentheses", "({n}) {a}", ", ")
row("one line, answers", "{n}) {a}", ", ", intro="Answers: ")
row("one line, final answers", "({n}) {a}", ", ", intro="Final answers: ")
row("one line, for", "For Problem {n}, we get {a}.", " ")
row("one line, now", "Now Problem {n}: a short look gives {a}.", " ")
row("one line, JSON", '"{n}": "{a}"', ", ", intro="{")
row("prose, turns", "Now problem {n}. We see quickly that it is {a}. Good.", "\n\n", intro="Okay, here we go.\n\n")
row("prose, let's", "Let's do problem {n}. Hmm, so {a}.", "\n")
row("prose, moving on", "Moving on to Problem {n}, we find {a}.", "\n\n")
row("prose, asks", "Problem {n} asks for a count. The count is {a}.", "\n\n")
row("prose, in", "In Problem {n}, the value is {a}.", " ")
row("unlabelled, lines", "{a}", "\n", six=True)
row("unlabelled, paragraphs", "First some work.\n\nSo {a}.", "\n\n", six=True)
row("unlabelled, one line", "{a}", ", ", six=True, intro="The six answers are ")
row("unlabelled, items", "\\item {a}", "\n", six=True, intro="\\begin{enumerate}\n")
row("unlabelled, after a scan", "So {a}.", "\n\n", six=True,
    intro="".join(f"- Problem {n}: looks easy\n" for n in range(1, 7)) + "\n")  # fmt: skip


def combined(name: str, first: str, then: str, *, one_line: bool = False) -> None:
    """Add a style of two styles, one after the other, with words between; ``first`` and ``then`` may hold both."""

    def layout(marked: Marked) -> str:
        parts = []
        for part in (first, then):
            style, _, tail = part.partition("@")
            parts.append((STYLES[style](marked) if style else "") + tail)
        return "".join(parts)

    STYLES[name] = layout
    if one_line or any(part.partition("@")[0] in ONE_LINE for part in (first, then)):
        ONE_LINE.add(name)
    if any(part.partition("@")[0] in ALL_SIX for part in (first, then)):
        ALL_SIX.add(name)


PLAN = "".join(f"- Problem {n}: two lines, {'easy' if n % 2 else 'hard'}\n" for n in range(1, 7))
SCAN = "Problem 3 is easy. Problem 4 is hard; Problem 5's trick is parity. I start with Problem 3.\n\n"
WORK = "".join(f"## Problem {n}\nA long computation that ends well.\n\n" for n in range(1, 7))
RECAP = "\nRecap: Problem 1 was easy, Problem 2 too.\n" + "".join(f"Problem {n}: done\n" for n in range(1, 7))
TABLE = "\n\n## Summary\n\n| # | tier |\n|---|---|\n" + "".join(f"| {n} | easy |\n" for n in range(1, 7))
for base in ("section, plain", "section, bold title", "row, bold problem", "row, number", "section, number"):
    combined(f"plan, then {base}", f"@Plan:\n{PLAN}\n", base)
    combined(f"scan, then {base}", f"@{SCAN}", base)
    if "number" not in base:
        combined(f"{base}, then recap", base, f"@{RECAP}")
        combined(f"{base}, then a table without answers", base, f"@{TABLE}")
for summary in ("row, number", "row, bullet problem", "row, parenthesis", "table, numbers", "table, problems",
                "row, number colon", "one line, numbers", "one line, problems", "row, letter parenthesis"):  # fmt: skip
    heading = "\n## Final answers\n\n"
    if summary != "row, letter parenthesis":
        combined(f"worked without marks, then answers: {summary}", f"@{WORK}{heading}", summary)
        combined(f"worked, then answers: {summary}", f"section, plain@{heading}", summary)
        combined(f"worked, then summary: {summary}", "section, markdown@\n**Summary of answers:**\n\n", summary)
combined("worked, then rows without a heading", "section, markdown@\n\n", "row, number")
combined("worked, then six on a line", "section, plain@\nSo the final answers are ", "unlabelled, one line")
combined("format echoed, then sections", "@Form: Problem 1: \\boxed{...} <answer>...</answer>\n\n", "section, plain")

MATH_SETS: list[Marked] = [
    {1: "12", 2: "7", 3: "100", 4: "-3", 5: "45", 6: "2024"},
    {1: r"\frac{1}{2}", 2: r"\{1,2,3\}", 3: r"2\sqrt{3}", 4: r"[0,1)", 5: r"\text{No}", 6: r"x^{2}+\frac{y}{z_{1}}"},
    {1: None, 2: "3", 3: None, 4: r"\dfrac{7}{9}", 5: None, 6: "1"},
]
AR_SETS: list[Marked] = [
    {1: "True", 2: "apple, pear", 3: "42", 4: '{"a": 1}', 5: "infeasible", 6: "-3.0 - 3.0i"},
    {1: "1 2 3\n4 5 6", 2: "X O\n. #", 3: "1. e4\n2. d4", 4: "7", 5: "Problem two of the list", 6: "yes"},
    {1: None, 2: "K7", 3: "down right", 4: None, 5: "0", 6: None},
]


def rows() -> Iterator[dict[str, object]]:
    """Yield the rows of the file: every style with every set that it has room for."""
    for style, layout in STYLES.items():
        for domain, sets, wrap in (("math", MATH_SETS, "\\boxed{%s}"), ("ar", AR_SETS, "<answer>%s</answer>")):
            for number, answers in enumerate(sets):
                several_lines = any("\n" in (answer or "") for answer in answers.values())
                if (None in answers.values() and style in ALL_SIX) or (several_lines and style in ONE_LINE):
                    continue
                dollars = domain == "math" and number == 1
                marked: Marked = {
                    n: None if a is None else ("$%s$" if dollars else "%s") % (wrap % a) for n, a in answers.items()
                }
                expected = {str(n): answer for n, answer in answers.items()}
                yield {"style": style, "domain": domain, "text": layout(marked), "answers": expected}


if __name__ == "__main__":
    lines = [json.dumps(found, ensure_ascii=False) for found in rows()]
    (HERE / "styles.jsonl").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} outputs in {len(STYLES)} styles")
