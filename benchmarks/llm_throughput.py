"""Many tool-free episodes at once against a model server that fails: are they all right, and how fast are they?

Contests of the embedded AR suite are played by `ToolFreeSolver` through the real client, ``--concurrent`` at a time.
The server (`faulty_model_server.py`, a process of its own) has a fixed number of slots. Its capacity is measured by a
raw client: plain asyncio sockets, as many connections, the same requests, no faults. Three runs per round, turn about:

- raw: the server's own capacity;
- calm: the episodes without faults; what they score is the truth for the third run;
- stormy: the same episodes with faults at the stated rates (429 with and without Retry-After, 500, requests that are
  never answered, half-closed connections, bodies that break off).

Every stormy episode has to finish and to have the same verdicts and the same charge as its calm twin. Throughput is the
rate of finished episodes while all places are taken, that is, until the last one begins; what the slowest take after
that is shown as the tail, and the rate with it: a request that is never answered costs its episode the whole time-out,
and one that comes late in a run shows in nothing but the tail. The goal is the median stormy rate over the median raw
rate. Episodes are judged on the same machine: where that is busy, a server with more capacity outruns it.

    python benchmarks/llm_throughput.py [--episodes 800] [--concurrent 200] [--slots 40] [--latency 2.0] [--strict]
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym
from faulty_model_server import prompt_key

import r3gym  # noqa: F401 (registers the environments)
from r3gym.models import ModelProfile, OpenAIChat
from r3gym.policies.playing import play_episode
from r3gym.policies.tool_free import ToolFreeSolver
from r3gym.suites import load_suite
from r3gym.suites.loading import load_keys

GOAL = 0.85
RATES = {"429 with Retry-After": 1, "429": 2, "500": 2, "time-out": 1, "half-close": 2, "cut": 1}
ENVIRONMENT = "R3ToolFree-AR-v0"


@dataclass(frozen=True)
class Episode:
    """One contest under one budget. The budget stands in the prompt, so all episodes have different prompts."""

    contest: int
    budget: int

    def open(self) -> gym.Env[Any, Any]:
        """An environment for it."""
        env: gym.Env[Any, Any] = gym.make(ENVIRONMENT, contest=self.contest, budget=self.budget)
        return env


@dataclass(frozen=True)
class Outcome:
    """What an episode came to; ``error`` when it is void."""

    verdicts: tuple[str, ...]
    charged: int
    error: str


@dataclass(frozen=True)
class Run:
    """The rate while all places were taken, the seconds that the slowest took after that, and the rate with those."""

    rate: float
    tail_s: float
    whole: float


def answers(episodes: list[Episode]) -> dict[str, str]:
    """What the server says to every prompt: some problems right, some wrong, some missing, by the prompt alone."""
    suite = load_suite("embedded", "ar")
    keys = load_keys("embedded", "ar", [p.id for c in suite.contests for p in c.problems])
    table = {}
    for episode in episodes:
        env = episode.open()
        _, info = env.reset(seed=0)
        env.close()
        lines = []
        for label, problem in zip(info["labels"], info["problems"], strict=True):
            die = hashlib.sha256(f"{episode}{problem}".encode()).digest()[0] % 4
            said = getattr(keys[problem], "reference", "") if die else "a guess"
            if die < 3:
                lines.append(f"Problem {label}\nFinal Answer: <answer>{said}</answer>\n")
        table[prompt_key(info["messages"])] = "\n".join(lines)
    return table


def play(episode: Episode, chat: OpenAIChat) -> Outcome:
    env = episode.open()
    try:
        played = play_episode(env, ToolFreeSolver(chat), seed=0)
    finally:
        env.close()
    if played.error:
        return Outcome((), 0, played.error)
    verdicts = tuple(f"{p['parse']} {p['verdict']}" for p in played.info["result"]["problems"])
    return Outcome(verdicts, played.info["ledger"]["used"], "")


def measured(jobs: int, places: int, do: Callable[[int], object]) -> Run:
    """Do all jobs in ``places`` threads."""
    todo: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in range(jobs):
        todo.put(number)
    began: list[float] = []
    ended: list[float] = []

    def work() -> None:
        while True:
            try:
                number = todo.get_nowait()
            except queue.Empty:
                return
            began.append(time.perf_counter())
            do(number)
            ended.append(time.perf_counter())

    threads = [threading.Thread(target=work) for _ in range(places)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return _run(began, ended)


def _run(began: list[float], ended: list[float]) -> Run:
    start, last_begun, end = min(began), max(began), max(ended)
    whole = len(ended) / (end - start)
    inside = sum(moment <= last_begun for moment in ended)
    if inside == 0:  # as many places as episodes: there is only the tail
        return Run(whole, end - start, whole)
    return Run(inside / (last_begun - start), end - last_begun, whole)


async def raw_client(port: int, bodies: list[bytes], places: int) -> Run:
    """The server's capacity: kept connections, requests made beforehand, replies read and thrown away."""
    todo = iter(bodies)
    began: list[float] = []
    ended: list[float] = []

    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for body in todo:
            began.append(time.perf_counter())
            head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode()
            await reader.readexactly(int(answer.lower().partition("content-length:")[2].split()[0]))
            ended.append(time.perf_counter())
        writer.close()

    await asyncio.gather(*(work() for _ in range(places)))
    return _run(began, ended)


