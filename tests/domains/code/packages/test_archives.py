"""Archives from strangers: what comes out is plain files below one folder, and never more than the bound."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from r3gym.domains.code.packages import PackageError
from r3gym.domains.code.packages.archives import archive_stem, unpack

TREE = {"p/problem.yaml": b"name: P\n", "p/data/secret/1.in": b"1\n", "p/empty": b""}


def make_zip(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def make_tar(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w" if path.suffix == ".tar" else "w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def make(path: Path, files: dict[str, bytes]) -> Path:
    return make_zip(path, files) if path.suffix in (".zip", ".kpp") else make_tar(path, files)


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def into(tmp_path: Path) -> Path:
    folder = tmp_path / "outer" / "into"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("name", ["a.zip", "a.kpp", "a.tar.gz", "a.tgz", "a.tar"])
def test_what_goes_in_comes_out(name: str, tmp_path: Path, into: Path) -> None:
    unpack(make(tmp_path / name, TREE), into)
    assert tree(into) == TREE
    assert archive_stem(tmp_path / name) == "a"


@pytest.mark.parametrize("ending", [".zip", ".tar.gz"])
@pytest.mark.parametrize("name", ["../evil", "/evil", "p/../../evil", "p\\..\\evil", "C:/evil"])
def test_nothing_is_written_outside(name: str, ending: str, tmp_path: Path, into: Path) -> None:
    with pytest.raises(PackageError, match="points out of the archive"):
        unpack(make(tmp_path / f"a{ending}", {name: b"x"}), into)
    assert tree(tmp_path / "outer") == {}
    assert not Path("/evil").exists()


def _link_in_zip(path: Path) -> Path:
    info = zipfile.ZipInfo("p/link")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path.with_suffix(".zip"), "w") as archive:
        archive.writestr(info, "/etc/passwd")
    return path.with_suffix(".zip")


def _special_in_tar(kind: bytes) -> Callable[[Path], Path]:
    def write(path: Path) -> Path:
        info = tarfile.TarInfo("p/special")
        info.type, info.linkname = kind, "/etc/passwd"
        with tarfile.open(path.with_suffix(".tar"), "w") as archive:
            archive.addfile(info)
        return path.with_suffix(".tar")

    return write


@pytest.mark.parametrize(
    "write",
    [
        _link_in_zip,
        *(_special_in_tar(k) for k in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE)),
    ],
)
def test_links_and_devices_are_refused(write: Callable[[Path], Path], tmp_path: Path, into: Path) -> None:
    with pytest.raises(PackageError, match="is a link or a device"):
        unpack(write(tmp_path / "a"), into)
    assert list(into.rglob("*")) == []


@pytest.mark.parametrize("name", ["bomb.zip", "bomb.tar.gz"])
def test_a_bomb_stops_at_the_bound(name: str, tmp_path: Path, into: Path) -> None:
    bomb = make(tmp_path / name, {"a": bytes(6_000_000), "b": bytes(6_000_000)})
    assert bomb.stat().st_size < 100_000
    with pytest.raises(PackageError, match="unpacks to more than 7 MiB"):
        unpack(bomb, into, max_bytes=7 * 2**20)
    assert sum(map(len, tree(into).values())) <= 8 * 2**20


def test_a_zip_that_lies_about_its_sizes(tmp_path: Path, into: Path) -> None:
    path = make_zip(tmp_path / "a.zip", {"a": bytes(3_000_000)})
    data = path.read_bytes().replace((3_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    path.write_bytes(data)
    with pytest.raises(PackageError):
        unpack(path, into, max_bytes=2**20)
    assert sum(map(len, tree(into).values())) <= 2**20


def test_too_many_members(tmp_path: Path, into: Path) -> None:
    with pytest.raises(PackageError, match="more than 20 members"):
        unpack(make(tmp_path / "a.zip", {f"f{n}": b"" for n in range(21)}), into, max_files=20)


def test_a_tar_header_cannot_ask_for_the_memory(tmp_path: Path, into: Path) -> None:
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 8 * 2**30
    path = tmp_path / "a.tar.gz"
    with gzip.open(path, "wb") as file:
        file.write(header.tobuf(tarfile.GNU_FORMAT) + bytes(4096))
    with pytest.raises(PackageError, match="not readable as an archive"):
        unpack(path, into)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.tar"])
@pytest.mark.parametrize("damage", ["cut", "garbage", "empty"])
def test_a_broken_archive_says_so(name: str, damage: str, tmp_path: Path, into: Path) -> None:
    path = make(tmp_path / name, {"a": bytes(range(256)) * 4000})
    data = path.read_bytes()
    path.write_bytes({"cut": data[: len(data) // 2], "garbage": b"\x93garbage" * 500, "empty": b""}[damage])
    with pytest.raises(PackageError, match=r"Fix: "):
        unpack(path, into)


@pytest.mark.parametrize("files", [["a", "a"], ["a", "a/b"]])
def test_members_in_each_others_way(files: list[str], tmp_path: Path, into: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as archive:
        for name in files:
            archive.addfile(tarfile.TarInfo(name))
    with pytest.raises(PackageError, match=r"is there twice|lies in a file"):
        unpack(path, into)
