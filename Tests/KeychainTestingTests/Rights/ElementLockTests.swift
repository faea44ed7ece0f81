// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests of keys of the secure element on a device that locks, loses its passcode, or is restored
/// (Specification/seckey.md, "Secure Enclave keys", "Access control entries by operation";
/// Differences 32).
@Suite("Keys of the secure element and the lock", .timeLimit(.minutes(10)))
struct ElementLockTests {
  private let run = CaseRun(device: .phone())

  private func find(on device: SimulatedDevice? = nil) -> OSStatus {
    let query: [String: Any] = [kSecClass as String: kSecClassKey, kSecReturnRef as String: true]
    var result: CFTypeRef?
    return (device ?? run.device).run { unsafe SecItemCopyMatching(query as CFDictionary, &result) }
  }

  @Test("while locked a key is neither found nor used, and both again afterwards")
  func locked() throws {
    try run.makeElementKey(.privateKeyUsage)
    let key = try #require(run.elementKey(in: run.context()))
    #expect(run.signs(key) == 0)
    run.device.lock()
    #expect(run.signs(key) == -25308 && find() == -25308)
    run.device.unlock()
    #expect(run.signs(key) == 0 && find() == 0)
    run.device.reboot()
    #expect(run.signs(key) == -25308)
  }

  @Test("a key that asks is used once somebody answered; refused when cancelled, in its own domain")
  func asks() throws {
    try run.makeElementKey([.privateKeyUsage, .userPresence])
    let key = try #require(run.elementKey(in: run.context()))
    run.device.answer(.cancel)
    #expect(run.signs(key) == -2)
    run.device.answer(CaseRun.finger)
    #expect(run.signs(key) == 0 && run.signs(key) == 0)
    let quiet = run.context()
    quiet.interactionNotAllowed = true
    let silent = try #require(run.elementKey(in: quiet))
    #expect(run.signs(silent) == -1004)
    #expect(run.device.prompts.count == 2)
  }

  @Test("no backup takes a key of the element along")
  func backup() throws {
    try run.makeElementKey(.privateKeyUsage)
    run.addPlain("ak")
    let other = CaseRun(device: .phone(seed: 1))
    try other.device.restore(run.device.backup(encrypted: true))
    #expect(other.read("ak") == 0 && find(on: other.device) == errSecItemNotFound)
    try run.device.migrate(to: other.device)
    #expect(find(on: other.device) == errSecItemNotFound && find() == 0)
  }
}
