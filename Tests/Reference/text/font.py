"""A small font of our own for the tests of text: drawn here, built with fontTools.

    python3 -m venv venv && venv/bin/pip install fonttools
    venv/bin/python Tests/Reference/text/font.py Tests/BelvedereTextTests/Vectors

Letters with corners, curves and holes, a composed letter, kerning, a ligature, and two Hebrew letters; as
TrueType and as OpenType with cubic curves.
"""
import pathlib
import sys

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

UNITS = 1000
ADVANCES = {".notdef": 500, "space": 260, "A": 700, "V": 690, "O": 760, "f": 340, "i": 250,
            "f_i": 590, "e": 560, "eacute": 560, "alef": 610, "bet": 590}
CHARACTERS = {32: "space", 65: "A", 86: "V", 79: "O", 102: "f", 105: "i", 101: "e",
              0xE9: "eacute", 0x5D0: "alef", 0x5D1: "bet"}
FEATURES = """
languagesystem DFLT dflt; languagesystem latn dflt; languagesystem hebr dflt;
feature liga { sub f i by f_i; } liga;
feature kern { pos A V -120; pos V A -115; pos O V -40; } kern;
"""


def polygon(pen, points):
    pen.moveTo(points[0])
    for p in points[1:]:
        pen.lineTo(p)
    pen.closePath()


def ring(pen, cx, cy, rx, ry, cubic, reverse=False):
    """An ellipse of four curves; clockwise as TrueType fills, unless reversed."""
    k = 0.5522847498 if cubic else 1.0
    quarter = [((-rx, 0), (-rx, ry * k), (-rx * k, ry), (0, ry)),
               ((0, ry), (rx * k, ry), (rx, ry * k), (rx, 0)),
               ((rx, 0), (rx, -ry * k), (rx * k, -ry), (0, -ry)),
               ((0, -ry), (-rx * k, -ry), (-rx, -ry * k), (-rx, 0))]
    if reverse:
        quarter = [tuple(reversed(q)) for q in reversed(quarter)]
    at = lambda p: (round(cx + p[0]), round(cy + p[1]))
    pen.moveTo(at(quarter[0][0]))
    for _, a, b, end in quarter:
        if cubic:
            pen.curveTo(at(a), at(b), at(end))
        else:
            pen.qCurveTo(at(a), at(end))
    pen.closePath()


def draw(name, pen, cubic):
    if name == ".notdef":
        polygon(pen, [(60, 0), (60, 700), (440, 700), (440, 0)])
        polygon(pen, [(120, 60), (380, 60), (380, 640), (120, 640)])
    elif name == "A":
        polygon(pen, [(10, 0), (290, 700), (410, 700), (690, 0), (570, 0), (350, 560), (130, 0)])
        polygon(pen, [(180, 170), (180, 260), (520, 260), (520, 170)])
    elif name == "V":
        polygon(pen, [(10, 700), (130, 700), (345, 140), (560, 700), (680, 700), (405, 0), (285, 0)])
    elif name == "O":
        ring(pen, 380, 350, 340, 360, cubic)
        ring(pen, 380, 350, 225, 250, cubic, reverse=True)
    elif name == "f":
        polygon(pen, [(100, 0), (100, 600), (180, 720), (330, 720), (330, 620), (230, 620), (210, 560),
                      (210, 0)])
        polygon(pen, [(20, 400), (20, 500), (320, 500), (320, 400)])
    elif name == "i":
        polygon(pen, [(70, 0), (70, 500), (180, 500), (180, 0)])
        ring(pen, 125, 630, 65, 65, cubic)
    elif name == "f_i":
        draw("f", pen, cubic)
        polygon(pen, [(410, 0), (410, 500), (520, 500), (520, 0)])
    elif name in ("e", "eacute"):
        ring(pen, 280, 250, 250, 260, cubic)
        ring(pen, 280, 250, 150, 160, cubic, reverse=True)
        polygon(pen, [(120, 220), (120, 300), (440, 300), (440, 220)])
        if name == "eacute":
            polygon(pen, [(230, 570), (330, 720), (440, 720), (310, 570)])
    elif name == "alef":
        polygon(pen, [(50, 540), (170, 540), (570, 0), (450, 0)])
        polygon(pen, [(430, 540), (540, 540), (420, 260), (360, 300)])
        polygon(pen, [(60, 0), (170, 0), (250, 260), (180, 300)])
    elif name == "bet":
        polygon(pen, [(60, 440), (60, 540), (510, 540), (510, 100), (570, 100), (570, 0), (40, 0),
                      (40, 100), (400, 100), (400, 440)])


def build(cubic):
    names = list(ADVANCES)
    builder = FontBuilder(UNITS, isTTF=not cubic)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(CHARACTERS)
    if cubic:
        glyphs = {}
        for name in names:
            pen = T2CharStringPen(ADVANCES[name], None)
            draw(name, pen, True)
            glyphs[name] = pen.getCharString()
        builder.setupCFF("BelvedereTest-Regular", {"FullName": "Belvedere Test"}, glyphs, {})
        bearings = {name: (ADVANCES[name], 0) for name in names}
    else:
        glyphs = {}
        for name in names:
            pen = TTGlyphPen(None)
            draw(name, pen, False)
            glyphs[name] = pen.glyph()
        builder.setupGlyf(glyphs)
        table = builder.font["glyf"]
        bearings = {n: (ADVANCES[n], getattr(table[n], "xMin", 0) or 0) for n in names}
    builder.setupHorizontalMetrics(bearings)
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": "Belvedere Test", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-250, usWinAscent=900, usWinDescent=250)
    builder.setupPost()
    addOpenTypeFeaturesFromString(builder.font, FEATURES)
    # The same bytes whenever it is built.
    builder.font["head"].created = builder.font["head"].modified = 3_800_000_000
    builder.font.recalcTimestamp = False
    return builder.font


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    build(False).save(folder / "test.ttf")
    build(True).save(folder / "test.otf")
