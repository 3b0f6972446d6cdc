"""Working precision, degrees, rounding."""
from mpmath import mp, mpf

mp.dps = 60

DEGREE = mp.pi / 180


def reduced(degrees):
    """The angle in [0, 360), exact."""
    return mpf(degrees) % 360


def sin_deg(degrees):
    """Sine of degrees, exact at multiples of 90°."""
    angle = reduced(degrees)
    exact = {0: 0, 90: 1, 180: 0, 270: -1}
    return mpf(exact[int(angle)]) if angle in exact else mp.sin(angle * DEGREE)


def cos_deg(degrees):
    """Cosine of degrees, exact at multiples of 90°."""
    return sin_deg(mpf(degrees) + 90)


def tan_deg(degrees):
    """Tangent of degrees."""
    return sin_deg(degrees) / cos_deg(degrees)


def atan2_deg(y, x):
    """The angle of (x, y) in degrees, (−180, 180]."""
    return mp.atan2(y, x) / DEGREE


def wrap_longitude(degrees):
    """Degrees in [−180, 180)."""
    return (mpf(degrees) + 180) % 360 - 180


def wrap_heading(degrees):
    """Degrees in [0, 360)."""
    return mpf(degrees) % 360


def nearest(value):
    """The double nearest to a number."""
    if isinstance(value, (int, float)):
        return float(value)
    with mp.workprec(53):
        return float(+value)


def dot(a, b):
    """The scalar product."""
    return sum((x * y for x, y in zip(a, b)), mpf(0))


def norm(a):
    """The length of a vector."""
    return mp.sqrt(dot(a, a))


def along(a, b, t):
    """a + t·b."""
    return tuple(x + t * y for x, y in zip(a, b))


def minus(a, b):
    """a − b."""
    return tuple(x - y for x, y in zip(a, b))
