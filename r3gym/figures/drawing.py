"""A drawing: a picture and the table behind it, or the words that stand in its place."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from r3gym.errors import InputError
from r3gym.figures.style import PNG_DPI, styled
from r3gym.figures.svg import inline_svg, plain_svg
from r3gym.figures.table import FigureTable, shown
from r3gym.utils.html_elements import Html, element, folded

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: The kinds of files that a drawing can be written to.
SUFFIXES = (".svg", ".png", ".csv")


class MissingData(Exception):
    """What a figure needs is not there; the message says what, and how to get it."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """What a figure's function returns; ``caption`` says what is seen, ``note`` of how much, with which intervals."""

    picture: Figure
    table: FigureTable
    caption: str
    note: str


@dataclass(frozen=True, eq=False)
class Drawing:
    """A figure of one or more runs. ``picture`` is None exactly where ``missing`` says what is not there.

    ``note`` states n and the intervals; the picture has it below its panels.
    """

    name: str
    title: str
    caption: str
    table: FigureTable
    picture: Figure | None
    missing: str | None = None
    note: str = ""

    def svg(self) -> str:
        """Return an SVG file: a white ground, fixed colours, text as text."""
        return plain_svg(self._svg, self.title)

    def inline_svg(self) -> str:
        """Return an SVG element for a page: no ground, in the page's ink, its names apart from other figures'.

        It has no style attribute and no style sheet, so that a strict content security policy lets it pass.
        """
        return inline_svg(self._svg, self.name, f"{self.title}. {self.caption} {self.note}".strip())

    def png(self) -> bytes:
        """Return a PNG file."""
        return self._rendered("png")

    def csv(self) -> str:
        """Return the table as CSV."""
        return self.table.csv()

    def write(self, path: Path) -> None:
        """Write a picture or the table, by the suffix of the path; raise `InputError` where there is no picture."""
        if path.suffix not in SUFFIXES:
            raise InputError(f"{path}: a figure is written as {', '.join(SUFFIXES)}")
        if self.missing is not None:
            raise InputError(f"{self.name}: {self.missing}")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".png":
            path.write_bytes(self.png())
        else:
            path.write_text(self.svg() if path.suffix == ".svg" else self.csv(), "utf-8")

    def html(self) -> Html:
        """Return picture, caption and folded table, or the words in their place."""
        if self.missing is not None:
            return element("p", f"{self.title}: {self.missing}.")
        return element(
            "figure",
            Html(self.inline_svg()),
            element("figcaption", element("b", f"{self.title}. "), self.caption),
            folded("Table", html_table(self.table)),
        )

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        return str(self.html())

    @cached_property
    def _svg(self) -> bytes:
        """What matplotlib writes, once for the file and the page."""
        return self._rendered("svg")

    def _rendered(self, kind: str) -> bytes:
        if self.picture is None:
            raise InputError(f"{self.name}: {self.missing}")
        file = io.BytesIO()
        with styled(), warnings.catch_warnings():
            # A name may have signs that no font here has: a PNG shows a box, SVG and page the reader's own font.
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
            self.picture.savefig(file, format=kind, dpi=PNG_DPI, metadata={"Date": None} if kind == "svg" else None)
        return file.getvalue()


def html_table(table: FigureTable) -> Html:
    """Return the table as HTML, numbers rounded."""
    head = element("tr", *(element("th", name, scope="col") for name in table.columns))
    body = [element("tr", *(element("td", shown(value)) for value in row)) for row in table.rows]
    return element("table", element("thead", head), element("tbody", *body))
