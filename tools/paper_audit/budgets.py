"""The budget table: equal shares, the rule of rounding, and what the caps allow an oracle or a scheduler to do."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from paper_audit.finding import Agreement, PaperFinding, cell_name, compared
from r3gym.core.paper_constants import CURVE_GRID, PROBLEMS_PER_CONTEST
from r3gym.paper.published import PaperData

STRONG, MODERATE = Fraction(1, 5), Fraction(4, 5)
LOWEST = min(Fraction(str(level)) for level in CURVE_GRID)

#: For each rule of rounding: the interval [low, high) of shares that become a cap.
RULES: dict[str, Callable[[int], tuple[Fraction, Fraction]]] = {
    "down": lambda cap: (Fraction(cap), Fraction(cap + 1)),
    "to nearest": lambda cap: (cap - Fraction(1, 2), cap + Fraction(1, 2)),
    "up": lambda cap: (Fraction(cap - 1), Fraction(cap)),
}


def check_budgets(paper: PaperData) -> Iterator[PaperFinding]:
    """Everything that follows from the caps."""
    yield equal_thresholds(paper)
    yield from rounding_of_caps(paper)
    yield oracles_within_the_grid(paper)
    yield oracles_above_the_actions(paper)
    yield gate_that_cannot_act(paper)
    yield case_cost_on_the_grid(paper)
    yield case_budgets(paper)


def equal_thresholds(paper: PaperData) -> PaperFinding:
    """A sixth of the budget, rounded down."""
    claim, budgets = paper.claims["equal-thresholds"], paper.table("budgets")
    shares = [
        budgets.one(model="GPT-5.5", domain=d)["tool_free_0.2"] // PROBLEMS_PER_CONTEST for d in ("math", "code", "ar")
    ]
    return compared(claim.says, claim.where, claim.value, shares)


def common_use(strong: int, moderate: int, rule: str) -> bool:
    """Whether some unbudgeted use gives both caps under a rule.

    >>> common_use(229, 913, "down"), common_use(229, 913, "up")
    (False, True)
    """
    (low, high), (least, most) = RULES[rule](strong), RULES[rule](moderate)
    return max(low / STRONG, least / MODERATE) < min(high / STRONG, most / MODERATE)


def rounding_of_caps(paper: PaperData) -> Iterator[PaperFinding]:
    """The caps at 0.8 and 0.2 come from one unbudgeted use, up to the rule of rounding."""
    table = paper.table("budgets")
    for setting in ("tool_free", "agentic"):
        pairs = {
            f"{row['model']} {row['domain']}": (row[f"{setting}_0.2"], row[f"{setting}_0.8"]) for row in table.records()
        }
        fits = {name: [rule for rule in RULES if common_use(*pair, rule)] for name, pair in pairs.items()}
        exact = sum(moderate == 4 * strong for strong, moderate in pairs.values())
        never = [name for name, rules in fits.items() if not rules]
        for_all = [rule for rule in RULES if all(rule in rules for rules in fits.values())]
        tally = ", ".join(f"{rule} {sum(rule in rules for rules in fits.values())}" for rule in RULES)
        word = setting.replace("_", "-")
        yield PaperFinding(
            f"cap at 0.8 and cap at 0.2 from one unbudgeted use ({word})",
            f"{table.label}; section 3.1",
            Agreement.CONTRADICTS if never else Agreement.AGREES if exact == len(pairs) else Agreement.ROUNDING,
            f"{len(pairs)} pairs",
            f"{exact} are exactly four times, {len(pairs) - exact - len(never)} within rounding, {len(never)} not",
            "; ".join(f"{name}: {pairs[name][0]} and {pairs[name][1]} fit no rule of rounding" for name in never),
        )
        yield PaperFinding(
            f"one rule of rounding for all caps ({word})",
            f"{table.label}; section 3.1; appendix Response-Curve Oracle",
            Agreement.AGREES if for_all else Agreement.CONTRADICTS,
            "rounded (section 3.1), rounded down (the grid's levels)",
            f"pairs that a rule explains: {tally} of {len(pairs)}",
            f"all caps fit rounding {for_all[0]}" if for_all else "no single rule explains all caps",
        )


def most_funded(cap: int) -> int | None:
    """How many problems fit into a cap at pressure 0.2 on the lowest level of the grid; None: it may cost nothing.

    The unbudgeted use is known within one unit of the cap, whatever the rule of rounding.

    >>> most_funded(15500), most_funded(7), most_funded(2)
    (4, 7, None)
    """
    least_use = Fraction(cap - 1) / STRONG
    lowest = math.floor(LOWEST * least_use)
    return cap // lowest if lowest else None


def oracles_within_the_grid(paper: PaperData) -> PaperFinding:
    """With caps as costs, a budget of 0.2 buys no more than four levels of 0.05."""
    budgets, odd, cells = paper.table("budgets"), [], 0
    for row in paper.table("main").records(pressure=0.2):
        cap = budgets.one(model=row["model"], domain=row["domain"])[f"{row['setting']}_0.2"]
        most = most_funded(cap)
        if most is None:
            continue
        cells += 1
        if paper.table("main").interval(row, "oracle")[0] > most:
            odd.append(f"{cell_name(row)}: {row['oracle']:.2f} with at most {most} problems funded of a cap of {cap}")
    return PaperFinding(
        "oracle at pressure 0.2 not above the problems its budget can fund",
        "tab:main-results-domain-columns; tab:budget_calibration; appendix Response-Curve Oracle",
        Agreement.CONTRADICTS if odd else Agreement.AGREES,
        f"{cells} cells whose lowest level costs something",
        f"{len(odd)} above" if odd else "none above",
        "; ".join(odd) + ". Possible only if the oracle paid observed costs, as section 4.3 has it" if odd else "",
    )


def oracles_above_the_actions(paper: PaperData) -> PaperFinding:
    """An agentic oracle above its number of actions needs levels that cost no action."""
    budgets, above, odd = paper.table("budgets"), 0, []
    for row in paper.table("main").records(setting="agentic"):
        cap = budgets.one(model=row["model"], domain=row["domain"])[f"agentic_{row['pressure']:g}"]
        if row["oracle"] > cap:
            above += 1
            if most_funded(cap) is not None:
                odd.append(cell_name(row))
    return PaperFinding(
        "agentic oracles above their number of actions",
        "tab:main-results-domain-columns; tab:budget_calibration",
        Agreement.CONTRADICTS if odd else Agreement.AGREES,
        f"{above} cells",
        f"{above - len(odd)} explained by levels of zero actions",
        "; ".join(odd) or "the lowest levels round down to no action at all, so what is solved there costs nothing",
    )


def gate_that_cannot_act(paper: PaperData) -> PaperFinding:
    """B's verification gate acts after six paid probes; where the budget is smaller, B is A with other words."""
    budgets, schedulers = paper.table("budgets"), paper.table("schedulers")
    short = []
    for row in schedulers.records():
        cap = budgets.one(model=row["model"], domain=row["domain"])["agentic_0.2"]
        if cap < PROBLEMS_PER_CONTEST and row["coverage"] != row["verification"]:
            short.append(f"{row['model']} {row['domain']} (cap {cap})")
    return PaperFinding(
        "rows whose difference of A and B the verification gate can make",
        "section 5; tab:online_scheduler_directives; tab:budget_calibration",
        Agreement.CONTRADICTS if short else Agreement.AGREES,
        "section 5 credits the gate in math and AR",
        f"the gate cannot act in {len(short)} of {len(schedulers.rows)} rows",
        f"it acts once all six problems had a paid probe, and these budgets end before: {', '.join(short)}"
        if short
        else "",
    )


