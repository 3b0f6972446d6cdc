"""Geodesics on WGS 84 by quadrature of their defining integrals (Bessel 1825), to 30 digits.

The shortest line is found by bisection of the longitude it reaches, which grows with the azimuth
at the end farther from the equator; no series and no first guess.
"""
from mpmath import mp, mpf

from .ellipsoid import A, B, E2, F
from .numbers import DEGREE, atan2_deg, cos_deg, sin_deg, wrap_heading, wrap_longitude

SECOND = E2 / (1 - E2)


def _parametric(latitude):
    """Sine and cosine of the parametric latitude; poles a little off, so that azimuths count."""
    s, c = B * sin_deg(latitude), max(A * cos_deg(latitude), mpf(10) ** -38)
    r = mp.hypot(s, c)
    return s / r, c / r


def _integral(function, start, end):
    if start == end:
        return mpf(0)
    parts = int(abs(end - start)) + 1
    with mp.workdps(34):
        return mp.quad(function, mp.linspace(start, end, parts + 1), method="gauss-legendre",
                       maxdegree=5)


def _lag(sine0, start, end):
    """How far the longitude lags behind the spherical one."""
    k2 = SECOND * (1 - sine0 * sine0)
    return F * sine0 * _integral(
        lambda x: (2 - F) / (1 + (1 - F) * mp.sqrt(1 + k2 * mp.sin(x) ** 2)), start, end)


def _length(sine0, start, end):
    k2 = SECOND * (1 - sine0 * sine0)
    return B * _integral(lambda x: mp.sqrt(1 + k2 * mp.sin(x) ** 2), start, end)


def direct(start, azimuth, distance):
    """Latitude, longitude, azimuth on arrival."""
    s1, c1 = _parametric(start[0])
    sa, ca = sin_deg(azimuth), cos_deg(azimuth)
    sine0 = sa * c1
    cosine0 = mp.hypot(ca, sa * s1)
    first = mp.atan2(s1, ca * c1) if (s1 or ca * c1) else mpf(0)
    k2 = SECOND * cosine0 ** 2
    last = first + mpf(distance) / B
    for _ in range(30):
        step = (_length(sine0, first, last) - mpf(distance)) / (
            B * mp.sqrt(1 + k2 * mp.sin(last) ** 2))
        last -= step
        if abs(step) < mpf(10) ** -30:
            break
    turn = (mp.atan2(sine0 * mp.sin(last), mp.cos(last))
            - mp.atan2(sine0 * mp.sin(first), mp.cos(first)))
    # Whole turns that the angles do not show.
    turn += 2 * mp.pi * mp.nint((mp.sign(sine0) * (last - first) - turn) / (2 * mp.pi))
    east = turn - _lag(sine0, first, last)
    s2 = cosine0 * mp.sin(last)
    c2 = mp.hypot(sine0, cosine0 * mp.cos(last))
    return (atan2_deg(s2 * A, c2 * B), wrap_longitude(mpf(start[1]) + east / DEGREE),
            wrap_heading(atan2_deg(sine0, cosine0 * mp.cos(last))))


def _shoot(azimuth, first, second):
    """Longitude reached, and what gives the length, of the line with an azimuth in radians."""
    (s1, c1), (s2, c2) = first, second
    sa, ca = mp.sin(azimuth), mp.cos(azimuth)
    sine0, cosine0 = sa * c1, mp.hypot(ca, sa * s1)
    start = mp.atan2(s1, ca * c1)
    arrival = mp.sqrt(max(mpf(0), (ca * c1) ** 2 + (c2 * c2 - c1 * c1)))
    end = mp.atan2(s2, arrival)
    turn = mp.atan2(sine0 * s2 / cosine0, mp.cos(end)) - mp.atan2(
        sine0 * s1 / cosine0, mp.cos(start))
    return turn - _lag(sine0, start, end), sine0, start, end, mp.atan2(sine0, arrival)


def inverse(start, end):
    """Distance, azimuth, azimuth at the end; None along meridians and on the equator, to which
    latitudes belong that 60 digits cannot tell from it."""
    change = mpf(end[1]) - mpf(start[1])
    change -= 360 * mp.nint(change / 360)
    if change == 0 or abs(change) == 180 or 90 in (abs(start[0]), abs(end[0])) or max(
            abs(start[0]), abs(end[0])) < 1e-30:
        return None
    east = 1 if change > 0 else -1
    target = abs(change) * DEGREE
    swapped = abs(start[0]) < abs(end[0])
    near, far = (end, start) if swapped else (start, end)
    mirrored = near[0] > 0
    sign = -1 if mirrored else 1
    first, second = _parametric(sign * near[0]), _parametric(sign * far[0])
    low, high = mpf(10) ** -40, mp.pi - mpf(10) ** -40
    at_low = _shoot(low, first, second)[0] - target
    at_high = _shoot(high, first, second)[0] - target
    side = 0
    for _ in range(300):
        # The Illinois variant of false position, with bisection now and then.
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        if _ % 4 == 3:
            middle = (low + high) / 2
        value = _shoot(middle, first, second)[0] - target
        if value > 0:
            high, at_high = middle, value
            at_low = at_low / 2 if side == 1 else at_low
            side = 1
        else:
            low, at_low = middle, value
            at_high = at_high / 2 if side == -1 else at_high
            side = -1
        if abs(value) < mpf(10) ** -30 or high - low < mpf(10) ** -32:
            break
    _, sine0, first_arc, last_arc, arrival = _shoot(middle, first, second)
    distance = _length(sine0, first_arc, last_arc)

    def heading(angle):
        s, c = east * mp.sin(angle), mp.cos(angle)
        return wrap_heading(atan2_deg(s, -c if swapped != mirrored else c))
    angles = heading(middle), heading(arrival)
    if swapped:
        angles = angles[1], angles[0]
    return (distance, *angles)
