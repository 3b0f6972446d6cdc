"""Tables of geodesics by quadrature: general, short, polar, nearly antipodal, worlds away."""
from cases import Source
from exact import geodesic
from exact.numbers import nearest
from table import Table


def ends(source, number):
    """Two coordinates of one of five kinds."""
    start, end = source.coordinate(90.0), source.coordinate(90.0)
    reach = source.logarithmic(1e-6, 2)
    change = source.uniform(-reach, reach), source.uniform(-reach, reach)
    if number % 5 == 1:
        end = start[0] + change[0], start[1] + change[1]
    if number % 5 == 2:
        end = -start[0] + change[0], start[1] + 180 + change[1]
    if number % 5 == 3:
        start = source.choice((-1, 1)) * (90 - source.logarithmic(1e-9, 1)), start[1]
    if number % 5 == 4:
        end = end[0], end[1] + source.choice((360.0, -720.0, 1080.0))
    return start, (max(-90.0, min(90.0, end[0])), end[1])


def tables():
    """All of them."""
    source = Source(41)
    inverse = Table("geodesic-inverse", "latitude1,longitude1,latitude2,longitude2 -> "
                    "distance,azimuth,azimuth at the end")
    direct = Table("geodesic-direct", "latitude,longitude,azimuth,distance -> latitude,longitude,"
                   "azimuth at the end")
    for number in range(330):
        start, end = ends(source, number)
        found = geodesic.inverse(start, end)
        if found is not None:
            inverse.add(*start, *end, *found)
    for number in range(200):
        start, _ = ends(source, number)
        azimuth = source.choice((0.0, 90.0, 180.0, -90.0, 1e-9, 540.0)) if source.chance(0.2) \
            else source.uniform(-400, 400)
        distance = source.logarithmic(1e-6, 4e7)
        end = geodesic.direct(start, azimuth, distance)
        # At a pole longitude and azimuth are not what they seem.
        if abs(nearest(end[0])) < 90:
            direct.add(*start, azimuth, distance, *end)
    return [inverse, direct]
