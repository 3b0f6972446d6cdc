#!/usr/bin/env python3
"""Elevations of real tiles by Pillow and NumPy: the table in TileOracleTests.swift.

Usage: tile_samples.py SHARED_DATA
"""
import math
import random
import sys

import numpy
from PIL import Image

root = sys.argv[1]


def metres(path, encoding):
    rgb = numpy.asarray(Image.open(path).convert("RGB"), dtype=numpy.float64)
    red, green, blue = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    if encoding == "terrarium":
        return red * 256 + green + blue / 256 - 32768
    return -10000 + (red * 65536 + green * 256 + blue) * 0.1


def sample(mosaic, zoom, x0, y0, size, latitude, longitude):
    world = size * 2.0**zoom
    x = (longitude + 180) / 360 * world - x0 * size - 0.5
    y = (1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * world - y0 * size - 0.5
    i, j = math.floor(x), math.floor(y)
    fx, fy = x - i, y - j
    a, b = mosaic[j, i], mosaic[j, i + 1]
    c, d = mosaic[j + 1, i], mosaic[j + 1, i + 1]
    return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy


def edge(zoom, x, y):
    n = 2.0**zoom
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / n)))), x / n * 360 - 180


def table(name, encoding, zoom, xs, ys, path, count, seed):
    rows = [[metres(path(x, y), encoding) for x in xs] for y in ys]
    mosaic = numpy.block(rows)
    size = rows[0][0].shape[0]
    north, west = edge(zoom, xs[0], ys[0])
    south, east = edge(zoom, xs[-1] + 1, ys[-1] + 1)
    dice = random.Random(seed)
    print(f"  // {name}: {mosaic.min()} to {mosaic.max()} m")
    for _ in range(count):
        # Off the outer border, where a neighbour would be needed.
        latitude = dice.uniform(south + (north - south) * 0.01, north - (north - south) * 0.01)
        longitude = dice.uniform(west + (east - west) * 0.01, east - (east - west) * 0.01)
        value = float(sample(mosaic, zoom, xs[0], ys[0], size, latitude, longitude))
        print(f"  ({latitude!r}, {longitude!r}, {value!r}),")
    # On both sides of the borders between tiles.
    for x in xs[1:]:
        latitude = (south + north) / 2
        for side in (-1e-5, 1e-5):
            longitude = edge(zoom, x, ys[0])[1] + side
            value = float(sample(mosaic, zoom, xs[0], ys[0], size, latitude, longitude))
            print(f"  ({latitude!r}, {longitude!r}, {value!r}),")


table("terrarium 12", "terrarium", 12, [653, 654, 655], [1581, 1582, 1583, 1584],
      lambda x, y: f"{root}/sf/terrarium/12/{x}/{y}.png", 16, 1)
table("terrain-rgb 15", "terrain-rgb", 15, [5240], [12662],
      lambda x, y: f"{root}/sf/terrainrgb/15/{x}/{y}.png", 8, 2)
table("Mount St. Helens", "terrarium", 12, [657], [1453],
      lambda x, y: f"{root}/dem/terrarium_12_657_1453_st_helens.png", 8, 3)
