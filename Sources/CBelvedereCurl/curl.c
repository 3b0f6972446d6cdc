#include "CBelvedereCurl.h"

#include <stdlib.h>
#include <string.h>

void bv_http_free(uint8_t *body) { free(body); }

#if __has_include(<curl/curl.h>)

#include <ctype.h>
#include <netinet/in.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "library.h"

struct bv_http {
  CURL *curl;
};

const char *bv_http_library_version(void) { return has_library() ? curl_version() : NULL; }

static void say(char *message, const char *text) {
  strncpy(message, text, BV_HTTP_MESSAGE_SIZE - 1);
  message[BV_HTTP_MESSAGE_SIZE - 1] = 0;
}

// ---- URLs ----

// A part of a URL in lower case; 0 where it is absent or too long.
static int copy_part(CURLU *url, CURLUPart part, char *out, size_t size) {
  char *text = NULL;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return 0;
  const size_t count = strlen(text);
  const int fits = count > 0 && count < size;
  if (fits) {
    for (size_t i = 0; i <= count; ++i) out[i] = (char)tolower((unsigned char)text[i]);
  }
  curl_free(text);
  return fits;
}

static int has_part(CURLU *url, CURLUPart part) {
  char *text = NULL;
  const int has = curl_url_get(url, part, &text, 0) == CURLUE_OK;
  curl_free(text);
  return has;
}

static CURLU *parse(const char *text, char *scheme, char *host, size_t size) {
  CURLU *url = curl_url();
  if (url == NULL) return NULL;
  if (curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
      copy_part(url, CURLUPART_SCHEME, scheme, size) &&
      copy_part(url, CURLUPART_HOST, host, size) && !has_part(url, CURLUPART_USER) &&
      !has_part(url, CURLUPART_PASSWORD) &&
      (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0)) {
    return url;
  }
  curl_url_cleanup(url);
  return NULL;
}

int32_t bv_http_parse(const char *text, char *scheme, char *host, size_t size) {
  if (!has_library()) return 0;
  CURLU *url = parse(text, scheme, host, size);
  curl_url_cleanup(url);
  return url != NULL;
}

// ---- One request ----

typedef struct {
  const bv_http_request *request;
  bv_http_response *response;
  size_t capacity, header_bytes;
  int is_too_large, is_forbidden, is_out_of_memory;
} transfer;

static size_t take_body(char *bytes, size_t one, size_t count, void *context) {
  (void)one;
  transfer *t = context;
  bv_http_response *r = t->response;
  if (count > t->request->maximum_body - r->count) {
    t->is_too_large = 1;
    return 0;
  }
  if (count > t->capacity - r->count) {
    size_t capacity = t->capacity < 65536 ? 65536 : t->capacity * 2;
    while (capacity - r->count < count) capacity *= 2;
    uint8_t *body = realloc(r->body, capacity);
    if (body == NULL) {
      t->is_out_of_memory = 1;
      return 0;
    }
    r->body = body;
    t->capacity = capacity;
  }
  memcpy(r->body + r->count, bytes, count);
  r->count += count;
  return count;
}

static size_t take_header(char *bytes, size_t one, size_t count, void *context) {
  (void)one;
  transfer *t = context;
  t->header_bytes += count;
  if (t->header_bytes > 65536) {
    t->is_too_large = 1;
    return 0;
  }
  size_t end = count;
  while (end > 0 && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r' || bytes[end - 1] == ' ')) {
    --end;
  }
  if (end > 5 && strncasecmp(bytes, "etag:", 5) == 0) {
    size_t start = 5;
    while (start < end && (bytes[start] == ' ' || bytes[start] == '\t')) ++start;
    const size_t length = end - start;
    int is_clean = length < BV_HTTP_FIELD_SIZE;
    for (size_t i = start; i < end; ++i) is_clean &= bytes[i] >= 32 && bytes[i] < 127;
    if (is_clean) {
      memcpy(t->response->etag, bytes + start, length);
      t->response->etag[length] = 0;
    }
  }
  return count;
}

// Called after names were resolved and before anything is sent, for every address.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to) {
  transfer *t = context;
  const uint8_t *address = NULL;
  int32_t count = 0;
  if (purpose == CURLSOCKTYPE_IPCXN && to->family == AF_INET) {
    address = (const uint8_t *)&((const struct sockaddr_in *)&to->addr)->sin_addr;
    count = 4;
  } else if (purpose == CURLSOCKTYPE_IPCXN && to->family == AF_INET6) {
    address = (const uint8_t *)&((const struct sockaddr_in6 *)&to->addr)->sin6_addr;
    count = 16;
  }
  if (address == NULL || !t->request->judge(t->request->context, address, count)) {
    t->is_forbidden = 1;
    return CURL_SOCKET_BAD;
  }
#ifdef SOCK_CLOEXEC
  return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
#else
  return socket(to->family, to->socktype, to->protocol);
