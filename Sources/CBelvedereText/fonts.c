#include "CBelvedereText.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "freetype.h"
#include "harfbuzz.h"

struct bv_font {
  void *library; // of this font alone: FreeType's libraries are not shared between threads
  ft_face *face;
  void *shaping; // HarfBuzz's font, made when text is first shaped
  uint8_t *data;
  size_t count;
};

const char *bv_text_freetype_version(void) { return has_freetype() ? freetype.version : NULL; }

const char *bv_text_harfbuzz_version(void) {
  return has_harfbuzz() ? harfbuzz.version_string() : NULL;
}

static bv_font_status status_of(int error) {
  return error == FT_OUT_OF_MEMORY ? BV_FONT_MEMORY : BV_FONT_DAMAGED;
}

bv_font_status bv_font_open(const uint8_t *data, size_t count, bv_font **out,
                            bv_font_metrics *metrics) {
  *out = NULL;
  memset(metrics, 0, sizeof *metrics);
  if (!has_freetype()) return BV_FONT_ABSENT;
  if (count == 0 || count > INT_MAX) return BV_FONT_DAMAGED;
  bv_font *font = calloc(1, sizeof *font);
  if (font == NULL) return BV_FONT_MEMORY;
  font->data = malloc(count);
  if (font->data == NULL) {
    free(font);
    return BV_FONT_MEMORY;
  }
  memcpy(font->data, data, count);
  font->count = count;
  int error = freetype.Init_FreeType(&font->library);
  if (error == 0)
    error = freetype.New_Memory_Face(font->library, font->data, (long)count, 0, &font->face);
  if (error != 0) {
    font->face = NULL;
    bv_font_close(font);
    return status_of(error);
  }
  const ft_face *face = font->face;
  if (!(face->face_flags & FT_SCALABLE) || face->units_per_em == 0) {
    bv_font_close(font);
    return BV_FONT_UNSCALABLE;
  }
  metrics->units_per_em = face->units_per_em;
  metrics->ascender = face->ascender;
  metrics->descender = face->descender;
  metrics->glyph_count = face->glyph_count > INT_MAX ? INT_MAX : (int32_t)face->glyph_count;
  metrics->is_bold = (face->style_flags & FT_BOLD) != 0;
  metrics->is_italic = (face->style_flags & FT_ITALIC) != 0;
  if (face->family_name != NULL)
    snprintf(metrics->family, sizeof metrics->family, "%s", face->family_name);
  *out = font;
  return BV_FONT_OK;
}

void bv_font_close(bv_font *font) {
  if (font == NULL) return;
  if (font->shaping != NULL) harfbuzz.font_destroy(font->shaping);
  if (font->face != NULL) freetype.Done_Face(font->face);
  if (font->library != NULL) freetype.Done_FreeType(font->library);
  free(font->data);
  free(font);
}

uint32_t bv_font_glyph(bv_font *font, uint32_t scalar) {
  return freetype.Get_Char_Index(font->face, scalar);
}

// Outlines.

typedef struct {
  bv_outline_step *steps;
  size_t count, capacity;
  bv_font_status status;
} outline_builder;

static int add_step(outline_builder *builder, bv_outline_step step) {
  if (builder->count == BV_GLYPH_MAXIMUM_STEPS) {
    builder->status = BV_FONT_TOO_LARGE;
    return 1;
  }
  if (builder->count == builder->capacity) {
    size_t capacity = builder->capacity ? 2 * builder->capacity : 64;
    bv_outline_step *grown = realloc(builder->steps, capacity * sizeof *grown);
    if (grown == NULL) {
      builder->status = BV_FONT_MEMORY;
      return 1;
    }
    builder->steps = grown;
    builder->capacity = capacity;
  }
  builder->steps[builder->count++] = step;
  return 0;
}

static int move_to(const ft_vector *to, void *user) {
  return add_step(user, (bv_outline_step){.kind = 0, .x = to->x, .y = to->y});
}

static int line_to(const ft_vector *to, void *user) {
  return add_step(user, (bv_outline_step){.kind = 1, .x = to->x, .y = to->y});
}

static int conic_to(const ft_vector *by, const ft_vector *to, void *user) {
  return add_step(
      user, (bv_outline_step){.kind = 2, .x1 = by->x, .y1 = by->y, .x = to->x, .y = to->y});
}

static int cubic_to(const ft_vector *a, const ft_vector *b, const ft_vector *to, void *user) {
  return add_step(user, (bv_outline_step){.kind = 3, .x1 = a->x, .y1 = a->y, .x2 = b->x,
                                          .y2 = b->y, .x = to->x, .y = to->y});
}

