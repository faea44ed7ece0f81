// SPDX-License-Identifier: Apache-2.0
// Functions that take what Swift cannot be given by C: blocks, queues, a structure by value.
#include <Block.h>
#include <Security/Security.h>
#include <stdlib.h>

extern SecTaskRef latchkey_task_of(int pid);

SecTaskRef SecTaskCreateWithAuditToken(CFAllocatorRef allocator, audit_token_t token) {
  (void)allocator;
  return latchkey_task_of((int)token.val[5]);
}

// The work of one evaluation, made when it is asked for and gone when it was told.
struct Evaluation {
  SecTrustRef trust;
  dispatch_queue_t queue;
  SecTrustCallback told;
  SecTrustWithErrorCallback toldWithError;
};

// On the caller's queue: what was found before is told.
static void tell(void *context) {
  struct Evaluation *work = context;
  CFErrorRef error = NULL;
  bool isTrusted = SecTrustEvaluateWithError(work->trust, &error);
  if (work->told) {
    SecTrustResultType result = kSecTrustResultInvalid;
    SecTrustGetTrustResult(work->trust, &result);
    work->told(work->trust, result);
    Block_release(work->told);
  } else {
    work->toldWithError(work->trust, isTrusted, error);
    Block_release(work->toldWithError);
  }
  if (error) CFRelease(error);
  CFRelease(work->trust);
  dispatch_release(work->queue);
  free(work);
}

// On a queue of the system: the long part.
static void evaluate(void *context) {
  struct Evaluation *work = context;
  CFErrorRef error = NULL;
  SecTrustEvaluateWithError(work->trust, &error);
  if (error) CFRelease(error);
  dispatch_async_f(work->queue, work, tell);
}

static OSStatus begin(
    SecTrustRef trust, dispatch_queue_t queue, SecTrustCallback told,
    SecTrustWithErrorCallback toldWithError) {
  struct Evaluation *work = malloc(sizeof *work);
  if (!work) return errSecAllocate;
  work->trust = (SecTrustRef)CFRetain(trust);
  work->queue = queue;
  dispatch_retain(queue);
  work->told = told ? Block_copy(told) : NULL;
  work->toldWithError = toldWithError ? Block_copy(toldWithError) : NULL;
  dispatch_async_f(
      dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0), work, evaluate);
  return errSecSuccess;
}

OSStatus SecTrustEvaluateAsync(
    SecTrustRef trust, dispatch_queue_t queue, SecTrustCallback result) {
  if (!trust || CFGetTypeID(trust) != SecTrustGetTypeID() || !result) return errSecParam;
  if (!queue) queue = dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0);
  return begin(trust, queue, result, NULL);
}

OSStatus SecTrustEvaluateAsyncWithError(
    SecTrustRef trust, dispatch_queue_t queue, SecTrustWithErrorCallback result) {
  if (!trust || CFGetTypeID(trust) != SecTrustGetTypeID()) return errSecParam;
  if (!queue || !result) return errSecParam;
  return begin(trust, queue, NULL, result);
}
