#!/usr/bin/env python3
"""Makes the tables of this folder with GDAL (rasterio), PROJ (pyproj) and Python's zipfile.

    pip install numpy rasterio pyproj
    python3 generate.py [folder of the shared data]

tiff.csv    small synthetic GeoTIFF files in base64; their samples follow from synthetic() below
real.csv    for files of the shared data: size, checksum, range and voids of what GDAL reads
places.csv  bilinear elevations of those files, computed from what GDAL reads
system.csv  coordinates of places by PROJ
zip.csv     small archives, good and bad, in base64
"""
import base64
import csv
import io
import math
import pathlib
import random
import struct
import sys
import tempfile
import zipfile

import numpy as np
import pyproj
import rasterio
from rasterio.transform import Affine

HERE = pathlib.Path(__file__).parent
SHARED = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE / "../../../../shared/data")
WIDTH, HEIGHT = 21, 19
VOID = -99


def write(name, header, rows):
    with open(HERE / name, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)
    print(name, len(rows))


def synthetic(column, row, dtype):
    """Whole numbers that every type holds, and quarters where they fit."""
    value = (column * 7 + row * 13 + column * row) % 120
    if dtype.startswith("float"):
        return -50 + value * 8.25
    return value if dtype in ("uint8", "int8") else value * 250


def array(dtype, void):
    data = np.array(
        [[synthetic(c, r, dtype) for c in range(WIDTH)] for r in range(HEIGHT)]).astype(dtype)
    data[5, 7] = data[18, 20] = void
    return data


def tiff(dtype, **options):
    unsigned = dtype.startswith("u")
    void = 255 if dtype == "uint8" else 65535 if unsigned else VOID
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/a.tif"
        with rasterio.open(
            path, "w", driver="GTiff", width=WIDTH, height=HEIGHT, count=1, dtype=dtype,
            crs="EPSG:4326", transform=Affine(0.01, 0, 20, 0, -0.01, 50), nodata=void, **options,
        ) as out:
            out.write(array(dtype, void), 1)
        with rasterio.open(path) as back:
            assert (back.read(1) == array(dtype, void)).all()
        return pathlib.Path(path).read_bytes()


def tiffs():
    rows = []
    layouts = {
        "strips": {"BLOCKYSIZE": 5}, "one strip": {"BLOCKYSIZE": 19},
        "tiles": {"TILED": True, "BLOCKXSIZE": 16, "BLOCKYSIZE": 16},
    }
    types = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "float64"]
    for dtype in types:
        for compression in ["NONE", "LZW", "DEFLATE", "PACKBITS"]:
            for predictor in [1, 2, 3]:
                if predictor > 1 and compression in ("NONE", "PACKBITS"):
                    continue
                if predictor == 3 and not dtype.startswith("float"):
                    continue
                for i, (layout, options) in enumerate(layouts.items()):
                    # Byte orders and sizes of offsets take turns; all for one layout.
                    for order in ["LITTLE", "BIG"]:
                        turn = types.index(dtype) + i + (order == "BIG")
                        big = turn // 2 % 2 == 1
                        if dtype not in ("int16", "float32") and turn % 2 == 0:
                            continue
                        extra = {"PREDICTOR": predictor} if predictor > 1 else {}
                        data = tiff(
                            dtype, COMPRESS=compression, ENDIANNESS=order,
                            BIGTIFF="YES" if big else "NO", **extra, **options)
                        name = (f"{dtype} {compression.lower()} predictor {predictor} {layout} "
                                f"{order.lower()}-endian {'BigTIFF' if big else 'classic'}")
                        rows.append([name, dtype, base64.b64encode(data).decode()])
    write("tiff.csv", ["name", "type", "base64"], rows)


REAL = [
    ("sf/N37W123.hgt", None), ("sf/golden_gate_srtm3_cog.tif", None),
    ("sf/elev_russian_hill_5m.tif", None), ("sf/city_srtm3.asc", "EPSG:4326"),
    ("dem/N43E007.hgt.zip", None), ("dem/SRTMGL3_front_range.asc", "EPSG:4326"),
    ("dem/jacksboro_fault.asc", "EPSG:4326"), ("dem/hugo_site.asc", "EPSG:32613"),
    ("dem/st_helens_1980_utm10_30m.asc", "EPSG:26710"),
    ("dem/west_bijou_gully.asc", "EPSG:32613"), ("dem/odd/N10W110.hgt.zip", None),
]


