"""Build and check code packages of the bank: ``python tools/bank/check.py build|brute|mutants|prune|times PACKAGE...``.

- ``build`` writes all tests of generators/gen.py into data/, answers by submissions/accepted/main.cpp, and runs the
  input validator on each;
- ``prune`` takes large tests out of data/ again and lists them, with their hashes, in generators/generated.json: the
  judge makes them at first use;
- ``brute`` compares the reference with generators/brute.py (or .cpp) on random small inputs;
- ``mutants`` counts which small mutants of the reference the hidden tests kill. A mutant that agrees with the reference
  on every random small input is left out: nothing shows that it is wrong;
- ``times`` measures how far from the time limit the submissions stay, in processor time on the hidden tests: an
  accepted one may take 40 % of it at most, the natural slow one has to take twice as much at least. Verdicts that lie
  nearer would change with the machine.

Each writes one JSON line per package; exit code 1 when something is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import tempfile
from pathlib import Path
from typing import Any

from mutants import mutants
from package import OutputComparison, Package, Program, compiled


def _reference(package: Package, scratch: Path) -> Program:
    program = compiled(package.main, scratch / "main")
    assert program is not None, f"{package.main} does not compile"
    return program


def build(package: Package, scratch: Path, _: argparse.Namespace) -> tuple[bool, dict[str, Any]]:
    """Replace all tests of the package."""
    reference, data, sizes, wrong = _reference(package, scratch), package.folder / "data", [], []
    for old in [*data.glob("*/*.in"), *data.glob("*/*.ans"), package.folder / "generators" / "generated.json"]:
        old.unlink(missing_ok=True)
    for name, text in package.tests():
        code, answer = reference.run(text, 30)
        valid, _ = package.input_validator.run(text, 60)
        if code != 0 or valid != 42:
            wrong.append({"test": name, "reference": code, "validator": valid})
        path = data / f"{name}.in"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="ascii")
        path.with_suffix(".ans").write_text(answer, encoding="ascii")
        sizes.append(len(text))
    return not wrong, {"tests": len(sizes), "bytes": sum(sizes), "wrong": wrong}


def prune(package: Package, _scratch: Path, options: argparse.Namespace) -> tuple[bool, dict[str, Any]]:
    """Leave large tests to the generator."""
    listed = {}
    for path in sorted((package.folder / "data" / "secret").glob("*.in")):
        answer = path.with_suffix(".ans")
        if path.stat().st_size + answer.stat().st_size > options.keep_bytes:
            listed[f"secret/{path.stem}"] = {"input": _digest(path), "answer": _digest(answer)}
            path.unlink(), answer.unlink()
    if listed:
        target = package.folder / "generators" / "generated.json"
        target.write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    left = sum(path.stat().st_size for path in package.folder.rglob("*") if path.is_file())
    return True, {"generated": len(listed), "bytes": left}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def brute(package: Package, scratch: Path, options: argparse.Namespace) -> tuple[bool, dict[str, Any]]:
    """Compare with the brute force."""
    reference, slow = _reference(package, scratch), compiled(package.brute, scratch / "brute")
    assert slow is not None, f"{package.brute} does not compile"
    comparison = package.comparison(scratch)
    answers, wrong = set(), []
    for seed in range(options.inputs):
        text = package.small(seed)
        valid = package.input_validator.run(text)[0] if seed < 40 else 42  # starting Python takes longer than checking
        (code, output), (slow_code, expected) = reference.run(text), slow.run(text, 30)
        answers.add(expected)
        if valid != 42 or code != 0 or slow_code != 0 or not comparison.same(text, expected, output):
            wrong.append(
                {
                    "seed": seed,
                    "input": text[:200],
                    "validator": valid,
                    "brute": expected[:80],
                    "reference": output[:80],
                }
            )
        if len(wrong) > 3:
            break
    return not wrong, {"inputs": options.inputs, "distinct_answers": len(answers), "wrong": wrong}


def kill(package: Package, scratch: Path, options: argparse.Namespace) -> tuple[bool, dict[str, Any]]:
    """Count killed mutants."""
    reference = _reference(package, scratch)
    comparison = package.comparison(scratch)
    small = [(text := package.small(seed), reference.run(text)[1]) for seed in range(options.inputs)]
    tests = sorted(package.tests(), key=lambda test: len(test[1]))
    hidden = [(text, reference.run(text, 30)[1]) for name, text in tests if name.startswith("secret")]
    tried = killed = same = 0
    survivors: list[str] = []
    original = package.main.read_text()
    for source in mutants(original):
        if tried >= options.mutants:
            break
        path = scratch / "mutant.cpp"
        path.write_text(source)
        mutant = compiled(path, scratch / "mutant")
        if mutant is None:
            continue
        if not any(_differs(mutant, comparison, *pair) for pair in small):
            same += 1
            if same > 2 * options.mutants:
                break
            continue
        tried += 1
        if any(_differs(mutant, comparison, *pair) for pair in hidden):
            killed += 1
        else:
            survivors += [line for line in source.splitlines() if line not in original.splitlines()]
    rate = killed / tried if tried else 0.0
    return rate >= 0.9, {
        "mutants": tried,
        "killed": killed,
        "rate": round(rate, 3),
        "agreeing": same,
        "survivors": survivors,
    }


def _differs(mutant: Program, comparison: OutputComparison, text: str, answer: str) -> bool:
    code, output = mutant.run(text, 4)
    return code != 0 or not comparison.same(text, answer, output)


#: Shares of the time limit: what an accepted program may take, what a slow one must take, when it is stopped.
_ACCEPTED, _SLOW, _STOPPED = 0.4, 2.0, 4.0


def times(package: Package, scratch: Path, _: argparse.Namespace) -> tuple[bool, dict[str, Any]]:
    """Measure the submissions that the time limit has to tell apart; slow ones up to the first test that is enough."""
    limit = package.time_limit
    most = math.ceil(_STOPPED * limit)
    tests = [text for name, text in package.tests() if name.startswith("secret")]
    tests.sort(key=len, reverse=True)

    def share(source: Path) -> float:
        program = compiled(source, scratch / source.stem, "-O2")
        assert program is not None, f"{source} does not compile"
        worst = 0.0
        for text in tests:
            worst = max(worst, program.seconds(text, most))
            if worst >= most:
                break
        return worst / limit

    accepted = {source.name: round(share(source), 3) for source in package.submissions("accepted")}
    slow = {source.name: round(share(source), 2) for source in package.submissions("time_limit_exceeded")}
    fine = max(accepted.values()) <= _ACCEPTED and min(slow.values()) >= _SLOW
    return fine, {"limit": limit, "accepted": accepted, "slow": slow, "stopped_at": round(most / limit, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["build", "brute", "mutants", "prune", "times"])
    parser.add_argument("packages", type=Path, nargs="+")
    parser.add_argument("--inputs", type=int, default=200, help="random small inputs")
    parser.add_argument("--mutants", type=int, default=20, help="mutants to try")
    parser.add_argument(
        "--keep-bytes", type=int, default=8192, help="prune: what a test kept in data/ may have at most"
    )
    options = parser.parse_args()
    work = {"build": build, "brute": brute, "mutants": kill, "prune": prune, "times": times}[options.what]
    fine = True
    for folder in options.packages:
        with tempfile.TemporaryDirectory() as scratch:
            good, row = work(Package(folder.resolve()), Path(scratch), options)
        fine = fine and good
        print(json.dumps({"package": folder.name, "check": options.what, "ok": good, **row}), flush=True)
    sys.exit(not fine)


if __name__ == "__main__":
    main()
