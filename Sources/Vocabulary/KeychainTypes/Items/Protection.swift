// SPDX-License-Identifier: Apache-2.0

/// The protection class of an item, which decides when the item may be decrypted
/// (Specification/secitem.md, "Values of enumerated attributes", "Class table").
package enum Protection: UInt8, CaseIterable, Hashable, Sendable {
  case whenUnlocked = 6
  case afterFirstUnlock = 7
  case always = 8
  case whenUnlockedThisDeviceOnly = 9
  case afterFirstUnlockThisDeviceOnly = 10
  case alwaysThisDeviceOnly = 11
  case whenPasscodeSetThisDeviceOnly = 12

  /// The name of class F (until reboot), a protection class that queries and access controls may
  /// name.
  ///
  /// No item can be stored under class F.
  package static let untilRebootName = "f"

  /// The short name of the protection, which is the value of `kSecAttrAccessible`.
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

  /// Returns the protection that Add gives to a new item of a class if the caller names no
  /// protection (Specification/secitem.md, "Defaults of SecItemAdd").
  ///
  /// - Parameter group: the access group of the new item. Only `com.apple.apsd` changes the result,
  ///   so nil stands for any other group.
  package static func standard(for itemClass: ItemClass, in group: String? = nil) -> Protection {
    if itemClass == .certificate { return .always }
    return group == "com.apple.apsd" ? .alwaysThisDeviceOnly : .whenUnlocked
  }

  package init?(name: String) {
    guard let match = Protection.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }

  /// True if items with this protection may not be moved to another device.
  package var isThisDeviceOnly: Bool { rawValue >= Protection.whenUnlockedThisDeviceOnly.rawValue }

  /// The variant of this protection whose items may not be moved to another device.
  ///
  /// The lock states in which items can be decrypted are equal for this protection and the variant.
  /// If this protection already is for this device only, the variant is this protection itself.
  package var thisDeviceOnly: Protection {
    switch self {
    case .whenUnlocked: .whenUnlockedThisDeviceOnly
    case .afterFirstUnlock: .afterFirstUnlockThisDeviceOnly
    case .always: .alwaysThisDeviceOnly
    default: self
    }
  }

  /// True if a name is the name of a protection, or `f` for class F.
  package static func isKnownName(_ name: String) -> Bool {
    name == untilRebootName || Protection(name: name) != nil
  }
}
