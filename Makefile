# What people do with this repository; 'make' alone lists it.

SCENE = Scenes/san-francisco
OUT = out/san-francisco.png
PREFIX = /usr/local
# Flags of 'swift build' and 'swift test'; release because pixel loops are slow in a debug build.
SWIFTFLAGS = -c release
# Tests use public interfaces only; without this flag everything would be built twice.
TESTFLAGS = $(SWIFTFLAGS) --disable-testable-imports
# Which tests; empty for all.
FILTER =
# Such as: --repeats 9 --threads 1 --json
BENCHFLAGS =
KILLFLAGS =
# Of 'make sanitize'.
SANITIZERS = thread address

BUILD = swift build $(SWIFTFLAGS)
BUILD_BENCH = swift build --package-path Benchmarks -c release
BIN = $$($(BUILD) --show-bin-path)
SOURCE_FOLDERS = $(wildcard Package.swift Sources Tests Benchmarks Fuzzing)
# -prune: the build folder of Benchmarks lies below it.
SWIFT_FILES = find $(SOURCE_FOLDERS) -name '.build*' -prune -o -name '*.swift' -print0

.DEFAULT_GOAL := help
.PHONY: help dependencies build render test sanitize check-picture lint format scene pictures install \
  films bench bench-maths bench-rays bench-mesh bench-flight bench-overlays bench-paths bench-raster \
  bench-query bench-snapshots bench-annotations bench-films kill-films accuracy clean

help:
	@echo "make render     draw $(SCENE) at 1920x1080 to OUT=$(OUT)"
	@echo "make build      build the command 'belvedere' (release)"
	@echo "make test       build and run all tests, or those that match FILTER=NAME"
	@echo "make sanitize   run the tests that draw with the sanitizers of threads and of memory"
	@echo "make lint       check format and house rules"
	@echo "make format     format all Swift files"
	@echo "make scene      make the generated files of Scenes/san-francisco again"
	@echo "make pictures   draw the pictures of the README again"
	@echo "make films      draw three films of $(SCENE) to out/films"
	@echo "make install    install the command and its completions to PREFIX=$(PREFIX)"
	@echo "make bench      measure how long the parts take"
	@echo "make bench-maths  time the mathematics beside GeographicLib and GLM"
	@echo "make bench-rays  time rays against the ground beside Embree"
	@echo "make bench-raster  time the rasteriser over triangles from a file"
	@echo "make bench-flight  time whole pictures along flights through SCENE"
	@echo "make bench-overlays  time pictures without and with overlays"
	@echo "make bench-paths  time plans of flights and the cameras along them"
	@echo "make bench-snapshots  time warm snapshots of a scene"
	@echo "make bench-films  time films of flights, from frames to files"
	@echo "make kill-films  kill films at random instants and compare what they become"
	@echo "make bench-annotations  time the placement of annotations and their text"
	@echo "make bench-mesh  time the ground's mesh along flights"
	@echo "make bench-query  count the requests that 'belvedere query' answers in a second"
	@echo "make accuracy   measure the largest errors again: Tests/Reference/ACCURACY.md"
	@echo "make clean      remove what was built and drawn"
	@echo
	@echo "Everything that CI runs: .ci/run"

dependencies:
	@.ci/install-dependencies

build: dependencies
	$(BUILD) --product belvedere

render: build
	@mkdir -p "$$(dirname "$(OUT)")"
	@echo "Drawing $(SCENE) at 1920x1080 to $(OUT)"
	@"$(BIN)/belvedere" render "$(SCENE)" --size 1920x1080 --output "$(OUT)"

test: dependencies
	@.ci/show-failures swift test $(TESTFLAGS) $(if $(FILTER),--filter "$(FILTER)")

# Whether threads race or memory is misused: the tests that draw, built apart.
# Leaks are not looked for: XCTest's runner has one, which would end the run.
sanitize: dependencies
	@mkdir -p .build
	@clang -D_GNU_SOURCE -O1 -fPIC -c Tests/ThreadSanitizer/mutex_order.c -o .build/mutex_order.o
	@for kind in $(SANITIZERS); do \
	  echo "==> $$kind"; \
	  case $$kind in thread) order="-Xlinker $$PWD/.build/mutex_order.o" ;; *) order= ;; esac; \
	  ASAN_OPTIONS=detect_leaks=0 swift test $(TESTFLAGS) --sanitize $$kind --scratch-path .build/sanitize-$$kind $$order \
	    --filter "$(or $(FILTER),RasterizationTests|SceneRenderingTests|FilmsTests)" || exit 1; \
	done

check-picture: dependencies
	@$(BUILD) --product picture-check
	@"$(BIN)/picture-check" "$(OUT)"

lint:
	@$(SWIFT_FILES) | xargs -0 swift format lint --strict
	@.ci/check-sources
	@if command -v python3 >/dev/null; then .ci/check-dependencies; \
	  else echo "python3 is missing: what targets import is not checked"; fi

format:
	@$(SWIFT_FILES) | xargs -0 swift format --in-place

