// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainTypes
import Testing

/// Tests items whose protection, passcode or lock state changes (Specification/secitem.md,
/// "Passcode removal and key bag loss", Specification/access-control.md, "Effects on items").
@Suite("Protection over time")
struct ProtectionChangeTests {
  private func item(_ account: String, _ protection: Protection) -> NewItem {
    var item = password("s", account, "secret of \(account)")
    item.protectionName = protection.name
    return item
  }

  @Test("another protection is set in place: no new item, and the old key opens nothing of it")
  func inPlace() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    let before = try #require(try session.add(item("a", .always)))
    for protection in Protection.allCases {
      var changes = Changes()
      changes.protectionName = protection.name
      try session.update(query("s", "a"), setting: changes)
      let found = try session.copyMatching(query("s", "a", [.secret, .attributes]))
      #expect(found.count == 1)
      #expect(found.first?.identifier == before.identifier)
      #expect(found.first?.secret?.text == "secret of a")
      #expect(found.first?.attributes?[.protection] == .text(protection.name))
      try locked.put(session, in: .beforeFirstUnlock)
      let isThere = [.always, .alwaysThisDeviceOnly].contains(protection)
      let answer = status { _ = try session.copyMatching(query("s", "a", .secret)) }
      #expect(answer == (isThere ? 0 : -25308), "\(protection)")
      try locked.unlock(session)
    }
  }

  @Test("setting, changing and removing the passcode keeps every item but those that need one")
  func passcodes() throws {
    let locked = try LockedStore()
    let session = try locked.open()
    let plain = Protection.allCases.filter { $0 != .whenPasscodeSetThisDeviceOnly }
    for protection in plain { _ = try session.add(item(protection.name, protection)) }
    func requireAll(_ names: [String]) throws {
      let found = try session.copyMatching(query("s", nil, [.secret, .attributes]))
      #expect(found.count == names.count)
      for name in names {
        let one = try session.copyMatching(query("s", name, .secret))
        #expect(one.first?.secret?.text == "secret of \(name)")
      }
    }
    let names = plain.map(\.name)
    try requireAll(names)
    try session.setPasscode(passcode("1234"), for: .standard)
    try requireAll(names)
    _ = try session.add(item("akpu", .whenPasscodeSetThisDeviceOnly))
    try session.changePasscode(from: passcode("1234"), to: passcode("abcd"), for: .standard)
    try requireAll(names + ["akpu"])
    try session.lockStore(all: true)
    #expect(status { try locked.unlock(session) } == -25293)
    try session.unlockStore(passcode("abcd"), at: .prompt, for: .standard)
    try requireAll(names + ["akpu"])
    try session.removePasscode(passcode("abcd"))
    try requireAll(names)
    #expect(status { _ = try session.copyMatching(query("s", "akpu")) } == -25300)
    #expect(status { try session.delete(query("s", "akpu")) } == -25300)
  }

  @Test("51: an item that needed a passcode is gone with it; another passcode makes room for it")
  func removed() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    _ = try session.add(item("a", .whenPasscodeSetThisDeviceOnly))
    _ = try session.add(item("b", .whenUnlocked))
    // Counts like `security remove-passcode`, also on a locked store.
    func lost() throws -> Int {
      try session.listItems(ItemClass.stored).count { $0.state == .lost }
    }
    try session.lockStore(all: true)
    #expect(try lost() == 0)
    try session.removePasscode(passcode("1234"))
    #expect(try lost() == 1)
    #expect(status { _ = try session.copyMatching(query("s", "a", .secret)) } == -25300)
    #expect(try session.copyMatching(query("s")).count == 1)
    let again = item("a", .whenPasscodeSetThisDeviceOnly)
    #expect(status { _ = try session.add(again) } == -25291)
    #expect(try session.check().isClean)
    try session.setPasscode(passcode("9999"), for: .standard)
    #expect(status { _ = try session.copyMatching(query("s", "a", .secret)) } == -25300)
    #expect(status { _ = try session.add(again) } == 0)
    let found = try session.copyMatching(query("s", "a", .secret))
    #expect(found.first?.secret?.text == "secret of a")
    #expect(try session.check().isClean)
  }

  /// The calls that unlock the store.
  enum Unlocking: CaseIterable {
    case unlock, change, remove

    func run(_ session: Session) throws {
      let forever = UnlockLimit(seconds: nil)
      switch self {
      case .unlock: try session.unlockStore(passcode("1234"), at: .prompt, for: forever)
      case .change:
        try session.changePasscode(from: passcode("1234"), to: passcode("5"), for: forever)
      case .remove: try session.removePasscode(passcode("1234"))
      }
    }
  }

  @Test(
    "an item deleted while locked stays deleted, and its tombstone is finished by what unlocks",
    arguments: Unlocking.allCases)
  func deletedWhileLocked(unlocking: Unlocking) throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    var synced = item("a", .whenUnlocked)
    synced.isSynchronizable = true
    _ = try session.add(synced)
    try locked.put(session, in: .locked)
    #expect(status { try session.delete(query("s", "a", sync: .any)) } == 0)
    #expect(status { _ = try session.copyMatching(query("s", "a", sync: .any)) } == -25300)
    var tombs = query("s", "a", .attributes, sync: .only(true))
    tombs.tombstones = true
    #expect(status { _ = try session.copyMatching(tombs) } == -25308)
    try unlocking.run(session)
    #expect(try session.copyMatching(tombs).count == 1)
    #expect(try session.finishTombstones() == 0)
    #expect(try session.check().isClean)
  }

  @Test("the check names how many rows are locked, and takes none for damaged")
  func check() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    for protection in Protection.allCases {
      _ = try session.add(item(protection.name, protection))
    }
    for (state, count) in [(LockState.locked, 3), (.beforeFirstUnlock, 5)] {
      try locked.put(session, in: state)
      let report = try session.check()
      #expect(report.isClean, "\(report.findings)")
      #expect(report.rowsLocked == count)
      try locked.unlock(session)
    }
    #expect(try session.check().rowsLocked == 0)
  }
}
