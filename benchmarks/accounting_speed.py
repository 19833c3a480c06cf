"""How fast commands are charged, interleaved with `shlex.split` (which only splits words) as the named peer.

Run: ``.venv/bin/python benchmarks/accounting_speed.py``. Prints charges per second of CPU time (goal: 20,000 on
ordinary commands), the ratio to the peer, and the CPU time of a 100 kB heredoc (goal: under 50 ms) and of one four
times as long (about four times as much, if time is linear). CPU time, because the function only computes and machines
are shared.
"""

from __future__ import annotations

import shlex
import statistics
import time
from collections.abc import Callable

from r3gym.accounting import classify
from r3gym.core.known_domains import get_domain

ORDINARY = [
    "ls -la /app",
    "cat notes.txt | head -n 3",
    "python3 -c 'print(1)'",
    "g++ -O2 -std=c++17 -o a solution_A.cpp && ./a < sample_1.in",
    "cat > /app/solution_A.cpp <<'EOF'\n#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; }\nEOF",
    "echo '42' >> /logs/artifacts/answer.txt",
    "cd /app/problem_A && mkdir -p t && touch t/1",
    "grep -n foo x.cpp",
    "./a.out",
    "pwd",
]
LINE = "int main() { return 'a'; } // $(x) `y` \"z\"\n"
HEREDOCS = ["cat > x <<'EOF'\n" + LINE * lines + "EOF" for lines in (2400, 9600)]
LABELS = get_domain("code").labels()


def charge(command: str) -> object:
    return classify(command, get_domain("code"), LABELS, "A", 5)


def seconds(work: Callable[[str], object], commands: list[str], times: int) -> float:
    before = time.process_time()
    for _ in range(times):
        for command in commands:
            work(command)
    return (time.process_time() - before) / (times * len(commands))


def main() -> None:
    seconds(charge, ORDINARY, 50)
    ours, peer = [], []
    for _ in range(20):
        ours.append(seconds(charge, ORDINARY, 50))
        peer.append(seconds(shlex.split, ORDINARY, 50))
    print(f"charges per CPU second: {1 / statistics.median(ours):,.0f} (best of 20: {1 / min(ours):,.0f})")
    print(f"ratio to shlex.split: {statistics.median(a / b for a, b in zip(ours, peer, strict=True)):.2f}")
    for heredoc in HEREDOCS:
        median = statistics.median(seconds(charge, [heredoc], 1) for _ in range(9))
        print(f"a heredoc of {len(heredoc):,} bytes: {1000 * median:.1f} ms")


if __name__ == "__main__":
    main()
