// SPDX-License-Identifier: Apache-2.0 - table
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests each cell of the first table of Specification/access-control.md, "Effects on items".
@Suite("Effects of events by protection class")
struct ProtectionEffectTests {
  @Test("each event", arguments: rows) func row(_ row: ProtectionEffect) throws { try row.run() }

  private static let unchanged = ["=", "=", "=", "=", "=", "=", "="]
  private static let hidden = Array(repeating: "hidden", count: 7)
  private static let gone = Array(repeating: "gone", count: 7)

  // swift-format-ignore
  private static let rows: [ProtectionEffect] = [
    //                                        ak   ck   dk   aku  cku  dku  akpu
    .init("lock",                           ["L", "=", "=", "L", "=", "=", "L"]) { $0.lock() },
    .init("lock, within the grace",          unchanged) { $0.lock(grace: .seconds(10)) },
    .init("lock, grace over",               ["L", "=", "=", "L", "=", "=", "L"]) {
      $0.lock(grace: .seconds(10))
      try $0.advance(by: .seconds(10))
    },
    .init("unlock by passcode",              unchanged) { $0.lock(); try $0.unlock(passcode: "1234") },
    .init("unlock by biometry",              unchanged) { $0.lock(); try $0.unlock(finger: "right index") },
    .init("reboot with a passcode",         ["L", "L", "=", "L", "L", "=", "L"]) { $0.reboot() },
    .init("reboot and first unlock",         unchanged) { $0.reboot(); $0.unlock() },
    .init("reboot without a passcode", ["=", "=", "=", "=", "=", "=", "none exist"], from: .withoutPasscode) { $0.reboot() },
    .init("wrong passcodes",                 unchanged) { try wrongPasscodes(3, $0) },
    .init("throttling",                      unchanged) { try wrongPasscodes(6, $0) },
    .init("set passcode", ["=", "=", "=", "=", "=", "=", "addable"], from: .withoutPasscode) { try $0.setPasscode("1") },
    .init("change passcode",                 unchanged) { try $0.changePasscode("1234", "5678") },
    .init("change passcode, reboot, unlock", unchanged) {
      try $0.changePasscode("1234", "5678")
      $0.reboot()
      try $0.unlock(passcode: "5678")
    },
    .init("remove passcode",                ["=", "=", "=", "=", "=", "=", "gone; add -25291"]) {
      try $0.removePasscode("1234")
    },
    .init("remove passcode, never locked again", ["=", "=", "=", "=", "=", "=", "gone; add -25291"]) {
      try $0.removePasscode("1234")
      $0.lock()
      $0.reboot()
    },
    .init("remove passcode, set one again", ["=", "=", "=", "=", "=", "=", "gone"]) {
      try $0.removePasscode("1234")
      try $0.setPasscode("1234")
    },
    .init("a finger more",                   unchanged) { try $0.enrol("left thumb") },
    .init("no finger",                       unchanged) { try $0.removeAllEnrolments() },
    .init("lockout",                         unchanged) { try $0.failBiometry(times: 5) },
    .init("erase",                           gone)      { $0.erase() },
    .init("restore, encrypted, same identity",   ["=", "=", "=", "=", "=", "=", "gone"]) {
      try restore($0, encrypted: true, on: $0)
    },
    .elsewhere("restore, encrypted, other identity",  ["=", "=", "=", "gone", "gone", "gone", "gone"]) {
      try restore($0, encrypted: true, on: ProtectionEffect.device(seed: 1))
    },
    .init("restore, unencrypted, same identity", ["=", "=", "=", "=", "=", "=", "gone"]) {
      try restore($0, encrypted: false, on: $0)
    },
    .elsewhere("restore, unencrypted, other identity", gone) { device in
      let (backup, other) = (try device.backup(encrypted: false), try ProtectionEffect.device(seed: 1))
      let error = #expect(throws: SimulatedDevice.Impossible.self) { try other.restore(backup) }
      #expect(error?.status == errSecDecode)
      return other
    },
    .init("restore, encrypted, after an erase",  ["=", "=", "=", "gone", "gone", "gone", "gone"]) {
      let backup = try $0.backup(encrypted: true)
      $0.erase()
      try $0.setPasscode("1234")
      try $0.restore(backup)
    },
    .elsewhere("migration, on the new device",        ["=", "=", "=", "gone", "gone", "gone", "gone"]) {
      let other = try ProtectionEffect.device(seed: 1)
      try replaceAll(on: other)
      try $0.migrate(to: other)
      return other
    },
    .init("migration, on the old device",    unchanged) { try $0.migrate(to: ProtectionEffect.device(seed: 1)) },
    .init("backup",                          unchanged) {
      _ = try $0.backup(encrypted: true)
      _ = try $0.backup(encrypted: false)
    },
    .init("app upgrade, entitlements same",  unchanged) { try $0.upgrade(.main, ProtectionEffect.app.entitlements) },
    .init("app upgrade, group removed",      hidden)    { try $0.upgrade(.main, .init()) },
    .init("app upgrade, new prefix",         hidden)    { try $0.upgrade(.main, .init(prefix: "OTHER")) },
    .init("app delete, reinstall",           unchanged) { $0.delete(.main); $0.install(ProtectionEffect.app) },
    .init("all apps of a group deleted",     unchanged) { device in
      let other = device.app("other", entitlements: .init(groups: [ProtectionEffect.group]))
      device.install(other)
      device.delete(other)
      device.delete(.main)
      device.reboot()
      device.unlock()
      device.install(ProtectionEffect.app)
    },
    .init("keybag replaced",                 gone)      { $0.replaceKeybag() },
    .init("wall clock set back",             unchanged) { $0.setWallClock(Date(timeIntervalSince1970: 0)) },
  ]

  /// Restores a backup onto a device whose items all have another secret by now.
  @discardableResult
  @Sendable private static func restore(
    _ device: SimulatedDevice, encrypted: Bool, on other: SimulatedDevice
  ) throws -> SimulatedDevice {
    let backup = try device.backup(encrypted: encrypted)
    try replaceAll(on: other)
    try other.restore(backup)
    return other
  }

  @Sendable private static func replaceAll(on device: SimulatedDevice) throws {
    try device.advance(by: .seconds(1))
    for column in ProtectionEffect.columns {
      #expect(device.run { Items.replace(column, column) } == 0, "\(column)")
    }
  }

  @Sendable private static func wrongPasscodes(_ count: Int, _ device: SimulatedDevice) throws {
    for number in 0..<count {
      #expect(try !device.unlock(passcode: "wrong \(number)"))
      if number == 4 { try device.advance(by: .seconds(60)) }
    }
  }
}
