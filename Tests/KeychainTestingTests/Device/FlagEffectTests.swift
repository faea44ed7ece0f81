// SPDX-License-Identifier: Apache-2.0 - table
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests each cell of the second and third table of Specification/access-control.md, "Effects on
/// items".
@Suite("Effects of events by access control")
struct FlagEffectTests {
  @Test("each event", arguments: rows) func row(_ row: FlagEffect) throws { try row.run() }

  private static let locked = Array(repeating: "-25308", count: 8)
  private static let gone = Array(repeating: "gone", count: 8)
  // swift-format-ignore
  private static let ready = ["bio", "bio", "bio", "code", "watch", "bio", "pw", "bio"]

  // swift-format-ignore
  private static let rows: [FlagEffect] = [
    //                               presence  any       current   passcode  watch     bio|code  app pw    current|code
    .init("all ready",               ready) { _ in },
    .init("lock",                    locked) { $0.lock() },
    .init("finger added",           ["bio",    "bio",    "gone",   "code",   "watch",  "bio",    "pw",     "code"]) {
      try $0.enrol("second")
    },
    .init("finger removed, others left",
                                    ["bio",    "bio",    "gone",   "code",   "watch",  "bio",    "pw",     "code"]) {
      try $0.enrol("second")
      try $0.removeEnrolment("first")
    },
    .init("all fingers removed",    ["code",   "-25293", "gone",   "code",   "watch",  "code",   "pw",     "code"]) {
      try $0.removeAllEnrolments()
    },
    .init("all fingers removed, one enrolled",
                                    ["bio",    "bio",    "gone",   "code",   "watch",  "bio",    "pw",     "code"]) {
      try $0.removeAllEnrolments()
      try $0.enrol("first")
    },
    // The row "lockout" has a test of its own, below.
    .init("passcode changed",        ready) { try $0.changePasscode("1234", "5678") },
    .init("passcode removed",       ["-25293", "-25293", "-25293", "-25293", "watch",  "-25293", "pw",     "-25293"]) {
      try $0.removePasscode("1234")
    },
    .init("passcode removed and set", ready) {
      try $0.removePasscode("1234")
      try $0.setPasscode("1234")
    },
    .init("app refused biometry",   ["code",   "-25293", "-25293", "code",   "watch",  "code",   "pw",     "code"],
      sensor: .face) { try $0.refuseBiometry() },
    .init("companion out of reach", ["bio",    "bio",    "bio",    "code",   "-25293", "bio",    "pw",     "bio"]) {
      try $0.companion(.watch, inReach: false)
    },
    .init("companion unpaired",     ["bio",    "bio",    "bio",    "code",   "-25293", "bio",    "pw",     "bio"]) {
      try $0.unpairCompanion(.watch)
    },
    .init("app in background",      ["-25308", "-25308", "-25308", "-25308", "-25308", "-25308", "pw",     "-25308"]) {
      $0.enterBackground()
    },
    .init("nobody to ask",          ["-25308", "-25308", "-25308", "-25308", "-25308", "-25308", "pw",     "-25308"]) {
      $0.setInteractive(false)
    },
    .init("reboot",                  locked) { $0.reboot() },
    .init("backup",                  ready) { _ = try $0.backup(encrypted: true) },
    .init("restore, encrypted, same identity", gone) { try $0.restore($0.backup(encrypted: true)) },
    .init("restore, unencrypted, same identity", gone) { try $0.restore($0.backup(encrypted: false)) },
    .elsewhere("restore, encrypted, other identity", gone) {
      let other = try FlagEffect.device(seed: 1)
      try other.restore($0.backup(encrypted: true))
      return other
    },
    .init("reboot, unlock",          ready) { $0.reboot(); $0.unlock() },
  ]

  /// Tests the row "lockout" with one device for each cell, because the first typed passcode ends a
  /// lockout.
  @Test("lockout, cell by cell") func lockout() throws {
    for (column, status) in zip(FlagEffect.columns, [0, -25293, -25293, 0, 0, 0, 0, 0]) {
      let phone = SimulatedDevice.phone()
      phone.pairCompanion(.watch)
      try phone.companion(.watch, inReach: true)
      #expect(FlagEffect.add(column, phone) == 0)
      try phone.failBiometry(times: 5)
      phone.whenAsked = .succeed
      let context = phone.run { LAContext() }
      context.setCredential(Data("of the item".utf8), type: .applicationPassword)
      let more = [kSecUseAuthenticationContext as String: context]
      #expect(
        phone.run { Items.read(column.name, more: more) } == OSStatus(status), "\(column.name)")
      let endsIt = phone.prompts.first?.kind == .passcode
      #expect(phone.state.biometryFailures == (endsIt ? 0 : 5), "\(column.name)")
    }
  }

  @Test("passcode removed: what only exists with one is gone, whatever its access control")
  func removedWithPasscode() throws {
    let phone = SimulatedDevice.phone()
    func add() -> OSStatus {
      phone.run {
        let control = SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .userPresence, nil)
        return Items.add("presence", more: [kSecAttrAccessControl as String: control as Any])
      }
    }
    #expect(add() == 0)
    let passcode = phone.state.passcode ?? ""
    try phone.removePasscode(passcode)
    #expect(phone.run { Items.read("presence") } == errSecItemNotFound)
    #expect(phone.prompts.isEmpty)
    try phone.setPasscode(passcode)
    #expect(phone.run { Items.read("presence") } == errSecItemNotFound)
    #expect(add() == 0)
  }

  @Test("adding") func adding() throws {
    let column = { (name: String) in
      FlagEffect.columns.first { $0.name == name } ?? FlagEffect.columns[0]
    }
    let bare = SimulatedDevice(profile: .ios)
    #expect(bare.run { Items.add("a", "akpu") } == errSecNotAvailable)
    #expect(FlagEffect.add(column("userPresence"), bare) == errSecAuthFailed)
    #expect(FlagEffect.add(column("devicePasscode"), bare) == errSecAuthFailed)
    try bare.setPasscode("1234")
    #expect(FlagEffect.add(column("biometryAny"), bare) == errSecAuthFailed)
    #expect(FlagEffect.add(column("biometryCurrentSet"), bare) == errSecAuthFailed)
    #expect(bare.items.isEmpty)
    let phone = SimulatedDevice.phone()
    try phone.failBiometry(times: 5)
    #expect(FlagEffect.add(column("biometryAny"), phone) == 0)
    phone.enterBackground()
    #expect(FlagEffect.add(column("userPresence"), phone) == 0)
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, .applicationPassword, nil)
    let typed = phone.run {
      Items.add("typed", more: [kSecAttrAccessControl as String: control as Any])
    }
    #expect(typed == errSecInteractionNotAllowed)
    #expect(phone.prompts.isEmpty)
  }
}
