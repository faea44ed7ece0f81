// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import Security
import Testing

/// A row of the first table of Specification/access-control.md, "Effects on items".
///
/// It says what an event does to an item of each protection.
struct ProtectionEffect: Sendable, CustomTestStringConvertible {
  /// A cell: the effect on the item of one protection.
  enum Cell: String, Sendable {
    /// The item is read as before.
    case same = "="
    /// The read answers -25308 until the device is unlocked.
    case locked = "L"
    /// The read answers -25300, and an item with this primary key can be added.
    case gone = "gone"
    /// The read answers -25300, and adding answers -25291 because there is no passcode.
    case goneWithKey = "gone; add -25291"
    /// The read answers -25300, or -34018 if it names the group. The entitlement brings the item
    /// back.
    case hidden = "hidden"
    /// Items of the protection can be added from now on.
    case addable = "addable"
    /// Items of the protection cannot exist.
    case none = "none exist"
  }

  /// The state of the device before the items are stored.
  enum Start: Sendable {
    case phone, withoutPasscode
  }

  static let columns = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]
  static let group = "shared"
  static let app = SimulatedDevice.App("main", entitlements: .init(groups: [group]))

  let name: String
  let start: Start
  let cells: [Cell]
  /// Lets the event happen, and returns the device to check afterwards.
  let event: @Sendable (SimulatedDevice) throws -> SimulatedDevice

  init(
    _ name: String, _ cells: [String], from start: Start = .phone,
    _ event: @escaping @Sendable (SimulatedDevice) throws -> Void
  ) {
    self.init(name: name, cells: cells, start: start) { device in
      try event(device)
      return device
    }
  }

  /// Makes a row for an event after which another device is checked.
  static func elsewhere(
    _ name: String, _ cells: [String],
    _ event: @escaping @Sendable (SimulatedDevice) throws -> SimulatedDevice
  ) -> ProtectionEffect {
    ProtectionEffect(name: name, cells: cells, start: .phone, event: event)
  }

  private init(
    name: String, cells: [String], start: Start,
    event: @escaping @Sendable (SimulatedDevice) throws -> SimulatedDevice
  ) {
    self.name = name
    self.start = start
    self.cells = cells.compactMap(Cell.init)
    self.event = event
    precondition(self.cells.count == Self.columns.count, name)
  }

  var testDescription: String { name }

  /// Makes a device with the app that owns the items.
  static func device(_ start: Start = .phone, seed: UInt64 = 0) throws -> SimulatedDevice {
    let device = SimulatedDevice(seed: seed, profile: .ios, app: Self.app)
    if start == .phone {
      try device.setPasscode("1234")
      try device.enrol("right index")
    }
    return device
  }

  func run() throws {
    let former = try Self.device(start)
    for (column, cell) in zip(Self.columns, cells) {
      let status = former.run { Items.add(column, column, group: Self.group) }
      #expect(status == (cell == .addable || cell == .none ? errSecNotAvailable : 0), "\(column)")
    }
    let device = try event(former)
    for (column, cell) in zip(Self.columns, cells) {
      try check(column, cell, device)
    }
    // Locked items are back after the unlock, unchanged.
    device.unlock()
    for (column, cell) in zip(Self.columns, cells) where cell == .locked {
      #expect(device.run { Items.read(column) } == errSecSuccess, "\(column) unlocked")
    }
    for device in [former, device] { #expect(device.prompts.isEmpty && device.failures.isEmpty) }
  }

  private func check(_ column: String, _ cell: Cell, _ device: SimulatedDevice) throws {
    let read = device.run { Items.read(column) }
    let again = { device.run { Items.add(column, column, group: Self.group) } }
    switch cell {
    case .same: #expect(read == errSecSuccess, "\(column)")
    case .locked:
      #expect(read == errSecInteractionNotAllowed, "\(column)")
      #expect(again() == errSecInteractionNotAllowed, "\(column), added again")
      #expect(device.run { Items.relabel(column) } == errSecInteractionNotAllowed, "\(column)")
    case .gone:
      #expect(read == errSecItemNotFound, "\(column)")
      #expect(
        again() == (column == "akpu" && device.state.passcode == nil ? errSecNotAvailable : 0))
    case .goneWithKey:
      #expect(read == errSecItemNotFound, "\(column)")
      #expect(again() == errSecNotAvailable, "\(column), added again")
    case .hidden:
      #expect(read == errSecItemNotFound, "\(column)")
      let named = device.run { Items.read(column, group: Self.group) }
      #expect(named == errSecMissingEntitlement, "\(column)")
      let former = device.state.apps["main"]?.entitlements
      try device.upgrade(.main, Self.app.entitlements)
      #expect(device.run { Items.read(column) } == errSecSuccess, "\(column), entitled again")
      if let former { try device.upgrade(.main, former) }
    case .addable:
      #expect(read == errSecItemNotFound, "\(column)")
      #expect(again() == errSecSuccess, "\(column)")
    case .none: #expect(read == errSecItemNotFound, "\(column)")
    }
  }
}
