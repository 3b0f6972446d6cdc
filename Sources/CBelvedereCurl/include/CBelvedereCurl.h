// libcurl for one careful GET at a time. Redirects are not followed here: the caller judges each.
// libcurl is loaded when it is first needed. Without its headers at build time, or without itself at
// run time, every function says so.
#ifndef CBELVEDERECURL_H
#define CBELVEDERECURL_H

#include <stddef.h>
#include <stdint.h>

#define BV_HTTP_MESSAGE_SIZE 160
#define BV_HTTP_FIELD_SIZE 256
#define BV_HTTP_URL_SIZE 4096

typedef enum {
  BV_HTTP_OK = 0,          // an answer, whatever its status
  BV_HTTP_FAILED = 1,      // no connection, a broken answer, TLS …; message says why
  BV_HTTP_TIMEOUT = 2,
  BV_HTTP_TOO_LARGE = 3,   // headers or body
  BV_HTTP_FORBIDDEN = 4,   // the address is not allowed, or the URL's scheme, or it has a user
  BV_HTTP_MEMORY = 5,
  BV_HTTP_ABSENT = 6,      // no libcurl
  BV_HTTP_UNREACHABLE = 7, // no such host, or nothing answers there; message says why
  BV_HTTP_UNTRUSTED = 8,   // the certificate does not hold; message says why
} bv_http_status;

// Whether a connection to an address may be made: 4 or 16 bytes in network order.
typedef int32_t (*bv_http_judge)(void *context, const uint8_t *address, int32_t count);

typedef struct {
  const char *url;
  const char *user_agent;
  const char *etag;        // NULL, or sent as If-None-Match
  int64_t connect_ms, total_ms;
  int64_t low_speed;       // bytes a second; an answer that is slower for low_seconds is given up
  int64_t low_seconds;
  size_t maximum_body;
  bv_http_judge judge;
  void *context;
} bv_http_request;

typedef struct {
  int32_t code;            // such as 200
  uint8_t *body;           // free with bv_http_free
  size_t count;
  int64_t retry_after;     // seconds; −1 where there is none
  char etag[BV_HTTP_FIELD_SIZE];      // empty where there is none or it is longer
  char location[BV_HTTP_URL_SIZE];    // absolute; empty where there is none
  char message[BV_HTTP_MESSAGE_SIZE];
} bv_http_response;

// The version loaded at run time, such as "libcurl/7.88.1 …", or NULL in a build without it.
const char *bv_http_library_version(void);

// The lower-case scheme and host of a URL as libcurl reads it; 0 where it is none, is not http(s),
// or names a user.
int32_t bv_http_parse(const char *url, char *scheme, char *host, size_t size);

// A handle keeps connections for the next request; one thread at a time.
typedef struct bv_http bv_http;
bv_http *bv_http_create(void);
void bv_http_destroy(bv_http *handle);

bv_http_status bv_http_get(bv_http *handle, const bv_http_request *request,
                           bv_http_response *response);
void bv_http_free(uint8_t *body);

#endif
