// What the system can and Swift's modules do not show: a child process run to its end within limits or fed
// through a pipe, locked bytes of files, files without a name, a file system synced.
#ifndef CBELVEDEREPROCESS_H
#define CBELVEDEREPROCESS_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  BV_PROCESS_EXITED = 0,    // by itself; code is its exit status
  BV_PROCESS_SIGNALLED = 1, // code is the signal
  BV_PROCESS_TIMED_OUT = 2, // ended here
  BV_PROCESS_FLOODED = 3,   // ended here: it wrote more than there is room for
  BV_PROCESS_FAILED = 4,    // not started; code is errno
} bv_process_end;

typedef struct {
  const char *program;      // a path; no folder is searched
  const char *const *arguments;   // argv, its end marked by NULL
  const char *const *environment; // NAME=VALUE, its end marked by NULL
  int descriptor;           // what the child finds as its descriptor 3; -1 for nothing
  double seconds;           // on the clock, after which the child is killed
  uint64_t memory_bytes;    // of address space; UINT64_MAX for what the parent may have
  uint64_t file_bytes;      // the size up to which it may write a file; the same
} bv_process_request;

typedef struct {
  bv_process_end end;
  int code;
  size_t output_count, error_count; // bytes in the caller's buffers
} bv_process_result;

// Runs a program. Its standard input is empty; what it writes goes to the two buffers: more than fits
// into `output`, or 16 times as much as fits into `errors`, of which the first part is kept, ends it.
//
// The child leads a process group of its own, which is killed when it ends, and is killed when the
// calling thread does. It has no way to the network where the system lets it be taken away, no open
// files but the four, default signals and no core dump.
bv_process_result bv_process_run(const bv_process_request *request, uint8_t *output,
                                 size_t output_capacity, uint8_t *errors, size_t error_capacity);

typedef struct {
  int process; // its number; -1 once it has ended
  int input;   // where its standard input is written; -1 once it is closed
} bv_child;

// Starts a program whose standard input is a pipe; what it writes to standard output and standard error
// goes to `errors`. The request's seconds are not looked at. BV_PROCESS_EXITED with code 0 where it runs.
//
// The child is killed when the calling thread ends, has no other open files and no network, as above.
bv_process_result bv_process_start(const bv_process_request *request, int errors, bv_child *child);

// Ends a program's input, or its life, and waits for its end. A second call gives BV_PROCESS_FAILED.
bv_process_result bv_process_finish(bv_child *child, int is_killed);

typedef enum { BV_LOCK_NONE = 0, BV_LOCK_SHARED = 1, BV_LOCK_EXCLUSIVE = 2 } bv_lock_kind;

// Locks bytes of an open file, which need not be there, for this description of it, or gives them free; does
// not wait. What a process has locked is free again when it ends, however it ends. 0, EAGAIN where another one
// has them, or another errno where the file system knows no such locks.
int bv_lock_bytes(int descriptor, int64_t first, int64_t count, bv_lock_kind kind);

// A file for reading and writing that has no name and vanishes with its last descriptor; -1 with
// errno where the folder does not hold one.
int bv_unnamed_file(const char *folder);

// Waits until the disk has all that was written to the file system of an open file; 0, or errno.
int bv_sync_file_system(int descriptor);

// Keeps all threads' memory in one arena, where the C library would give each 64 MiB of address space.
void bv_share_memory(void);

#endif
