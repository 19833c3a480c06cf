"""A campaign of many tiny episodes in a storm of kills, judge outages and a revoked key: what is lost or bought twice?

One model answers one short question per episode, another one judges the answer, both behind one server
(`storm_model_server.py`, a process of its own, which keeps the bill). The campaign is played by the real command line
with ``--workers`` episodes at once. At stated shares of its replies the runner is killed (SIGKILL) and resumed, the
judge goes down for a while, and the key is revoked and restored. When the runner ends by itself before all is done,
what failed is played again (`campaign retry --failed`) or judged again (`campaign judge`).

At the end: one row with a result per episode, judged as the judge's rule says of its answer; the model's replies are
those that are needed and at most one per worker and kill more; requests, tokens and cost of `campaign status` are those
that the server counted.

The server's capacity is measured beside it by a raw client (plain asyncio sockets, as many connections, requests of
both kinds in turn) just before and just after. The ratio is the campaign's requests per second, from its start to its
end and kills, restarts and outages included, to that capacity. ``--calm`` plays without a storm.

    python benchmarks/campaign_storm.py [--episodes 20000] [--workers 200] [--kills 10] [--latency 0.5] [--calm]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from storm_model_server import equivalent

from r3gym.records import read_record

PROBLEMS = 50
R3GYM = str(Path(sys.executable).with_name("r3gym"))
PROFILE = """model = "model"
base_url = "{url}"
api_key_env = "STORM_KEY"
tools = "native"
concurrency = {workers}
retries = 4
[thinking]
enabled = false
[prices]
input = 1.0
output = 2.0
"""
CAMPAIGN = """name = "storm"
kinds = ["single"]
settings = ["tool_free"]
domains = ["math"]
suites = ["pool:pool.jsonl"]
repeats = {repeats}
[judges.math]
judge = "llm"
model = "judge"
base_url = "{url}"
retries = 1
[[policies]]
name = "model"
kind = "llm"
model = "model.toml"
"""


@dataclass
class Storm:
    """A campaign under way: its folder, the server, and what has happened to it."""

    folder: Path
    port: int
    workers: int
    kills: int = 0
    runs: list[str] = field(default_factory=list)

    @property
    def run(self) -> Path:
        """The campaign's folder."""
        return self.folder / "run"

    def ask(self, path: str, value: Any = None) -> Any:
        """Ask the server for its bill, or tell it what is up."""
        data = None if value is None else json.dumps(value).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", data, timeout=60) as reply:
            return json.load(reply)

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start the command line on the campaign."""
        self.runs.append(" ".join(words[:1]))
        environment = {**os.environ, "STORM_KEY": "k1", "R3GYM_CACHE_DIR": str(self.folder / "cache")}
        log = (self.folder / "log.txt").open("ab")
        return subprocess.Popen([R3GYM, "campaign", *words], cwd=self.folder, env=environment, stdout=log, stderr=log)

    def play(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a command that plays."""
        return self.start(*words, "--workers", str(self.workers))

    def status(self) -> dict[str, Any]:
        """What `campaign status --json` says."""
        words = [R3GYM, "campaign", "status", str(self.run), "--json"]
        said: dict[str, Any] = json.loads(subprocess.run(words, capture_output=True, text=True).stdout)
        return said


