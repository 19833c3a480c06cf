"""How many episodes at once: the scripted solver with 1, 2, 3, 4 and 8 threads, and two processes of one thread each.

    .venv/bin/python benchmarks/campaign_workers.py [--domain math] [--episodes 16] [--rounds 3]

One interleaved run: every width plays the same episodes in every round. The peer is one thread. Printed per width: the
median time by the clock, the ratio to one thread, and the processor time per episode (more of it is thrashing).
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from r3gym.campaigns.campaign_file import check_campaign
from r3gym.campaigns.executors import LocalExecutor, cores
from r3gym.campaigns.plan import plan
from r3gym.campaigns.playing import make_task
from r3gym.campaigns.prepared import prepare

WIDTHS = (1, 2, 3, 4, 8)


def tasks(domain: str, count: int, part: slice = slice(None)) -> list:
    fields = {"name": "bench", "domains": [domain], "budgets": [8], "repeats": count}
    fields["policies"] = [{"name": "s", "kind": "scripted", "personality": "scanner"}]
    prepared = prepare(check_campaign(fields, "benchmark", Path.cwd()))
    episodes = list(plan(prepared.campaign, prepared.suites, None))[:count]
    return [make_task(prepared.campaign, prepared.suite_of(e), e) for e in episodes[part]]


def play(executor: LocalExecutor, todo: list) -> None:
    for task in todo:
        executor.submit(task)
    for _ in todo:
        _, finished = executor.next()
        assert finished.row.failure is None, finished.row.failure


def processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def two_processes(domain: str, count: int) -> None:
    words = [sys.executable, __file__, "--domain", domain, "--episodes", str(count), "--half"]
    parts = [subprocess.Popen([*words, str(n)]) for n in (0, 1)]
    assert [part.wait() for part in parts] == [0, 0]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--domain", default="math")
    parser.add_argument("--episodes", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--half", type=int)
    given = parser.parse_args()
    if given.half is not None:
        play(LocalExecutor(1), tasks(given.domain, given.episodes, slice(given.half, None, 2)))
        return
    todo = tasks(given.domain, given.episodes)
    play(LocalExecutor(1), todo[:2])  # compilers, judges and caches are warm for everybody
    taken: dict[str, list[tuple[float, float]]] = {}
    for _ in range(given.rounds):
        for width in (*WIDTHS, 0):
            clock, cpu = time.monotonic(), processor()
            if width:
                play(LocalExecutor(width), todo)
            else:
                two_processes(given.domain, given.episodes)
            name = f"{width} threads" if width else "2 processes"
            taken.setdefault(name, []).append((time.monotonic() - clock, processor() - cpu))
    alone = statistics.median(clock for clock, _ in taken["1 threads"])
    print(f"{given.domain}, {given.episodes} episodes, {cores()} cores, median of {given.rounds} rounds")
    for name, rounds in taken.items():
        clock = statistics.median(c for c, _ in rounds)
        cpu = statistics.median(c for _, c in rounds) / given.episodes
        print(f"{name:>12}  {clock:7.2f} s  {alone / clock:5.2f} x one thread  {cpu:6.3f} s of processor per episode")


if __name__ == "__main__":
    main()
