"""The formulas of the library at 60 digits, from their definitions alone.

Every input is a double, taken as exact; every result is an mpf. `nearest` rounds a result once,
to the nearest double. Nothing here is translated from the library's sources.
"""