def to_raster(crs):
    """From longitude and latitude on WGS 84."""
    if crs == "EPSG:26710":
        # NAD27 to WGS 84 (4), EPSG:1173, whatever grids are installed.
        return pyproj.Transformer.from_pipeline(
            "+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad "
            "+step +proj=cart +ellps=WGS84 +step +inv +proj=helmert +x=-8 +y=160 +z=176 "
            "+step +inv +proj=cart +ellps=clrk66 +step +proj=utm +zone=10 +ellps=clrk66").transform
    return pyproj.Transformer.from_crs("EPSG:4326", crs, always_xy=True).transform


def bilinear(data, x, y, edge):
    """At column x and row y; the outermost values hold for `edge` samples."""
    height, width = data.shape
    if not (-edge <= x <= width - 1 + edge and -edge <= y <= height - 1 + edge):
        return None
    x, y = min(max(x, 0), width - 1), min(max(y, 0), height - 1)
    c, r = min(int(x), width - 2), min(int(y), height - 2)
    fx, fy = x - c, y - r
    box = data[r:r + 2, c:c + 2].astype(float)
    if np.isnan(box).any():
        return None
    top = box[0, 0] + (box[0, 1] - box[0, 0]) * fx
    bottom = box[1, 0] + (box[1, 1] - box[1, 0]) * fx
    return top + (bottom - top) * fy


