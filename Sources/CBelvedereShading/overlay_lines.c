// The parts of footprints that lines cover: their caps, joints and dashes.
#include "overlay_boxes.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

/// The width of a box across a direction.
static double width_across(const BelvedereBox *b, double x, double y) {
  const double u = b->column_x * x + b->column_y * y, v = b->row_x * x + b->row_y * y;
  const double width = sqrt(u * u + v * v);
  return width > 1e-12 ? width : 1e-12;
}

/// How much of a width around a place lies between two others.
static double between(double low, double high, double at, double width) {
  return belvedere_within((high - at) / width + 0.5, 0, 1) - belvedere_within((low - at) / width + 0.5, 0, 1);
}

/// A line's measures in map points.
typedef struct {
  const BelvedereOverlay *overlay;
  double half, meter;
} Line;

/// How far a place lies beyond the other of two edges, from where these join; negative beside that one.
static double beyond_other(const BelvedereEdge *other, double x, double y, int is_start) {
  const double past = x * other->east + y * other->south;
  return is_start ? past : -past;
}

/// The distance, measured across the line, of a place beyond a joint of two edges; negative where
/// nothing of the joint is.
///
/// - e: the edge from or to whose end the place is; `other`: the one that it joins.
static double beyond_joint(
    const Line *line, const BelvedereEdge *e, const BelvedereEdge *other, double x, double y,
    int is_start) {
  const BelvedereOverlay *o = line->overlay;
  if (o->join == BELVEDERE_ROUND_JOIN) return sqrt(x * x + y * y);
  // Only between the two edges, on the outer side.
  if (beyond_other(other, x, y, is_start) < 0) return -1;
  const double own = fabs(e->east * y - e->south * x);
  const double its = fabs(other->east * y - other->south * x);
  const double cosine = e->east * other->east + e->south * other->south;
  // Of half the angle by which the line turns; a miter is 1 over that long.
  const double half = sqrt(belvedere_within(0.5 + 0.5 * cosine, 0, 1));
  if (o->join == BELVEDERE_MITER_JOIN && half * o->miter_limit >= 1) return own > its ? own : its;
  // The bevel's side lies across the middle of the two.
  double nx = e->east - other->east, ny = e->south - other->south;
  const double length = sqrt(nx * nx + ny * ny);
  if (length < 1e-9) return -1;
  const double sign = is_start ? -1 : 1;
  return line->half + sign * (x * nx + y * ny) / length - line->half * half;
}

/// The metres on the ground from a line's beginning to a place so many map points along an edge: the map's
/// scale changes evenly along it.
static double meters_along(const BelvedereEdge *e, const BelvedereWay *way, double t) {
  if (t <= 0) return way->start + t * way->first;
  if (t >= e->length) return way->end + (t - e->length) * way->last;
  const double u = t / e->length, mean = 0.5 * ((double)way->first + way->last);
  const double part = u * (way->first + ((double)way->last - way->first) * 0.5 * u) / mean;
  return way->start + (way->end - way->start) * part;
}

/// A part of a line that is drawn, in map points from the beginning of an edge; it may go on beyond this.
typedef struct { double from, to; } Dash;

/// Dashes of a pattern, and of the one before and behind it.
enum { MOST_DASHES = 3 * 16 };

/// As near to an edge's end a dash ends with it.
static double at_end(const Line *line) { return 1e-6 * line->half; }

/// What is drawn of an edge's line without its gaps. Where a line goes on elsewhere its dashes do, too.
static Dash drawn_part(const Line *line, const BelvedereEdge *e) {
  const BelvedereOverlay *o = line->overlay;
  Dash drawn = { e->before < 0 ? 0 : -1e300, e->after < 0 ? e->length : 1e300 };
  if (o->stroke_start > 0 && !(o->goes_on & 1))
    drawn.from = fmax(drawn.from, o->stroke_start * o->length - e->start);
  if (o->stroke_end < 1 && !(o->goes_on & 2))
    drawn.to = fmin(drawn.to, o->stroke_end * o->length - e->start);
  return drawn;
}

