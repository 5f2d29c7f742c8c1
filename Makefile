# make demo    install what is missing, build, solve an embedded game
# make test    install what is missing, build, run the tests
# make help    the rest

BUILD ?= build
PREFIX ?= /usr/local
# One more than the cores: tests that wait, and links, leave one idle.
JOBS ?= $(shell expr $$(nproc) + 1)
# Debian's own interpreter, which has NumPy; the first python3 on the PATH may be another.
PYTHON ?= /usr/bin/python3
CONFIGURE = cmake -S . -G Ninja -Wno-dev

.PHONY: help deps test-deps configure build demo test test-slow test-sanitize check check-source check-running check-threads release bench bench-programs bench-queries bench-turns bench-noise bench-ranges bench-lowerbound bench-theorem bench-finding bench-leagues bench-literature bench-paths bench-hand bench-plans bench-explore bench-populations bench-fleet bench-fleet-dask install deb docs python install-python wheel sdist format check-format tidy fuzz cross verified check-verified clean
.DEFAULT_GOAL := help

help:
	@echo "make demo           install what is missing, build, solve an embedded game"
	@echo "make test           install what is missing, build, run the tests"
	@echo "make test-slow      the tests that take longest: they build the library once more, or packages of it, or simulate or list much"
	@echo "make build          build into $(BUILD)/"
	@echo "make install        install programs, library, headers, CMake package and man pages (PREFIX=$(PREFIX))"
	@echo "make deb            a Debian package of the same, into $(BUILD)/"
	@echo "make python         build the Python package into $(BUILD)/python, for $(PYTHON)"
	@echo "make install-python install it for $(PYTHON)"
	@echo "make wheel          a wheel with its libraries inside, tried alone, into $(BUILD)/wheel"
	@echo "make sdist          the sources as pip takes them, built and tried, into $(BUILD)/sdist; takes as long as a build"
	@echo "make docs           the site, into $(BUILD)/site/html"
	@echo "make verified       the checker that is proved in Coq, into $(BUILD)/allnash-check-verified"
	@echo "make check-verified its proofs and extraction, and MUTANTS=$(MUTANTS) mutants against allnash-check"
	@echo "make check          layout, clang-tidy, test-slow, the tests under sanitizers, a minute of fuzzing; takes long"
	@echo "make release        what must hold before a version is tagged: version, changelog, citation, packages"
	@echo "make test-sanitize  the tests under the address and undefined behaviour sanitizers"
	@echo "make bench          the measurements, beside other solvers, into docs/speed.md; takes long"
	@echo "make bench-queries  payoffs asked by each method, into docs/query_results.md; takes some minutes"
	@echo "make bench-turns    processor time of auto beside lazy and full on random tables of many kinds, and the worst ratio"
	@echo "make bench-noise    games of chance: how often the bounds are wrong and what they cost, into docs/noise_results.md"
	@echo "make bench-ranges   payoffs asked where they lie in a known range, or for a tolerance, into docs/ranges.md"
	@echo "make bench-leagues  agents that join, costs, how many matches it takes, what to play, into docs/leagues.md and others"
	@echo "make bench-literature  methods of the literature, into docs/research/saddle_points.md and sparse_binary.md"
	@echo "make bench-paths    games too large to write down: processor seconds of solve and of allnash-check, beside HiGHS and double oracle"
	@echo "make bench-hand     all equilibria in hand: ranges, sensible strategies, judgements, into docs/all_equilibria.md"
	@echo "make bench-plans    matches until it is settled who is first, by plan; how fast planning and an Arena are; into docs/leagues.md and live_arena.md"
	@echo "make bench-explore  the solver of the report's page beside the program, and how fast it is, into docs/report.md"
	@echo "make bench-populations  policies trained against a mixture: plays, beside filling a table, into docs/populations.md"
	@echo "make bench-fleet    how busy many workers are, in virtual time, into docs/workers.md, and what kills cost in real runs"
	@echo "make bench-fleet-dask  payoffs on a dask cluster whose workers are killed, into docs/python.md"
	@echo "make bench-lowerbound  every method on the games of the paper's lower bound, into docs/research/lower_bound.md"
	@echo "make bench-theorem  paper and reweighted against their bounds, into docs/research/theorem_results.md; takes long"
	@echo "make bench-finding  auto beside a strategy that knows the family, into docs/research/finding.md; takes some minutes"
	@echo "make format         lay out every C++ file; make check-format only looks"
	@echo "make tidy           clang-tidy; with ALL=1 clang's analyzer too, which takes longer than the rest"
	@echo "make fuzz           fuzz the certificate checker and the library's readers, FUZZ_SECONDS=$(FUZZ_SECONDS) in all"
	@echo "make cross          build for x86_64 on another machine, run it under qemu, compare the answers"

