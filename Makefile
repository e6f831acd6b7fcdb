# The commands of the project. `make` alone lists them.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
DEMO = demo
GB = $(BIN)/graph-builder

.DEFAULT_GOAL := help
.PHONY: help install browser test lint format demo clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(VENV)/installed ## Make .venv with the project and all that tests and demo need

$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

# Tests of pictures look at them in a real browser. Where it cannot be installed they are skipped and say so.
browser:
	@if command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing chromium for the browser tests"; \
		{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } \
			>$(VENV)/chromium.log 2>&1 || echo "chromium could not be installed; see $(VENV)/chromium.log"; \
	else echo "chromium is missing; the browser tests will be skipped"; fi

test: install browser ## Run all tests
	$(BIN)/python -m pytest -n 2 $(ARGS)

lint: install ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: install ## Put the code into its usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

demo: install ## Build the bundled samples, ask some questions, draw some pictures
	@$(BIN)/python -m graph_builder.demo $(DEMO)

clean: ## Remove what these commands made
	rm -rf $(VENV) $(DEMO) .mypy_cache .ruff_cache .pytest_cache .hypothesis
