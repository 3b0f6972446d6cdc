// Fonts through FreeType, shaping through HarfBuzz. Both are loaded when they are first needed, and
// neither they nor their headers are needed to build: what is absent at run time is said, and the
// caller has letters of its own. One thread at a time uses a font.
#ifndef CBELVEDERETEXT_H
#define CBELVEDERETEXT_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  BV_FONT_OK = 0,
  BV_FONT_ABSENT = 1,     // no FreeType on this machine
  BV_FONT_DAMAGED = 2,    // not a font, or a broken one
  BV_FONT_UNSCALABLE = 3, // a font of bitmaps alone
  BV_FONT_MEMORY = 4,
  BV_FONT_TOO_LARGE = 5,  // a glyph with more than BV_GLYPH_MAXIMUM_STEPS
} bv_font_status;

// The most steps of a glyph's outline. Fonts for printing stay far below.
#define BV_GLYPH_MAXIMUM_STEPS 20000
// The most glyphs that one text becomes.
#define BV_TEXT_MAXIMUM_GLYPHS 4096

typedef struct bv_font bv_font;

typedef struct {
  int32_t units_per_em;
  int32_t ascender, descender; // font units; the descender is negative
  int32_t glyph_count;
  int32_t is_bold, is_italic;
  char family[128];
} bv_font_metrics;

// A step of an outline, in font units, y up. Kinds: 0 begins a contour at x, y; 1 a line to x, y;
// 2 a quadratic curve by way of x1, y1; 3 a cubic one by way of x1, y1 and x2, y2.
typedef struct {
  int32_t kind;
  float x1, y1, x2, y2, x, y;
} bv_outline_step;

typedef struct {
  uint32_t glyph;
  uint32_t cluster;           // index of the first scalar that it stands for
  float advance, x, y;        // font units; x, y shift it alone
} bv_shaped_glyph;

// Such as "2.12.1"; NULL where the library is absent.
const char *bv_text_freetype_version(void);
const char *bv_text_harfbuzz_version(void);

// Opens a copy of a font file's bytes.
bv_font_status bv_font_open(const uint8_t *data, size_t count, bv_font **out,
                            bv_font_metrics *metrics);
void bv_font_close(bv_font *font);

// 0 where the font has none.
uint32_t bv_font_glyph(bv_font *font, uint32_t scalar);

// The outline of a glyph and its advance; free the steps with bv_outline_free.
bv_font_status bv_font_outline(bv_font *font, uint32_t glyph, bv_outline_step **steps,
                               size_t *count, float *advance);
void bv_outline_free(bv_outline_step *steps);

// Glyphs of a run of one direction, from left to right as they are seen: by HarfBuzz where there is
// one, else one glyph a scalar with the font's table of kerning. Returns their number.
size_t bv_font_shape(bv_font *font, const uint32_t *scalars, size_t count,
                     int32_t is_right_to_left, bv_shaped_glyph *out, size_t capacity);

#endif
