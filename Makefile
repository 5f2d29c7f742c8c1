# make demo    install what is missing, build, solve an embedded game
# make test    install what is missing, build, run every test
# make help    the rest

BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# Debian's own interpreter, which has NumPy; the first python3 on the PATH may be another.
PYTHON ?= /usr/bin/python3
CONFIGURE = cmake -S . -G Ninja -Wno-dev -DALLNASH_PYTHON=$(PYTHON)

.PHONY: help deps test-deps configure build demo test test-sanitize bench bench-large bench-queries bench-lowerbound bench-theorem install python install-python format check-format tidy fuzz clean
.DEFAULT_GOAL := help

help:
	@echo "make demo           install what is missing, build, solve an embedded game"
	@echo "make test           install what is missing, build, run every test"
	@echo "make build          build into $(BUILD)/"
	@echo "make install        install programs, library, headers, CMake package and man pages (PREFIX=$(PREFIX))"
	@echo "make python         build the Python package into $(BUILD)/python, for $(PYTHON)"
	@echo "make install-python install it for $(PYTHON)"
	@echo "make test-sanitize  the tests under the address and undefined behaviour sanitizers"
	@echo "make bench          the measurements"
	@echo "make bench-large    the measurements that take long"
	@echo "make bench-queries  payoffs asked by each method, into docs/query_results.md; takes long"
	@echo "make bench-lowerbound  every method on the games of the paper's lower bound, into docs/lower_bound.md"
	@echo "make bench-theorem  paper and padded against their bounds, into docs/theorem_results.md; takes long"
	@echo "make format         lay out every C++ file; make check-format only looks"
	@echo "make tidy           clang-tidy"
	@echo "make fuzz           fuzz the certificate checker for ten minutes"

deps:
	@scripts/install-deps

test-deps: deps
	@scripts/install-deps test

# What `test` needs comes first where both are wanted: the build looks for it.
configure: deps $(if $(filter test test-sanitize,$(MAKECMDGOALS)),test-deps)
	@$(CONFIGURE) -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null

build: configure
	@cmake --build $(BUILD) -j $(JOBS)

# The programs alone: whoever sees allnash for the first time need not wait for its tests.
demo: configure
	@cmake --build $(BUILD) -j $(JOBS) --target allnash-cli allnash-check
	@$(BUILD)/allnash demo

test: build
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

test-sanitize: test-deps
	@$(CONFIGURE) -B $(BUILD)-sanitize -DALLNASH_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo -DALLNASH_BENCH=OFF >/dev/null
	@cmake --build $(BUILD)-sanitize -j $(JOBS)
	@ctest --test-dir $(BUILD)-sanitize --output-on-failure -j $(JOBS)

# A peer that cannot be installed is left out of the tables. LIMIT: seconds that one game may take.
LIMIT ?= 15
bench bench-large: build
	-@scripts/install-deps bench
	@cmake --build $(BUILD) -j $(JOBS) --target bench_programs
	@python3 -B bench/run.py $(BUILD) --limit $(LIMIT) $(if $(filter bench-large,$@),--only large)

# QUERIES: other options, such as "--families planted"; the page is then of these alone.
bench-queries: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench_queries
	@$(BUILD)/bench/bench_queries --write docs/query_results.md $(QUERIES)

bench-lowerbound: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench_lower_bound
	@$(BUILD)/bench/bench_lower_bound --write docs/lower_bound.md

# THEOREM: other options, such as "--limit 600".
bench-theorem: build
	@python3 -B bench/theorem/run.py $(BUILD) $(THEOREM)

# DESTDIR goes in front of PREFIX, for those who build packages.
install: build
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) >/dev/null
	@echo "installed into $(DESTDIR)$(PREFIX)"

python: configure
	@cmake --build $(BUILD) -j $(JOBS) --target allnash_python_package
	@echo "PYTHONPATH=$(BUILD)/python $(PYTHON) -c 'import allnash' finds it"

# Into the folder for local packages, /usr/local/lib/python3.11/dist-packages on Debian, under DESTDIR if
# that is set. Debian asks pip to leave its interpreter alone; this is no package that Debian manages.
install-python: python
	@ALLNASH_BUILD=$(abspath $(BUILD)) $(PYTHON) -m pip install --quiet --no-index --no-deps --no-build-isolation \
	  --force-reinstall --break-system-packages --root-user-action=ignore $(if $(DESTDIR),--root $(DESTDIR)) .
	@echo "installed for $(PYTHON)$(if $(DESTDIR), under $(DESTDIR))"

# Neither is needed to build or test, so they are installed only here.
format:
	@scripts/install-deps tools
	@scripts/format

check-format:
	@scripts/format --check

tidy: build
	@scripts/install-deps tools
	@scripts/tidy $(BUILD)

# The fuzzer needs clang. New inputs go to the work folder, never into the committed corpus.
FUZZ_SECONDS ?= 600
fuzz:
	@command -v clang++ >/dev/null || { echo "make fuzz needs clang++ and its libFuzzer (Debian: clang)" >&2; exit 2; }
	@mkdir -p $(BUILD)/fuzz/corpus
	clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	  -DALLNASH_CHECK_FUZZ checker/allnash-check.cpp -lgmp -o $(BUILD)/fuzz/fuzz-check
	$(BUILD)/fuzz/fuzz-check -max_total_time=$(FUZZ_SECONDS) -timeout=10 -print_final_stats=1 \
	  -artifact_prefix=$(BUILD)/fuzz/ $(BUILD)/fuzz/corpus tests/checker/corpus

clean:
	@rm -rf $(BUILD) $(BUILD)-sanitize
