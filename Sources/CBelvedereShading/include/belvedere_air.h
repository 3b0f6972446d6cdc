// A row of the table of the air as it is seen from space: rays at one angle from the vertical, towards every azimuth
// from the sun.
#ifndef BELVEDERE_AIR_H
#define BELVEDERE_AIR_H

#include "belvedere_globe.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Pieces of a ray at most, and nodes of the light that is scattered more than once.
enum { BELVEDERE_AIR_PIECES = 32, BELVEDERE_AIR_AGAIN = 61 };

/// The air over a spherical Earth, as Atmosphere.swift has it.
typedef struct {
  /// Metres from the Earth's centre to the ground and to the air's end.
  double radius, top;
  /// What a metre scatters or takes at its densest: red, green and blue.
  float rayleigh[3], ozone[3], mie;
  /// The light that the whole air sheds on a part of it, by the sine of the sun's elevation there, from the lowest
  /// to 1: planes of red, green and blue, and one more number each.
  float again[3][BELVEDERE_AIR_AGAIN + 1];
  float again_lowest;
  /// The sun's elevation at the eye.
  double sun_sine, sun_cosine;
  /// The picture's light for each unit of the sun's.
  float gain;
} BelvedereAirLight;

typedef struct {
  /// The eye's distance from the Earth's centre, and the ray's parts across and along the vertical.
  double eye, sine, rise;
  /// The pieces' middles and lengths, metres along the ray, from the eye on.
  int32_t count;
  double middle[BELVEDERE_AIR_PIECES], length[BELVEDERE_AIR_PIECES];
} BelvedereAirRay;

#ifdef __cplusplus
}
#endif
#endif
