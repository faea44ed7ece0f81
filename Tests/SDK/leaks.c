// SPDX-License-Identifier: Apache-2.0
// Calls each C function over and over: 10,000 times, or 50 times if a call takes 100 us or more.
// The heap must not grow, except by memory that libraries keep once.
//     leaks certificate.der identity.p12      (password of the second: secret)
#include <CoreFoundation/CoreFoundation.h>
#include <Latchkey.h>
#include <Security/Security.h>
#include <dispatch/dispatch.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static SecCertificateRef certificate;
static SecIdentityRef identity;
static SecKeyRef key, half, rsa, rsaHalf;
static SecPolicyRef policy;
static SecTrustRef trust;
static SecTaskRef task;
static CMSEncoderRef encoder;
static CMSDecoderRef decoder;
static CFDataRef der, archive, message, signedMessage, signature, encrypted, external, exceptions;
static CFDictionaryRef item, query, changes, keyWanted, archiveOptions, none, keyData;
static CFArrayRef certificates, words;
static CFDateRef date;
static uint8_t raw[256];
static size_t rawLength;
static uint32_t number;
static SecKeychainRef keychain;
static SecKeychainItemRef entry, gone;
static SecKeychainSettings settings = {1, 0, 0, 300};
static SecAccessRef access_, owned;
static SecACLRef acl, ownerEntry;
static SecTrustedApplicationRef program;
static CFArrayRef keychains;
static CFDataRef reference, path, sixteen, wrapped;
static CFDictionaryRef symmetricWanted;
static SecKeyRef symmetric;

static void drop(CFTypeRef object) {
  if (object) CFRelease(object);
}

static CFDictionaryRef made(const void *const *pairs) {
  CFMutableDictionaryRef it = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  for (; pairs[0]; pairs += 2) CFDictionarySetValue(it, pairs[0], pairs[1]);
  return it;
}
#define MADE(...) made((const void *const[]){__VA_ARGS__, NULL})

static OSStatus hear(SecKeychainEvent event, SecKeychainCallbackInfo *info, void *context) {
  (void)event, (void)info, (void)context;
  return 0;
}

// Calls a function that gives an object or an error.
#define GIVES(call)            \
  do {                         \
    CFErrorRef error = NULL;   \
    drop(call);                \
    drop(error);               \
  } while (0)
// Calls a function that leaves an object in `out`.
#define LEAVES(type, call)     \
  do {                         \
    type out = NULL;           \
    call;                      \
    drop(out);                 \
  } while (0)

// Calls a function on an encoder or a decoder of its own.
#define ENCODES(call)          \
  do {                         \
    CMSEncoderRef it = NULL;   \
    CMSEncoderCreate(&it);     \
    call;                      \
    drop(it);                  \
  } while (0)
#define DECODES(call)          \
  do {                         \
    CMSDecoderRef it = NULL;   \
    CMSDecoderCreate(&it);     \
    CMSDecoderUpdateMessage(it, CFDataGetBytePtr(signedMessage), (size_t)CFDataGetLength(signedMessage)); \
    call;                      \
    drop(it);                  \
  } while (0)

static void blockTold(dispatch_semaphore_t done, int withError) {
  if (withError)
    SecTrustEvaluateAsyncWithError(
        trust, dispatch_get_global_queue(0, 0), ^(SecTrustRef it, bool isTrusted, CFErrorRef error) {
          (void)it, (void)isTrusted, (void)error;
          dispatch_semaphore_signal(done);
        });
  else
    SecTrustEvaluateAsync(trust, NULL, ^(SecTrustRef it, SecTrustResultType result) {
      (void)it, (void)result;
      dispatch_semaphore_signal(done);
    });
  dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 30 * NSEC_PER_SEC));
}

static void asynchronous(int withError) {
  dispatch_semaphore_t done = dispatch_semaphore_create(0);
  blockTold(done, withError);
  usleep(200); // the queue gives the block back after it has run
  dispatch_release(done);
}