@contextmanager
def server(table: dict[str, str], options: argparse.Namespace) -> Iterator[int]:
    """The server in its own process; gives its port."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(table, file)
        file.flush()
        script = Path(__file__).with_name("faulty_model_server.py")
        command = [sys.executable, str(script), "--answers", file.name, "--slots", str(options.slots)]
        command += ["--latency", str(options.latency), "--rates", json.dumps(options.rates)]
        process = subprocess.Popen([*command, "--retry-after", str(options.retry_after)], stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            process.kill()
            process.wait()


def request_bodies(episodes: list[Episode]) -> list[bytes]:
    bodies = []
    for episode in episodes:
        env = episode.open()
        _, info = env.reset(seed=0)
        env.close()
        bodies.append(json.dumps({"model": "m", "messages": info["messages"], "max_tokens": episode.budget}).encode())
    return bodies


def main() -> None:
    options = _options()
    episodes = [Episode(number % 10, 1500 + number) for number in range(options.episodes)]
    table, bodies = answers(episodes), request_bodies(episodes)
    runs: dict[str, list[Run]] = {"raw": [], "calm": [], "stormy": []}
    outcomes: dict[str, list[dict[int, Outcome]]] = {"calm": [], "stormy": []}
    with server(table, options) as port:

        def episodes_of(kind: str, folder: str) -> Run:
            fields = {"name": "m", "model": "m", "base_url": f"http://127.0.0.1:{port}{folder}/v1"}
            limits = {"concurrency": options.concurrent, "timeout_s": options.timeout, "retries": 12}
            chat, results = OpenAIChat(ModelProfile.model_validate({**fields, **limits})), dict[int, Outcome]()
            outcomes[kind].append(results)
            return measured(
                len(episodes), options.concurrent, lambda n: results.__setitem__(n, play(episodes[n], chat))
            )

        warm = OpenAIChat(ModelProfile(name="m", model="m", base_url=f"http://127.0.0.1:{port}/v1"))
        measured(min(40, len(episodes)), 8, lambda n: play(episodes[n], warm))  # the judge starts slowly
        for _ in range(options.rounds):
            runs["raw"].append(asyncio.run(raw_client(port, bodies, options.concurrent)))
            runs["calm"].append(episodes_of("calm", ""))
            runs["stormy"].append(episodes_of("stormy", "/faulty"))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/counts") as reply:
            counts = json.load(reply)
    told = _report(options, runs, outcomes, counts)
    print(json.dumps(told, indent=2) if options.json else _words(told))
    if options.strict and (told["ratio"] < GOAL or told["void"] or told["different"]):
        sys.exit(1)


def _report(
    options: argparse.Namespace,
    runs: dict[str, list[Run]],
    outcomes: dict[str, list[dict[int, Outcome]]],
    counts: dict[str, int],
) -> dict[str, Any]:
    rates = {kind: statistics.median(run.rate for run in some) for kind, some in runs.items()}
    whole = {kind: statistics.median(run.whole for run in some) for kind, some in runs.items()}
    twins = [(c[n], s[n]) for c, s in zip(outcomes["calm"], outcomes["stormy"], strict=True) for n in c]
    return {
        "episodes": options.episodes,
        "concurrent": options.concurrent,
        "capacity_by_design": options.slots / options.latency,
        "rates": {kind: round(rate, 2) for kind, rate in rates.items()},
        "tails_s": {kind: round(statistics.median(run.tail_s for run in some), 2) for kind, some in runs.items()},
        "whole_rates": {kind: round(rate, 2) for kind, rate in whole.items()},
        "ratio_with_tail": round(whole["stormy"] / whole["raw"], 3),
        "ratio_by_round": [round(s.rate / r.rate, 3) for s, r in zip(runs["stormy"], runs["raw"], strict=True)],
        "ratio_calm": round(rates["calm"] / rates["raw"], 3),
        "ratio": round(rates["stormy"] / rates["raw"], 3),
        "void": sum(bool(one.error) for twin in twins for one in twin),
        "compared": len(twins),
        "different": sum(calm != stormy for calm, stormy in twins),
        "accepted": sum(verdict.endswith("accepted") for _, stormy in twins for verdict in stormy.verdicts),
        "requests": counts,
    }


def _words(told: dict[str, Any]) -> str:
    rates, tails, whole = told["rates"], told["tails_s"], told["whole_rates"]
    design = f"slots / latency {told['capacity_by_design']:g} per second"
    lines = [f"{told['concurrent']} episodes at once, {told['episodes']} in all; {design}"]
    lines += [f"  {k:7} {rates[k]:7.2f} per second   tail {tails[k]:6.2f} s   with it {whole[k]:6.2f}" for k in rates]
    lines.append(
        f"  server dealt: {', '.join(f'{fault} {number}' for fault, number in sorted(told['requests'].items()))}"
    )
    different = f"{told['different']} of {told['compared']} different from their calm twin"
    lines.append(f"  void {told['void']}, {different}, answers accepted {told['accepted']}")
    lines.append(f"  calm / raw {told['ratio_calm']:.3f}   stormy / raw {told['ratio']:.3f} (goal >= {GOAL})")
    lines.append(f"  by round {told['ratio_by_round']}   stormy / raw with the tails {told['ratio_with_tail']:.3f}")
    return "\n".join(lines)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=800)
    parser.add_argument("--concurrent", type=int, default=200)
    parser.add_argument("--slots", type=int, default=40)
    parser.add_argument("--latency", type=float, default=2.0, help="seconds per completion")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=30.0, help="the client's patience with one request, seconds")
    parser.add_argument("--retry-after", default="1", help="what the server asks for, seconds")
    parser.add_argument("--rates", type=json.loads, default=RATES, help="JSON: faults in a hundred requests")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--strict", action="store_true", help="exit code 1 when the goal is missed")
    return parser.parse_args()


if __name__ == "__main__":
    main()
