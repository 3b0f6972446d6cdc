#include "PeerRays.h"

#include <cstdint>
#include <embree3/rtcore.h>
#include <initializer_list>
#include <limits>

const char *peer_embree_version(void) { return RTC_VERSION_STRING; }

struct PeerTerrain {
  RTCDevice device;
  RTCScene scene;
};

PeerTerrain *peer_terrain_make(size_t width, size_t height, double step, const float *samples) {
  RTCDevice device = rtcNewDevice("threads=1");
  if (!device) return nullptr;
  RTCScene scene = rtcNewScene(device);
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  float *vertex = static_cast<float *>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), width * height));
  uint32_t *index = static_cast<uint32_t *>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t),
      2 * (width - 1) * (height - 1)));
  for (size_t j = 0; j < height; j++)
    for (size_t i = 0; i < width; i++) {
      *vertex++ = static_cast<float>(double(i) * step);
      *vertex++ = static_cast<float>(double(j) * step);
      *vertex++ = samples[j * width + i];
    }
  for (size_t j = 0; j + 1 < height; j++)
    for (size_t i = 0; i + 1 < width; i++) {
      const uint32_t a = uint32_t(j * width + i), b = a + 1, c = a + uint32_t(width), d = c + 1;
      for (uint32_t corner : {a, c, d, a, d, b}) *index++ = corner;
    }
  rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_HIGH);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcReleaseGeometry(geometry);
  rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
  rtcCommitScene(scene);
  return new PeerTerrain{device, scene};
}

void peer_terrain_free(PeerTerrain *terrain) {
  if (!terrain) return;
  rtcReleaseScene(terrain->scene);
  rtcReleaseDevice(terrain->device);
  delete terrain;
}

void peer_terrain_cast(
    const PeerTerrain *terrain, size_t count, const double *rays, double *hits) {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  for (size_t i = 0; i < count; i++, rays += 6) {
    RTCRayHit h;
    h.ray.org_x = float(rays[0]), h.ray.org_y = float(rays[1]), h.ray.org_z = float(rays[2]);
    h.ray.dir_x = float(rays[3]), h.ray.dir_y = float(rays[4]), h.ray.dir_z = float(rays[5]);
    h.ray.tnear = 0, h.ray.tfar = std::numeric_limits<float>::infinity();
    h.ray.time = 0, h.ray.mask = ~0u, h.ray.flags = 0;
    h.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(terrain->scene, &context, &h);
    hits[i] = h.hit.geomID == RTC_INVALID_GEOMETRY_ID ? std::numeric_limits<double>::infinity()
                                                      : double(h.ray.tfar);
  }
}

void peer_terrain_cast_packets(
    const PeerTerrain *terrain, size_t count, const double *rays, double *hits) {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  for (size_t first = 0; first < count; first += 16) {
    alignas(64) RTCRayHit16 h;
    alignas(64) int valid[16];
    for (size_t q = 0; q < 16; q++) {
      valid[q] = first + q < count ? -1 : 0;
      const double *r = rays + 6 * (first + (valid[q] ? q : 0));
      h.ray.org_x[q] = float(r[0]), h.ray.org_y[q] = float(r[1]), h.ray.org_z[q] = float(r[2]);
      h.ray.dir_x[q] = float(r[3]), h.ray.dir_y[q] = float(r[4]), h.ray.dir_z[q] = float(r[5]);
      h.ray.tnear[q] = 0, h.ray.tfar[q] = std::numeric_limits<float>::infinity();
      h.ray.time[q] = 0, h.ray.mask[q] = ~0u, h.ray.flags[q] = 0;
      h.hit.geomID[q] = RTC_INVALID_GEOMETRY_ID;
    }
    rtcIntersect16(valid, terrain->scene, &context, &h);
    for (size_t q = 0; q < 16 && first + q < count; q++)
      hits[first + q] = h.hit.geomID[q] == RTC_INVALID_GEOMETRY_ID
                            ? std::numeric_limits<double>::infinity()
                            : double(h.ray.tfar[q]);
  }
}
