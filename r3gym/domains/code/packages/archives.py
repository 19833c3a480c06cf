"""Archives of problems (.zip, .kpp, .tar, .tar.gz, .tgz) unpacked as untrusted input.

Only regular files and folders are unpacked, and only below the given folder. Links, devices, absolute names, ``..`` and
encrypted members are refused, and so is an archive that unpacks to more than a bound. The sizes that members state are
not trusted: bytes are counted as they are written.
"""

from __future__ import annotations

import gzip
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast

from r3gym.domains.code.packages.model import PackageError

_ZIPS = (".zip", ".kpp")
_TARS = (".tar.gz", ".tgz", ".tar")

#: The largest published packages hold a few hundred megabytes of tests.
MAX_BYTES = 2 * 2**30
MAX_FILES = 50_000

_CHUNK = 2**20
#: A tar header that needs a longer single read than this is treated as an attack.
_LONGEST_READ = 16 * 2**20


@dataclass(frozen=True)
class _Member:
    name: str
    folder: bool
    chunks: Iterator[bytes]


def archive_stem(path: Path) -> str | None:
    """Return the name of an archive without its suffix, or None for a file that is not an archive.

    >>> archive_stem(Path("a/radar.tar.gz")), archive_stem(Path("radar.pdf"))
    ('radar', None)
    """
    name = path.name.lower()
    return next((path.name[: -len(end)] for end in (*_ZIPS, *_TARS) if name.endswith(end) and name != end), None)


def unpack(archive: Path, into: Path, *, max_bytes: int = MAX_BYTES, max_files: int = MAX_FILES) -> None:
    """Unpack into an existing empty folder; raise `PackageError` naming the member that breaks a rule."""
    written = count = 0
    try:
        with _members(archive) as members:
            for member in members:
                count += 1
                if count > max_files:
                    raise PackageError(archive, f"more than {max_files} members", "leave out what is no problem")
                target = into / _safe(archive, member.name)
                if member.folder:
                    target.mkdir(parents=True, exist_ok=True)
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("xb") as file:
                    for chunk in member.chunks:
                        written += len(chunk)
                        if written > max_bytes:
                            raise PackageError(
                                archive, f"unpacks to more than {max_bytes // 2**20} MiB", "split it into smaller ones"
                            )
                        file.write(chunk)
    except PackageError:
        raise
    except FileExistsError:
        raise PackageError(archive, f"the member {member.name!r} is there twice", "pack the folder anew") from None
    except NotADirectoryError:
        raise PackageError(archive, f"the member {member.name!r} lies in a file", "pack the folder anew") from None
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise PackageError(archive, f"not readable as an archive ({error})", "pack the folder anew") from None
    except OSError as error:
        raise PackageError(archive, f"cannot be unpacked ({error.strerror or error})", "pack the folder anew") from None


def _safe(archive: Path, name: str) -> PurePosixPath:
    """Return a member's name as a path below the target; raise `PackageError` if it points elsewhere."""
    path = PurePosixPath(name)
    bad = path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name or ":" in name.split("/")[0]
    if bad:
        raise PackageError(archive, f"the member {name!r} points out of the archive", "pack the folder itself")
    return path


@contextmanager
def _members(archive: Path) -> Iterator[Iterator[_Member]]:
    if archive.name.lower().endswith(_ZIPS):
        with zipfile.ZipFile(archive) as opened:
            yield _zip_members(archive, opened)
        return
    # The stream mode is not used, because there a header may request any amount of memory.
    plain = archive.name.lower().endswith(".tar")
    with archive.open("rb") if plain else gzip.open(archive) as raw:
        bounded = cast(IO[bytes], _BoundedFile(cast(IO[bytes], raw)))  # tarfile needs read, seek and tell
        with tarfile.TarFile(fileobj=bounded) as tar:
            yield _tar_members(archive, tar)


def _zip_members(archive: Path, opened: zipfile.ZipFile) -> Iterator[_Member]:
    for info in opened.infolist():
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise _not_a_file(archive, info.filename)
        if info.flag_bits & 1:
            raise PackageError(archive, f"the member {info.filename!r} is encrypted", "pack it without a password")
        yield _Member(info.filename, info.is_dir(), _zip_bytes(opened, info))


def _zip_bytes(opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    with opened.open(info) as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _tar_members(archive: Path, opened: tarfile.TarFile) -> Iterator[_Member]:
    while (info := opened.next()) is not None:
        if not (info.isreg() or info.isdir()) or info.issparse():
            raise _not_a_file(archive, info.name)
        yield _Member(info.name, info.isdir(), _tar_bytes(opened, info))


def _tar_bytes(opened: tarfile.TarFile, info: tarfile.TarInfo) -> Iterator[bytes]:
    file = opened.extractfile(info)
    while file is not None and (chunk := file.read(_CHUNK)):
        yield chunk


def _not_a_file(archive: Path, name: str) -> PackageError:
    return PackageError(archive, f"the member {name!r} is a link or a device", "pack plain files and folders")


class _BoundedFile:
    """A file that refuses single reads larger than a valid archive needs, and seeks beyond its bound."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        """Read at most `_LONGEST_READ` bytes; raise `tarfile.ReadError` for a larger request."""
        if not 0 <= size <= _LONGEST_READ:
            raise tarfile.ReadError("a header of absurd size")
        return self._file.read(size)

    def seek(self, offset: int) -> int:
        """Seek to ``offset``; raise `tarfile.ReadError` beyond the size that an archive may have."""
        if offset > 2 * MAX_BYTES:
            raise tarfile.ReadError("a member of absurd size")
        return self._file.seek(offset)

    def tell(self) -> int:
        """Return the current position."""
        return self._file.tell()
