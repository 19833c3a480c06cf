"""The toolbox: the same packages and programs in every sandbox, whatever the machine has."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from r3gym.sandbox import (
    ExecResult,
    Limits,
    Requirements,
    SandboxUnavailable,
    Workspace,
    backend,
    describe_toolbox,
    inventory,
    missing_programs,
    open_workspace,
    packages,
    programs,
    take_inventory,
)
from r3gym.sandbox.sandbox_python import SandboxPython
from r3gym.sandbox.toolbox import PACKAGES, PROGRAMS
from r3gym.shell.parsing import parse

Opener = Callable[..., Workspace]
_VERSIONS = "import mpmath, numpy, sympy; print(mpmath.__version__, numpy.__version__, sympy.__version__)"
_FOUND = "from importlib import metadata; print(sorted(d.metadata['Name'] for d in metadata.distributions()))"


@pytest.fixture
def equipped(backend_name: str, opener: Opener) -> Workspace:
    backend(backend_name).provide_toolbox()
    return opener(Limits(memory_mb=1024, storage_mb=128))


@pytest.fixture
def fresh_home(open_scratch: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache without a toolbox, which the sandbox's user could enter."""
    folder = Path(tempfile.mkdtemp(dir=open_scratch))
    folder.chmod(0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    yield folder / "r3gym" / "toolbox"
    shutil.rmtree(folder)


def test_python_finds_the_pinned_packages_and_no_others(equipped: Workspace) -> None:
    equipped.run("export PYTHONDONTWRITEBYTECODE=1", 10)
    said = equipped.run(f'python3 -c "{_VERSIONS}"', 60)
    assert said.output.split() == [PACKAGES[name] for name in ("mpmath", "numpy", "sympy")]
    assert equipped.execute(["python3", "-c", _VERSIONS], 60).stdout.decode() == said.output
    assert equipped.run(f'python3 -c "{_FOUND}"', 60).output == f"{sorted(PACKAGES)}\n"
    assert equipped.run("python3 -I -c 'import sympy; print(sympy.factorint(91))'", 60).output == "{7: 1, 13: 1}\n"


def test_packages_cannot_be_changed(equipped: Workspace) -> None:
    where = equipped.run("python3 -c 'import numpy; print(numpy.__path__[0])'", 60).output.strip()
    said = equipped.run(f"echo 1 > {where}/__init__.py; touch {where}/../new.py; rm -rf {where}", 60).output
    assert said.count("Read-only file system") >= 3
    assert equipped.run(f'python3 -c "{_VERSIONS}"', 60).exit_code == 0


def test_programs_work(equipped: Workspace) -> None:
    equipped.write_file("/app/a", b"one\n")
    equipped.write_file("/app/b", b"two\n")
    assert equipped.run("echo '2^64' | bc", 10).output == "18446744073709551616\n"
    assert equipped.run("echo 3 4 | gawk '{ print $1 * $2 }'", 10).output == "12\n"
    assert equipped.run("diff a b > d; patch -s a d; cat a", 10).output == "two\n"
    assert equipped.run("tree --noreport -i -L 1 /app", 10).output.split() == ["/app", "a", "b", "d"]
    assert equipped.run("less a", 10).output == "two\n"
    assert equipped.run("file -b a", 10).output == "ASCII text\n"
    assert equipped.execute(["gawk", "BEGIN { print 6 * 7 }"], 10).stdout == b"42\n"


def test_free_commands_inspect_with_the_toolbox_and_cannot_compute_with_it(equipped: Workspace) -> None:
    def free(command: str) -> ExecResult:
        return equipped.run_free(parse(command))

    assert free("which gawk bc").output.count("/bin/") == 2
    equipped.write_file("/app/a", b"one\n")
    assert free("tree --noreport -i /app").output.split() == ["/app", "a"]
    assert free("file -b a").output == "ASCII text\n"
    assert free("less a").output == "one\n"
    for command in ("gawk 'BEGIN { print 6 * 7 }'", "python3 -c 'import numpy; print(42)'", "echo 6*7 | bc"):
        said = free(command)
        assert said.exit_code != 0
        assert "42" not in said.output


def test_the_inventory_names_what_is_there(equipped: Workspace, backend_name: str) -> None:
    found = take_inventory(backend_name)
    assert found.lacking == ()
    assert found.tools.keys() == {*PACKAGES, *PROGRAMS}
    version = equipped.run("python3 -c 'import sys; print(*sys.version_info[:2], sep=chr(46))'", 10).output.strip()
    assert re.fullmatch(
        rf"Python {re.escape(version)} with mpmath \S+, numpy \S+, sympy \S+; g\+\+ \d+; bc, gawk(, perl)?",
        describe_toolbox(backend_name),
    )
    asked = ("python3", "gawk", "g++", "no-such-program")
    assert missing_programs(asked, backend_name) == {"no-such-program"}
    for name in ("julia", "octave", "node"):
        there = equipped.run(f"command -v {name}", 10).exit_code == 0
        assert (name in missing_programs([name], backend_name)) is not there


@pytest.mark.usefixtures("as_root")
def test_a_link_to_outside_is_no_program(planted: Path) -> None:
    (planted / "tool").write_text("#!/bin/sh\necho hello\n")
    (planted / "tool").chmod(0o755)
    link = Path("/usr/local/bin") / planted.name
    link.symlink_to(planted / "tool")
    try:
        assert shutil.which(link.name)
        assert link.name not in inventory.take_inventory.__wrapped__("bubblewrap").names
    finally:
        link.unlink()


def test_a_toolbox_that_cannot_be_had_is_refused_unless_less_is_required(
    fresh_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "PACKAGES", {"numpy": "2.0.999"})
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(SandboxUnavailable, match=r"numpy 2\.0\.999 for Python 3.* pip cannot fetch it.*sandbox build"):
        open_workspace()
    with open_workspace(require=Requirements(toolbox=False)) as workspace:
        assert "No module named 'numpy'" in workspace.run("python3 -c 'import numpy'", 20).output
        assert workspace.run(f'python3 -c "{_FOUND}"', 20).output == "[]\n", "nor are there packages of the machine"
    assert [path for path in fresh_home.iterdir() if not path.name.endswith(".lock")] == []


_FILL = """
import sys
from r3gym.sandbox import packages
from r3gym.sandbox.sandbox_python import ask
from pathlib import Path
packages.PACKAGES = {"mpmath": packages.metadata.version("mpmath")}
print(packages.provide_packages(ask(Path(sys.executable)), Path(sys.executable)))
"""


def test_two_processes_fill_one_folder_and_need_no_network(fresh_home: Path) -> None:
    """The packages of this environment are copied when their versions and Python are those that are wanted."""
    environment = {**os.environ, "PIP_NO_INDEX": "1"}
    command = [sys.executable, "-c", _FILL]
    both = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120) for process in both]
    assert said[0][0] == said[1][0] != "", said
    folder = Path(said[0][0].strip())
    assert folder.parent == fresh_home
    assert (folder / "mpmath" / "__init__.py").is_file()
    assert list(folder.glob("mpmath/__pycache__/*.pyc"))
    assert sorted(path for path in fresh_home.iterdir() if not path.name.startswith(".")) == [folder]
    assert [path for path in fresh_home.iterdir() if path.name.startswith(".new-")] == []
    assert sum("filling the sandbox's toolbox" in errors for _, errors in said) == 1


