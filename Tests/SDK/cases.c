// SPDX-License-Identifier: Apache-2.0
// The numbered cases of Specification/c-abi.md, "Cases of the C interface", that one C program can
// run. Prints each failure.
#include <CoreFoundation/CoreFoundation.h>
#include <Latchkey.h>
#include <Security/Security.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void is(long found, long expected, const char *what) {
  if (found == expected) return;
  printf("%s: %ld, not %ld\n", what, found, expected);
  wrong++;
}

static void holds(int condition, const char *what) { is(condition != 0, 1, what); }

static CFDataRef data(const char *text) {
  return CFDataCreate(NULL, (const UInt8 *)text, (CFIndex)strlen(text));
}

// Makes a dictionary of pairs that end with NULL, with or without the call-backs of objects.
static CFDictionaryRef made(const void *const *pairs, int withCalls) {
  const void *keys[16], *values[16];
  CFIndex count = 0;
  for (; pairs[2 * count]; count++) keys[count] = pairs[2 * count], values[count] = pairs[2 * count + 1];
  return CFDictionaryCreate(
      NULL, keys, values, count, withCalls ? &kCFTypeDictionaryKeyCallBacks : NULL,
      withCalls ? &kCFTypeDictionaryValueCallBacks : NULL);
}

#define MADE(withCalls, ...) made((const void *const[]){__VA_ARGS__, NULL, NULL}, withCalls)

static SecCertificateRef certificate(const char *path) {
  FILE *file = fopen(path, "rb");
  UInt8 bytes[8192];
  size_t count = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  if (file) fclose(file);
  CFDataRef der = CFDataCreate(NULL, bytes, (CFIndex)count);
  SecCertificateRef it = SecCertificateCreateWithData(NULL, der);
  CFRelease(der);
  return it;
}

static void nullCallBacks(void) {
  CFDataRef secret = data("one");
  CFDictionaryRef bare = MADE(
      0, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("bare"), kSecAttrAccount,
      CFSTR("mira"), kSecValueData, secret);
  is(SecItemAdd(bare, NULL), errSecSuccess, "1: added without call-backs");
  is(SecItemAdd(bare, NULL), errSecDuplicateItem, "1: added twice");
  CFTypeRef found = NULL;
  CFDictionaryRef query = MADE(
      0, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("bare"), kSecReturnData,
      kCFBooleanTrue);
  is(SecItemCopyMatching(query, &found), errSecSuccess, "1: found without call-backs");
  holds(found && CFEqual(found, secret), "1: the same bytes");
  if (found) CFRelease(found);
  CFRelease(query);
  CFRelease(bare);
  CFRelease(secret);
}

static void nulls(void) {
  const void *keys[] = {kSecClass, kSecAttrService}, *values[] = {kSecClassGenericPassword, NULL};
  CFDictionaryRef holed = CFDictionaryCreate(NULL, keys, values, 2, NULL, NULL);
  is(SecItemAdd(holed, NULL), errSecParam, "2: a NULL value");
  is(SecItemCopyMatching(holed, NULL), errSecParam, "2: a NULL value in a query");
  CFRelease(holed);
  CFDictionaryRef query =
      MADE(1, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("bare"));
  volatile CFDictionaryRef none = NULL;
  is(SecItemAdd(none, NULL), errSecParam, "3: no attributes");
  is(SecItemCopyMatching(none, NULL), errSecParam, "3: no query");
  is(SecItemUpdate(query, none), errSecParam, "3: no changes");
  is(SecItemDelete(none), errSecParam, "3: nothing to delete");
  is(SecItemCopyMatching(query, NULL), errSecSuccess, "3: no place for a result");
  is(SecItemDelete((CFDictionaryRef)CFSTR("class")), errSecParam, "3: a string as query");
  holds(SecKeyCreateRandomKey(none, NULL) == NULL, "3: no parameters, no place for an error");
  CFErrorRef error = NULL;
  holds(SecKeyCreateRandomKey((CFDictionaryRef)kCFBooleanTrue, &error) == NULL, "3: a Boolean");
  holds(error != NULL, "3: an error for it");
  if (error) {
    is(CFErrorGetCode(error), errSecParam, "3: its code");
    CFRelease(error);
  }
  CFArrayRef items = NULL;
  CFDataRef file = data("no file");
  volatile CFDataRef nothing = NULL;
  is(SecPKCS12Import(file, none, &items), errSecAuthFailed, "3: no options, so no password");
  is(SecPKCS12Import(nothing, none, &items), errSecParam, "3: no file");
  CFRelease(file);
  UInt8 random[16];
  int other = 0;
  is(SecRandomCopyBytes((SecRandomRef)&other, 16, random), 0, "3: any generator is the system's");
  is(kSecPaddingNone + kSecKeyUsageUnspecified + kSecTrustResultConfirm + kSecCSDefaultFlags, 2,
     "3: members of no value");
  holds(kSecTrustSettingsDefaultRootCertSetting == (SecCertificateRef)-1, "3: settings of all roots");
  CFTypeRef untouched = kCFBooleanTrue;
  is(SecItemCopyMatching(none, &untouched), errSecParam, "3: a refused call");
  holds(untouched == kCFBooleanTrue, "3: leaves the place alone");
  CFRelease(query);
}

