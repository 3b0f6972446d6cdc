// What the system can and Swift's modules do not show: a child process run to its end within limits, files
// without a name, a file system synced.
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
  uint64_t memory_bytes;    // of address space
  uint64_t file_bytes;      // the size up to which it may write a file
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

// A file for reading and writing that has no name and vanishes with its last descriptor; -1 with
// errno where the folder does not hold one.
int bv_unnamed_file(const char *folder);

// Waits until the disk has all that was written to the file system of an open file; 0, or errno.
int bv_sync_file_system(int descriptor);

#endif
