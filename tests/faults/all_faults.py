"""All faults, family by family."""

from __future__ import annotations

from faults_disk import DISK
from faults_machine import CLOCK, RESOURCES
from faults_others import CONCURRENCY, CONFIGURATION
from faults_service import SERVICE
from faults_stops import STOPS

FAULTS = (*STOPS, *DISK, *CLOCK, *SERVICE, *CONCURRENCY, *CONFIGURATION, *RESOURCES)
