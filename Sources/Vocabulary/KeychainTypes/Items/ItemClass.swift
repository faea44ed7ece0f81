// SPDX-License-Identifier: Apache-2.0

/// The classes of items (Specification/secitem.md, "Class key and class values").
package enum ItemClass: String, CaseIterable, Hashable, Sendable {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"
  /// The virtual class of identities: a certificate joined with its private key; never stored.
  case identity = "idnt"

  /// The classes whose items have a table in the store.
  package static let stored: [ItemClass] = [
    .genericPassword, .internetPassword, .certificate, .key,
  ]

  /// True if an item of this class can be returned as an object: a key, a certificate or an
  /// identity.
  package var hasObjects: Bool { self != .genericPassword && self != .internetPassword }

  /// The number of the class in stored data; a number is never reused for another class.
  package var number: UInt8 {
    switch self {
    case .genericPassword: 1
    case .internetPassword: 2
    case .certificate: 3
    case .key: 4
    case .identity: 5
    }
  }

  /// Makes the class that has this number in stored data; nil if no class has the number.
  package init?(number: UInt8) {
    guard let match = ItemClass.allCases.first(where: { $0.number == number }) else { return nil }
    self = match
  }
}

extension ItemClass {
  /// True for the class of certificates and for the class of identities, which contain a
  /// certificate.
  package var hasCertificate: Bool { self == .certificate || self == .identity }
}
