"""The package under examples/plugin as pip installs it, and the command line with it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "plugin"


def install_example(site: Path) -> Path:
    """Install the example into a folder.

    The wheel is zipped here from what its pyproject.toml says, since building one needs the network.
    """
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))
    name, version = project["project"]["name"].replace("-", "_"), project["project"]["version"]
    points = "".join(
        f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in entries.items())
        for group, entries in project["project"]["entry-points"].items()
    )
    dist = site / "dist"
    dist.mkdir()
    wheel, info = dist / f"{name}-{version}-py3-none-any.whl", f"{name}-{version}.dist-info"
    parts = project["tool"]["setuptools"]
    files = [EXAMPLE / f"{module}.py" for module in parts["py-modules"]]
    for package in parts["packages"]:
        patterns = ["*.py", *parts["package-data"][package]]
        files += [file for pattern in patterns for file in sorted((EXAMPLE / package).glob(pattern))]
    with zipfile.ZipFile(wheel, "w") as zipped:
        for file in files:
            zipped.write(file, file.relative_to(EXAMPLE).as_posix())
        zipped.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        zipped.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        zipped.writestr(f"{info}/entry_points.txt", points)
        zipped.writestr(f"{info}/RECORD", "")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target"]
    subprocess.run([*pip, str(site / "packages"), str(wheel)], check=True, capture_output=True)
    return site / "packages"


def cli(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line with one more folder of installed packages."""
    return python(site, "-c", "from r3gym.cli.main import run; run()", *arguments)


def python(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python with one more folder of installed packages."""
    env = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=site, timeout=300, env=env)


def metadata(site: Path, package: str, group: str, line: str, module: str = "") -> None:
    """A distribution on the path: what pip leaves behind."""
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{line}\n")
    (site / f"{package}_code.py").write_text(module)
