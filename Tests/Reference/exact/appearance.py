"""How buildings look as the map pitches."""
from mpmath import mpf


def smoothstep(low, high, x):
    """3t² − 2t³ of the part of the way from low to high, held within [0, 1]."""
    t = min(max((mpf(x) - low) / (high - low), mpf(0)), mpf(1))
    return t * t * (3 - 2 * t)


def extrusion(pitch):
    """0 straight down, 1 from 10°."""
    return smoothstep(0, 10, pitch)


def opacity_over_overlay(pitch, maximum):
    """0 straight down, the maximum from 60°."""
    return mpf(maximum) * smoothstep(0, 60, pitch)
