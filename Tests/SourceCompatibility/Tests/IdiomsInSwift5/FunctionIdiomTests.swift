// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of forms of calls that existing sources use.
@Suite("Functions")
struct FunctionIdiomTests {
  /// Calls a function and throws its status as an error, like a helper that many sources have.
  private func secCall(_ body: () -> OSStatus) throws {
    let status = body()
    guard status == errSecSuccess else {
      throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
  }

  private func secCall<Result>(_ body: (UnsafeMutablePointer<Result?>) -> OSStatus) throws -> Result
  {
    var result: Result?
    let status = body(&result)
    guard status == errSecSuccess, let result else {
      throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
    return result
  }

  private func secCall<Result>(
    _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Result?
  ) throws -> Result {
    var error: Unmanaged<CFError>?
    guard let result = body(&error) else { throw error!.takeRetainedValue() as Error }
    return result
  }

  @Test("handed to helpers that infer the result")
  func helper() throws {
    try TemporaryKeychain().run {
      let query = [kSecClass: kSecClassGenericPassword, kSecReturnData: true] as CFDictionary
      let item = [kSecClass: kSecClassGenericPassword, kSecValueData: Data([1])] as CFDictionary
      try secCall { SecItemAdd(item, nil) }
      let found = try secCall { SecItemCopyMatching(query, $0) }
      #expect(found as? Data == Data([1]))
      let control = try secCall {
        SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.or], $0)
      }
      #expect(control == control)
      #expect(throws: NSError.self) {
        try secCall {
          SecAccessControlCreateWithFlags(
            kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, [.or, .and], $0)
        }
      }
    }
  }

  @Test("as values")
  func values() throws {
    try TemporaryKeychain().run {
      let add: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus = SecItemAdd
      var copy = SecItemCopyMatching
      let item = [kSecClass: kSecClassGenericPassword] as CFDictionary
      #expect(add(item, nil) == errSecSuccess)
      #expect(copy(item, nil) == errSecSuccess)
      copy = { _, _ in errSecInteractionNotAllowed }
      #expect(copy(item, nil) == errSecInteractionNotAllowed)
      #expect(Security.SecItemDelete(item) == errSecSuccess)
    }
  }

  @Test("beside one of the client's own of the same name")
  func shadowing() throws {
    func SecItemDelete(_ service: String) -> Bool {
      Security.SecItemDelete(["class": "genp", "svce": service] as CFDictionary) == errSecSuccess
    }
    try TemporaryKeychain().run { #expect(!SecItemDelete("none")) }
  }

  @Test("with errors by reference")
  func errors() throws {
    var error: Unmanaged<CFError>?
    let control = SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
      [.biometryAny, .biometryCurrentSet], &error)
    #expect(control == nil)
    let taken = try #require(error?.takeRetainedValue())
    #expect(CFErrorGetCode(taken) == Int(errSecParam))
    #expect(CFErrorGetDomain(taken) as String == NSOSStatusErrorDomain)
    let description = CFErrorCopyDescription(taken) as String
    #expect(description.hasPrefix("The operation couldn’t be completed. (OSStatus error -50"))
    #expect((taken as Error as NSError).code == -50)
  }

  @Test("for messages")
  func messages() {
    let status = errSecItemNotFound
    #expect(SecCopyErrorMessageString(status, nil) as String? != nil)
    if let message = SecCopyErrorMessageString(status, nil) as? String {
      #expect(message.hasSuffix("."))
    }
    #expect(SecCopyErrorMessageString(1, nil).map { String($0) } == "OSStatus 1")
  }

  @Test("for random bytes")
  func random() {
    var bytes = [UInt8](repeating: 0, count: 32)
    #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
    var data = Data(count: 32)
    let status = data.withUnsafeMutableBytes {
      SecRandomCopyBytes(kSecRandomDefault, 32, $0.baseAddress!)
    }
    #expect(status == errSecSuccess)
    #expect(data != Data(count: 32))
  }

  @Test("for types and equality")
  func types() {
    let flag = true as CFTypeRef
    #expect(CFGetTypeID(flag) == CFBooleanGetTypeID())
    #expect(CFBooleanGetValue((flag as! CFBoolean)))
    let one = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, .userPresence, nil)
    let other = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, .userPresence, nil)
    #expect(one == other)
    let hashed: [String: AnyHashable] = ["accc": one!, "svce": "s"]
    #expect(hashed["accc"] == AnyHashable(other!))
    #expect(autoreleasepool { CFEqual(one, other) })
  }
}

protocol Describable {}
extension CFString: Describable {}
extension SecAccessControl: Describable {}
extension OSStatus: Describable {}
