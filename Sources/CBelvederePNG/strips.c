// Pictures written by several threads: the rows are cut into strips, each filtered and compressed by
// itself with the bytes before it as its dictionary. One after the other they are one zlib stream
// (RFC 1950, 1951), as pigz makes it.
#include "CBelvederePNG.h"
#include "belvedere_pixels.h"
#include "runs.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WINDOW = 32768 };

/// A row as PNG orders it: RGBA to RGB where alpha is dropped, 16-bit samples with the high byte first.
static void copy_row(
    const BelvederePixelKernels *kernels, const bv_png_rows *rows, uint32_t y, uint8_t *out) {
  const uint8_t *in = rows->pixels + (size_t)y * rows->stride;
  const size_t width = rows->width;
  if (rows->drops_alpha) {
    kernels->drop_alpha(in, width, out);
    return;
  }
  const size_t count = width * (size_t)rows->channels;
  if (rows->bits == 8) {
    memcpy(out, in, count);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    uint16_t sample;
    memcpy(&sample, in + 2 * i, 2);
    out[2 * i] = (uint8_t)(sample >> 8);
    out[2 * i + 1] = (uint8_t)sample;
  }
}

static void filter_sub(const uint8_t *row, size_t count, size_t pixel, uint8_t *out) {
  *out++ = 1;
  memcpy(out, row, pixel < count ? pixel : count);
  for (size_t i = pixel; i < count; i++) out[i] = (uint8_t)(row[i] - row[i - pixel]);
}

static void filter_up(const uint8_t *row, const uint8_t *above, size_t count, uint8_t *out) {
  *out++ = 2;
  for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - above[i]);
}

static void filter_average(
    const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *out) {
  *out++ = 3;
  for (size_t i = 0; i < count && i < pixel; i++) out[i] = (uint8_t)(row[i] - above[i] / 2);
  for (size_t i = pixel; i < count; i++)
    out[i] = (uint8_t)(row[i] - (row[i - pixel] + above[i]) / 2);
}

static void filter_paeth(
    const BelvederePixelKernels *kernels, const uint8_t *row, const uint8_t *above, size_t count,
    size_t pixel, uint8_t *out) {
  *out++ = 4;
  kernels->paeth(row, above, count, pixel, out);
}

/// The sum of the bytes' distances from 0: the less, the better it compresses (PNG specification, 12.8).
static size_t weight(const uint8_t *bytes, size_t count) {
  size_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += (size_t)abs((int8_t)bytes[i]);
  return sum;
}

/// Filters a row into `out`; `spare` is as large.
static void filter_row(
    const BelvederePixelKernels *kernels, const uint8_t *row, const uint8_t *above, size_t count,
    size_t pixel, int32_t filter, uint8_t *out, uint8_t *spare) {
  switch (filter) {
    case BV_PNG_SUB: filter_sub(row, count, pixel, out); return;
    case BV_PNG_UP: filter_up(row, above, count, out); return;
    case BV_PNG_AVERAGE: filter_average(row, above, count, pixel, out); return;
    case BV_PNG_PAETH: filter_paeth(kernels, row, above, count, pixel, out); return;
    default: break;
  }
  out[0] = 0;
  memcpy(out + 1, row, count);
  size_t least = weight(row, count);
  for (int32_t kind = BV_PNG_SUB; kind <= BV_PNG_PAETH; kind++) {
    filter_row(kernels, row, above, count, pixel, kind, spare, NULL);
    const size_t sum = weight(spare + 1, count);
    if (sum >= least) continue;
    least = sum;
    memcpy(out, spare, count + 1);
  }
}