static void asynchronousPair(void) {
  dispatch_semaphore_t done = dispatch_semaphore_create(0);
  SecKeyGeneratePairAsync(
      keyWanted, dispatch_get_global_queue(0, 0),
      ^(SecKeyRef publicKey, SecKeyRef privateKey, CFErrorRef error) {
        (void)publicKey, (void)privateKey, (void)error;
        dispatch_semaphore_signal(done);
      });
  dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 30 * NSEC_PER_SEC));
  usleep(200); // the queue gives the block back after it has run
  dispatch_release(done);
}

static const SecKeyAlgorithm *const ecdsa = &kSecKeyAlgorithmECDSASignatureMessageX962SHA256;
static const SecKeyAlgorithm *const oaep = &kSecKeyAlgorithmRSAEncryptionOAEPSHA256;
static const SecKeyAlgorithm *const ecdh = &kSecKeyAlgorithmECDHKeyExchangeStandard;

struct Case {
  const char *name;
  void (*run)(void);
};
#define CASE(name, ...) static void run_##name(void) { __VA_ARGS__; }
#include "leaks.inc"
#undef CASE
#define CASE(name, ...) {#name, run_##name},
static const struct Case cases[] = {
#include "leaks.inc"
};

static double now(void) {
  struct timespec it;
  clock_gettime(CLOCK_MONOTONIC, &it);
  return (double)it.tv_sec + (double)it.tv_nsec / 1e9;
}

static long heap(void) {
  struct mallinfo2 it = mallinfo2();
  return (long)(it.uordblks + it.hblkhd);
}

// Makes calls and returns the bytes by which the heap grew. The least of several rounds counts,
// since libraries fill tables now and then, and dispatch keeps memory for each thread.
static long grown(const struct Case *it, long calls) {
  long least = 1L << 40;
  for (int round = 0; round < (calls > 50 ? 4 : 40) && least > 0; round++) {
    long before = heap();
    for (long call = 0; call < calls; call++) it->run();
    usleep(calls > 50 ? 0 : 1000);
    long growth = heap() - before;
    if (growth < least) least = growth;
  }
  return least;
}

static CFDataRef contents(const char *path) {
  FILE *file = fopen(path, "rb");
  uint8_t bytes[16384];
  size_t count = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  if (file) fclose(file);
  return CFDataCreate(NULL, bytes, (CFIndex)count);
}

static void prepareKeychain(void) {
  SecKeychainCreate("leaks.keychain", 1, "x", 0, NULL, &keychain);
  SecKeychainAddGenericPassword(keychain, 1, "s", 1, "a", 1, "x", &entry);
  SecKeychainAddGenericPassword(keychain, 4, "gone", 1, "a", 1, "x", &gone);
  SecKeychainItemDelete(gone);
  keychains = CFArrayCreate(NULL, (const void **)&keychain, 1, &kCFTypeArrayCallBacks);
  SecKeychainItemCreatePersistentReference(entry, &reference);
  SecAccessCreate(CFSTR("name"), NULL, &access_);
  owned = SecAccessCreateWithOwnerAndACL(1, 1, kSecUseOnlyUID, NULL, NULL);
  CFArrayRef list = NULL;
  SecAccessCopyACLList(access_, &list);
  acl = (SecACLRef)CFArrayGetValueAtIndex(list, 0);
  ownerEntry = (SecACLRef)CFArrayGetValueAtIndex(list, CFArrayGetCount(list) - 1);
  SecTrustedApplicationCreateFromPath("/bin/sh", &program);
  SecTrustedApplicationCopyData(program, &path);
}

