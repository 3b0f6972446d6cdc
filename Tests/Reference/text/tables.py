"""Expected values of text: metrics from fontTools, coverage from FreeType, runs from HarfBuzz, order of
characters from python-bidi.

    venv/bin/pip install fonttools freetype-py uharfbuzz python-bidi
    venv/bin/python Tests/Reference/text/tables.py Tests/BelvedereTextTests/Vectors
"""
import json
import pathlib
import sys

import freetype
import uharfbuzz
from bidi.algorithm import get_display
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

folder = pathlib.Path(sys.argv[1])


def metrics(name):
    font = TTFont(folder / name)
    glyphs, cmap, rows = font.getGlyphSet(), font.getBestCmap(), []
    for scalar, glyph in sorted(cmap.items()):
        bounds, area = BoundsPen(glyphs), AreaPen(glyphs)
        glyphs[glyph].draw(bounds)
        glyphs[glyph].draw(area)
        rows.append({"scalar": scalar, "glyph": font.getGlyphID(glyph),
                     "advance": glyphs[glyph].width, "bounds": bounds.bounds, "area": abs(area.value)})
    return {"unitsPerEm": font["head"].unitsPerEm, "glyphs": rows}


def shaped(name, text, direction):
    data = (folder / name).read_bytes()
    font = uharfbuzz.Font(uharfbuzz.Face(data))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = direction
    uharfbuzz.shape(font, buffer)
    return {"text": text, "rightToLeft": direction == "rtl", "glyphs": [
        [i.codepoint, i.cluster, p.x_advance, p.x_offset, p.y_offset]
        for i, p in zip(buffer.glyph_infos, buffer.glyph_positions)]}


def coverage(name, character, size):
    """A letter as FreeType fills it, unhinted: sixteen times as large, each 16 × 16 pixels averaged.

    At its own size FreeType's curves are off by up to a sixth of a pixel."""
    n = 16
    face = freetype.Face(str(folder / name))
    face.set_char_size(size * 64 * n)
    face.load_char(character, freetype.FT_LOAD_NO_HINTING | freetype.FT_LOAD_RENDER)
    slot, bitmap = face.glyph, face.glyph.bitmap
    buffer = bytes(bitmap.buffer)
    left, top = slot.bitmap_left // n, -(-slot.bitmap_top // n)
    columns = -(-(slot.bitmap_left + bitmap.width) // n) - left
    count = top - (slot.bitmap_top - bitmap.rows) // n
    sums = [[0] * columns for _ in range(count)]
    for r in range(bitmap.rows):
        for c in range(bitmap.width):
            y, x = (top * n - slot.bitmap_top + r) // n, (slot.bitmap_left + c) // n - left
            sums[y][x] += buffer[r * bitmap.pitch + c]
    rows = [bytes(round(v / (n * n)) for v in row) for row in sums]
    return {"font": name, "character": character, "size": size, "left": left, "top": top,
            "rows": [row.hex() for row in rows]}


LINES = ["Cafe", "שלום", "שלום עולם", "שלום 123", "Cafe שלום", "שלום Cafe", "Cafe שלום 12 bar",
         "12:30 שלום", "שלום 3.14, 10-20", "مرحبا 2026", "abc (שלום) def", "a 1 ב 2 c", "ב", "1 2",
         "אב! גד? ab", "١٢٣ مرحبا", "x-ב-y"]

text = {
    "metrics": {name: metrics(name) for name in ("test.ttf", "test.otf")},
    "shaped": [shaped("test.ttf", t, d) for t, d in [
        ("AVAO", "ltr"), ("fiA", "ltr"), ("OVé", "ltr"), ("\u05d0\u05d1", "rtl"), ("A V", "ltr")]],
    "coverage": [coverage(n, c, s) for n in ("test.ttf", "test.otf") for c in "VOi\u05d1"
                 for s in (11, 32)],
    "order": [{"text": t, "seen": get_display(t)} for t in LINES],
}
lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in text.items()]
(folder / "text.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
