// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests that a first passcode makes new keys: keys from before open nothing in the store
/// afterwards.
@Suite("the first passcode") struct FirstPasscodeTests {
  private let store: LockedStore
  private static let forever = UnlockLimit(seconds: nil)
  private static let keybags = ["keybag", "keybag.copy"]

  init() throws { store = try LockedStore() }

  /// Makes a store with an item of each protection that needs no passcode.
  private func filled() throws -> (LockedStore, Session) {
    let session = try store.open()
    for protection in ["ak", "ck", "dk", "aku", "cku", "dku"] {
      var item = password("s", protection, "secret \(protection)")
      item.protectionName = protection
      _ = try session.add(item)
    }
    return (store, session)
  }

  private func keybag(_ store: LockedStore) throws -> UnlockedKeybag {
    try KeybagFiles(directory: store.store.directory, holder: store.holder)
      .open(randomness: SystemRandomness())
  }

  private func read(_ names: [String], _ store: LockedStore) throws -> [Data] {
    try names.map { try Data(contentsOf: URL(filePath: store.store.directory + "/" + $0)) }
  }

  /// Copies the files of the store, and replaces some of them.
  private func copy(of store: LockedStore, with files: [String: Data]) throws -> TestStore {
    let copy = try TestStore()
    for name in try store.store.names() where name != "lock" && !name.hasSuffix("-shm") {
      try FileManager.default.copyItem(
        atPath: "\(store.store.directory)/\(name)", toPath: "\(copy.directory)/\(name)")
    }
    for (name, data) in files { try data.write(to: URL(filePath: copy.directory + "/" + name)) }
    return copy
  }

  @Test("a keybag of before opens nothing, neither old items nor new ones")
  func oldKeybag() throws {
    let (store, session) = try filled()
    let before = try read(["keybag"], store)
    let report = try session.setPasscode(passcode("1234"), for: Self.forever)
    #expect(report.rowsResealed == 6 && report.isComplete && report.epoch == 2)
    _ = try session.add(password("s", "later", "secret"))
    try session.lockStore(all: true)
    let old = Dictionary(uniqueKeysWithValues: Self.keybags.map { ($0, before[0]) })
    let thief = try copy(of: store, with: old)
    #expect(status { _ = try thief.session("group").copyMatching(query("s")) } == -25291)
    // With its own keybag the copy is as locked as the store.
    let whole = try copy(of: store, with: [:])
    let own = try whole.session("group")
    #expect(status { _ = try own.copyMatching(query("s", "ak", .secret)) } == -25308)
    #expect(try keybag(store).allEpochs == [2])
  }

  @Test("cut off after any step, the passcode is set, old keys lie under it, and unlocking goes on")
  func cutOff() throws {
    var at = 0
    while true {
      let store = try LockedStore()
      let session = try store.open()
      for number in 0..<70 { _ = try session.add(password("s", "u\(number)", "x\(number)")) }
      var steps = 0
      let isCut =
        (try? session.setPasscode(passcode("1234"), for: Self.forever) {
          (_) throws(KeychainError) in
          steps += 1
          if steps > at { throw KeychainError(.ioFailed, "cut off") }
        }) == nil
      let place: Comment = "cut off after step \(at + 1)"
      try session.lockStore(all: true)
      #expect(status { _ = try session.copyMatching(query("s", "u1", .secret)) } == -25308, place)
      let locked = try keybag(store)
      #expect(locked.availability(of: .whenUnlocked) == .locked, place)
      #expect(try read(["keybag"], store) == read(["keybag.copy"], store), place)
      let other = try store.open()
      try store.unlock(other)
      #expect(try keybag(store).allEpochs == [2], place)
      #expect(try !other.describeStore().hasKeysFromBeforePasscode, place)
      #expect(try other.check().findings == [], place)
      for number in [0, 35, 69] {
        let found = try other.copyMatching(query("s", "u\(number)", .secret))
        #expect(found.first?.secret?.text == "x\(number)", place)
      }
      guard isCut else { break }
      at += 1
    }
    #expect(at >= 5, "prepared, begun, batches, settled, forgotten")
  }

  @Test("a rotation that was cut off is finished first: its keys were there without the passcode")
  func afterRotation() throws {
    let (store, session) = try filled()
    _ = try? session.rotateKeys { (step) throws(KeychainError) in
      if step == .begun { throw KeychainError(.ioFailed, "cut off") }
    }
    #expect(try session.setPasscode(passcode("1234"), for: Self.forever).epoch == 3)
    #expect(try keybag(store).allEpochs == [3])
    #expect(try keybag(store).passcode?.firstEpoch == 3)
  }

  @Test("changing it keeps the keys, rotating makes new ones, removing and setting too")
  func later() throws {
    let (store, session) = try filled()
    try session.setPasscode(passcode("1234"), for: Self.forever)
    try session.changePasscode(from: passcode("1234"), to: passcode("5"), for: Self.forever)
    #expect(try keybag(store).allEpochs == [2] && keybag(store).passcode?.firstEpoch == 2)
    #expect(try session.rotateKeys().epoch == 3)
    #expect(try keybag(store).passcode?.firstEpoch == 2)
    try session.removePasscode(passcode("5"))
    #expect(try !session.describeStore().hasKeysFromBeforePasscode)
    #expect(try session.setPasscode(passcode("6"), for: Self.forever).epoch == 4)
    #expect(try keybag(store).allEpochs == [4])
  }

  @Test("set twice: refused, and no keys are made")
  func twice() throws {
    let (store, session) = try filled()
    try session.setPasscode(passcode("1234"), for: Self.forever)
    #expect(status { try session.setPasscode(passcode("1"), for: Self.forever) } == -50)
    #expect(try keybag(store).allEpochs == [2])
  }
}
