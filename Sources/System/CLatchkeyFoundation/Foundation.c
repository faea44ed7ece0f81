// SPDX-License-Identifier: Apache-2.0
#include "Foundation.h"

// Core Foundation's own functions, which every Foundation on Linux exports. Their headers are not
// included: their module would then declare the types of libc for every file that imports it.
extern void CFDictionaryGetKeysAndValues(
    const void *dictionary, const void **keys, const void **values);
extern const void *CFRetain(const void *object);
extern void CFRelease(const void *object);
extern const void *CFRunLoopGetCurrent(void);
extern void CFRunLoopWakeUp(const void *loop);
extern const void *CFRunLoopSourceCreate(const void *allocator, long order, const void *context);
extern void CFRunLoopAddSource(const void *loop, const void *source, const void *mode);
extern void CFRunLoopSourceSignal(const void *source);
extern void CFRunLoopSourceInvalidate(const void *source);
extern const void *const kCFRunLoopCommonModes;

void latchkey_lend_pairs(const void *dictionary, const void **keys, const void **values) {
  CFDictionaryGetKeysAndValues(dictionary, keys, values);
}

const void *latchkey_copy_run_loop(void) { return CFRetain(CFRunLoopGetCurrent()); }

const void *latchkey_add_source(
    const void *loop, void *work, void (*perform)(void *work), void (*release)(const void *work)) {
  // The structure CFRunLoopSourceContext of version 0.
  struct {
    long version;
    void *info;
    void *retain;
    void (*release)(const void *);
    void *description, *equal, *hash, *schedule, *cancel;
    void (*perform)(void *);
  } context = {.info = work, .release = release, .perform = perform};
  const void *source = CFRunLoopSourceCreate(0, 0, &context);
  if (source) {
    CFRunLoopAddSource(loop, source, kCFRunLoopCommonModes);
  } else {
    // Nothing else releases them without a source.
    release(work);
    CFRelease(loop);
  }
  return source;
}

void latchkey_signal_source(const void *loop, const void *source) {
  CFRunLoopSourceSignal(source);
  CFRunLoopWakeUp(loop);
}

void latchkey_remove_source(const void *loop, const void *source) {
  CFRunLoopSourceInvalidate(source);
  CFRelease(source);
  CFRelease(loop);
}
