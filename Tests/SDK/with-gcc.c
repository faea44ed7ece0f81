// SPDX-License-Identifier: Apache-2.0
// A client compiled by gcc. It makes strings at run time, since CFSTR needs clang.
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>
#include <Security/Security.h>
#include <stdio.h>

int main(void) {
  CFStringRef service = CFStringCreateWithCString(NULL, "gcc", kCFStringEncodingUTF8);
  const void *keys[] = {kSecClass, kSecAttrService}, *values[] = {kSecClassGenericPassword, service};
  CFDictionaryRef item = CFDictionaryCreate(
      NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  OSStatus added = SecItemAdd(item, NULL), found = SecItemCopyMatching(item, NULL);
  OSStatus gone = SecItemDelete(item);
  printf("by gcc: added %d, found %d, deleted %d\n", (int)added, (int)found, (int)gone);
  return added || found || gone;
}
