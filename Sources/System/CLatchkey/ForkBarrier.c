// SPDX-License-Identifier: Apache-2.0
// A forked child has the memory of all threads of its parent, but only the forking thread itself. A
// lock that another thread held stays held forever: ours, SQLite's, libcrypto's or the lock around
// the first use of a global. A fork therefore waits until no thread is inside a call, and holds new
// calls off meanwhile. If that takes too long, or if the forking thread is inside a call itself,
// the parent continues and the child is refused.
#define _GNU_SOURCE
#include "ForkBarrier.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum {
  longest_wait = 2,  // seconds that fork(2) waits for calls of other threads
  moment = 20000000,  // nanoseconds for a mutex that other threads hold only briefly
  most_mutexes = 4,
};
static const uint64_t alive = 0x4C41544348464F52;

// The number of threads inside a call, and whether a thread is about to fork. Both are accessed in
// one total order. A call is counted before it looks for a fork, and a fork is announced before it
// counts calls.
static atomic_int inside;
static atomic_bool closing;
static _Thread_local int depth;

// The end of a thread counts as inside a call: other libraries then free their part of the thread,
// under locks of their own. The key is created at loading, before libcrypto creates its key, so its
// destructor runs first. That destructor asks for a second round, and the thread counts as inside a
// call between the two rounds.
static pthread_key_t ending;
static bool has_key;
static _Thread_local enum { unknown, known, in_first_round, ended } life;

static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;  // one fork at a time
static pthread_mutex_t waiting = PTHREAD_MUTEX_INITIALIZER;  // protects the condition
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_calm;      // belongs to the thread that holds `forking`
static sigset_t handled;  // the signals that this thread had blocked

static atomic_uint generation;
static bool refused;
static volatile uint64_t *word;  // the kernel wipes it in children, also of clone(2)

// A mutex is registered without waiting for a fork: the caller may be in the call that a fork waits
// for.
static _Atomic(pthread_mutex_t *) mutexes[most_mutexes];
static atomic_int mutex_count;
static pthread_mutex_t *taken[most_mutexes];  // belongs to the thread that holds `forking`
static _Atomic(void (*)(void)) child_body;

// Blocks signals while this thread holds one of our mutexes: a handler that forks would deadlock.
static void hold_signals(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, before);
}

static void let_signals(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, 0); }

static void enter(void) {
  for (;;) {
    atomic_fetch_add(&inside, 1);
    if (!atomic_load(&closing)) return;
    atomic_fetch_sub(&inside, 1);
    sigset_t before;
    hold_signals(&before);
    pthread_mutex_lock(&waiting);
    pthread_cond_broadcast(&changed);
    while (atomic_load(&closing)) pthread_cond_wait(&changed, &waiting);
    pthread_mutex_unlock(&waiting);
    let_signals(&before);
  }
}

static void leave(void) {
  if (atomic_fetch_sub(&inside, 1) != 1 || !atomic_load(&closing)) return;
  sigset_t before;
  hold_signals(&before);
  pthread_mutex_lock(&waiting);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&waiting);
  let_signals(&before);
}

int latchkey_call_begin(void) {
  // A child in which no fork handler ran was created without the C library.
  if (refused || (word && *word != alive)) return -1;
  if (depth++ > 0) return 0;
  if (life == unknown && has_key && pthread_setspecific(ending, &life) == 0) life = known;
  enter();
  return 0;
}

void latchkey_call_end(void) {
  if (--depth == 0) leave();
}

// The depth stays: if a handler forks meanwhile, the fork is inside a call and the child is
// refused. `enter` always returns, as only the forking thread exists in a child.
void latchkey_call_rest(uint32_t microseconds) {
  bool is_outermost = depth == 1;
  if (is_outermost) leave();
  if (microseconds > 0) usleep(microseconds);
  if (is_outermost) enter();
}

static _Thread_local int lets_forks;

int latchkey_call_lets_forks(int lets) {
  int before = lets_forks;
  lets_forks = lets;
  return before;
}

int latchkey_call_poll(void *entries, uint32_t count, int milliseconds) {
  bool is_ended = lets_forks && depth == 1;
  if (is_ended) leave();
  int ready = poll(entries, count, milliseconds);
  int code = errno;
  if (is_ended) enter();
  errno = code;
  return ready;
}

