// Overlays: areas and lines over the ground, evaluated exactly where a pixel shows them.
//
// A pixel shows a parallelogram of the map. The part of it that lies in an area is computed from the
// area's edges, clipped to the parallelogram; the part under a line from its distance to the line.
// Nothing is painted beforehand, so edges are as sharp as the pixels at any distance and pitch.
// Plain C in doubles, one place at a time: the same bits whatever instructions the caller uses.
#ifndef BELVEDERE_OVERLAYS_H
#define BELVEDERE_OVERLAYS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How an overlay and what lies below it are mixed: W3C Compositing and Blending Level 1, and the linear
/// burn max(0, backdrop + source − 1).
enum {
  BELVEDERE_NORMAL, BELVEDERE_MULTIPLY, BELVEDERE_SCREEN, BELVEDERE_OVERLAY, BELVEDERE_DARKEN,
  BELVEDERE_LIGHTEN, BELVEDERE_COLOR_DODGE, BELVEDERE_COLOR_BURN, BELVEDERE_LINEAR_BURN,
  BELVEDERE_SOFT_LIGHT, BELVEDERE_HARD_LIGHT, BELVEDERE_DIFFERENCE, BELVEDERE_EXCLUSION,
  BELVEDERE_HUE, BELVEDERE_SATURATION, BELVEDERE_COLOR, BELVEDERE_LUMINOSITY,
};

enum { BELVEDERE_BUTT_CAP, BELVEDERE_ROUND_CAP, BELVEDERE_SQUARE_CAP };
enum { BELVEDERE_MITER_JOIN, BELVEDERE_ROUND_JOIN, BELVEDERE_BEVEL_JOIN };

/// What is known of a cell of a grid over an outline: how it is filled throughout, or where its record
/// is (from 2).
enum { BELVEDERE_OUTSIDE, BELVEDERE_INSIDE, BELVEDERE_FIRST_CELL };

/// An edge, in map points from the outline's origin; a cache line.
typedef struct {
  double ax, ay, bx, by;
  /// Its direction, a unit vector, and its length.
  float east, south, length;
  /// How far along the outline it begins, and where its ring or line does.
  float start, ring;
  /// The edges that it joins, −1 at the ends of a line.
  int32_t before, after;
  /// Whether it only closes an area, along the edge of the map or ±180°, and has no line.
  int32_t is_seam;
} BelvedereEdge;

/// What the kernels need of an edge: its ends in the overlay's units, its direction and length, and bits for
/// the ends of lines, 1 where one begins with it and 2 where one ends. Half a cache line.
typedef struct {
  int32_t ax, ay, bx, by;
  float east, south, length;
  int32_t ends;
} BelvedereShortEdge;

/// A cell near edges: those that come within half a cell of it.
typedef struct {
  /// Its part of the list.
  int32_t first, count;
  /// The winding number at its reference point.
  int32_t winding;
  /// Whether edges may cross each other within its reach, or winding numbers are more than two.
  int32_t is_crossed;
} BelvedereCell;

/// How far along its ring or line an edge lies on the ground: metres to its beginning and to its end, and
/// metres a map point at these.
typedef struct {
  double start, end;
  float first, last;
} BelvedereWay;

/// A grid of cells, with one more cell on each side, in which footprints of up to a cell's size are
/// evaluated.
typedef struct {
  /// The corner of the first cell, which lies outside, and the size of a cell.
  double x, y, cell;
  int32_t columns, rows;
  /// Row by row.
  const int32_t *kinds;
  const BelvedereCell *cells;
  const int32_t *list;
  const BelvedereEdge *edges;
  /// The same edges, shorter.
  const BelvedereShortEdge *short_edges;
  int32_t edge_count;
  /// The boxes around the listed edges' parts within a cell's reach, in steps of `BELVEDERE_MARGIN_STEPS` a
  /// cell from the margin on: the left side, 255 less the right one, the top, 255 less the bottom; sixteen
  /// more. A box comes into a part whose own four numbers, its right side first, are all as great.
  const uint8_t *boxes;
  int32_t list_count;
  /// The edges' ways on the ground, of an outline with dashes; or NULL.
  const BelvedereWay *ways;
  /// Of a grid with cells of very many edges: whether places are inside, a bit each, row by row, so many
  /// words a row; and how many places there are along a cell's side. Or NULL.
  const uint64_t *sides;
  int32_t side_words, side_steps;
  /// Of such a grid the straight lines through the listed edges: all normals' x, then all y, then all distances
  /// from the cell's corner, in cells; sixteen more. Or NULL.
  const float *lines;
} BelvedereGrid;

/// How far beside a cell edges are listed, in cells: a footprint's half, and a little more than the
/// kernels' rounding of places; and the steps of a cell in which their boxes are told.
#define BELVEDERE_MARGIN 0.51
#define BELVEDERE_MARGIN_STEPS 125

