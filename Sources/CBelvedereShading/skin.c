#include "belvedere_skin.h"

#include <math.h>
#include <stddef.h>

// One rounding a step on every processor: no multiplication is fused with an addition.
#pragma STDC FP_CONTRACT OFF

static float dot(BelvedereTriple a, BelvedereTriple b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static float linear_at(const float *f, BelvedereTriple p) {
  return f[0] * p.x + f[1] * p.y + f[2] * p.z + f[3];
}

/// How much it grows along a way.
static float growth(const float *f, BelvedereTriple way) {
  return f[0] * way.x + f[1] * way.y + f[2] * way.z;
}

static float held(float v, float low, float high) { return v > low ? (v < high ? v : high) : low; }

/// The number of a texel, `n` of them beside each other.
static int32_t texel(int32_t i, int32_t n, int32_t wrap) {
  if (wrap == BELVEDERE_SKIN_CLAMPED) return i < 0 ? 0 : i < n ? i : n - 1;
  const int32_t period = wrap == BELVEDERE_SKIN_MIRRORED ? 2 * n : n;
  int32_t k = i % period;
  if (k < 0) k += period;
  return k < n ? k : period - 1 - k;
}

/// A place within the picture's repetition, so that it may be counted in texels.
static float brought_near(float v, int32_t wrap) {
  if (!(v > -1e9f && v < 1e9f)) return 0;
  if (wrap == BELVEDERE_SKIN_CLAMPED) return held(v, -1, 2);
  return v - 2 * floorf(v * 0.5f);
}

typedef struct { float r, g, b; } Light;

/// Between the four nearest texels of a level.
static Light between(const BelvedereSkinTexture *t, int32_t level, float u, float v, int is_nearest) {
  const int32_t width = t->width >> level > 1 ? t->width >> level : 1;
  const int32_t height = t->height >> level > 1 ? t->height >> level : 1;
  float x = u * (float)width - 0.5f, y = v * (float)height - 0.5f;
  if (is_nearest) {
    x = floorf(x + 0.5f);
    y = floorf(y + 0.5f);
  }
  const float left = floorf(x), top = floorf(y);
  const float fx = x - left, fy = y - top;
  Light sum = {0, 0, 0};
  for (int32_t j = 0; j < 2; j++) {
    const float row_weight = j ? fy : 1 - fy;
    if (row_weight == 0) continue;
    const int32_t row = texel((int32_t)top + j, height, t->wrap_v);
    for (int32_t i = 0; i < 2; i++) {
      const float weight = row_weight * (i ? fx : 1 - fx);
      if (weight == 0) continue;
      const int32_t column = texel((int32_t)left + i, width, t->wrap_u);
      const uint8_t *p = t->texels[level] + 4 * ((size_t)row * (size_t)width + (size_t)column);
      sum.r += weight * t->linear[p[0]];
      sum.g += weight * t->linear[p[1]];
      sum.b += weight * t->linear[p[2]];
    }
  }
  return sum;
}

/// Between two levels.
static Light at_level(const BelvedereSkinTexture *t, float level, float u, float v) {
  const float held_level = held(level, 0, (float)(t->levels - 1));
  const int32_t low = (int32_t)held_level;
  const float part = held_level - (float)low;
  const Light a = between(t, low, u, v, t->is_pixelated && level <= 0);
  if (part == 0 || low + 1 >= t->levels) return a;
  const Light b = between(t, low + 1, u, v, 0);
  return (Light){a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part, a.b + (b.b - a.b) * part};
}

enum { most_samples = 8 };

/// The mean of the texture over a pixel, which is longer where the surface is seen at a slant.
static Light texture_mean(
    const BelvedereSkin *skin, BelvedereTriple at, BelvedereTriple way, BelvedereTriple face,
    float pixel) {
  const BelvedereSkinTexture *t = skin->texture;
  const float u = linear_at(skin->u, at), v = linear_at(skin->v, at);
  const float length = sqrtf(dot(way, way));
  const float over = length > 0 ? 1 / length : 0;
  const BelvedereTriple d = {way.x * over, way.y * over, way.z * over};
  const float cosine = dot(d, face);
  // In the surface: away from the eye, and across.
  BelvedereTriple away = {d.x - face.x * cosine, d.y - face.y * cosine, d.z - face.z * cosine};
  float sine = sqrtf(dot(away, away));
  if (sine < 1e-3f) {
    const BelvedereTriple other = fabsf(face.x) < 0.7f ? (BelvedereTriple){1, 0, 0} : (BelvedereTriple){0, 1, 0};
    const float k = dot(other, face);
    away = (BelvedereTriple){other.x - face.x * k, other.y - face.y * k, other.z - face.z * k};
    sine = sqrtf(dot(away, away));
  }
  const float slant = held(fabsf(cosine), 0.02f, 1);
  const float along = pixel / slant / sine;
  const BelvedereTriple a = {away.x * along, away.y * along, away.z * along};
  const float side = pixel / sine;
  const BelvedereTriple b = {
    (face.y * away.z - face.z * away.y) * side, (face.z * away.x - face.x * away.z) * side,
    (face.x * away.y - face.y * away.x) * side,
  };
  const float w = (float)t->width, h = (float)t->height;
  const float ua = growth(skin->u, a), va = growth(skin->v, a);
  const float ub = growth(skin->u, b), vb = growth(skin->v, b);
  const float first = sqrtf(ua * ua * w * w + va * va * h * h);
  const float second = sqrtf(ub * ub * w * w + vb * vb * h * h);
  const int is_first = first > second;
  const float major = held(is_first ? first : second, 1e-6f, 1e9f);
  const float minor = held(is_first ? second : first, major / most_samples, major);
  const float ratio = ceilf(held(major / minor - 0.05f, 1, most_samples));
  const int32_t samples = major <= 1 ? 1 : (int32_t)ratio;
  const float level = log2f(held(major / (float)samples, 1e-6f, 1e9f));
  const float du = is_first ? ua : ub, dv = is_first ? va : vb;
  Light sum = {0, 0, 0};
  for (int32_t i = 0; i < samples; i++) {
    const float part = ((float)i + 0.5f) / (float)samples - 0.5f;
    const Light l = at_level(
        t, level, brought_near(u + du * part, t->wrap_u), brought_near(v + dv * part, t->wrap_v));
    sum.r += l.r;
    sum.g += l.g;
    sum.b += l.b;
  }
  const float share = 1 / (float)samples;
  return (Light){sum.r * share, sum.g * share, sum.b * share};
}

void belvedere_skin_look(
    const BelvedereSkin *skin, BelvedereTriple at, BelvedereTriple way, BelvedereTriple face,
    float pixel, BelvedereTriple *color, BelvedereTriple *normal) {
  BelvedereTriple n = {
    linear_at(skin->normal[0], at), linear_at(skin->normal[1], at), linear_at(skin->normal[2], at),
  };
  const float square = dot(n, n);
  // What is bent too much is lit as the flat face.
  if (!(square > 1e-4f) || !(dot(n, face) > 0)) {
    n = face;
  } else {
    const float over = 1 / sqrtf(square);
    n = (BelvedereTriple){n.x * over, n.y * over, n.z * over};
  }
  *normal = n;
  Light shown = {1, 1, 1};
  if (skin->texture) shown = texture_mean(skin, at, way, face, pixel);
  *color = (BelvedereTriple){
    shown.r * held(linear_at(skin->color[0], at), 0, 1), shown.g * held(linear_at(skin->color[1], at), 0, 1),
    shown.b * held(linear_at(skin->color[2], at), 0, 1),
  };
}
