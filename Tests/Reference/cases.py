"""Random and awkward inputs, all doubles, the same for the same seed."""
import math
import random

from exact.camera import View
from exact.mercator import EDGE

LATITUDES = (0.0, 1e-9, -1e-300, 45.0, -45.0, 60.0, 84.9, -84.9, 89.0, -90.0, 90.0,
             EDGE, -EDGE, math.nextafter(EDGE, 0), 5e-324, 30.0, -89.99999999)
LONGITUDES = (0.0, -0.0, 180.0, -180.0, 179.99999999999997, -179.99999999999997, 540.0, -900.0,
              360.0, -360.0, 90.0, 1e-12, 720.0 + 2 ** -40, -1e6, 123456789.125)
PITCHES = (0.0, 1e-9, 1e-3, 10.0, 45.0, 55.0, 60.0, 75.0, 85.0, 89.0, 89.9, 90 - 1e-6, 90 - 1e-9,
           90.0)
HEADINGS = (0.0, 90.0, 180.0, 270.0, 359.99999999999994, 45.0, -30.0, 720.5, 1e-9)
FIELDS = (1e-3, 0.1, 5.0, 30.0, 36.87, 60.0, 90.0, 120.0, 179.0)


class Source:
    """A seeded source of inputs."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.uniform = self.random.uniform
        self.choice = self.random.choice

    def chance(self, part):
        """True in that part of the cases."""
        return self.random.random() < part

    def logarithmic(self, low, high):
        """A positive number, its logarithm uniform."""
        return math.exp(self.uniform(math.log(low), math.log(high)))

    def latitude(self, limit=EDGE):
        """Degrees within ±limit."""
        if self.chance(0.2):
            value = self.choice(LATITUDES)
            if abs(value) <= limit:
                return value
        return self.uniform(-limit, limit)

    def longitude(self, reach=180.0):
        """Degrees, mostly within ±reach."""
        if self.chance(0.15):
            return self.choice(LONGITUDES)
        return self.uniform(-reach, reach)

    def coordinate(self, limit=EDGE):
        """A latitude and a longitude."""
        return self.latitude(limit), self.longitude()

    def padding(self, width, height):
        """Top, left, bottom, right, or none at all."""
        if self.chance(0.6):
            return 0.0, 0.0, 0.0, 0.0
        share = [float(round(self.uniform(0, 0.45) * size))
                 for size in (height, width, height, width)]
        return tuple(share)

    def view(self, **fixed):
        """A camera and a viewport."""
        width = float(round(self.logarithmic(1, 8000))) if self.chance(0.3) else 1280.0
        height = float(round(self.logarithmic(1, 8000))) if self.chance(0.3) else 720.0
        if self.chance(0.05):
            width, height = 1e6, 3e5
        top, left, bottom, right = self.padding(width, height)
        values = dict(
            latitude=self.latitude(), longitude=self.longitude(),
            distance=self.choice((20.0, 1000.0, 2e7)) if self.chance(0.2)
            else self.logarithmic(20, 2e7),
            pitch=self.choice(PITCHES) if self.chance(0.4) else self.uniform(0, 90),
            heading=self.choice(HEADINGS) if self.chance(0.3) else self.uniform(0, 360),
            ground=self.uniform(-400, 8000) if self.chance(0.3) else 0.0,
            width=width, height=height,
            field_of_view=self.choice(FIELDS) if self.chance(0.4) else 30.0,
            top=top, left=left, bottom=bottom, right=right)
        values.update(fixed)
        return View(**values)


def awkward_views():
    """Views chosen by hand."""
    base = dict(latitude=37.8, longitude=-122.4, distance=1000.0, pitch=60.0, heading=30.0)
    changes = [dict(pitch=p) for p in PITCHES]
    changes += [dict(pitch=p, heading=0.0, distance=20.0) for p in PITCHES]
    changes += [dict(latitude=s * EDGE, heading=h) for s in (-1, 1) for h in (0.0, 180.0)]
    changes += [dict(longitude=x, distance=d) for x in LONGITUDES for d in (20.0, 1e5)]
    changes += [dict(distance=d, pitch=p) for d in (20.0, 2e7) for p in (0.0, 45.0, 85.0, 89.9)]
    changes += [dict(field_of_view=f, pitch=p) for f in FIELDS for p in (0.0, 60.0, 89.0)]
    changes += [dict(width=w, height=h) for w, h in ((1.0, 1.0), (1e6, 1e6), (8192.0, 1.0))]
    changes += [dict(ground=g, distance=d) for g in (-430.0, 8848.0) for d in (20.0, 1e4)]
    changes += [dict(top=100.0, left=200.0, bottom=350.0, right=20.0, pitch=p) for p in (0.0, 80.0)]
    changes += [dict(longitude=180.0, distance=20.0, pitch=p) for p in (0.0, 45.0, 85.0)]
    return [View(**{**base, **change}) for change in changes]
