// SPDX-License-Identifier: Apache-2.0
// Eight threads make mixed calls on shared objects, for the thread sanitizer
// (Scripts/sdk-threads.sh).
#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>
#include <pthread.h>
#include <stdio.h>

static SecKeyRef key, half;
static SecTrustRef trust;
static CFDataRef message;

static CFDictionaryRef query(CFStringRef account, CFTypeRef name, CFTypeRef value) {
  CFMutableDictionaryRef it = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFDictionarySetValue(it, kSecClass, kSecClassGenericPassword);
  CFDictionarySetValue(it, kSecAttrService, CFSTR("threads"));
  CFDictionarySetValue(it, kSecAttrAccount, account);
  if (name) CFDictionarySetValue(it, name, value);
  return it;
}

static void items(CFStringRef account, int removes) {
  CFDictionaryRef item = query(account, kSecValueData, message);
  CFDictionaryRef wanted = query(account, kSecReturnData, kCFBooleanTrue);
  CFDictionaryRef unwanted = query(account, NULL, NULL);
  CFTypeRef found = NULL;
  SecItemAdd(item, NULL);
  SecItemCopyMatching(wanted, &found);
  if (found) CFRelease(found);
  if (removes) SecItemDelete(unwanted);
  CFRelease(item);
  CFRelease(wanted);
  CFRelease(unwanted);
}

static void objects(void) {
  SecKeyAlgorithm algorithm = kSecKeyAlgorithmECDSASignatureMessageX962SHA256;
  CFErrorRef error = NULL;
  CFDataRef signature = SecKeyCreateSignature(key, algorithm, message, NULL);
  if (signature) {
    SecKeyVerifySignature(half, algorithm, message, signature, NULL);
    CFRelease(signature);
  }
  SecCertificateRef lent = SecTrustGetCertificateAtIndex(trust, 0);
  CFHash(lent);
  SecTrustEvaluateWithError(trust, &error);
  if (error) CFRelease(error);
  SecTaskRef task = SecTaskCreateFromSelf(NULL);
  CFRelease(task);
}

static void *mixed(void *number) {
  CFStringRef account = CFStringCreateWithFormat(NULL, NULL, CFSTR("%ld"), (long)number % 4);
  for (int round = 0; round < 30; round++) {
    items(account, round % 5 == 0);
    objects();
  }
  CFRelease(account);
  return NULL;
}

int main(int count, char **words) {
  FILE *file = count > 1 ? fopen(words[1], "rb") : NULL;
  if (!file) return 2;
  UInt8 bytes[8192];
  CFDataRef der = CFDataCreate(NULL, bytes, (CFIndex)fread(bytes, 1, sizeof bytes, file));
  fclose(file);
  SecCertificateRef certificate = SecCertificateCreateWithData(NULL, der);
  SecTrustCreateWithCertificates(certificate, SecPolicyCreateBasicX509(), &trust);
  int bits = 256;
  CFNumberRef size = CFNumberCreate(NULL, kCFNumberIntType, &bits);
  const void *keys[] = {kSecAttrKeyType, kSecAttrKeySizeInBits};
  const void *values[] = {kSecAttrKeyTypeECSECPrimeRandom, size};
  key = SecKeyCreateRandomKey(CFDictionaryCreate(NULL, keys, values, 2, NULL, NULL), NULL);
  half = SecKeyCopyPublicKey(key);
  message = CFDataCreate(NULL, (const UInt8 *)"a message", 9);
  pthread_t threads[8];
  for (long number = 0; number < 8; number++) pthread_create(&threads[number], NULL, mixed, (void *)number);
  for (int number = 0; number < 8; number++) pthread_join(threads[number], NULL);
  puts("threads: eight of mixed calls");
  return 0;
}
