// Blend modes of W3C Compositing and Blending Level 1, section 10, and the linear burn.
#include "belvedere_overlays.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

static double least(double a, double b) { return a < b ? a : b; }
static double most(double a, double b) { return a > b ? a : b; }

static double hard_light(double b, double s) {
  return s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1);
}

static double soft_light(double b, double s) {
  if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
  const double d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : sqrt(b);
  return b + (2 * s - 1) * (d - b);
}

/// A channel that is mixed by itself.
static double separable(int32_t mode, double b, double s) {
  switch (mode) {
    case BELVEDERE_MULTIPLY: return b * s;
    case BELVEDERE_SCREEN: return b + s - b * s;
    case BELVEDERE_OVERLAY: return hard_light(s, b);
    case BELVEDERE_DARKEN: return least(b, s);
    case BELVEDERE_LIGHTEN: return most(b, s);
    case BELVEDERE_COLOR_DODGE: return b <= 0 ? 0 : s >= 1 ? 1 : least(1, b / (1 - s));
    case BELVEDERE_COLOR_BURN: return b >= 1 ? 1 : s <= 0 ? 0 : 1 - least(1, (1 - b) / s);
    case BELVEDERE_LINEAR_BURN: return most(0, b + s - 1);
    case BELVEDERE_SOFT_LIGHT: return soft_light(b, s);
    case BELVEDERE_HARD_LIGHT: return hard_light(b, s);
    case BELVEDERE_DIFFERENCE: return fabs(b - s);
    case BELVEDERE_EXCLUSION: return b + s - 2 * b * s;
    default: return s;
  }
}

static double luminosity(const double *c) { return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]; }

static double saturation(const double *c) {
  return most(most(c[0], c[1]), c[2]) - least(least(c[0], c[1]), c[2]);
}

/// The colour with another luminosity, brought back into the range of colours.
static void set_luminosity(double *c, double l) {
  const double d = l - luminosity(c);
  for (int i = 0; i < 3; i++) c[i] += d;
  const double middle = luminosity(c);
  const double low = least(least(c[0], c[1]), c[2]), high = most(most(c[0], c[1]), c[2]);
  for (int i = 0; i < 3; i++) {
    if (low < 0) c[i] = middle + (c[i] - middle) * middle / (middle - low);
    if (high > 1) c[i] = middle + (c[i] - middle) * (1 - middle) / (high - middle);
  }
}

/// The colour with another saturation; grey stays black.
static void set_saturation(double *c, double s) {
  const double low = least(least(c[0], c[1]), c[2]), range = saturation(c);
  for (int i = 0; i < 3; i++) c[i] = range > 0 ? (c[i] - low) * s / range : 0;
}

void belvedere_blend(int32_t mode, const float *backdrop, const float *source, float *mixed) {
  if (mode < BELVEDERE_HUE) {
    for (int i = 0; i < 3; i++) mixed[i] = (float)separable(mode, backdrop[i], source[i]);
    return;
  }
  const double b[3] = { backdrop[0], backdrop[1], backdrop[2] };
  double s[3] = { source[0], source[1], source[2] }, c[3] = { b[0], b[1], b[2] };
  switch (mode) {
    case BELVEDERE_HUE:
      set_saturation(s, saturation(b));
      set_luminosity(s, luminosity(b));
      break;
    case BELVEDERE_SATURATION:
      set_saturation(c, saturation(s));
      set_luminosity(c, luminosity(b));
      for (int i = 0; i < 3; i++) s[i] = c[i];
      break;
    case BELVEDERE_COLOR: set_luminosity(s, luminosity(b)); break;
    default:
      set_luminosity(c, luminosity(s));
      for (int i = 0; i < 3; i++) s[i] = c[i];
  }
  for (int i = 0; i < 3; i++) mixed[i] = (float)least(most(s[i], 0), 1);
}

void belvedere_composite(int32_t mode, const float *color, float *rgb) {
  const float alpha = color[3];
  if (!(alpha > 0)) return;
  if (mode == BELVEDERE_NORMAL) {
    for (int i = 0; i < 3; i++) rgb[i] = rgb[i] * (1 - alpha) + color[i];
    return;
  }
  const float source[3] = { color[0] / alpha, color[1] / alpha, color[2] / alpha };
  float mixed[3];
  belvedere_blend(mode, rgb, source, mixed);
  for (int i = 0; i < 3; i++) rgb[i] = rgb[i] * (1 - alpha) + mixed[i] * alpha;
}