deps:
	@scripts/install-deps

test-deps: deps
	@scripts/install-deps test

# What `test` needs comes first where both are wanted: the build looks for it.
configure: deps $(if $(filter test test-slow test-sanitize check check-source,$(MAKECMDGOALS)),test-deps)
	@$(CONFIGURE) -B $(BUILD) -DALLNASH_PYTHON=$(PYTHON) -DALLNASH_TESTS=ON -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null

build: configure
	@cmake --build $(BUILD) -j $(JOBS)

# The programs alone, and what they take: whoever sees allnash for the first time need not wait for the rest.
demo:
	@scripts/install-deps demo
	@[ -e $(BUILD)/build.ninja ] || \
	  $(CONFIGURE) -B $(BUILD) -DALLNASH_PYTHON=AUTO -DALLNASH_TESTS=OFF -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target allnash-cli allnash-check
	@$(BUILD)/allnash demo

test: build
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -LE slow

# Tests that build the library once more, as a stranger's project does, or packages of it, or simulate or list much.
test-slow: build
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -L slow

test-sanitize: test-deps
	@cmake --preset sanitize -Wno-dev >/dev/null
	@cmake --build --preset sanitize -j $(JOBS)
	@ctest --preset sanitize -j $(JOBS)

# The tests that start threads; the build leaves the others out.
check-threads: test-deps
	@cmake --preset threads -Wno-dev >/dev/null
	@cmake --build --preset threads -j $(JOBS)
	@ctest --preset threads -j $(JOBS)

check:
	@$(MAKE) --no-print-directory check-source
	@$(MAKE) --no-print-directory check-running

# What is written: layout, lint, packages made of it, proofs.
check-source: test-deps
	@scripts/install-deps tools
	@scripts/format --check
	@$(MAKE) --no-print-directory tidy
	@$(MAKE) --no-print-directory test-slow
	@$(MAKE) --no-print-directory check-verified

# What runs, watched: the sanitizers and the fuzzer.
check-running: test-deps
	@$(MAKE) --no-print-directory test-sanitize
	@$(MAKE) --no-print-directory check-threads
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=60

# What must hold before a version is tagged.
release:
	@scripts/release

# A peer that cannot be installed is left out of the tables. LIMIT: seconds that one game may take.
LIMIT ?= 15
bench-programs: build
	-@scripts/install-deps bench
	@cmake --build $(BUILD) -j $(JOBS) --target bench_programs

# Every page of figures says which commit was measured, when and by which command: MADE_BY PAGE, the command.
MADE_BY = @python3 -B bench/pages.py

# SPEED: other options, such as "--sizes 100 500"; the page is then of these alone.
bench: bench-programs
	@python3 -B bench/speed.py $(BUILD) --write docs $(SPEED)
	$(MADE_BY) docs/speed.md 'make bench$(if $(SPEED), SPEED="$(SPEED)")'
	@python3 -B bench/run.py $(BUILD) --limit $(LIMIT)

