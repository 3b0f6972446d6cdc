// The kernels of pictures of the globe.
#define GLOBE 1
#include "preamble.inc"
#include "sets.inc"

const BelvedereShadingKernels *belvedere_globe_kernels_named(const char *name) { return kernels_named(name); }
