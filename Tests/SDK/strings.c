// SPDX-License-Identifier: Apache-2.0
// Constant strings as in Documentation/Guides/c-quick-start.md: in a function, outside of
// functions, and with letters beyond ASCII. This file is compiled as C and as C++.
#include <CoreFoundation/CoreFoundation.h>
#include <Latchkey.h>
#include <Security/Security.h>
#include <stdio.h>

LK_CONSTANT_STRING(kService, "example.org");  // outside of functions
LK_CONSTANT_STRING(kEmpty, "");

static int wrong, wasThere;

static void holds(int condition, const char *what) {
  if (!condition) printf("strings: %s\n", what), wrong++;
}

// Runs before main, and sees whether the string outside of functions exists.
__attribute__((constructor)) static void early(void) { wasThere = kService != NULL; }

int main(void) {
  CFStringRef label = CFSTR("the account of the shop");  // in a function
  CFStringRef account = CFStringCreateWithCString(NULL, "Zo\u00eb", kCFStringEncodingUTF8);

  CFMutableDictionaryRef item = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFDictionarySetValue(item, kSecClass, kSecClassGenericPassword);
  CFDictionarySetValue(item, kSecAttrService, kService);
  CFDictionarySetValue(item, kSecAttrLabel, label);
  CFDictionarySetValue(item, kSecAttrAccount, account);
  holds(SecItemAdd(item, NULL) == errSecSuccess, "added");

  CFTypeRef found = NULL;
  CFDictionarySetValue(item, kSecReturnAttributes, kCFBooleanTrue);
  holds(SecItemCopyMatching(item, &found) == errSecSuccess, "found");
  CFDictionaryRef attributes = (CFDictionaryRef)found;
  const void *service = found ? CFDictionaryGetValue(attributes, kSecAttrService) : NULL;
  const void *name = found ? CFDictionaryGetValue(attributes, kSecAttrAccount) : NULL;
  holds(service && CFEqual(service, kService), "the service comes back");
  holds(name && CFEqual(name, account), "the account comes back");
  if (found) CFRelease(found);

  CFDictionaryRemoveValue(item, kSecReturnAttributes);
  holds(SecItemDelete(item) == errSecSuccess, "deleted");
  CFRelease(item);
  CFRelease(account);  // you created account: release it; never release label and kService

  holds(wasThere, "it has its value before any code runs");
  holds(CFEqual(kService, CFSTR("example.org")), "both ways make equal strings");
  holds(CFStringGetLength(kService) == 11 && CFStringGetLength(kEmpty) == 0, "lengths");
  CFRetain(kService);
  CFRelease(kService);
  printf("constant strings: %d wrong\n", wrong);
  return wrong != 0;
}
