// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests of software keys that need the user (Specification/seckey.md, "Software key with accc in
/// its row", "Conformance cases of SecKey", case 57).
@Suite("Keys that ask", .timeLimit(.minutes(10)))
struct KeyPromptTests {
  private let run = CaseRun(device: .phone())

  private func copy(_ more: [CFString: Any] = [:]) -> (status: OSStatus, key: SecKey?) {
    let query: [CFString: Any] = [
      kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecReturnRef: true,
    ]
    var result: CFTypeRef?
    let whole = query.merging(more) { $1 } as CFDictionary
    let status = run.device.run { unsafe SecItemCopyMatching(whole, &result) }
    return (status, result as? SecKey)
  }

  @Test("57: a context that may not ask, and one that may")
  func contexts() throws {
    let created = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
    let control = try #require(created)
    let half: [CFString: Any] = [kSecAttrIsPermanent: true, kSecAttrAccessControl: control]
    let parameters: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecPrivateKeyAttrs: half,
    ]
    let made = run.device.run { SecKeyCreateRandomKey(parameters as CFDictionary, nil) }
    let key = try #require(made)
    let quiet = run.context()
    quiet.interactionNotAllowed = true
    let refused = copy([kSecUseAuthenticationContext: quiet])
    #expect(refused.status == errSecInteractionNotAllowed && refused.key == nil)
    #expect(run.device.prompts.isEmpty)
    run.device.answer(CaseRun.finger)
    let allowed = copy([kSecUseAuthenticationContext: run.context()])
    #expect(allowed.status == errSecSuccess && allowed.key == key)
    #expect(run.device.prompts.count == 1)
  }
}
