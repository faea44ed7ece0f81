// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import Testing

/// Tests the bytes of the file `lock` against Documentation/Formats/keybag.md, section 8.
@Suite("File that tells of locks") struct LockFileTests {
  private static func words(_ store: LockedStore) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: store.store.directory + "/lock")))
  }

  private static func write(_ bytes: [UInt8], _ store: LockedStore) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: store.store.directory + "/lock"))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  /// Returns the file with zeros in place of the times: those of the last lock and the first
  /// unlock.
  private static func untimed(_ store: LockedStore) throws -> [UInt8] {
    var words = try words(store)
    words.replaceSubrange(16..<32, with: [UInt8](repeating: 0, count: 16))
    return words
  }

  @Test("each act raises the number and says what was done; the rest is zeros")
  func writing() throws {
    let store = try LockedStore()
    let session = try store.open()
    #expect(try Self.words(store) == [])
    try session.setPasscode(passcode("1234"), for: UnlockLimit(seconds: nil))
    var expected = [UInt8](repeating: 0, count: 4096)
    let start = try Self.words(store)[0]
    #expect(start > 0)
    func compare(_ acts: UInt8, _ act: UInt8, _ unfinished: UInt8 = 0) throws {
      (expected[0], expected[4], expected[8]) = (start + acts, act, unfinished)
      #expect(try Self.untimed(store) == expected)
    }
    func isTimed(_ place: Int) throws -> Bool {
      try Self.words(store)[place..<place + 8].contains { $0 != 0 }
    }
    try compare(0, 0)
    #expect(try !isTimed(16))
    _ = try session.add(password("file", "one", "x", sync: true))
    try session.lockStore(all: false)
    try compare(1, 1)
    #expect(try isTimed(16))
    try session.delete(query("file", "one", sync: .any))
    try compare(1, 1, 1)
    try store.unlock(session)
    try compare(2, 0)
    try session.lockStore(all: true)
    try compare(3, 2)
    try store.unlock(session)
    try compare(4, 0)
  }

  @Test("what another program writes there is believed: a lock takes held keys away")
  func reading() throws {
    for (act, state) in [(UInt8(1), LockState.locked), (2, .beforeFirstUnlock)] {
      let store = try LockedStore()
      let session = try store.open(in: .unlocked)
      // A number that uses all four bytes.
      try Self.write([0xFE, 0xFF, 0x01, 0x80, act, 0, 0, 0], store)
      #expect(try store.open().lockStatus().state == state)
      #expect(try session.lockStatus().state == state)
      try store.unlock(session)
      #expect(try Self.words(store).prefix(8) == [0xFF, 0xFF, 0x01, 0x80, 0, 0, 0, 0])
    }
  }

  @Test("the number starts over behind its end, and is never zero")
  func wrapping() throws {
    let store = try LockedStore()
    let session = try store.open(in: .unlocked)
    try Self.write([0xFF, 0xFF, 0xFF, 0xFF], store)
    try session.lockStore(all: false)
    #expect(try Self.words(store).prefix(8) == [1, 0, 0, 0, 1, 0, 0, 0])
  }
}
