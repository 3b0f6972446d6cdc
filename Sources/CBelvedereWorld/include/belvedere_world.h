/// Coasts and countries of the world at 1 : 110 million, from Natural Earth (public domain).
#ifndef BELVEDERE_WORLD_H
#define BELVEDERE_WORLD_H

#include <stdint.h>

/// The table, as `Generate/world_table.py` writes it and as `WorldTable` of BelvedereWorld reads it.
const uint8_t *belvedere_world_bytes(void);
/// Its length in bytes.
int32_t belvedere_world_length(void);

#endif
