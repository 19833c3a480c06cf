"""Many episodes at once against a failing server: the benchmark in small, for its correctness, not for its speed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "llm_throughput.py"
FAULTS = {"429 with Retry-After": 8, "429": 8, "500": 8, "time-out": 5, "half-close": 8, "cut": 8}


def test_no_episode_is_lost_or_scored_otherwise_because_of_the_transport() -> None:
    small = ["--episodes", "40", "--concurrent", "40", "--slots", "10", "--latency", "0.1", "--rounds", "1"]
    storm = ["--timeout", "3", "--retry-after", "0.1", "--rates", json.dumps(FAULTS), "--json"]
    done = subprocess.run([sys.executable, str(BENCHMARK), *small, *storm], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["void"], told["compared"], told["different"]) == (0, 40, 0)
    assert told["accepted"] > 40  # the scores that were compared are not all zero
    assert [fault for fault in FAULTS if not told["requests"].get(fault)] == []
