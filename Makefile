PYTHON ?= python3
STAMP := .venv/.from-lock
PEERS := .venv/.with-peers
WORDS := .venv/rackety.pot
SAID := say say_many:1,2 later later_many:1,2 locale_str
COMPILE = uv pip compile --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-config \
  --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet $(if $(UPGRADE),--upgrade)

.PHONY: help setup play bot test check bench mutants soak words lock
.DEFAULT_GOAL := help

help:  ## print this list
	@sed -n 's/^\([a-z]*\):.*  ## /  make \1 \t/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP)  ## build .venv from requirements.lock, if it is not up to date
	@echo '.venv is ready.'

play: $(STAMP)  ## serve the game on a page of this machine: no token, no account
	@exec .venv/bin/python -m playground --bot

bot: $(STAMP)  ## run the bot on Discord, with the token from .env
	@exec .venv/bin/python bot.py

test: $(STAMP)  ## run the tests
	@.venv/bin/python -m pytest -n 2 --dist loadfile

check: $(STAMP)  ## lint, formatting, types, and who may import whom
	@.venv/bin/ruff check
	@.venv/bin/ruff format --check
	@.venv/bin/mypy
	@.venv/bin/lint-imports --no-logo

bench: $(PEERS)  ## measure speed and memory
	@.venv/bin/python -m benchmarks

mutants: $(STAMP)  ## make mistakes in the code, one at a time, and see whether the tests notice
	@.venv/bin/python -m benchmarks.mutants

soak: $(STAMP)  ## run the long tests: many seeded games, a bot killed over and over
	@.venv/bin/python -m pytest -m soak --timeout 3600

words: $(STAMP)  ## bring the catalogues in languages/ up to date with the sentences in the code
	@.venv/bin/pybabel --quiet extract --no-default-keywords --keywords '$(SAID)' --sort-output --no-wrap \
	  --add-location never --project Rackety --output-file $(WORDS) bot.py cogs engine render
	@for file in languages/*.po; do .venv/bin/pybabel --quiet update --ignore-obsolete --no-fuzzy-matching --no-wrap \
	  --ignore-pot-creation-date --input-file $(WORDS) --output-file $$file --locale $$(basename $$file .po | tr - _); done

lock:  ## pin the dependencies of pyproject.toml anew (needs uv; UPGRADE=1 takes newer releases)
	@$(COMPILE) pyproject.toml --extra dev --output-file requirements.lock > /dev/null
	@$(COMPILE) --group peers --constraint requirements.lock --output-file benchmarks/peers.lock > /dev/null

# Debian ships pip and ensurepip apart: where only pip is there, it fills the environment from outside.
$(STAMP): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo 'Rackety needs Python 3.11, 3.12 or 3.13; name yours with: make PYTHON=python3.12' >&2; exit 1; }
	@echo 'Setting up .venv, once: about a minute.'
	@if $(PYTHON) -c 'import ensurepip' 2> /dev/null; then \
	  $(PYTHON) -m venv --clear .venv && .venv/bin/python -m pip install \
	    --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock; \
	elif $(PYTHON) -c 'import pip' 2> /dev/null; then \
	  $(PYTHON) -m venv --clear --without-pip .venv && $(PYTHON) -m pip --python .venv/bin/python install \
	    --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock; \
	else \
	  echo 'This Python has neither ensurepip nor pip; on Debian or Ubuntu: apt install python3-venv' >&2; exit 1; \
	fi
	@touch $@

# What is measured beside us is large, and one part of it GPL: it comes when it is needed.
$(PEERS): $(STAMP) benchmarks/peers.lock
	@echo 'Adding the solvers to measure beside, once: half a minute.'
	@if .venv/bin/python -c 'import pip' 2> /dev/null; \
	  then pip='.venv/bin/python -m pip'; else pip='$(PYTHON) -m pip --python .venv/bin/python'; fi; \
	  $$pip install --quiet --disable-pip-version-check --require-hashes --requirement benchmarks/peers.lock
	@touch $@
