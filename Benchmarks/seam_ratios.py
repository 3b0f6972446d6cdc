#!/usr/bin/env python3
"""Draws mosaics of elevation files with one or more `belvedere` by turns and prints what they cost.

    Benchmarks/seam_ratios.py BELVEDERE [OTHER …] [--rounds 5] [--threads 1] [--only utm] [--json]

The files are made anew: GeoTIFF, float32, of one invented relief, so that a mosaic and a single file
show the same ground. A figure is the processor time of the whole program in seconds, the median of the
rounds; `beside one` is this time over that of one file of the same extent, round by round; with two
programs `ratio` is the first's time over the second's.
"""
import argparse, json, math, os, resource, statistics, struct, subprocess, sys, tempfile
from array import array

WEST, NORTH = 8.7, 50.1  # east of this, across the meridian 9 of zone 32: degrees and metres nearly parallel
SECOND = 1 / 3600
METRES = 111_200.0  # a degree of latitude, near enough for an invented relief


def relief(lon, lat):
    x, y = (lon - 9) * math.cos(math.radians(lat)) * METRES, (lat - 50) * METRES
    return (500 + 120 * math.sin(x / 900) * math.cos(y / 700) + 30 * math.sin(x / 140 + y / 210)
            + 4 * math.sin(x / 31) * math.sin(y / 37))


def geotiff(path, west, north, step, columns, rows, epsg, place, void=lambda column, row: False):
    """One strip of float32; `place` turns a raster's coordinates into degrees."""
    samples = array("f")
    for row in range(rows):
        for column in range(columns):
            hole = void(column, row)
            samples.append(-9999 if hole else relief(*place(west + (column + .5) * step, north - (row + .5) * step)))
    if sys.byteorder != "little":
        samples.byteswap()
    geographic = epsg == 4326
    keys = [1, 1, 0, 3, 1024, 0, 1, 2 if geographic else 1, 1025, 0, 1, 1, 2048 if geographic else 3072, 0, 1, epsg]
    entries, extra, base = [], b"", 8 + 2 + 14 * 12 + 4
    def entry(tag, kind, values):
        nonlocal extra
        letter, size = {2: ("s", 1), 3: ("H", 2), 4: ("I", 4), 12: ("d", 8)}[kind]
        data = values if kind == 2 else struct.pack("<%d%s" % (len(values), letter), *values)
        count = len(data) // size
        if len(data) > 4:
            extra += b"\0" * (len(extra) % 2)
            offset = base + len(extra)
            extra += data
            data = struct.pack("<I", offset)
        entries.append(struct.pack("<HHI", tag, kind, count) + data.ljust(4, b"\0"))
    entry(256, 4, [columns]); entry(257, 4, [rows]); entry(258, 3, [32]); entry(259, 3, [1]); entry(262, 3, [1])
    strips = len(entries)
    entry(273, 4, [0]); entry(277, 3, [1]); entry(278, 4, [rows]); entry(279, 4, [4 * len(samples)]); entry(339, 3, [3])
    entry(33550, 12, [step, step, 0]); entry(33922, 12, [0, 0, 0, west, north, 0])
    entry(34735, 3, keys); entry(42113, 2, b"-9999\0")
    extra += b"\0" * (-(base + len(extra)) % 4)
    entries[strips] = struct.pack("<HHII", 273, 4, 1, base + len(extra))
    with open(path, "wb") as file:
        file.write(struct.pack("<2sHIH", b"II", 42, 8, len(entries)) + b"".join(entries) + b"\0\0\0\0" + extra)
        samples.tofile(file)


def degrees(x, y):
    return x, y


def zone32(x, y):
    lat = 50 + (y - 5_538_630.7) / (METRES * .9996)  # the northing of 50° on the meridian
    return 9 + (x - 500_000) / (METRES * math.cos(math.radians(lat)) * .9996), lat


