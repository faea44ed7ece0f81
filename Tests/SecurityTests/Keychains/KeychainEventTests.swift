// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SecureMemory
import Security
import Testing

/// Events within the process (Specification/file-keychain.md, "Events").
@Suite("Events of keychains", .serialized)
struct KeychainEventTests {
  /// The events that the function `hear` has heard, with the paths of their keychains.
  fileprivate static let heard = Lock<[(SecKeychainEvent, String, hasItem: Bool)]>([])

  /// Runs the run loop, and returns the numbers of the events of a home.
  private static func events(_ home: KeychainHome) -> [UInt32] {
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.05))
    return heard.withLock { heard in
      defer { heard = [] }
      return heard.filter { $0.1.contains(home.directory) || $0.1.isEmpty }.map { $0.0.rawValue }
    }
  }

  @Test("a function is added once, and only what was added is removed")
  func registration() {
    #expect(unsafe SecKeychainRemoveCallback(hear) == errSecInvalidCallback)
    #expect(unsafe SecKeychainAddCallback(hear, .addEventMask, nil) == errSecSuccess)
    #expect(
      unsafe SecKeychainAddCallback(hear, .everyEventMask, nil) == errSecDuplicateCallback)
    #expect(unsafe SecKeychainAddCallback(other, .addEventMask, nil) == errSecSuccess)
    #expect(unsafe SecKeychainRemoveCallback(hear) == errSecSuccess)
    #expect(unsafe SecKeychainRemoveCallback(hear) == errSecInvalidCallback)
    #expect(unsafe SecKeychainRemoveCallback(other) == errSecSuccess)
  }

  @Test("each change posts its events, and a mask selects them")
  func events() throws {
    let home = try KeychainHome()
    try home.run {
      #expect(unsafe SecKeychainAddCallback(hear, .everyEventMask, nil) == errSecSuccess)
      defer { _ = unsafe SecKeychainRemoveCallback(hear) }
      let keychain = try KeychainCalls.created("event.keychain")
      #expect(Self.events(home) == [])
      _ = SecKeychainLock(keychain)
      _ = SecKeychainLock(keychain)
      #expect(Self.events(home) == [1])
      _ = KeychainCalls.unlock(keychain, "password")
      _ = KeychainCalls.unlock(keychain, "password")
      #expect(Self.events(home) == [2])
      let item = try #require(KeychainCalls.add("s", "a", to: keychain).item)
      #expect(Self.events(home) == [3])
      _ = unsafe SecKeychainItemModifyContent(item, nil, 1, "x")
      #expect(Self.events(home) == [4, 3])
      _ = SecKeychainItemDelete(item)
      #expect(Self.events(home) == [4])
      _ = SecKeychainSetSearchList([keychain] as CFArray)
      _ = SecKeychainSetSearchList([keychain] as CFArray)
      #expect(Self.events(home) == [11])
      _ = SecKeychainSetDefault(keychain)
      _ = SecKeychainSetDefault(keychain)
      #expect(Self.events(home) == [9])
      _ = SecKeychainDelete(keychain)
      #expect(Self.events(home) == [11, 9])
      #expect(SecKeychainDelete(keychain) == errSecNoSuchKeychain)
      #expect(Self.events(home) == [])
    }
    #expect(unsafe SecKeychainAddCallback(hear, .unlockEventMask, nil) == errSecSuccess)
    defer { _ = unsafe SecKeychainRemoveCallback(hear) }
    try home.run {
      let keychain = try KeychainCalls.created("mask.keychain")
      _ = SecKeychainLock(keychain)
      _ = KeychainCalls.unlock(keychain, "password")
      #expect(Self.events(home) == [2])
    }
  }
}

private func hear(
  _ event: SecKeychainEvent, _ info: UnsafeMutablePointer<SecKeychainCallbackInfo>,
  _ context: UnsafeMutableRawPointer?
) -> OSStatus {
  let info = unsafe info.pointee
  let keychain = unsafe unsafeBitCast(info.keychain, to: UInt.self)
  let item = unsafe unsafeBitCast(info.item, to: UInt.self)
  let path =
    keychain == 0 ? "" : unsafe info.keychain.takeUnretainedValue().description
  #expect(info.pid == getpid() && info.version == 0)
  KeychainEventTests.heard.withLock { $0.append((event, path, hasItem: item != 0)) }
  return -1
}

private func other(
  _ event: SecKeychainEvent, _ info: UnsafeMutablePointer<SecKeychainCallbackInfo>,
  _ context: UnsafeMutableRawPointer?
) -> OSStatus { 0 }
