// The kernels of pictures of the flat map.
#define GLOBE 0
#include "preamble.inc"
#include "sets.inc"

const BelvedereShadingKernels *belvedere_shading_kernels_named(const char *name) { return kernels_named(name); }

const BelvedereShadingKernels *belvedere_shading_kernels(void) { return kernels_named(belvedere_best_vectors()); }
