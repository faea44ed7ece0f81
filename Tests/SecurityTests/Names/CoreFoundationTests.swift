// SPDX-License-Identifier: Apache-2.0
import Security
import Testing

@Suite("Names of Core Foundation")
struct CoreFoundationTests {
  @Test("tell types apart")
  func types() {
    #expect(CFGetTypeID(true as CFTypeRef) == CFBooleanGetTypeID())
    #expect(CFGetTypeID(kCFBooleanFalse) == CFBooleanGetTypeID())
    #expect(CFGetTypeID(1 as CFTypeRef) == CFNumberGetTypeID())
    #expect(CFGetTypeID(NSNumber(value: Int8(1))) == CFNumberGetTypeID())
    #expect(CFGetTypeID("x" as CFString) == CFStringGetTypeID())
    #expect(CFGetTypeID(Data() as CFData) == CFDataGetTypeID())
    #expect(CFGetTypeID(Date() as CFDate) == CFDateGetTypeID())
    #expect(CFGetTypeID([:] as CFDictionary) == CFDictionaryGetTypeID())
    #expect(CFGetTypeID([] as CFArray) == CFArrayGetTypeID())
    #expect(CFGetTypeID(kCFNull) == CFNullGetTypeID())
    #expect(CFGetTypeID(NSSet()) == CFSetGetTypeID())
    #expect(CFGetTypeID(NSError(domain: "d", code: 1)) == CFErrorGetTypeID())
    #expect(CFGetTypeID(nil) == 0)
  }

  @Test("compare by value")
  func equality() {
    #expect(CFEqual("a" as CFString, NSMutableString(string: "a")))
    #expect(!CFEqual(true as CFTypeRef, 1 as CFTypeRef))
    #expect(CFEqual(Data([1]) as CFData, Data([1]) as CFData))
    #expect(CFHash("a" as CFString) == CFHash(NSMutableString(string: "a")))
    #expect(CFEqual(nil, nil))
    #expect(!CFEqual(nil, kCFNull))
  }

  @Test("make a string object and a string one key")
  func hashing() {
    let keyed: [AnyHashable: Any] = [kSecAttrAccount: "a", "class": "genp"]
    #expect(keyed["acct"] as? String == "a")
    #expect(keyed[kSecClass] as? String == "genp")
  }

  @Test("set and remove values of a dictionary")
  func settingValues() {
    let dictionary = NSMutableDictionary()
    dictionary.setValue("a", forKey: kSecAttrAccount as String)
    #expect(dictionary[kSecAttrAccount] as? String == "a")
    dictionary.setValue(nil, forKey: kSecAttrAccount as String)
    #expect(dictionary.count == 0)
  }

  @Test("make and read errors")
  func errors() throws {
    let error = try #require(
      CFErrorCreate(
        kCFAllocatorDefault, kCFErrorDomainOSStatus, -50,
        [kCFErrorLocalizedDescriptionKey!: "words"] as CFDictionary))
    #expect(CFErrorGetCode(error) == -50)
    #expect(CFErrorGetDomain(error) as String == NSOSStatusErrorDomain)
    #expect(CFErrorCopyDescription(error) as String == "words")
    #expect((CFErrorCopyUserInfo(error) as NSDictionary).count == 1)
  }

  @Test("make data")
  func data() throws {
    let bytes: [UInt8] = [1, 2, 3]
    let whole = unsafe CFDataCreate(nil, bytes, 3)
    #expect(whole as Data? == Data(bytes))
    let missing = CFDataCreate(nil, nil, 3)
    #expect(missing == nil)
    let negative = unsafe CFDataCreate(nil, bytes, -1)
    #expect(negative == nil)
  }
}
