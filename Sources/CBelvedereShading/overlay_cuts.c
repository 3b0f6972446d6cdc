// Footprints cut into lines: where an outline crosses itself, and where the outlines of several overlays
// meet within a pixel. Each line is cut exactly where the outlines cross it.
#include "overlay_boxes.h"
#include "overlay_near.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

/// Where the lines of a box are, from its upper side.
static double line_at(int n) { return (n + 0.5) / BELVEDERE_CUT_LINES; }

/// The edges about a box, in its columns and rows.
typedef struct {
  BelvedereNear near;
  const BelvedereBox *box;
  /// The reference point, and whether the box's corner is inside, by the edges that were given.
  double cx, cy;
  int corner;
} Walk;

/// - Returns: whether edges may come near; where none do `corner` says all.
static int begin_walk(const BelvedereGrid *g, const BelvedereBox *box, Walk *walk) {
  const int32_t at = belvedere_cell_at(g, box->x, box->y), kind = g->kinds[at];
  walk->box = box;
  walk->corner = kind == BELVEDERE_INSIDE;
  if (kind < BELVEDERE_FIRST_CELL) return 0;
  double rx = g->x + (at % g->columns + BELVEDERE_REFERENCE_X) * g->cell;
  double ry = g->y + (at / g->columns + BELVEDERE_REFERENCE_Y) * g->cell;
  walk->corner = g->cells[kind - BELVEDERE_FIRST_CELL].winding & 1;
  if (g->sides) {
    // One that is nearer: fewer edges lie between.
    const double step = g->cell / g->side_steps;
    const double columns = (double)g->columns * g->side_steps, rows = (double)g->rows * g->side_steps;
    const int32_t i = (int32_t)belvedere_within((box->x - g->x) / step, 0, columns - 1);
    const int32_t j = (int32_t)belvedere_within((box->y - g->y) / step, 0, rows - 1);
    rx = g->x + (i + BELVEDERE_REFERENCE_X) * step;
    ry = g->y + (j + BELVEDERE_REFERENCE_Y) * step;
    walk->corner = g->sides[(int64_t)j * g->side_words + i / 64] >> (i % 64) & 1;
  }
  const double x = rx - box->x, y = ry - box->y, reach = belvedere_box_reach(box);
  walk->cx = box->over_xx * x + box->over_xy * y + BELVEDERE_SHIFT_X;
  walk->cy = box->over_yx * x + box->over_yy * y + BELVEDERE_SHIFT_Y;
  // The box, and all between it and the reference point.
  const double low[2] = { fmin(box->x - reach, rx), fmin(box->y - reach, ry) };
  const double high[2] = { fmax(box->x + reach, rx), fmax(box->y + reach, ry) };
  const double wide = high[0] - low[0], tall = high[1] - low[1];
  walk->near = belvedere_edges_near(g, at, low, high, 0.5 * sqrt(wide * wide + tall * tall));
  return 1;
}

/// The next edge's ends; 0 at the end.
static int next_edge(Walk *walk, double *a, double *b) {
  const int32_t n = belvedere_next_near(&walk->near);
  if (n < 0) return 0;
  const BelvedereBox *box = walk->box;
  const BelvedereEdge *e = &walk->near.grid->edges[n];
  const double px = e->ax - box->x, py = e->ay - box->y, qx = e->bx - box->x, qy = e->by - box->y;
  a[0] = box->over_xx * px + box->over_xy * py + BELVEDERE_SHIFT_X;
  a[1] = box->over_yx * px + box->over_yy * py + BELVEDERE_SHIFT_Y;
  b[0] = box->over_xx * qx + box->over_xy * qy + BELVEDERE_SHIFT_X;
  b[1] = box->over_yx * qx + box->over_yy * qy + BELVEDERE_SHIFT_Y;
  // Between the reference point and the corner.
  const double cx = walk->cx, cy = walk->cy;
  if ((cx * a[1] - cy * a[0] > 0) != (cx * b[1] - cy * b[0] > 0)) {
    const int corner_is_left = a[0] * b[1] - a[1] * b[0] > 0;
    const int reference_is_left = (b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0]) > 0;
    walk->corner ^= corner_is_left != reference_is_left;
  }
  return 1;
}

