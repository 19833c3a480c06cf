"""Answers computed by a second method: the programs beside a mathematics bank, run in a separate process.

``checks/*.py`` in the bank's folder define functions ``check_ID`` (dashes as underscores) that compute the answer, by
exhaustive search or another method than the solution's, and return it as text, as a number, or as a
tuple or set of these.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

_TIMEOUT_S = 600.0
_DRIVER = """
import json, runpy, sys
from pathlib import Path

def words(value):
    if isinstance(value, (set, frozenset)):
        return r"\\{" + ",".join(map(words, value)) + r"\\}"
    if isinstance(value, tuple):
        return "(" + ",".join(map(words, value)) + ")"
    return str(value)

for path in sorted(Path(sys.argv[1]).glob("*.py")):
    sys.path.insert(0, str(path.parent))
    for name, check in runpy.run_path(str(path)).items():
        if name.startswith("check_") and callable(check):
            try:
                row = {"id": name.removeprefix("check_").replace("_", "-"), "answer": words(check())}
            except Exception as error:
                row = {"id": name.removeprefix("check_").replace("_", "-"), "error": f"{type(error).__name__}: {error}"}
            print(json.dumps(row), flush=True)
"""


def computed_answers(folder: Path) -> dict[str, str | Exception]:
    """Return the computed answer of every problem that has a check, or the error of its check.

    Raise `RuntimeError` when the checks as a whole stop early.
    """
    done = subprocess.run(
        [sys.executable, "-c", _DRIVER, str(folder / "checks")],
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0:
        raise RuntimeError(f"the checks of {folder} stopped: {done.stderr.strip()[-300:]}")
    return {row["id"]: row["answer"] if "answer" in row else RuntimeError(row["error"]) for row in rows}