static void shown(void) {
  CFDictionaryRef query = MADE(
      1, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("bare"), kSecReturnAttributes,
      kCFBooleanTrue, kSecReturnData, kCFBooleanTrue, kSecReturnRef, kCFBooleanTrue,
      kSecReturnPersistentRef, kCFBooleanTrue);
  CFTypeRef found = NULL;
  is(SecItemCopyMatching(query, &found), errSecSuccess, "4: all return keys");
  if (found) {
    is((long)CFGetTypeID(found), (long)CFDictionaryGetTypeID(), "4: a dictionary");
    CFStringRef text = CFCopyDescription(found);
    holds(text && CFStringGetLength(text) > 100, "4: described");
    if (text) CFRelease(text);
    CFTypeRef date = CFDictionaryGetValue(found, kSecAttrCreationDate);
    holds(date && CFGetTypeID(date) == CFDateGetTypeID(), "4: a date");
    CFTypeRef reference = CFDictionaryGetValue(found, kSecValuePersistentRef);
    holds(reference && CFGetTypeID(reference) == CFDataGetTypeID(), "4: a reference");
    CFTypeRef account = CFDictionaryGetValue(found, kSecAttrAccount);
    holds(account && CFEqual(account, CFSTR("mira")), "4: a string");
    CFTypeRef sync = CFDictionaryGetValue(found, kSecAttrSynchronizable);
    holds(sync && CFGetTypeID(sync) == CFNumberGetTypeID(), "4: a number");
    CFRelease(found);
  }
  CFRelease(query);
}

static void certificates(const char *path) {
  SecCertificateRef one = certificate(path), two = certificate(path);
  holds(one && two && one != two, "5: two objects");
  if (!one || !two) return;
  holds(CFEqual(one, two), "5: equal");
  is((long)CFHash(one), (long)CFHash(two), "5: hashes");
  is((long)CFGetTypeID(one), (long)SecCertificateGetTypeID(), "5: type");
  CFDataRef der = SecCertificateCopyData(one);
  holds(der && CFDataGetLength(der) > 100, "5: its data");
  if (der) CFRelease(der);
  SecPolicyRef policy = SecPolicyCreateBasicX509();
  SecTrustRef trust = NULL;
  is(SecTrustCreateWithCertificates(one, policy, &trust), errSecSuccess, "5: a question");
  if (trust) {
    SecCertificateRef first = SecTrustGetCertificateAtIndex(trust, 0);
    holds(first && CFEqual(first, one), "5: lent by the trust");
    holds(first == one, "5: the object that was given");
    holds(first == SecTrustGetCertificateAtIndex(trust, 0), "5: lent once");
    SecTrustResultType verdict;
    memset(&verdict, 0xEE, sizeof verdict);  // a place for a result holds anything before
    is(SecTrustEvaluate(trust, &verdict), errSecSuccess, "5: evaluated");
    is((long)verdict, kSecTrustResultRecoverableTrustFailure, "5: the verdict");
    memset(&verdict, 0xEE, sizeof verdict);
    is(SecTrustGetTrustResult(trust, &verdict), errSecSuccess, "5: asked again");
    is((long)verdict, kSecTrustResultRecoverableTrustFailure, "5: the same verdict");
    CFErrorRef error = NULL;
    holds(!SecTrustEvaluateWithError(trust, &error) && error, "5: not trusted, with a reason");
    CFArrayRef chain = SecTrustCopyCertificateChain(trust);
    is(chain ? CFArrayGetCount(chain) : -1, 1, "5: its chain");
    holds(chain && CFEqual(CFArrayGetValueAtIndex(chain, 0), one), "5: a certificate in it");
    if (chain) CFRelease(chain);
    holds(SecTrustGetCertificateAtIndex(trust, 9) == NULL, "5: none at another place");
    if (error) CFRelease(error);
    CFRelease(trust);
  }
  CFRelease(policy);
  CFRelease(one);
  CFRelease(two);
}

