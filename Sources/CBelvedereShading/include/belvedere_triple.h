#ifndef BELVEDERE_TRIPLE_H
#define BELVEDERE_TRIPLE_H

typedef struct { float x, y, z; } BelvedereTriple;

#endif
