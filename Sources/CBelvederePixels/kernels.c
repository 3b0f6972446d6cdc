// The kernels for every instruction set, and the choice between them.
#include "belvedere_pixels.h"
#include "belvedere_vectors.h"

#include <stdlib.h>
#include <string.h>

// Vectors are passed between inlined functions of the same set only.
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint8_t Bytes16 __attribute__((ext_vector_type(16)));
typedef uint8_t Bytes32 __attribute__((ext_vector_type(32)));
typedef uint8_t Bytes64 __attribute__((ext_vector_type(64)));
typedef int16_t Shorts32 __attribute__((ext_vector_type(32)));
typedef int32_t Ints16 __attribute__((ext_vector_type(16)));

#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define NAME(function) PASTE(function, VARIANT)

#define VARIANT portable
#include "kernels.inc"
#undef VARIANT

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define VARIANT avx2
#include "kernels.inc"
#undef VARIANT
#pragma clang attribute pop
#endif

const BelvederePixelKernels *belvedere_pixel_kernels_named(const char *name) {
  if (!belvedere_has_vectors(name)) return NULL;
#if defined(__x86_64__)
  // Wider vectors are no faster here: what is read and written is the limit.
  if (strcmp(name, "portable") != 0) return &kernels_avx2;
#endif
  return &kernels_portable;
}

const BelvederePixelKernels *belvedere_pixel_kernels(void) {
  return belvedere_pixel_kernels_named(belvedere_best_vectors());
}
