#!/usr/bin/env python3
"""Checks pictures of unseen overlays over unseen ground, pixel by pixel.

    python3 Tests/Reference/overlays/check_scenes.py .build/release/belvedere DATA --seed 7 \
        [--count 12] [--keep FOLDER]

DATA is a folder with elevations and buildings: dem/*.asc, dem/N43E007.hgt.zip, sf/N37W123.hgt,
sf/downtown_buildings_osm.geojson. Every scene has ground and buildings of it, blocks and trees at
random, a random overlay above the roads and a random camera, flat and on the globe by turns. Of each
there are a picture with the overlay and one without it, and the layers of both the whole scene and its
bare ground. Where the overlay lies is computed here, from the positions of the bare ground and the
outline in longitude and latitude. Then

1. in the overlay's silhouette nothing opaque is left in front: a pixel is the overlay's colour, with the
   colour without the overlay before it by the opacity of the pitch where an object stands there;
2. outside of it nothing has changed, to the last bit, but objects that stand before the overlay, each as a
   whole: that one does is seen in the layers of a scene that has it alone.

Needs NumPy, Pillow and Shapely. The status is 1 when a pixel is wrong.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import numpy as np
import shapely
from PIL import Image

WIDTH, HEIGHT = 320, 200
FILL = (255, 40, 200)
# How far a pixel of the silhouette may be from what is expected, in steps of 255: rounding and dither.
TOLERANCE = 3
DEMS = [
    # File, a rectangle of ground, whether the downtown buildings are there.
    ("sf/N37W123.hgt", (37.786, -122.408, 37.799, -122.393), True),
    ("sf/N37W123.hgt", (37.88, -122.62, 37.94, -122.55), False),
    ("dem/jacksboro_fault.asc", (36.50, -84.35, 36.68, -84.15), False),
    ("dem/SRTMGL3_front_range.asc", None, False),
    ("dem/N43E007.hgt.zip", (43.72, 7.37, 43.80, 7.46), False),
    ("dem/st_helens_1980_utm10_30m.asc", (46.17, -122.23, 46.22, -122.15), False),
]
# Of files that do not say what their coordinates are; near enough.
UTM = "EPSG:32610"


def opacity(pitch):
    """How much is seen of what stands before an overlay; asked of the command's own documents: 0
    straight down, 0.24 at 25°, 0.55 at 45°, 0.65 from 60° on, smooth."""
    t = min(max(pitch / 60, 0), 1)
    return 0.65 * t * t * (3 - 2 * t)


def run(tool, *arguments):
    done = subprocess.run([tool, *arguments], capture_output=True, check=False, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: status {done.returncode}: {done.stderr.decode()[-500:]}")
    return done.stdout


def moved(place, east, north):
    """A place so many metres away, near enough."""
    latitude = place[0] + north / 111_000
    return latitude, place[1] + east / (111_320 * math.cos(math.radians(place[0])))


def bounds_of(tool, path):
    info = json.loads(run(tool, "dem", "info", path, "--json"))
    box = info["sources"][0]["bounds"]
    return box["south"], box["west"], box["north"], box["east"]


def outline(source, middle, radius):
    """A random polygon: a star, a hull, one that crosses itself, or one with a hole."""
    kind = source.choice(["star", "round", "crossed", "hole", "spike"])
    count = source.randint(5, 40)

    def ring(scale, wild):
        angles = sorted(source.uniform(0, 2 * math.pi) for _ in range(count))
        if kind == "crossed":
            source.shuffle(angles)
        out = []
        for a in angles:
            r = radius * scale * (source.uniform(0.35, 1) if wild else 1)
            out.append(moved(middle, r * math.cos(a), r * math.sin(a)))
        return out

    rings = [ring(1, kind in ("star", "spike"))]
    if kind == "hole":
        rings.append(ring(0.4, False))
    if kind == "spike":
        rings[0].insert(1, moved(middle, 2 * radius, source.uniform(-radius, radius)))
    return kind, [[[x, y] for y, x in r + r[:1]] for r in rings]


def make_scene(source, tool, data, number):
    path, box, has_downtown = DEMS[number % len(DEMS)]
    path = os.path.join(data, path)
    south, west, north, east = box or bounds_of(tool, path)
    inset = 0.3 * (north - south)
    middle = (source.uniform(south + inset, north - inset),
              source.uniform(west + 0.3 * (east - west), east - 0.3 * (east - west)))
    radius = source.choice([90, 200, 350] if has_downtown else [120, 300, 900])
    blocks, trees = [], []
    for _ in range(60):
        at = moved(middle, source.gauss(0, 1.2 * radius), source.gauss(0, 1.2 * radius))
        side = radius * source.uniform(0.04, 0.25)
        shape = {"rectangle": {"center": [at[1], at[0]], "width": side, "depth": side
                               * source.uniform(0.5, 2), "heading": source.uniform(0, 360)}}
        # No roof so steep that its tip is thinner than what the layers show.
        blocks.append({**shape, "height": radius * source.uniform(0.05, 0.8), "roofHeight": side / 5,
                       "roof": source.choice(["flat", "gable", "pyramid", "dome"])})
    for _ in range(80):
        at = moved(middle, source.gauss(0, 1.2 * radius), source.gauss(0, 1.2 * radius))
        trees.append({"at": [at[1], at[0]], "height": radius * source.uniform(0.03, 0.2)})
    kind, rings = outline(source, middle, radius)
    buildings = blocks if not has_downtown else [{"file": "buildings.geojson"}] + blocks[:8]
    aim = moved(middle, source.uniform(-1, 1) * radius, source.uniform(-1, 1) * radius)
    camera = {
        "centerCoordinate": {"latitude": aim[0], "longitude": aim[1]},
        "distance": radius * source.uniform(2.5, 9), "heading": source.uniform(0, 360),
        "pitch": source.choice([0, 4, 17, 31, 45, 58, 66, 74, 80, 84]), "fieldOfView":
            source.choice([20, 30, 45, 70]),
    }
    scene = {
        "belvedere": 1, "name": "unseen", "terrain": [{"file": os.path.basename(path), **({"crs": UTM} if "utm" in path else {})}],
        "projection": "globe" if number % 2 else "flat", "pitchLimit": "none", "camera": camera,
        "light": {"sunAzimuth": source.uniform(0, 360), "sunElevation": source.uniform(5, 80)},
        "buildings": buildings, "trees": trees,
    }
    overlay = {"polygon": rings, "fillColor": "#%02x%02x%02x" % FILL}
    return path, scene, overlay, kind, has_downtown


# Layers are finer than pictures, so that what is thinner than a pixel is in them.
FINER = 3


def middles(layer):
    """Of the finer layer what lies in the middles of the picture's pixels."""
    return layer[FINER // 2::FINER, FINER // 2::FINER]


def anywhere(mask):
    """Whether a finer mask is set anywhere in a pixel."""
    return mask.reshape(HEIGHT, FINER, WIDTH, FINER).any(axis=(1, 3))


class Layers:
    """What `render --layers` writes."""

    def __init__(self, folder):
        with open(os.path.join(folder, "layers.json"), encoding="utf-8") as file:
            self.about = json.load(file)
        self.objects = np.load(os.path.join(folder, "objects.npy"))
        self.positions = np.load(os.path.join(folder, "positions.npy")).astype(float)
        self.depth = np.load(os.path.join(folder, "depth.npy"))

    def coordinates(self):
        """Longitudes and latitudes of the positions."""
        frame, p = self.about["frame"], self.positions
        if frame["projection"] == "flat":
            world = 2.0**28
            x = frame["mapPoint"]["x"] + p[..., 0] / frame["metersPerMapPoint"]
            y = frame["mapPoint"]["y"] - p[..., 1] / frame["metersPerMapPoint"]
            return x / world * 360 - 180, np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * y / world))))
        a, f = 6378137.0, 1 / 298.257223563
        e2 = f * (2 - f)
        axes = np.array(frame["ecefAxes"])
        q = np.array(frame["ecefOrigin"]) + p @ axes
        r = np.hypot(q[..., 0], q[..., 1])
        latitude = np.arctan2(q[..., 2], r * (1 - e2))
        for _ in range(8):
            n = a / np.sqrt(1 - e2 * np.sin(latitude) ** 2)
            height = r / np.cos(latitude) - n
            latitude = np.arctan2(q[..., 2], r * (1 - e2 * n / (n + height)))
        return np.degrees(np.arctan2(q[..., 1], q[..., 0])), np.degrees(latitude)


