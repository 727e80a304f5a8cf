PYTHON ?= python3
VENV ?= .venv
RUNTIME := $(VENV)/.from-runtime-lock
STAMP := $(VENV)/.from-lock
PEERS := $(VENV)/.with-peers
MUTATOR := $(VENV)/.with-mutator
WORDS := $(VENV)/rackety.pot
SAID := say say_many:1,2 later later_many:1,2 locale_str
# Many tests wait for a process of their own, so four workers keep two cores busy. The processes share bytecode.
PYTEST = env -u PYTHONDONTWRITEBYTECODE $(VENV)/bin/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder
COMPILE = uv pip compile --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-config \
  --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet $(if $(UPGRADE),--upgrade)

# Whether the environment's Python finds its packages, which it doesn't after a system's upgrade to another Python.
WORKS = $(VENV)/bin/python -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("discord"))' 2> /dev/null
.PHONY: help setup play bot test units check release bench figures replay-ratings soak mutants pictures words confirm lock
.PHONY: FORCE
.DEFAULT_GOAL := help

help:  ## print this list
	@sed -n 's/^\([a-z-]*\):.*  ## /  make \1 \t/p' $(MAKEFILE_LIST) | expand -t 24

setup: $(STAMP)  ## fill .venv with everything for running and developing, if it is not up to date
	@echo '$(VENV) is ready.'

play: $(RUNTIME)  ## serve the game on a page of this machine: no token, no account
	@exec $(VENV)/bin/python -m playground --bot

bot: $(RUNTIME)  ## run the bot on Discord, with the token from .env
	@exec $(VENV)/bin/python bot.py

test: $(STAMP)  ## run the tests
	@$(PYTEST)

units: $(STAMP)  ## run the tests that start neither the whole bot nor a browser
	@$(PYTEST) --ignore tests/e2e -m 'not browser and not soak'

check: $(STAMP)  ## lint, formatting, types, who may import whom, and the prose
	@$(VENV)/bin/ruff check
	@$(VENV)/bin/ruff format --check
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports --no-logo
	@$(VENV)/bin/python -m tests.prose

release: $(STAMP)  ## check what only a release needs: translations, and golden games of all rules
	@$(VENV)/bin/python -m tests.translations --complete
	@$(VENV)/bin/python -m tests.golden --complete

bench: $(PEERS)  ## measure speed and memory, and keep the figures in docs/figures.json
	@$(VENV)/bin/python -m benchmarks --keep

figures: $(STAMP)  ## write the figures of docs/figures.json into README and docs
	@$(VENV)/bin/python -m benchmarks.pages

replay-ratings: $(STAMP)  ## make all ratings again from the results; DATABASE=sqlite:///copy.db names the database
	@$(VENV)/bin/python -m storage.results.replay $(DATABASE)

soak: $(STAMP)  ## live through a sample of bad days; PART=kills all of one kind, PART=tests runs the long tests
	@$(if $(filter tests,$(PART)),$(VENV)/bin/python -m pytest -m soak -n 2 --dist loadfile --timeout 3600,\
	  $(VENV)/bin/python -m tests.soak $(PART) $(if $(SEEDS),--seeds $(SEEDS)))

mutants: $(MUTATOR)  ## make small mistakes in the rules and the results, and see that tests notice them as before
	@$(VENV)/bin/python -m tests.mutants

pictures: $(STAMP)  ## make the pictures in docs/pictures/ again, from the page with the real bot
	@$(VENV)/bin/python -m tests.pictures

words: $(STAMP)  ## bring the catalogs in languages/ up to date, and list what is not translated
	@$(VENV)/bin/pybabel --quiet extract --no-default-keywords --keywords '$(SAID)' --sort-output --no-wrap \
	  --add-location never --project Rackety --output-file $(WORDS) bot.py cogs engine hosting render services storage ui
	@for file in languages/*.po; do $(VENV)/bin/pybabel --quiet update --ignore-obsolete --no-fuzzy-matching --no-wrap \
	  --ignore-pot-creation-date --input-file $(WORDS) --output-file $$file --locale $$(basename $$file .po | tr - _); done
	@$(VENV)/bin/python -m tests.translations

confirm: $(STAMP)  ## note that CLAUSES="CL-6 CL-7" of the rules pages in LANGUAGES="de fr" say what the English says now
	@$(VENV)/bin/python -m tests.translations --confirm $(CLAUSES) --languages $(LANGUAGES)

lock:  ## pin the dependencies of pyproject.toml anew (needs uv; UPGRADE=1 takes newer releases)
	@$(COMPILE) pyproject.toml --extra dev --output-file requirements.lock > /dev/null
	@$(COMPILE) pyproject.toml --constraint requirements.lock --output-file requirements-runtime.lock > /dev/null
	@$(COMPILE) --group peers --constraint requirements.lock --output-file benchmarks/peers.lock > /dev/null
	@$(COMPILE) --group mutants --constraint requirements.lock --output-file tests/mutants/cosmic-ray.lock > /dev/null

# Each lock is installed on top of the ones before, and nothing is cleared: a bot may be running in this environment.
$(RUNTIME): requirements-runtime.lock $(if $(wildcard $(VENV)/.from-*),$(shell $(WORKS) || echo FORCE))
	@$(WORKS) || { $(ENVIRONMENT); }
	@$(call INSTALL,$<)
	@touch $@

$(STAMP): requirements.lock $(RUNTIME)
	@echo 'Adding the development tools to $(VENV): about a minute.'
	@$(call INSTALL,$<)
	@touch $@

# What is measured beside us is large, and one part of it GPL: it comes when it is needed.
$(PEERS): benchmarks/peers.lock $(STAMP)
	@echo 'Adding the solvers to measure beside, once: half a minute.'
	@$(call INSTALL,$<)
	@touch $@

# So is what makes mutants, for the database that it keeps them in.
$(MUTATOR): tests/mutants/cosmic-ray.lock $(STAMP)
	@echo 'Adding what makes mutants, once: half a minute.'
	@$(call INSTALL,$<)
	@touch $@

# Create the environment. Debian ships pip and ensurepip apart: where only pip is there, it fills it from outside.
define ENVIRONMENT
$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' \
  || { echo 'Rackety needs Python 3.11 to 3.14; name yours with: make PYTHON=python3.12' >&2; exit 1; }; \
echo 'Setting up $(VENV), once: half a minute.'; \
if $(PYTHON) -c 'import ensurepip' 2> /dev/null; then $(PYTHON) -m venv --clear $(VENV); \
elif $(PYTHON) -c 'import pip' 2> /dev/null; then $(PYTHON) -m venv --clear --without-pip $(VENV); \
else \
  echo 'This Python has neither ensurepip nor pip; on Debian or Ubuntu: apt install python3-venv' >&2; exit 1; \
fi
endef

# Install a lock file's packages. Without a network, say so instead of printing what pip makes of it.
define INSTALL
if $(VENV)/bin/python -c 'import pip' 2> /dev/null; \
  then pip='$(VENV)/bin/python -m pip'; else pip='$(PYTHON) -m pip --python $(VENV)/bin/python'; fi; \
$$pip install --quiet --disable-pip-version-check --require-hashes --requirement $(1) 2> $(VENV)/pip.log || { \
  if grep -q 'connection broken by\|ConnectionPool' $(VENV)/pip.log; \
    then echo 'The packages could not be downloaded. Check your network, then run make again.' >&2; \
    else cat $(VENV)/pip.log >&2; fi; \
  exit 1; }
endef