/// The dashes of an edge about a place along it; of a line without a pattern what is drawn of it is one.
///
/// - way: on the ground; NULL where dashes are laid along the map.
/// - Returns: how many they are.
static int32_t dashes_about(
    const Line *line, const BelvedereEdge *e, const BelvedereWay *way, double t, Dash *dashes) {
  const BelvedereOverlay *o = line->overlay;
  const double near = at_end(line);
  const Dash drawn = drawn_part(line, e);
  const int32_t runs = o->dash_count ? 3 : 1;
  const double period = o->dash_length * line->meter;
  double at = way ? fmod(meters_along(e, way, t) + o->dash_phase, o->dash_length) * line->meter
                  : fmod(e->start + t - e->ring + o->dash_phase * line->meter, period);
  if (at < 0) at += period;
  int32_t count = 0;
  for (int32_t run = 0; run < runs; run++) {
    double from = runs > 1 ? t - at + (run - 1) * period : -1e300;
    for (int32_t i = 0; i < o->dash_count || i == 0; i += 2) {
      const double to = runs > 1 ? from + o->dash[i] * line->meter : 1e300;
      const Dash d = { fmax(from, drawn.from), fmin(to, drawn.to) };
      // One of no length is a dot of its caps; of another one something must lie on the edge.
      const int is_drawn = from < to ? d.from < d.to && d.to >= near && d.from <= e->length - near
                                     : d.from <= d.to && d.to >= -near && d.from <= e->length + near;
      if (is_drawn) dashes[count++] = d;
      if (runs > 1) from = to + o->dash[i + 1] * line->meter;
    }
  }
  return count;
}

/// Whether a line is drawn at an end of an edge, along it.
static int reaches_end(
    const Line *line, const BelvedereEdge *e, const BelvedereWay *way, int is_start) {
  Dash dashes[MOST_DASHES];
  const double end = is_start ? 0 : e->length, near = at_end(line);
  const int32_t count = dashes_about(line, e, way, end, dashes);
  for (int32_t n = 0; n < count; n++)
    if (is_start ? dashes[n].from <= near && dashes[n].to > near
                 : dashes[n].from < end - near && dashes[n].to >= end - near)
      return 1;
  return 0;
}

/// A box about a line: its middle along the edge and to its right, and its width along it.
typedef struct { double t, side, width; } Place;

/// How much a line's dashes with round caps cover of a box: what is near enough to one of them.
static double near_dashes(
    const Line *line, const BelvedereBox *b, const BelvedereEdge *e, const Dash *dashes, int32_t count,
    Place at) {
  double most = 0;
  for (int32_t n = 0; n < count; n++) {
    const double low = dashes[n].from, high = dashes[n].to;
    const double past = at.t - belvedere_within(at.t, low, high);
    const double d = sqrt(past * past + at.side * at.side);
    const double u = d > 0 ? past / d : 0, v = d > 0 ? at.side / d : 1;
    const double width = width_across(b, u * e->east - v * e->south, u * e->south + v * e->east);
    most = fmax(most, between(-line->half, line->half, d, width));
  }
  return most;
}

/// How much the dashes of an edge cover of a box, with their caps.
static double covered_by_dashes(
    const Line *line, const BelvedereBox *b, const BelvedereEdge *e, const BelvedereWay *way, Place at) {
  const BelvedereOverlay *o = line->overlay;
  const double away = fabs(at.side), period = o->dash_length * line->meter;
  const int is_fine = o->dash_count && period < at.width;
  Dash dashes[MOST_DASHES];
  // Beyond an end those about the end, of which none goes on straight over a corner: the scale may change.
  const double beside = belvedere_within(at.t, 0, e->length);
  const int32_t count = is_fine ? 0 : dashes_about(line, e, way, beside, dashes);
  for (int32_t n = 0; n < count; n++) {
    if (at.t < 0) dashes[n].from = fmax(dashes[n].from, 0);
    if (at.t > e->length) dashes[n].to = fmin(dashes[n].to, e->length);
  }
  if (o->cap == BELVEDERE_ROUND_CAP && line->half > at.width && !is_fine)
    return near_dashes(line, b, e, dashes, count, at);
  const double across = between(-line->half, line->half, away, width_across(b, -e->south, e->east));
  if (across <= 0) return 0;
  double extra = o->cap == BELVEDERE_SQUARE_CAP ? line->half : 0;
  if (o->cap == BELVEDERE_ROUND_CAP && away < line->half)
    extra = sqrt(line->half * line->half - away * away);
  double part = 0;
  for (int32_t n = 0; n < count; n++)
    part += between(dashes[n].from - extra, dashes[n].to + extra, at.t, at.width);
  if (is_fine) {
    // Finer than the pixels: as much as is drawn in the mean.
    for (int32_t i = 0; i < o->dash_count; i += 2) {
      const double dash = o->dash[i] * line->meter, gap = o->dash[i + 1] * line->meter;
      part += dash + (gap < 2 * extra ? gap : 2 * extra);
    }
    const Dash drawn = drawn_part(line, e);
    part *= between(drawn.from - extra, drawn.to + extra, at.t, at.width) / period;
  }
  return across * (part < 1 ? part : 1);
}

