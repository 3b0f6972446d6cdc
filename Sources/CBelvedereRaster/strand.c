#include "belvedere_raster.h"

#include <stdlib.h>
#include <string.h>

void *belvedere_grow(void *memory, size_t *capacity, size_t needed, size_t element) {
  if (needed <= *capacity && memory) return memory;
  size_t size = needed + needed / 2 + 64;
  void *grown = realloc(memory, size * element);
  // The program's handler of SIGABRT reports exhausted memory.
  if (!grown) abort();
  *capacity = size;
  return grown;
}

void belvedere_strand_begin(BelvedereStrand *strand, int32_t columns, int32_t rows) {
  strand->triangle_count = 0;
  strand->clipped_count = 0;
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
  free(strand->tile_start);
  free(strand->list);
  free(strand->vertices);
  free(strand->clipped);
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
  strand->vertices = belvedere_grow(
      strand->vertices, &strand->vertex_capacity, vertices, sizeof(BelvedereVertex));
}
