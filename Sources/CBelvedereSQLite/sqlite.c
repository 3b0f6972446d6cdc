#include "CBelvedereSQLite.h"

#include <stdlib.h>
#include <string.h>

#if __has_include(<sqlite3.h>)

#include <sqlite3.h>

struct bv_sqlite {
  sqlite3 *handle;
  uint64_t maximum_steps, steps_left;
};

struct bv_sqlite_statement {
  bv_sqlite *database;
  sqlite3_stmt *handle;
};

// Steps of SQLite's virtual machine between two looks at the budget.
enum { STRIDE = 1000 };

const char *bv_sqlite_library_version(void) { return sqlite3_libversion(); }

static void say(char *message, const char *text) {
  strncpy(message, text, BV_SQLITE_MESSAGE_SIZE - 1);
  message[BV_SQLITE_MESSAGE_SIZE - 1] = 0;
}

static int spend(void *context) {
  bv_sqlite *database = context;
  if (database->steps_left < STRIDE) return 1;
  database->steps_left -= STRIDE;
  return 0;
}

// Reading tables and views, and nothing else; no recursion, no functions but harmless ones.
static int authorize(void *context, int action, const char *first, const char *second,
                     const char *database, const char *trigger) {
  (void)context;
  (void)first;
  (void)database;
  (void)trigger;
  static const char *const functions[] = {"min", "max", "count", "length", "coalesce", "ifnull",
                                          "abs", "substr", "hex", "lower", "upper"};
  switch (action) {
  case SQLITE_SELECT:
  case SQLITE_READ: return SQLITE_OK;
  case SQLITE_FUNCTION:
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
      if (second != NULL && sqlite3_stricmp(second, functions[i]) == 0) return SQLITE_OK;
    }
    return SQLITE_DENY;
  default: return SQLITE_DENY;
  }
}

static bv_sqlite_status status_of(int code) {
  switch (code & 0xff) {
  case SQLITE_OK:
  case SQLITE_ROW: return BV_SQLITE_OK;
  case SQLITE_DONE: return BV_SQLITE_DONE;
  case SQLITE_INTERRUPT: return BV_SQLITE_BUDGET;
  case SQLITE_NOMEM: return BV_SQLITE_MEMORY;
  default: return BV_SQLITE_REFUSED;
  }
}

// `file:` and the path with everything escaped that has a meaning in a URI.
static char *uri_of(const char *path) {
  static const char digits[] = "0123456789abcdef";
  static const char suffix[] = "?immutable=1";
  const size_t count = strlen(path);
  if (count > (SIZE_MAX - 64) / 3) return NULL;
  char *uri = malloc(3 * count + 64);
  if (uri == NULL) return NULL;
  char *out = uri;
  memcpy(out, "file:", 5);
  out += 5;
  for (const unsigned char *c = (const unsigned char *)path; *c; ++c) {
    const int plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                      (*c >= '0' && *c <= '9') || *c == '/' || *c == '-' || *c == '_' || *c == '.';
    if (plain && !(c[0] == '/' && c[1] == '/' && c == (const unsigned char *)path)) {
      *out++ = (char)*c;
    } else {
      *out++ = '%';
      *out++ = digits[*c >> 4];
      *out++ = digits[*c & 15];
    }
  }
  memcpy(out, suffix, sizeof suffix);
  return uri;
}

static void harden(sqlite3 *db, int32_t maximum_value) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, maximum_value);
  sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 100000);
  sqlite3_limit(db, SQLITE_LIMIT_COLUMN, 100);
  sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 20);
  sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, 10);
  sqlite3_limit(db, SQLITE_LIMIT_VDBE_OP, 25000);
  sqlite3_limit(db, SQLITE_LIMIT_FUNCTION_ARG, 8);
  sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50);
  sqlite3_limit(db, SQLITE_LIMIT_VARIABLE_NUMBER, 10);
  sqlite3_limit(db, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
  sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
}

bv_sqlite_status bv_sqlite_open(const char *path, int32_t maximum_value, uint64_t maximum_steps,
                                bv_sqlite **out, char *message) {
  *out = NULL;
  message[0] = 0;
  bv_sqlite *database = calloc(1, sizeof *database);
  char *uri = uri_of(path);
  if (database == NULL || uri == NULL) {
    free(database);
    free(uri);
    return BV_SQLITE_MEMORY;
  }
  database->maximum_steps = maximum_steps;
  database->steps_left = maximum_steps;
  // Immutable: no journal beside the file is looked for and no lock is taken.
  int code = sqlite3_open_v2(uri, &database->handle,
                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX |
                                 SQLITE_OPEN_PRIVATECACHE,
                             NULL);
  free(uri);
  if (code == SQLITE_OK) {
    harden(database->handle, maximum_value);
    sqlite3_progress_handler(database->handle, STRIDE, spend, database);
    code = sqlite3_exec(database->handle,
                        "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; "
                        "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-2048; PRAGMA query_only=ON; "
                        "SELECT count(*) FROM sqlite_master;",
                        NULL, NULL, NULL);
    sqlite3_set_authorizer(database->handle, authorize, NULL);
  }
  const bv_sqlite_status status = status_of(code);
  if (status == BV_SQLITE_OK) {
    *out = database;
  } else {
    say(message, database->handle == NULL ? "out of memory" : sqlite3_errmsg(database->handle));
    bv_sqlite_close(database);
  }
  return status;
}

