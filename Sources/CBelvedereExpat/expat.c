#include "CBelvedereExpat.h"

#include <string.h>

#if __has_include(<expat.h>)

#include "library.h"

typedef struct {
  XML_Parser parser;
  const bv_xml_handlers *handlers;
  int32_t depth;
  bv_xml_status status;
} reading;

static int64_t line_of(const reading *self) {
  return (int64_t)library.GetCurrentLineNumber(self->parser);
}

static void stop(reading *self, bv_xml_status status) {
  if (self->status == BV_XML_OK) self->status = status;
  library.StopParser(self->parser, XML_FALSE);
}

static int has_too_much(const XML_Char **attributes) {
  int count = 0;
  for (; attributes[count] != NULL; count += 2) {
    if (count >= 2 * BV_XML_MAXIMUM_ATTRIBUTES) return 1;
    if (strnlen(attributes[count + 1], BV_XML_MAXIMUM_VALUE + 1) > BV_XML_MAXIMUM_VALUE) return 1;
  }
  return 0;
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
  reading *self = data;
  if (self->status != BV_XML_OK) return;
  if (++self->depth > self->handlers->maximum_depth) {
    stop(self, BV_XML_DEPTH);
  } else if (has_too_much(attributes)) {
    stop(self, BV_XML_ATTRIBUTES);
  } else if (!self->handlers->start(self->handlers->context, name, attributes, line_of(self))) {
    stop(self, BV_XML_STOPPED);
  }
}

static void XMLCALL on_end(void *data, const XML_Char *name) {
  reading *self = data;
  if (self->status != BV_XML_OK) return;
  --self->depth;
  if (!self->handlers->end(self->handlers->context, name, line_of(self))) {
    stop(self, BV_XML_STOPPED);
  }
}

static void XMLCALL on_text(void *data, const XML_Char *text, int count) {
  reading *self = data;
  if (self->status != BV_XML_OK) return;
  if (!self->handlers->text(self->handlers->context, text, count, line_of(self))) {
    stop(self, BV_XML_STOPPED);
  }
}

static void XMLCALL on_doctype(void *data, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public_id, int has_internal_subset) {
  (void)name, (void)system, (void)public_id, (void)has_internal_subset;
  stop(data, BV_XML_DOCTYPE);
}

const char *bv_xml_library_version(void) {
  return has_library() ? library.ExpatVersion() : NULL;
}

bv_xml_status bv_xml_parse(const uint8_t *bytes, size_t count, const bv_xml_handlers *handlers,
                           bv_xml_error *error) {
  memset(error, 0, sizeof *error);
  if (!has_library()) return BV_XML_ABSENT;
  reading self = {library.ParserCreate(NULL), handlers, 0, BV_XML_OK};
  if (self.parser == NULL) return BV_XML_ABSENT;
  library.SetUserData(self.parser, &self);
  library.SetElementHandler(self.parser, on_start, on_end);
  library.SetCharacterDataHandler(self.parser, on_text);
  library.SetStartDoctypeDeclHandler(self.parser, on_doctype);
  enum { part = 1 << 20 };
  enum XML_Status ok = XML_STATUS_OK;
  size_t done = 0;
  int is_last = 0;
  while (ok == XML_STATUS_OK && !is_last) {
    const size_t left = count - done;
    is_last = left <= part;
    const int size = (int)(is_last ? left : part);
    ok = library.Parse(self.parser, (const char *)bytes + done, size, is_last);
    done += (size_t)size;
  }
  if (ok != XML_STATUS_OK) {
    error->line = line_of(&self);
    error->column = (int64_t)library.GetCurrentColumnNumber(self.parser) + 1;
    if (self.status == BV_XML_OK) {
      self.status = BV_XML_MALFORMED;
      const char *text = library.ErrorString(library.GetErrorCode(self.parser));
      strncpy(error->message, text == NULL ? "not XML" : text, BV_XML_MESSAGE_SIZE - 1);
    }
  }
  library.ParserFree(self.parser);
  return self.status;
}

#else

const char *bv_xml_library_version(void) { return NULL; }

bv_xml_status bv_xml_parse(const uint8_t *bytes, size_t count, const bv_xml_handlers *handlers,
                           bv_xml_error *error) {
  (void)bytes, (void)count, (void)handlers;
  memset(error, 0, sizeof *error);
  return BV_XML_ABSENT;
}

#endif
