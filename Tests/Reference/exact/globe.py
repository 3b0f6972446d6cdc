"""The camera over the curved Earth: the same words in ECEF.

The frame stands at C, the centre at the ground's height above WGS 84: east, north, up there.
The ground at height h is the level surface: all points of geodetic height exactly h.
"""
from mpmath import mp, mpf

from .camera import axes, focal_length, principal_point, ray, to_screen
from .ellipsoid import A, B, ecef, geodetic, height, tangent_axes
from .numbers import along, dot, minus, norm


class GlobeCamera:
    """A view in ECEF."""

    def __init__(self, view):
        self.view = view
        self.center = ecef(view.latitude, view.longitude, view.ground)
        frame = tangent_axes(view.latitude, view.longitude)
        self.basis = tuple(
            tuple(dot(v, [axis[i] for axis in frame]) for i in range(3))
            for v in axes(view.pitch, view.heading))
        self.eye = along(self.center, self.basis[0], -mpf(view.distance))

    def eye_result(self):
        """Latitude, longitude and height of the eye."""
        return geodetic(self.eye)

    def project(self, latitude, longitude, elevation):
        """Point and depth, or None; what the Earth hides is projected all the same."""
        v = minus(ecef(latitude, longitude, elevation), self.eye)
        return to_screen(self.view, self.basis, v)

    def unproject(self, point, elevation):
        """(kind, latitude, longitude, length of the ray) of the first hit; kind is ground or sky.

        Height along a ray is convex, for it is the distance from a convex body. From an eye above
        the level surface Newton's method therefore approaches the first hit from this side, and
        there is none where the slope turns up first.
        """
        d = ray(self.view, self.basis, point)
        length = norm(d)
        unit = tuple(c / length for c in d)
        t = mpf(0)
        for _ in range(400):
            place = along(self.eye, unit, t)
            h, normal = height(place)
            excess = h - mpf(elevation)
            if t == 0 and excess <= 0:
                raise ValueError("the eye is not above the level surface")
            slope = dot(unit, normal)
            if slope >= 0:
                return "sky", None, None, None
            step = -excess / slope
            t += step
            if abs(step) < mpf(10) ** -48 * t:
                latitude, longitude, _ = geodetic(along(self.eye, unit, t))
                return "ground", latitude, longitude, t
        return "graze", None, None, None

    def _scaled(self, v):
        return v[0] / A, v[1] / A, v[2] / B

    def horizon(self, x):
        """Screen y of the ellipsoid's upper limb above a screen x, and metres to it; or None.

        A ray grazes the ellipsoid where its discriminant is 0, which is quadratic in y.
        """
        forward, up, right = self.basis
        k = focal_length(self.view)
        cx, cy = principal_point(self.view)
        o = self._scaled(self.eye)
        c = dot(o, o) - 1
        if c <= 0:
            return None
        g = self._scaled(along(forward, right, (mpf(x) - cx) / k))
        u = self._scaled(up)
        # (o·d)² − c d·d = 0 for d = g + s u.
        a2 = dot(o, u) ** 2 - c * dot(u, u)
        a1 = 2 * (dot(o, u) * dot(o, g) - c * dot(u, g))
        a0 = dot(o, g) ** 2 - c * dot(g, g)
        if a2 == 0:
            return None
        root = a1 * a1 - 4 * a2 * a0
        if root < 0:
            return None
        found = []
        for sign in (-1, 1):
            s = (-a1 + sign * mp.sqrt(root)) / (2 * a2)
            d = along(g, u, s)
            t = -dot(o, d) / dot(d, d)
            if t > 0:
                whole = along(along(forward, right, (mpf(x) - cx) / k), up, s)
                found.append((s, t * norm(whole)))
        if not found:
            return None
        s, reach = max(found)
        return cy - k * s, reach

    def is_visible(self, latitude, longitude, elevation):
        """Whether the ellipsoid leaves the way from the eye to a point free; None where close."""
        o = self._scaled(self.eye)
        d = self._scaled(minus(ecef(latitude, longitude, elevation), self.eye))
        a, b, c = dot(d, d), dot(o, d), dot(o, o) - 1
        t = -b / a
        if t >= 1 or t <= 0:
            t = min(max(t, mpf(0)), mpf(1))
        least = a * t * t + 2 * b * t + c
        return None if abs(least) < mpf(10) ** -9 else bool(least > 0)
