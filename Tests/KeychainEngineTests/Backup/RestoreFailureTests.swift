// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainTypes
import SecureMemory
import Testing

/// Tests a disk that fails during a restore: the restore is refused and the store unchanged, or it
/// is done.
@Suite("Failures while restoring") struct RestoreFailureTests {
  @Test("a disk that fails from the n-th act on") func acts() throws {
    let source = try BackedUpStore(hasPasscode: false)
    for number in 0..<4 {
      _ = try source.session.add(password("new", "\(number)", "of the backup"))
    }
    let content = try source.backup().content
    var isDone = false
    var refused = 0
    for acts in 0..<200 where !isDone {
      let store = try ProofStore()
      for number in 0..<3 { _ = try store.session().add(password("old", "\(number)", "kept")) }
      let before = try StoreSnapshot(store.session())
      store.close()
      let fate = Fate(after: acts)
      do {
        let environment = Environment.system.guarded { operation in
          !operation.isChange || fate.spends() ? nil : .failure
        }
        guard
          let engine = try? Engine.open(
            StoreLocation(directory: store.directory), environment: environment)
        else { continue }
        let session = engine.session(as: Caller(identifier: "proof.app", groups: ["proof.group"]))
        isDone = status { _ = try session.restore(content, under: BackedUpStore.wrapping()) } == 0
      }
      try store.open()
      #expect(try store.session().check().isClean, "after \(acts) acts")
      let after = try StoreSnapshot(store.session())
      if !isDone {
        refused += 1
        // A failure of the acts after the commit loses nothing.
        #expect(after == before || after.secrets.isEmpty, "after \(acts) acts")
      } else {
        #expect(after != before)
      }
    }
    #expect(isDone && refused > 5)
  }

  @Test("a store is made only once the backup has been opened") func making() throws {
    let source = try BackedUpStore(hasPasscode: false)
    _ = try source.session.add(password("new", "name", "of the backup"))
    let content = try source.backup().content
    let folder = try TestStore()
    let place = folder.directory + "/made"
    func restore(_ content: [UInt8], _ words: String) throws -> RestoreReport {
      try Engine.restore(content, by: try passcode(words)) { () throws(KeychainError) in
        try Engine.open(StoreLocation(directory: place))
          .session(as: Caller(identifier: "app", groups: ["group"]))
      }
    }
    for (bytes, words, code) in [
      (Array("no backup".utf8), BackedUpStore.words, Int32(-26275)),
      (content, "other words", -25293),
    ] {
      #expect(status { _ = try restore(bytes, words) } == code)
      #expect(!FileManager.default.fileExists(atPath: place))
    }
    #expect(try restore(content, BackedUpStore.words).restored == 1)
  }

  @Test("an item under an application password, which no backup holds, is refused and no other")
  func applicationPassword() throws {
    let store = try BackedUpStore(hasPasscode: false)
    let keybag = store.session.engine.codec.keybag
    var writer = try BackupWriter(
      of: keybag, under: passcode(BackedUpStore.words), cost: .forTests, at: .reference,
      randomness: SystemRandomness())
    for name in ["plain", "locked"] {
      var attributes = AttributeSet()
      attributes[.accessGroup] = .text("group")
      attributes[.service] = .text("class")
      attributes[.account] = .text(name)
      let control =
        name == "locked"
        ? try AccessControl(protectionName: "ak", flags: .applicationPassword) : nil
      var draft = ItemDraft(
        .genericPassword, attributes: attributes, protection: .whenUnlocked,
        isSynchronizable: false, isTombstone: false, accessControl: control,
        secret: SecretBytes(copying: [1]), creator: "app")
      draft.addDefaults()
      let version = ItemVersion(
        draft, uuid: Identifier16(high: 1, low: name == "plain" ? 1 : 2),
        persistentIdentifier: nil, revision: .reference)
      try writer.append(version.encode(), protection: .whenUnlocked)
    }
    let report = try store.restore(writer.finish())
    #expect(report.restored == 1 && report.refused == 1)
    #expect(status { _ = try store.session.copyMatching(query("class", "plain")) } == 0)
  }
}
