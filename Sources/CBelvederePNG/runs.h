// Deflate (RFC 1951) of bytes in which only runs of one byte are looked for: filtered rows of
// photographs hold hardly any other matches.
#ifndef BELVEDERE_PNG_RUNS_H
#define BELVEDERE_PNG_RUNS_H

#include <stddef.h>
#include <stdint.h>

// Bytes that `bv_runs_deflate` writes at most for so many.
size_t bv_runs_bound(size_t size);

// Compresses bytes to whole bytes; what ends the stream where `is_last`, else what other parts follow.
// Returns the bytes written.
size_t bv_runs_deflate(const uint8_t *bytes, size_t size, int is_last, uint8_t *out);

#endif
