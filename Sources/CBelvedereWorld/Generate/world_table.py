#!/usr/bin/env python3
"""Makes the table of the world's coasts and countries, and the facts that its tests check.

usage: world_table.py GEOPANDAS_WHEEL

Reads Natural Earth 1:110 million (public domain) from the data sets of geopandas 0.14, fetched with

    pip download geopandas==0.14.4 --no-deps

and needs pyshp, shapely and pyproj. Writes world_data.c beside its folder and the areas of the countries,
computed by pyproj from the file's own polygons, to Tests/BelvedereWorldTests/Facts.

The table, of whole numbers in LEB128 unless said otherwise (signed ones in zigzag):

    steps a degree, countries
    for each country
        name, code: number of bytes, UTF-8
        continent: 0 Africa, 1 Antarctica, 2 Asia, 3 Europe, 4 North America, 5 Oceania, 6 South America,
            7 islands of the open ocean
        tint: 0 to 5, another one than those of its neighbours; 6 for ice
        rings
        for each ring, outer ones clockwise, holes the other way round
            vertices
            for each vertex, the last one also before the first
                4 · longitude + kind, latitude: steps from the vertex before, the first from 0, 0;
                    kind of the edge that ends there: 0 coast, 1 border, 2 the same border of the
                    other country, 3 a cut along 180° or around the pole
"""
import pathlib
import sys
import tempfile
import zipfile

import pyproj
import shapefile
from shapely.geometry import box, shape

STEPS = 1000
CONTINENTS = ["Africa", "Antarctica", "Asia", "Europe", "North America", "Oceania", "South America"]
ICE = {"Antarctica", "Greenland"}
COAST, BORDER, OTHER, CUT = range(4)


def read(wheel):
    """Name, code, continent and geometry of each country, by name."""
    folder = "geopandas/datasets/naturalearth_lowres/"
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith(folder):
                archive.extract(name, scratch)
        reader = shapefile.Reader(scratch + "/" + folder + "naturalearth_lowres")
        records = [
            (r.record["name"], r.record["iso_a3"], r.record["continent"],
             shape(r.shape.__geo_interface__))
            for r in reader.shapeRecords()]
    return sorted(records, key=lambda r: r[0])


def whole(name, geometry):
    """The geometry with the ice shelf that the file's Antarctica lacks next to the pole."""
    return geometry.union(box(-180, -90, 180, -84.4)) if name == "Antarctica" else geometry


def rings(geometry):
    """Quantised rings without their last vertex: outer ones clockwise, holes the other way round."""
    parts = [geometry] if geometry.geom_type == "Polygon" else list(geometry.geoms)
    for part in sorted(parts, key=lambda p: -p.area):
        for is_hole, ring in [(False, part.exterior)] + [(True, r) for r in part.interiors]:
            points = list(ring.coords)[:-1]
            if ring.is_ccw != is_hole:
                points.reverse()
            steps = [(round(x * STEPS), round(y * STEPS)) for x, y in points]
            loop = [p for i, p in enumerate(steps) if p != steps[i - 1]]
            if len(loop) >= 3:
                yield loop


def kinds(countries):
    """What each edge is: by (country, ring, vertex at its end)."""
    edges = {}
    for c, (_, _, _, loops) in enumerate(countries):
        for r, loop in enumerate(loops):
            for i, b in enumerate(loop):
                edges.setdefault(frozenset((loop[i - 1], b)), []).append((c, r, i))
    result, neighbours = {}, [set() for _ in countries]
    for ends, owners in edges.items():
        (x1, y1), (x2, y2) = tuple(ends)
        limit = 180 * STEPS
        is_cut = (abs(x1) == limit == abs(x2)) or (y1 == y2 == -90 * STEPS)
        for n, owner in enumerate(owners):
            result[owner] = CUT if is_cut else COAST if len(owners) == 1 else OTHER if n else BORDER
        for a in owners:
            neighbours[a[0]] |= {b[0] for b in owners} - {a[0]}
    return result, neighbours


def tints(countries, neighbours):
    """Different ones for neighbours; those with most neighbours choose first, the rarest tint."""
    result, used = {}, [0] * 6
    for c in sorted(range(len(countries)), key=lambda c: (-len(neighbours[c]), c)):
        if countries[c][0] in ICE:
            result[c] = 6
            continue
        taken = {result.get(n) for n in neighbours[c]}
        tint = min((t for t in range(6) if t not in taken), key=lambda t: (used[t], t))
        result[c] = tint
        used[tint] += 1
    return result


def leb(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag(value):
    return 2 * value if value >= 0 else -2 * value - 1


def text(value):
    data = value.encode()
    return leb(len(data)) + data


def table(countries):
    kind, neighbours = kinds(countries)
    tint = tints(countries, neighbours)
    out = bytearray(leb(STEPS) + leb(len(countries)))
    for c, (name, code, continent, loops) in enumerate(countries):
        out += text(name) + text(code)
        out += leb(CONTINENTS.index(continent) if continent in CONTINENTS else 7)
        out += leb(tint[c]) + leb(len(loops))
        for r, loop in enumerate(loops):
            out += leb(len(loop))
            x, y = 0, 0
            for i, p in enumerate(loop):
                out += leb(zigzag(p[0] - x) * 4 + kind[c, r, i]) + leb(zigzag(p[1] - y))
                x, y = p
    return bytes(out)


def source(data):
    lines, line = [], ""
    for value in data:
        item = f"{value},"
        if len(line) + len(item) > 380:
            lines.append(line)
            line = ""
        line += item
    lines.append(line)
    return (
        "// Made by Generate/world_table.py from Natural Earth 1:110 million (public domain).\n"
        '#include "belvedere_world.h"\n\nstatic const uint8_t world[] = {\n'
        + "\n".join(lines) + "\n};\n\n"
        "const uint8_t *belvedere_world_bytes(void) { return world; }\n"
        "int32_t belvedere_world_length(void) { return sizeof world; }\n")


def areas(records):
    geod = pyproj.Geod(ellps="WGS84")
    lines = ["# Square kilometres of each country's polygons in the file, by pyproj on WGS 84"]
    for name, _, _, geometry in records:
        parts = [geometry] if geometry.geom_type == "Polygon" else list(geometry.geoms)
        area = 0
        for part in parts:
            area += abs(geod.geometry_area_perimeter(part)[0])
        lines.append(f"{name}\t{area / 1e6:.0f}")
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    records = read(sys.argv[1])
    countries = [(n, k, c, list(rings(whole(n, g)))) for n, k, c, g in records]
    data = table(countries)
    home = pathlib.Path(__file__).resolve().parent
    (home.parent / "world_data.c").write_text(source(data))
    facts = home.parents[2] / "Tests/BelvedereWorldTests/Facts/areas.tsv"
    facts.parent.mkdir(parents=True, exist_ok=True)
    facts.write_text(areas(records))
    kind, _ = kinds(countries)
    counts = [list(kind.values()).count(k) for k in range(4)]
    print(f"{len(countries)} countries, {sum(counts)} vertices, {len(data)} bytes; edges: "
          f"{counts[0]} coast, {counts[1]} + {counts[2]} border, {counts[3]} cut")


main()
