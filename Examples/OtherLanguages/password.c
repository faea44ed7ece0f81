// SPDX-License-Identifier: Apache-2.0
// Adds a password, finds it, removes it: in C.
//     clang password.c -o password $(pkg-config --cflags --libs latchkey)
#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>
#include <stdio.h>

static CFMutableDictionaryRef query(void) {
  CFMutableDictionaryRef it = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFDictionarySetValue(it, kSecClass, kSecClassGenericPassword);
  CFDictionarySetValue(it, kSecAttrService, CFSTR("example.org"));
  CFDictionarySetValue(it, kSecAttrAccount, CFSTR("in C"));
  return it;
}

static int told(const char *what, OSStatus status) {
  if (status == errSecSuccess) return 0;
  char text[256] = "";
  CFStringRef message = SecCopyErrorMessageString(status, NULL);
  if (message) CFStringGetCString(message, text, sizeof text, kCFStringEncodingUTF8);
  if (message) CFRelease(message);
  fprintf(stderr, "%s: %d (%s)\n", what, (int)status, text);
  return 1;
}

int main(void) {
  CFMutableDictionaryRef item = query(), wanted = query(), unwanted = query();
  CFDataRef password = CFDataCreate(NULL, (const UInt8 *)"correct horse", 13);
  CFDictionarySetValue(item, kSecValueData, password);
  CFRelease(password);
  int failed = told("SecItemAdd", SecItemAdd(item, NULL));
  CFRelease(item);

  CFTypeRef found = NULL;
  CFDictionarySetValue(wanted, kSecReturnData, kCFBooleanTrue);
  failed |= told("SecItemCopyMatching", SecItemCopyMatching(wanted, &found));
  CFRelease(wanted);
  if (found) {
    printf("C: %.*s\n", (int)CFDataGetLength(found), (const char *)CFDataGetBytePtr(found));
    CFRelease(found); // wiped here
  }

  failed |= told("SecItemDelete", SecItemDelete(unwanted));
  CFRelease(unwanted);
  return failed;
}
