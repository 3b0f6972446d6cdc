// Kernels of the rasteriser in C: vertices to the screen, triangles into tiles, tiles to samples.
//
// Swift has no way to compile one function for several instruction sets and to choose when the
// program runs; clang's attribute `target` does. The kernels use the compiler's vector types, the
// same source for every set, and no fused multiplications: all sets give the same bits.
#ifndef BELVEDERE_RASTER_H
#define BELVEDERE_RASTER_H

#include "belvedere_slender.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Pixels along a tile's side, and 1/256 pixels.
enum { BELVEDERE_TILE = 64, BELVEDERE_SUBPIXELS = 256 };

/// How many strands may work on a picture.
enum { BELVEDERE_STRANDS = 512 };

/// Sides of the frustum beyond which a vertex lies, and what else is wrong with it.
enum {
  BELVEDERE_LEFT = 1, BELVEDERE_RIGHT = 2, BELVEDERE_ABOVE = 4, BELVEDERE_BELOW = 8,
  BELVEDERE_NEAR = 16, BELVEDERE_BEYOND_GUARD_BAND = 32, BELVEDERE_NOT_A_NUMBER = 64,
};

/// A vertex on the screen: 1/256 pixels, the depth value, and the flags above.
typedef struct { int32_t x, y; float z; uint32_t flags; } BelvedereVertex;

/// A triangle on the screen: vertices in the order that makes the area positive, and its number.
typedef struct { int32_t x0, y0, x1, y1, x2, y2; float z0, z1, z2; uint32_t id; } BelvedereTriangle;

/// The colours of a triangle's vertices in the same order: red in the lowest byte, then green and blue.
typedef struct { uint32_t c0, c1, c2; } BelvedereTriangleColors;

/// Triangles that were set up for one placement: from this one to the next run's first.
typedef struct { uint32_t placement, first; } BelvedereRun;

/// The tiles that a triangle's box touches, inclusive.
typedef struct { uint16_t first_column, first_row, last_column, last_row; } BelvedereTileRange;

/// From a batch's own coordinates to the screen, in doubles: a vertex v has the homogeneous
/// coordinates (x · v, y · v, z · v), each with the fourth number added. For a perspective the pixel is
/// (x / z, y / z) and the depth value 1 / z − `depth_offset`, at least 0; for a parallel projection
/// (x, y) and `far` − z.
typedef struct {
  double x[4], y[4], z[4];
  double width, height, near, far, depth_offset, guard_band;
  int32_t is_perspective;
} BelvedereProjection;

/// What of the picture a box may touch, in cells of eight by eight pixels, inclusive; and a depth
/// value that nothing in it is nearer than.
typedef struct {
  float nearest;
  uint16_t first_column, first_row, last_column, last_row;
} BelvedereBox;

/// Depth values that no sample of a cell is farther than, for cells of eight by eight pixels, and for
/// two by two of these, and so on (Greene, Kass & Miller, "Hierarchical Z-Buffer Visibility", 1993).
typedef struct {
  float *farthest;
  size_t capacity, offsets[16];
  int32_t columns[16], rows[16], levels;
} BelvederePyramid;

void belvedere_pyramid_begin(BelvederePyramid *pyramid, int32_t columns, int32_t rows);
/// The coarser levels from the finest one.
void belvedere_pyramid_build(BelvederePyramid *pyramid);
/// Whether everything that a box touches is certainly nearer.
int belvedere_pyramid_hides(const BelvederePyramid *pyramid, const BelvedereBox *box);
void belvedere_pyramid_free(BelvederePyramid *pyramid);
/// Sorts by the upper 32 bits.
void belvedere_sort(uint64_t *keys, uint64_t *spare, size_t count);

/// How colours vary over a triangle: evenly on the screen; or evenly on the triangle, as the colour
/// times the depth value does on the screen.
enum { BELVEDERE_EVEN = 0, BELVEDERE_PERSPECTIVE = 1 };

/// How the colours of sixteen triangles of a tile vary: element i of each array belongs to the i-th.
/// Red, green and blue in the centre of the pixel (x, y) of the tile, and their steps a pixel.
typedef struct {
  float color[3][16], color_x[3][16], color_y[3][16];
  float depth[16], depth_x[16], depth_y[16], least[16];
  int32_t x[16], y[16], kind[16];
  uint32_t id[16];
} __attribute__((aligned(64))) BelvedereColorPlanes;

/// What one strand sets up. Its memory grows and is kept until `belvedere_strand_free`.
typedef struct {
  BelvedereTriangle *triangles;
  size_t triangle_count, triangle_capacity;
  BelvedereTileRange *ranges;
  size_t range_capacity;
  /// Only of pictures without shading.
  BelvedereTriangleColors *colors;
  size_t color_capacity;
  BelvedereColorPlanes *planes;
  size_t plane_capacity;
  /// Ascending by placement.
  BelvedereRun *runs;
  size_t run_count, run_capacity;
  /// After `belvedere_strand_bin`: where each tile's part of `list` begins; columns × rows + 1.
  uint32_t *tile_start;
  size_t tile_capacity;
  uint32_t *list;
  size_t list_capacity;
  BelvedereVertex *vertices;
  size_t vertex_capacity;
  /// Numbers in the batch of those triangles that have to be clipped.
  uint16_t *clipped;
  size_t clipped_count, clipped_capacity;
  /// What lies behind a tile's translucent objects, and their layers.
  uint32_t *layers;
  size_t layer_capacity;
  /// How many surfaces found no room in the layers.
  size_t lost;
  int32_t columns, rows;
} BelvedereStrand;

