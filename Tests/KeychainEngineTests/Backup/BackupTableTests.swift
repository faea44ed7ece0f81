// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests the rows about backups in Specification/access-control.md, "Effects on items", and its
/// cases 55 to 57.
@Suite("Backup and restore by protection") struct BackupTableTests {
  private static let portable = ["ak", "ck", "dk"]
  private static let bound = ["aku", "cku", "dku"]

  @Test("case 55: on another device what is of this device only is gone", arguments: [true, false])
  func otherDevice(hasPasscode: Bool) throws {
    let (here, there) = (try BackedUpStore(), try BackedUpStore(hasPasscode: hasPasscode))
    try here.fill()
    let backup = try here.backup()
    #expect(backup.count == 6)
    #expect(backup.omitted == [.needsPasscode: 1, .constrained: 1])
    let report = try there.restore(backup.content)
    #expect(report.restored == 3 && report.ofOtherDevice == 3)
    #expect(there.secrets() == BackedUpStore.only(Self.portable))
    #expect(try there.session.check().isClean)
  }

  @Test("case 56: on the same one all but akpu and what needs a person comes back")
  func sameDevice() throws {
    let store = try BackedUpStore()
    try store.fill()
    let backup = try store.backup()
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("changed".utf8))
    try store.session.update(query("class", "aku"), setting: changes)
    _ = try store.session.add(password("class", "later", "not in the backup"))
    let report = try store.restore(backup.content)
    #expect(report.restored == 6 && report.removed == 9 && report.ofOtherDevice == 0)
    #expect(store.secrets() == BackedUpStore.only(Self.portable + Self.bound))
    #expect(status { _ = try store.session.copyMatching(query("class", "later")) } == -25300)
    #expect(try store.session.check().isClean)
  }

  @Test("a backup wrapped by the device: all but akpu here, nothing elsewhere")
  func wrappedByDevice() throws {
    let (here, there) = (try BackedUpStore(), try BackedUpStore())
    try here.fill()
    try there.fill([.whenUnlocked])
    let content = try here.session.backup(under: .device).content
    #expect(status { _ = try there.session.restore(content, under: .device) } == -26275)
    #expect(there.secrets()["ak"] == "secret of ak")
    #expect(status { _ = try here.restore(content) } == -50)
    _ = try here.session.restore(content, under: .device)
    #expect(here.secrets() == BackedUpStore.only(Self.portable + Self.bound))
  }

  @Test("case 57: a locked item makes the backup fail; what is readable while locked does not")
  func locked() throws {
    let store = try BackedUpStore()
    try store.fill([.always, .alwaysThisDeviceOnly])
    try store.session.delete(query("class", "constrained"))
    try store.session.lockStore(all: true)
    try store.session.requireBackup()
    #expect(try store.backup().count == 2)
    try store.locked.unlock(store.session)
    try store.fill([.whenUnlocked])
    try store.session.lockStore(all: false)
    #expect(status { try store.session.requireBackup() } == -25308)
    #expect(status { _ = try store.backup() } == -25308)
    try store.locked.unlock(store.session)
    try store.session.requireBackup()
    #expect(try store.backup().count == 3)
  }

  @Test("a locked akpu item is no reason to fail")
  func lockedPasscodeItem() throws {
    let store = try BackedUpStore()
    var item = password("class", "akpu", "x")
    item.protectionName = "akpu"
    _ = try store.session.add(item)
    try store.session.lockStore(all: false)
    try store.session.requireBackup()
    let backup = try store.backup()
    #expect(backup.count == 0 && backup.omitted == [.needsPasscode: 1])
  }

  @Test("a locked store takes no backup, and keeps what it has")
  func restoringLocked() throws {
    let store = try BackedUpStore()
    try store.fill()
    let content = try store.backup().content
    try store.session.lockStore(all: false)
    #expect(status { _ = try store.restore(content) } == -25308)
    try store.locked.unlock(store.session)
    #expect(store.secrets()["akpu"] == "secret of akpu")
    #expect(try store.restore(content).restored == 6)
  }

  @Test("a restore counts what is gone that the backup does not hold, and why")
  func gone() throws {
    let store = try BackedUpStore()
    try store.fill()
    _ = try store.session.add(password("class", "synchronizable", "x", sync: true))
    let content = try store.backup().content
    _ = try store.session.add(password("class", "later", "x"))
    let first = try store.restore(content)
    #expect(first.restored == 6 && first.removed == 9 && first.gone == 3)
    #expect(first.goneAsOmitted == [.needsPasscode: 1, .constrained: 1])
    let second = try store.restore(content)
    #expect(second.removed == 6 && second.gone == 0 && second.goneAsOmitted.isEmpty)
  }

  @Test("synchronizable and of this device only: it comes back into a store that lost it")
  func neverSyncing() throws {
    let store = try BackedUpStore()
    var item = password("class", "both", "x", sync: true)
    item.protectionName = "aku"
    _ = try store.session.add(item)
    let content = try store.backup().content
    try store.session.delete(query("class", "both", sync: .any))
    let report = try store.restore(content)
    #expect(report.restored == 1 && report.refused == 0)
    #expect(try store.session.copyMatching(query("class", "both", .secret, sync: .any)).count == 1)
  }

  @Test("another passcode, and none, change nothing for a backup of before")
  func passcodes() throws {
    let store = try BackedUpStore()
    try store.fill()
    let content = try store.backup().content
    try store.session.changePasscode(
      from: passcode("1234"), to: passcode("other"), for: UnlockLimit(seconds: nil))
    _ = try store.restore(content)
    #expect(store.secrets() == BackedUpStore.only(Self.portable + Self.bound))
    try store.session.removePasscode(passcode("other"))
    _ = try store.restore(content)
    #expect(store.secrets() == BackedUpStore.only(Self.portable + Self.bound))
  }

  @Test("renewed keys no longer open what is of this device only in an older backup")
  func renewedKeys() throws {
    let store = try BackedUpStore(hasPasscode: false)
    let protections = Protection.allCases.filter { $0 != .whenPasscodeSetThisDeviceOnly }
    try store.fill(protections)
    let content = try store.backup().content
    #expect(try store.session.rotateKeys().isComplete)
    #expect(try store.restore(content).ofOtherDevice == 3)
    #expect(store.secrets() == BackedUpStore.only(Self.portable))
    #expect(try store.session.check().isClean)
  }

  @Test("a wrong passphrase is refused and changes nothing")
  func wrongPassphrase() throws {
    let store = try BackedUpStore()
    try store.fill()
    let content = try store.backup().content
    let before = store.secrets()
    #expect(status { _ = try store.restore(content, "other words") } == -25293)
    #expect(status { _ = try store.session.restore(content, under: .device) } == -50)
    #expect(store.secrets() == before)
  }
}
