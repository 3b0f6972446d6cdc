// Rays against a height field made of triangles by Intel Embree 3. A call is a whole series of rays, so
// that crossing from Swift to C++ costs nothing. One thread.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Embree's version, such as "3.13.5".
const char *peer_embree_version(void);

/// A height field as two triangles a cell.
typedef struct PeerTerrain PeerTerrain;

/// Builds a scene: `width × height` samples `step` apart, x along rows, y down columns; the diagonal of
/// each cell runs from its first to its last sample. `NULL` where Embree fails.
PeerTerrain *peer_terrain_make(size_t width, size_t height, double step, const float *samples);

/// Frees a scene.
void peer_terrain_free(PeerTerrain *terrain);

/// Six numbers a ray, origin and direction → the parameter of the first hit, infinite for none; one
/// ray at a time.
void peer_terrain_cast(
    const PeerTerrain *terrain, size_t count, const double *rays, double *hits);

/// The same in packets of sixteen rays that follow each other, told to be coherent.
void peer_terrain_cast_packets(
    const PeerTerrain *terrain, size_t count, const double *rays, double *hits);

#ifdef __cplusplus
}
#endif