static void end_thread(void *unused) {
  (void)unused;
  if (life == known) {
    life = in_first_round;
    if (pthread_setspecific(ending, &life) != 0) life = ended;
    else if (latchkey_call_begin() != 0) life = ended;
  } else if (life == in_first_round) {
    life = ended;
    latchkey_call_end();
  }
}

int latchkey_fork_takes(pthread_mutex_t *mutex) {
  int index = atomic_fetch_add(&mutex_count, 1);
  if (index >= most_mutexes) return -1;
  atomic_store(&mutexes[index], mutex);
  return 0;
}

void latchkey_in_forked_child(void (*body)(void)) { atomic_store(&child_body, body); }

uint32_t latchkey_fork_generation(void) { return atomic_load(&generation); }

static struct timespec after(time_t seconds, long nanoseconds) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_sec += seconds + (time.tv_nsec + nanoseconds) / 1000000000;
  time.tv_nsec = (time.tv_nsec + nanoseconds) % 1000000000;
  return time;
}

static void before_fork(void) {
  sigset_t before;
  hold_signals(&before);
  pthread_mutex_lock(&forking);
  handled = before;
  atomic_store(&closing, true);
  struct timespec deadline = after(longest_wait, 0);
  pthread_mutex_lock(&waiting);
  int status = 0;
  // One look is enough: a thread that arrives later is counted only until it turns back.
  while (!(is_calm = depth == 0 && atomic_load(&inside) == 0) && depth == 0 && status != ETIMEDOUT)
    status = pthread_cond_clockwait(&changed, &waiting, CLOCK_MONOTONIC, &deadline);
  // A mutex that stays locked belongs to this very thread, which a signal has interrupted.
  if (!is_calm) deadline = after(0, moment);
  for (int index = 0; index < most_mutexes; index++) {
    taken[index] = atomic_load(&mutexes[index]);
    if (!taken[index]) continue;
    if (pthread_mutex_clocklock(taken[index], CLOCK_MONOTONIC, &deadline) == 0) continue;
    taken[index] = 0;
    is_calm = false;
  }
}

static void give_back(void) {
  for (int index = most_mutexes - 1; index >= 0; index--) {
    if (taken[index]) pthread_mutex_unlock(taken[index]);
  }
}

static void in_parent(void) {
  sigset_t before = handled;
  give_back();
  atomic_store(&closing, false);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&waiting);
  pthread_mutex_unlock(&forking);
  let_signals(&before);
}

static void in_child(void) {
  give_back();
  if (word) *word = alive;
  atomic_fetch_add(&generation, 1);
  if (!is_calm) refused = true;
  atomic_store(&inside, depth > 0 ? 1 : 0);
  atomic_store(&closing, false);
  // The threads that waited do not exist here, so the objects are created anew.
  pthread_mutex_t free_mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t free_condition = PTHREAD_COND_INITIALIZER;
  waiting = free_mutex;
  forking = free_mutex;
  changed = free_condition;
  void (*body)(void) = atomic_load(&child_body);
  if (!refused && body) body();
  let_signals(&handled);
}

// True if an address is in the program itself, whose headers the kernel provides.
static bool is_in_program(uintptr_t address) {
  const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  size_t count = getauxval(AT_PHNUM);
  if (!headers) return false;
  // The address at which the program was loaded, computed from the place of its headers.
  uintptr_t base = 0;
  for (size_t index = 0; index < count; index++) {
    if (headers[index].p_type == PT_PHDR) base = (uintptr_t)headers - headers[index].p_vaddr;
  }
  for (size_t index = 0; index < count; index++) {
    if (headers[index].p_type == PT_LOAD && address - base - headers[index].p_vaddr < headers[index].p_memsz)
      return true;
  }
  return false;
}

// dlclose must leave this code in place: the end of a thread calls it, and so does SQLite.
static void stay(void) {
  // The program itself is never unloaded. For it, dladdr would search all names that it exports.
  if (is_in_program((uintptr_t)&stay)) return;
  Dl_info here;
  if (dladdr((void *)&stay, &here) == 0) return;
  dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

// Runs at loading, so that there is no first use that could race with a fork.
__attribute__((constructor)) static void prepare(void) {
  stay();
  pthread_atfork(before_fork, in_parent, in_child);
  has_key = pthread_key_create(&ending, end_thread) == 0;
  size_t size = (size_t)sysconf(_SC_PAGESIZE);
  void *page = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  if (madvise(page, size, MADV_WIPEONFORK) != 0) {
    munmap(page, size);
    return;
  }
  word = page;
  *word = alive;
}
