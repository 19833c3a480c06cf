"""Keys can never be read: what lies below a folder that sandboxes show is covered there, or nothing opens."""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from clean_checkout import ROOMS, copy_checkout

from r3gym.sandbox import Limits, SandboxUnavailable, Workspace
from r3gym.sandbox.bubblewrap import BubblewrapBackend
from r3gym.sandbox.private import check_shared
from r3gym.sandbox.view import Hardening
from r3gym.shell.parsing import parse
from r3gym.suites import load_suite
from r3gym.utils.private_folders import keep_private

_LIMITS = Limits(memory_mb=512, storage_mb=64)
_UNHIDDEN = dataclasses.replace(Hardening(), hide_private=False)
_SECRET = "secret-of-a-suite-0815"


@pytest.fixture
def below_usr() -> Iterator[Path]:
    """A folder in a place that every sandbox shows, with a secret in it that everybody may read."""
    if not os.access("/usr/local/lib", os.W_OK):
        pytest.skip("nothing can be placed below /usr by this user")
    folder = Path(tempfile.mkdtemp(prefix="r3gym-test-", dir="/usr/local/lib"))
    folder.chmod(0o755)
    (folder / "keys").mkdir(mode=0o755)
    (folder / "keys" / "keys.jsonl").write_text(_SECRET)
    yield folder
    shutil.rmtree(folder)


def run_free(workspace: Workspace, folder: Path) -> str:
    said = [workspace.run_free(parse(f"cat {folder}/{name}")) for name in ("keys/keys.jsonl", "keys.jsonl")]
    return "".join(result.output for result in said)


def read_all(workspace: Workspace, folder: Path) -> str:
    """What a command, a free command and a program without a shell can read there."""
    attack = f"cat {folder}/keys/keys.jsonl {folder}/keys.jsonl {folder}; head -c 99 {folder}/*/*"
    said = workspace.run(attack, 10).output + run_free(workspace, folder)
    return said + workspace.execute(["sh", "-c", attack], 10).stdout.decode()


def test_a_private_folder_is_empty_in_every_view(below_usr: Path) -> None:
    with BubblewrapBackend().open(_LIMITS) as workspace:
        assert read_all(workspace, below_usr).count(_SECRET) >= 3, "the attack works where the folder is not named"
    places = (below_usr, below_usr / "keys", below_usr / "keys" / "keys.jsonl")
    for private in (*((place,) for place in places), places):
        with BubblewrapBackend().open(_LIMITS, private_folders=private) as workspace:
            assert _SECRET not in read_all(workspace, below_usr)
            assert workspace.run(f"touch {below_usr}/keys/new || touch {below_usr}/new", 10).exit_code == 1
            with workspace.fork() as other:
                assert _SECRET not in read_all(other, below_usr)
    with BubblewrapBackend(_UNHIDDEN).open(_LIMITS, private_folders=[below_usr]) as workspace:
        assert read_all(workspace, below_usr).count(_SECRET) >= 3


def test_whoever_reads_a_suite_makes_it_private(below_usr: Path) -> None:
    shutil.copytree(Path(load_suite.__code__.co_filename).parents[1] / "data/embedded-v1/math", below_usr / "suite")
    (below_usr / "suite" / "keys.jsonl").chmod(0o644)
    attack = f"head -c 200 {below_usr}/suite/keys.jsonl"
    with BubblewrapBackend().open(_LIMITS) as workspace:
        assert '"tier"' in workspace.run(attack, 10).output
    load_suite(str(below_usr / "suite"), "math")
    with BubblewrapBackend().open(_LIMITS) as workspace:
        assert "No such file" in workspace.run(attack, 10).output
    keep_private(below_usr)
    with BubblewrapBackend().open(_LIMITS) as workspace:
        assert _SECRET not in read_all(workspace, below_usr)


@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "R3GYM_CACHE_DIR"])
def test_caches_are_private(below_usr: Path, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (below_usr / "r3gym").mkdir()
    (below_usr / "keys").rename(below_usr / "r3gym" / "keys")
    monkeypatch.setenv(variable, str(below_usr))
    with BubblewrapBackend().open(_LIMITS) as workspace:
        assert _SECRET not in read_all(workspace, below_usr / "r3gym")
    with BubblewrapBackend(_UNHIDDEN).open(_LIMITS) as workspace:
        assert _SECRET in read_all(workspace, below_usr / "r3gym")


@pytest.mark.parametrize("folder", ["/", "/usr", "/usr/lib", "/usr/local", "/usr/bin"])
def test_what_cannot_be_hidden_is_refused(folder: str) -> None:
    with pytest.raises(SandboxUnavailable, match="holds keys and a part of the system"):
        BubblewrapBackend().open(_LIMITS, private_folders=[Path(folder)])


def test_a_folder_with_keys_is_not_shared(tmp_path: Path) -> None:
    (tmp_path / "suite").mkdir()
    check_shared(tmp_path)
    with pytest.raises(SandboxUnavailable, match="cannot be shared"):
        BubblewrapBackend().open(_LIMITS, tmp_path, [tmp_path / "suite"])


_ATTACK = """
import dataclasses, sys
from pathlib import Path
import r3gym
from r3gym.sandbox import Limits
from r3gym.sandbox.bubblewrap import BubblewrapBackend
from r3gym.sandbox.view import Hardening
from r3gym.shell.parsing import parse
home = Path(sys.argv[1])
assert Path(r3gym.__file__).is_relative_to(home), r3gym.__file__
keys = sorted(str(path) for path in home.rglob("keys.jsonl"))
assert len(keys) >= 3, keys
attack = (
    "find / -name '*.json*' -path '*r3gym*' 2> /dev/null; find / -name keys.jsonl 2> /dev/null; "
    f"cat {' '.join(keys)} | head -c 500; ls {home}/sandbox {home}/r3gym/sandbox; cat {home}/r3gym/version.py"
)
for hidden in (True, False):
    backend = BubblewrapBackend(dataclasses.replace(Hardening(), hide_private=hidden))
    with backend.open(Limits(memory_mb=512)) as workspace:
        said = [workspace.run(attack, 60).output, workspace.run_free(parse(f"cat {keys[0]}")).output]
        read = any(word in text for text in said for word in ("keys.jsonl\\n", '"tier"', "view.py", "__version__"))
        print("hidden" if hidden else "shown", read, said if read and hidden else "")
"""


@pytest.mark.parametrize("way", ["installed", pytest.param("checkout", marks=pytest.mark.slow)])
def test_an_installation_below_usr_cannot_be_read(below_usr: Path, way: str, tmp_path: Path) -> None:
    """A system-wide `pip install`, and a checkout that is installed in place: both in folders that sandboxes show."""
    home = below_usr / "r3gym-home"
    shutil.rmtree(below_usr / "keys")
    place = home if way == "checkout" else tmp_path / "checkout"
    checkout = copy_checkout(place, *ROOMS, "pyproject.toml", "README.md", "LICENSE")
    if way == "installed":
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
        done = subprocess.run([*install, "--target", str(home), str(checkout)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    command = [sys.executable, "-c", _ATTACK, str(home)]
    environment = {**os.environ, "PYTHONPATH": str(home), "TMPDIR": tempfile.gettempdir()}
    said = subprocess.run(command, capture_output=True, text=True, env=environment, cwd="/", timeout=300)
    assert said.returncode == 0, said.stderr
    tries = [line.split()[:2] for line in said.stdout.splitlines()]
    assert tries == [["hidden", "False"], ["shown", "True"]], said.stdout