// Containers that hold themselves, and containers with more objects than a query may have.
static void endless(void) {
  CFMutableDictionaryRef circle = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFDictionarySetValue(circle, kSecClass, kSecClassKey);
  CFDictionarySetValue(circle, kSecPrivateKeyAttrs, circle);
  is(SecItemCopyMatching(circle, NULL), errSecParam, "2: a dictionary in itself");
  holds(SecKeyCreateRandomKey(circle, NULL) == NULL, "2: a dictionary in itself, for a key");
  CFMutableArrayRef array = CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks);
  for (int level = 0; level < 8; level++) CFArrayAppendValue(array, array);
  CFDictionaryRef query = MADE(1, kSecClass, kSecClassCertificate, kSecMatchIssuers, array);
  is(SecItemCopyMatching(query, NULL), errSecParam, "2: an array in itself, eightfold");
  CFRelease(query);
}

// Sets are passed on as arrays. As a value they have the wrong type.
static void sets(void) {
  CFMutableSetRef set = CFSetCreateMutable(NULL, 0, &kCFTypeSetCallBacks);
  for (int filled = 0; filled < 2; filled++) {
    const void *one[] = {set};
    CFArrayRef array = CFArrayCreate(NULL, one, 1, &kCFTypeArrayCallBacks);
    CFDictionaryRef deep = MADE(1, CFSTR("deep"), set);
    CFTypeRef values[] = {set, array, deep};
    for (int place = 0; place < 3; place++) {
      CFDictionaryRef query = MADE(
          1, kSecClass, kSecClassGenericPassword, kSecAttrService, values[place]);
      is(SecItemCopyMatching(query, NULL), errSecParam, "2: a set as a service");
      is(SecItemAdd(query, NULL), errSecParam, "2: a set as a service, added");
      CFRelease(query);
      query = MADE(
          1, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("bare"),
          CFSTR("m_OfOurs"), values[place]);
      is(SecItemCopyMatching(query, NULL), errSecSuccess, "2: a set that nobody reads");
      CFRelease(query);
    }
    CFRelease(deep);
    CFRelease(array);
    CFSetAddValue(set, CFSTR("an element"));
  }
  CFRelease(set);
}

// Half of a surrogate pair is no text, and equals no text.
static void halves(void) {
  const UniChar first[] = {'a', 0xD800}, pair[] = {'a', 0xD83D, 0xDE00};
  CFStringRef broken = CFStringCreateWithCharacters(NULL, first, 2);
  CFStringRef whole = CFStringCreateWithCharacters(NULL, pair, 3);
  CFDictionaryRef item = MADE(
      1, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("halves"), kSecAttrAccount,
      broken);
  is(SecItemAdd(item, NULL), errSecParam, "2: half of a surrogate pair");
  CFRelease(item);
  item = MADE(
      1, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("halves"), kSecAttrAccount,
      whole);
  is(SecItemAdd(item, NULL), errSecSuccess, "2: a whole one");
  is(SecItemDelete(item), errSecSuccess, "2: taken away");
  CFRelease(item);
  CFRelease(whole);
  CFRelease(broken);
}

static void keys(void) {
  int bits = 256;
  CFNumberRef size = CFNumberCreate(NULL, kCFNumberIntType, &bits);
  CFDictionaryRef wanted = MADE(
      0, kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits, size);
  SecKeyRef key = SecKeyCreateRandomKey(wanted, NULL);
  holds(key != NULL, "6: a key");
  CFDictionaryRef confused = MADE(
      1, kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits, size,
      kSecPrivateKeyAttrs, CFSTR("private"));
  CFErrorRef reason = NULL;
  holds(!SecKeyCreateRandomKey(confused, &reason) && reason, "6: a string for a half of the pair");
  is(reason ? CFErrorGetCode(reason) : 0, errSecParam, "6: its code");
  if (reason) CFRelease(reason);
  CFRelease(confused);
  CFDictionaryRef held =
      MADE(1, kSecClass, kSecClassKey, kSecValueRef, key, kSecAttrLabel, CFSTR("held"));
  CFRelease(key);
  key = (SecKeyRef)CFDictionaryGetValue(held, kSecValueRef);
  is((long)CFGetTypeID(key), (long)SecKeyGetTypeID(), "6: alive in the dictionary");
  is(SecItemAdd(held, NULL), errSecSuccess, "6: stored by reference");
  CFDictionaryRef all = MADE(
      1, kSecClass, kSecClassKey, kSecMatchLimit, kSecMatchLimitAll, kSecReturnRef, kCFBooleanTrue,
      kSecReturnAttributes, kCFBooleanTrue);
  CFTypeRef found = NULL;
  is(SecItemCopyMatching(all, &found), errSecSuccess, "6: all keys");
  is(found ? CFArrayGetCount(found) : -1, 1, "6: how many");
  CFTypeRef entry = found ? CFArrayGetValueAtIndex(found, 0) : NULL;
  CFTypeRef again = entry ? CFDictionaryGetValue(entry, kSecValueRef) : NULL;
  holds(again && CFGetTypeID(again) == SecKeyGetTypeID() && CFEqual(again, key), "6: the key in it");
  if (found) CFRelease(found);
  CFRelease(all);
  CFDataRef text = data("a message");
  CFErrorRef error = NULL;
  CFDataRef signature = SecKeyCreateSignature(
      key, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, text, &error);
  SecKeyRef half = SecKeyCopyPublicKey(key);
  holds(signature && half, "6: signed");
  holds(SecKeyVerifySignature(
            half, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, text, signature, &error),
        "6: verified");
  holds(!SecKeyVerifySignature(
            half, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, signature, signature, &error),
        "6: another message");
  if (error) CFRelease(error);
  is(SecKeyIsAlgorithmSupported(
         half, (SecKeyOperationType)77, kSecKeyAlgorithmECDSASignatureMessageX962SHA256),
     0, "6: an operation that is none");
  UInt8 digest[32] = {0};
  const UInt8 *volatile nothing = NULL;
  is(SecKeyRawVerify(half, kSecPaddingPKCS1, digest, 32, nothing, 0), -9809, "6: no signature");
  is(SecKeyRawVerify(half, kSecPaddingPKCS1, digest, 32, nothing, 8), errSecParam,
     "6: none of 8 bytes");
  CFRelease(half);
  CFRelease(signature);
  CFRelease(text);
  CFRelease(held);
  CFRelease(wanted);
  CFRelease(size);
}

