// SPDX-License-Identifier: Apache-2.0
// The functions for keychains from C: NULL arguments, objects of other types, results, callbacks
// (Specification/file-keychain.md, "Keychain functions"). Prints each failure. LATCHKEY_HOME must
// name an empty directory.
#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>
#include <stdio.h>
#include <string.h>

// NULL is passed where it is not permitted, on purpose.
#pragma clang diagnostic ignored "-Wnonnull"

static int wrong;

static void is(long found, long expected, const char *what) {
  if (found == expected) return;
  printf("%s: %ld, not %ld\n", what, found, expected);
  wrong++;
}

static SecKeychainRef made(const char *name) {
  SecKeychainRef it = NULL;
  is(SecKeychainCreate(name, 8, "password", 0, NULL, &it), errSecSuccess, "created");
  return it;
}

static void nullArguments(void) {
  SecKeychainRef it = NULL;
  uint32_t number = 0;
  char text[8];
  is(SecKeychainGetVersion(NULL), errSecSuccess, "version without a place");
  is(SecKeychainOpen(NULL, &it), errSecParam, "opened without a name");
  is(SecKeychainOpen("a", NULL), errSecParam, "opened without a place");
  is(SecKeychainCreate(NULL, 1, "x", 0, NULL, &it), errSecParam, "created without a name");
  is(SecKeychainCreate("n.keychain", 1, NULL, 0, NULL, &it), errSecParam, "without a password");
  is(SecKeychainCreate("n.keychain", 1, "x", 0, NULL, NULL), errSecSuccess, "without a place");
  is(SecKeychainDelete(NULL), errSecInvalidKeychain, "deleted NULL");
  is(SecKeychainGetPath(NULL, NULL, text), errSecParam, "path without a length");
  is(SecKeychainGetPath(NULL, &number, NULL), errSecParam, "path without a buffer");
  is(SecKeychainGetStatus(NULL, NULL), errSecParam, "status without a place");
  is(SecKeychainCopyDefault(NULL), errSecParam, "default without a place");
  is(SecKeychainCopySearchList(NULL), errSecParam, "list without a place");
  is(SecKeychainSetSearchList(NULL), errSecParam, "NULL as list");
  is(SecKeychainSetSettings(NULL, NULL), errSecParam, "NULL as settings");
  is(SecKeychainCopySettings(NULL, NULL), errSecParam, "settings without a place");
  is(SecKeychainGetUserInteractionAllowed(NULL), errSecParam, "interaction without a place");
  is(SecKeychainAddCallback(NULL, 2, NULL), errSecParam, "NULL as callback");
  is(SecKeychainRemoveCallback(NULL), errSecParam, "NULL removed");
  is(SecKeychainItemDelete(NULL), errSecParam, "NULL as item");
  is(SecKeychainSearchCopyNext(NULL, NULL), errSecParam, "NULL as search");
  is(SecKeychainGetPreferenceDomain(NULL), errSecParam, "domain without a place");
  is(SecAccessCreate(NULL, NULL, NULL), errSecParam, "NULL as descriptor");
  is(SecACLUpdateAuthorizations(NULL, NULL), errSecParam, "NULL as entry");
  is(it == NULL, 1, "no keychain is stored");
}

static void otherTypes(void) {
  CFStringRef text = CFStringCreateWithCString(NULL, "text", kCFStringEncodingUTF8);
  uint32_t number = 0;
  is(SecKeychainLock((SecKeychainRef)text), errSecInvalidKeychain, "a text as keychain");
  is(SecKeychainGetStatus((SecKeychainRef)text, &number), errSecInvalidKeychain, "its status");
  is(SecKeychainDelete((SecKeychainRef)text), errSecInvalidKeychain, "a text deleted");
  is(SecKeychainItemDelete((SecKeychainItemRef)text), errSecInvalidItemRef, "a text as item");
  is(SecKeychainFindGenericPassword(text, 0, NULL, 0, NULL, NULL, NULL, NULL), errSecInvalidKeychain,
     "a text to be searched");
  CFRelease(text);
}

