// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
// Imports CoreFoundation beside our names, with the overlay of swift-corefoundation.
import CoreFoundation
import Security

let query: CFDictionary = [kSecClass: kSecClassGenericPassword] as CFDictionary
let name: CFString = kSecClass
let encoding = CFStringConvertEncodingToNSStringEncoding(
  CFStringEncoding(CFStringBuiltInEncodings.UTF8.rawValue))
let range = CFRange(location: 0, length: 1)
guard kCFBooleanTrue as! Bool, CFGetTypeID(query) == CFDictionaryGetTypeID(),
  CFEqual(name, "class" as CFString), encoding == 4, range.length == 1
else { fatalError("beside") }
print("beside CoreFoundation: works")
