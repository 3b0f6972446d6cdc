// libcurl's functions, found when the first of them is needed: it brings some thirty libraries, which
// a program that fetches nothing does not have to load.
#ifndef CBELVEDERECURL_LIBRARY_H
#define CBELVEDERECURL_LIBRARY_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo

static struct {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_version) version;
  __typeof__(&curl_url) url;
  __typeof__(&curl_url_cleanup) url_cleanup;
  __typeof__(&curl_url_get) url_get;
  __typeof__(&curl_url_set) url_set;
  __typeof__(&curl_free) free;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_reset) easy_reset;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_easy_perform) easy_perform;
  __typeof__(&curl_easy_strerror) easy_strerror;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
  int is_loaded;
} library;

static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void load_library(void) {
#ifdef __APPLE__
  void *handle = dlopen("libcurl.4.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
#endif
  if (handle == NULL) return;
#define FIND(name) \
  if ((library.name = (__typeof__(library.name))dlsym(handle, "curl_" #name)) == NULL) return;
  FIND(global_init)
  FIND(version)
  FIND(url)
  FIND(url_cleanup)
  FIND(url_get)
  FIND(url_set)
  FIND(free)
  FIND(easy_init)
  FIND(easy_cleanup)
  FIND(easy_reset)
  FIND(easy_setopt)
  FIND(easy_getinfo)
  FIND(easy_perform)
  FIND(easy_strerror)
  FIND(slist_append)
  FIND(slist_free_all)
#undef FIND
  library.is_loaded = library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

// Whether the machine has libcurl.
static int has_library(void) {
  pthread_once(&library_once, load_library);
  return library.is_loaded;
}

#define curl_version library.version
#define curl_url library.url
#define curl_url_cleanup library.url_cleanup
#define curl_url_get library.url_get
#define curl_url_set library.url_set
#define curl_free library.free
#define curl_easy_init library.easy_init
#define curl_easy_cleanup library.easy_cleanup
#define curl_easy_reset library.easy_reset
#define curl_easy_setopt library.easy_setopt
#define curl_easy_getinfo library.easy_getinfo
#define curl_easy_perform library.easy_perform
#define curl_easy_strerror library.easy_strerror
#define curl_slist_append library.slist_append
#define curl_slist_free_all library.slist_free_all

#endif