# QUERIES: other options, such as "--families planted"; the page is then of these alone.
bench-queries: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench_queries
	@$(BUILD)/bench/bench_queries --write docs/query_results.md $(QUERIES)
	$(MADE_BY) docs/query_results.md 'make bench-queries$(if $(QUERIES), QUERIES="$(QUERIES)")'

# TURNS: side, seeds and kinds of table, such as "300 2 heavy".
TURNS ?= 100 3
bench-turns: configure
	@cmake --build $(BUILD) -j $(JOBS) --target bench_turns
	@$(BUILD)/bench/bench_turns $(TURNS)

# GAMES: the folder of real games.
GAMES ?= tests/games/known
# NOISE: other options, such as "--runs 200 --seeds 50".
bench-noise: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench_noise bench_league bench_advice bench_promises bench_forms bench_floors
	@$(BUILD)/bench/bench_noise $(GAMES) --write docs/noise_results.md $(NOISE)
	@$(BUILD)/bench/bench_league $(GAMES) --append docs/noise_results.md
	@python3 -B bench/advice.py $(BUILD) $(GAMES) --write docs/noise_results.md
	$(MADE_BY) docs/noise_results.md 'make bench-noise$(if $(NOISE), NOISE="$(NOISE)")'

bench-ranges: build
	@python3 -B bench/ranges.py $(BUILD)/allnash $(GAMES) --write docs/ranges.md

bench-leagues: build
	@python3 -B bench/leagues.py $(BUILD) --write docs/leagues.md
	@python3 -B bench/how_sure.py $(BUILD) --write docs/how_sure.md
	@cmake --build $(BUILD) -j $(JOBS) --target bench_promises bench_forms bench_advice bench_floors
	@python3 -B bench/advice.py $(BUILD) $(GAMES) --write docs/noise_results.md

bench-literature: build
	@python3 -B bench/literature.py $(BUILD) --write docs/research

# PATHS: other options, such as "--limit 10 --games blotto".
bench-hand: build
	@python3 -B bench/hand.py $(BUILD) --write docs/all_equilibria.md

bench-plans: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench_planner
	@$(PYTHON) -B bench/plans.py $(BUILD) --only matches --write docs/leagues.md
	@$(PYTHON) -B bench/plans.py $(BUILD) --only times
	@$(PYTHON) -B bench/plans.py $(BUILD) --only votes --write docs/live_arena.md

bench-explore: build
	@/usr/bin/python3 -B bench/explore.py $(BUILD)/allnash --write docs/report.md

bench-paths: build
	-@scripts/install-deps bench
	@cmake --build $(BUILD) -j $(JOBS) --target bench_clp_flows bench_flow_game bench_responses
	@python3 -B bench/paths.py $(BUILD) --write docs/large_games.md $(PATHS)

bench-populations: build
	@$(PYTHON) -B bench/populations.py $(BUILD) --write docs/populations.md

# FLEET: other options, such as "--seeds 2 --games elo".
bench-fleet: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench_fleet bench_oracle
	@python3 -B bench/fleet.py $(BUILD) --write docs/workers.md $(FLEET)
	@python3 -B bench/run.py $(BUILD) --only stragglers
	@$(PYTHON) -B bench/fleet_queue.py $(BUILD)
	@$(MAKE) --no-print-directory bench-fleet-dask

# DASK: other options, such as "--runs 2".
bench-fleet-dask: build
	@$(PYTHON) -B bench/fleet_dask.py $(BUILD) --write docs/python.md $(DASK)

# LOWERBOUND: other options, such as "--limit 60".
bench-lowerbound: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench_lower_bound
	@$(BUILD)/bench/bench_lower_bound --write docs/research/lower_bound.md $(LOWERBOUND)
	$(MADE_BY) docs/research/lower_bound.md 'make bench-lowerbound$(if $(LOWERBOUND), LOWERBOUND="$(LOWERBOUND)")'

# THEOREM: other options, such as "--limit 600".
bench-theorem: build
	@python3 -B bench/theorem/run.py $(BUILD) $(THEOREM)
	$(MADE_BY) docs/research/theorem_results.md 'make bench-theorem$(if $(THEOREM), THEOREM="$(THEOREM)")'