/// Lines that begin below the place where an edge crosses the left side begin on its other side: from where
/// on that is; 1 for none.
static double left_crossing(const double *a, const double *b) {
  if ((a[0] < 0) == (b[0] < 0)) return 1;
  const double at = (a[0] * b[1] - a[1] * b[0]) / (a[0] - b[0]);
  return at > 0 ? at : 1;
}

/// Whether an edge crosses neither any line nor the left side.
static int passes_by(const double *a, const double *b) {
  return (a[0] < 0 && b[0] < 0) || (a[0] >= 1 && b[0] >= 1) || (a[1] < 0 && b[1] < 0)
      || (a[1] >= 1 && b[1] >= 1);
}

/// Where an edge crosses a line; 0 for nowhere.
static double crossing(const double *a, const double *b, double slope, double y) {
  if ((a[1] <= y) == (b[1] <= y)) return 0;
  const double x = a[0] + (y - a[1]) * slope;
  return x > 0 && x < 1 ? x : 0;
}

static int cut_by(const double *a, const double *b, BelvedereCuts *cuts) {
  if (passes_by(a, b)) return 1;
  const double left = left_crossing(a, b), slope = (b[0] - a[0]) / (b[1] - a[1]);
  for (int n = 0; n < BELVEDERE_CUT_LINES; n++) {
    const double y = line_at(n);
    cuts->begins_inside[n] ^= y > left;
    const double x = crossing(a, b, slope, y);
    if (!(x > 0)) continue;
    if (cuts->count[n] == BELVEDERE_MOST_CUTS) return 0;
    double *at = cuts->at[n];
    int k = cuts->count[n]++;
    for (; k > 0 && at[k - 1] > x; k--) at[k] = at[k - 1];
    at[k] = x;
  }
  return 1;
}

int belvedere_cut_box(const BelvedereOverlay *o, const BelvedereBox *box, BelvedereCuts *cuts) {
  const BelvedereGrid *g = belvedere_grid_for(o, belvedere_box_reach(box));
  if (!g) return 0;
  for (int n = 0; n < BELVEDERE_CUT_LINES; n++) cuts->count[n] = cuts->begins_inside[n] = 0;
  Walk walk;
  double a[2], b[2];
  if (begin_walk(g, box, &walk))
    while (next_edge(&walk, a, b))
      if (!cut_by(a, b, cuts)) return 0;
  for (int n = 0; n < BELVEDERE_CUT_LINES; n++) cuts->begins_inside[n] ^= walk.corner;
  return 1;
}

double belvedere_sampled_area(const BelvedereOverlay *o, const BelvedereBox *box) {
  const BelvedereGrid *g = belvedere_grid_for(o, belvedere_box_reach(box));
  if (!g) return 0;
  // On which side of the outline each line is at 64 places, a bit each.
  uint64_t sides[BELVEDERE_CUT_LINES] = { 0 };
  Walk walk;
  double a[2], b[2];
  if (begin_walk(g, box, &walk))
    while (next_edge(&walk, a, b)) {
      if (passes_by(a, b)) continue;
      const double left = left_crossing(a, b), slope = (b[0] - a[0]) / (b[1] - a[1]);
      for (int n = 0; n < BELVEDERE_CUT_LINES; n++) {
        const double y = line_at(n);
        if (y > left) sides[n] = ~sides[n];
        const double x = crossing(a, b, slope, y);
        const int before = (int)(x * 64 + 0.5);
        if (x > 0 && before < 64) sides[n] ^= ~(uint64_t)0 << before;
      }
    }
  int inside = 0;
  for (int n = 0; n < BELVEDERE_CUT_LINES; n++)
    inside += __builtin_popcountll(walk.corner ? ~sides[n] : sides[n]);
  return inside / (64.0 * BELVEDERE_CUT_LINES);
}

double belvedere_cut_area(const BelvedereCuts *cuts) {
  double area = 0;
  for (int n = 0; n < BELVEDERE_CUT_LINES; n++) {
    int is_inside = cuts->begins_inside[n];
    double from = 0;
    for (int k = 0; k < cuts->count[n]; k++) {
      if (is_inside) area += cuts->at[n][k] - from;
      from = cuts->at[n][k];
      is_inside = !is_inside;
    }
    if (is_inside) area += 1 - from;
  }
  return area / BELVEDERE_CUT_LINES;
}

// MARK: Several overlays

enum { MOST_LAID = 64, MOST_CUT = 8, MOST_KNOWN = 16 };

