#ifndef C_ALLOCATION_COUNT_H
#define C_ALLOCATION_COUNT_H

#include <stdint.h>

/// Bytes that were asked of the heap since the program began, by all threads. Only with glibc; 0
/// elsewhere.
uint64_t allocation_bytes(void);

/// Bytes of this process that lie in memory now, and the most that ever did; 0 where Linux does not
/// tell.
uint64_t resident_bytes(void);
uint64_t peak_resident_bytes(void);

#endif
