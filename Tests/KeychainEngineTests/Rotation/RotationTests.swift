// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests the rotation of keys (Documentation/Formats/store.md, Documentation/Formats/keybag.md).
@Suite("key rotation")
struct RotationTests {
  @Test("every row is sealed anew, nothing of an item changes, the old keys are gone")
  func whole() throws {
    let store = try RotationStore()
    try store.fill()
    let before = try store.session.state()
    let references = try store.session.copyMatching(query(nil, nil, .persistentReference))
    let oldKeybag = try store.keybag()
    let report = try store.session.rotateKeys()
    #expect(report.hasNewKeys && report.isComplete && report.epoch == 2)
    #expect(report.rowsResealed == (try store.epochs()[2]))
    #expect(try store.epochs().count == 1)
    #expect(try before.isSame(as: store.session.state()))
    #expect(
      try store.session.copyMatching(query(nil, nil, .persistentReference)).map(\.identifier)
        == references.map(\.identifier))
    #expect(try store.session.check().findings == [])
    let found = try store.session.copyMatching(query("s", "u3", .secret))
    #expect(found.first?.secret?.text == "x3")

    let keybag = try store.keybag()
    #expect(keybag.allEpochs == [2])
    #expect(keybag.condition == .inStep && !keybag.hasNextDeviceKey)
    #expect(Set(oldKeybag.image.records).isDisjoint(with: keybag.image.records))
    #expect(try oldKeybag.using(.only(2)) == nil)
    #expect(try store.other().check().findings == [])
    let second = try store.other().rotateKeys()
    #expect(second.hasNewKeys && second.epoch == 3 && second.isComplete)
    #expect(try store.session.copyMatching(query("s", "u3", .secret)).first != nil)
  }

  @Test("an old device key with an old keybag, put back, opens no row and is refused")
  func stolenKeys() throws {
    let store = try RotationStore()
    let files = FileManager.default
    let names = ["device.key", "keybag", "keybag.copy"]
    let stolen = try TestStore()
    for name in names {
      try files.copyItem(
        atPath: "\(store.store.directory)/\(name)", toPath: "\(stolen.directory)/\(name)")
    }
    #expect(try store.session.rotateKeys().isComplete)
    let old = RowCodec(
      keybag: try KeybagFiles(directory: stolen.directory).open(randomness: SystemRandomness()))
    for row in try store.engine.store.fetch(StorePlan(.genericPassword)) {
      guard case .damaged = old.open(row) else {
        Issue.record("a row opens under keys that are gone")
        continue
      }
    }
    for name in names {
      try files.removeItem(atPath: "\(store.store.directory)/\(name)")
      try files.copyItem(
        atPath: "\(stolen.directory)/\(name)", toPath: "\(store.store.directory)/\(name)")
    }
    #expect(status { _ = try store.other() } == -25291)
    #expect(try store.session.copyMatching(query("s", "u1", .secret)).count == 1)
  }

  @Test("a class that is locked waits: found, unique, deletable, and done by a later call")
  func lockedClasses() throws {
    let store = try RotationStore(passwords: 2)
    try store.fill()
    let report = try store.locked.rotateKeys()
    #expect(report.epoch == 2 && !report.isComplete && report.rowsDamaged == 0)
    #expect(Set(report.waiting.keys).isDisjoint(with: RotationStore.kept))
    #expect(report.waiting.count == 4 && report.rowsResealed == 3)
    #expect(try store.epochs().count == 2)
    for session in [store.session, try store.other()] {
      #expect(try session.check().findings == [])
      #expect(try session.copyMatching(query("kinds", "ak", .secret)).count == 1)
      #expect(try session.copyMatching(query("kinds", "dk", .secret)).count == 1)
      #expect(try session.copyMatching(query("kinds", nil, .secret)).count == 6)
      for account in ["ak", "dk"] {
        #expect(status { _ = try session.add(password("kinds", account)) } == -25299)
      }
      #expect(status { _ = try session.copyMatching(query("kinds", "none")) } == -25300)
    }
    #expect(status { _ = try store.locked.copyMatching(query("kinds", "ak")) } == -25308)
    #expect(status { _ = try store.locked.add(password("kinds", "ak")) } == -25308)
    try store.locked.delete(query("kinds", "aku"))
    try store.locked.delete(query("sync", "stays", sync: .any))
    #expect(try store.session.check().findings == [])

    // No further generation begins while rows wait.
    let again = try store.locked.rotateKeys()
    #expect(!again.hasNewKeys && again.epoch == 2 && again.rowsResealed == 0)
    #expect(try store.keybag().allEpochs == [1, 2])
    let last = try store.session.rotateKeys()
    #expect(!last.hasNewKeys && last.epoch == 2 && last.isComplete)
    #expect(try store.epochs().count == 1)
    #expect(try store.keybag().allEpochs == [2])
    #expect(try store.session.finishTombstones() == 0, "sealed anew, a tombstone is a finished one")
    #expect(try store.session.check().findings == [])
  }

  @Test("while rows of two generations are there, changes find, move and replace both")
  func changesInBetween() throws {
    let store = try RotationStore(passwords: 3)
    _ = try store.locked.rotateKeys()
    let session = store.session
    // A change that keeps the primary key is not a move, and seals the row with the new keys.
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("new".utf8))
    try session.update(query("s", "u0"), setting: changes)
    #expect(try store.epochs() == [1: 2, 2: 1])
    #expect(try session.copyMatching(query("s", "u0", .secret)).first?.secret?.text == "new")
    // Renaming to the name of a row of the other generation is refused. Renaming to a free name is
    // not.
    var rename = Changes()
    rename.attributes[.account] = .text("u1")
    #expect(status { try session.update(query("s", "u0"), setting: rename) } == -25299)
    rename.attributes[.account] = .text("free")
    try session.update(query("s", "u1"), setting: rename)
    #expect(status { _ = try session.copyMatching(query("s", "u1")) } == -25300)
    _ = try session.add(password("s", "u1", "again"))
    try session.delete(query("s", "u2"))
    #expect(try session.copyMatching(query("s")).count == 3)
    #expect(try session.check().findings == [])
    var limited = query("s")
    limited.limit = .one
    #expect(try session.copyMatching(limited).count == 1)
  }

  @Test("a tombstone of a moved item names the new slot of where it went")
  func movedTombstones() throws {
    let store = try RotationStore(passwords: 0)
    _ = try store.session.add(password("s", "from", "x", sync: true))
    var rename = Changes()
    rename.attributes[.account] = .text("to")
    try store.session.update(query("s", "from", sync: .any), setting: rename)
    _ = try store.session.rotateKeys()
    var plan = StorePlan(.genericPassword)
    plan.rows = .both
    let rows = try store.engine.store.fetch(plan)
    let slot = rows.first { !$0.facts.isTombstone }?.facts.slot
    let tombstone = try #require(rows.first { $0.facts.isTombstone })
    guard case .item(let item) = store.engine.codec.open(tombstone) else { throw Missing() }
    #expect(item.metadata.tombstone == slot.map { .moved(to: $0) })
  }
}
