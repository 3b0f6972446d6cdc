#include "belvedere_memory.h"
#include "belvedere_raster.h"

#include <stdlib.h>
#include <string.h>

void *belvedere_grow(void *memory, size_t *capacity, size_t needed, size_t element) {
  if (needed <= *capacity && memory) return memory;
  const size_t size = needed + needed / 2 + 64;
  void *grown = belvedere_memory_large(size * element);
  if (memory) memcpy(grown, memory, *capacity * element);
  free(memory);
  *capacity = size;
  return grown;
}

void *belvedere_renew(void *memory, size_t *capacity, size_t needed, size_t element) {
  if (needed <= *capacity && memory) return memory;
  free(memory);
  const size_t size = needed + needed / 2 + 64;
  *capacity = size;
  return belvedere_memory_large(size * element);
}

void belvedere_strand_begin(BelvedereStrand *strand, int32_t columns, int32_t rows) {
  strand->triangle_count = 0;
  strand->clipped_count = 0;
  strand->run_count = 0;
  strand->lost = 0;
  strand->columns = columns;
  strand->rows = rows;
  size_t tiles = (size_t)columns * (size_t)rows + 2;
  strand->tile_start =
      belvedere_grow(strand->tile_start, &strand->tile_capacity, tiles, sizeof(uint32_t));
  memset(strand->tile_start, 0, tiles * sizeof(uint32_t));
}

void belvedere_strand_free(BelvedereStrand *strand) {
  free(strand->triangles);
  free(strand->ranges);
  free(strand->colors);
  free(strand->planes);
  free(strand->runs);
  free(strand->tile_start);
  free(strand->list);
  free(strand->vertices);
  free(strand->clipped);
  free(strand->layers);
  memset(strand, 0, sizeof *strand);
}

void belvedere_strand_bin(BelvedereStrand *strand) {
  // The set-up has counted: now where each tile begins, then the lists, with exactly the memory that
  // they need.
  const int32_t columns = strand->columns;
  const size_t tiles = (size_t)columns * (size_t)strand->rows;
  uint32_t *start = strand->tile_start;
  for (size_t i = 2; i < tiles + 2; i++) start[i] += start[i - 1];
  strand->list = belvedere_grow(
      strand->list, &strand->list_capacity, start[tiles + 1], sizeof(uint32_t));
  // start[tile + 1] runs from the tile's beginning to its end.
  for (size_t i = 0; i < strand->triangle_count; i++) {
    const BelvedereTileRange r = strand->ranges[i];
    for (int32_t y = r.first_row; y <= r.last_row; y++)
      for (int32_t x = r.first_column; x <= r.last_column; x++)
        strand->list[start[y * columns + x + 1]++] = (uint32_t)i;
  }
}

void belvedere_strand_reserve(BelvedereStrand *strand, size_t vertices) {
  // Eight at a time are written.
  strand->vertices = belvedere_grow(
      strand->vertices, &strand->vertex_capacity, vertices + 8, sizeof(BelvedereVertex));
}

void belvedere_strand_room(BelvedereStrand *strand, size_t count, int has_colors) {
  const size_t needed = strand->triangle_count + count;
  strand->triangles = belvedere_grow(
      strand->triangles, &strand->triangle_capacity, needed, sizeof(BelvedereTriangle));
  strand->ranges = belvedere_grow(
      strand->ranges, &strand->range_capacity, needed, sizeof(BelvedereTileRange));
  strand->clipped = belvedere_grow(
      strand->clipped, &strand->clipped_capacity, count, sizeof(uint16_t));
  if (has_colors)
    strand->colors = belvedere_grow(
        strand->colors, &strand->color_capacity, needed, sizeof(BelvedereTriangleColors));
}

void belvedere_strand_run(BelvedereStrand *strand, uint32_t placement) {
  strand->runs = belvedere_grow(
      strand->runs, &strand->run_capacity, strand->run_count + 1, sizeof(BelvedereRun));
  strand->runs[strand->run_count++] = (BelvedereRun){ placement, (uint32_t)strand->triangle_count };
}

void belvedere_merge_begin(
    BelvedereMerge *merge, const BelvedereStrand *strands, int32_t count, size_t tile) {
  merge->strands = strands;
  merge->count = count;
  for (int32_t i = 0; i < count; i++) {
    merge->cursors[i].at = strands[i].tile_start[tile];
    merge->cursors[i].end = strands[i].tile_start[tile + 1];
    merge->cursors[i].run = 0;
  }
}

int belvedere_merge_next(
    BelvedereMerge *merge, const BelvedereStrand **strand, uint32_t *first, uint32_t *end) {
  int32_t best = -1;
  uint32_t least = UINT32_MAX;
  for (int32_t i = 0; i < merge->count; i++) {
    if (merge->cursors[i].at == merge->cursors[i].end) continue;
    const BelvedereStrand *s = &merge->strands[i];
    const uint32_t triangle = s->list[merge->cursors[i].at];
    size_t run = merge->cursors[i].run;
    while (run + 1 < s->run_count && s->runs[run + 1].first <= triangle) run++;
    merge->cursors[i].run = run;
    if (best >= 0 && s->runs[run].placement >= least) continue;
    best = i;
    least = s->runs[run].placement;
  }
  if (best < 0) return 0;
  const BelvedereStrand *s = &merge->strands[best];
  const size_t run = merge->cursors[best].run;
  merge->placement = least;
  uint32_t at = merge->cursors[best].at;
  *strand = s;
  *first = at;
  if (run + 1 == s->run_count) {
    at = merge->cursors[best].end;
  } else {
    const uint32_t next = s->runs[run + 1].first;
    while (at < merge->cursors[best].end && s->list[at] < next) at++;
  }
  merge->cursors[best].at = at;
  *end = at;
  return 1;
}
