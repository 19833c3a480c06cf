"""Print the findings of the audit: ``python tools/paper_audit [--only contradicts] [--json]``."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from paper_audit.audit import check_paper
from paper_audit.finding import Agreement, PaperFinding


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tools/paper_audit", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=[standing.value for standing in Agreement])
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    given = parser.parse_args()
    findings = check_paper()
    wanted = [finding for finding in findings if given.only in (None, finding.standing)]
    if given.json:
        print(json.dumps([asdict(finding) for finding in wanted], indent=2, ensure_ascii=False))
        return
    for finding in wanted:
        print("\n".join(lines(finding)), end="\n\n")
    tally = (f"{sum(f.standing is standing for f in findings)} {standing}" for standing in Agreement)
    print(f"{len(findings)} checks: {', '.join(tally)}")


def lines(finding: PaperFinding) -> list[str]:
    found = [f"{finding.standing.upper()}: {finding.check}", f"  paper: {finding.published}"]
    if finding.standing is not Agreement.NOT_CHECKABLE:
        found.append(f"  here:  {finding.recomputed}")
    return [*found, *([f"  note:  {finding.note}"] if finding.note else []), f"  where: {finding.where}"]


if __name__ == "__main__":
    main()
