# Two commands do everything: `make serve` (build from the texts, serve site and SPARQL) and `make test`.
# Each target sets up what it needs once; a second run installs nothing and needs no network.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
HOST   ?= 127.0.0.1
PORT   ?= 8000
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
HASHED := install --require-hashes --no-deps

.DEFAULT_GOAL := help
.PHONY: help serve build test lint bench lock clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

serve: $(VENV)/.run ## build everything, then serve the site and the SPARQL endpoint
	$(BIN)/tsesi serve --host $(HOST) --port $(PORT)

build: $(VENV)/.run ## texts -> graph -> site, into build/
	$(BIN)/tsesi build

test: $(VENV)/.dev ## all tests
	$(BIN)/python -m pytest $(PYTEST)

lint: $(VENV)/.dev ## ruff, mypy (strict) and the import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## the figures: reading, queries, search
	$(BIN)/python -m tests.bench

lock: $(VENV)/.dev ## pin the requirements again, with hashes
	$(PIP) install uv
	for set in run dev build; do $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header \
	  --no-emit-index-url --generate-hashes requirements/$$set.in -o requirements/$$set.txt || exit 1; done

clean: ## remove the environment and everything built
	rm -rf $(VENV) build node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tsesi needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.python requirements/build.txt requirements/run.txt pyproject.toml
	@echo "Installing what Tsesi runs on (once; about a minute)" >&2
	$(PIP) $(HASHED) -r requirements/build.txt -r requirements/run.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	@echo "Installing what the tests need (once)" >&2
	$(PIP) $(HASHED) -r requirements/dev.txt
	@touch $@
