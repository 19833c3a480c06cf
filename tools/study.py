"""The study of docs/study: a local model, tool-free, on an easy suite of abstract reasoning.

    python tools/study.py lengths --base-url URL    # unbudgeted output of every item, for the tiers
    python tools/study.py collect --base-url URL    # calibration, response curves, contests at both pressures
    python tools/study.py analyse                   # tables and figures into docs/study

Without ``--base-url`` a server is started for the time of the call. Interrupt it when you like: what is done is kept,
and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parent / "local_models"))

from serve import serving
from study_runs import StudyCollector, StudyRun, read_rows

from r3gym.core.known_domains import get_domain
from r3gym.core.paper_constants import CURVE_GRID, PRESSURES, REPEATS
from r3gym.errors import InputError
from r3gym.models.loading import load_profile
from r3gym.suites import load_suite
from r3gym.suites.building import build_suite

HOME = Path(__file__).parents[1] / "docs" / "study"
POOL, LENGTHS, SUITE, ROWS = HOME / "pool.jsonl", HOME / "lengths.jsonl", HOME / "suite", HOME / "runs.jsonl"
#: Records, one file for each episode: large, so not in the repository.
RECORDS = HOME.parents[1] / "runs" / "study"
#: Unbudgeted runs: of each item for its tier, of each contest for the calibration.
LENGTH_REPEATS, BASELINE_REPEATS = 1, 3
SLOTS = 8


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("lengths", "collect"):
        command = commands.add_parser(name)
        command.add_argument("--base-url", help="an OpenAI-compatible server of the model; default: start one")
        command.add_argument("--workers", type=int, default=SLOTS, help="runs at a time")
    commands.add_parser("analyse")
    args = parser.parse_args()
    try:
        if args.command == "analyse":
            from study_analysis import analyse

            analyse(HOME, CURVE_GRID, PRESSURES, REPEATS)
            return
        with _server(args.base_url) as base_url:
            failed = (measure_lengths if args.command == "lengths" else collect)(base_url, args.workers)
    except InputError as error:
        sys.exit(f"study: {error}")
    if failed:
        sys.exit(f"study: {failed} runs failed and are still owed; run the same command again")


def measure_lengths(base_url: str, workers: int) -> int:
    """Play every item unbudgeted, write the mean output lengths and build the suite with tiers by length."""
    pool = RECORDS / "pool"
    if not pool.exists():
        build_suite(POOL, get_domain("ar"), pool, name="study-pool")
    ids = [json.loads(line)["id"] for line in POOL.read_text("utf-8").splitlines()]
    runs = [StudyRun("length", item, None, k) for item in ids for k in range(1, LENGTH_REPEATS + 1)]
    profile = load_profile(HOME / "profile.toml", base_url=base_url)
    failed = StudyCollector(pool, profile, ROWS, RECORDS, workers).collect("lengths", runs)
    used: dict[str, list[int]] = {item: [] for item in ids}
    for row in read_rows(ROWS):
        if row["kind"] == "length":
            used[row["unit"]].append(row["used"])
    if failed:
        return failed
    lines = [json.dumps({"id": item, "lengths": {profile.name: fmean(used[item])}}) + "\n" for item in ids]
    LENGTHS.write_text("".join(lines), encoding="utf-8")
    build_suite(POOL, get_domain("ar"), SUITE, lengths=LENGTHS, seed=1, name="study-easy-ar")
    return 0


def collect(base_url: str, workers: int) -> int:
    """Calibrate, then play the response curves and the contests."""
    contests = [contest.id for contest in load_suite(str(SUITE), get_domain("ar")).contests]
    items = sorted(json.loads(line)["id"] for line in POOL.read_text("utf-8").splitlines())
    profile = load_profile(HOME / "profile.toml", base_url=base_url)
    player = StudyCollector(SUITE, profile, ROWS, RECORDS, workers)
    baselines = [StudyRun("baseline", c, None, k) for c in contests for k in range(1, BASELINE_REPEATS + 1)]
    failed = player.collect("unbudgeted contests", baselines)
    if failed:
        return failed
    grid = caps(natural_use(read_rows(ROWS)))
    curves = [StudyRun("curve", i, cap, k) for i in items for cap in grid for k in range(1, REPEATS + 1)]
    pressed = [grid[CURVE_GRID.index(p)] for p in PRESSURES]
    played = [StudyRun("contest", c, cap, k) for c in contests for cap in pressed for k in range(1, REPEATS + 1)]
    return player.collect("contests", played) + player.collect("response curves", curves)


def natural_use(rows: list[dict[str, object]]) -> float:
    """R-infinity: the mean output of the unbudgeted contests that were not stopped by the safety cap."""
    used = [int(str(r["used"])) for r in rows if r["kind"] == "baseline" and not r["hit_safety_cap"]]
    if not used:
        raise InputError("no unbudgeted contest ended by itself: there is nothing to calibrate with")
    return fmean(used)


def caps(natural: float) -> list[int]:
    """The grid: each level's share of R-infinity, rounded down."""
    return [int(level * natural) for level in CURVE_GRID]


@contextmanager
def _server(base_url: str | None) -> Iterator[str]:
    if base_url is not None:
        yield base_url
        return
    with serving("qwen2.5-coder-1.5b", slots=SLOTS, context=2560) as started:
        yield started


if __name__ == "__main__":
    main()