static void *mixed(void *argument) {
  CFStringRef account = CFStringCreateWithFormat(NULL, NULL, CFSTR("thread %ld"), (long)argument);
  CFDataRef secret = data("shared");
  CFDictionaryRef item = MADE(
      1, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("mixed"), kSecAttrAccount,
      account, kSecValueData, secret);
  CFDictionaryRef query = MADE(
      1, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("mixed"), kSecAttrAccount,
      account, kSecReturnData, kCFBooleanTrue);
  long failures = 0;
  for (int round = 0; round < 20; round++) {
    CFTypeRef found = NULL;
    failures += SecItemAdd(item, NULL) != errSecSuccess;
    failures += SecItemCopyMatching(query, &found) != errSecSuccess;
    failures += !found || !CFEqual(found, secret);
    if (found) CFRelease(found);
    failures += SecItemDelete(query) == errSecItemNotFound;
  }
  CFRelease(query);
  CFRelease(item);
  CFRelease(secret);
  CFRelease(account);
  return (void *)failures;
}

static void threads(void) {
  pthread_t made[8];
  for (long number = 0; number < 8; number++) pthread_create(&made[number], NULL, mixed, (void *)number);
  for (int number = 0; number < 8; number++) {
    void *failures = NULL;
    pthread_join(made[number], &failures);
    is((long)failures, 0, "8: a thread among eight");
  }
}

// LKExplainCopy returns JSON about a call without making it. It returns NULL for an unknown call.
static void explained(void) {
  CFDictionaryRef query = MADE(
      1, kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("nowhere"), kSecAttrAccount,
      CFSTR("nobody"));
  CFDictionaryRef changes = MADE(1, kSecAttrLabel, CFSTR("label"));
  for (LKCall call = kLKCallCopyMatching; call <= kLKCallDelete; call++) {
    CFStringRef json = LKExplainCopy(call, query, changes);
    holds(json != NULL, "an explanation");
    if (!json) continue;
    long status = call == kLKCallAdd ? 0 : errSecItemNotFound;
    CFStringRef part = CFStringCreateWithFormat(NULL, NULL, CFSTR("\"status\":%ld,"), status);
    holds(CFStringFind(json, part, 0).location != kCFNotFound, "its status");
    holds(CFStringFind(json, CFSTR("\"dryRun\":true"), 0).location != kCFNotFound, "a dry run");
    holds(CFStringFind(json, CFSTR("nowhere"), 0).location == kCFNotFound, "no value");
    CFRelease(part);
    CFRelease(json);
  }
  is(SecItemCopyMatching(query, NULL), errSecItemNotFound, "what was explained was not done");
  holds(!LKExplainCopy(4, query, NULL) && !LKExplainCopy(-1, query, NULL), "no such call");
  holds(!LKExplainCopy(kLKCallUpdate, query, NULL), "an update without changes");
  holds(!LKExplainCopy(kLKCallAdd, (CFDictionaryRef)CFSTR("text"), NULL), "no dictionary");
  CFRelease(query);
  CFRelease(changes);
}

int main(int count, char **words) {
  nullCallBacks();
  nulls();
  shown();
  if (count > 1) certificates(words[1]);
  endless();
  sets();
  halves();
  keys();
  threads();
  explained();
  CFStringRef text = SecCopyErrorMessageString(errSecItemNotFound, NULL);
  holds(text && CFStringGetLength(text) > 0, "a message");
  CFRelease(text);
  printf("cases of C: %d wrong\n", wrong);
  return wrong != 0;
}
