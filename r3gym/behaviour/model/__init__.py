"""A model as an annotator: it reads the standardised record in windows, and must quote."""

from r3gym.behaviour.model.annotating import label_by_model, model_annotator
from r3gym.behaviour.model.pricing import Price, price

__all__ = ["Price", "label_by_model", "model_annotator", "price"]