def cases(folder):
    """Name, the mosaic's files, the one file beside which it is measured, and the place to look at."""
    span = .16
    def cell(name, west, north, seconds, wide=span, void=lambda c, r: False):
        path = "%s/%s.tif" % (folder, name)
        size = round(wide / (seconds * SECOND))
        if not os.path.exists(path):
            geotiff(path, west, north, seconds * SECOND, size, size, 4326, degrees, void)
        return path
    def metres(name, x, y, step, columns, rows):
        path = "%s/%s.tif" % (folder, name)
        geotiff(path, x, y, step, columns, rows, 32632, zone32)
        return path
    at = lambda i, j: (WEST + i * span, NORTH - j * span)
    one = cell("one", *at(0, 0), 1, 2 * span)
    middle = (NORTH - span, WEST + span)
    lake = lambda c, r: (c - 576) ** 2 + (r - 288) ** 2 < 60 ** 2
    pond = lambda c, r: c * c + (r - 288) ** 2 < 60 ** 2
    yield "one lattice", [cell("a%d%d" % (i, j), *at(i, j), 1) for j in (0, 1) for i in (0, 1)], one, middle
    yield "three spacings, a corner missing", [
        cell("b00", *at(0, 0), 1), cell("b10", *at(1, 0), 1.5), cell("b01", *at(0, 1), 2)], one, middle
    yield "two spacings, a void across", [
        cell("c00", *at(0, 0), 1, void=lake), cell("c10", *at(1, 0), 1.5, void=lambda c, r: pond(1.5 * c, 1.5 * r)),
        cell("c01", *at(0, 1), 1), cell("c11", *at(1, 1), 1.5)], one, middle
    yield "tiny", [cell("d0", WEST, NORTH, 1, 8 * SECOND), cell("d1", WEST + 8 * SECOND, NORTH, 2, 8 * SECOND)], \
        cell("d", WEST, NORTH, 1, 16 * SECOND), (NORTH - 4 * SECOND, WEST + 8 * SECOND)
    x, y = 490_000.0, 5_540_000.0
    big = metres("utm", x, y, 20, 1000, 1000)
    seam = zone32(x + 10_000, y - 10_000)
    yield "utm, side by side", [
        metres("u%d%d" % (i, j), x + 10_000 * i, y - 10_000 * j, 20, 500, 500) for j in (0, 1) for i in (0, 1)
    ], big, (seam[1], seam[0])
    yield "utm, overlapping", [
        metres("v0", x, y, 20, 530, 1000), metres("v1", x + 10_000, y, 25, 400, 800)], big, (seam[1], seam[0])
    west, south = zone32(x + 10_000, y - 10_000)
    yield "utm beside degrees", [
        metres("w0", x, y, 20, 500, 1000), cell("w1", west, zone32(x, y)[1], 1, .14)], big, (seam[1], seam[0])


VIEWS = {"down": ["--pitch", "0", "--altitude", "6000"], "60°": ["--pitch", "60", "--distance", "3000"],
         "low": ["--pitch", "75", "--distance", "300"]}


def cost(program, files, place, view, threads):
    command = [program, "render", "-q", "-o", "-", "--no-pitch-limit", "--size", "640x360", "--threads", str(threads),
               "--center", "%.9f,%.9f" % place] + view
    for file in files:
        command += ["--dem", file]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit("error: %s\n%s" % (" ".join(command), done.stderr.decode(errors="replace").strip()))
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("programs", nargs="+", help="belvedere, and others to compare with")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--only", default="", help="cases whose name holds this")
    p.add_argument("--json", action="store_true")
    o = p.parse_args()
    records = []
    with tempfile.TemporaryDirectory() as folder:
        if not o.json:
            print("%d thread(s), %d rounds, load %.1f; seconds of the processor" % (o.threads, o.rounds, os.getloadavg()[0]))
            print("%-34s %-5s" % ("mosaic", "view") + "".join(" %9s %11s" % ("program %d" % (n + 1), "beside one")
                  for n in range(len(o.programs))) + ("  ratio" if len(o.programs) == 2 else ""))
        for name, files, single, place in cases(folder):
            if o.only not in name:
                continue
            for view, options in VIEWS.items():
                rounds = [[(cost(q, files, place, options, o.threads), cost(q, [single], place, options, o.threads))
                           for q in o.programs] for _ in range(o.rounds)]
                of = lambda n, f: statistics.median(f(*turn[n]) for turn in rounds)
                row = {"mosaic": name, "view": view, "seconds": [of(n, lambda m, s: m) for n in range(len(o.programs))],
                       "besideOne": [of(n, lambda m, s: m / s) for n in range(len(o.programs))]}
                if len(o.programs) == 2:
                    row["ratio"] = statistics.median(turn[0][0] / turn[1][0] for turn in rounds)
                records.append(row)
                if not o.json:
                    print("%-34s %-5s" % (name, view) + "".join(
                        " %9.2f %11.2f" % pair for pair in zip(row["seconds"], row["besideOne"]))
                        + (" %6.2f" % row["ratio"] if "ratio" in row else ""), flush=True)
    if o.json:
        print(json.dumps({"rounds": o.rounds, "threads": o.threads, "load": os.getloadavg()[0], "rows": records}, ensure_ascii=False))


if __name__ == "__main__":
    main()
