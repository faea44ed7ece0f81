// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SecureMemory
import Security
import TestPatience
import Testing

/// Events within one process (Specification/file-keychain.md, "Events").
@Suite("Events of keychains", .serialized)
struct KeychainEventTests {
  /// The events that the function `hear` has heard, with the paths of their keychains.
  fileprivate static let heard = Lock<[(SecKeychainEvent, String, hasItem: Bool)]>([])

  /// True if the function `hearInThread` was called.
  fileprivate static let isHeard = Lock(false)

  /// Runs the run loop, and returns the numbers of the events of a home.
  ///
  /// Exactly the events about items have an item.
  private static func events(_ home: KeychainHome) -> [UInt32] {
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.05))
    return heard.withLock { heard in
      defer { heard = [] }
      let own = heard.filter { $0.1.contains(home.directory) || $0.1.isEmpty }
      let ofItems: [SecKeychainEvent] = [.addEvent, .deleteEvent, .updateEvent]
      #expect(own.allSatisfy { $0.hasItem == ofItems.contains($0.0) })
      return own.map { $0.0.rawValue }
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
    let home = try KeychainHome(ConsentingPerson())
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
      var access: SecAccess?
      #expect(unsafe SecKeychainItemCopyAccess(item, &access) == errSecSuccess)
      #expect(SecKeychainItemSetAccess(item, try #require(access)) == errSecSuccess)
      #expect(Self.events(home) == [5])
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
    try home.run {
      #expect(unsafe SecKeychainAddCallback(hear, .unlockEventMask, nil) == errSecSuccess)
      defer { _ = unsafe SecKeychainRemoveCallback(hear) }
      let keychain = try KeychainCalls.created("mask.keychain")
      _ = SecKeychainLock(keychain)
      _ = KeychainCalls.unlock(keychain, "password")
      #expect(Self.events(home) == [2])
    }
  }
}

extension KeychainEventTests {
  @Test("an event of another thread wakes the run loop")
  func otherThread() throws {
    let home = try KeychainHome()
    let (isReady, isEnded) = (Lock(false), Lock(false))
    let listener = Thread {
      let added = home.run { unsafe SecKeychainAddCallback(hearInThread, .lockEventMask, nil) }
      isReady.withLock { $0 = added == errSecSuccess }
      // Longer than the test waits: nothing but the event may wake the loop.
      let end = Date(timeIntervalSinceNow: 60)
      while !Self.isHeard.withLock({ $0 }), Date() < end {
        _ = RunLoop.current.run(mode: .default, before: end)
      }
      isEnded.withLock { $0 = true }
    }
    listener.start()
    #expect(Patience.wait { isReady.withLock { $0 } })
    try home.run {
      let keychain = try KeychainCalls.created("thread.keychain")
      // The loop sleeps by now, or will look for work before it sleeps.
      #expect(SecKeychainLock(keychain) == errSecSuccess)
    }
    #expect(Patience.wait(within: Patience.soon) { Self.isHeard.withLock { $0 } })
    #expect(unsafe SecKeychainRemoveCallback(hearInThread) == errSecSuccess)
    #expect(Patience.wait { isEnded.withLock { $0 } })
  }

  @Test("an event whose payload is over 16 KiB is dropped")
  func payload() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("payload.keychain")
      #expect(unsafe SecKeychainAddCallback(hear, .addEventMask, nil) == errSecSuccess)
      defer { _ = unsafe SecKeychainRemoveCallback(hear) }
      for (size, events) in [(17_000, []), (15_000, [3])] as [(Int, [UInt32])] {
        let name = String(repeating: "x", count: size)
        #expect(KeychainCalls.add(name, "a", to: keychain).status == errSecSuccess)
        #expect(Self.events(home) == events)
      }
    }
  }

  @Test("events for a run loop that does not run are bounded, and freed with the function")
  func waiting() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("waiting.keychain")
      #expect(unsafe SecKeychainAddCallback(hear, .everyEventMask, nil) == errSecSuccess)
      for _ in 0..<600 {
        _ = SecKeychainLock(keychain)
        _ = KeychainCalls.unlock(keychain, "password")
      }
      let events = Self.events(home)
      #expect(events.count == 1_024 && events.last == 2)
      weak let item = KeychainCalls.add("s", "a", to: .store).item
      #expect(item != nil)
      #expect(unsafe SecKeychainRemoveCallback(hear) == errSecSuccess)
      #expect(item == nil)
      #expect(Self.events(home) == [])
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

private func hearInThread(
  _ event: SecKeychainEvent, _ info: UnsafeMutablePointer<SecKeychainCallbackInfo>,
  _ context: UnsafeMutableRawPointer?
) -> OSStatus {
  KeychainEventTests.isHeard.withLock { $0 = true }
  return 0
}
