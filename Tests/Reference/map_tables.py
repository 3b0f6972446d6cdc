"""Tables of the map, the ellipsoid and the appearance of buildings."""
import math

from cases import LATITUDES, LONGITUDES, Source
from exact import appearance, ellipsoid, mercator, rhumb
from table import Table


def map_points():
    """Coordinates to map points and back."""
    source = Source(1)
    there = Table("map-point", "latitude,longitude -> x,y")
    for latitude in LATITUDES:
        for longitude in LONGITUDES:
            there.add(latitude, longitude, mercator.map_x(longitude), mercator.map_y(latitude))
    for _ in range(1500):
        latitude, longitude = source.coordinate()
        there.add(latitude, longitude, mercator.map_x(longitude), mercator.map_y(latitude))
    world = 2.0 ** 28
    back = Table("map-coordinate", "x,y -> latitude,longitude")
    corners = (0.0, world, world / 2, 2 * world, -world, world / 2 + 2 ** -25, 1e-9, 1.0, 1e5,
               math.nextafter(world / 2, 0), world / 4)
    pairs = [(x, y) for x in corners for y in corners]
    pairs += [(source.uniform(-3 * world, 3 * world), source.uniform(-0.1 * world, 1.1 * world))
              for _ in range(1500)]
    for x, y in pairs:
        back.add(x, y, mercator.latitude_of(y), mercator.longitude_of(x))
    return [there, back]


def scales():
    """Metres per map point, both kinds, and regions."""
    source = Source(2)
    scale = Table("scale", "latitude -> metersPerMapPoint")
    for latitude in (*LATITUDES, *(source.uniform(-90, 90) for _ in range(500))):
        scale.add(latitude, mercator.meters_per_map_point(latitude))
    mapkit = Table("scale-mapkit", "latitude -> metersPerMapPointAtLatitude",
                   "MapKit's own function: a finite difference of ±½°; no latitude is held.")
    for latitude in (0.0, 60.0, -84.5, 84.5, *(source.uniform(-84.5, 84.5) for _ in range(500))):
        mapkit.add(latitude, mercator.mapkit_meters_per_map_point(latitude))
    region = Table("region", "latitude,latitudinalMeters,longitudinalMeters -> deltas")
    sizes = [(0.0, 1000.0, 2000.0)]
    sizes += [(source.uniform(-89, 89), source.logarithmic(1e-3, 1e7), source.logarithmic(1, 1e7))
              for _ in range(600)]
    for size in sizes:
        region.add(*size, *mercator.region_deltas(*size))
    return [scale, mapkit, region]


def space():
    """ECEF, geodetic positions, tangent frames."""
    source = Source(3)

    def position(reach=1e7):
        latitude, longitude = source.coordinate(90.0)
        height = source.choice((0.0, -6000.0, 8848.0, 2e7)) if source.chance(0.3) else \
            source.choice((-1, 1)) * source.logarithmic(1e-3, 3e5 if source.chance(0.7) else reach)
        return latitude, longitude, max(height, -5e4)

    there = Table("ecef", "latitude,longitude,height -> x,y,z")
    back = Table("geodetic", "x,y,z -> latitude,longitude,height")
    for _ in range(700):
        point = position()
        there.add(*point, *ellipsoid.ecef(*point))
        metres = tuple(float(v) for v in ellipsoid.ecef(*point))
        back.add(*metres, *ellipsoid.geodetic(metres))
    for metres in ((6378137.0, 0.0, 0.0), (-6378137.0, 0.0, 0.0), (0.0, 0.0, 6356752.314245),
                   (0.0, 0.0, -7e6), (1e-9, 0.0, 6.4e6), (-7e6, -0.0, 1e-9), (3e6, -4e6, 4e6)):
        back.add(*metres, *ellipsoid.geodetic(metres))
    frame = Table("enu", "latitude,longitude,height of the origin, of the point -> east,north,up")
    for _ in range(500):
        origin, far = position(), position()
        if source.chance(0.6):
            reach = source.logarithmic(1e-9, 5)
            far = (max(-90.0, min(90.0, origin[0] + source.uniform(-reach, reach))),
                   origin[1] + source.uniform(-reach, reach), far[2])
        frame.add(*origin, *far, *ellipsoid.enu(origin, far))
    return [there, back, frame]


def rhumbs():
    """Rhumb lines by elliptic integrals."""
    source = Source(4)
    inverse = Table("rhumb-inverse",
                    "latitude1,longitude1,latitude2,longitude2 -> distance,azimuth")
    direct = Table("rhumb-direct", "latitude,longitude,azimuth,distance -> latitude,longitude")
    for i in range(400):
        start, end = source.coordinate(90.0), source.coordinate(90.0)
        if i % 4 == 0:
            reach = source.logarithmic(1e-10, 1)
            end = (max(-90.0, min(90.0, start[0] + source.uniform(-reach, reach))),
                   start[1] + source.uniform(-reach, reach))
        if i % 4 == 1:
            end = (start[0] + source.choice((0.0, 1e-13, -1e-9)), end[1])
            if abs(end[0]) > 90:
                continue
        change = math.remainder(end[1] - start[1], 360)
        if abs(change) == 180 and abs(end[1] - start[1]) != 180:
            # Half a turn and whole ones: as far to the east as to the west.
            continue
        distance, azimuth = rhumb.inverse(start, end)
        inverse.add(*start, *end, distance, azimuth)
    for _ in range(250):
        start = source.coordinate(89.0)
        azimuth = source.choice((0.0, 90.0, 180.0, 270.0, 89.9999999)) if source.chance(0.3) \
            else source.uniform(-360, 720)
        distance = source.choice((-1, 1, 1)) * source.logarithmic(1e-3, 2e7)
        end = rhumb.direct(start, azimuth, distance)
        # Close to a pole longitudes run away.
        if end is not None and abs(end[0]) > 89.999:
            continue
        direct.add(*start, azimuth, distance, *(end or (None, None)))
    return [inverse, direct]


def buildings():
    """Extrusion and opacity."""
    source = Source(5)
    table = Table("appearance", "pitch,maximum -> extrusion,opacity")
    for pitch in (0.0, 1e-9, 5.0, 10.0, 10 - 1e-12, 30.0, 60.0, 90.0,
                  *(source.uniform(0, 90) for _ in range(300))):
        maximum = source.choice((0.65, 0.65, 1.0, 0.0, source.uniform(0, 1)))
        table.add(pitch, maximum, appearance.extrusion(pitch),
                  appearance.opacity_over_overlay(pitch, maximum))
    return [table]


def tables():
    """All of them."""
    return map_points() + scales() + space() + rhumbs() + buildings()
