"""Generation of the tests that a package leaves to its generator, once per machine.

``generators/gen.py`` yields names and inputs, and the reference solution gives the answers; both run in the sandbox
like any other program. The results are kept in the cache folder under their hashes. A result without the hash that
the package states is rejected, so that another interpreter or compiler cannot change a test unnoticed.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.build import BUILD_LIMITS, BuildFailure, build
from r3gym.domains.code.judging.languages import CPP, HOME
from r3gym.domains.code.judging.runner import open_runner
from r3gym.domains.code.packages import PackageTests, TestCase
from r3gym.domains.code.packages.generated import stored
from r3gym.sandbox.interface import Backend
from r3gym.utils.hashing import hash_bytes

_GENERATE_S = 300.0
_ANSWERS_S = 3600.0  # for the reference solution on all missing tests together
_INPUT_BYTES = 64 << 20
_ANSWER_LIMITS = ProblemLimits(time_s=120.0, memory_mb=2048)
_DRIVER = b"""\
import json, os, runpy
wanted = set(json.load(open("wanted.json")))
for name, text in runpy.run_path("gen.py")["tests"]():
    if name in wanted:
        with open(name.replace("/", "."), "w", encoding="ascii", newline="") as file:
            file.write(text)
"""


class GenerationError(Exception):
    """Error: a test could not be generated as the package states it. It counts as a failure of the judge."""


def make_generated(backend: Backend, tests: PackageTests) -> None:
    """Generate the missing tests; afterwards the files of every case exist.

    Raise `GenerationError` when the generator or the reference solution fails, or a hash differs.
    """
    missing = {case.name: case for case in tests.cases if case.digests and not _is_there(case)}
    if not missing:
        return
    inputs = _inputs(backend, tests.folder, missing)
    source = tests.folder / "submissions" / "accepted" / "main.cpp"
    built = build(backend, CPP, {"main.cpp": source.read_bytes()})
    if isinstance(built, BuildFailure):
        raise GenerationError(f"the reference solution does not compile ({built.reason})")
    with open_runner(backend, built, _ANSWER_LIMITS, output_mb=64) as runner:
        runner.stop_after(_ANSWERS_S)
        for name, case in missing.items():
            run = runner.run(inputs[name])
            if run.outcome is not Outcome.ACCEPTED:
                raise GenerationError(f"the reference solution fails on {name} ({run.outcome.value})")
            assert case.digests is not None
            _keep(name, "input", inputs[name], case.digests.input)
            _keep(name, "answer", run.output, case.digests.answer)


def _is_there(case: TestCase) -> bool:
    return case.input.is_file() and case.answer.is_file()


def _inputs(backend: Backend, folder: Path, missing: Mapping[str, TestCase]) -> dict[str, bytes]:
    with backend.open(BUILD_LIMITS) as workspace:
        workspace.write_file(f"{HOME}/gen.py", (folder / "generators" / "gen.py").read_bytes())
        workspace.write_file(f"{HOME}/driver.py", _DRIVER)
        workspace.write_file(f"{HOME}/wanted.json", json.dumps(sorted(missing)).encode())
        result = workspace.run("python3 driver.py", _GENERATE_S)
        if result.exit_code != 0:
            words = result.output.strip().splitlines()[-1:] or [f"exit code {result.exit_code}"]
            raise GenerationError(f"the generator failed: {words[0][:200]}")
        found = {name: workspace.read_file(f"{HOME}/{name.replace('/', '.')}", _INPUT_BYTES) for name in missing}
    absent = sorted(name for name, data in found.items() if data is None)
    if absent:
        raise GenerationError(f"the generator makes no test {absent[0]}")
    return {name: data for name, data in found.items() if data is not None}


def _keep(name: str, what: str, data: bytes, digest: str) -> None:
    if hash_bytes(data) != digest:
        raise GenerationError(f"the {what} of {name} came out differently than the package states")
    path = stored(digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tmp-", delete=False) as file:
        file.write(data)
    Path(file.name).replace(path)
