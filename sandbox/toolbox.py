"""The toolbox: what every sandbox offers for computation and inspection, whatever the machine has installed.

The pinned Python packages are mounted where the sandbox's ``python3`` looks for packages (`r3gym.sandbox.packages`),
and replace those of the machine. The programs come from the machine or its package mirror (bubblewrap,
`r3gym.sandbox.programs`) or from the image (docker).
"""

from __future__ import annotations

from collections.abc import Mapping

#: The Python packages by version. One set for all machines: there are wheels for `PYTHONS` on x86-64 and aarch64.
PACKAGES: Mapping[str, str] = {"mpmath": "1.3.0", "numpy": "2.4.6", "sympy": "1.14.0"}

PYTHONS = ("3.11", "3.12", "3.13", "3.14")

#: Programs that compute: a sandbox without one of them lacks a part of the toolbox.
COMPUTE_PROGRAMS = ("bc", "gawk")

#: All programs of the toolbox; those for inspection are reported where they are missing, and nothing is refused.
PROGRAMS = (*COMPUTE_PROGRAMS, "file", "less", "patch", "tree")

#: Where programs that the machine lacks are mounted under bubblewrap; PATH ends with its folder ``bin``.
EXTRA_FOLDER = "/run/toolbox"
