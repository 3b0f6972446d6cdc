// The kernels of pictures of the globe, and the choice between them.
#define GLOBE 1
#include "preamble.inc"
#include "sets.inc"

const BelvedereShadingKernels *belvedere_globe_kernels_named(const char *name) {
  if (!belvedere_has_vectors(name)) return NULL;
#if defined(__x86_64__)
  if (!strcmp(name, "avx2")) return &kernels_avx2;
  if (!strcmp(name, "avx512")) return &kernels_avx512;
#endif
  return &kernels_portable;
}
