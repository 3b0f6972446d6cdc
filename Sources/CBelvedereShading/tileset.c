#include "belvedere_shading.h"

#include <stdlib.h>
#include <string.h>

static void put(BelvedereTileSet *set, uint64_t key) {
  const size_t mask = set->capacity - 1;
  size_t at = (size_t)(key * 0x9E3779B97F4A7C15u >> 20) & mask;
  while (set->keys[at]) {
    if (set->keys[at] == key) return;
    at = (at + 1) & mask;
  }
  set->keys[at] = key;
  set->count++;
}

void belvedere_tile_set_insert(BelvedereTileSet *set, uint64_t key) {
  // Neighbouring pixels ask for the same few tiles again and again.
  uint64_t *recent = &set->recent[(key ^ key >> 28 ^ key >> 56) & 15];
  if (*recent == key) return;
  *recent = key;
  if (2 * (set->count + 1) > set->capacity) {
    const size_t capacity = set->capacity ? 2 * set->capacity : 256;
    BelvedereTileSet grown = { calloc(capacity, sizeof(uint64_t)), capacity, 0, { 0 } };
    // The program's handler of SIGABRT reports exhausted memory.
    if (!grown.keys) abort();
    for (size_t i = 0; i < set->capacity; i++)
      if (set->keys[i]) put(&grown, set->keys[i]);
    free(set->keys);
    set->keys = grown.keys;
    set->capacity = grown.capacity;
    set->count = grown.count;
  }
  put(set, key);
}

void belvedere_tile_set_free(BelvedereTileSet *set) {
  free(set->keys);
  memset(set, 0, sizeof *set);
}
