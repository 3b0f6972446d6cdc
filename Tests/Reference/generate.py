#!/usr/bin/env python3
"""Makes the reference tables in Tests/Reference/Vectors with 60 digits.

    python3 Tests/Reference/generate.py [map|geodesic|camera|globe|fit ...]

Needs mpmath. The same version gives the same bytes.
"""
import importlib
import pathlib
import sys

GROUPS = ("map", "geodesic", "camera", "globe", "fit")


def main():
    """Makes the groups named, or all."""
    folder = pathlib.Path(__file__).resolve().parent / "Vectors"
    folder.mkdir(exist_ok=True)
    for group in sys.argv[1:] or GROUPS:
        if group not in GROUPS:
            raise SystemExit(f"{group}: expected one of {', '.join(GROUPS)}")
        for table in importlib.import_module(f"{group}_tables").tables():
            table.write(folder)


if __name__ == "__main__":
    main()