def inside(rings, x, y):
    """By the even-odd rule, straight between vertices on Web Mercator's plane."""
    def mercator(latitude):
        return np.degrees(np.arcsinh(np.tan(np.radians(latitude))))

    odd = np.zeros(x.shape, bool)
    v = mercator(y)
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            ay, by = mercator(ay), mercator(by)
            if ay == by:
                continue
            crosses = (ay > v) != (by > v)
            with np.errstate(invalid="ignore"):
                odd ^= crosses & (x < ax + (v - ay) / (by - ay) * (bx - ax))
    return odd & np.isfinite(x)


def near_outline(rings, x, y):
    """Places that are nearer to the outline than to the pixels around: a spike may pass between these."""
    def plane(u, v):
        return u, np.degrees(np.arcsinh(np.tan(np.radians(v))))

    u, v = plane(x, y)
    spacing = np.zeros(u.shape)
    with np.errstate(invalid="ignore"):
        for axis in (0, 1):
            step = np.hypot(np.diff(u, axis=axis), np.diff(v, axis=axis))
            before = np.pad(step, [(1, 0), (0, 0)] if axis == 0 else [(0, 0), (1, 0)], mode="edge")
            after = np.pad(step, [(0, 1), (0, 0)] if axis == 0 else [(0, 0), (0, 1)], mode="edge")
            spacing = np.fmax(spacing, np.fmax(before, after))
    line = shapely.MultiLineString([np.column_stack(plane(*np.array(ring).T)) for ring in rings])
    known = np.isfinite(u) & np.isfinite(v)
    away = np.full(u.shape, np.inf)
    shapely.prepare(line)
    away[known] = shapely.distance(line, shapely.points(u[known], v[known]))
    return away < spacing


