"""The precompiled header: it makes compiling faster and changes nothing else, whatever a program does to deserve it."""

from __future__ import annotations

import fcntl
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from r3gym.domains.code.judging import pch
from r3gym.domains.code.judging.build import BUILD_LIMITS, BuildFailure, BuiltProgram, build
from r3gym.domains.code.judging.languages import CPP17
from r3gym.sandbox import Limits, SandboxError, backend
from r3gym.sandbox.interface import SHARED
from r3gym.shell.parsing import parse

PLAIN = replace(CPP17, header_flags=())
BODY = "#include <bits/stdc++.h>\nint main() { std::map<int, int> m; std::cout << m.size() << __COUNTER__; }\n"
BUBBLEWRAP = backend("bubblewrap")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(cache))


def program(source: str, language: object = CPP17) -> bytes | str:
    built = build(BUBBLEWRAP, language, {"solution.cpp": source.encode()})  # type: ignore[arg-type]
    return next(iter(built.files.values())) if isinstance(built, BuiltProgram) else built.reason


def test_a_program_comes_out_the_same() -> None:
    assert pch.folder(BUBBLEWRAP, CPP17.header_flags) is not None
    assert program(BODY) == program(BODY, PLAIN)
    for broken in (BODY + "int main() {}", BODY.replace("m.size", "m.sise")):
        assert program(broken) == program(broken, PLAIN)
        assert isinstance(program(broken), str)


@pytest.mark.parametrize(
    "before",
    [
        "#define _GLIBCXX_DEBUG",
        "#define NDEBUG",
        "#define int long long",
        "#define private public",
        '#pragma GCC optimize("O3")',
        '#pragma GCC target("avx2")',
        "#include <cstdio>",
        "int x;",
        "#if 0\n#endif",
        "#define harmless 1",
        "\\\n",
        "// splice \\\n#define vector list\n",
    ],
)
def test_it_is_not_even_offered_after_anything_else(before: str) -> None:
    assert not pch.wanted([f"{before}\n{BODY}".encode()])


@pytest.mark.parametrize("before", ["", "\n\n  ", "// me\n", "/* me *//**/\n// too\n", "\N{ZERO WIDTH NO-BREAK SPACE}"])
def test_comments_are_nothing(before: str) -> None:
    assert pch.wanted([f"{before}{BODY}".encode()])


def test_gcc_itself_refuses_it_where_it_would_mean_something_else() -> None:
    """Our own rule is stricter; this is the second line."""
    header = pch.folder(BUBBLEWRAP, CPP17.header_flags)
    source = "#define _GLIBCXX_DEBUG\n#include <bits/stdc++.h>\nint main() { std::vector<int> v; return v[0]; }\n"
    with BUBBLEWRAP.open(BUILD_LIMITS, header) as workspace:
        workspace.write_file("/app/a.cpp", source.encode())
        plain, *_ = PLAIN.build_commands(["a.cpp"])
        used = workspace.execute((*pch.with_header(plain), "-H"), 60)
        assert f"x {SHARED}/bits/stdc++.h.gch" in used.stderr.decode()
        assert workspace.execute(["./program"], 10).exit_code == 134  # the debug mode's own abort


def test_a_long_row_of_comments_costs_nothing() -> None:
    assert not pch.wanted([b"/**/" * 100_000 + b"x"])
    assert not pch.wanted([b"/*" * 100_000])


def test_nobody_inside_can_alter_it() -> None:
    header = pch.folder(BUBBLEWRAP, CPP17.header_flags)
    assert header is not None
    before = (header / "bits/stdc++.h.gch").stat()
    with BUBBLEWRAP.open(Limits(), header) as workspace:
        attack = f"cd {SHARED}/bits && ls && for c in 'echo x >' 'rm' 'chmod 666' 'mv -t /tmp' 'truncate -s0'; do "
        attack += 'eval "$c stdc++.h.gch" && echo BREACH; done; echo x > new && echo BREACH; '
        attack += "ln stdc++.h.gch /app/l && echo BREACH"
        said = workspace.run(attack, 20).output
        assert "stdc++.h.gch" in said
        assert "BREACH" not in said
        assert workspace.run_free(parse(f"ls {SHARED}")).exit_code != 0
        with workspace.fork() as other:
            assert other.run(f"ls {SHARED}/bits", 20).exit_code == 0
    after = (header / "bits/stdc++.h.gch").stat()
    assert (before.st_ino, before.st_size, before.st_mtime_ns) == (after.st_ino, after.st_size, after.st_mtime_ns)


def test_a_broken_one_changes_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut off in the middle: gcc fails on it, and the program is compiled without."""
    header = pch.folder(BUBBLEWRAP, CPP17.header_flags)
    assert header is not None
    (tmp_path / "bits").mkdir()
    whole = (header / "bits/stdc++.h.gch").read_bytes()
    (tmp_path / "bits/stdc++.h.gch").write_bytes(whole[: len(whole) // 2])
    expected = program(BODY, PLAIN)
    monkeypatch.setattr(pch, "folder", lambda *_: tmp_path)
    assert program(BODY) == expected


def test_another_process_at_work_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = pch.folder(BUBBLEWRAP, CPP17.header_flags)
    assert made is not None
    assert sorted(path.name for path in made.parent.iterdir()) == sorted([made.name, f".{made.name}.lock"])
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path))
    (tmp_path / "pch").mkdir()
    with (tmp_path / "pch" / f".{made.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert pch.folder(BUBBLEWRAP, CPP17.header_flags) is None
    shutil.copytree(made, tmp_path / "pch" / made.name, copy_function=os.link)  # now the other one is done
    assert pch.folder(BUBBLEWRAP, CPP17.header_flags) == tmp_path / "pch" / made.name


def test_a_machine_that_cannot_make_it_judges_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    monkeypatch.setenv("R3GYM_CACHE_DIR", str(tmp_path / "cache"))
    assert pch.folder(BUBBLEWRAP, CPP17.header_flags) is None
    assert isinstance(program(BODY), bytes)


def test_the_backend_without_walls_has_no_place_to_show_it(tmp_path: Path) -> None:
    local = backend("LOCAL-WITHOUT-ISOLATION")
    assert pch.folder(local, CPP17.header_flags) is None
    with pytest.raises(SandboxError, match="cannot share a folder"):
        local.open(Limits(), tmp_path)
    assert isinstance(build(local, CPP17, {"solution.cpp": BODY.encode()}), BuiltProgram)
    assert isinstance(build(local, CPP17, {"solution.cpp": b"int main() { return x; }"}), BuildFailure)
