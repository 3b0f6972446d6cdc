// The samples at which slender parts are looked for.
#include "belvedere_raster.h"

#include <stdlib.h>
#include <string.h>

// One rounding a step on every processor: no multiplication is fused with an addition.
#pragma STDC FP_CONTRACT OFF

const uint8_t belvedere_fine_rows[BELVEDERE_FINE_SAMPLES] = {
  0, 32, 48, 16, 56, 24, 8, 40, 60, 28, 12, 44, 4, 36, 52, 20,
  62, 30, 14, 46, 6, 38, 54, 22, 2, 34, 50, 18, 58, 26, 10, 42,
  63, 31, 15, 47, 7, 39, 55, 23, 3, 35, 51, 19, 59, 27, 11, 43,
  1, 33, 49, 17, 57, 25, 9, 41, 61, 29, 13, 45, 5, 37, 53, 21,
};

const uint64_t belvedere_fine_bits[2][6] = {
  { 0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
    0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000 },
  { 0xffffffff00000000, 0x0000ffffffff0000, 0xff0000ff00ffff00,
    0x0ff0f00ff00f0ff0, 0xc33c3cc33cc3c33c, 0x6996966996696996 },
};

void belvedere_slender_free(BelvedereSlender *slender) {
  free(slender->faces);
  free(slender->fragments);
  memset(slender, 0, sizeof *slender);
}

void belvedere_fine_rows_begin(
    const BelvedereSlender *slender, int32_t strands, int32_t rows, uint32_t *firsts) {
  memset(firsts, 0, ((size_t)rows + 1) * sizeof *firsts);
  for (int32_t k = 0; k < strands; k++)
    for (size_t i = 0; i < slender[k].count; i++) firsts[slender[k].fragments[i].row + 1]++;
  for (int32_t row = 0; row < rows; row++) firsts[row + 1] += firsts[row];
}

void belvedere_fine_list(
    const BelvedereSlender *slender, int32_t strands, int32_t rows, const uint32_t *firsts,
    uint32_t *next, BelvedereListed *list) {
  memcpy(next, firsts, (size_t)rows * sizeof *next);
  for (int32_t k = 0; k < strands; k++) {
    for (size_t i = 0; i < slender[k].count; i++) {
      const BelvedereFragment f = slender[k].fragments[i];
      list[next[f.row]++] = (BelvedereListed){ f, (uint32_t)k, 0 };
    }
  }
}

/// The place of a fine sample in its pixel, in 1/128 pixels.
static int32_t fine_x(int i) { return 2 * i + 1; }
static int32_t fine_y(int i) { return 2 * belvedere_fine_rows[i] + 1; }

void belvedere_fine_share(BelvedereFineView *view) {
  const int32_t samples = view->samples, own = BELVEDERE_FINE_SAMPLES / samples;
  int32_t rest[8];
  for (int32_t s = 0; s < samples; s++) {
    rest[s] = own;
    view->owned[s] = 0;
  }
  // The nearest pairs first, as long as there is room.
  uint64_t open = ~UINT64_C(0);
  while (open) {
    int64_t least = INT64_MAX;
    int best = 0;
    int32_t to = 0;
    for (int i = 0; i < BELVEDERE_FINE_SAMPLES; i++) {
      if (!(open >> i & 1)) continue;
      for (int32_t s = 0; s < samples; s++) {
        if (!rest[s]) continue;
        const int64_t x = fine_x(i) - (int32_t)(view->sample_x[s] * 128);
        const int64_t y = fine_y(i) - (int32_t)(view->sample_y[s] * 128);
        if (x * x + y * y >= least) continue;
        least = x * x + y * y;
        best = i;
        to = s;
      }
    }
    open &= ~(UINT64_C(1) << best);
    view->owned[to] |= UINT64_C(1) << best;
    rest[to]--;
  }
}
