"""Run the mutation check: ``make test-mutants``, or ``python tools/mutants --area oracle --sample 50 --seed 3``.

Exit code 0: every area reaches the rate. 1: one does not. 2: the call or the tests are wrong.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mutants.areas import TOP, Area, areas, equivalent
from mutants.collected import run_collected
from mutants.draw import Mutant, draw
from mutants.importing import preload, run_importing
from mutants.reach import Reach
from mutants.replacing import changed_functions
from mutants.trial import Fate, Trial, Work

#: The share of mutants that the tests of every area must kill.
RATE = 0.9


def examine(
    area: Area, sample: int, seed: int, jobs: int, folder: Path, known: Sequence[Trial] = ()
) -> Iterator[Trial | Mutant]:
    """Try the mutants of ``area``: yield each trial as it ends, and the mutants left out as equivalent.

    What is ``known`` to be killed is not tried again: further tests do not bring it back.
    """
    same = equivalent()
    drawn = draw(area.files(), TOP, sample, seed)
    yield from (one for one in drawn if one.identity in same)
    before = {trial.mutant.identity: trial for trial in known if trial.mutant and trial.fate is not Fate.SURVIVED}
    yield from (before[one.identity] for one in drawn if one.identity in before)
    tried = [one for one in drawn if one.identity not in same and one.identity not in before]
    measuring = Work([*area.tests, *area.options], files=area.files())
    (first,) = run_importing([(None, measuring)], TOP, folder, jobs=1, cpu_s=1800)
    if first.fate is not Fate.SURVIVED:
        log = (folder / "0.log").read_text("utf-8")
        raise SystemExit(f"mutants: the tests of {area.name} fail without any change ({first.killer}):\n{log}")
    reach = Reach(**json.loads((folder / "0.reach").read_text("utf-8")))
    preload(first.modules)
    took = f"tests take {first.cpu_s:.1f} s of the processor"
    print(f"{area.name}: {len(tried)} mutants to try, {took}", file=sys.stderr, flush=True)
    yield from _try(tried, reach, folder, jobs, cpu_s=math.ceil(max(30.0, 3 * first.cpu_s)))


def _try(tried: Sequence[Mutant], reach: Reach, folder: Path, jobs: int, cpu_s: int) -> Iterator[Trial]:
    """Try mutants of functions in the process that has collected the tests, the others in processes of their own."""
    texts = {path: (TOP / path).read_text("utf-8") for path in {one.path for one in tried}}
    tests = {one.identity: reach.tests(one.path, texts[one.path], one.line) for one in tried}
    rest = {one.identity: one for one in tried if tests[one.identity]}
    yield from (Trial(one, Fate.SURVIVED, 0.0, "no test runs this line") for one in tried if one.identity not in rest)
    collected = []
    for one in rest.values():
        if not reach.at_import(one.path, texts[one.path], one.line):
            change = changed_functions(texts[one.path], one.source, TOP / one.path)
            collected += [(one, change, Work((), tests[one.identity]))] if change else []
    for trial in run_collected(collected, TOP, folder, jobs=jobs, cpu_s=cpu_s) if collected else ():
        assert trial.mutant is not None
        del rest[trial.mutant.identity]
        yield trial
    left = [(one, Work((), tests[one.identity])) for one in rest.values()]
    yield from run_importing(left, TOP, folder, jobs=jobs, cpu_s=cpu_s)


def main(arguments: Sequence[str] | None = None) -> int:
    """Examine the chosen areas and print a line for each."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--area", action="append", choices=[area.name for area in areas()], help="default: all")
    parser.add_argument("--sample", type=int, default=150, help="mutants of each area; 0: one at every place")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="write all trials here, as JSON lines")
    parser.add_argument("--known", type=Path, help="trials of an earlier --out: what was killed is not tried again")
    chosen = parser.parse_args(arguments)
    os.environ.update(CI="1", OPENBLAS_NUM_THREADS="1")
    os.chdir(TOP)
    known = _read(chosen.known) if chosen.known else []
    good = True
    for area in areas():
        if chosen.area and area.name not in chosen.area:
            continue
        trials, left_out = list[Trial](), list[Mutant]()
        with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
            for found in examine(area, chosen.sample, chosen.seed, chosen.jobs, Path(folder), known):
                if isinstance(found, Mutant):
                    left_out.append(found)
                    continue
                trials.append(found)
                _tell(found)
                if chosen.out:
                    _write(chosen.out, area, found)
        killed = sum(trial.fate is not Fate.SURVIVED for trial in trials)
        late = sum(trial.fate is Fate.TIMEOUT for trial in trials)
        print(
            f"{area.name}: {killed} of {len(trials)} killed ({killed / len(trials):.1%}), {late} of them by time; "
            f"{len(left_out)} equivalent; seed {chosen.seed}",
            flush=True,
        )
        good = good and killed >= RATE * len(trials)
    return 0 if good else 1


def _read(path: Path) -> list[Trial]:
    found = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        one = Mutant(*(row[name] for name in ("path", "line", "operator", "before", "after")), source="")
        found.append(Trial(one, Fate(row["fate"]), row["cpu_s"], row["killer"]))
    return found


def _tell(trial: Trial) -> None:
    """Print a mutant that survived."""
    if trial.fate is Fate.SURVIVED and (found := trial.mutant) is not None:
        why = f" ({trial.killer})" if trial.killer else ""
        print(
            f"  {found.path}:{found.line} {found.operator}{why}\n    - {found.before}\n    + {found.after}", flush=True
        )


def _write(path: Path, area: Area, trial: Trial) -> None:
    if (one := trial.mutant) is not None:
        row = {"area": area.name, "path": one.path, "line": one.line, "operator": one.operator}
        row |= {"before": one.before, "after": one.after, "fate": trial.fate, "killer": trial.killer}
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row | {"cpu_s": round(trial.cpu_s, 2)}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
