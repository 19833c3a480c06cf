"""The look of every picture: inks, sizes, and colours that remain apart in grey and for colour-blind readers.

Colours are those of Okabe and Ito without the yellow, which is too light on paper. No meaning hangs on a colour alone:
series differ in marker and line as well, tiers and classes in lightness.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from r3gym.errors import InputError

#: The inks that a page replaces by its own (`r3gym.figures.svg`).
INK, QUIET, LINE, PAPER = "#1d1f21", "#63686e", "#dcdddb", "#ffffff"

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a8508a", "#b37a00", "#56a3d9", "#7a7f85", "#dd7aa5")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)))

#: From light to dark, so that they are told apart in grey.
TIER_COLOURS = {"easy": "#a9d3ec", "medium": "#e69f00", "hard": "#7a3b8f", "all": QUIET}
#: The same tiers as lines and marks on paper.
TIER_INKS = {"easy": "#4a9bd1", "medium": "#c98500", "hard": "#7a3b8f", "all": INK}
CLASS_COLOURS = ("#56a3d9", "#d55e00", "#f0c27a", "#4d3a72", "#b8bab8")

#: What is too dark on a dark page, and what stands there instead: as far apart in lightness from its neighbours.
ON_DARK = {"#7a3b8f": "#a06bb8", "#4d3a72": "#8068b8"}

WIDTH = 7.2  #: inches: the text width of an A4 page
PNG_DPI = 150

#: The font of every picture comes with matplotlib, so that pictures are alike everywhere.
FONT = "DejaVu Sans"
#: Fonts with Chinese, Japanese and Korean signs, of which the first that a machine has draws what `FONT` lacks.
EAST_ASIAN_FONTS = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans SC", "Noto Sans JP", "Source Han Sans SC",
    "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "IPAexGothic", "IPAGothic", "NanumGothic",
    "PingFang SC", "Hiragino Sans", "Hiragino Sans GB", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic",
    "Arial Unicode MS",
)  # fmt: skip

STYLE: dict[str, Any] = {
    "font.size": 8.5,
    "text.parse_math": False,  # names are text, whatever signs they hold
    "text.color": INK,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlesize": 8.5,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.labelsize": 8.5,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "lines.linewidth": 1.4,
    "lines.markersize": 4.5,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "savefig.facecolor": PAPER,
    "svg.fonttype": "none",
    "svg.hashsalt": "r3gym",  # the same picture has the same bytes
}


@cache
def font_families() -> tuple[str, ...]:
    """Return the fonts in which texts are drawn and measured: what the first lacks is drawn in the next."""
    from matplotlib.font_manager import fontManager

    here = set(fontManager.get_font_names())
    return (FONT, *[name for name in EAST_ASIAN_FONTS if name in here][:1])


def need_matplotlib() -> None:
    """Raise `InputError` where matplotlib is not installed."""
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError:
        raise InputError(
            "figures need matplotlib: pip install 'r3gym[figures]' (`r3gym analyze` has the numbers without it)"
        ) from None


@contextmanager
def styled() -> Iterator[None]:
    """Draw in this style; raise `InputError` where matplotlib is not installed."""
    need_matplotlib()
    import matplotlib as mpl

    with mpl.rc_context(STYLE | {"font.family": list(font_families())}):  # type: ignore[arg-type]
        yield


def series_style(number: int) -> dict[str, Any]:
    """Return colour, marker and line of a series by its number."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[number % len(DASHES)],
    }


def tip(artists: object, text: str) -> None:
    """Give an artist, or several, a text that a page shows when the reader points at it."""
    every: Sequence[Any] = artists if isinstance(artists, Sequence) else [artists]
    for artist in every:
        artist.set_gid(f"tip:{text}")
