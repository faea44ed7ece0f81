// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// One row of the second table of spec/access-control.md 2.4: what an event does to items under
/// each kind of access control, of class `ak`.
struct FlagEffect: Sendable, CustomTestStringConvertible {
  /// A cell: what a read finds, and what the person sees.
  enum Cell: String, Sendable {
    /// Success after one prompt that comes up with biometry.
    case biometry = "bio"
    /// Success after one prompt for the passcode.
    case passcode = "code"
    /// Success after one prompt for the companion.
    case companion = "watch"
    /// Success with the context's password, without a prompt.
    case password = "pw"
    /// -25308, no prompt.
    case unavailable = "-25308"
    /// -25293, no prompt.
    case refused = "-25293"
    /// -25300, no prompt, and the same item can be added.
    case gone = "gone"
  }

  /// The columns: names and flags.
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
  /// What happens, and the device that has the cells afterwards.
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

  /// An event after which another device is looked at.
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

  /// A device on which everything is ready.
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
    // Deleting never asks, whatever has happened.
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
