// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import Security
import Testing

/// Tests of the reach of a temporary keychain.
///
/// They are in the suite of devices because only one device or keychain can be installed in a
/// process.
extension ReachTests {
  @Test("a call with no keychain in reach is refused and counted, never let through")
  func escapeOfKeychain() async throws {
    let keychain = try TemporaryKeychain()
    let before = TemporaryKeychain.escapedCalls
    let status = await keychain.run { await onAnotherThread { Items.add("escaped") } }
    #expect(status == errSecNotAvailable)
    // Other suites may let calls escape at this time.
    #expect(TemporaryKeychain.escapedCalls > before)
    #expect(try keychain.items.isEmpty)
  }

  @Test("a keychain installed for the process serves every thread; a second one is refused")
  func installKeychain() async throws {
    let keychain = try TemporaryKeychain(), other = try TemporaryKeychain()
    try keychain.install()
    defer { keychain.uninstall() }
    #expect(throws: TemporaryKeychainError.self) { try other.install() }
    #expect(await onAnotherThread { Items.add("thread") } == errSecSuccess)
    #expect(try keychain.items.map(\.account) == ["thread"])
    // The task's keychain is preferred to the installed one.
    #expect(other.run { Items.read("thread") } == errSecItemNotFound)
  }

  @Test("uninstalling a keychain that is not installed changes nothing")
  func uninstallOtherKeychain() async throws {
    let keychain = try TemporaryKeychain(), other = try TemporaryKeychain()
    try keychain.install()
    other.uninstall()
    #expect(await onAnotherThread { Items.read("nobody") } == errSecItemNotFound)
    keychain.uninstall()
    #expect(await onAnotherThread { Items.read("nobody") } == errSecNotAvailable)
  }
}