/// A grid with a cell that lists more edges has `BelvedereGrid.sides`.
#define BELVEDERE_MANY_LISTED 256

/// Where a cell's reference point is, in cells, and those of `sides`, in their steps: nowhere special.
#define BELVEDERE_REFERENCE_X 0.48713
#define BELVEDERE_REFERENCE_Y 0.52179

/// A colour along a line, straight and sRGB-encoded; `at` from 0 to 1.
typedef struct { float at, color[4]; } BelvedereStop;

/// An overlay in a picture.
typedef struct {
  /// Grids, each of cells twice as large as the one before it.
  const BelvedereGrid *grids;
  int32_t grid_count;
  /// Map points: the origin of its coordinates, and the box around it from there.
  double x, y, width, height;
  /// Map points of a unit of the grids' whole numbers: 2⁻²⁹ of the greater side.
  double unit;
  /// The length of its outline in map points.
  double length;
  /// Colours, sRGB-encoded and straight; alpha 0 for none.
  float fill[4], stroke[4];
  /// The opacity of the whole.
  float alpha;
  int32_t blend, cap, join;
  float miter_limit;
  /// Half of the line's width, and the dashes and gaps, metres.
  double half_width, dash[32], dash_length, dash_phase;
  int32_t dash_count;
  /// Whether dashes are laid along ways on the ground, whose metres are not the same everywhere on the map.
  int32_t is_on_globe;
  /// The part of the outline that is drawn.
  double stroke_start, stroke_end;
  /// Whether it goes on elsewhere from there, 1 at the start and 2 at the end: then it has no cap.
  int32_t goes_on;
  /// Whether it is drawn whole, in one colour and with round joints, without seams: the kernels' own code
  /// knows it.
  int32_t is_plain;
  const BelvedereStop *stops;
  int32_t stop_count;
  /// The number from 1 of the layer of tiles that it is; 0 for one with an outline.
  int32_t tile_layer;
} BelvedereOverlay;

/// Layers of tiles that a picture may have.
enum { BELVEDERE_MOST_LAYERS = 16 };

/// A layer of tiles shows nothing where its opacity is at most half a step of 8 bits.
static const float BELVEDERE_LEAST_OPACITY = 0.5f / 255;

/// A pixel's parallelogram of the map: the middle, and by how many map points it moves with a step to
/// the next column and row; and map points a metre there.
typedef struct {
  double x, y, column_x, column_y, row_x, row_y, points_per_meter;
  /// What each layer of tiles shows there: sRGB-encoded colours, premultiplied; NULL where there are none.
  const float *layers;
} BelvedereFootprintOnMap;

/// The colour of an overlay within a footprint: sRGB-encoded, premultiplied with all opacities.
///
/// - Returns: the part of the footprint that its area fills.
float belvedere_overlay_color(
    const BelvedereOverlay *overlay, const BelvedereFootprintOnMap *footprint, float *color);

/// Whether an area fills a part of a footprint, and not all of it.
static inline int belvedere_is_partly(double fill) { return fill > 1.0 / 512 && fill < 511.0 / 512; }

/// Lays overlays over an sRGB-encoded colour, one after the other. Where several areas fill parts of the
/// footprint, the parts are laid each by itself.
///
/// - numbers: which of them, in their order; NULL for the first `count`.
/// - Returns: whether any is laid.
int32_t belvedere_lay_overlays(
    const BelvedereOverlay *overlays, const uint32_t *numbers, int32_t count,
    const BelvedereFootprintOnMap *footprint, float *rgb);

/// Marks those of some places at which an overlay shows; the others keep their marks.
///
/// - places: x and y in turn, map points, in whichever world.
void belvedere_mark_overlay(
    const BelvedereOverlay *overlay, const double *places, int32_t count, double points_per_meter,
    uint8_t *marks);

/// What an overlay shows at all places of a box of the map: 1 where it shows at each, 0 where at none, −1 where
/// places must be asked one by one.
///
/// - left, top, right, bottom: of the box, map points, in whichever world.
int32_t belvedere_overlay_in_box(
    const BelvedereOverlay *overlay, double points_per_meter, double left, double top, double right,
    double bottom);

/// How far an overlay's line reaches beside its outline, in widths of half of it.
double belvedere_line_reach(const BelvedereOverlay *overlay);

/// Mixes three sRGB-encoded channels in [0, 1] of a source over a backdrop, both opaque.
void belvedere_blend(int32_t mode, const float *backdrop, const float *source, float *mixed);

/// Lays a premultiplied colour over an opaque one.
void belvedere_composite(int32_t mode, const float *color, float *rgb);

#ifdef __cplusplus
}
#endif
#endif
