#!/usr/bin/env python3
"""Small MBTiles and PMTiles of invented ground, made by SQLite and by PyPI's pmtiles.

Usage: make_fixtures.py FOLDER (Tests/BelvedereElevationFilesTests/Tiles/Fixtures)

The ground at every sample is 100 m times the zoom plus the sample's column in the world plus
1000 m times its row; tiles have 8 x 8 samples.
"""
import io
import json
import pathlib
import sqlite3
import sys

import numpy
from PIL import Image
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
SIZE = 8


def ground(z, x, y):
    column = numpy.arange(SIZE) + x * SIZE
    row = numpy.arange(SIZE) + y * SIZE
    return 100.0 * z + column[None, :] + 1000.0 * row[:, None]


def png(metres, encoding):
    steps = (metres + 32768) * 256 if encoding == "terrarium" else (metres + 10000) * 10
    steps = numpy.rint(steps).astype(numpy.int64)
    rgb = numpy.stack([steps >> 16 & 255, steps >> 8 & 255, steps & 255], axis=-1)
    out = io.BytesIO()
    Image.fromarray(rgb.astype(numpy.uint8), "RGB").save(out, "PNG", optimize=True)
    return out.getvalue()


TILES = [(1, 0, 0), (1, 1, 0), (1, 0, 1), (2, 0, 0), (2, 1, 0), (2, 1, 1)]


def database(name, statements, tiles, encoding="terrarium", metadata=()):
    path = folder / name
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    db.execute("PRAGMA page_size=512")
    for statement in statements:
        db.execute(statement)
    table = "images" if any("images" in s for s in statements) else "tiles"
    for z, x, y in tiles:
        db.execute(f"INSERT INTO {table} VALUES(?,?,?,?)",
                   (z, x, 2**z - 1 - y, png(ground(z, x, y), encoding)))
    for item in metadata:
        db.execute("INSERT INTO metadata VALUES(?,?)", item)
    db.commit()
    db.execute("VACUUM")
    db.close()


COLUMNS = "(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)"
META = "CREATE TABLE metadata(name TEXT, value TEXT)"
INDEX = "CREATE UNIQUE INDEX tile_index ON tiles(zoom_level, tile_column, tile_row)"
database("plain.mbtiles", [META, f"CREATE TABLE tiles{COLUMNS}", INDEX], TILES,
         metadata=[("format", "png"), ("encoding", "terrarium"), ("minzoom", "0")])
database("json.mbtiles", [META, f"CREATE TABLE tiles{COLUMNS}"], TILES[:1], "terrain-rgb",
         metadata=[("json", json.dumps({"encoding": "mapbox"}))])
database("view.mbtiles", [META, f"CREATE TABLE images{COLUMNS}",
                          "CREATE VIEW tiles AS SELECT * FROM images"], TILES[:2])
database("recursive.mbtiles", [META,
         "CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
         "SELECT i AS zoom_level, i AS tile_column, i AS tile_row, i AS tile_data FROM n"], [])
database("endless.mbtiles", [META, "CREATE TABLE n(i INTEGER)",
         "INSERT INTO n VALUES" + ",".join(f"({i})" for i in range(100)),
         "CREATE VIEW tiles AS SELECT a.i AS zoom_level, b.i AS tile_column, c.i AS tile_row, "
         "d.i AS tile_data FROM n a, n b, n c, n d, n e, n f WHERE a.i + b.i + c.i + d.i < -1"],
         [])
database("function.mbtiles", [META,
         "CREATE VIEW tiles AS SELECT 1 AS zoom_level, 0 AS tile_column, 1 AS tile_row, "
         "zeroblob(1000000000) AS tile_data"], [])
database("jpeg.mbtiles", [META, f"CREATE TABLE tiles{COLUMNS}"], TILES[:1],
         metadata=[("format", "jpg")])
database("silent.mbtiles", [META, f"CREATE TABLE tiles{COLUMNS}"], TILES[:1])

with open(folder / "reference.pmtiles", "wb") as out:
    writer = Writer(out)
    for z, x, y in sorted(TILES, key=lambda t: zxy_to_tileid(*t)):
        writer.write_tile(zxy_to_tileid(z, x, y), png(ground(z, x, y), "terrarium"))
    writer.finalize(
        {"tile_type": TileType.PNG, "tile_compression": Compression.NONE, "min_zoom": 1,
         "max_zoom": 2, "min_lon_e7": -1800000000, "min_lat_e7": -850000000,
         "max_lon_e7": 1800000000, "max_lat_e7": 850000000, "center_zoom": 1,
         "center_lon_e7": 0, "center_lat_e7": 0},
        {"encoding": "terrarium"})

for zoom, x, y in [(0, 0, 0), (1, 1, 0), (3, 5, 2), (12, 654, 1583), (24, 9999999, 1234567)]:
    print(f"    ({zoom}, {x}, {y}, {zxy_to_tileid(zoom, x, y)}),")
