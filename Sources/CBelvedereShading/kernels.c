// The kernels for every instruction set, and the choice between them.
#include "belvedere_shading.h"
#include "belvedere_vectors.h"
#include "overlay_boxes.h"

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

typedef int32_t Ints __attribute__((vector_size(64), may_alias));
typedef uint32_t UInts __attribute__((vector_size(64), may_alias));
typedef float Floats __attribute__((vector_size(64), may_alias));
typedef bool Bools __attribute__((ext_vector_type(16)));
typedef double Doubles __attribute__((vector_size(64), may_alias));
typedef int64_t Longs __attribute__((vector_size(64), may_alias));
typedef int16_t Shorts __attribute__((vector_size(64), may_alias));
typedef uint16_t UShorts __attribute__((vector_size(64), may_alias));
typedef int8_t Bytes __attribute__((vector_size(64), may_alias));
typedef uint8_t UBytes __attribute__((vector_size(64), may_alias));
typedef float Float8 __attribute__((vector_size(32), may_alias));
typedef int32_t Int8 __attribute__((vector_size(32), may_alias));
typedef int64_t UnalignedLong __attribute__((aligned(1), may_alias));
typedef int32_t Int32s __attribute__((vector_size(128), may_alias));

/// Ground where none was painted: black land.
static const uint32_t no_ground[BELVEDERE_TILE_STRIDE * BELVEDERE_TILE_STRIDE];

/// Where no square of shadow is: the sun is seen from everywhere.
static const uint16_t no_shadow[BELVEDERE_SHADOW_STRIDE * BELVEDERE_SHADOW_STRIDE];

#define INLINE static inline __attribute__((always_inline))
/// Not into its caller: so that profiles tell them apart.
#define APART static __attribute__((noinline))
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define NAME(function) PASTE(function, VARIANT)
#define ALL(v) ((Floats){} + (v))
/// Before a loop over lanes: a lane whose number is known only when the program runs goes through memory,
/// and waits for it.
#define UNROLLED _Pragma("clang loop unroll(full)")

// What a set has of its own instructions: gathers and products of small whole numbers.
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

const BelvedereShadingKernels *belvedere_shading_kernels_named(const char *name) {
  if (!belvedere_has_vectors(name)) return NULL;
#if defined(__x86_64__)
  if (!strcmp(name, "avx2")) return &kernels_avx2;
  if (!strcmp(name, "avx512")) return &kernels_avx512;
#endif
  return &kernels_portable;
}

const BelvedereShadingKernels *belvedere_shading_kernels(void) { return belvedere_shading_kernels_named(belvedere_best_vectors()); }