void bv_sqlite_close(bv_sqlite *database) {
  if (database == NULL) return;
  sqlite3_close_v2(database->handle);
  free(database);
}

bv_sqlite_status bv_sqlite_prepare(bv_sqlite *database, const char *sql, bv_sqlite_statement **out,
                                   char *message) {
  *out = NULL;
  message[0] = 0;
  bv_sqlite_statement *statement = calloc(1, sizeof *statement);
  if (statement == NULL) return BV_SQLITE_MEMORY;
  statement->database = database;
  database->steps_left = database->maximum_steps;
  const int code = sqlite3_prepare_v3(database->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                      &statement->handle, NULL);
  const bv_sqlite_status status = status_of(code);
  if (status == BV_SQLITE_OK && statement->handle != NULL) {
    *out = statement;
    return BV_SQLITE_OK;
  }
  say(message, sqlite3_errmsg(database->handle));
  bv_sqlite_finalize(statement);
  return status == BV_SQLITE_OK ? BV_SQLITE_REFUSED : status;
}

void bv_sqlite_finalize(bv_sqlite_statement *statement) {
  if (statement == NULL) return;
  sqlite3_finalize(statement->handle);
  free(statement);
}

void bv_sqlite_start(bv_sqlite_statement *statement, const int64_t *parameters, int32_t count) {
  sqlite3_reset(statement->handle);
  for (int32_t i = 0; i < count; ++i) sqlite3_bind_int64(statement->handle, i + 1, parameters[i]);
  statement->database->steps_left = statement->database->maximum_steps;
}

bv_sqlite_status bv_sqlite_step(bv_sqlite_statement *statement, char *message) {
  message[0] = 0;
  const bv_sqlite_status status = status_of(sqlite3_step(statement->handle));
  if (status > BV_SQLITE_DONE) say(message, sqlite3_errmsg(statement->database->handle));
  return status;
}

const uint8_t *bv_sqlite_bytes(bv_sqlite_statement *statement, int32_t column, size_t *count) {
  *count = 0;
  const int type = sqlite3_column_type(statement->handle, column);
  if (type != SQLITE_BLOB && type != SQLITE_TEXT) return NULL;
  const uint8_t *bytes = sqlite3_column_blob(statement->handle, column);
  if (bytes != NULL) *count = (size_t)sqlite3_column_bytes(statement->handle, column);
  return bytes;
}

int64_t bv_sqlite_integer(bv_sqlite_statement *statement, int32_t column, int32_t *is_null) {
  *is_null = sqlite3_column_type(statement->handle, column) != SQLITE_INTEGER;
  return *is_null ? 0 : sqlite3_column_int64(statement->handle, column);
}

#else

const char *bv_sqlite_library_version(void) { return NULL; }

bv_sqlite_status bv_sqlite_open(const char *path, int32_t maximum_value, uint64_t maximum_steps,
                                bv_sqlite **out, char *message) {
  (void)path;
  (void)maximum_value;
  (void)maximum_steps;
  *out = NULL;
  message[0] = 0;
  return BV_SQLITE_ABSENT;
}

void bv_sqlite_close(bv_sqlite *database) { (void)database; }

bv_sqlite_status bv_sqlite_prepare(bv_sqlite *database, const char *sql, bv_sqlite_statement **out,
                                   char *message) {
  (void)database;
  (void)sql;
  *out = NULL;
  message[0] = 0;
  return BV_SQLITE_ABSENT;
}

void bv_sqlite_finalize(bv_sqlite_statement *statement) { (void)statement; }

void bv_sqlite_start(bv_sqlite_statement *statement, const int64_t *parameters, int32_t count) {
  (void)statement;
  (void)parameters;
  (void)count;
}

bv_sqlite_status bv_sqlite_step(bv_sqlite_statement *statement, char *message) {
  (void)statement;
  message[0] = 0;
  return BV_SQLITE_ABSENT;
}

const uint8_t *bv_sqlite_bytes(bv_sqlite_statement *statement, int32_t column, size_t *count) {
  (void)statement;
  (void)column;
  *count = 0;
  return NULL;
}

int64_t bv_sqlite_integer(bv_sqlite_statement *statement, int32_t column, int32_t *is_null) {
  (void)statement;
  (void)column;
  *is_null = 1;
  return 0;
}

#endif
