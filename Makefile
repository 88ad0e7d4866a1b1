# The only commands. Each one sets up what it needs first; `make` alone lists them.
# ARGS reaches the command: make test ARGS="tests/search -k numbers"

SHELL := /bin/sh
BIN := .venv/bin
ARGS ?=
.DEFAULT_GOAL := help
.PHONY: help setup ready check test run bench

help:
	@printf '%s\n' \
	  'make run     set up what the product needs and show it working' \
	  'make test    set up everything and run the tests' \
	  'make check   style, types, layers, generated pages' \
	  'make bench   measure speed, size and memory (minutes)' \
	  'make setup   only set up: .venv with serendip in $(BIN)'

setup:
	@sh scripts/setup dev

ready:
	@sh scripts/setup run

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/python scripts/docs.py --check

test: setup
	@sh scripts/test-packages
	$(BIN)/python -m pytest $(ARGS)

run: ready
	$(BIN)/serendip demo $(ARGS)

bench: setup
	$(BIN)/python -m bench $(ARGS)
