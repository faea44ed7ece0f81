// SPDX-License-Identifier: Apache-2.0
// Adds a password, finds it, removes it: in C++, where the objects are released at the end of their scope.
//
//     clang++ password.cpp -o password $(pkg-config --cflags --libs latchkey)
#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

struct Releaser {
  void operator()(const void *object) const { CFRelease(object); }
};
using Held = std::unique_ptr<const void, Releaser>;

class Query {
public:
  explicit Query(const std::string &account)
      : pairs(CFDictionaryCreateMutable(
            nullptr, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks)) {
    set(kSecClass, kSecClassGenericPassword);
    set(kSecAttrService, CFSTR("example.org"));
    Held name(CFStringCreateWithCString(nullptr, account.c_str(), kCFStringEncodingUTF8));
    set(kSecAttrAccount, name.get());
  }
  ~Query() { CFRelease(pairs); }
  Query(const Query &) = delete;
  Query &operator=(const Query &) = delete;

  Query &set(CFStringRef key, CFTypeRef value) {
    CFDictionarySetValue(pairs, key, value);
    return *this;
  }
  operator CFDictionaryRef() const { return pairs; }

private:
  CFMutableDictionaryRef pairs;
};

static void check(OSStatus status) {
  if (status != errSecSuccess) throw std::runtime_error("status " + std::to_string(status));
}

int main() try {
  const std::string password = "correct horse";
  Held data(CFDataCreate(
      nullptr, reinterpret_cast<const UInt8 *>(password.data()), CFIndex(password.size())));
  check(SecItemAdd(Query("in C++").set(kSecValueData, data.get()), nullptr));
  CFTypeRef found = nullptr;
  check(SecItemCopyMatching(Query("in C++").set(kSecReturnData, kCFBooleanTrue), &found));
  Held secret(found);
  auto bytes = static_cast<CFDataRef>(found);
  std::cout << "C++: ";
  std::cout.write(
      reinterpret_cast<const char *>(CFDataGetBytePtr(bytes)), CFDataGetLength(bytes)) << "\n";
  check(SecItemDelete(Query("in C++")));
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
