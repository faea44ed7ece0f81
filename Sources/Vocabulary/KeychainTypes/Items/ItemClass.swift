// SPDX-License-Identifier: Apache-2.0

/// The classes of items (spec/secitem.md 1.1).
package enum ItemClass: String, CaseIterable, Hashable, Sendable {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"
  /// Virtual: a certificate joined with its private key; never stored.
  case identity = "idnt"

  /// The classes that have a table.
  package static let stored: [ItemClass] = [
    .genericPassword, .internetPassword, .certificate, .key,
  ]

  /// Whether items of the class have an object beside their data: a key, a certificate, or both.
  package var hasObjects: Bool { self != .genericPassword && self != .internetPassword }

  /// The class's place in stored formats; never reused.
  package var number: UInt8 {
    switch self {
    case .genericPassword: 1
    case .internetPassword: 2
    case .certificate: 3
    case .key: 4
    case .identity: 5
    }
  }

  /// The class with a number of the stored formats.
  package init?(number: UInt8) {
    guard let match = ItemClass.allCases.first(where: { $0.number == number }) else { return nil }
    self = match
  }
}

extension ItemClass {
  /// Whether items of the class are certificates or have one.
  package var hasCertificate: Bool { self == .certificate || self == .identity }
}
