// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// A row of the second table of Specification/access-control.md, "Effects on items".
///
/// It says what an event does to items with each access control and the protection `ak`.
struct FlagEffect: Sendable, CustomTestStringConvertible {
  /// A cell: the outcome of a read, and the prompts that the user sees.
  enum Cell: String, Sendable {
    /// The read succeeds after one prompt that offers biometry.
    case biometry = "bio"
    /// The read succeeds after one prompt for the passcode.
    case passcode = "code"
    /// The read succeeds after one prompt for the companion.
    case companion = "watch"
    /// The read succeeds with the context's password, without a prompt.
    case password = "pw"
    /// The read answers -25308 without a prompt.
    case unavailable = "-25308"
    /// The read answers -25293 without a prompt.
    case refused = "-25293"
    /// The read answers -25300 without a prompt, and an item with this primary key can be added.
    case gone = "gone"
  }

  /// The columns of the table: names and flags.
  static let columns: [(name: String, flags: SecAccessControlCreateFlags)] = [
    ("userPresence", .userPresence), ("biometryAny", .biometryAny),
    ("biometryCurrentSet", .biometryCurrentSet), ("devicePasscode", .devicePasscode),
    ("watch", .companion), ("bio | passcode", [.biometryAny, .or, .devicePasscode]),
    ("applicationPassword", .applicationPassword),
    ("current | passcode", [.biometryCurrentSet, .or, .devicePasscode]),
  ]

  let name: String
  let sensor: SimulatedDevice.Sensor
  let cells: [Cell]
  /// Lets the event happen, and returns the device to check afterwards.
  let event: @Sendable (SimulatedDevice) throws -> SimulatedDevice

  init(
    _ name: String, _ cells: [String], sensor: SimulatedDevice.Sensor = .touch,
    _ event: @escaping @Sendable (SimulatedDevice) throws -> Void
  ) {
    self.init(name: name, cells: cells, sensor: sensor) { device in
      try event(device)
      return device
    }
  }

  /// Makes a row for an event after which another device is checked.
  static func elsewhere(
    _ name: String, _ cells: [String],
    _ event: @escaping @Sendable (SimulatedDevice) throws -> SimulatedDevice
  ) -> FlagEffect {
    FlagEffect(name: name, cells: cells, sensor: .touch, event: event)
  }

  private init(
    name: String, cells: [String], sensor: SimulatedDevice.Sensor,
    event: @escaping @Sendable (SimulatedDevice) throws -> SimulatedDevice
  ) {
    self.name = name
    self.sensor = sensor
    self.cells = cells.compactMap(Cell.init)
    self.event = event
    precondition(self.cells.count == Self.columns.count, name)
  }

  var testDescription: String { name }

  /// Makes a device on which every means of authentication is ready.
  static func device(
    _ sensor: SimulatedDevice.Sensor = .touch, seed: UInt64 = 0
  ) throws -> SimulatedDevice {
    let device = SimulatedDevice(seed: seed, profile: .ios, sensor: sensor)
    try device.setPasscode("1234")
    try device.enrol("first")
    device.pairCompanion(.watch)
    try device.companion(.watch, inReach: true)
    return device
  }

  func run() throws {
    let former = try Self.device(sensor)
    for column in Self.columns { #expect(Self.add(column, former) == 0, "\(column.name)") }
    let device = try event(former)
    device.whenAsked = .succeed
    for (column, cell) in zip(Self.columns, cells) { check(column, cell, device) }
    // Deleting never prompts, after any event.
    let prompts = device.prompts.count
    for (column, cell) in zip(Self.columns, cells) {
      let status = device.run { Items.delete(column.name) }
      #expect(status == (cell == .gone ? errSecItemNotFound : 0) || cell == .gone, "\(column.name)")
    }
    #expect(device.prompts.count == prompts && device.failures.isEmpty, "\(device.failures)")
  }

  static func add(
    _ column: (name: String, flags: SecAccessControlCreateFlags), _ device: SimulatedDevice
  ) -> OSStatus {
    device.run {
      let accessControl = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, column.flags, nil)
      guard let accessControl else { return errSecParam }
      return Items.add(
        column.name,
        more: [
          kSecAttrAccessControl as String: accessControl,
          kSecUseAuthenticationContext as String: context(),
        ])
    }
  }

  private static func context() -> LAContext {
    let context = LAContext()
    context.setCredential(Data("of the item".utf8), type: .applicationPassword)
    return context
  }

  private func check(
    _ column: (name: String, flags: SecAccessControlCreateFlags), _ cell: Cell,
    _ device: SimulatedDevice
  ) {
    let before = device.prompts.count
    let status = device.run {
      Items.read(column.name, more: [kSecUseAuthenticationContext as String: Self.context()])
    }
    let kinds = device.prompts.dropFirst(before).map(\.kind.rawValue)
    let seen = "\(name): \(column.name) \(status) \(kinds)"
    switch cell {
    case .biometry: #expect(status == 0 && kinds == ["biometry"], "\(seen)")
    case .passcode: #expect(status == 0 && kinds == ["passcode"], "\(seen)")
    case .companion: #expect(status == 0 && kinds == ["companion"], "\(seen)")
    case .password: #expect(status == 0 && kinds.isEmpty, "\(seen)")
    case .unavailable:
      #expect(status == errSecInteractionNotAllowed && kinds.isEmpty, "\(seen)")
    case .refused: #expect(status == errSecAuthFailed && kinds.isEmpty, "\(seen)")
    case .gone:
      #expect(status == errSecItemNotFound && kinds.isEmpty, "\(seen)")
      if !device.state.enrolment.names.isEmpty {
        #expect(Self.add(column, device) == 0, "\(column.name), added again")
      }
    }
  }
}
