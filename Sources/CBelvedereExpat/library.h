// Expat's functions, found when the first of them is needed: most flights are read and written
// without XML.
#ifndef CBELVEDEREEXPAT_LIBRARY_H
#define CBELVEDEREEXPAT_LIBRARY_H

#include <dlfcn.h>
#include <expat.h>
#include <pthread.h>

static struct {
  __typeof__(&XML_ExpatVersion) ExpatVersion;
  __typeof__(&XML_ParserCreate) ParserCreate;
  __typeof__(&XML_ParserFree) ParserFree;
  __typeof__(&XML_Parse) Parse;
  __typeof__(&XML_StopParser) StopParser;
  __typeof__(&XML_SetUserData) SetUserData;
  __typeof__(&XML_SetElementHandler) SetElementHandler;
  __typeof__(&XML_SetCharacterDataHandler) SetCharacterDataHandler;
  __typeof__(&XML_SetStartDoctypeDeclHandler) SetStartDoctypeDeclHandler;
  __typeof__(&XML_GetErrorCode) GetErrorCode;
  __typeof__(&XML_ErrorString) ErrorString;
  __typeof__(&XML_GetCurrentLineNumber) GetCurrentLineNumber;
  __typeof__(&XML_GetCurrentColumnNumber) GetCurrentColumnNumber;
  int is_loaded;
} library;

static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void load_library(void) {
#ifdef __APPLE__
  void *handle = dlopen("libexpat.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *handle = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
  if (handle == NULL) return;
#define FIND(name) \
  if ((library.name = (__typeof__(library.name))dlsym(handle, "XML_" #name)) == NULL) return;
  FIND(ExpatVersion)
  FIND(ParserCreate)
  FIND(ParserFree)
  FIND(Parse)
  FIND(StopParser)
  FIND(SetUserData)
  FIND(SetElementHandler)
  FIND(SetCharacterDataHandler)
  FIND(SetStartDoctypeDeclHandler)
  FIND(GetErrorCode)
  FIND(ErrorString)
  FIND(GetCurrentLineNumber)
  FIND(GetCurrentColumnNumber)
#undef FIND
  library.is_loaded = 1;
}

// Whether the machine has Expat.
static int has_library(void) {
  pthread_once(&library_once, load_library);
  return library.is_loaded;
}

#endif
