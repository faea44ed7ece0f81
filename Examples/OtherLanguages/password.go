// SPDX-License-Identifier: Apache-2.0

// Adds a password, finds it, removes it: in Go, by cgo.
//
//	CC=clang CGO_CFLAGS=$(pkg-config --cflags latchkey) CGO_LDFLAGS=$(pkg-config --libs latchkey) go run password.go
package main

/*
#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>

// C must not keep pointers into the memory of Go, so the dictionary is made here.
static CFDictionaryRef query(const char *account, CFStringRef key, CFTypeRef value) {
  CFMutableDictionaryRef it = CFDictionaryCreateMutable(
      NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFStringRef name = CFStringCreateWithCString(NULL, account, kCFStringEncodingUTF8);
  CFDictionarySetValue(it, kSecClass, kSecClassGenericPassword);
  CFDictionarySetValue(it, kSecAttrService, CFSTR("example.org"));
  CFDictionarySetValue(it, kSecAttrAccount, name);
  if (value) CFDictionarySetValue(it, key, value);
  CFRelease(name);
  return it;
}

static OSStatus add(const char *account, const void *bytes, CFIndex count) {
  CFDataRef secret = CFDataCreate(NULL, bytes, count);
  CFDictionaryRef item = query(account, kSecValueData, secret);
  OSStatus status = SecItemAdd(item, NULL);
  CFRelease(item);
  CFRelease(secret);
  return status;
}

static OSStatus find(const char *account, CFDataRef *found) {
  CFDictionaryRef wanted = query(account, kSecReturnData, kCFBooleanTrue);
  OSStatus status = SecItemCopyMatching(wanted, (CFTypeRef *)found);
  CFRelease(wanted);
  return status;
}

static OSStatus drop(const char *account) {
  CFDictionaryRef unwanted = query(account, kSecClass, NULL);
  OSStatus status = SecItemDelete(unwanted);
  CFRelease(unwanted);
  return status;
}
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func check(status C.OSStatus) {
	if status != 0 {
		fmt.Fprintln(os.Stderr, "status", status)
		os.Exit(1)
	}
}

func main() {
	account := C.CString("in Go")
	defer C.free(unsafe.Pointer(account))
	password := []byte("correct horse")
	check(C.add(account, unsafe.Pointer(&password[0]), C.CFIndex(len(password))))
	var found C.CFDataRef
	check(C.find(account, &found))
	bytes := C.GoBytes(unsafe.Pointer(C.CFDataGetBytePtr(found)), C.int(C.CFDataGetLength(found)))
	fmt.Println("Go:", string(bytes))
	C.CFRelease(C.CFTypeRef(found))
	check(C.drop(account))
}