scene: dependencies
	$(BUILD) --product belvedere-author
	"$(BIN)/belvedere-author" Scenes/san-francisco

pictures: build
	@.ci/draw-pictures "$(BIN)/belvedere"

# The flight of each film, and the scene that it flies through.
films: build
	@mkdir -p out/films
	"$(BIN)/belvedere" fly $(SCENE)/story.json $(SCENE)/flights/story.json \
	  -o out/films/story.mp4 --size 1280x720 --fps 30
	"$(BIN)/belvedere" fly $(SCENE)/crossing.json $(SCENE)/flights/crossing.json \
	  -o out/films/crossing.mp4 --size 1280x720 --fps 30
	"$(BIN)/belvedere" fly $(SCENE)/dusk.json $(SCENE)/flights/orbit.json \
	  -o out/films/orbit.mp4 --size 1280x720 --fps 30

install: build
	@.ci/install "$(BIN)/belvedere" "$(DESTDIR)$(PREFIX)"

# The touch: a package in another folder is not compiled again when only inner modules change.
bench: dependencies
	@touch Benchmarks/Sources/belvedere-bench/*.swift
	$(BUILD_BENCH) --product belvedere-bench >&2
	@"$$($(BUILD_BENCH) --show-bin-path)/belvedere-bench" --scene $(SCENE) $(BENCHFLAGS)

bench-maths:
	@.ci/install-dependencies --maths-bench >&2
	@touch Benchmarks/Sources/belvedere-maths-bench/*.swift
	$(BUILD_BENCH) --product belvedere-maths-bench >&2
	@"$$($(BUILD_BENCH) --show-bin-path)/belvedere-maths-bench" $(BENCHFLAGS)

bench-rays:
	@.ci/install-dependencies --rays-bench >&2
	@touch Benchmarks/Sources/belvedere-rays-bench/*.swift
	$(BUILD_BENCH) --product belvedere-rays-bench >&2
	@"$$($(BUILD_BENCH) --show-bin-path)/belvedere-rays-bench" $(BENCHFLAGS)

bench-raster: dependencies
	@touch Benchmarks/Sources/belvedere-raster-bench/*.swift
	$(BUILD_BENCH) --product belvedere-raster-bench >&2
	@if [ -n "$(RASTERFLAGS)" ]; then \
	  "$$($(BUILD_BENCH) --show-bin-path)/belvedere-raster-bench" $(RASTERFLAGS); \
	else echo "$$($(BUILD_BENCH) --show-bin-path)/belvedere-raster-bench"; fi

bench-mesh: dependencies
	@touch Benchmarks/Sources/belvedere-mesh-bench/*.swift
	$(BUILD_BENCH) --product belvedere-mesh-bench >&2
	@"$$($(BUILD_BENCH) --show-bin-path)/belvedere-mesh-bench" $(BENCHFLAGS)

bench-paths: dependencies
	@touch Benchmarks/Sources/belvedere-path-bench/*.swift
	$(BUILD_BENCH) --product belvedere-path-bench >&2
	@"$$($(BUILD_BENCH) --show-bin-path)/belvedere-path-bench"

bench-annotations: dependencies
	@touch Benchmarks/Sources/belvedere-annotation-bench/*.swift
	$(BUILD_BENCH) --product belvedere-annotation-bench >&2
	@"$$($(BUILD_BENCH) --show-bin-path)/belvedere-annotation-bench"

bench-flight: dependencies
	@touch Benchmarks/Sources/belvedere-flight-bench/*.swift
	$(BUILD_BENCH) --product belvedere-flight-bench >&2
	@"$$($(BUILD_BENCH) --show-bin-path)/belvedere-flight-bench" --scene $(SCENE) $(BENCHFLAGS)

bench-overlays: dependencies
	@touch Benchmarks/Sources/belvedere-overlay-bench/*.swift
	$(BUILD_BENCH) --product belvedere-overlay-bench >&2
	@"$$($(BUILD_BENCH) --show-bin-path)/belvedere-overlay-bench" --scene $(SCENE) $(BENCHFLAGS)

bench-snapshots: build
	@python3 Benchmarks/snapshot_times.py "$(BIN)/belvedere" --scene $(SCENE) $(BENCHFLAGS)

bench-films: build
	@python3 Benchmarks/film_times.py "$(BIN)/belvedere" --scene $(SCENE) $(BENCHFLAGS)

# Such as: KILLFLAGS="--runs 100 --film film.mp4"
kill-films: build
	@python3 Tests/Films/kill_and_resume.py "$(BIN)/belvedere" $(KILLFLAGS)

bench-query: build
	@python3 Benchmarks/query_throughput.py "$(BIN)/belvedere" $(BENCHFLAGS)

accuracy: dependencies
	BELVEDERE_WRITE_ACCURACY="$(CURDIR)/Tests/Reference/ACCURACY.md" \
	  swift test $(TESTFLAGS) --filter ReferenceTests

clean:
	rm -rf .build Benchmarks/.build Fuzzing/.build out