/// Compresses with zlib and, before them, the bytes that a strip begins with as its dictionary.
static bv_png_status deflate_bytes(
    const uint8_t *bytes, size_t size, size_t history, int is_last, int32_t level,
    bv_png_strip *out) {
  z_stream z;
  memset(&z, 0, sizeof z);
  const int strategy = level == 0 ? Z_DEFAULT_STRATEGY : Z_FILTERED;
  if (deflateInit2(&z, level, Z_DEFLATED, -15, 9, strategy) != Z_OK) return BV_PNG_MEMORY;
  // And what a flush adds.
  const size_t bound = deflateBound(&z, (uLong)size) + 64;
  out->data = malloc(bound);
  if (out->data == NULL) {
    deflateEnd(&z);
    return BV_PNG_MEMORY;
  }
  if (history > 0) {
    const size_t held = history < WINDOW ? history : WINDOW;
    deflateSetDictionary(&z, bytes - held, (uInt)held);
  }
  z.next_in = (Bytef *)bytes;
  z.avail_in = (uInt)size;
  z.next_out = out->data;
  z.avail_out = (uInt)bound;
  const int status = deflate(&z, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  out->count = bound - z.avail_out;
  deflateEnd(&z);
  if (status == (is_last ? Z_STREAM_END : Z_OK)) return BV_PNG_OK;
  free(out->data);
  out->data = NULL;
  return BV_PNG_CORRUPT;
}

static bv_png_status deflate_runs(
    const uint8_t *bytes, size_t size, int is_last, bv_png_strip *out) {
  out->data = malloc(bv_runs_bound(size));
  if (out->data == NULL) return BV_PNG_MEMORY;
  out->count = bv_runs_deflate(bytes, size, is_last, out->data);
  return BV_PNG_OK;
}

bv_png_status bv_png_deflate_strip(
    const bv_png_rows *rows, uint32_t first, uint32_t count, int32_t filter, int32_t level,
    bv_png_strip *out) {
  memset(out, 0, sizeof *out);
  const BelvederePixelKernels *kernels = belvedere_pixel_kernels();
  const size_t channels = (size_t)(rows->drops_alpha ? 3 : rows->channels);
  const size_t pixel = channels * (size_t)rows->bits / 8, bytes = pixel * rows->width;
  // As many rows before it as a dictionary can hold; runs need none.
  const size_t wanted = level == 1 ? 0 : WINDOW / (bytes + 1) + 1;
  const uint32_t before = first < wanted ? first : (uint32_t)wanted;
  const size_t line = bytes + 1, history = line * before, size = line * count;
  uint8_t *memory = malloc(history + size + 2 * bytes + line);
  if (memory == NULL) return BV_PNG_MEMORY;
  uint8_t *row = memory + history + size, *above = row + bytes, *spare = above + bytes;
  if (first > before) {
    copy_row(kernels, rows, first - before - 1, above);
  } else {
    memset(above, 0, bytes);
  }
  for (uint32_t y = first - before; y < first + count; y++) {
    copy_row(kernels, rows, y, row);
    filter_row(
        kernels, row, above, bytes, pixel, filter, memory + line * (y - (first - before)), spare);
    uint8_t *swap = row;
    row = above;
    above = swap;
  }
  const uint8_t *own = memory + history;
  const int is_last = first + count == rows->height;
  const bv_png_status status = level == 1
      ? deflate_runs(own, size, is_last, out)
      : deflate_bytes(own, size, history, is_last, level, out);
  out->length = size;
  out->adler = kernels->adler(own, size);
  free(memory);
  return status;
}

void bv_png_join_strips(bv_png_strip *strips, size_t count) {
  uint32_t adler = 1;
  for (size_t i = 0; i < count; i++)
    adler = (uint32_t)adler32_combine(adler, strips[i].adler, (z_off_t)strips[i].length);
  strips[0].adler = adler;
}

int32_t bv_png_is_opaque(const uint8_t *pixels, size_t count) {
  uint8_t all[4] = {255, 255, 255, 255};
  for (size_t i = 0; i < count; i++)
    for (int c = 0; c < 4; c++) all[c] &= pixels[4 * i + (size_t)c];
  return all[3] == 255;
}
