"""Forms that are no labels yet (a quotation is missing): kept beside the labels, so that no filling in is lost.

One file per annotator and episode, ``RUN/labels/.drafts/NAME/EPISODE.json``; nothing but the desk reads them.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from r3gym.behaviour.label_set import labels_folder
from r3gym.desk.changes import Form, Place
from r3gym.utils.atomic_files import sync_folder, write_durably

_FORMS: TypeAdapter[tuple[Form, ...]] = TypeAdapter(tuple[Form, ...])


class Drafts:
    """The drafts of one annotator."""

    def __init__(self, run: Path, name: str) -> None:
        self._folder = labels_folder(run) / ".drafts" / name

    def of(self, episode: str) -> tuple[Form, ...]:
        """Return the drafts of an episode (its blinded name). A file that cannot be read holds none: it is no label."""
        try:
            return _FORMS.validate_json((self._folder / f"{episode}.json").read_bytes())
        except (FileNotFoundError, ValidationError):
            return ()

    def keep(self, episode: str, form: Form) -> None:
        """Keep a draft durably, in the place of an earlier one of its place."""
        self._write(episode, (*self._others(episode, form.place), form))

    def drop(self, episode: str, place: Place) -> None:
        """Forget the draft of a place, if there is one."""
        left = self._others(episode, place)
        if len(left) < len(self.of(episode)):
            self._write(episode, left)

    def begun(self) -> frozenset[str]:
        """Return the episodes with a draft."""
        return frozenset(file.stem for file in self._folder.glob("[!.]*.json"))

    def _others(self, episode: str, place: Place) -> tuple[Form, ...]:
        return tuple(one for one in self.of(episode) if one.place != place)

    def _write(self, episode: str, forms: tuple[Form, ...]) -> None:
        file = self._folder / f"{episode}.json"
        if forms:
            write_durably(file, _FORMS.dump_json(forms).decode())
        else:
            file.unlink(missing_ok=True)
            sync_folder(self._folder)
