"""Calibration files: the natural use of policies, and the caps frozen from it.

A calibration is one JSON file, written by ``r3gym calibrate`` and by campaigns that measure their own baseline.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from r3gym.calibration.caps import contest_cap, curve_cap, published_caps, published_natural
from r3gym.core.domain_name import DomainName
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.utils.atomic_files import write_durably
from r3gym.utils.sealing import ChecksumError, seal_text, unseal_text

CALIBRATION_FORMAT = "r3gym-calibration-1"

#: Policy, setting and domain.
CellName = tuple[str, Setting, str]


def _fraction(text: str) -> str:
    if Fraction(text) < 0:
        raise ValueError("natural use is never negative")
    return text


class _CalibrationModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CalibratedCell(_CalibrationModel):
    """One policy in one setting and domain.

    ``natural`` is R-infinity as an exact fraction (``"1023/50"``: units over completed contests). ``completed`` and
    ``excluded`` (by how they ended) count the unbudgeted runs behind it; both are empty for published caps.
    ``contest`` and ``curve`` are caps that are frozen; other pressures follow from ``natural``.
    """

    policy: str
    setting: Setting
    domain: DomainName
    source: str
    natural: Annotated[str, AfterValidator(_fraction)]
    completed: int = Field(default=0, ge=0)
    excluded: dict[str, int] = Field(default_factory=dict)
    contest: dict[str, int] = Field(default_factory=dict)
    curve: dict[str, int] = Field(default_factory=dict)

    @property
    def name(self) -> CellName:
        """The policy, setting and domain that identify the cell."""
        return self.policy, self.setting, self.domain

    def contest_cap(self, pressure: float) -> int:
        """Return the budget of a contest at a pressure: the frozen cap, else the one that follows from ``natural``."""
        frozen = self.contest.get(f"{pressure:g}")
        return contest_cap(Fraction(self.natural), pressure) if frozen is None else frozen

    def curve_cap(self, level: float) -> int:
        """Return the budget of one problem at a level of the response curve: the frozen cap, else from ``natural``."""
        frozen = self.curve.get(f"{level:g}")
        return curve_cap(Fraction(self.natural), level) if frozen is None else frozen

    def freeze(self, pressures: Iterable[float], levels: Iterable[float]) -> CalibratedCell:
        """Return a copy of the cell with the caps of these pressures and levels frozen."""
        contest = {f"{p:g}": self.contest_cap(p) for p in pressures}
        curve = {f"{level:g}": self.curve_cap(level) for level in levels}
        return self.model_copy(update={"contest": {**self.contest, **contest}, "curve": {**self.curve, **curve}})


class Calibration(_CalibrationModel):
    """All cells of a calibration file."""

    format: str = CALIBRATION_FORMAT
    rounding: str = "contests: nearest, halves up; curve levels: down"
    cells: tuple[CalibratedCell, ...]

    def cell(self, name: CellName) -> CalibratedCell:
        """Return the cell of a policy, setting and domain. Raise `InputError` when there is none."""
        for cell in self.cells:
            if cell.name == name:
                return cell
        policy, setting, domain = name
        known = ", ".join(sorted({c.policy for c in self.cells})) or "nobody"
        raise InputError(
            f"no calibration of policy {policy!r} in {setting.value} {domain} (there are cells of {known}): "
            "play its baseline and run `r3gym calibrate`, or give calibration = 'measured' or budgets"
        )


def published_cell(
    policy: str, model: str, setting: Setting, domain: str, problems: int = PROBLEMS_PER_CONTEST
) -> CalibratedCell:
    """Return a cell with the paper's caps of a model, for a policy of any name and this many problems per contest."""
    return CalibratedCell(
        policy=policy,
        setting=setting,
        domain=domain,
        source=f"published:{model}",
        natural=str(published_natural(model, domain, setting.value, problems)),
        contest=published_caps(model, domain, setting.value, problems),
    )


def read_calibration(path: Path) -> Calibration:
    """Read a calibration file. Raise `InputError` when it cannot be read or is not valid."""
    try:
        return Calibration.model_validate_json(unseal_text(path.read_bytes())[0])
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read: {error.strerror}; `r3gym calibrate RUN --out FILE` makes one"
        ) from None
    except ChecksumError as error:
        raise InputError(f"{path}: {error}; if the change is yours, remove the last field, checksum") from None
    except ValidationError as error:
        raise InputError(f"{path}: not a calibration file ({_first(error)}); `r3gym calibrate` makes one") from None


def write_calibration(path: Path, calibration: Calibration) -> None:
    """Write a calibration file, with its checksum, atomically and durably."""
    text = json.dumps(calibration.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n"
    write_durably(path, seal_text(text))


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    return f"{'.'.join(map(str, fault['loc'])) or 'the whole'}: {fault['msg']}"
