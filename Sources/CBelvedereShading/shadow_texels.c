#include "belvedere_shading.h"

void belvedere_shadow_texels(
    const float *drawn, size_t count, float scale, float shift, uint16_t *texels) {
  for (size_t i = 0; i < count; i++) {
    const float height = drawn[i] * scale + shift;
    // What is not a number lies below all, too.
    const float held = height > 0 ? (height < 65535 ? height : 65535) : 0;
    texels[i] = (uint16_t)(int32_t)held;
  }
}
