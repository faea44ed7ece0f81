// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests the report of a restore before it removes items, and the items that it leaves
/// (Documentation/Decisions/restore.md).
@Suite("restore: rehearsed, merged, agreed to") struct RestoreTermsTests {
  private let store: BackedUpStore
  private let content: [UInt8]

  /// Makes a store that was changed since its backup: one item was added, and one has another
  /// secret.
  init() throws {
    store = try BackedUpStore(hasPasscode: false)
    try store.fill(Protection.allCases.filter { $0 != .whenPasscodeSetThisDeviceOnly })
    content = try store.backup().content
    _ = try store.session.add(password("class", "later", "secret of later"))
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("changed".utf8))
    try store.session.update(query("class", "ak"), setting: changes)
  }

  private var files: StoreFiles { StoreFiles(directory: store.locked.store.directory) }

  private func restore(_ change: (inout RestoreTerms) -> Void) throws -> RestoreReport {
    var terms = RestoreTerms()
    change(&terms)
    return try store.session.restore(content, under: BackedUpStore.wrapping(), terms)
  }

  /// Returns the accounts with their secrets, of the store that is in the directory now.
  private func secrets(in directory: String? = nil) throws -> [String: String] {
    let place = StoreLocation(directory: directory ?? files.directory)
    let session = try Engine.open(place, environment: store.locked.environment)
      .session(as: LockedStore.caller)
    var found: [String: String] = [:]
    for name in ["ak", "aku", "later"] {
      let match = try? session.copyMatching(query("class", name, .secret)).first
      found[name] = match?.secret?.text
    }
    #expect(try session.check().isClean)
    return found
  }

  private static let changed = [
    "ak": "changed", "aku": "secret of aku", "later": "secret of later",
  ]
  private static let restored = ["ak": "secret of ak", "aku": "secret of aku"]

  @Test("a rehearsal tells what a restore does, and changes nothing")
  func rehearsal() throws {
    let before = try store.session.describeStore()
    let foretold = try restore { $0.isRehearsal = true }
    let after = try store.session.describeStore()
    #expect(after.lastWrite == before.lastWrite && after.incarnation == before.incarnation)
    #expect(try secrets() == Self.changed)
    #expect(foretold.gone == 2 && foretold.setBack == 1)
    let names = foretold.goneItems.map { $0.attributes[.account] }
    #expect(names == [.text("constrained"), .text("later")])
    #expect(try restore { _ in } == foretold)
    #expect(try secrets() == Self.restored)
  }

  @Test("a merge removes nothing, and the later version stays")
  func merge() throws {
    let report = try restore { $0.isMerging = true }
    #expect(report.removed == 0 && report.gone == 0 && report.keptHere == 6)
    #expect(try secrets() == Self.changed)
    try store.session.delete(query("class", "aku"))
    #expect(try restore { $0.isMerging = true }.restored == 1)
    #expect(try secrets() == Self.changed)
  }

  @Test("no more is lost than was agreed to")
  func agreed() throws {
    #expect(status { _ = try restore { $0.mostLost = 2 } } == -25291)
    #expect(try secrets() == Self.changed)
    #expect(try restore { $0.mostLost = 3 }.lost == 3)
    #expect(try secrets() == Self.restored)
  }
}
