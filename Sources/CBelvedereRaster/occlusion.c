#include "belvedere_raster.h"

#include <stdlib.h>
#include <string.h>

void *belvedere_grow(void *memory, size_t *capacity, size_t needed, size_t element);

void belvedere_sort(uint64_t *keys, uint64_t *spare, size_t count) {
  // By the upper 32 bits, a byte at a time.
  for (int shift = 32; shift < 64; shift += 8) {
    size_t starts[257] = { 0 };
    for (size_t i = 0; i < count; i++) starts[(keys[i] >> shift & 255) + 1]++;
    for (int i = 1; i < 257; i++) starts[i] += starts[i - 1];
    for (size_t i = 0; i < count; i++) spare[starts[keys[i] >> shift & 255]++] = keys[i];
    uint64_t *swap = keys;
    keys = spare;
    spare = swap;
  }
}

void belvedere_pyramid_begin(BelvederePyramid *pyramid, int32_t columns, int32_t rows) {
  size_t needed = 0;
  int32_t level = 0;
  for (int32_t c = columns, r = rows;; c = (c + 1) / 2, r = (r + 1) / 2) {
    pyramid->columns[level] = c;
    pyramid->rows[level] = r;
    pyramid->offsets[level++] = needed;
    needed += (size_t)c * (size_t)r;
    if (c == 1 && r == 1) break;
  }
  pyramid->levels = level;
  pyramid->farthest =
      belvedere_grow(pyramid->farthest, &pyramid->capacity, needed, sizeof(float));
}

void belvedere_pyramid_build(BelvederePyramid *pyramid) {
  for (int32_t level = 1; level < pyramid->levels; level++) {
    const float *fine = pyramid->farthest + pyramid->offsets[level - 1];
    float *coarse = pyramid->farthest + pyramid->offsets[level];
    const int32_t columns = pyramid->columns[level - 1], rows = pyramid->rows[level - 1];
    for (int32_t y = 0; y < pyramid->rows[level]; y++) {
      const float *a = fine + (size_t)(2 * y) * (size_t)columns;
      const float *b = 2 * y + 1 < rows ? a + columns : a;
      for (int32_t x = 0; x < pyramid->columns[level]; x++) {
        const int32_t i = 2 * x, j = i + 1 < columns ? i + 1 : i;
        float least = a[i] < a[j] ? a[i] : a[j];
        least = b[i] < least ? b[i] : least;
        *coarse++ = b[j] < least ? b[j] : least;
      }
    }
  }
}

int belvedere_pyramid_hides(const BelvederePyramid *pyramid, const BelvedereBox *box) {
  int32_t level = 0;
  int32_t x0 = box->first_column, x1 = box->last_column, y0 = box->first_row, y1 = box->last_row;
  while (x1 - x0 > 3 || y1 - y0 > 3) {
    x0 >>= 1;
    x1 >>= 1;
    y0 >>= 1;
    y1 >>= 1;
    level++;
  }
  const float *at = pyramid->farthest + pyramid->offsets[level];
  for (int32_t y = y0; y <= y1; y++)
    for (int32_t x = x0; x <= x1; x++)
      if (!(at[y * pyramid->columns[level] + x] > box->nearest)) return 0;
  return 1;
}

void belvedere_pyramid_free(BelvederePyramid *pyramid) {
  free(pyramid->farthest);
  memset(pyramid, 0, sizeof *pyramid);
}
