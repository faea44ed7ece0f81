// SPDX-License-Identifier: Apache-2.0

/// When an item may be opened: the seven protection classes (spec/secitem.md 1.3, 10.1).
package enum Protection: UInt8, CaseIterable, Hashable, Sendable {
  case whenUnlocked = 6
  case afterFirstUnlock = 7
  case always = 8
  case whenUnlockedThisDeviceOnly = 9
  case afterFirstUnlockThisDeviceOnly = 10
  case alwaysThisDeviceOnly = 11
  case whenPasscodeSetThisDeviceOnly = 12

  /// Class F (`f`): accepted in queries and access controls, storable by no item.
  package static let untilRebootName = "f"

  /// The value of `kSecAttrAccessible`.
  package var name: String {
    switch self {
    case .whenUnlocked: "ak"
    case .afterFirstUnlock: "ck"
    case .always: "dk"
    case .whenUnlockedThisDeviceOnly: "aku"
    case .afterFirstUnlockThisDeviceOnly: "cku"
    case .alwaysThisDeviceOnly: "dku"
    case .whenPasscodeSetThisDeviceOnly: "akpu"
    }
  }

  /// The protection of a new item for which none was said (spec/secitem.md 5.2).
  package static func standard(for itemClass: ItemClass, in group: String? = nil) -> Protection {
    if itemClass == .certificate { return .always }
    return group == "com.apple.apsd" ? .alwaysThisDeviceOnly : .whenUnlocked
  }

  package init?(name: String) {
    guard let match = Protection.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }

  /// Whether the item stays on this device.
  package var isThisDeviceOnly: Bool { rawValue >= Protection.whenUnlockedThisDeviceOnly.rawValue }

  /// The class that opens at the same times and stays on this device.
  package var thisDeviceOnly: Protection {
    switch self {
    case .whenUnlocked: .whenUnlockedThisDeviceOnly
    case .afterFirstUnlock: .afterFirstUnlockThisDeviceOnly
    case .always: .alwaysThisDeviceOnly
    default: self
    }
  }

  /// True for the seven names and `f`.
  package static func isKnownName(_ name: String) -> Bool {
    name == untilRebootName || Protection(name: name) != nil
  }
}