def real():
    rows, places = [], []
    rng = random.Random(4)
    for name, crs in REAL:
        with rasterio.open(SHARED / name) as file:
            data = file.read(1).astype("float32")
            if file.nodata is not None:
                data[file.read(1) == file.nodata] = np.nan
            system = crs or file.crs.to_string()
            transform = file.transform
        checksum = 0xCBF29CE484222325
        bits = data.copy().view("<u4")
        bits[np.isnan(data)] = 0x7FC00000
        for byte in bits.tobytes():
            checksum = ((checksum ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
        rows.append([
            name, crs or "", data.shape[1], data.shape[0], f"{checksum:016x}",
            repr(float(np.nanmin(data))), repr(float(np.nanmax(data))), int(np.isnan(data).sum())])
        forward = to_raster(system)
        inverse = (lambda x, y: forward(x, y, direction="INVERSE"))
        edge = 0 if ".hgt" in name else 0.5
        height, width = data.shape
        count = 0
        while count < 40:
            column = rng.uniform(-1.5, width + 0.5) if count % 8 == 7 else rng.uniform(0, width - 1)
            row = rng.uniform(-1.5, height + 0.5) if count % 8 == 6 else rng.uniform(0, height - 1)
            x, y = transform * (column + 0.5, row + 0.5)
            longitude, latitude = inverse(x, y)
            latitude, longitude = round(latitude, 7), round(longitude, 7)
            x, y = ~transform * forward(longitude, latitude)
            value = bilinear(data, x - 0.5, y - 0.5, edge)
            # Where GDAL's numbers and a reader's may differ by rounding alone.
            if abs((x - 0.5) - round(x - 0.5)) < 1e-5 or abs((y - 0.5) - round(y - 0.5)) < 1e-5:
                continue
            places.append([
                name, crs or "", repr(latitude), repr(longitude),
                "" if value is None else repr(float(value))])
            count += 1
    write("real.csv", ["file", "system", "width", "height", "fnv1a64", "low", "high", "voids"], rows)
    write("places.csv", ["file", "system", "latitude", "longitude", "elevation"], places)


def systems():
    rows = []
    rng = random.Random(7)
    for code in [3857, 4269, 32601, 32610, 32631, 32660, 32710, 32733, 32756, 26910, 26918, 6339,
                 25832]:
        forward = pyproj.Transformer.from_crs("EPSG:4326", f"EPSG:{code}", always_xy=True).transform
        for i in range(24):
            zone = code % 100 if code not in (3857, 4269, 6339) else 10
            # Within the zone, then far outside.
            spread = 3 if i < 16 else 30
            longitude = round(6 * zone - 183 + rng.uniform(-spread, spread), 6)
            latitude = round(rng.uniform(-84, 84) if i % 2 else rng.uniform(-10, 75), 6)
            if code == 26910 and i == 0:
                longitude, latitude = -123.0, 0.0
            x, y = forward(longitude, latitude)
            if math.isfinite(x):
                rows.append([code, repr(latitude), repr(longitude), repr(x), repr(y)])
    write("system.csv", ["epsg", "latitude", "longitude", "x", "y"], rows)


def batches():
    """Places of PROJ in rasters of 1000 x 1000 samples, with the spread of a batch in degrees."""
    rows = []
    rng = random.Random(11)
    for code in [32601, 32610, 32631, 32660, 32710, 32733, 32756, 26910, 26918, 25832]:
        forward = pyproj.Transformer.from_crs("EPSG:4326", f"EPSG:{code}", always_xy=True).transform
        for i in range(8):
            step = rng.choice([1, 10, 30, 90, 1000])
            longitude = round(6 * (code % 100) - 183 + rng.uniform(-4, 4), 6)
            latitude = round(rng.uniform(-82, 82), 6)
            x, y = forward(longitude, latitude)
            # The raster's first sample, so that the place lies anywhere in its middle part.
            left = round(x - step * rng.uniform(300, 700), 3)
            top = round(y + step * rng.uniform(300, 700), 3)
            # From 50 places in a cell to one in two cells.
            spread = step / 111320 * rng.choice([0.02, 0.3, 1, 2])
            rows.append([code, left, top, step, repr(latitude), repr(longitude),
                         repr(round(spread, 12)), repr(x), repr(y)])
    write("batch.csv",
          ["epsg", "left", "top", "step", "latitude", "longitude", "spread", "x", "y"], rows)


def archive(entries, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method, compresslevel=9) as file:
        for name, data in entries:
            info = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            info.compress_type = method
            file.writestr(info, data)
    return out.getvalue()


def zips():
    edge = 1201
    tile = bytearray(2 * edge * edge)
    tile[0:2] = struct.pack(">h", 321)
    tile[2 * edge * edge - 2:] = struct.pack(">h", -7)
    small = tiff("int16", COMPRESS="DEFLATE")
    good = archive([("N10E020.hgt", bytes(tile))])
    at = good.index(b"PK\1\2")
    end = good.index(b"PK\5\6")

    def patched(offset, data):
        return good[:offset] + data + good[offset + len(data):]

    # A second entry of the directory that names the first one's data.
    overlapping = (good[:end] + good[at:end] + good[end:end + 8]
                   + struct.pack("<HHII", 2, 2, 2 * (end - at), at) + b"\0\0")
    rows = [
        ("good", good),
        ("good in folders", archive([("a/", b""), ("a/b/N10E020.hgt", bytes(tile))])),
        ("good with a note", archive([("README.txt", b"hello"), ("N10E020.hgt", bytes(tile))])),
        ("good stored", archive([("small.tif", small)], zipfile.ZIP_STORED)),
        ("good climbing name", archive([("../../N10E020.hgt", bytes(tile))])),
        ("bad two tiles", archive([("N10E020.hgt", b"1"), ("N11E020.hgt", b"2")])),
        ("bad no tile", archive([("README.txt", b"hello")])),
        ("bad overlapping", overlapping),
        ("bad checksum", patched(at + 16, b"\1\2\3\4")),
        ("bad size", patched(at + 24, struct.pack("<I", 2 * edge * edge - 2))),
        ("bad ratio", patched(at + 24, struct.pack("<I", 2_000_000_000))),
        ("bad encrypted", patched(at + 8, b"\1\0")),
        ("bad method", patched(at + 10, struct.pack("<H", 12))),
        ("bad offset", patched(at + 42, struct.pack("<I", 100_000))),
        ("bad nested", archive([("inner.tif", good)])),
        ("bad short tile", archive([("N10E020.hgt", bytes(1000))])),
    ]
    write("zip.csv", ["name", "base64"], [
        [name, base64.b64encode(data).decode()] for name, data in rows])


if __name__ == "__main__":
    tiffs()
    real()
    systems()
    batches()
    zips()