bv_font_status bv_font_outline(bv_font *font, uint32_t glyph, bv_outline_step **steps,
                               size_t *count, float *advance) {
  *steps = NULL;
  *count = 0;
  *advance = 0;
  // Unscaled and unhinted: no program of the font runs, and all sizes have the same shape.
  int error = freetype.Load_Glyph(font->face, glyph, FT_NO_SCALE | FT_NO_HINTING | FT_NO_BITMAP);
  if (error != 0) return status_of(error);
  ft_slot *slot = font->face->glyph;
  *advance = (float)slot->advance.x;
  if (slot->format != FT_OUTLINE) return BV_FONT_OK;
  const ft_outline_functions functions = {move_to, line_to, conic_to, cubic_to, 0, 0};
  outline_builder builder = {NULL, 0, 0, BV_FONT_OK};
  error = freetype.Outline_Decompose(&slot->outline, &functions, &builder);
  if (error != 0) {
    free(builder.steps);
    return builder.status != BV_FONT_OK ? builder.status : status_of(error);
  }
  *steps = builder.steps;
  *count = builder.count;
  return BV_FONT_OK;
}

void bv_outline_free(bv_outline_step *steps) { free(steps); }

// Shaping.

static void *shaping_font(bv_font *font) {
  if (font->shaping != NULL || !has_harfbuzz()) return font->shaping;
  void *blob = harfbuzz.blob_create((const char *)font->data, (unsigned int)font->count,
                                    HB_READONLY, NULL, NULL);
  void *face = harfbuzz.face_create(blob, 0);
  harfbuzz.blob_destroy(blob);
  font->shaping = harfbuzz.font_create(face);
  harfbuzz.face_destroy(face);
  harfbuzz.ot_font_set_funcs(font->shaping);
  harfbuzz.font_set_scale(font->shaping, font->face->units_per_em, font->face->units_per_em);
  return font->shaping;
}

static size_t shape_plainly(bv_font *font, const uint32_t *scalars, size_t count,
                            int32_t is_right_to_left, bv_shaped_glyph *out, size_t capacity) {
  size_t n = count < capacity ? count : capacity;
  for (size_t i = 0; i < n; i++) {
    size_t from = is_right_to_left ? n - 1 - i : i;
    uint32_t glyph = bv_font_glyph(font, scalars[from]);
    float advance = 0;
    if (freetype.Load_Glyph(font->face, glyph, FT_NO_SCALE | FT_NO_HINTING | FT_NO_BITMAP) == 0)
      advance = (float)font->face->glyph->advance.x;
    out[i] = (bv_shaped_glyph){glyph, (uint32_t)from, advance, 0, 0};
    ft_vector kerning = {0, 0};
    if (i > 0 && freetype.Get_Kerning(font->face, out[i - 1].glyph, glyph, FT_UNSCALED_KERNING,
                                      &kerning) == 0)
      out[i - 1].advance += (float)kerning.x;
  }
  return n;
}

size_t bv_font_shape(bv_font *font, const uint32_t *scalars, size_t count,
                     int32_t is_right_to_left, bv_shaped_glyph *out, size_t capacity) {
  if (count > BV_TEXT_MAXIMUM_GLYPHS) count = BV_TEXT_MAXIMUM_GLYPHS;
  void *shaping = shaping_font(font);
  if (shaping == NULL)
    return shape_plainly(font, scalars, count, is_right_to_left, out, capacity);
  void *buffer = harfbuzz.buffer_create();
  harfbuzz.buffer_add_utf32(buffer, scalars, (int)count, 0, (int)count);
  harfbuzz.buffer_guess_segment_properties(buffer);
  harfbuzz.buffer_set_direction(buffer, is_right_to_left ? HB_RIGHT_TO_LEFT : HB_LEFT_TO_RIGHT);
  harfbuzz.shape(shaping, buffer, NULL, 0);
  unsigned int length = 0, places = 0;
  const hb_glyph *glyphs = harfbuzz.buffer_get_glyph_infos(buffer, &length);
  const hb_position *positions = harfbuzz.buffer_get_glyph_positions(buffer, &places);
  size_t n = length < places ? length : places;
  if (n > capacity) n = capacity;
  for (size_t i = 0; i < n; i++)
    out[i] = (bv_shaped_glyph){glyphs[i].codepoint, glyphs[i].cluster,
                               (float)positions[i].x_advance, (float)positions[i].x_offset,
                               (float)positions[i].y_offset};
  harfbuzz.buffer_destroy(buffer);
  return n;
}
