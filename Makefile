# One command each; everything real is in meson.build. `make help` lists them.

BUILD ?= build
NINJA = ninja -C $(BUILD)

.PHONY: all web wasm studio wheel run test lint san mutants witness bench bench-compare check-all clauses coverage fuzz deb sbom soak format install clean help deps chaos cluster cluster-stop

all: $(BUILD)/build.ninja web ## build build/croupier, the library and the pages
	@$(NINJA)

web: ## build the pages into web/dist (needs npm; says so and goes on without)
	@tools/web-build

wasm: $(BUILD)/build.ninja ## engine, odds and checker for browsers: wasm/package, which npm pack takes
	@wasm/build

studio: wasm ## the rule studio, a folder of static files: web/dist/studio
	@cd web && PATH="$$(../tools/web-node):$$PATH" node tools/studio.mjs >/dev/null

wheel: $(BUILD)/build.ninja ## the Python package with the library in it: build/wheel
	@BUILD=$(BUILD) tools/wheel

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

deps:
	@tools/deps build

$(BUILD)/build.ninja: | meson.build
	@tools/deps check build
	@meson setup $(BUILD) >$(BUILD).log 2>&1 && rm -f $(BUILD).log || { cat $(BUILD).log; exit 1; }

run: deps ## install what is missing, build, and show the system
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja web
	@$(NINJA) croupier
	@tools/run $(BUILD)

test: deps ## install what is missing, build, and run every test that takes less than ten minutes
	@$(MAKE) --no-print-directory all
	@tools/test $(BUILD)

lint: ## formatting, static analysis, headers, allowed includes
	@tools/deps check
	@$(MAKE) --no-print-directory all
	@tools/lint $(BUILD)

san: ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer, server and store under ThreadSanitizer, the core under MemorySanitizer and Valgrind
	@tools/deps check
	@$(MAKE) --no-print-directory web
	@tools/san-address
	@tools/san-threads
	@tools/san-memory

fuzz: ## libFuzzer on every parser, FUZZ_SECONDS (60) each
	@tools/deps check
	@tools/fuzz

deb: web ## the Debian packages, into build/deb
	@tools/deps check build
	@tools/deb $(BUILD)

sbom: ## the list of parts this is built from and with, as CycloneDX JSON, into build/sbom.json
	@mkdir -p $(BUILD)
	@tools/sbom.py > $(BUILD)/sbom.json
	@echo "$(BUILD)/sbom.json"

soak: ## SOAK_MINUTES (30) of load and abuse; memory, descriptors and answers before and after, and the audit
	@tools/deps build
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	@$(NINJA) croupier >/dev/null
	@tests/load/soak.py $(BUILD)

chaos: ## FAULTS (200) random faults of SEED (new) at TABLES (60) of SERVERS (3), on DATABASE (one, or cluster: three under Patroni)
	@tools/deps check
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	@$(NINJA) croupier tests/system/clock.so >/dev/null
	@tests/chaos/chaos.py --build=$(BUILD) --faults=$(or $(FAULTS),200) --tables=$(or $(TABLES),60) --servers=$(or $(SERVERS),3) \
	  --database=$(or $(DATABASE),one) $(if $(SEED),--seed=$(SEED)) $(if $(MINUTES),--minutes=$(MINUTES))

cluster: ## three servers, three PostgreSQL under Patroni, haproxy and Prometheus on PORT (8080) of loopback
	@tools/deps check
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja web
	@$(NINJA) croupier >/dev/null
	@tools/cluster.py --build=$(BUILD) --port=$(or $(PORT),8080)

cluster-stop: ## end what make cluster has started
	@tools/cluster.py --build=$(BUILD) --stop

coverage: ## branch coverage of the rules (gcovr)
	@tools/deps check
	@tools/coverage

mutants: ## are the guards tested? MUTANTS (50) random changes of SEED (1), one at a time, in FOLDERS (all)
	@tools/deps build
	@tools/mutants $(or $(SEED),1) $(or $(MUTANTS),50) $(FOLDERS)

witness: ## ROUNDS (2000) random rounds of GAMES (all), from SEED (1), through the engine and the spec; RESUME a file
	@tools/deps build
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	@meson compile -C $(BUILD) croupier:shared_library >/dev/null
	@CROUPIER_LIBRARY=$(abspath $(BUILD))/libcroupier.so spec/witness.py --coverage --rounds $(or $(ROUNDS),2000) \
	  --seed $(or $(SEED),1) $(if $(GAMES),--games $(GAMES)) $(if $(RESUME),--resume $(RESUME))

clauses: ## which clause is cited by which code, test and record
	@$(MAKE) --no-print-directory all
	@tools/clauses.py

bench: ## measurements as one table, and a drawing of how cost grows; nothing fails on a figure
	@tools/deps check
	@$(MAKE) --no-print-directory all
	@tools/bench $(BUILD)

bench-compare: ## this tree and that of TREE=PATH measured side by side, step by step
	@test -n "$(TREE)" || { echo "make bench-compare TREE=PATH: the other tree, built there with make all"; exit 2; }
	@tools/deps check
	@$(MAKE) --no-print-directory all
	@tools/bench $(BUILD) $(TREE)/build

check-all: deps ## everything, the slow things included, in hours; goes on where it stopped; STEPS (all) begin with these names
	@tools/deps check
	@$(MAKE) --no-print-directory all
	@tools/check-all $(BUILD) $(STEPS)

format: ## clang-format over the tree
	@tools/deps check
	@git ls-files '*.c' '*.h' | xargs clang-format -i

install: $(BUILD)/build.ninja ## install into PREFIX (/usr/local), below DESTDIR if that is set
	@$(if $(PREFIX),meson configure $(BUILD) -Dprefix=$(PREFIX))
	@$(MAKE) --no-print-directory all
	@meson install -C $(BUILD) --quiet

clean: ## remove the build folders
	@rm -rf build build-* wasm/package/croupier.wasm web/dist web/public/cards
