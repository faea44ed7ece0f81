// SPDX-License-Identifier: Apache-2.0
// Writes bytes of every value, for programs in other languages to read.
#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>

int main(void) {
  UInt8 bytes[256];
  for (int value = 0; value < 256; value++) bytes[value] = (UInt8)value;
  // Not by CFSTR, which takes only ASCII here.
  CFStringRef account = CFStringCreateWithCString(NULL, "mira \u00e9", kCFStringEncodingUTF8);
  CFMutableDictionaryRef item = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFDictionarySetValue(item, kSecClass, kSecClassGenericPassword);
  CFDictionarySetValue(item, kSecAttrService, CFSTR("shared"));
  CFDictionarySetValue(item, kSecAttrAccount, account);
  CFDictionarySetValue(item, kSecValueData, CFDataCreate(NULL, bytes, sizeof bytes));
  return SecItemAdd(item, NULL) != errSecSuccess;
}
