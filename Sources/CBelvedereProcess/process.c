#define _GNU_SOURCE
#include "CBelvedereProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// Between fork and exec only what is safe in a signal handler may be called.

static void limit(int resource, uint64_t value) {
  struct rlimit old, new;
  if (getrlimit(resource, &old) != 0) return;
  new.rlim_cur = old.rlim_max < (rlim_t)value ? old.rlim_max : (rlim_t)value;
  new.rlim_max = new.rlim_cur;
  setrlimit(resource, &new);
}

static void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0) return;
#endif
  struct rlimit files;
  long last = getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536
      ? (long)files.rlim_cur : 65536;
  for (long i = first; i < last; i++) close((int)i);
}

static void reset_signals(void) {
  for (int i = 1; i < NSIG; i++) signal(i, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

_Noreturn static void become(const bv_process_request *request, pid_t parent, int null, int output,
                             int errors) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // A network of its own, with nobody in it. Only root may have that alone.
  if (unshare(geteuid() == 0 ? CLONE_NEWNET : CLONE_NEWUSER | CLONE_NEWNET) != 0) errno = 0;
#else
  (void)parent;
#endif
  reset_signals();
  // All were opened above 3, so none is overwritten before it is copied.
  dup2(null, 0);
  dup2(output, 1);
  dup2(errors, 2);
  if (request->descriptor >= 0) dup2(request->descriptor, 3);
  close_from(request->descriptor >= 0 ? 4 : 3);
  limit(RLIMIT_CORE, 0);
  if (request->memory_bytes != UINT64_MAX) limit(RLIMIT_AS, request->memory_bytes);
  if (request->file_bytes != UINT64_MAX) limit(RLIMIT_FSIZE, request->file_bytes);
  if (chdir("/") != 0) _exit(127);
  execve(request->program, (char *const *)request->arguments,
         (char *const *)request->environment);
  _exit(127);
}

static int above_three(int descriptor) {
  if (descriptor < 0 || descriptor > 3) return descriptor;
  int other = fcntl(descriptor, F_DUPFD_CLOEXEC, 4);
  int number = errno;
  close(descriptor);
  errno = number;
  return other;
}

static int make_pipe(int ends[2]) {
  ends[0] = ends[1] = -1;
  int made[2];
  if (pipe(made) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(made[i], F_SETFD, FD_CLOEXEC);
    ends[i] = above_three(made[i]);
  }
  if (ends[0] < 0 || ends[1] < 0) return -1;
  return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct {
  int descriptor; // -1 once it has ended
  uint8_t *bytes;
  size_t capacity, count;
  size_t dropped, most_dropped;
} stream;

// Takes what there is; 0 where it is too much.
static int drain(stream *s) {
  uint8_t rest[4096];
  while (s->descriptor >= 0) {
    int has_room = s->count < s->capacity;
    ssize_t got = has_room ? read(s->descriptor, s->bytes + s->count, s->capacity - s->count)
                           : read(s->descriptor, rest, sizeof rest);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 1;
    if (got <= 0) {
      close(s->descriptor);
      s->descriptor = -1;
    } else if (has_room) {
      s->count += (size_t)got;
    } else if ((s->dropped += (size_t)got) > s->most_dropped) {
      return 0;
    }
  }
  return 1;
}

// Whether the child has ended; it stays as it is, so that its number is not given to another.
static int has_ended(pid_t child) {
  siginfo_t info;
  info.si_pid = 0;
  return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

static bv_process_end follow(pid_t child, double deadline, stream streams[2]) {
  while (1) {
    int ended = has_ended(child);
    // After the end nothing new comes from the child itself.
    if (!drain(&streams[0]) || !drain(&streams[1])) return BV_PROCESS_FLOODED;
    if (ended) return BV_PROCESS_EXITED;
    double left = deadline - now();
    if (left <= 0) return BV_PROCESS_TIMED_OUT;
    // Short waits: that the child has ended is not told by its pipes when it has closed them.
    int wait = left < 0.02 ? (int)(left * 1000) + 1 : 20;
    struct pollfd polled[2];
    for (int i = 0; i < 2; i++) {
      polled[i].fd = streams[i].descriptor;
      polled[i].events = POLLIN;
      polled[i].revents = 0;
    }
    poll(polled, 2, wait);
  }
}

static void close_all(int *descriptors, int count) {
  for (int i = 0; i < count; i++)
    if (descriptors[i] >= 0) close(descriptors[i]);
}

bv_process_result bv_process_run(const bv_process_request *request, uint8_t *output,
                                 size_t output_capacity, uint8_t *errors, size_t error_capacity) {
  bv_process_result result = {BV_PROCESS_FAILED, 0, 0, 0};
  int out[2] = {-1, -1}, err[2] = {-1, -1};
  int null = above_three(open("/dev/null", O_RDONLY | O_CLOEXEC));
  int file = -1;
  pid_t child = -1;
  const pid_t parent = getpid();
  bv_process_request mine = *request;
  if (null >= 0 && make_pipe(out) == 0 && make_pipe(err) == 0) {
    if (request->descriptor >= 0)
      file = mine.descriptor = fcntl(request->descriptor, F_DUPFD_CLOEXEC, 4);
    if (request->descriptor < 0 || file >= 0) {
      child = fork();
      if (child == 0) become(&mine, parent, null, out[1], err[1]);
    }
  }
  if (child < 0) {
    result.code = errno;
    int all[6] = {null, out[0], out[1], err[0], err[1], file};
    close_all(all, 6);
    return result;
  }
  setpgid(child, child);
  int rest[4] = {null, out[1], err[1], file};
  close_all(rest, 4);
  stream streams[2] = {
      {out[0], output, output_capacity, 0, 0, 0},
      {err[0], errors, error_capacity, 0, 0, 15 * error_capacity},
  };
  result.end = follow(child, now() + request->seconds, streams);
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  for (int i = 0; i < 2; i++) close_all(&streams[i].descriptor, 1);
  result.output_count = streams[0].count;
  result.error_count = streams[1].count;
  if (result.end == BV_PROCESS_EXITED) {
    if (WIFSIGNALED(status)) result.end = BV_PROCESS_SIGNALLED;
    result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  return result;
}

bv_process_result bv_process_start(const bv_process_request *request, int errors, bv_child *child) {
  bv_process_result result = {BV_PROCESS_FAILED, 0, 0, 0};
  int in[2] = {-1, -1}, made[2];
  int err = fcntl(errors, F_DUPFD_CLOEXEC, 4);
  const pid_t parent = getpid();
  child->process = -1;
  child->input = -1;
  if (err >= 0 && pipe(made) == 0) {
    for (int i = 0; i < 2; i++) {
      fcntl(made[i], F_SETFD, FD_CLOEXEC);
      in[i] = above_three(made[i]);
    }
#ifdef F_SETPIPE_SZ
    // Fewer changes between the two programs; where it is refused the pipe stays as it is.
    fcntl(in[1], F_SETPIPE_SZ, 1 << 20);
#endif
    if (in[0] >= 0 && in[1] >= 0) {
      child->process = fork();
      if (child->process == 0) become(request, parent, in[0], err, err);
    }
  }
  result.code = errno;
  int rest[2] = {in[0], err};
  close_all(rest, 2);
  if (child->process < 0) {
    close_all(&in[1], 1);
    return result;
  }
  setpgid(child->process, child->process);
  child->input = in[1];
  result.end = BV_PROCESS_EXITED;
  result.code = 0;
  return result;
}

bv_process_result bv_process_finish(bv_child *child, int is_killed) {
  bv_process_result result = {BV_PROCESS_FAILED, 0, 0, 0};
  close_all(&child->input, 1);
  child->input = -1;
  if (child->process < 0) return result;
  if (is_killed) kill(-child->process, SIGKILL);
  int status = 0;
  pid_t got;
  do {
    got = waitpid(child->process, &status, 0);
  } while (got < 0 && errno == EINTR);
  // What it started and left behind.
  kill(-child->process, SIGKILL);
  child->process = -1;
  if (got < 0) {
    result.code = errno;
    return result;
  }
  result.end = WIFSIGNALED(status) ? BV_PROCESS_SIGNALLED : BV_PROCESS_EXITED;
  result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

int bv_lock_bytes(int descriptor, int64_t first, int64_t count, bv_lock_kind kind) {
#if defined(F_OFD_SETLK)
  const short types[3] = {F_UNLCK, F_RDLCK, F_WRLCK};
  struct flock lock = {0};
  lock.l_type = types[kind];
  lock.l_whence = SEEK_SET;
  lock.l_start = (off_t)first;
  lock.l_len = (off_t)count;
  int done;
  do {
    done = fcntl(descriptor, F_OFD_SETLK, &lock);
  } while (done != 0 && errno == EINTR);
  if (done == 0) return 0;
  return errno == EACCES ? EAGAIN : errno;
#else
  (void)descriptor, (void)first, (void)count, (void)kind;
  return ENOTSUP;
#endif
}

int bv_unnamed_file(const char *folder) {
#ifdef O_TMPFILE
  int made = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (made >= 0) return made;
#endif
  char name[4096];
  int count = snprintf(name, sizeof name, "%s/.belvedere-XXXXXX", folder);
  if (count < 0 || (size_t)count >= sizeof name) {
    errno = ENAMETOOLONG;
    return -1;
  }
  int descriptor = mkstemp(name);
  if (descriptor < 0) return -1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  unlink(name);
  return descriptor;
}

int bv_sync_file_system(int descriptor) {
#ifdef __linux__
  int result;
  do {
    result = syncfs(descriptor);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : errno;
#else
  (void)descriptor;
  sync();
  return 0;
#endif
}

void bv_share_memory(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}
