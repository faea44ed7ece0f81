// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Makes and uses the keys of a case.
extension CaseRun {
  /// Makes and stores a key of the secure element with the protection `aku`.
  func makeElementKey(_ flags: SecAccessControlCreateFlags) throws {
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
    let parameters: [String: Any] = [
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
      kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrKeySizeInBits as String: 256,
      kSecPrivateKeyAttrs as String: [kSecAttrAccessControl as String: control as Any],
    ]
    _ = try #require(device.run { SecKeyCreateRandomKey(parameters as CFDictionary, nil) })
  }

  /// Returns the key, to be used with the evidence of a context.
  func elementKey(in context: LAContext) -> SecKey? {
    let query: [String: Any] = [
      kSecClass as String: kSecClassKey, kSecReturnRef as String: true,
      kSecUseAuthenticationContext as String: context,
    ]
    var result: CFTypeRef?
    _ = device.run { unsafe SecItemCopyMatching(query as CFDictionary, &result) }
    return result as? SecKey
  }

  /// Signs with a key and returns the error's code, or 0.
  func signs(_ key: SecKey) -> Int {
    var error: Unmanaged<CFError>?
    let signature = unsafe SecKeyCreateSignature(
      key, .ecdsaSignatureMessageX962SHA256, NSData(), &error)
    let found = unsafe error?.takeRetainedValue()
    return signature == nil ? found?.code ?? .min : 0
  }
}

/// Returns the code of the error that a call throws, or 0.
func code(_ call: () async throws -> Void) async -> Int {
  do {
    try await call()
    return 0
  } catch { return (error as NSError).code }
}
