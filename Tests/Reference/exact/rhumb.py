"""Rhumb lines on WGS 84, by elliptic integrals."""
from mpmath import mp, mpf

from .ellipsoid import A, B, E2
from .numbers import DEGREE, atan2_deg, cos_deg, sin_deg, wrap_heading, wrap_longitude


def meridian_arc(latitude):
    """Metres of meridian from the equator: b ∫ √(1 + e'² sin² β) dβ, β the parametric latitude."""
    if abs(mpf(latitude)) == 90:
        beta = mp.sign(mpf(latitude)) * mp.pi / 2
    else:
        beta = mp.atan2(B * sin_deg(latitude), A * cos_deg(latitude))
    return B * mp.ellipe(beta, -E2 / (1 - E2))


def isometric(latitude):
    """ψ = artanh(sin φ) − e artanh(e sin φ)."""
    s, e = sin_deg(latitude), mp.sqrt(E2)
    return mp.atanh(s) - e * mp.atanh(e * s)


def parallel_radius(latitude):
    """Metres from the axis."""
    s = sin_deg(latitude)
    return A * cos_deg(latitude) / mp.sqrt(1 - E2 * s * s)


def inverse(start, end):
    """Distance and azimuth; half a turn goes the way of the sign of end − start."""
    change = mpf(end[1]) - mpf(start[1])
    turn = change - 360 * mp.nint(change / 360)
    if abs(turn) == 180:
        turn = mp.sign(change) * 180
    east = turn * DEGREE
    arc = meridian_arc(end[0]) - meridian_arc(start[0])
    if abs(start[0]) == 90 or abs(end[0]) == 90:
        return abs(arc), mpf(180 if arc < 0 else 0)
    if start[0] == end[0]:
        distance = abs(east) * parallel_radius(start[0])
        return distance, mpf(0) if east == 0 else mpf(90 if east > 0 else 270)
    north = isometric(end[0]) - isometric(start[0])
    return mp.hypot(east, north) * arc / north, wrap_heading(atan2_deg(east, north))


def direct(start, azimuth, distance):
    """Latitude and longitude; None where a line would end at a pole or beyond."""
    c, s = cos_deg(azimuth), sin_deg(azimuth)
    target = meridian_arc(start[0]) + mpf(distance) * c
    if abs(target) >= meridian_arc(90):
        return None
    if c == 0 or distance == 0:
        latitude = mpf(start[0])
        east = mpf(distance) * s / parallel_radius(latitude)
    else:
        latitude = mp.findroot(lambda x: meridian_arc(x) - target, target / A / DEGREE,
                               tol=mpf(10) ** -80, verify=False)
        spread = (isometric(latitude) - isometric(start[0]))
        east = spread * s / c
    return latitude, wrap_longitude(mpf(start[1]) + east / DEGREE)
