#!/usr/bin/env python3
"""Times films: python3 Benchmarks/film_times.py BINARY [--scene S] [--seconds N] ...

Runs the command over a flight and reads the frames a second that it tells of the frames alone and of the whole
run, loading and encoding included. The time to the first frame is that of a run that draws one. Films are also
made of the small scene, to show what the size of a scene costs.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

# Over the bay, down into the streets, around a corner.
FLIGHTS = {
    "san-francisco": [
        (37.8199, -122.4783, 5200, 62, 120, 0), (37.8020, -122.4180, 2600, 70, 105, 5),
        (37.7948, -122.4040, 1400, 72, 150, 5),
    ],
    "first-steps": [
        (46.0002, -7.0002, 1500, 55, 335, 0), (45.9994, -7.0020, 420, 72, 60, 10),
    ],
}


def flight(scene, seconds):
    stops = FLIGHTS.get(os.path.basename(os.path.normpath(scene)))
    if stops is None:
        sys.exit(f"no flight over {scene}; scenes are {', '.join(FLIGHTS)}")
    total = sum(stop[5] for stop in stops)
    return {"waypoints": [
        {"centerCoordinate": {"latitude": a, "longitude": b}, "distance": c, "pitch": d, "heading": e,
         **({"duration": f * seconds / total} if f else {})}
        for a, b, c, d, e, f in stops]}


def run(options, scene, size, output, *more):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "flight.json")
        with open(path, "w") as file:
            json.dump(flight(scene, options.seconds), file)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        done = subprocess.run(
            [options.binary, "fly", scene, path, "-o", os.path.join(folder, output), "--size", size,
             "--quality", options.quality, "--json", "-q", "--fps", str(options.fps), *more]
            + (["--threads", str(options.threads)] if options.threads else []),
            capture_output=True, text=True)
        clock = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    frames = json.loads(done.stdout)["drawn"]
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return frames, clock, processor


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--scene", default="Scenes/san-francisco")
    parser.add_argument("--seconds", type=float, default=8, help="of the flight")
    parser.add_argument("--fps", type=int, default=30)
    parser.add_argument("--quality", default="standard")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    outputs = ["film.y4m", "frames/"]
    if shutil.which("ffmpeg"):
        outputs = ["film.mp4"] + outputs
    else:
        print("ffmpeg is not in PATH: no .mp4 is timed", file=sys.stderr)
    small = os.path.join(os.path.dirname(os.path.normpath(options.scene)), "first-steps")
    cases = [(options.scene, size, output) for size in ("1280x720", "1920x1080") for output in outputs]
    cases.append((small, "1280x720", outputs[0]))
    rows = []
    for scene, size, output in cases:
        rates, firsts, costs = [], [], []
        for _ in range(options.repeats):
            frames, clock, processor = run(options, scene, size, output)
            one, first, own = run(options, scene, size, "one.y4m", "--frames", "0")
            rates.append(frames / clock)
            firsts.append(first)
            costs.append((processor - own) / max(frames - one, 1) * 1e3)
        rows.append({
            "scene": os.path.basename(os.path.normpath(scene)), "size": size, "output": output,
            "framesPerSecond": statistics.median(rates), "mostFramesPerSecond": max(rates),
            "firstFrame": statistics.median(firsts), "processorPerFrame": statistics.median(costs)})
    load = " ".join(f"{x:.1f}" for x in os.getloadavg())
    if options.json:
        print(json.dumps({"load": load, "quality": options.quality, "films": rows}, indent=2))
        return
    print(f"{options.seconds:g} s at {options.fps} frames a second, quality {options.quality}, "
          f"{options.repeats} repeats, load {load}; all from the start of the command to its end")
    print(f"{'scene':<16}{'size':<12}{'film':<10}{'frames/s, median (most)':<26}"
          f"{'first frame, s':<16}{'processor a frame, ms'}")
    for row in rows:
        rate = f"{row['framesPerSecond']:.1f} ({row['mostFramesPerSecond']:.1f})"
        print(f"{row['scene']:<16}{row['size']:<12}{row['output']:<10}{rate:<26}"
              f"{row['firstFrame']:<16.2f}{row['processorPerFrame']:.1f}")


main()