/// Overlays over a footprint, from the lowest up.
typedef struct {
  int count, cut_count;
  const BelvedereOverlay *overlay[MOST_LAID];
  BelvedereShares shares[MOST_LAID];
  /// Which of `cuts` is its area's; −1 for one that is the same all over the footprint.
  int cut[MOST_LAID];
  BelvedereCuts cuts[MOST_CUT];
} Laid;

/// The colour where the areas of `inside`, a bit each, are.
static void color_inside(const Laid *laid, uint32_t inside, const float *below, float *rgb) {
  for (int c = 0; c < 3; c++) rgb[c] = below[c];
  for (int n = 0; n < laid->count; n++) {
    BelvedereShares shares = laid->shares[n];
    if (laid->cut[n] >= 0) shares.fill = inside >> laid->cut[n] & 1;
    float color[4];
    belvedere_shares_color(laid->overlay[n], &shares, color);
    belvedere_composite(laid->overlay[n]->blend, color, rgb);
  }
}

/// Lays overlays over a colour, each part of the footprint by itself: what two areas cover beside each
/// other leaves nothing of the ground between them.
static void lay_cut(const Laid *laid, float *rgb) {
  uint32_t known[MOST_KNOWN];
  float colors[MOST_KNOWN][3];
  int known_count = 0;
  double sum[3] = { 0, 0, 0 };
  for (int line = 0; line < BELVEDERE_CUT_LINES; line++) {
    uint32_t inside = 0;
    int next[MOST_CUT] = { 0 };
    for (int k = 0; k < laid->cut_count; k++)
      inside |= (uint32_t)laid->cuts[k].begins_inside[line] << k;
    double from = 0;
    while (from < 1) {
      double to = 1;
      int first = -1;
      for (int k = 0; k < laid->cut_count; k++) {
        const BelvedereCuts *cuts = &laid->cuts[k];
        if (next[k] < cuts->count[line] && cuts->at[line][next[k]] < to) {
          to = cuts->at[line][next[k]];
          first = k;
        }
      }
      if (to > from) {
        int n = 0;
        while (n < known_count && known[n] != inside) n++;
        if (n == known_count) {
          if (known_count < MOST_KNOWN) known_count++;
          else n--;
          known[n] = inside;
          color_inside(laid, inside, rgb, colors[n]);
        }
        for (int c = 0; c < 3; c++) sum[c] += colors[n][c] * (to - from);
      }
      if (first < 0) break;
      inside ^= 1u << first;
      next[first]++;
      from = to;
    }
  }
  for (int c = 0; c < 3; c++) rgb[c] = (float)(sum[c] / BELVEDERE_CUT_LINES);
}

int32_t belvedere_lay_overlays(
    const BelvedereOverlay *overlays, const uint32_t *numbers, int32_t count,
    const BelvedereFootprintOnMap *f, float *rgb) {
  Laid laid;
  laid.count = laid.cut_count = 0;
  float below[3] = { rgb[0], rgb[1], rgb[2] };
  int is_more = 0;
  for (int32_t n = 0; n < count; n++) {
    const BelvedereOverlay *o = &overlays[numbers ? numbers[n] : (uint32_t)n];
    const BelvedereShares shares = belvedere_overlay_shares(o, f);
    if (!(shares.fill > 0 || shares.stroke > 0)) continue;
    float color[4];
    belvedere_shares_color(o, &shares, color);
    belvedere_composite(o->blend, color, rgb);
    if (laid.count == MOST_LAID) {
      is_more = 1;
      continue;
    }
    const int at = laid.count++;
    laid.overlay[at] = o;
    laid.shares[at] = shares;
    laid.cut[at] = -1;
    if (!belvedere_is_partly(shares.fill) || laid.cut_count == MOST_CUT) continue;
    BelvedereBox box = belvedere_box_of(o, f);
    belvedere_invert_box(&box);
    // One that is wider than half the world may show in several at once.
    if (o->width <= 134217728.0 && belvedere_cut_box(o, &box, &laid.cuts[laid.cut_count]))
      laid.cut[at] = laid.cut_count++;
  }
  if (laid.cut_count < 2 || is_more) return laid.count > 0;
  for (int c = 0; c < 3; c++) rgb[c] = below[c];
  lay_cut(&laid, rgb);
  return 1;
}
