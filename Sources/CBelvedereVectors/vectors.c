#include "belvedere_vectors.h"

#include <stdlib.h>
#include <string.h>

int belvedere_has_vectors(const char *name) {
  if (!strcmp(name, "portable")) return 1;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!strcmp(name, "avx2"))
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
        && __builtin_cpu_supports("bmi2");
  if (!strcmp(name, "avx512"))
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512cd");
#endif
  return 0;
}

const char *belvedere_best_vectors(void) {
  const char *wanted = getenv("BELVEDERE_VECTORS");
  if (wanted && belvedere_has_vectors(wanted)) return wanted;
  if (belvedere_has_vectors("avx512")) return "avx512";
  return belvedere_has_vectors("avx2") ? "avx2" : "portable";
}