static void passwords(SecKeychainRef keychain) {
  SecKeychainItemRef item = NULL, found = NULL;
  is(SecKeychainAddGenericPassword(keychain, 1, "s", 1, "a", 6, "secret", &item), errSecSuccess,
     "added");
  is(SecKeychainAddGenericPassword(keychain, 1, "s", 1, "b", 0, NULL, NULL), errSecSuccess,
     "added without bytes");
  is(SecKeychainAddGenericPassword(keychain, 1, "s", 1, "c", 1, NULL, NULL), errSecParam,
     "a length without bytes");
  uint32_t length = 0;
  void *data = NULL;
  is(SecKeychainFindGenericPassword(keychain, 1, "s", 1, "a", &length, &data, &found), errSecSuccess,
     "found");
  is(length, 6, "the length");
  is(data && memcmp(data, "secret", 6) == 0, 1, "the bytes");
  is(CFEqual(item, found), 1, "one item");
  is((long)CFHash(item), (long)CFHash(found), "one hash");
  is((long)CFGetTypeID(item), (long)SecKeychainItemGetTypeID(), "the type of the item");
  is(SecKeychainItemFreeContent(NULL, data), errSecSuccess, "freed");
  SecKeychainAttribute attributes[] = {{kSecServiceItemAttr, 0, NULL}, {kSecCommentItemAttr, 0, NULL}};
  SecKeychainAttributeList list = {2, attributes};
  SecItemClass class = 0;
  is(SecKeychainItemCopyContent(item, &class, &list, NULL, NULL), errSecSuccess, "attributes");
  is(class, kSecGenericPasswordItemClass, "the class");
  is(attributes[0].length == 1 && *(char *)attributes[0].data == 's', 1, "the service");
  is(attributes[1].length == 0 && !attributes[1].data, 1, "no comment");
  SecKeychainItemFreeContent(&list, NULL);
  SecKeychainAttributeInfo bad = {1, NULL, NULL};
  SecKeychainAttributeList *made = NULL;
  is(SecKeychainItemCopyAttributesAndData(item, &bad, NULL, &made, NULL, NULL), errSecParam,
     "tags at NULL");
  is(made == NULL, 1, "no list is stored");
  is(SecKeychainItemCreateFromContent((SecItemClass)99, &list, 0, NULL, keychain, NULL, NULL),
     errSecNoSuchClass, "an unknown class");
  SecKeychainAttribute volume = {kSecVolumeItemAttr, 1, "v"};
  SecKeychainAttributeList server = {1, &volume};
  SecKeychainItemRef onServer = NULL;
  is(SecKeychainItemCreateFromContent((SecItemClass)0x61736870, &server, 1, "x", keychain, NULL, &onServer),
     errSecSuccess, "a password for a file server");
  is(SecKeychainItemCopyContent(onServer, &class, NULL, NULL, NULL), errSecSuccess, "its content");
  is(class, 0x61736870, "its class");
  CFRelease(onServer);
  SecKeychainSearchRef search = NULL;
  is(SecKeychainSearchCreateFromAttributes(keychain, kSecGenericPasswordItemClass, NULL, &search),
     errSecSuccess, "a search");
  int count = 0;
  SecKeychainItemRef next = NULL;
  while (count < 9 && SecKeychainSearchCopyNext(search, &next) == errSecSuccess) count++, CFRelease(next);
  is(count, 2, "items of the search");
  is(SecKeychainSearchCreateFromAttributes(keychain, (SecItemClass)99, NULL, &search),
     errSecNoSuchClass, "a search for an unknown class");
  CFRelease(search);
  CFRelease(item);
  CFRelease(found);
}

static void settings(SecKeychainRef keychain) {
  SecKeychainSettings it = {1, 1, 0, 5};
  is(SecKeychainSetSettings(keychain, &it), errSecSuccess, "settings");
  it = (SecKeychainSettings){1, 0, 1, 7};
  is(SecKeychainCopySettings(keychain, &it), errSecSuccess, "settings copied");
  is(it.lockOnSleep == 1 && it.useLockInterval == 1 && it.lockInterval == 5, 1, "their fields");
}

