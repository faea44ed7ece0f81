// SPDX-License-Identifier: Apache-2.0
// Functions with parameters that C cannot pass to Swift: blocks, queues, and a structure by value.
#include <Block.h>
#include <Security/Security.h>
#include <stdlib.h>

extern SecTaskRef latchkey_task_of(int pid);

SecTaskRef SecTaskCreateWithAuditToken(CFAllocatorRef allocator, audit_token_t token) {
  (void)allocator;
  return latchkey_task_of((int)token.val[5]);
}

// One trust evaluation: allocated when the caller asks for it, freed after the callback.
struct Evaluation {
  SecTrustRef trust;
  dispatch_queue_t queue;
  SecTrustCallback told;
  SecTrustWithErrorCallback toldWithError;
};

// Calls back on the caller's queue. The trust object has kept the result of the evaluation.
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

// Evaluates the trust on a queue of the system, because an evaluation may take long.
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

// One pair of keys: allocated when the caller asks for it, freed after the block.
struct Generation {
  CFDictionaryRef parameters;
  dispatch_queue_t queue;
  SecKeyGeneratePairBlock told;
  SecKeyRef publicKey, privateKey;
  CFErrorRef error;
};

static void deliver(void *context) {
  struct Generation *work = context;
  work->told(work->publicKey, work->privateKey, work->error);
  Block_release(work->told);
  if (work->publicKey) CFRelease(work->publicKey);
  if (work->privateKey) CFRelease(work->privateKey);
  if (work->error) CFRelease(work->error);
  if (work->parameters) CFRelease(work->parameters);
  dispatch_release(work->queue);
  free(work);
}

static void generate(void *context) {
  struct Generation *work = context;
  OSStatus status =
      SecKeyGeneratePair(work->parameters, &work->publicKey, &work->privateKey);
  if (status) work->error = CFErrorCreate(NULL, kCFErrorDomainOSStatus, status, NULL);
  dispatch_async_f(work->queue, work, deliver);
}

void SecKeyGeneratePairAsync(
    CFDictionaryRef parameters, dispatch_queue_t deliveryQueue, SecKeyGeneratePairBlock result) {
  struct Generation *work = result ? calloc(1, sizeof *work) : NULL;
  if (!work) return;
  if (!deliveryQueue)
    deliveryQueue = dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0);
  // Copies the dictionary, because the caller may change it before the keys are made.
  int isDictionary = parameters && CFGetTypeID(parameters) == CFDictionaryGetTypeID();
  work->parameters = isDictionary ? CFDictionaryCreateCopy(NULL, parameters) : NULL;
  work->queue = deliveryQueue;
  dispatch_retain(deliveryQueue);
  work->told = Block_copy(result);
  dispatch_async_f(
      dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0), work, generate);
}
