// A build without SQLite's headers has no MBTiles; see CBelvedereSQLite.
#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#endif
