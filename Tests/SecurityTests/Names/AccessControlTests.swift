// SPDX-License-Identifier: Apache-2.0
import Security
import Testing

/// Tests of Specification/secitem.md, "Validity of an access control", and of case 59 of "The 60
/// most discriminating conformance cases", through the public functions.
@Suite("Access controls")
struct AccessControlTests {
  /// Returns the access control for a protection and flags, or the error's code and text.
  private func make(_ protection: Any, _ flags: SecAccessControlCreateFlags)
    -> (object: SecAccessControl?, code: CFIndex?, text: String?)
  {
    var error: Unmanaged<CFError>?
    let object = unsafe SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, protection as AnyObject, flags, &error)
    let taken = unsafe error?.takeRetainedValue()
    return (object, taken.map { CFErrorGetCode($0) }, taken?.localizedDescription)
  }

  @Test(
    "refuse flags that exclude each other",
    arguments: [
      [.or, .and, .devicePasscode], [.biometryAny, .biometryCurrentSet],
      [.userPresence, .or], [.userPresence, .and], [.userPresence, .devicePasscode],
      [.userPresence, .biometryAny], [.userPresence, .companion],
      [.userPresence, SecAccessControlCreateFlags(rawValue: 4)],
    ] as [SecAccessControlCreateFlags])
  func contradiction(_ flags: SecAccessControlCreateFlags) {
    let made = make(kSecAttrAccessibleWhenUnlocked, flags)
    #expect(made.object == nil)
    #expect(made.code == -50)
    let start = "The operation couldn’t be completed. (OSStatus error -50 - "
    #expect(made.text?.hasPrefix(start) == true)
  }

  @Test(
    "accept what the rules allow",
    arguments: [
      [], [.userPresence], [.userPresence, .applicationPassword],
      [.userPresence, .privateKeyUsage], [.biometryAny, .devicePasscode],
      [.biometryCurrentSet, .or, .devicePasscode], [.or], [.and, .devicePasscode],
      [.privateKeyUsage], [.applicationPassword], SecAccessControlCreateFlags(rawValue: 4),
    ] as [SecAccessControlCreateFlags])
  func allowed(_ flags: SecAccessControlCreateFlags) {
    let made = make(kSecAttrAccessibleAlways, flags)
    #expect(made.object != nil)
    #expect(made.code == nil)
  }

  @Test("refuse what is no protection", arguments: ["zz", "", "AK"])
  func protections(_ name: String) {
    #expect(make(name, []).code == -50)
  }

  @Test("refuse a protection that is no string")
  func foreignProtection() {
    #expect(make(5, []).code == -50)
    #expect(make(NSNull(), []).code == -50)
    #expect(make(NSDictionary(), []).code == -50)
  }

  @Test("equal each other by content")
  func equality() {
    let one = make("ak", [.biometryAny]).object
    let other = make("ak", [.biometryAny]).object
    #expect(one == other)
    #expect(CFEqual(one, other))
    #expect(CFHash(one) == CFHash(other))
    #expect(one != make("ak", [.devicePasscode]).object)
    #expect(one != make("aku", [.biometryAny]).object)
    let keyed: [String: AnyHashable] = ["accc": make("ak", []).object]
    #expect(keyed == ["accc": make("ak", []).object])
  }

  @Test("have a type identifier of their own")
  func type() {
    #expect(CFGetTypeID(make("ak", []).object) == SecAccessControlGetTypeID())
    #expect(SecAccessControlGetTypeID() != CFStringGetTypeID())
  }

  @Test("have flags with Apple's numbers")
  func numbers() {
    let numbers: [(SecAccessControlCreateFlags, UInt)] = [
      (.userPresence, 0x1), (.biometryAny, 0x2), (.touchIDAny, 0x2), (.biometryCurrentSet, 0x8),
      (.touchIDCurrentSet, 0x8), (.devicePasscode, 0x10), (.watch, 0x20), (.companion, 0x20),
      (.or, 0x4000), (.and, 0x8000), (.privateKeyUsage, 0x4000_0000),
      (.applicationPassword, 0x8000_0000),
    ]
    for (flag, number) in numbers { #expect(flag.rawValue == number) }
  }
}
