"""Strings for fuzzing the reader and the interpreter of free commands: pieces of grammar, mutated."""

from __future__ import annotations

import random

FREE_TOOLS = (
    "ls cat head tail nl stat file find tree test [ which type pwd echo printf true sleep cp mv rm mkdir touch chmod "
    "tee truncate dd patch date uname nproc id df free env export unset set umask exit cd clear less ln install"
).split()
OTHER_TOOLS = (
    "python3 g++ bash sh eval source . exec xargs awk sed grep sort wc bc expr let timeout nice env command time nohup "
    "sudo trap alias function coproc builtin apply_patch focus_problem submit_answer ./a.out /bin/bash /usr/bin/python3"
).split()
PLAIN_WORDS = "-l -la -n 3 -5 a b.txt *.txt . .. /app ~ $X \"$X\" ${X:-y} $? {a,b} 'q q' -- -f x=1 + ] -s".split()
WORDS = (
    "-l -la -n 3 -5 -c '%s' -v -x --version --help -e -exec ; {} + . .. / /app a b.txt *.txt ? [ab] ~ ~/x $X ${X} "
    '"$X" ${X:-y} $? $# $@ $1 $(ls) `ls` $((1+1)) $[1+1] {a,b} {1..9} {a,b}{c,d} <(ls) >(cat) \'q q\' "d d" '
    "\\$ $'\\x61' x=1 X=$Y PATH=/app LANG=C A=1 é \\ 'unclosed /dev/tcp/1/2 /dev/null -- - ! ] ]] ( ) !"
).split(" ")
JOINS = ("; ", " && ", " || ", " | ", "\n", " & ", " |& ", ";", "&&", "\r\n", " \\\n", "#", " # c\n", "")
REDIRECTIONS = (
    "> f", ">> f", "< f", "2>&1", "2>/dev/null", "&> f", ">&2", "<<EOF\nx $X\nEOF\n", "<<'E'\n$(x)\nE\n", "<<< w",
    "3> f", "<> f", "{v}> f", ">| f", "<<-T\n\ty\n\tT\n", "<&0", ">& f", "<<E\\\nOF\nx\nEOF\n",
)  # fmt: skip
FRAMES = (
    "for f in {w}; do {c}; done", "if {c}; then {c}; fi", "while {c}; do {c}; done", "( {c} )", "{{ {c}; }}", "! {c}",
    "f() {{ {c}; }}; f", "bash -c '{c}'", 'bash -lc "{c}"', "case x in x) {c};; esac", "[[ -f {w} ]] && {c}",
    "until {c}; do {c}; done", "time {c}", "$( {c} )", "` {c} `", "{c} & {c}", "eval '{c}'", "trap '{c}' EXIT",
)  # fmt: skip


def command(rng: random.Random) -> str:
    """A string that looks like a command, often a free one, sometimes broken."""
    text = _compound(rng, 2)
    for _ in range(rng.choice((0, 0, 1, 3))):
        text = _mutated(rng, text)
    return text


def _simple(rng: random.Random) -> str:
    tame = rng.random() < 0.8
    words = [rng.choice(FREE_TOOLS if tame else OTHER_TOOLS)]
    words += [rng.choice(PLAIN_WORDS if tame and rng.random() < 0.9 else WORDS) for _ in range(rng.randrange(4))]
    if rng.random() < 0.1:
        words.insert(0, rng.choice(("LANG=C", "X=1", "PATH=/app", "env", "timeout 5", "command", "bash")))
    if rng.random() < 0.3:
        words.append(rng.choice(REDIRECTIONS))
    return " ".join(words)


def _compound(rng: random.Random, depth: int) -> str:
    if depth and rng.random() < 0.3:
        frame = rng.choice(FRAMES)
        inner = _compound(rng, depth - 1)
        return frame.replace("{c}", inner).replace("{w}", rng.choice(WORDS)).replace("{{", "{").replace("}}", "}")
    parts = [_simple(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    text = parts[0]
    for part in parts[1:]:
        text += rng.choice(JOINS) + part
    return text


def _mutated(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    kind = rng.randrange(4)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + rng.choice("'\"\\`$(){}[]<>|&;#!\n \t=*?~\r\x0b\x00é") + text[at:]
    if kind == 2:
        return text[:at] + rng.choice((*JOINS, *REDIRECTIONS)) + text[at:]
    end = min(len(text), at + rng.randrange(6))
    return text[:at] + text[at:end] * 2 + text[end:]
