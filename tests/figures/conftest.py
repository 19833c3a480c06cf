"""The campaign of the gallery, read and drawn once for all tests of figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from r3gym.analysis import Resampling
from r3gym.figures import FIGURES, Drawing, FigureOptions, FigureSource, read_source

GALLERY = Path(__file__).resolve().parents[2] / "docs/gallery"


@pytest.fixture(scope="session")
def gallery() -> FigureSource:
    return read_source([GALLERY], resampling=Resampling(200))


@pytest.fixture(scope="session")
def drawings(gallery: FigureSource) -> dict[str, Drawing]:
    return {
        name: kind.draw(gallery, FigureOptions(index={"tunnel": 2, "scanner": 1})) for name, kind in FIGURES.items()
    }
