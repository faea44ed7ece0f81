// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests that rows whose key was lost with a passcode do not prevent a rotation of the keys.
@Suite("Rotation of keys, lost rows") struct RotationLostRowTests {
  /// Makes a store in which items of `akpu` were lost with their passcode.
  private static func store() throws -> (LockedStore, Session) {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    for protection in ["akpu", "ak"] {
      for number in 0..<3 {
        var item = password("s", "\(protection) \(number)", "secret")
        item.protectionName = protection
        _ = try session.add(item)
      }
    }
    try session.removePasscode(passcode("1234"))
    return (locked, session)
  }

  @Test("without a passcode and with another: complete, and again", arguments: [false, true])
  func complete(hasPasscode: Bool) throws {
    let (locked, session) = try Self.store()
    if hasPasscode { try session.setPasscode(passcode("5678"), for: UnlockLimit(seconds: nil)) }
    // Each passcode has made new keys.
    for epoch in hasPasscode ? [UInt32(4), 5] : [3, 4] {
      let report = try session.rotateKeys()
      #expect(report.hasNewKeys && report.isComplete, "\(report)")
      #expect(report.epoch == epoch)
      let keybag = try KeybagFiles(directory: locked.store.directory).open(
        randomness: SystemRandomness())
      #expect(keybag.allEpochs == [epoch])
    }
    #expect(try session.check().rowsLost == 0)
    #expect(try session.check().isClean)
    #expect(try session.copyMatching(query("s")).count == 3)
    #expect(status { _ = try session.copyMatching(query("s", "akpu 1")) } == -25300)
  }

  @Test("the check tells lost rows from locked ones, with whatever passcode there is since")
  func check() throws {
    let (locked, session) = try Self.store()
    defer { withExtendedLifetime(locked) {} }
    for hasPasscode in [false, true] {
      if hasPasscode { try session.setPasscode(passcode("5678"), for: UnlockLimit(seconds: nil)) }
      let report = try session.check()
      // Setting the second passcode seals every row anew, and removes lost rows.
      #expect(report.rowsLost == (hasPasscode ? 0 : 3))
      #expect(report.rowsLocked == 0 && report.rowsOpened == 3)
      #expect(report.isClean)
    }
    var item = password("s", "akpu new", "secret")
    item.protectionName = "akpu"
    _ = try session.add(item)
    try session.lockStore(all: false)
    let report = try session.check()
    #expect(report.rowsLost == 0 && report.rowsLocked == 4 && report.rowsOpened == 0)
  }

  @Test("rows of akpu that are only locked wait")
  func locked() throws {
    let store = try LockedStore()
    let session = try store.open(in: .unlocked)
    var item = password("s", "a", "secret")
    item.protectionName = "akpu"
    _ = try session.add(item)
    do {
      _ = try session.rotateKeys { (step) throws(KeychainError) in
        if step == .begun { throw KeychainError(.ioFailed, "cut off") }
      }
    } catch {}
    try session.lockStore(all: true)
    #expect(try session.rotateKeys().waiting == [.whenPasscodeSetThisDeviceOnly: 1])
    try store.unlock(session)
    #expect(try session.rotateKeys().isComplete)
    #expect(try session.copyMatching(query("s", "a", .secret)).first?.secret?.text == "secret")
  }
}
