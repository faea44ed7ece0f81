// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests archived stores with a passcode, of every released version of the keybag.
///
/// A call that the lock state forbids is refused. The stores are undamaged once they are unlocked.
@Suite("archived stores with a passcode") struct PasscodeArchiveTests {
  private static let folders = ["keybag-2", "keybag-3"]
  private static let variants = ["closed", "log"]
  private static let words = "Süßholz 1234"
  private static let ownWords = "archive password"

  private let holder = ProcessKeyHolder(clock: SystemClock())

  private func open(_ archive: Archive) throws -> Session {
    var environment = Environment.system
    environment.holder = holder
    environment.passcodeCost = .forTests
    return try Engine.open(
      StoreLocation(directory: archive.directory), environment: environment
    ).session(as: Caller(identifier: "tool", groups: ["archive.first"]))
  }

  private func unlock(_ session: Session, _ text: String = words) throws {
    try session.unlockStore(passcode(text), at: .prompt, for: UnlockLimit(seconds: nil))
  }

  @Test("the version that is written with a passcode has an archive")
  func complete() throws {
    let archive = try Archive(Self.folders.last ?? "", "closed")
    #expect(archive.numbers["keybag"] == Int(KeybagImage.versionWithEpoch))
    // The store's own format is tested by archives of its own.
    #expect((2...SchemaText.formatVersion).contains(archive.numbers["format"] ?? 0))
    let made = try LockedDisk(archive)
    // Release builds accept this cost too.
    #expect(made.keybag.passcode?.derivation?.cost.isForTests == false)
    #expect(made.keybag.passcode?.lostWrite ?? 0 > 0)
    #expect(Set(archive.protections) == Set(Protection.allCases.map(\.name)))
  }

  /// The keybag of an archive, opened with its passcode.
  private struct LockedDisk {
    let keybag: UnlockedKeybag

    init(_ archive: Archive) throws {
      keybag = try KeybagFiles(directory: archive.directory).open(randomness: SystemRandomness())
    }
  }

  @Test("unlocked, it holds every item of its manifest and no other", arguments: folders, variants)
  func contents(_ folder: String, _ variant: String) throws {
    let archive = try Archive(folder, variant)
    #expect((archive.size("store.db-wal") ?? 0 > 0) == (variant == "log"))
    let session = try open(archive)
    #expect(try session.lockStatus().wrongTries == archive.numbers["count tries"])
    #expect(status { try unlock(session, "wrong") } == -25293)
    // The passcode in another Unicode normalization form.
    try unlock(session, "Su\u{308}ßholz 1234")
    #expect(try session.lockStatus().wrongTries == 0)
    try compare(session.engine, with: archive)
    // Unlocking seals the rows of version 2 anew, which finishes the tombstone. With version 3 it
    // stays unfinished, because the hint of it is not part of an archive.
    #expect(try session.finishTombstones() == (folder == "keybag-2" ? 0 : 1))
    #expect(try !session.describeStore().hasKeysFromBeforePasscode)
    let report = try session.check()
    #expect(report.isClean, "\(report.findings)")
  }

  private func compare(_ engine: Engine, with archive: Archive) throws {
    var (left, lost) = (archive.blocks, 0)
    for itemClass in ItemClass.stored {
      var plan = StorePlan(itemClass, contents: [.secret, .digests])
      plan.rows = .both
      for row in try engine.store.fetch(plan) {
        switch engine.codec.open(row) {
        case .lost: lost += 1
        case .damaged, .locked: Issue.record("a row does not open")
        case .item(let item):
          let lines = item.lines(secret: try secret(item, engine.codec))
          // Tombstones that were unfinished in the archive have been finished with new keys.
          let found = left.firstIndex { block in
            block.allSatisfy { $0 == "reason unfinished" || lines.contains($0) }
          }
          #expect(found != nil, "\(lines.sorted())")
          if let found { left.remove(at: found) }
        }
      }
    }
    #expect(left.isEmpty, "lacks \(left)")
    #expect(lost == 0)
  }

  private func secret(_ item: OpenedItem, _ codec: RowCodec) throws -> [UInt8]? {
    try codec.openSecret(
      of: item, password: SecretBytes(copying: Array(Self.ownWords.utf8)), with: SealerLease()
    )?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  @Test(
    "locked, each protection is refused or read as the state says", arguments: folders, variants)
  func locked(_ folder: String, _ variant: String) throws {
    let archive = try Archive(folder, variant)
    let session = try open(archive)
    try judge(session, archive, .beforeFirstUnlock)
    try unlock(session)
    try judge(session, archive, .unlocked)
    try session.lockStore(all: false)
    try judge(session, archive, .locked)
    // Opens the store as another process of the same machine would.
    try judge(open(archive), archive, .locked)
  }

  private func judge(_ session: Session, _ archive: Archive, _ state: LockState) throws {
    #expect(try session.lockStatus().state == state)
    // One tombstone waits for its class key.
    var rowsLocked = state == .unlocked ? 0 : 1
    for protection in Protection.allCases {
      let isThere = state.has(protection, hasPasscode: true)
      let name = "protected by \(protection.name)"
      var text: String?
      let code = status {
        text = try session.copyMatching(query("archive", name, .secret)).first?.secret?.text
      }
      #expect(code == (isThere ? 0 : -25308), "\(protection.name) while \(state)")
      #expect(text == (isThere ? "secret of \(protection.name)" : nil))
      if !isThere { rowsLocked += archive.protections.count { $0 == protection.name } }
      var item = password("archive", "new \(protection.name)")
      item.protectionName = protection.name
      #expect(status { _ = try session.add(item) } == code, "\(protection.name) while \(state)")
      if isThere { try session.delete(query("archive", "new \(protection.name)")) }
    }
    #expect(status { _ = try session.backup(under: .device) } == (state == .unlocked ? 0 : -25308))
    let report = try session.check()
    #expect(report.isClean, "\(report.findings)")
    #expect(report.rowsLocked == rowsLocked, "\(state)")
    // The lost rows are removed when rows are sealed anew.
    let lost = state == .beforeFirstUnlock ? archive.numbers["count lost"] : 0
    #expect(report.rowsLost == lost, "\(state)")
  }

  @Test("its passcode is changed and removed, and akpu goes with it", arguments: folders)
  func going(_ folder: String) throws {
    let archive = try Archive(folder, "closed")
    let session = try open(archive)
    try session.changePasscode(
      from: passcode(Self.words), to: passcode("new"), for: UnlockLimit(seconds: nil))
    #expect(try session.lockStatus().state == .unlocked)
    try compare(session.engine, with: archive)
    try session.removePasscode(passcode("new"))
    #expect(
      status { _ = try session.copyMatching(query("archive", "protected by akpu")) } == -25300)
    let found = try session.copyMatching(query("archive", "protected by aku", .secret))
    #expect(found.first?.secret?.text == "secret of aku")
    #expect(try session.check().isClean)
  }
}

extension Archive {
  /// The protections of the archive's items, one for each item.
  var protections: [String] {
    blocks.filter { $0.first?.hasPrefix("item ") == true }.flatMap { block in
      block.filter { $0.hasPrefix("protection ") }.map { String($0.dropFirst(11)) }
    }
  }
}
