#!/usr/bin/env python3
"""Shows which vectors the rasteriser uses, and what they bring.

    Benchmarks/vector_sets.py BENCH [--data FOLDER --scene bay --rounds 3]

First the proof by machine code: of the functions that are compiled for a set (their names end with it) the
instructions that use its registers, by binutils' objdump. Then, where FOLDER has SCENE.bin and cameras.txt (see
README.md), processor time of a frame with each set, by turns.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

SETS = ["portable", "avx2", "avx512"]


def instructions(program):
    """Counts of instructions with 256- and 512-bit registers, by the set that ends the function's name."""
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", "-j", ".text", program],
        capture_output=True, text=True, check=True).stdout
    counts = {name: {"functions": 0, "all": 0, "ymm": 0, "zmm": 0} for name in SETS + ["other"]}
    own = counts["other"]
    for line in text.splitlines():
        label = re.match(r"[0-9a-f]+ <(.*)>:$", line)
        if label:
            own = counts[next((s for s in SETS if label[1].endswith("_" + s)), "other")]
            own["functions"] += 1
        elif "\t" in line:
            own["all"] += 1
            own["zmm" if "%zmm" in line else "ymm"] += "%zmm" in line or "%ymm" in line
    return counts


def frame(program, vectors, scene, cameras, size, samples, frames):
    environment = dict(os.environ, BELVEDERE_VECTORS=vectors)
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(
            [program, scene, cameras, *map(str, size), str(samples), folder, str(frames), "--no-png"],
            capture_output=True, text=True, check=True, env=environment).stdout
    line = json.loads([text for text in out.splitlines() if text.startswith("{")][-1])
    if line["renderer"] != vectors:
        sys.exit(f"this processor has no {vectors}: {line['renderer']} was used")
    return line["frame_cpu_ms"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="belvedere-raster-bench")
    parser.add_argument("--data", help="the folder of SCENE.bin and cameras.txt")
    parser.add_argument("--scene", default="city")
    parser.add_argument("--frames", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"{'set':10}{'functions':>10}{'instructions':>14}{'of 256 bits':>13}{'of 512 bits':>13}")
    for name, n in instructions(options.program).items():
        print(f"{name:10}{n['functions']:10}{n['all']:14}{n['ymm']:13}{n['zmm']:13}")
    if not options.data:
        return
    scene = os.path.join(options.data, options.scene + ".bin")
    cameras = os.path.join(options.data, "cameras.txt")
    print(f"\n{options.scene}, 1280 x 720, ms of the processor a frame, the median of {options.rounds} rounds by turns")
    print(f"{'set':10}{'1 sample':>10}{'4 samples':>11}")
    times = {(name, samples): [] for name in SETS for samples in (1, 4)}
    for _ in range(options.rounds):
        for name, samples in times:
            times[name, samples].append(
                frame(options.program, name, scene, cameras, (1280, 720), samples, options.frames))
    for name in SETS:
        print(f"{name:10}{statistics.median(times[name, 1]):10.1f}{statistics.median(times[name, 4]):11.1f}")


main()