def case_cost_on_the_grid(paper: PaperData) -> PaperFinding:
    """Case I calls its costs levels of the grid: are they, for a budget of ten at pressure 0.2?"""
    budget = paper.claims["case-overcommitment-oracle"].value[2]
    uses = [Fraction(tenth, 10) for tenth in range((budget - 1) * 50, (budget + 1) * 50 + 1)]
    levels = {math.floor(Fraction(str(level)) * use) for level in CURVE_GRID for use in uses}
    odd = [
        row for row in paper.table("case-overcommitment").records() if row["cheapest_success"] not in {None, *levels}
    ]
    return PaperFinding(
        "case I: cheapest successes are levels of the grid",
        "tab:qual_case_overcommitment and its caption",
        Agreement.CONTRADICTS if odd else Agreement.AGREES,
        "levels of the grid",
        f"levels under 10 can be {', '.join(str(level) for level in sorted(levels) if level < budget)}",
        "; ".join(f"problem {row['label']}: {row['cheapest_success']} is none" for row in odd),
    )


def case_budgets(paper: PaperData) -> PaperFinding:
    """The budgets of the case studies are those of the table."""
    budgets, third, matched = paper.table("budgets"), "case-finalization-budget", "case-scheduler-scores"
    said = [paper.claims[third].value, paper.claims[matched].value[2]]
    caps = [
        budgets.one(model="DeepSeek-V4-Pro", domain="ar")["agentic_0.8"],
        budgets.one(model="DeepSeek-V4-Pro", domain="code")["agentic_0.2"],
    ]
    return compared("budgets of case III and of the matched example", paper.claims[third].where, said, caps)
