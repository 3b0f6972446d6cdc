// Memory in large pages, where the system has them: what is read all over takes a page's address for each look,
// and the processor remembers few of these.
#ifndef BELVEDERE_MEMORY_H
#define BELVEDERE_MEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Memory for one thing, at a multiple of 64; in large pages where it fills them. Freed with `free`. Where there is
/// none the program is aborted: its handler of SIGABRT tells why.
void *_Nonnull belvedere_memory_large(size_t bytes);

/// From now on large pages may take more memory than is needed: a part of the last ones stays empty.
void belvedere_memory_is_ample(void);

/// From now on all threads share one heap: what one of them has freed the others fill again. To be called before they
/// are started.
void belvedere_memory_is_scarce(void);

/// Gives what is free back to the system, as far as it has no use for pieces.
void belvedere_memory_give_back(void);

/// Memory for one of many things, likewise; where memory is ample those of middling size lie together in large pages.
/// Freed with `belvedere_memory_release`, with the same number of bytes. By any thread.
void *_Nonnull belvedere_memory_shared(size_t bytes);
void belvedere_memory_release(void *_Nonnull memory, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
