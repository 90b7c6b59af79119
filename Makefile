# Everything that is done with this repository. `make help` lists it.

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --quiet --disable-pip-version-check
# What is installed, each with a file that says when: what Wagonik needs to run and to be compiled,
# the compiled engine, Wagonik itself, and what is needed to work on it.
TABLE := $(VENV)/.wagonik-table
BUILD := $(VENV)/.wagonik-build
COMPILED := $(VENV)/compiled
STAMP := $(VENV)/.wagonik
TOOLS := $(VENV)/.wagonik-tools
# Packages come in the exact versions of requirements/*.txt, checked by their hashes. `make LOCK=no`
# takes the newest that pyproject.toml allows instead.
LOCK := yes
# The engine is compiled twice, the second time by what play has called how often, where gcc is the
# compiler: a tenth faster. `make PROFILE=0` compiles once.
PROFILE := 1
# npm, pip and the compiler work side by side, which a make of its own sees to.
SIDE_BY_SIDE = $(MAKE) --silent --no-print-directory -j4
# What the engine is compiled from, as setup.py lists it, and what the package is made of: after a
# change of anything else in the package it is installed again, but not compiled.
ENGINE := $(shell sed -n '/^COMPILED = \[/,/^\]/s/^ *"\(.*\)",$$/\1/p' setup.py)
ENGINE_PARTS := pyproject.toml setup.py $(shell find $(ENGINE) -name '*.py')
PARTS := $(shell find src/wagonik -type f -not -path '*/__pycache__/*' -not -path '*/server/static/*')

