// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests `restore --undo`: the copy that a restore keeps, and when it is removed
/// (Documentation/Decisions/restore-undo.md).
@Suite("restore: undone") struct KeptCopyTests {
  private let store: BackedUpStore
  private let content: [UInt8]

  /// Makes a store that was changed since its backup.
  ///
  /// One item was added, and one has another secret. One needs the passcode. A synchronizable item
  /// differs from its version in the backup.
  init() throws {
    store = try BackedUpStore()
    try store.fill()
    var shared = password("class", "shared", "first")
    shared.isSynchronizable = true
    _ = try store.session.add(shared)
    content = try store.backup().content
    _ = try store.session.add(password("class", "later", "secret of later"))
    try change("ak", to: "changed")
  }

  private func change(_ name: String, to secret: String) throws {
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array(secret.utf8))
    try store.session.update(query("class", name, sync: .any), setting: changes)
  }

  private var directory: String { store.locked.store.directory }
  private var copy: String { directory + "/before-restore.db" }

  private var isKept: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.contains { $0.hasPrefix("before-restore.db") }
  }

  private var terms: RestoreTerms {
    var terms = RestoreTerms()
    terms.keepsCopy = true
    return terms
  }

  private func restore() throws -> RestoreReport {
    try store.session.restore(content, under: BackedUpStore.wrapping(), terms)
  }

  private func undo(_ change: (inout RestoreTerms) -> Void = { _ in }) throws -> RestoreReport {
    var terms = terms
    change(&terms)
    return try store.session.undoRestore(terms)
  }

  /// Returns the secrets by account, including the items that were added later.
  private func secrets() throws -> [String: String] {
    var found = store.secrets()
    for name in ["later", "shared"] {
      let match = try? store.session.copyMatching(
        query("class", name, .secret, sync: .any)
      ).first
      found[name] = match?.secret?.text
    }
    #expect(try store.session.check().isClean)
    return found
  }

  @Test("all of it is back: secrets, names, dates, what needs a passcode or a person")
  func undone() throws {
    let before = try secrets()
    let references = try store.references()
    #expect(before["ak"] == "changed" && before["akpu"] == "secret of akpu")
    _ = try restore()
    #expect(isKept)
    let restored = try secrets()
    #expect(restored["ak"] == "secret of ak" && restored["later"] == nil)
    #expect(restored["akpu"] == "-25300" && restored["constrained"] == "-25300")

    let report = try undo()
    #expect(try secrets() == before)
    #expect(try store.references() == references)
    #expect(report.damaged == 0 && report.gone == 0)

    // Undoing the undo restores the backup again, any number of times.
    _ = try undo()
    #expect(try secrets() == restored)
    _ = try undo()
    #expect(try secrets() == before)
  }

  @Test("what came after the restore is shown, and is not lost unasked")
  func since() throws {
    _ = try restore()
    _ = try store.session.add(password("class", "since", "secret of since"))
    let foretold = try undo { $0.isRehearsal = true }
    #expect(foretold.gone == 1)
    #expect(foretold.goneItems.first?.attributes[.account] == .text("since"))
    #expect(status { _ = try undo { $0.mostLost = 0 } } == -25291)
    #expect(try undo { $0.mostLost = foretold.lost }.gone == 1)
    _ = try undo()
    let since = try store.session.copyMatching(query("class", "since", .secret)).first
    #expect(since?.secret?.text == "secret of since")
  }

  @Test("a synchronizable item has its former secret again, with a later revision")
  func shared() throws {
    try change("shared", to: "second")
    _ = try restore()
    #expect(try secrets()["shared"] == "second")
    try change("shared", to: "third")
    #expect(try undo().setBack == 1)
    #expect(try secrets()["shared"] == "second")
  }

  @Test("a kill before the copy has its name costs nothing")
  func unnamed() throws {
    let before = try secrets()
    _ = try restore()
    try FileManager.default.moveItem(atPath: copy, toPath: copy + ".new")
    _ = try undo()
    #expect(try secrets() == before)
  }

  @Test("a copy of a restore that did not come about is none of the store")
  func stranger() throws {
    #expect(status { _ = try undo() } == -25294)
    _ = try restore()
    let first = try Data(contentsOf: URL(fileURLWithPath: copy))
    let between = try secrets()
    _ = try store.session.add(password("class", "second", "second"))
    _ = try restore()
    // Leaves the file that a process killed before the commit leaves.
    try first.write(to: URL(fileURLWithPath: copy + ".new"))
    _ = try undo()
    #expect(try secrets() == between)
    _ = try restore()
    try first.write(to: URL(fileURLWithPath: copy))
    #expect(status { _ = try undo() } == -25294)
    #expect(try secrets() == between)
  }

  @Test("a restore that changes nothing leaves the copy of the one before")
  func twice() throws {
    #expect(try restore().lost > 0)
    // Restores again, like a user who is not sure whether the first restore succeeded.
    let second = try restore()
    #expect(second.changesNothing && !second.replacedCopy)
    #expect(try store.session.describeStore().hasCopyFromBefore)
    _ = try undo()
    #expect(try secrets()["later"] == "secret of later")
    // Adds an item that the backup does not hold, so that there is newer content to keep.
    _ = try restore()
    _ = try store.session.add(password("class", "shared 2", "x"))
    let third = try restore()
    #expect(third.lost == 1 && third.replacedCopy)
    _ = try undo()
    #expect(try secrets()["later"] == nil)
  }

  @Test("a restore that fails leaves the copy of the one before")
  func failed() throws {
    let before = try secrets()
    _ = try restore()
    var terms = terms
    terms.mostLost = -1
    #expect(
      status {
        _ = try store.session.restore(content, under: BackedUpStore.wrapping(), terms)
      } == -25291)
    #expect(!FileManager.default.fileExists(atPath: copy + ".new"))
    _ = try undo()
    #expect(try secrets() == before)
  }

  @Test("no copy outlives the keys and the passcode that it opens by", arguments: 0..<4)
  func raised(_ way: Int) throws {
    _ = try restore()
    #expect(isKept)
    switch way {
    case 0: _ = try store.session.rotateKeys()
    case 1:
      try store.session.changePasscode(
        from: passcode("1234"), to: passcode("other"), for: UnlockLimit(seconds: nil))
    case 2: try store.session.removePasscode(passcode("1234"))
    default: #expect(try store.session.forgetBeforeRestore())
    }
    #expect(!isKept)
    #expect(try !store.session.forgetBeforeRestore())
    #expect(status { _ = try undo() } == -25294)
  }

  @Test("a copy that is made while keys are renewed goes with the old ones")
  func renewing() throws {
    _ = try store.session.rotateKeys { (step) throws(KeychainError) in
      guard step == .begun else { return }
      do { _ = try restore() } catch { Issue.record("\(error)") }
      #expect(isKept)
    }
    #expect(!isKept)
    #expect(status { _ = try undo() } == -25294)
  }

  @Test("a draft that was never finished hides no copy")
  func unfinished() throws {
    let before = try secrets()
    _ = try restore()
    try Data(repeating: 7, count: 700).write(to: URL(fileURLWithPath: copy + ".new"))
    _ = try undo()
    #expect(try secrets() == before)
  }

  @Test("a restore without a copy leaves none of an earlier one")
  func without() throws {
    _ = try restore()
    _ = try store.restore(content)
    #expect(!isKept)
  }

  @Test("a wrong passcode removes no copy")
  func wrong() throws {
    _ = try restore()
    #expect(
      status {
        try store.session.changePasscode(
          from: passcode("wrong"), to: passcode("other"), for: UnlockLimit(seconds: nil))
      } == -25293)
    #expect(isKept)
  }

  @Test("the first passcode removes the copy")
  func first() throws {
    let store = try BackedUpStore(hasPasscode: false)
    _ = try store.session.add(password("class", "ak", "secret"))
    let content = try store.backup().content
    _ = try store.session.restore(content, under: BackedUpStore.wrapping(), terms)
    let copy = store.locked.store.directory + "/before-restore.db"
    #expect(FileManager.default.fileExists(atPath: copy))
    _ = try store.session.setPasscode(passcode("1234"), for: UnlockLimit(seconds: nil))
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test("a copy that was changed brings back no item that was")
  func edited() throws {
    _ = try restore()
    let restored = try secrets()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    for place in stride(from: 4096, to: bytes.count, by: 512) { bytes[place] ^= 1 }
    try bytes.write(to: URL(fileURLWithPath: copy))
    #expect(status { _ = try undo() } != 0)
    #expect(try secrets() == restored)
  }
}