# FINDING: another size and other seeds, such as "1000 1 5".
bench-finding: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench_finding
	@python3 -B bench/theorem/finding.py $(BUILD) $(FINDING)

# DESTDIR goes in front of PREFIX, for those who build packages.
install: configure
	@cmake --build $(BUILD) -j $(JOBS) --target installed
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) >/dev/null
	@echo "installed into $(DESTDIR)$(PREFIX)"

deb: configure
	@scripts/install-deps deb
	@cmake --build $(BUILD) -j $(JOBS) --target installed
	@cd $(BUILD) && cpack -G DEB >cpack.log 2>&1 || { cat cpack.log; exit 1; }
	@ls $(BUILD)/*.deb

# The site, for any web server; the Python reference comes from the module.
docs: python
	@scripts/install-deps docs
	@$(PYTHON) -B site/make_site.py $(BUILD)

python: configure
	@cmake --build $(BUILD) -j $(JOBS) --target allnash_python_package
	@echo "PYTHONPATH=$(BUILD)/python $(PYTHON) -c 'import allnash' finds it"

# Into the folder for local packages, /usr/local/lib/python3.11/dist-packages on Debian, under DESTDIR if
# that is set. Debian asks pip to leave its interpreter alone; this is no package that Debian manages.
install-python: python
	@ALLNASH_BUILD=$(abspath $(BUILD)) $(PYTHON) -m pip install --quiet --no-index --no-deps --no-build-isolation \
	  --force-reinstall --break-system-packages --root-user-action=ignore $(if $(DESTDIR),--root $(DESTDIR)) .
	@echo "installed for $(PYTHON)$(if $(DESTDIR), under $(DESTDIR))"

wheel: python
	@scripts/install-deps wheel
	@scripts/python-package wheel $(BUILD) $(PYTHON)

sdist: deps
	@scripts/install-deps wheel
	@scripts/python-package sdist $(BUILD) $(PYTHON)

# Neither is needed to build or test, so they are installed only here.
format:
	@scripts/install-deps tools
	@scripts/format

check-format:
	@scripts/format --check

tidy: deps
	@scripts/install-deps tools
	@cmake --preset tidy -Wno-dev >/dev/null
	@scripts/tidy $(if $(ALL),--all) build-tidy

# The fuzzer is clang's. New inputs go to the work folder, never into the committed corpus.
FUZZ_SECONDS ?= 600
fuzz: deps
	@scripts/install-deps fuzz
	@scripts/fuzz $(BUILD)/fuzz $(FUZZ_SECONDS)

# Most users have x86_64; where the machine is another, allnash is built for that too and must answer alike.
cross:
	@scripts/install-deps demo
	@scripts/install-deps cross
	@[ -e $(BUILD)/allnash ] || $(MAKE) --no-print-directory demo
	@scripts/cross $(BUILD)/cross $(BUILD)

# Coq takes a gigabyte, so it is installed here alone. The proofs are checked, and the program is built from the
# committed extraction.
verified:
	@scripts/install-deps verified
	@$(MAKE) --no-print-directory -C verified BUILD=$(abspath $(BUILD))/verified
	@cp $(BUILD)/verified/allnash-check-verified $(BUILD)/
	@echo "$(BUILD)/allnash-check-verified CERTIFICATE [GAME]"

MUTANTS ?= 100000
check-verified: verified build
	@$(PYTHON) -B tests/verified/theories_test.py $(abspath .) $(abspath $(BUILD))/verified --coqchk
	@$(PYTHON) -B tests/verified/mutants_test.py $(abspath .)
	@$(PYTHON) -B tests/verified/agreement_test.py $(abspath $(BUILD)) $(abspath .) $(abspath $(BUILD))/verified --mutants $(MUTANTS)

clean:
	@rm -rf $(BUILD) build-sanitize build-threads build-tidy build-debug
