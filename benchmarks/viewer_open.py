"""Open a run of 18,000 episodes in `r3gym view` and a log of 18,000 samples in `inspect view`, interleaved.

Run: ``.venv/bin/python benchmarks/viewer_open.py --inspect OTHER/bin/python [--rounds 3] [--episodes 18000]`` where
OTHER is an environment with ``inspect-ai`` (its dependencies are not ours), in the environment of `make test-web`.
Without ``--inspect`` the viewer is measured alone.

Both are opened cold: a new server process, a new browser. Measured are the time from the start of the server to the
first row of the list in sight, the processor time of the page until then, and for a frame of scrolling by two rows
(the viewer's list), the server's peak memory, and the page's JavaScript heap. Episodes are SYNTHETIC
(`synthetic_campaign.py`); each has a record, and each sample of the log as many messages of the same length.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import synthetic_campaign
from playwright.sync_api import Browser, sync_playwright

from r3gym.records.rows import RunKind

MESSAGES, LENGTH = 6, 400
INSPECT_LOG = """
import sys
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalResults, EvalSample, EvalSpec, write_eval_log
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser
from inspect_ai.scorer import Score
where, count, messages, length = sys.argv[1], *map(int, sys.argv[2:])
def message(n, m):
    kind = ChatMessageUser if m % 2 == 0 else ChatMessageAssistant
    return kind(content=f"{n} {m} ".ljust(length, "x"))
def sample(n):
    said = [message(n, m) for m in range(messages)]
    scores = {"judge": Score(value=n % 7)}
    return EvalSample(id=n + 1, epoch=1, input=f"contest {n}", target="6", messages=said, scores=scores)
spec = EvalSpec(
    created="2026-01-01T00:00:00+00:00", task="contests", task_id="t", run_id="r", eval_id="e",
    dataset=EvalDataset(name="contests", samples=count), model="none/none", config=EvalConfig(),
)
results = EvalResults(total_samples=count, completed_samples=count)
log = EvalLog(eval=spec, status="success", results=results, samples=[sample(n) for n in range(count)])
write_eval_log(log, where, format="eval")
"""


def r3gym_run(folder: Path, episodes: int, campaign: Path | None) -> Path:
    """A campaign's folder with this many contests and a record for each."""
    run, whole = folder / "run", campaign or folder / "all"
    if campaign is None:
        synthetic_campaign.write(whole, max(1, episodes // 360))
    run.mkdir()
    shutil.copy(whole / "manifest.json", run)
    said = [{"id": f"s{m}", "text": "".ljust(LENGTH, "x")} for m in range(MESSAGES)]
    with (whole / "rows.jsonl").open() as rows, (run / "rows.jsonl").open("w") as out:
        for line in rows:
            row = json.loads(line)
            if row["kind"] == RunKind.CONTEST:
                name = f"records/{row['id'][:2]}/{row['id']}.json"
                (run / name).parent.mkdir(parents=True, exist_ok=True)
                (run / name).write_text(json.dumps({"steps": said}))
                out.write(json.dumps(row | {"record": name}) + "\n")
    return run


@contextmanager
def serving(command: list[str], pattern: str) -> Iterator[tuple[float, str, subprocess.Popen[str]]]:
    """Start a server; yields when it was started, the address that it prints, and the process."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            found = next(filter(None, (re.search(pattern, line) for line in process.stdout)))
            yield began, found[0], process
        finally:
            process.terminate()


SCROLL = """new Promise(done => {
  const list = document.querySelector('.body');
  let frames = 0;
  const frame = () => { list.scrollTop += 72; if (++frames < 200) requestAnimationFrame(frame); else done(frames); };
  if (list) frame(); else done(0);
})"""


def opened(browser: Browser, began: float, address: str, row: str) -> tuple[float, ...]:
    """The seconds until a row is in sight, those of the processor, its milliseconds a frame, the heap's megabytes."""
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def metric(name: str) -> float:
        return next(one["value"] for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == name)

    page.goto(address)
    page.wait_for_selector(row, timeout=300_000)
    took, worked = time.perf_counter() - began, metric("TaskDuration")
    session.send("HeapProfiler.collectGarbage")
    heap = metric("JSHeapUsedSize") / 1e6
    before = metric("TaskDuration")
    frames = page.evaluate(SCROLL)
    frame = (metric("TaskDuration") - before) / frames * 1000 if frames else float("nan")
    page.close()
    return took, worked, frame, heap


def peak_mb(process: subprocess.Popen[str]) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inspect", help="a Python with inspect-ai")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--episodes", type=int, default=18_000)
    parser.add_argument("--campaign", type=Path, help="a folder that synthetic_campaign.py has written already")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        run = r3gym_run(folder, given.episodes, given.campaign)
        servers = {
            "r3gym view": (
                [str(Path(sys.executable).with_name("r3gym")), "view", str(run), "--no-open"],
                r"http://\S+",
            ),
        }
        log = folder / "logs" / "contests.eval"
        if given.inspect:
            log.parent.mkdir()
            sizes = list(map(str, (given.episodes, MESSAGES, LENGTH)))
            subprocess.run([given.inspect, "-c", INSPECT_LOG, str(log), *sizes], check=True)
            command = [str(Path(given.inspect).with_name("inspect")), "view", "--log-dir", str(log.parent)]
            servers["inspect view"] = ([*command, "--port", "17575"], r"http://[\w.:]+")
        rows = {"r3gym view": ".body .row", "inspect view": "text=contest 0"}
        measured: dict[str, list[tuple[float, ...]]] = {who: [] for who in servers}
        for _ in range(given.rounds):
            for who, (command, pattern) in servers.items():
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
                with serving(command, pattern) as (began, address, process):
                    path = "" if who == "r3gym view" else f"/#/logs/{log.name}/samples"
                    measured[who].append((*opened(browser, began, address + path, rows[who]), peak_mb(process)))
                browser.close()
                print(f"  {who}: {measured[who][-1][0]:.2f} s", flush=True)
        print(f"{given.episodes} episodes, median of {given.rounds} interleaved rounds")
        for who, values in measured.items():
            took, worked, frame, heap, peak = (statistics.median(column) for column in zip(*values, strict=True))
            scrolled = "" if math.isnan(frame) else f", {frame:.1f} ms a frame of scrolling"
            print(f"{who}: first row after {took:.2f} s, server {peak:.0f} MB, page {heap:.0f} MB")
            print(f"  processor time of the page {worked:.2f} s{scrolled}")
        first = [statistics.median(value[0] for value in values) for values in measured.values()]
        if given.inspect:
            print(f"ratio of the times, r3gym to inspect: {first[0] / first[1]:.2f}")


if __name__ == "__main__":
    main()