# The web client: its tools, and its build, which becomes part of the package.
WEB_TOOLS := web/node_modules/.wagonik
WEB_STAMP := src/wagonik/server/static/index.html
WEB_PARTS := $(wildcard web/*.json web/*.ts web/index.html) \
  $(shell find web/src web/public -type f 2>/dev/null)

# What plain Python plays otherwise than compiled code could; the rest is plain Python anyway.
PLAIN_TESTS := tests/engine tests/games tests/properties tests/bots \
  tests/cli/test_app.py tests/cli/test_check.py tests/cli/test_replay.py tests/server/test_changes.py \
  tests/test_match.py tests/test_records.py tests/test_registry.py
# Three at a time on two cores, as many a test waits for a server; who is done first takes over half of
# what another has left, so that tests which share a table or a match mostly stay together.
# What Python makes of the tests is kept, also where that is switched off: every process would make
# it again.
PYTEST := env PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n 3 --dist worksteal -q

.DEFAULT_GOAL := help

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-12s %s\n", $$1, $$2 }'

# The table does not wait for the compiler: until it is done, the plain sources play (tools/play.py).
play: ## set everything up, start the table and open the browser
	@$(SIDE_BY_SIDE) $(TABLE) $(WEB_STAMP)
	@if $(MAKE) --silent --question $(STAMP); then $(VENV)/bin/wagonik play; \
	else $(PY) -m tools.play; fi

setup: ## make .venv with Wagonik, compiled, and the web client
	@$(SIDE_BY_SIDE) $(STAMP) SOONER=$(BUILD)

tools: ## add what is needed to work on it: laboratory, tests, documentation
	@$(SIDE_BY_SIDE) $(STAMP) SOONER=$(BUILD) FIRST=$(TOOLS)

$(VENV)/bin/python:
	@python=$$(for name in python3.14 python3.13 python3.12 python3.11 python3; do \
	  if $$name -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then echo $$name; break; fi; done); \
	if [ -z "$$python" ]; then \
	  echo 'Python 3.11 or newer with venv is needed (Debian: apt install python3-venv).'; exit 1; fi; \
	echo "Making $(VENV) with $$($$python --version)"; \
	$$python -m venv $(VENV)

$(BUILD): requirements/build.txt $(VENV)/bin/python
	@echo 'Installing what compiles the engine'
	$(INSTALL)
	@touch $@

# Not at the same time as the other packages, since pip does not expect another pip in the same place:
# after what compiles (SOONER), so that the compiler starts, unless the table is to open first.
$(TABLE): requirements/table.txt $(VENV)/bin/python | $(SOONER)
	@echo 'Installing what the table needs'
	$(INSTALL)
	@touch $@

$(TOOLS): requirements/tools.txt $(TABLE) | $(SOONER)
	@echo 'Installing the laboratory and the tools for tests and documentation'
	$(INSTALL)
	@touch $@

ifeq ($(LOCK),no)
INSTALL = $(PY) -m tools.lock needs $< > $@ && $(PIP) install -r $@
else
INSTALL = $(PIP) install -r $<
endif

$(COMPILED): $(BUILD) $(ENGINE_PARTS)
	@echo 'Compiling the engine, which takes about two minutes on two cores'
	@# What an earlier build left behind would be installed again, deleted modules included.
	rm -rf build src/*.egg-info $@ $(VENV)/compiling
	mkdir $(VENV)/compiling
	WAGONIK_PROFILE=$(PROFILE) $(PY) setup.py --quiet build_ext --build-lib $(VENV)/compiling
	rm -rf build src/*.egg-info
	mv $(VENV)/compiling $@
	@touch $@

$(STAMP): $(TABLE) $(COMPILED) $(WEB_STAMP) $(PARTS) | $(FIRST)
	@echo 'Installing Wagonik'
	WAGONIK_COMPILED=$(abspath $(COMPILED)) $(PIP) install --no-deps --no-build-isolation --force-reinstall .
	rm -rf build src/*.egg-info
	@$(VENV)/bin/wagonik --version
	@touch $@

$(WEB_TOOLS): web/package-lock.json
	@node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null || \
	  { echo 'Node 20 or newer is needed to build the web client.'; exit 1; }
	@echo 'Installing the tools of the web client'
	cd web && { npm ci --no-audit --no-fund || { \
	  echo 'npm ci does not take the lock here: installing what it names one by one'; \
	  npm install --no-save --no-audit --no-fund; }; }
	@touch $(WEB_TOOLS)

$(WEB_STAMP): $(WEB_TOOLS) $(WEB_PARTS)
	@echo 'Building the web client'
	cd web && npm run --silent bundle -- --logLevel error
	@touch $(WEB_STAMP)

web: $(WEB_STAMP) ## build the web client

wheel: setup ## build a wheel with the web client inside, into dist/, and play with it elsewhere
	rm -rf build dist src/*.egg-info
	WAGONIK_COMPILED=$(abspath $(COMPILED)) $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build src/*.egg-info
	$(PY) -m tools.try_wheel

lock: tools ## write requirements/*.txt again: the newest versions that are allowed, with hashes
	$(PIP) install 'uv>=0.9,<1'
	$(PY) -m tools.lock

audit: tools ## look for known weaknesses of the packages that are installed
	$(PIP) install 'pip-audit>=2.9,<3'
	$(PY) -m tools.audit

compile: ## compile the engine and install it again, changed or not
	rm -rf $(COMPILED)
	$(MAKE) setup

lint: $(TOOLS) $(WEB_TOOLS) ## ruff and mypy --strict; Biome and tsc for the web client
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(PY) -m mypy
	cd web && npm run --silent check

plain: $(TOOLS) ## test the engine as plain Python, which needs no compiler
	@echo 'The engine as plain Python:'
	PYTHONPATH=src timeout 1200 $(PYTEST) $(PLAIN_TESTS)

# What needs no compiled engine is done beside the compiler, which leaves a core idle for a minute and
# more. It is told in one piece, when it is done.
beside: $(TOOLS) $(WEB_TOOLS) ## lint, and the tests that need no compiled engine: what `make test` does beside the compiler
	@{ $(MAKE) --silent lint && $(MAKE) --silent plain && echo 'The web client:' && (cd web && npm test --silent); \
	} > $(VENV)/beside.log 2>&1; code=$$?; cat $(VENV)/beside.log; exit $$code

test: system ## all checks and tests: engine compiled and as plain Python, server, web
	@$(SIDE_BY_SIDE) $(STAMP) beside SOONER=$(BUILD) FIRST=$(TOOLS)
	@echo 'The compiled engine:'
	$(PY) -c 'import sys, wagonik; sys.exit(not wagonik.compiled and "the engine was not compiled: is a C compiler installed?")'
	PYTHONPATH= timeout 2400 $(PYTEST)
	@echo 'A wheel in a fresh environment:'
	$(MAKE) --silent wheel
	@echo 'The table in a browser:'
	cd web && WAGONIK_PATH= npm run --silent e2e

system: ## install Chromium and PostgreSQL for the tests, where they are missing (Debian)
	@sh .ci/system

coverage: tools ## how much of the plain sources the quick tests run, as text and in build/coverage
	PYTHONPATH=src $(PYTEST) --cov --cov-report=term --cov-report=html:build/coverage $(PLAIN_TESTS)

bench: tools ## measure the engine against its floors; AGAINST=revision (WORK=all): beside another build
	$(PY) -m benchmarks.bench $(if $(AGAINST),--against $(AGAINST)) $(if $(WORK),--work $(WORK))

bench-lab: tools ## measure the environments beside others, one match and many at once
	$(PY) -m benchmarks.lab

bench-server: tools ## measure the server: 500 to 3,600 matches of four seats at once, both databases
	$(PY) -m benchmarks.server

chaos: tools ## five minutes of kills, cuts, full disks and floods; nothing acknowledged may be lost
	$(PY) -m tests.server.chaos

tables: tools ## play the tournaments of docs/bots.md and write its tables; goes on where it stopped
	$(PY) -m benchmarks.bots

recipes: setup ## try the recipes for other libraries; they are installed into .venv-recipes, 2 GB and more
	test -d .venv-recipes || $(PY) -m venv .venv-recipes
	WAGONIK_COMPILED=$(abspath $(COMPILED)) .venv-recipes/bin/pip install '.[lab,recipes]'
	rm -rf build src/*.egg-info
	.venv-recipes/bin/python -P -m pytest examples/recipes

study: tools ## play the study of the six games and write docs/study.md; goes on where it stopped
	$(PY) -m benchmarks.study

coach: tools ## measure the coach and write its tables in docs/coach.md; goes on where it stopped
	$(PY) -m benchmarks.coach

soak: tools ## play 100,000 matches of each game and check every one
	$(PY) -m benchmarks.soak

site: tools ## build the documentation as a site into site/
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --strict --quiet
	@echo 'Open site/index.html'

site-serve: tools ## show the site while you write, on port 8001
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs serve --dev-addr 127.0.0.1:8001

docs: tools ## write the generated pages of the documentation again
	PYTHONPATH=src $(PY) -m tools.rulings
	PYTHONPATH=src $(PY) -m tools.rule_pages
	PYTHONPATH=src $(PY) -m tools.layouts
	PYTHONPATH=src $(PY) -m tools.fields
	PYTHONPATH=src $(PY) -m tools.cli_reference
	$(PY) -m tools.picture

clean: ## remove everything that was made here
	rm -rf $(VENV) .venv-recipes build dist site src/*.egg-info src/wagonik/server/static web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -not -path './web/*' -prune -exec rm -rf {} +

.PHONY: help play setup tools web wheel lock audit system compile lint plain beside test coverage bench bench-lab bench-server chaos tables recipes study coach soak site site-serve docs clean
