// Sixteen rays together through the squares of a relief.
#ifndef CBELVEDERERAYS_H
#define CBELVEDERERAYS_H

#include <stddef.h>
#include <stdint.h>

#define BV_PACKET_SIZE 16

// The relief: lines of samples, and the lowest and highest sample of squares of cells, level by level.
typedef struct {
  const double *columns, *rows;
  const float *bounds;   // lowest, highest of each square; empty ones are (∞, −∞)
  const intptr_t *widths, *offsets;
  intptr_t top;          // the level of the one square of all
  intptr_t across, down; // cells
} bv_relief;

typedef struct {
  intptr_t level, i, j;
} bv_square;

// Rays that move to the same side east or west, north or south and both up or down.
//
// A ray's parameter at a line is (line − o)·i, at a height z·z_factor + z_near where it may come to it
// and z·z_factor + z_far where it has gone.
typedef struct {
  double ox[BV_PACKET_SIZE], ix[BV_PACKET_SIZE], oy[BV_PACKET_SIZE], iy[BV_PACKET_SIZE];
  double z_factor[BV_PACKET_SIZE], z_near[BV_PACKET_SIZE], z_far[BV_PACKET_SIZE];
  double start[BV_PACKET_SIZE], end[BV_PACKET_SIZE];
  uint32_t active;  // a bit for each ray that still looks for the ground
  int32_t east, south, falls; // 1 or 0
  uint32_t squares, rays; // looked at so far, and how many rays were in them
  int32_t depth;
  bv_square waiting[3 * 64 + 1];
} bv_packet;

// Sets the numbers of one ray.
static inline void bv_packet_set(bv_packet *p, int lane, double ox, double ix, double oy, double iy,
                                 double z_factor, double z_near, double z_far, double start,
                                 double end) {
  p->ox[lane] = ox, p->ix[lane] = ix, p->oy[lane] = oy, p->iy[lane] = iy;
  p->z_factor[lane] = z_factor, p->z_near[lane] = z_near, p->z_far[lane] = z_far;
  p->start[lane] = start, p->end[lane] = end;
}

// Prepares a packet whose numbers and signs are set.
void bv_packet_begin(bv_packet *packet, const bv_relief *relief);

// The next square of a level, in the order in which each of the rays meets squares, that some of the
// active rays may meet the ground in. A bit for each of them; 0 where there is none any more.
uint32_t bv_packet_next(bv_packet *packet, const bv_relief *relief, intptr_t level,
                        bv_square *square);

#endif
