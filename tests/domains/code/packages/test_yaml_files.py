"""YAML that stands for more than it says: refused before anything is built, and ordinary aliases still work."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from r3gym.domains.code.packages import PackageError, open_tests
from r3gym.domains.code.packages.yaml_files import MAX_BYTES, MAX_DEPTH, MAX_NODES, load_yaml

LAUGHS = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
MERGES = "m0: &m0 {k0: 1}\n" + "".join(
    f"m{n}: &m{n} {{a: *m{n - 1}, b: *m{n - 1}, <<: *m{n - 1}}}\n" for n in range(1, 40)
)


def written(folder: Path, text: str) -> Path:
    path = folder / "problem.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (LAUGHS, "more than 100,000 values"),
        (MERGES, "more than 100,000 values"),
        ("name: &a [*a]\n", "inside the value that it repeats"),
        ("name: *nobody\n", "for none"),
        ("name: " + "[" * (MAX_DEPTH + 1), "nested more than 50 levels"),
        ("name: " + "[" * 500_000, "nested more than 50 levels"),
        ("? " * 500_000, "nested more than 50 levels"),
        ("- x\n" * (MAX_NODES + 1), "more than 100,000 values"),
        ("x" * (MAX_BYTES + 1), "more than 1 MiB"),
        ("name: " + "9" * 5000, "not readable as YAML"),
    ],
)
def test_what_expands_without_end_is_refused_at_once(tmp_path: Path, text: str, rule: str) -> None:
    path = written(tmp_path, text)
    start = time.process_time()
    with pytest.raises(PackageError) as refused:
        load_yaml(path)
    assert rule in str(refused.value)
    assert "problem.yaml" in str(refused.value)
    assert time.process_time() - start < 5


def test_a_package_of_laughter_is_refused(tmp_path: Path) -> None:
    written(tmp_path, LAUGHS + "name: *a11\n")
    (tmp_path / "data" / "secret").mkdir(parents=True)
    (tmp_path / "data" / "secret" / "1.in").write_text("1\n")
    (tmp_path / "data" / "secret" / "1.ans").write_text("1\n")
    with pytest.raises(PackageError, match="values"):
        open_tests(tmp_path)


def test_ordinary_aliases_are_replaced(tmp_path: Path) -> None:
    text = "base: &b {memory: 64}\nlimits: {<<: *b, time_limit: 2}\nagain: *b\nx: &c 1\ny: *c\n"
    value = load_yaml(written(tmp_path, text))
    assert value["limits"] == {"memory": 64, "time_limit": 2}
    assert (value["again"], value["y"]) == ({"memory": 64}, 1)


def test_an_empty_file_is_an_empty_mapping(tmp_path: Path) -> None:
    assert load_yaml(written(tmp_path, "")) == {}
