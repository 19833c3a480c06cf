"""What stops cost: a campaign of a model behind a loopback server is killed again and again; calls are counted there.

    python benchmarks/stopped_campaign.py --episodes 60 --kills 5 --workers 8

The same campaign is played once without a stop, and once with kills (SIGKILL) after a share of its calls each. Printed:
the calls that the server got in both, what the campaign's status says, and the bound (one call per worker and kill).
Exit code 1 when the bound does not hold, when a reply was bought twice, or when the records differ.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from loopback_model import ModelServer, ScriptedCompletion, calls, model_server, slow
from paid_campaigns import after_requests, paid_campaign, start

from r3gym.campaigns.running import campaign_status
from r3gym.records import read_record

#: The turns of an episode: a focus, twenty submissions that change something, and the end.
SUBMISSIONS = 19


def turns(seconds: float) -> Any:
    """A model of 21 turns per episode, by the number of its replies so far."""

    def reply(body: dict[str, Any]) -> ScriptedCompletion:
        turn = sum(message["role"] == "assistant" for message in body["messages"])
        if turn == 0:
            made = calls(("bash_command", {"command": "focus_problem 1"}))
        elif turn <= SUBMISSIONS:
            made = calls(("bash_command", {"command": f"submit_answer {turn % 6 + 1} {turn}"}))
        else:
            made = calls(("mark_task_complete", {}))
        return slow(made, seconds)

    return reply


def main() -> int:
    """Run both campaigns and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=60)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.2, help="how long the model takes for a turn")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, model_server(model=turns(given.seconds)) as server:
        found = measure(Path(name), server, given)
    print(json.dumps(found, indent=1))
    right = found["replies_in_rows"] == found["needed"] and found["records_differ"] == 0
    return 0 if right and found["sent"] <= found["bound"] else 1


def measure(folder: Path, server: ModelServer, given: argparse.Namespace) -> dict[str, Any]:
    """Play the campaign without and with kills; return the figures."""
    file = paid_campaign(folder, server.url, repeats=given.episodes)
    workers = ("--workers", given.workers)
    _finish("campaign", "run", file, "--out", folder / "whole", *workers)
    needed = len(server.requests)
    for kill in range(given.kills):
        words = ("resume", folder / "run") if kill else ("run", file, "--out", folder / "run")
        process = start("campaign", *words, *workers)
        after_requests(server, needed // (given.kills + 1), process, seconds=600)
        process.kill()
        process.communicate()
    _finish("campaign", "resume", folder / "run", *workers)
    tally = campaign_status(folder / "run").tally
    records = [
        {path.name: read_record(path).without_clock() for path in (folder / run / "records").rglob("*.json")}
        for run in ("whole", "run")
    ]
    return {
        "episodes": given.episodes,
        "kills": given.kills,
        "workers": given.workers,
        "needed": needed,
        "sent": len(server.requests) - needed,
        "bound": needed + given.kills * given.workers,
        "replies_in_rows": tally.calls,
        "lost_in_rows": tally.lost,
        "records_differ": sum(records[0][name] != records[1].get(name) for name in records[0]),
    }


def _finish(*words: object) -> None:
    process = start(*words)
    output, said = process.communicate()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, [str(word) for word in words], output, said)


if __name__ == "__main__":
    sys.exit(main())