static void accessObject(void) {
  SecAccessRef it = NULL;
  CFArrayRef list = NULL, programs = NULL;
  CFStringRef text = NULL;
  SecKeychainPromptSelector selector = 1;
  is(SecAccessCreate(CFSTR("name"), NULL, &it), errSecSuccess, "an access object");
  is(SecAccessCopyACLList(it, &list), errSecSuccess, "its entries");
  is(CFArrayGetCount(list), 3, "their number");
  SecACLRef entry = (SecACLRef)CFArrayGetValueAtIndex(list, 0);
  programs = list;
  is(SecACLCopyContents(entry, &programs, &text, &selector), errSecSuccess, "an entry");
  is(programs == NULL && selector == 0, 1, "everybody");
  is(CFEqual(text, CFSTR("name")), 1, "its text");
  CFRelease(text);
  CFRelease(list);
  CFRelease(it);
}

// A keychain in the dictionaries of SecItem.
static void dictionaries(SecKeychainRef keychain) {
  CFMutableDictionaryRef item = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFDataRef secret = CFDataCreate(NULL, (const UInt8 *)"secret", 6);
  CFTypeRef found = NULL;
  const void *one[] = {keychain};
  CFArrayRef list = CFArrayCreate(NULL, one, 1, &kCFTypeArrayCallBacks);
  CFDictionarySetValue(item, kSecClass, kSecClassGenericPassword);
  CFDictionarySetValue(item, kSecAttrService, CFSTR("dictionary"));
  CFDictionarySetValue(item, kSecValueData, secret);
  CFDictionarySetValue(item, kSecUseKeychain, keychain);
  is(SecItemAdd(item, NULL), errSecSuccess, "added to a keychain");
  is(SecItemAdd(item, NULL), errSecDuplicateItem, "added twice");
  CFDictionaryRemoveValue(item, kSecUseKeychain);
  CFDictionaryRemoveValue(item, kSecValueData);
  is(SecItemCopyMatching(item, NULL), errSecItemNotFound, "not in the store");
  CFDictionarySetValue(item, kSecMatchSearchList, list);
  is(SecItemCopyMatching(item, &found), errSecSuccess, "found in a keychain");
  is(found != NULL && CFGetTypeID(found) == SecKeychainItemGetTypeID(), 1, "an item");
  if (found) CFRelease(found);
  found = NULL;
  CFDictionarySetValue(item, kSecReturnData, kCFBooleanTrue);
  is(SecItemCopyMatching(item, NULL), errSecParam, "data without a place");
  is(SecItemCopyMatching(item, &found), errSecSuccess, "data of a keychain");
  is(found != NULL && CFEqual(found, secret), 1, "the secret");
  if (found) CFRelease(found);
  CFDictionaryRemoveValue(item, kSecReturnData);
  is(SecItemDelete(item), errSecSuccess, "deleted in a keychain");
  is(SecItemDelete(item), errSecItemNotFound, "deleted again");
  CFDictionarySetValue(item, kSecMatchSearchList, CFSTR("none"));
  is(SecItemCopyMatching(item, NULL), errSecParam, "a text as list");
  CFRelease(list);
  CFRelease(secret);
  CFRelease(item);
}

