// SQLite for reading untrusted databases: opened for reading only, hardened, every statement within
// a budget of steps. Without SQLite's headers at build time every function says so.
#ifndef CBELVEDERESQLITE_H
#define CBELVEDERESQLITE_H

#include <stddef.h>
#include <stdint.h>

#define BV_SQLITE_MESSAGE_SIZE 160

typedef enum {
  BV_SQLITE_OK = 0,      // a row
  BV_SQLITE_DONE = 1,    // no row
  BV_SQLITE_REFUSED = 2, // damaged, hostile or not a database; message says why
  BV_SQLITE_BUDGET = 3,  // the statement needed too many steps
  BV_SQLITE_MEMORY = 4,
  BV_SQLITE_ABSENT = 5,  // built without SQLite
} bv_sqlite_status;

typedef struct bv_sqlite bv_sqlite;
typedef struct bv_sqlite_statement bv_sqlite_statement;

// The version loaded at run time, or NULL in a build without SQLite.
const char *bv_sqlite_library_version(void);

// Opens a file that nobody writes. maximum_value: bytes of one text or blob.
// *out is NULL unless the answer is BV_SQLITE_OK; message has BV_SQLITE_MESSAGE_SIZE bytes.
bv_sqlite_status bv_sqlite_open(const char *path, int32_t maximum_value, uint64_t maximum_steps,
                                bv_sqlite **out, char *message);
void bv_sqlite_close(bv_sqlite *database);

// A SELECT with integer parameters. Only one row at a time is wanted, so they are bound on start.
bv_sqlite_status bv_sqlite_prepare(bv_sqlite *database, const char *sql, bv_sqlite_statement **out,
                                   char *message);
void bv_sqlite_finalize(bv_sqlite_statement *statement);
// Begins again with new parameters and a new budget.
void bv_sqlite_start(bv_sqlite_statement *statement, const int64_t *parameters, int32_t count);
bv_sqlite_status bv_sqlite_step(bv_sqlite_statement *statement, char *message);

// Of the present row: bytes of a text or blob (valid until the next call for this statement; NULL
// when empty), or an integer. is_null: also for anything that is not what was asked for.
const uint8_t *bv_sqlite_bytes(bv_sqlite_statement *statement, int32_t column, size_t *count);
int64_t bv_sqlite_integer(bv_sqlite_statement *statement, int32_t column, int32_t *is_null);

#endif
