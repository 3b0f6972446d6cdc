// The sets of instructions for which there are kernels: portable, avx2, avx512.
#ifndef BELVEDERE_VECTORS_H
#define BELVEDERE_VECTORS_H

#ifdef __cplusplus
extern "C" {
#endif

/// Whether there are kernels of this name that this processor can run.
int belvedere_has_vectors(const char *name);
/// The name of the best set that this processor has; the environment's BELVEDERE_VECTORS asks for
/// another, and is ignored where the processor has not got it.
const char *belvedere_best_vectors(void);

#ifdef __cplusplus
}
#endif
#endif
