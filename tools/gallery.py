"""Draw docs/gallery.md: every figure of the campaign that lies in docs/gallery.

Run: ``make gallery``. The campaign is ``examples/gallery.toml``, played once; ``tools/gallery.py --take RUN`` puts a
newly played one in its place, rows without what is default and the one record that is drawn step by step.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from r3gym.figures import FIGURES, FigureOptions, FigureSource, read_source
from r3gym.figures.episode_lanes import chosen_row
from r3gym.records.campaign_folder import MANIFEST, ROWS, read_rows

TOP = Path(__file__).resolve().parents[1]
CAMPAIGN, PICTURES, PAGE = TOP / "docs/gallery", TOP / "docs/images/gallery", TOP / "docs/gallery.md"

#: What no figure shows.
CONTEXT, READING = ("trims", "trimmed_chars"), ("duplicate", "unmarked", "declined", "rides")

HEAD = """# Gallery

Every figure of `r3gym figure`, drawn by `make gallery` from the campaign in [docs/gallery](gallery)
({episodes:,} episodes of `examples/gallery.toml`, played once with two scripted solvers). The solvers are insiders:
their drafts come from the problem bank, so the pictures show the figures and the machinery, never a model. What each
figure needs, and how to draw it: [figures.md](figures.md).
"""


def take(run: Path) -> None:
    """Copy a played campaign: its manifest, its rows without defaults, the record of the episode that is drawn."""
    shutil.rmtree(CAMPAIGN, ignore_errors=True)
    CAMPAIGN.mkdir(parents=True)
    shutil.copy(run / MANIFEST, CAMPAIGN / MANIFEST)
    _, drawn = chosen_row(read_source([run]), FigureOptions())
    with (CAMPAIGN / ROWS).open("w", encoding="utf-8") as file:
        for row in read_rows(run):
            slots = tuple(slot.model_copy(update=dict.fromkeys(READING)) for slot in row.slots)
            clock = {"started": "", "seconds": round(row.seconds, 1)}
            record = row.record if row.id == drawn.id else None
            kept = row.model_copy(update={"slots": slots, "record": record, **dict.fromkeys(CONTEXT), **clock})
            file.write(kept.model_dump_json(exclude_defaults=True) + "\n")
    assert drawn.record is not None
    (CAMPAIGN / drawn.record).parent.mkdir(parents=True)
    shutil.copy(run / drawn.record, CAMPAIGN / drawn.record)


def draw(source: FigureSource) -> None:
    """Write the pictures and the page."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    page = [HEAD.format(episodes=source.runs[0].analysis.episodes)]
    for name, kind in FIGURES.items():
        drawing = kind.draw(source)
        page.append(f"\n## {kind.title}\n")
        where = f"In the paper: {kind.paper}." if kind.paper else "Beyond the paper."
        if drawing.missing is None:
            drawing.write(PICTURES / f"{name}.svg")
            page.append(f"![{kind.title}](images/gallery/{name}.svg)\n")
            page.append(f"`{name}`: {drawing.caption} {where}")
        else:
            page.append(f"`{name}` is not drawn here: {drawing.missing}. {where}")
    PAGE.write_text("\n".join(page) + "\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--take", type=Path, metavar="RUN")
    arguments = parser.parse_args()
    if arguments.take is not None:
        take(arguments.take)
    draw(read_source([CAMPAIGN]))
    print(f"{PAGE.relative_to(TOP)}, {PICTURES.relative_to(TOP)}")
