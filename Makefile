# Bookwheel's commands. `make run` and `make test` are all that a newcomer needs; CONTRIBUTING.md explains the rest.
# Written for GNU make 3.81 and later.

SHELL := /bin/bash
BIN := .venv/bin
MODELS := build/models/bin
OFFSCREEN := QT_QPA_PLATFORM=offscreen
# Test files run side by side, three for two cores, up to six; a file's tests stay together and share its fixtures.
# tests/conftest.py says how many and in which order; xdist's own order begins with many small tests and ends with long ones.
SIDE_BY_SIDE := -n auto --maxprocesses 6 --dist loadfile --no-loadscope-reorder
# The program says so itself; this is for scripts that import an engine without it.
export ORT_DISABLE_TELEMETRY := 1
export HF_HUB_DISABLE_TELEMETRY := 1
# Hundreds of processes are started here: each would compile the whole program anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install develop run test test-bare test-models test-external test-s3 test-team conformance clients lint lint-page bench torture first-hour screenshots manual languages model package dist mcpb lock clean

help:
	@echo "make run [DOCS=PATH]       open the window on the sample library or on a folder"
	@echo "make test                  set up and pass the whole suite, without a screen"
	@echo "make test-bare             pass the suite on a bare Debian 13 with CPython 3.13 (needs root; makes it in build/bare)"
	@echo "make test-models           try the extra bookwheel[models] against the bundled model (fetches torch)"
	@echo "make test-external         try LibreOffice and Tesseract as the system has them (installs them where it may)"
	@echo "make test-s3               try publishing to a store of objects against a real server (fetches SeaweedFS)"
	@echo "make test-team             sign in to a team's reader at an OpenID Connect provider of others (fetches Node)"
	@echo "make conformance           pass the official suite of the agents' protocol (fetches Node)"
	@echo "make clients               let agents' clients of others call every tool (fetches them and Node)"
	@echo "make install               make .venv with the command .venv/bin/bookwheel"
	@echo "make lint                  ruff, pyright and the import contracts"
	@echo "make lint-page             ESLint on the JavaScript and CSS of pages (fetches Node)"
	@echo "make bench CORPORA=DIR     measure speed and quality on real document trees"
	@echo "make torture [CORPORA=DIR] try histories, kill what writes; index every hostile file there is"
	@echo "make first-hour [SECONDS=S] record every packet and file of a first hour, native code's included"
	@echo "make screenshots           take the manual's pictures anew"
	@echo "make manual                build the manual's site in build/manual (fetches MkDocs)"
	@echo "make languages             gather the window's texts and compile their translations"
	@echo "make model                 make the bundled embedding model anew (fetches torch)"
	@echo "make package               build the bundle and try it"
	@echo "make dist                  build and check the wheel and the source archive in dist/"
	@echo "make mcpb                  build the bundle that Claude Desktop installs"
	@echo "make lock                  write the lock files anew"

install:
	@packaging/system-packages.sh window
	@packaging/environment.sh run

develop:
	@packaging/system-packages.sh tests
	@packaging/environment.sh dev

run: install
	@DOCS="$(DOCS)" packaging/run.sh

test: develop
	$(OFFSCREEN) $(BIN)/python -m pytest $(SIDE_BY_SIDE) $(PYTEST)

test-bare:
	@packaging/bare-root.sh trixie make test PYTEST="$(PYTEST)"

test-models: develop
	@packaging/models-environment.sh
	$(OFFSCREEN) HF_HUB_OFFLINE=1 $(MODELS)/python -m pytest tests/models $(PYTEST)

test-external: develop
	@packaging/system-packages.sh external
	$(OFFSCREEN) $(BIN)/python -m pytest tests/external $(PYTEST)

test-s3: develop
	@packaging/s3-environment.sh
	$(OFFSCREEN) $(BIN)/python -m pytest -n 0 tests/s3 $(PYTEST)

test-team: develop
	@packaging/team-environment.sh
	$(OFFSCREEN) $(BIN)/python -m pytest tests/team $(PYTEST)

conformance: develop
	@packaging/conformance-environment.sh
	$(BIN)/python -m tests.conformance build/conformance

clients: develop
	@packaging/clients-environment.sh
	$(OFFSCREEN) $(BIN)/python -m tests.clients build/clients

lint: develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	@echo "The page's JavaScript and CSS are not among this: make lint-page checks them, and fetches Node for it."

lint-page: develop
	@packaging/page-lint.sh

bench: develop
	@test -n "$(CORPORA)" || { echo "Name the corpora: make bench CORPORA=DIR"; exit 2; }
	$(OFFSCREEN) $(BIN)/python -m tests.bench "$(CORPORA)" $(BENCH)

torture: develop
	$(OFFSCREEN) $(BIN)/python -m tests.torture $(if $(CORPORA),"$(CORPORA)") $(TORTURE)

first-hour: develop
	$(BIN)/python -m tests.first_hour $(SECONDS)

screenshots: develop
	$(BIN)/python screenshots/take.py
	$(BIN)/python screenshots/take.py --scale 2
	$(BIN)/python screenshots/take.py --language de
	$(BIN)/python screenshots/take.py --language de --scale 2

manual:
	@packaging/manual.sh

languages: develop
	packaging/languages.sh

model: develop
	@packaging/models-environment.sh
	HF_HUB_OFFLINE=1 $(MODELS)/python packaging/model/make.py

package: develop
	packaging/package.sh

dist:
	@packaging/dist.sh

mcpb: develop
	$(OFFSCREEN) $(BIN)/python packaging/mcpb/build.py dist

lock: develop
	test -x build/lock/bin/uv || { $(BIN)/python -m venv build/lock && build/lock/bin/pip install --quiet "uv>=0.13,<1"; }
	packaging/lock.sh build/lock/bin/uv

clean:
	rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache
