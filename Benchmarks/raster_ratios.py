#!/usr/bin/env python3
"""Runs the rasteriser and other renderers by turns and prints the ratios.

    Benchmarks/raster_ratios.py --ours BENCH --data FOLDER \\
        --peer 'llvmpipe=/path/gl_egl {scene} {cameras} {w} {h} {samples} culled {out} {frames}'

Every program draws FOLDER/SCENE.bin by FOLDER/cameras.txt and prints one line of JSON with `frame_ms`,
`frame_cpu_ms` and `still_ms`. A ratio is ours over theirs, the median of the rounds' ratios: what else
the machine does meets both halves of a round alike. Processor time counts on a busy machine. `--json`
writes every line for a record.
"""
import argparse, json, os, shlex, statistics, subprocess, sys, tempfile


def run(command):
    environment = dict(os.environ, LP_NUM_THREADS=os.environ.get("LP_NUM_THREADS", "2"))
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    lines = [line for line in result.stdout.splitlines() if line.startswith("{")]
    if result.returncode != 0 or not lines:
        sys.exit("error: %s\n%s" % (" ".join(command), result.stderr.strip() or "it printed no JSON"))
    return json.loads(lines[-1])


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            return next(l.split(":", 1)[1].strip() for l in file if l.startswith("model name"))
    except (OSError, StopIteration):
        return "unknown"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--ours", required=True, help="the program belvedere-raster-bench")
    p.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND",
                   help="{scene} {cameras} {w} {h} {samples} {out} {frames} {threads} are filled in")
    p.add_argument("--data", required=True, help="the folder of SCENE.bin and cameras.txt")
    p.add_argument("--scenes", default="bay,city")
    p.add_argument("--heights", default="720,1080")
    p.add_argument("--samples", default="1,4")
    p.add_argument("--frames", type=int, default=30)
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--json", action="store_true")
    o = p.parse_args()
    peers = [peer.split("=", 1) for peer in o.peer]
    records = []
    if not o.json:
        print("processor: %s, %d threads, %d rounds of %d frames" % (processor(), o.threads, o.rounds, o.frames))
        print("%-6s %-6s %-3s %-12s %12s %12s %10s %10s %10s %6s" % (
            "scene", "size", "S", "beside", "ours CPU ms", "theirs", "CPU ratio", "wall", "70 deg", "load"))
    with tempfile.TemporaryDirectory() as out:
        for scene in o.scenes.split(","):
            for height in map(int, o.heights.split(",")):
                for samples in map(int, o.samples.split(",")):
                    fill = dict(scene="%s/%s.bin" % (o.data, scene), cameras=o.data + "/cameras.txt",
                                w=height * 16 // 9, h=height, samples=samples, out=out,
                                frames=o.frames, threads=o.threads)
                    ours = [o.ours] + "{scene} {cameras} {w} {h} {samples} {out} {frames} --no-png --threads {threads}".format(**fill).split()
                    rows = {name: [] for name, _ in peers}
                    for number in range(o.rounds):
                        # Who begins alternates.
                        order = [("belvedere", ours)] + [(n, shlex.split(c.format(**fill))) for n, c in peers]
                        lines = {n: run(c) for n, c in (order if number % 2 == 0 else order[::-1])}
                        for name in rows:
                            rows[name].append((lines["belvedere"], lines[name]))
                        records.append(lines)
                    if o.json:
                        continue
                    for name, pairs in rows.items():
                        def ratio(key):
                            return statistics.median(key(a) / key(b) for a, b in pairs)
                        print("%-6s %-6s %-3d %-12s %12.1f %12.1f %10.2f %10.2f %10.2f %6.1f" % (
                            scene, "%dp" % height, samples, name,
                            statistics.median(a["frame_cpu_ms"] for a, _ in pairs),
                            statistics.median(b["frame_cpu_ms"] for _, b in pairs),
                            ratio(lambda d: d["frame_cpu_ms"]), ratio(lambda d: d["frame_ms"]),
                            ratio(lambda d: d["still_ms"]["p70"]),
                            max(a.get("load1", 0) for a, _ in pairs)), flush=True)
    if o.json:
        json.dump(dict(processor=processor(), threads=o.threads, frames=o.frames, rounds=records), sys.stdout, indent=1)
        print()


if __name__ == "__main__":
    main()
