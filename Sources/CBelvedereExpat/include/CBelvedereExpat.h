// Expat for XML from anywhere: elements and text as they come, no entities but XML's own five, and
// bounds on depth. Expat is loaded when it is first needed. Without its headers at build time, or
// without itself at run time, BV_XML_ABSENT says so.
#ifndef CBELVEDEREEXPAT_H
#define CBELVEDEREEXPAT_H

#include <stddef.h>
#include <stdint.h>

#define BV_XML_MESSAGE_SIZE 160
#define BV_XML_MAXIMUM_ATTRIBUTES 256
#define BV_XML_MAXIMUM_VALUE (1 << 20)  // bytes of an attribute

typedef enum {
  BV_XML_OK = 0,
  BV_XML_MALFORMED = 1,  // message, line and column say what and where
  BV_XML_DOCTYPE = 2,    // the text declares its type, and perhaps entities
  BV_XML_DEPTH = 3,      // elements nest deeper than allowed
  BV_XML_STOPPED = 4,    // a handler answered 0
  BV_XML_ABSENT = 5,     // no Expat
  BV_XML_ATTRIBUTES = 6, // an element has more attributes than allowed, or a longer one
} bv_xml_status;

// The names are as written, with their prefixes, in UTF-8; attributes are names and values by turns, and
// NULL after the last. The line counts from 1. 0 stops.
typedef int32_t (*bv_xml_start)(void *context, const char *name, const char **attributes,
                                int64_t line);
typedef int32_t (*bv_xml_end)(void *context, const char *name, int64_t line);
// A piece of text; what stands between two tags may come in several.
typedef int32_t (*bv_xml_text)(void *context, const char *text, int32_t count, int64_t line);

typedef struct {
  bv_xml_start start;
  bv_xml_end end;
  bv_xml_text text;
  void *context;
  int32_t maximum_depth;
} bv_xml_handlers;

typedef struct {
  int64_t line, column;  // from 1
  char message[BV_XML_MESSAGE_SIZE];
} bv_xml_error;

// Such as "expat_2.5.0", or NULL without Expat.
const char *bv_xml_library_version(void);

bv_xml_status bv_xml_parse(const uint8_t *bytes, size_t count, const bv_xml_handlers *handlers,
                           bv_xml_error *error);

#endif
