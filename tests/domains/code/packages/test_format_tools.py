"""The package format's own verifier, `problemtools`, as an independent judge of what we ship and of what we write.

The default run takes one package whole, a second one's submissions, and an import; the slow run takes all of them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from r3gym.domains.code.judging.exporting import export_package
from r3gym.domains.code.packages.importing import import_problems

VERIFY = Path(sys.executable).with_name("verifyproblem")
PACKAGES = Path(__file__).resolve().parents[4] / "r3gym" / "data" / "embedded-v1" / "code" / "packages"
NAMES = sorted(path.name for path in PACKAGES.iterdir() if (path / "problem.yaml").is_file())
PARTS = ("config", "data", "validators", "submissions")

pytestmark = pytest.mark.skipif(
    not VERIFY.exists(), reason="problemtools is not installed (it has wheels for Linux on x86-64 only)"
)


@pytest.fixture(scope="session")
def path_with_pypy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The verifier runs Python validators with PyPy; our validators ask nothing of it that CPython has not."""
    folder = tmp_path_factory.mktemp("bin")
    shim = folder / "pypy3"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    shim.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def verify(package: Path, path: str, *parts: str) -> None:
    done = subprocess.run(
        [VERIFY, package, "--parts", *parts], capture_output=True, text=True, timeout=550, env={"PATH": path}
    )
    said = done.stdout + done.stderr
    assert re.search(r"tested: 0 errors", said), said
    assert done.returncode == 0, said
    if "submissions" in parts:
        wanted = list((package / "submissions").glob("*/*"))
        assert len(re.findall(r"^\s+\w+/\S+ \(.*\) OK: ", said, re.M)) == len(wanted) > 0, said


@pytest.mark.parametrize(
    ("name", "parts"),
    [("hoppoles", ("config", "data")), pytest.param("snowpairs", ("config", "submissions"), marks=pytest.mark.slow)],
)
def test_an_embedded_package_passes_the_verifier(
    name: str, parts: tuple[str, ...], path_with_pypy: str, tmp_path: Path
) -> None:
    verify(export_package(PACKAGES / name, tmp_path), path_with_pypy, *parts)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_embedded_package_passes_the_verifier(name: str, path_with_pypy: str, tmp_path: Path) -> None:
    verify(export_package(PACKAGES / name, tmp_path), path_with_pypy, *PARTS)


def test_the_verifier_does_find_faults(tmp_path: Path, path_with_pypy: str) -> None:
    """Otherwise its praise would be worth nothing."""
    (tmp_path / "bad" / "data" / "secret").mkdir(parents=True)
    (tmp_path / "bad" / "problem.yaml").write_text("name: Bad\nlicence: mine\n")
    with pytest.raises(AssertionError):
        verify(tmp_path / "bad", path_with_pypy, "config", "data")


def test_an_imported_problem_passes_the_verifier(tmp_path: Path, path_with_pypy: str) -> None:
    echo = "#include <iostream>\nint main() { int a; std::cin >> a; std::cout << a << '\\n'; }\n"
    validator = "import sys\nint(sys.stdin.readline())\nsys.exit(42 if sys.stdin.read() == '' else 43)\n"
    files = {
        "problem.yaml": "problem_format_version: 2023-07-draft\nname: {en: Echo}\nlicense: cc0\ncredits: Ann\n"
        "uuid: 00000000-0000-0000-0000-000000000001\nlimits: {time_limit: 2, memory: 256}\n",
        "statement/problem.en.tex": "\\problemname{Echo}\nPrint it.\n",
        "data/sample/1.in": "1\n", "data/sample/1.ans": "1\n",
        "data/secret/1.in": "2\n", "data/secret/1.ans": "2\n",
        "data/secret/2.in": "3\n", "data/secret/2.ans": "3\n",
        "data/secret/2.yaml": "output_validator_args: [case_sensitive]\n",
        "input_validators/validate.py": validator,
        "submissions/accepted/echo.cpp": echo,
        "submissions/wrong_answer/one.cpp": echo.replace("<< a", "<< 1"),
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / "in" / "echo" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / "echo" / name).write_text(text)
    import_problems(tmp_path / "in", tmp_path / "to")
    verify(tmp_path / "to" / "echo", path_with_pypy, *PARTS)