#endif
}

bv_http *bv_http_create(void) {
  if (!has_library()) return NULL;
  bv_http *handle = calloc(1, sizeof *handle);
  if (handle == NULL) return NULL;
  handle->curl = curl_easy_init();
  if (handle->curl == NULL) {
    free(handle);
    return NULL;
  }
  return handle;
}

void bv_http_destroy(bv_http *handle) {
  if (handle == NULL) return;
  curl_easy_cleanup(handle->curl);
  free(handle);
}

static void set_options(CURL *curl, const bv_http_request *request, CURLU *url, transfer *t,
                        char *error) {
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_CURLU, url);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, request->user_agent);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  // Neither the environment's proxy, which would hide addresses, nor passwords from a home folder.
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(curl, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_ms);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)request->total_ms);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, (long)request->low_speed);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)request->low_seconds);
  curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->maximum_body);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, t);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, t);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, t);
}

static struct curl_slist *headers_of(const bv_http_request *request) {
  struct curl_slist *headers = curl_slist_append(NULL, "Accept: image/png");
  if (request->etag != NULL && strlen(request->etag) < BV_HTTP_FIELD_SIZE) {
    char field[BV_HTTP_FIELD_SIZE + 32] = "If-None-Match: ";
    strcat(field, request->etag);
    struct curl_slist *more = curl_slist_append(headers, field);
    if (more != NULL) headers = more;
  }
  return headers;
}

static bv_http_status status_of(CURLcode code, const transfer *t) {
  if (t->is_forbidden) return BV_HTTP_FORBIDDEN;
  if (t->is_out_of_memory) return BV_HTTP_MEMORY;
  if (t->is_too_large) return BV_HTTP_TOO_LARGE;
  switch (code) {
  case CURLE_OK: return BV_HTTP_OK;
  case CURLE_OPERATION_TIMEDOUT: return BV_HTTP_TIMEOUT;
  case CURLE_FILESIZE_EXCEEDED: return BV_HTTP_TOO_LARGE;
  case CURLE_OUT_OF_MEMORY: return BV_HTTP_MEMORY;
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT: return BV_HTTP_UNREACHABLE;
  case CURLE_PEER_FAILED_VERIFICATION: return BV_HTTP_UNTRUSTED;
  default: return BV_HTTP_FAILED;
  }
}

bv_http_status bv_http_get(bv_http *handle, const bv_http_request *request,
                           bv_http_response *response) {
  memset(response, 0, sizeof *response);
  response->retry_after = -1;
  char scheme[BV_HTTP_FIELD_SIZE], host[BV_HTTP_FIELD_SIZE];
  CURLU *url = parse(request->url, scheme, host, sizeof host);
  if (url == NULL) {
    say(response->message, "not a URL of http or https without a user");
    return BV_HTTP_FORBIDDEN;
  }
  transfer t = {.request = request, .response = response};
  char error[CURL_ERROR_SIZE] = "";
  set_options(handle->curl, request, url, &t, error);
  struct curl_slist *headers = headers_of(request);
  curl_easy_setopt(handle->curl, CURLOPT_HTTPHEADER, headers);
  const CURLcode code = curl_easy_perform(handle->curl);
  const bv_http_status status = status_of(code, &t);
  if (status == BV_HTTP_OK) {
    long answer = 0;
    curl_easy_getinfo(handle->curl, CURLINFO_RESPONSE_CODE, &answer);
    response->code = (int32_t)answer;
    char *location = NULL;
    curl_easy_getinfo(handle->curl, CURLINFO_REDIRECT_URL, &location);
    if (location != NULL && strlen(location) < BV_HTTP_URL_SIZE) {
      strcpy(response->location, location);
    }
    curl_off_t wait = 0;
    if (curl_easy_getinfo(handle->curl, CURLINFO_RETRY_AFTER, &wait) == CURLE_OK && wait > 0) {
      response->retry_after = wait;
    }
  } else {
    say(response->message, error[0] ? error : curl_easy_strerror(code));
    free(response->body);
    response->body = NULL;
    response->count = 0;
  }
  curl_slist_free_all(headers);
  // The handle must not keep what ends here.
  curl_easy_reset(handle->curl);
  curl_url_cleanup(url);
  return status;
}

#else

const char *bv_http_library_version(void) { return NULL; }

int32_t bv_http_parse(const char *url, char *scheme, char *host, size_t size) {
  (void)url;
  (void)scheme;
  (void)host;
  (void)size;
  return 0;
}

bv_http *bv_http_create(void) { return NULL; }

void bv_http_destroy(bv_http *handle) { (void)handle; }

bv_http_status bv_http_get(bv_http *handle, const bv_http_request *request,
                           bv_http_response *response) {
  (void)handle;
  (void)request;
  memset(response, 0, sizeof *response);
  return BV_HTTP_ABSENT;
}

#endif