def events(episodes: int, kills: int, outage_s: float) -> list[tuple[int, str, float]]:
    """Return at how many replies what happens: kills in equal steps, two outages and a revoked key in between."""
    planned = [(episodes * (number + 1) // (kills + 1), "kill", 0.0) for number in range(kills)]
    planned += [
        (episodes * share // 100, what, outage_s) for share, what in ((23, "judge"), (68, "judge"), (47, "key"))
    ]
    return sorted(planned)


def weather(storm: Storm, planned: list[tuple[int, str, float]], process: subprocess.Popen[bytes]) -> None:
    """Let happen what is due while the process runs; return when it has ended."""
    before = storm.ask("/bill").get("model replies", 0)
    while process.poll() is None:
        time.sleep(0.1)
        replies = storm.ask("/bill").get("model replies", 0)
        if not planned or replies < max(planned[0][0], before + 1):  # each process plays before something happens to it
            continue
        _, what, seconds = planned.pop(0)
        say(f"{what} at {replies} replies")
        if what == "kill":
            process.kill()
            process.wait()
            storm.kills += 1
            return
        storm.ask("/control", {what: False if what == "judge" else "revoked"})
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.1)
        storm.ask("/control", {what: True if what == "judge" else "k1"})


def play(storm: Storm, planned: list[tuple[int, str, float]], most_runs: int = 60) -> dict[str, Any]:
    """Play the campaign through its storm and return its status."""
    process = storm.play("run", "campaign.toml", "--out", str(storm.run))
    while True:
        killed = storm.kills
        weather(storm, planned, process)
        if storm.kills > killed:
            process = storm.play("resume", str(storm.run))
            continue
        found = storm.status()
        say(f"ended with {process.returncode}: {found['done']} done, {found['failed']} failed, {found['owed']} owed")
        awaiting = found["answers_awaiting_judging"]
        if not (found["failed"] or found["owed"] or awaiting or planned):
            return found
        if len(storm.runs) >= most_runs:
            raise SystemExit(f"not done after {most_runs} runs; see {storm.folder / 'log.txt'}")
        if found["owed"] or found["failed"]:
            process = storm.play("retry", str(storm.run), "--failed")
        elif awaiting:
            process = storm.play("judge", str(storm.run))
        else:
            raise SystemExit(f"done before all has happened, {planned}: play more episodes")


def misjudged(run: Path) -> int:
    """Count the rows whose verdict is not what the judge's rule says of the answer in the record."""
    references = {f"p{n}": str(2 * n) for n in range(PROBLEMS)}
    wrong = 0
    for record in map(read_record, sorted((run / "records").rglob("*.json"))):
        assert record.result is not None
        (slot,), (answer,) = record.result.problems, record.answers or ()
        wrong += slot.correct != equivalent(references[slot.problem_id], answer.answer or "")
    return wrong


def check(found: dict[str, Any], bill: dict[str, int], episodes: int, bound: int, wrong: int) -> list[str]:
    """Return what is wrong with the outcome."""
    known = found["calls"] + found["failed_requests"]
    cost = (bill["distinct prompt_tokens"] + 2 * bill["distinct completion_tokens"]) / 1e6
    claims = {
        f"{found['done']} of {episodes} episodes have a result": found["done"] == episodes,
        f"{found['answers_awaiting_judging']} answers have no verdict": not found["answers_awaiting_judging"],
        f"{wrong} verdicts are not the judge's": wrong == 0,
        f"{found['duplicates']} rows are duplicates": found["duplicates"] == 0,
        f"{found['calls']} replies are counted": found["calls"] == episodes == bill["distinct replies"],
        f"{bill['model replies']} replies were bought": bill["model replies"] <= episodes + bound,
        f"status knows of {known} requests, the server of {bill['model requests']}": bill["model requests"]
        <= known
        <= bill["model requests"] + bound,
        f"{found['prompt_tokens']} prompt tokens": found["prompt_tokens"] == bill["distinct prompt_tokens"],
        f"{found['completion_tokens']} completion tokens": found["completion_tokens"]
        == bill["distinct completion_tokens"],
        f"cost {found['costs']}": abs(found["costs"]["USD"] - cost) < 1e-6,
    }
    return [claim for claim, holds in claims.items() if not holds]


async def raw_rate(port: int, requests: int, places: int) -> float:
    """The server's capacity: requests of both kinds per second over kept connections, answers thrown away."""
    question = [{"role": "user", "content": "What is 1 + 1? " * 20}]
    case = [{"role": "user", "content": "[student c0de]\n7\n[end of student c0de]" + " " * 1500}]
    bodies = [
        json.dumps({"model": "raw", "seed": 1, "messages": question}).encode(),
        json.dumps({"model": "raw judge", "messages": case}).encode(),
    ]
    left = iter(range(requests))

    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for number in left:
            body = bodies[number % 2]
            head = f"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode()
            await reader.readexactly(int(answer.lower().partition("content-length:")[2].split()[0]))
        writer.close()

    began = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(places)))
    return requests / (time.perf_counter() - began)


@contextmanager
def server(slots: int, latency: float) -> Iterator[int]:
    """The server in its own process; gives its port."""
    script = str(Path(__file__).with_name("storm_model_server.py"))
    words = [sys.executable, script, "--slots", str(slots), "--latency", str(latency)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def write_files(folder: Path, url: str, options: argparse.Namespace) -> None:
    """Write the campaign with all that it names."""
    rows = [{"id": f"p{n}", "statement": f"What is {n} + {n}?", "answer": str(2 * n)} for n in range(PROBLEMS)]
    (folder / "pool.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "model.toml").write_text(PROFILE.format(url=url, workers=options.workers))
    (folder / "campaign.toml").write_text(CAMPAIGN.format(url=url, repeats=options.episodes // PROBLEMS))


def say(text: str) -> None:
    """Tell the progress on standard error."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def main() -> None:
    options = _options()
    episodes = options.episodes // PROBLEMS * PROBLEMS
    with tempfile.TemporaryDirectory(dir=options.folder) as name, server(options.slots, options.latency) as port:
        storm = Storm(Path(name), port, options.workers)
        write_files(storm.folder, f"http://127.0.0.1:{port}/v1", options)
        storm.ask("/control", {"key": "k1"})
        raw = [asyncio.run(raw_rate(port, options.raw, options.workers))]
        load, began = [os.getloadavg()[0]], time.monotonic()
        planned = [] if options.calm else events(episodes, options.kills, options.outage)
        found = play(storm, planned)
        seconds = time.monotonic() - began
        bill = storm.ask("/bill")
        load.append(os.getloadavg()[0])
        raw.append(asyncio.run(raw_rate(port, options.raw, options.workers)))
        false = misjudged(storm.run)
    bound = storm.kills * options.workers
    wrong = check(found, bill, episodes, bound, false)
    rate = (bill["model replies"] + bill["judge replies"]) / seconds
    capacity = sum(raw) / len(raw)
    told = {
        "episodes": episodes,
        "workers": options.workers,
        "kills": storm.kills,
        "runs of the command line": len(storm.runs),
        "left over": planned,
        "minutes": round(seconds / 60, 2),
        "episodes per second": round(episodes / seconds, 2),
        "requests per second": round(rate, 2),
        "server by design": options.slots / options.latency,
        "server raw, before and after": [round(one, 1) for one in raw],
        "ratio to the server": round(rate / capacity, 3),
        "load before and after": load,
        "bought beyond the needed": bill["model replies"] - episodes,
        "bound": bound,
        "server's bill": bill,
        "status": {name: value for name, value in found.items() if name != "failures"},
        "wrong": wrong,
    }
    print(json.dumps(told, indent=2))
    sys.exit(bool(wrong or planned))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--slots", type=int, default=200)
    parser.add_argument("--latency", type=float, default=0.5, help="seconds per completion")
    parser.add_argument("--outage", type=float, default=10.0, help="seconds of each outage")
    parser.add_argument("--raw", type=int, default=4000, help="requests of the raw client")
    parser.add_argument("--folder", default=None, help="where the campaign's folder is made")
    parser.add_argument("--calm", action="store_true", help="without a storm")
    return parser.parse_args()


if __name__ == "__main__":
    main()
