// Slender parts of solids: bars about as wide as a pixel, or narrower, whose coverage of a pixel is found
// at many more samples than that of all else.
#ifndef BELVEDERE_SLENDER_H
#define BELVEDERE_SLENDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Samples of a pixel at which slender parts are looked for; bits of a mask.
enum { BELVEDERE_FINE_SAMPLES = 64 };
/// Parts of slender pieces in a pixel, at most; what is smaller is counted to the largest one.
enum { BELVEDERE_FINE_PARTS = 4 };
/// Where the fine samples lie: the i-th in column i of 64 and in this row. A (0, 6, 2)-net in base 2 (Larcher &
/// Pillichshammer, "Walsh Series Analysis of the L2-Discrepancy of Symmetrisized Point Sets", 2001; Kollig &
/// Keller, "Efficient Multidimensional Sampling", 2002): one in each row, too, and sixteen in each quadrant.
extern const uint8_t belvedere_fine_rows[BELVEDERE_FINE_SAMPLES];
/// The samples in whose columns and in whose rows a bit is set, for each of the six bits.
extern const uint64_t belvedere_fine_bits[2][6];
/// Columns of the picture for which there is an entry in the table of pixels.
enum { BELVEDERE_FINE_COLUMNS = 64 };

/// A closed convex part of a batch: its first triangle, and how many quadrilaterals of two triangles each
/// there are from that on.
typedef struct { uint16_t first, faces; } BelvederePiece;

/// The depth value of a face at (x, y) in pixels, z + x · z_x + y · z_y, which is within `low` and `high`; and
/// the number of its first triangle.
typedef struct {
  double z, z_x, z_y;
  float low, high;
  uint32_t id;
} BelvedereFineFace;

/// Which samples of a pixel a face covers; how far their middle is right of the pixel's left edge and below its
/// upper one, in pixels, and the depth value there.
typedef struct {
  uint64_t mask;
  float x, y, z;
  int32_t column, row;
  uint32_t face;
} BelvedereFragment;

/// What one strand finds. Its memory grows and is kept until `belvedere_slender_free`.
typedef struct {
  BelvedereFineFace *faces;
  size_t face_count, face_capacity;
  BelvedereFragment *fragments;
  size_t count, capacity;
} BelvedereSlender;

void belvedere_slender_free(BelvedereSlender *slender);

/// A part of a pixel that a slender piece shows: the middle of its samples in pixels, the depth value
/// there, how many of the picture's samples it weighs, and its triangle.
typedef struct {
  float x, y, z, weight;
  uint32_t id;
} BelvedereFinePart;

/// A pixel with slender parts: how many, the first, and how many of the fine samples that belong to each
/// of the picture's samples they hide.
typedef struct {
  int32_t x;
  uint32_t first;
  uint8_t count, hidden[8];
} BelvedereFinePixel;

/// The slender parts of a picture. Entry row · `columns` + column of `starts` is the first pixel of that row from
/// BELVEDERE_FINE_COLUMNS · column on; the last entry of a row is the end.
typedef struct {
  const uint32_t *starts;
  const BelvedereFinePixel *pixels;
  const BelvedereFinePart *parts;
  int32_t columns;
  /// How many fine samples belong to one of the picture's.
  int32_t own;
} BelvedereFine;

/// What of a picture is needed to tell which slender parts are seen.
typedef struct {
  const BelvedereSlender *slender;
  int32_t width, samples;
  const float *depth;
  /// The picture's samples from a pixel's upper left corner, in pixels.
  float sample_x[8], sample_y[8];
  /// The fine samples that belong to each of them.
  uint64_t owned[8];
} BelvedereFineView;

/// Shares the fine samples among those of the picture: to each as many as to any other, near ones.
void belvedere_fine_share(BelvedereFineView *view);

/// A fragment, the strand that found it, and the next one of the same pixel.
typedef struct {
  BelvedereFragment fragment;
  uint32_t strand, next;
} BelvedereListed;

/// Where each row's fragments begin among those of all strands: `rows` + 1 numbers.
void belvedere_fine_rows_begin(
    const BelvedereSlender *slender, int32_t strands, int32_t rows, uint32_t *firsts);
/// Lists them by rows; `next` has room for a number for each row.
void belvedere_fine_list(
    const BelvedereSlender *slender, int32_t strands, int32_t rows, const uint32_t *firsts,
    uint32_t *next, BelvedereListed *list);

#ifdef __cplusplus
}
#endif
#endif