static void objects(SecKeychainRef keychain) {
  SecIdentitySearchRef search = NULL;
  SecIdentityRef identity = NULL;
  SecCertificateRef certificate = NULL;
  CFArrayRef items = NULL;
  CFDataRef data = NULL;
  is(SecIdentitySearchCreate(keychain, 0, NULL), errSecParam, "a search without a place");
  is(SecIdentitySearchCopyNext(NULL, &identity), errSecParam, "NULL as search");
  is(SecIdentitySearchCreate(keychain, 0, &search), errSecSuccess, "a search for identities");
  is((long)CFGetTypeID(search), (long)SecIdentitySearchGetTypeID(), "its type");
  is(SecIdentitySearchCopyNext(search, &identity), errSecItemNotFound, "no identity");
  is(SecIdentitySearchCopyNext((SecIdentitySearchRef)keychain, &identity), errSecInvalidSearchRef,
     "a keychain as search");
  CFRelease(search);
  is(SecIdentityCopyPreference(NULL, 0, NULL, &identity), errSecParam, "NULL as name");
  is(SecIdentityCopyPreference(CFSTR("n"), 0, NULL, NULL), errSecParam, "no place");
  is(SecIdentityCopyPreference(CFSTR("n"), 0, NULL, &identity), errSecItemNotFound, "no preference");
  is(SecIdentitySetPreference(NULL, CFSTR("n"), 0), errSecSuccess, "removed");
  is(SecCertificateCopyPreference(CFSTR("n"), 0, &certificate), errSecItemNotFound, "none");
  is(SecCertificateSetPreference(NULL, NULL, 0, NULL), errSecParam, "NULL as name of a certificate");
  is(SecCertificateAddToKeychain(NULL, keychain), errSecParam, "NULL as certificate");
  is(SecKeychainItemExport(NULL, kSecFormatUnknown, 0, NULL, &data), errSecParam, "NULL as item");
  is(SecKeychainItemImport(NULL, NULL, NULL, NULL, 0, NULL, keychain, &items), errSecParam,
     "NULL as data");
  UInt8 bytes[16] = {0};
  CFDataRef raw = CFDataCreate(NULL, bytes, 16);
  SecExternalFormat format = kSecFormatRawKey;
  SecExternalItemType type = kSecItemTypeSessionKey;
  // Extractable, and for encryption alone.
  SecKeyImportExportParameters parameters = {.keyUsage = 1, .keyAttributes = 0x21};
  is(SecKeychainItemImport(raw, NULL, &format, &type, 0, &parameters, keychain, &items),
     errSecSuccess, "a raw key imported");
  is(items && CFArrayGetCount(items) == 1, 1, "one key");
  is(SecKeychainItemExport(CFArrayGetValueAtIndex(items, 0), kSecFormatRawKey, 0, NULL, &data),
     errSecSuccess, "exported again");
  is(data && CFEqual(data, raw), 1, "its bytes");
  CFRelease(items);
  CFRelease(data);
  CFRelease(raw);
}

static int events;

static OSStatus hear(SecKeychainEvent event, SecKeychainCallbackInfo *info, void *context) {
  int isSound = info->version == 0 && info->keychain && !info->item &&
                CFGetTypeID(info->keychain) == SecKeychainGetTypeID() && context == &events;
  events = isSound ? events * 10 + (int)event : -1;
  return -1;
}

static void callbacks(SecKeychainRef keychain) {
  is(SecKeychainAddCallback(hear, kSecEveryEventMask, &events), errSecSuccess, "a callback");
  is(SecKeychainAddCallback(hear, kSecLockEventMask, NULL), errSecDuplicateCallback, "added twice");
  SecKeychainLock(keychain);
  SecKeychainUnlock(keychain, 8, "password", 1);
  CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, 0);
  is(events, 12, "lock and unlock are heard");
  is(SecKeychainRemoveCallback(hear), errSecSuccess, "removed");
  is(SecKeychainRemoveCallback(hear), errSecInvalidCallback, "removed twice");
}

int main(void) {
  nullArguments();
  otherTypes();
  SecKeychainRef keychain = made("c.keychain"), other = made("d.keychain");
  passwords(keychain);
  settings(keychain);
  accessObject();
  dictionaries(keychain);
  objects(keychain);
  callbacks(keychain);
  const void *both[] = {keychain, other};
  CFArrayRef list = CFArrayCreate(NULL, both, 2, &kCFTypeArrayCallBacks);
  is(SecKeychainSetSearchList(list), errSecSuccess, "a search list");
  is(SecKeychainDelete((SecKeychainRef)list), errSecSuccess, "both deleted");
  is(SecKeychainDelete(other), errSecNoSuchKeychain, "deleted twice");
  CFRelease(list);
  CFRelease(keychain);
  CFRelease(other);
  printf("keychains: %d wrong\n", wrong);
  return wrong != 0;
}