def grown(mask, by=1):
    for _ in range(by):
        padded = np.pad(mask, 1)
        mask = np.zeros_like(mask)
        for dy in range(3):
            for dx in range(3):
                mask |= padded[dy:dy + mask.shape[0], dx:dx + mask.shape[1]]
    return mask


def check(tool, data, number, source, folder, keep):
    path, scene, overlay, kind, has_downtown = make_scene(source, tool, data, number)
    os.symlink(os.path.abspath(path), os.path.join(folder, os.path.basename(path)))
    if has_downtown:
        os.symlink(os.path.abspath(os.path.join(data, "sf/downtown_buildings_osm.geojson")),
                   os.path.join(folder, "buildings.geojson"))

    def write(name, **changes):
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump({**scene, **changes}, file)
        return os.path.join(folder, name + ".json")

    def draw(name, layers=False, **changes):
        out = os.path.join(folder, name + ".png")
        options = ["--layers", os.path.join(folder, name), "--scale", str(FINER), "--quality", "draft"]
        if layers:
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        run(tool, "render", write(name, **changes), "-o", out, "--size", f"{WIDTH}x{HEIGHT}", "-q",
            "--no-fsync", "--allow-outside-files", *(options if layers else []))
        if layers:
            return Layers(os.path.join(folder, name))
        return np.asarray(Image.open(out).convert("RGB")).astype(int)

    without, with_it = draw("without"), draw("with", overlays=[overlay])
    full, bare = draw("full", layers=True), draw("bare", layers=True, buildings=[], trees=[])
    pitch = full.about["camera"]["pitch"]
    part = opacity(pitch)
    x, y = bare.coordinates()
    shown = inside(overlay["polygon"], x, y) & (bare.objects == 1)
    near = near_outline(overlay["polygon"], x, y)
    # Pixels all of which is inside, or none, with the pixels around them.
    touched = anywhere(shown | near)
    whole, none = ~grown(anywhere(~shown | near)), ~grown(touched)
    # Ground further off that a ridge hides in part is neither.
    log_depth = np.log(np.where(np.isfinite(bare.depth), bare.depth, 1e9)).reshape(
        HEIGHT, FINER, WIDTH, FINER)
    whole &= log_depth.max(axis=(1, 3)) - log_depth.min(axis=(1, 3)) < 0.25
    objects = middles(full.objects)
    alone = ~grown(anywhere(full.objects > 1))
    # In the middle of an object.
    solid = (objects > 1) & ~anywhere(full.objects != np.repeat(np.repeat(objects, FINER, 0), FINER, 1))
    padded = np.pad(np.where(solid, objects, 0), 1)
    for dy in range(3):
        for dx in range(3):
            solid &= padded[dy:dy + HEIGHT, dx:dx + WIDTH] == objects
    # Nothing is known of what lies beside the picture.
    inner = np.zeros_like(touched)
    inner[1:-1, 1:-1] = True
    whole, none, solid = whole & inner, none & inner, solid & inner
    failures = []

    def expect(mask, wanted, what, tolerance):
        away = np.abs(with_it - wanted).max(axis=2)
        wrong = mask & (away > tolerance)
        if wrong.any():
            at = np.argwhere(wrong)[0]
            failures.append(f"{what}: {int(wrong.sum())} of {int(mask.sum())}, such as column {at[1]}, "
                            f"row {at[0]}: {with_it[at[0], at[1]]}, not {wanted[at[0], at[1]]}")
        return int(mask.sum()), int(away[mask].max()) if mask.any() else 0

    fill = np.broadcast_to(np.array(FILL), with_it.shape)
    counts = {}
    counts["ground"] = expect(whole & alone, fill, "ground in the silhouette", TOLERANCE)
    mixed = np.rint(part * without + (1 - part) * fill).astype(int)
    counts["objects"] = expect(whole & solid, mixed, "objects before the silhouette", TOLERANCE)
    # At the objects' rims nothing may be nearer to the picture without the overlay than the opacity.
    rim = whole & ~alone & ~solid
    share = np.abs(with_it - fill).sum(axis=2)
    most = part * np.abs(without - fill).sum(axis=2)
    padded = np.pad(most, 1, mode="edge")
    for dy in range(3):
        for dx in range(3):
            most = np.maximum(most, padded[dy:dy + HEIGHT, dx:dx + WIDTH])
    wrong = rim & (share > most + 3 * TOLERANCE)
    if wrong.any():
        failures.append(f"rims of objects in the silhouette: {int(wrong.sum())} of {int(rim.sum())}")
    counts["rims"] = (int(rim.sum()), 0)

    changed = (with_it != without).any(axis=2)
    # Tips of trees and roofs may be thinner than what the layers show.
    outside = none & ~grown(anywhere(full.objects > 1))
    expect(outside, without, "ground beside the silhouette", 0)
    counts["beside"] = (int(outside.sum()), 0)
    # Objects beside it: seen through, each as a whole, where they stand before it.
    stepped = set(np.unique(objects[changed & solid & none]).tolist())
    first = full.about["objects"]
    lists = {"building": None, "tree": scene["trees"]}
    unproved = []
    for n in sorted(stepped):
        if (whole & (objects == n)).any() or (grown(objects == n) & touched).any():
            continue
        if first["tree"]["first"] <= n < first["tree"]["first"] + first["tree"]["count"]:
            one = {"trees": [lists["tree"][n - first["tree"]["first"]]], "buildings": []}
        elif not has_downtown:
            one = {"buildings": [scene["buildings"][n - first["building"]["first"]]], "trees": []}
        else:
            continue
        own = draw("one", layers=True, **one)
        if not (grown(anywhere(own.objects > 1)) & touched).any():
            unproved.append(n)
    if unproved:
        failures.append(f"objects changed that do not stand before the overlay: {unproved}")
    # One that is before it is seen through all over, unless what is behind it looks the same.
    before = np.unique(objects[whole & solid])
    opaque = [int(n) for n in before
              if (~changed & solid & (objects == n)).sum() > (solid & (objects == n)).sum() / 2]
    if opaque:
        failures.append(f"objects before the overlay that are opaque: {opaque[:9]}")
    where = f"{os.path.basename(path)}, {scene['projection']}, {kind}, pitch {pitch:.1f}"
    print(f"{number:3} {where:58} " + ", ".join(
        f"{name} {count}" + (f" (≤ {most})" if most else "") for name, (count, most) in counts.items())
        + f", seen through {len(stepped)}")
    for failure in failures:
        print("    " + failure)
    if keep:
        pair = np.concatenate([without, with_it], axis=1).astype(np.uint8)
        Image.fromarray(pair).save(os.path.join(keep, f"unseen-{number:02}.png"))
    return not failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("data")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--keep", help="a folder for the pictures, without and with the overlay")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    good = True
    for number in range(options.count):
        source = random.Random(options.seed * 1000 + number)
        with tempfile.TemporaryDirectory() as folder:
            good &= check(os.path.abspath(options.tool), options.data, number, source, folder,
                          options.keep)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