void belvedere_strand_begin(BelvedereStrand *strand, int32_t columns, int32_t rows);
/// What is set up from now on belongs to a placement; they ascend.
void belvedere_strand_run(BelvedereStrand *strand, uint32_t placement);
/// Makes room for vertices.
void belvedere_strand_reserve(BelvedereStrand *strand, size_t vertices);
void belvedere_strand_free(BelvedereStrand *strand);
/// Sorts the triangles into tiles.
void belvedere_strand_bin(BelvedereStrand *strand);

/// The triangles of a tile in the order of their placements, from the lists of several strands.
typedef struct {
  const BelvedereStrand *strands;
  int32_t count;
  /// Of the part that was handed out last.
  uint32_t placement;
  struct { uint32_t at, end; size_t run; } cursors[BELVEDERE_STRANDS];
} BelvedereMerge;

void belvedere_merge_begin(
    BelvedereMerge *merge, const BelvedereStrand *strands, int32_t count, size_t tile);
/// The next part of a strand's list, or 0.
int belvedere_merge_next(
    BelvedereMerge *merge, const BelvedereStrand **strand, uint32_t *first, uint32_t *end);

/// Where samples are written: `height × width × samples`, depth values and triangle numbers, in rows
/// of `stride` pixels. Without `ids` and `pixels` there are depth values only, one sample a pixel.
typedef struct {
  float *depth;
  uint32_t *ids;
  /// For a picture without shading its pixels, in rows of `stride`; then samples are not written.
  uint32_t *pixels;
  uint32_t background;
  int32_t width, height, samples;
  size_t stride;
  /// The finest level of a pyramid of the depth values, or NULL: rows of `cells` cells.
  float *farthest;
  size_t cells;
  /// x and y of each sample in 1/256 pixels from the pixel's centre.
  int32_t offsets[16];
  /// What a perspective's depth values are less than the reciprocals of distances.
  float depth_offset;
  /// Whether something was drawn before, to which this is added.
  int32_t has_content;
} BelvedereTarget;

/// The nearest layers of translucent objects: one picture of samples after the other, near ones first.
typedef struct {
  float *depth;
  uint32_t *ids;
  int32_t count;
  /// Numbers from one picture to the next.
  size_t layer_stride;
} BelvedereLayers;

/// The bits of a depth value that nothing is nearer than: infinity.
#define BELVEDERE_NEAREST 0x7f800000u

/// The kernels for one instruction set.
typedef struct {
  const char *name;
  /// Whether a box from `low` to `high` can be seen, and where.
  int (*cull)(
      const float *low, const float *high, const BelvedereProjection *projection,
      BelvedereBox *box);
  /// Vertices of `count` positions, three floats and one that is skipped each.
  void (*transform)(
      const float *positions, size_t count, const BelvedereProjection *projection,
      BelvedereVertex *vertices);
  /// Sets up triangles of a batch whose vertices are in `strand->vertices`. `colors` is NULL or has
  /// one for each vertex.
  void (*setup)(
      BelvedereStrand *strand, const uint16_t *indices, size_t count, uint32_t first_id,
      int32_t culls_back_faces, int32_t samples, int32_t width, int32_t height,
      const uint32_t *colors);
  /// Draws a tile from what the strands have set up. `strand` is the one that draws it.
  void (*tile)(
      BelvedereStrand *strands, int32_t strand_count, int32_t column, int32_t row,
      const BelvedereTarget *target, int32_t strand);
  /// Finds a tile's layers: of each object, whose number is that of the runs, the nearest surface; of
  /// these the nearest ones that are not behind what `target` shows.
  void (*layers)(
      BelvedereStrand *strands, int32_t strand_count, int32_t column, int32_t row,
      const BelvedereTarget *target, const BelvedereLayers *layers, int32_t strand);
  /// Finds those of a tile's triangles that are nearer than the target's depth value at any sample: sets
  /// the bits of their numbers. The depth values stay.
  void (*seen)(
      const BelvedereStrand *strands, int32_t strand_count, int32_t column, int32_t row,
      const BelvedereTarget *target, uint32_t *seen);
  /// Adds the fragments of those of a batch's pieces that are on the screen and at most `widest` pixels wide, and
  /// marks these; ends early with more than `most` fragments. `vertices` are those of the whole batch.
  void (*slender)(
      BelvedereSlender *slender, const BelvedereVertex *vertices, const uint16_t *indices,
      const BelvederePiece *pieces, size_t count, uint32_t first_id, int32_t width, int32_t height,
      float widest, size_t most, uint8_t *chosen);
  /// Finds the slender parts of a row that are in front of what the picture shows, from its `count` fragments.
  /// `heads` has room for a number for each column of the picture; `pixels` and `parts` have room for `count` from
  /// `first` on; `starts` gets the row's entries. The result is the same for any order.
  void (*fine_row)(
      const BelvedereFineView *view, int32_t row, BelvedereListed *list, size_t count,
      uint32_t *heads, uint32_t first, BelvedereFinePixel *pixels, BelvedereFinePart *parts,
      uint32_t *starts, int32_t columns);
} BelvedereKernels;

/// The kernels for this processor; the environment's BELVEDERE_VECTORS (portable, avx2, avx512)
/// asks for others, and is ignored where the processor has not got them.
const BelvedereKernels *belvedere_kernels(void);
/// The kernels of a name; NULL where this processor has not got them.
const BelvedereKernels *belvedere_kernels_named(const char *name);

#ifdef __cplusplus
}
#endif
#endif