/// How much of a line is left at a place along an edge: where it goes on elsewhere it is cut.
static double left_at(const Line *line, const BelvedereEdge *e, double t, double width) {
  const BelvedereOverlay *o = line->overlay;
  const double start = o->goes_on & 1 ? o->stroke_start * o->length - e->start : -1e300;
  const double end = o->goes_on & 2 ? o->stroke_end * o->length - e->start : 1e300;
  return between(start, end, t, width);
}

/// How much an edge's part of a line covers of a box where only parts of the line are drawn. What ends at
/// or before a corner goes straight on over it with its cap; what goes around it has a joint.
static double covered_in_parts(
    const Line *line, const BelvedereBox *b, const BelvedereGrid *g, const BelvedereEdge *e,
    double *along) {
  const BelvedereOverlay *o = line->overlay;
  const BelvedereWay *ways = o->is_on_globe ? g->ways : NULL;
  const BelvedereWay *way = ways ? &ways[e - g->edges] : NULL;
  const double x = b->x - e->ax, y = b->y - e->ay;
  const double t = x * e->east + y * e->south;
  const double length = width_across(b, e->east, e->south);
  const double left = left_at(line, e, t, length);
  if (left <= 0) return 0;
  *along = e->start + belvedere_within(t, 0, e->length);
  const int is_start = t < 0;
  const int32_t next = is_start ? e->before : e->after;
  if ((t < 0 || t > e->length) && next >= 0) {
    const BelvedereEdge *other = &g->edges[next];
    if (reaches_end(line, e, way, is_start)
        && reaches_end(line, other, ways ? &ways[next] : NULL, !is_start)) {
      const double ex = b->x - (is_start ? e->ax : e->bx), ey = b->y - (is_start ? e->ay : e->by);
      // What lies beside the other edge is its own: a dash may end there.
      if (beyond_other(other, ex, ey, is_start) < 0) return 0;
      const double distance = beyond_joint(line, e, other, ex, ey, is_start);
      if (distance < 0) return 0;
      const double d = sqrt(ex * ex + ey * ey);
      const int is_round = distance == d && d > 0;
      const double width =
          is_round ? width_across(b, ex / d, ey / d) : width_across(b, -e->south, e->east);
      return left * between(-line->half, line->half, distance, width);
    }
  }
  const Place at = { t, y * e->east - x * e->south, length };
  return left * covered_by_dashes(line, b, e, way, at);
}

/// How much an edge's part of a line that is drawn whole covers of a box.
static double covered_by(
    const Line *line, const BelvedereBox *b, const BelvedereEdge *edges, const BelvedereEdge *e,
    double *along) {
  const double x = b->x - e->ax, y = b->y - e->ay;
  const double t = x * e->east + y * e->south;
  double nx = -e->south, ny = e->east, distance = fabs(x * nx + y * ny), share = 1;
  if (t < 0 || t > e->length) {
    const int is_start = t < 0;
    const int32_t next = is_start ? e->before : e->after;
    const double ex = b->x - (is_start ? e->ax : e->bx), ey = b->y - (is_start ? e->ay : e->by);
    const double d = sqrt(ex * ex + ey * ey);
    if (next >= 0) {
      distance = beyond_joint(line, e, &edges[next], ex, ey, is_start);
      if (distance < 0) return 0;
    } else if (line->overlay->cap == BELVEDERE_ROUND_CAP) {
      distance = d;
    }
    if (distance == d && d > 0) {
      nx = ex / d;
      ny = ey / d;
    }
  }
  if (line->overlay->cap != BELVEDERE_ROUND_CAP) {
    // The ends are cut across.
    const double more = line->overlay->cap == BELVEDERE_SQUARE_CAP ? line->half : 0;
    const double low = e->before < 0 ? -more : -1e300, high = e->after < 0 ? e->length + more : 1e300;
    if (low > -1e300 || high < 1e300)
      share = between(low, high, t, width_across(b, e->east, e->south));
  }
  const double part =
      between(-line->half, line->half, distance, width_across(b, nx, ny)) * share;
  if (part <= 0) return 0;
  *along = e->start + belvedere_within(t, 0, e->length);
  return part;
}

double belvedere_line_part(
    const BelvedereOverlay *o, double meter, const BelvedereBox *b, const BelvedereGrid *g,
    const BelvedereEdge *e, double *along) {
  const Line line = { o, o->half_width * meter, meter };
  const int is_whole = !o->dash_count && o->stroke_start <= 0 && o->stroke_end >= 1;
  return is_whole ? covered_by(&line, b, g->edges, e, along) : covered_in_parts(&line, b, g, e, along);
}
