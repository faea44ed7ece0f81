// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
// Uses the testing library of the SDK beside the production library. The process has one engine.
import Foundation
import KeychainTesting
import Security

func add(_ account: String) -> OSStatus {
  SecItemAdd(
    [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "testing", kSecAttrAccount: account,
      kSecValueData: Data("secret".utf8), kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
    ] as CFDictionary, nil)
}

func find(_ account: String) -> OSStatus {
  var result: CFTypeRef?
  return SecItemCopyMatching(
    [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "testing", kSecAttrAccount: account,
      kSecReturnData: true,
    ] as CFDictionary, &result)
}

let keychain = try TemporaryKeychain()
keychain.run {
  guard add("mira") == errSecSuccess, find("mira") == errSecSuccess else { fatalError("temporary") }
}
let phone = SimulatedDevice.phone()
phone.run {
  guard add("mira") == errSecSuccess else { fatalError("phone") }
  phone.lock()
  guard find("mira") == errSecInteractionNotAllowed else { fatalError("locked") }
}
let query: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "mira"]
guard phone.explain(.copyMatching(query)).contains(.lockedNeedsUnlockedDevice) else {
  fatalError("explained")
}
print("testing: a temporary keychain and a phone, by the SDK")