@pytest.mark.usefixtures("fresh_home")
def test_a_python_without_wheels_is_named() -> None:
    with pytest.raises(SandboxUnavailable, match=r"python3 is 3\.9, .* 3\.11 to 3\.14.*docker backend"):
        packages.provide_packages(SandboxPython("3.9", "x86_64-linux-gnu", ()))


@pytest.mark.slow
def test_wheels_are_fetched_for_a_python_that_is_not_here(fresh_home: Path) -> None:
    other = next(version for version in ("3.13", "3.12") if version != "{}.{}".format(*sys.version_info))
    folder = packages.provide_packages(SandboxPython(other, "x86_64-linux-gnu", ("/usr/lib/python3/dist-packages",)))
    assert folder.parent == fresh_home
    assert list(folder.glob(f"numpy/**/*.cpython-{other.replace('.', '')}-x86_64-linux-gnu.so"))
    assert (folder / "sympy").is_dir()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("apt-get") is None, reason="programs come from apt's mirror")
@pytest.mark.usefixtures("fresh_home")
def test_programs_are_fetched_with_their_libraries() -> None:
    folder = programs.provide_extra(("gawk", "tree", "file"))
    assert folder is not None
    assert sorted(path.name for path in (folder / "bin").iterdir()) == ["gawk", "tree"]
    before = (folder / "bin").stat().st_ino
    assert programs.provide_extra(("gawk", "tree", "file"), again=True) == folder
    assert (folder / "bin").stat().st_ino == before, "what is there is not fetched again"
