# SPDX-License-Identifier: Apache-2.0
# One script in Scripts/ for each target; this file is the list of them.

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR LIBRARIES
# Tools that set-up could not install without upgrading others (Scripts/unpack-tool.sh).
export PATH := $(CURDIR)/.build/tools/bin:$(PATH)
export SEQUENCES STEPS SEED MUTANTS RUNS
export BENCH_SIZES BENCH_SAMPLES BENCH_DIR BENCH_MARKDOWN BENCH_NOTE BENCH_ROWS PROFILE_ITEMS

.DEFAULT_GOAL := help
.PHONY: help demo test quick one steady format lint damage simulate mutate counts profile bench many memory fuzz sanitize install uninstall sdk sdk-test sdk-install deb release docs setup torture keychain-torture crash-replay failing-disks hostile

help: ## list these targets
	@echo 'Latchkey: Keychain Services for Linux. Targets:'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 \2/p' $(MAKEFILE_LIST) | \
	  awk '{ name = $$2; $$1 = ""; $$2 = ""; printf "  make %-14s %s\n", name, substr($$0, 3) }'
	@echo 'Missing packages are named, and installed after a question (ASSUME_YES=1: without).'

demo: ## build in release and show the main job on a throw-away store
	@Scripts/setup.sh build
	@Scripts/demo.sh

test: ## everything that continuous integration runs (Scripts/test.sh says what)
	@Scripts/setup.sh test
	@Scripts/test.sh

quick: ## the part of `make test` for every commit: lint, build, all tests but the slow ones
	@Scripts/setup.sh test
	@Scripts/quick.sh

one: ## tests by name, as `swift test --filter` takes them (TEST=)
	@Scripts/setup.sh test
	@Scripts/one.sh "$(TEST)"

steady: ## all tests ten times in a row beside busy processors (RUNS=); resumable
	@Scripts/setup.sh test
	@Scripts/steady.sh

format: ## rewrite Swift sources as .swift-format says
	@Scripts/format.sh

lint: ## format check of Swift sources, syntax check of shell scripts
	@Scripts/lint.sh

simulate: ## compare engine and simulated phone with their models (SEQUENCES=, STEPS=, SEED=)
	@Scripts/setup.sh test
	@Scripts/simulate.sh

mutate: ## break planner, authorizer, finder, protection in turn; the tests have to notice (MUTANTS=)
	@Scripts/setup.sh test
	@Scripts/mutate.sh

counts: ## instructions and sizes beside Benchmarks/counts.tsv, as `make test` compares them
	@Scripts/setup.sh test
	@Scripts/sdk.sh
	@Scripts/counts.sh

profile: ## instructions of a copy, an add, an opening, by callgrind (PROFILE_ITEMS=)
	@Scripts/setup.sh bench
	@Scripts/profile.sh

damage: ## damage every byte of a small store in turn (PARTS= processes; about an hour)
	@Scripts/setup.sh test
	@Scripts/damage.sh

bench: ## one table of speed beside raw SQLite, gnome-keyring, pass; bars (BENCH_DIR=, Benchmarks/)
	@Scripts/setup.sh bench
	@Scripts/bench.sh

memory: ## core dumps after 10,000 reads, and after a lock: no key, no secret (ITEMS=, READS=)
	@Scripts/setup.sh test
	@Scripts/memory.sh

many: ## processes and threads on one store (PROCESSES=8 THREADS=16 SECONDS=20 SEED=)
	@Scripts/setup.sh test
	@MANY_SECONDS=$(SECONDS) Scripts/many.sh

torture: ## kill writing processes at random moments (ROUNDS= SECONDS= WRITERS= SEED=)
	@Scripts/setup.sh test
	@TORTURE_SECONDS=$(SECONDS) Scripts/torture.sh

keychain-torture: ## torture of keychain files (ROUNDS= SECONDS= WRITERS= SEED=)
	@Scripts/setup.sh test
	@TORTURE_SECONDS=$(SECONDS) Scripts/keychain-torture.sh

crash-replay: ## a crash after every act on a file of a scripted session (SEED=)
	@Scripts/setup.sh test
	@Scripts/crash-replay.sh

failing-disks: ## every way to refuse at every act on a file of a scripted session
	@Scripts/setup.sh test
	@Scripts/failing-disks.sh

fuzz: ## libFuzzer on every decoder of bytes from outside (TARGET=, RUNS=, LIMIT=, SEED=)
	@Scripts/setup.sh build
	@Scripts/fuzz.sh

hostile: ## files that ask for more work than there is time for, larger ones, in release
	@Scripts/setup.sh test
	@Scripts/hostile.sh

sanitize: ## all tests under the address and the thread sanitizer (KIND=address or thread: one)
	@Scripts/setup.sh test
	@Scripts/sanitize.sh

install: ## build, then install `security`, man page, completions (PREFIX=, DESTDIR=)
	@Scripts/install.sh

uninstall: ## remove what `make install` installed (same PREFIX=, DESTDIR=)
	@Scripts/install.sh --remove

sdk: ## build libSecurity.so, modules, headers, toolset into build/sdk (Documentation/Guides/swift-quick-start.md)
	@Scripts/setup.sh build
	@Scripts/sdk.sh

sdk-test: sdk ## clients of the SDK in Swift and C: every symbol, unmodified packages
	@Scripts/setup.sh test
	@Scripts/sdk-test.sh

sdk-install: ## copy build/sdk below PREFIX; LIBRARIES=lib/x86_64-linux-gnu for Debian's places
	@Scripts/sdk-install.sh

deb: sdk ## Debian packages of the SDK in build/deb
	@Scripts/deb.sh

release: ## the files of a release in build/release, each step checked (RELEASING.md)
	@Scripts/setup.sh test
	@Scripts/release.sh

docs: ## DocC pages of the modules and the guides in build/docs
	@Scripts/setup.sh build
	@Scripts/docs.sh

setup: ## only the first step of the others: the packages of Scripts/packages.txt
	@Scripts/setup.sh test