static void prepare(char **paths) {
  prepareKeychain();
  int bits = 256, large = 2048;
  CFNumberRef size = CFNumberCreate(NULL, kCFNumberIntType, &bits);
  CFNumberRef largeSize = CFNumberCreate(NULL, kCFNumberIntType, &large);
  der = contents(paths[1]);
  archive = contents(paths[2]);
  certificate = SecCertificateCreateWithData(NULL, der);
  policy = SecPolicyCreateBasicX509();
  SecTrustCreateWithCertificates(certificate, policy, &trust);
  task = SecTaskCreateFromSelf(NULL);
  keyWanted = MADE(kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits, size);
  keyData = MADE(
      kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass, kSecAttrKeyClassPublic);
  key = SecKeyCreateRandomKey(keyWanted, NULL);
  half = SecKeyCopyPublicKey(key);
  int keySize = 128, rounds = 1;
  sixteen = CFDataCreate(NULL, (const UInt8 *)"sixteen bytes...", 16);
  symmetricWanted = MADE(
      kSecAttrKeyType, kSecAttrKeyTypeAES, kSecAttrKeySizeInBits,
      CFNumberCreate(NULL, kCFNumberIntType, &keySize), kSecAttrRounds,
      CFNumberCreate(NULL, kCFNumberIntType, &rounds), kSecAttrSalt, sixteen);
  symmetric = SecKeyCreateFromData(symmetricWanted, sixteen, NULL);
  wrapped = SecKeyWrapSymmetric(symmetric, symmetric, symmetricWanted, NULL);
  rsa = SecKeyCreateRandomKey(
      MADE(kSecAttrKeyType, kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits, largeSize), NULL);
  rsaHalf = SecKeyCopyPublicKey(rsa);
  message = CFDataCreate(NULL, (const UInt8 *)"a message", 9);
  signature = SecKeyCreateSignature(key, *ecdsa, message, NULL);
  encrypted = SecKeyCreateEncryptedData(rsaHalf, *oaep, message, NULL);
  external = SecKeyCopyExternalRepresentation(half, NULL);
  rawLength = sizeof raw;
  SecKeyEncrypt(rsaHalf, kSecPaddingPKCS1, (const uint8_t *)"raw", 3, raw, &rawLength);
  archiveOptions = MADE(kSecImportExportPassphrase, CFSTR("secret"));
  CFArrayRef items = NULL;
  SecPKCS12Import(archive, archiveOptions, &items);
  identity = (SecIdentityRef)CFDictionaryGetValue(
      CFArrayGetValueAtIndex(items, 0), kSecImportItemIdentity);
  CMSEncoderCreate(&encoder);
  CMSEncoderAddSigners(encoder, identity);
  CMSEncodeContent(
      identity, NULL, NULL, 0, kCMSAttrSigningTime, "content", 7, &signedMessage);
  CMSDecoderCreate(&decoder);
  CMSDecoderUpdateMessage(
      decoder, CFDataGetBytePtr(signedMessage), (size_t)CFDataGetLength(signedMessage));
  CMSDecoderFinalizeMessage(decoder);
  item = MADE(
      kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("leaks"), kSecValueData, message);
  query = MADE(
      kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("leaks"), kSecReturnData,
      kCFBooleanTrue, kSecReturnAttributes, kCFBooleanTrue);
  changes = MADE(kSecAttrComment, CFSTR("changed"));
  none = MADE(kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("absent"));
  certificates = CFArrayCreate(NULL, (const void **)&certificate, 1, &kCFTypeArrayCallBacks);
  CFStringRef word = CFSTR("keychain-access-groups");
  words = CFArrayCreate(NULL, (const void **)&word, 1, &kCFTypeArrayCallBacks);
  date = CFDateCreate(NULL, CFAbsoluteTimeGetCurrent());
  exceptions = SecTrustCopyExceptions(trust);
  SecItemAdd(item, NULL);
}

int main(int count, char **words_) {
  if (count < 3) return 2;
  prepare(words_);
  int wrong = 0, total = (int)(sizeof cases / sizeof *cases), fast = 0;
  for (int number = 0; number < total; number++) {
    const struct Case *it = &cases[number];
    int before = strstr(it->name, "Async") ? 2000 : 20;
    for (int call = 0; call < before; call++) it->run();
    double began = now();
    for (int call = 0; call < 20; call++) it->run();
    long calls = (now() - began) / 20 < 100e-6 ? 10000 : 50;
    fast += calls > 50;
    long growth = grown(it, calls);
    // A leak of 16 bytes a call would be 160,000 or 800.
    if (growth > calls * 4) {
      printf("%s: the heap grew by %ld bytes in %ld calls\n", it->name, growth, calls);
      wrong++;
    }
  }
  printf("leaks: %d functions, %d of them 10,000 times, %d grow\n", total, fast, wrong);
  return wrong != 0;
}
