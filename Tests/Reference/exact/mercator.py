"""The flat map: spherical Web Mercator in map points, scales, regions (conventions, section 2)."""
from mpmath import mp, mpf

from .numbers import DEGREE, cos_deg, sin_deg, wrap_longitude

RADIUS = mpf(6378137)
WORLD = mpf(2) ** 28
EDGE = 85.0511287798066


def map_x(longitude):
    """Map points east of 180° W; not wrapped."""
    return (mpf(longitude) + 180) / 360 * WORLD


def map_y(latitude):
    """Map points south of the northern edge; latitudes beyond the map's edges are held at them."""
    held = min(max(mpf(latitude), -mpf(EDGE)), mpf(EDGE))
    return (mpf(1) / 2 - mp.atanh(sin_deg(held)) / (2 * mp.pi)) * WORLD


def latitude_of(y):
    """Degrees of latitude at a map point's y."""
    return mp.atan(mp.sinh(mp.pi * (1 - 2 * mpf(y) / WORLD))) / DEGREE


def longitude_of(x):
    """Degrees of longitude at a map point's x, in [−180, 180)."""
    return wrap_longitude(mpf(x) / WORLD * 360 - 180)


def short_way(x):
    """A difference of map points in x, the short way round the world: (−half, half]."""
    return x - WORLD * mp.ceil(x / WORLD - mpf(1) / 2)


def meters_per_map_point(latitude):
    """The local scale, 2πR cos φ / 2²⁸."""
    return 2 * mp.pi * RADIUS * cos_deg(latitude) / WORLD


def decimal(text):
    """A constant written in decimals; the double nearest to it, which is what MapKit adds up."""
    return mpf(float(text))


def meters_per_degree(latitude):
    """The length of a degree of latitude and of longitude, by the truncated series."""
    phi = mpf(latitude)

    def c(n):
        return cos_deg(n * phi)
    return (decimal("111132.92") - decimal("559.82") * c(2) + decimal("1.175") * c(4)
            - decimal("0.0023") * c(6),
            decimal("111412.84") * c(1) - decimal("93.5") * c(3) + decimal("0.118") * c(5))


def mapkit_meters_per_map_point(latitude):
    """MapKit's own scale: a degree of latitude over the map points of ±½°."""
    half = mpf(1) / 2
    phi = mpf(latitude)
    return meters_per_degree(phi)[0] / (map_y(phi - half) - map_y(phi + half))


def region_deltas(latitude, latitudinal, longitudinal):
    """Degrees of latitude and longitude of a region of so many metres."""
    per = meters_per_degree(latitude)
    return mpf(latitudinal) / per[0], mpf(longitudinal) / per[1]
