"""WGS 84 in space: ECEF, geodetic positions, tangent frames.

Geodetic from ECEF by Newton's method on the two equations that define it: the position is the
foot on the ellipsoid plus h times the normal there.
"""
from mpmath import mp, mpf

from .numbers import DEGREE, atan2_deg, cos_deg, dot, minus, sin_deg

A = mpf(6378137)
F = 1 / mpf("298.257223563")
E2 = F * (2 - F)
B = A * (1 - F)


def ecef(latitude, longitude, height):
    """Metres."""
    s, c = sin_deg(latitude), cos_deg(latitude)
    n = A / mp.sqrt(1 - E2 * s * s)
    r = (n + mpf(height)) * c
    return r * cos_deg(longitude), r * sin_deg(longitude), (n * (1 - E2) + mpf(height)) * s


def meridian(r, z):
    """Latitude in radians and height of a point in the meridian's half plane, r ≥ 0.

    Solves r sin φ − z cos φ = e² N sin φ cos φ, that the normal at φ passes through the point.
    For points outside the evolute, which is all that is above −6 300 km.
    """
    phi = mp.atan2(z, r * (1 - E2))
    for _ in range(60):
        s, c = mp.sin(phi), mp.cos(phi)
        w = mp.sqrt(1 - E2 * s * s)
        n = A / w
        value = r * s - z * c - E2 * n * s * c
        slope = r * c + z * s - E2 * n * (c * c - s * s + E2 * s * s * c * c / (w * w))
        step = value / slope
        phi -= step
        if abs(step) < mpf(10) ** -58:
            break
    else:
        raise ArithmeticError("the latitude does not converge")
    s, c = mp.sin(phi), mp.cos(phi)
    return phi, r * c + z * s - A * mp.sqrt(1 - E2 * s * s)


def height(position):
    """Height above the ellipsoid, and the unit normal."""
    x, y, z = position
    r = mp.hypot(x, y)
    phi, h = meridian(r, z)
    c = mp.cos(phi)
    return h, (c * x / r if r else c, c * y / r if r else mpf(0), mp.sin(phi))


def geodetic(position):
    """Latitude and longitude in degrees, height."""
    x, y, z = (mpf(v) for v in position)
    r = mp.hypot(x, y)
    phi, h = meridian(r, z)
    return phi / DEGREE, atan2_deg(y, x) if r else mpf(0), h


def tangent_axes(latitude, longitude):
    """East, north and up in ECEF."""
    sp, cp, sl, cl = (sin_deg(latitude), cos_deg(latitude), sin_deg(longitude), cos_deg(longitude))
    return (-sl, cl, mpf(0)), (-sp * cl, -sp * sl, cp), (cp * cl, cp * sl, sp)


def enu(origin, point):
    """East, north and up of a geodetic point from a geodetic origin."""
    d = minus(ecef(*point), ecef(*origin))
    return tuple(dot(d, axis) for axis in tangent_axes(origin[0], origin[1]))
