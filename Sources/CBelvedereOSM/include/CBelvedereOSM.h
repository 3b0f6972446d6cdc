// OpenStreetMap's files as points, lines and assembled areas, by libosmium, where the build has it.
#ifndef CBELVEDERE_OSM_H
#define CBELVEDERE_OSM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BV_OSM_MESSAGE_SIZE = 256 };

// BV_OSM_SCRATCH: a file for what does not fit into memory cannot be had, written or read.
enum { BV_OSM_OK, BV_OSM_STOPPED, BV_OSM_ABSENT, BV_OSM_MALFORMED, BV_OSM_MEMORY, BV_OSM_SCRATCH };

enum { BV_OSM_POINT, BV_OSM_LINE, BV_OSM_AREA };

// What the file describes, valid during a call.
typedef struct bv_osm_feature {
  int kind;
  // 'n', 'w' or 'r', and the number there.
  char type;
  int64_t id;
  // Keys and values by turns.
  const char *const *tags;
  size_t tag_count;
  // Longitudes and latitudes by turns, degrees; those of a ring do not repeat the first.
  const double *coordinates;
  size_t coordinate_count;
  // Of an area: where each ring ends among the coordinates, and whether it is a hole of the last
  // ring before it that is none.
  const size_t *ring_ends;
  const unsigned char *ring_is_hole;
  size_t ring_count;
} bv_osm_feature;

typedef struct bv_osm_box {
  double west, south, east, north;
} bv_osm_box;

typedef struct bv_osm_counts {
  uint64_t nodes, ways, relations;
  // Ways of which nodes are missing, areas that could not be assembled, and areas of relations of which
  // ways are missing.
  uint64_t incomplete_ways, unassembled_areas, incomplete_relations;
  // The box around all nodes; west is greater than east where there are none.
  bv_osm_box extent;
} bv_osm_counts;

typedef struct bv_osm_receiver {
  void *context;
  // Returns 0 to stop.
  int (*feature)(void *context, const bv_osm_feature *feature);
  // Told now and then: the part that has been read, 0 to 1. Returns 0 to stop. May be null.
  int (*progress)(void *context, double part);
  // A descriptor of a new empty file for reading and writing, which is closed then; -1 with errno where there is none
  // to be had. Null where places of nodes are to be kept in memory alone.
  int (*scratch)(void *context);
} bv_osm_receiver;

// The version of libosmium; null where the build has none.
const char *bv_osm_library_version(void);

// Reads a file in the format PBF: every node, way and relation with a tag that means something on a map, whatever the
// order of the file. A closed way whose tags may mean an area is told as an area, too; one that is
// but the outline of a building as that alone.
//
// box: what lies wholly outside is left out; null for none.
// coasts: the same for coastlines, which tell land from sea beside the box; null for that box.
// most_memory: bytes that places, relations and what waits for the last of these may take; more is BV_OSM_MEMORY. Of
// places a quarter of that is kept in memory where there are files for the rest.
// message: BV_OSM_MESSAGE_SIZE bytes, filled where the result is BV_OSM_MALFORMED, BV_OSM_MEMORY or
// BV_OSM_SCRATCH.
int bv_osm_read_pbf(const char *path, const bv_osm_box *box, const bv_osm_box *coasts,
                    uint64_t most_memory, const bv_osm_receiver *receiver, bv_osm_counts *counts,
                    char *message);

// The box that a file in the format PBF says it is of, without reading more; west is greater than east where it says
// none.
int bv_osm_declared_box(const char *path, bv_osm_box *box, char *message);

// Objects that are collected one by one, of a file in another format, to be told in the same way.
typedef struct bv_osm_objects bv_osm_objects;

// Null where the build has no libosmium or there is no memory.
bv_osm_objects *bv_osm_objects_create(void);
void bv_osm_objects_destroy(bv_osm_objects *objects);

// tags: keys and values by turns. Each returns BV_OSM_OK, BV_OSM_MEMORY, or BV_OSM_MALFORMED for what no file may hold.
int bv_osm_add_node(bv_osm_objects *objects, int64_t id, double longitude, double latitude,
                    const char *const *tags, size_t tag_count);
int bv_osm_add_way(bv_osm_objects *objects, int64_t id, const int64_t *nodes, size_t node_count,
                   const char *const *tags, size_t tag_count);
// member_types: 'n', 'w' or 'r' each.
int bv_osm_add_relation(bv_osm_objects *objects, int64_t id, const char *member_types,
                        const int64_t *members, const char *const *roles, size_t member_count,
                        const char *const *tags, size_t tag_count);
int bv_osm_tell(bv_osm_objects *objects, const bv_osm_box *box, const bv_osm_box *coasts,
                uint64_t most_memory, const bv_osm_receiver *receiver, bv_osm_counts *counts,
                char *message);

#ifdef __cplusplus
}
#endif

#endif
