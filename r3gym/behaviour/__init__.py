"""The behavioural half of the paper: what annotators see of a record, what they may say of it, and what follows.

`standard_record` makes the blinded record, `CODEBOOK` is the rubric as data, `LabelSet` is the file of labels, which
enforces the rubric (`check_label`).
"""

from r3gym.behaviour.codebook import CODEBOOK, CODEBOOK_VERSION, Answer, Cause, codebook_json
from r3gym.behaviour.events import Event, EventKind, ProblemFacts, StandardRecord
from r3gym.behaviour.evidence import LabelRefused, check_label, withheld
from r3gym.behaviour.label import Annotator, AnnotatorType, Label, Quotation
from r3gym.behaviour.label_set import LabelSet, LabelSetHeader, label_set_path, label_sets
from r3gym.behaviour.standard import standard_record
from r3gym.behaviour.subjects import Subject, assign, find_subjects

__all__ = [
    "CODEBOOK",
    "CODEBOOK_VERSION",
    "Annotator",
    "AnnotatorType",
    "Answer",
    "Cause",
    "Event",
    "EventKind",
    "Label",
    "LabelRefused",
    "LabelSet",
    "LabelSetHeader",
    "ProblemFacts",
    "Quotation",
    "StandardRecord",
    "Subject",
    "assign",
    "check_label",
    "codebook_json",
    "find_subjects",
    "label_set_path",
    "label_sets",
    "standard_record",
    "withheld",
]
