# Two commands do everything: `make serve` (build from the texts, serve site and SPARQL) and `make test`.
# Each target sets up what it needs once; a second run installs nothing and needs no network.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
HOST   ?= 127.0.0.1
PORT   ?= 8000
PYTEST ?=

PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
HASHED := install --require-hashes --no-deps
RUN    := $(VENV)/.run $(VENV)/.node

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve build test lint bench lock clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

serve: $(RUN) ## build everything that is out of date, then serve the site and the SPARQL endpoint
	@exec $(BIN)/tsesi serve --host $(HOST) --port $(PORT)

build: $(RUN) ## texts -> graph -> site, into build/
	@$(BIN)/tsesi build

test: $(RUN) $(VENV)/.dev ## all tests (PYTEST="-k name" for some)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile $(PYTEST)

lint: $(RUN) $(VENV)/.dev ## ruff, mypy (strict) and the import contract
	@failed=0; for check in "ruff check ." "ruff format --check ." mypy lint-imports; do \
	  echo "$$check"; $(BIN)/$$check || failed=1; done; exit $$failed

bench: $(RUN) $(VENV)/.dev ## the figures: reading, queries, search
	$(BIN)/python -m tests.bench

lock: $(VENV)/.dev ## pin the requirements again, with hashes
	for set in run dev build; do $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header \
	  --no-emit-index-url --generate-hashes requirements/$$set.in -o requirements/$$set.txt || exit 1; done
	PATH="$(CURDIR)/$(BIN):$$PATH" npm install --package-lock-only

clean: ## remove the environment and everything built
	rm -rf $(VENV) build .build-* .lock-* node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tsesi needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ...")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "Python lacks venv. On Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.python requirements/build.txt requirements/run.txt pyproject.toml
	@echo "Installing what Tsesi runs on (once; a minute or two)" >&2
	$(PIP) $(HASHED) -r requirements/build.txt -r requirements/run.txt
	$(PIP) install --no-deps --no-build-isolation --no-index -e .
	@touch $@

# Node and npm come from the same pinned requirements; what the pages load is pinned in package-lock.json.
$(VENV)/.node: $(VENV)/.run package-lock.json
	@$(BIN)/python -c 'from pathlib import Path; from tsesi.site import assets; assets.install(Path())'
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	@echo "Installing what the tests need (once)" >&2
	$(PIP) $(HASHED) -r requirements/dev.txt
	@touch $@
