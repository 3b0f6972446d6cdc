// The kernels for every instruction set, and the choice between them.
#include "belvedere_raster.h"
#include "belvedere_vectors.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// One rounding a step on every processor: no multiplication is fused with an addition.
#pragma STDC FP_CONTRACT OFF
// Vectors are passed between inlined functions of the same set only.
#pragma clang diagnostic ignored "-Wpsabi"

void *belvedere_grow(void *memory, size_t *capacity, size_t needed, size_t element);
/// The same for memory whose content need not be kept, at a multiple of 64.
void *belvedere_renew(void *memory, size_t *capacity, size_t needed, size_t element);

/// Makes room for so many triangles more, and for as many that are clipped.
void belvedere_strand_room(BelvedereStrand *strand, size_t count, int has_colors);

typedef int32_t Ints __attribute__((vector_size(64), may_alias));
typedef uint32_t UInts __attribute__((vector_size(64), may_alias));
typedef float Floats __attribute__((vector_size(64), may_alias));
typedef bool Bools __attribute__((ext_vector_type(16)));
typedef double Doubles __attribute__((vector_size(64), may_alias));
typedef int64_t Longs __attribute__((vector_size(64), may_alias));
typedef int32_t Int8 __attribute__((vector_size(32), may_alias));
typedef float Float8 __attribute__((vector_size(32), may_alias));
typedef double Double4 __attribute__((vector_size(32), may_alias));
typedef float Float4 __attribute__((vector_size(16), may_alias));
typedef int32_t Int4 __attribute__((vector_size(16), may_alias));
typedef int64_t Long4 __attribute__((vector_size(32), may_alias));

/// What a tile is drawn for.
enum { NUMBERS, COLORS, DEPTHS, SEEN };

#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define NAME(function) PASTE(function, VARIANT)

// What a set has of its own instructions: comparisons.
#define PORTABLE 0
#define AVX2 1
#define AVX512 2

#define VARIANT portable
#define SET PORTABLE
#include "kernels.inc"
#undef VARIANT
#undef SET

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define VARIANT avx2
#define SET AVX2
#include "kernels.inc"
#undef VARIANT
#undef SET
#pragma clang attribute pop

#pragma clang attribute push( \
    __attribute__((target("arch=x86-64-v4"))), apply_to = function)
#define VARIANT avx512
#define SET AVX512
#include "kernels.inc"
#undef VARIANT
#undef SET
#pragma clang attribute pop
#endif

const BelvedereKernels *belvedere_kernels_named(const char *name) {
  if (!belvedere_has_vectors(name)) return NULL;
#if defined(__x86_64__)
  if (!strcmp(name, "avx2")) return &kernels_avx2;
  if (!strcmp(name, "avx512")) return &kernels_avx512;
#endif
  return &kernels_portable;
}

const BelvedereKernels *belvedere_kernels(void) { return belvedere_kernels_named(belvedere_best_vectors()); }
