// SPDX-License-Identifier: Apache-2.0

/// One condition of a requirement: Apple's terms, and the terms that only Latchkey knows
/// (Specification/code-identity.md, "Requirement language").
///
/// Texts are bytes, because a compiled requirement in a file may have any bytes there.
package enum RequirementTerm: Hashable, Sendable {
  /// The signing identifier of the program.
  case identifier([UInt8])
  /// The 20 bytes that name the program's code directory.
  case codeHash([UInt8])
  /// Apple has signed the program as its own product.
  case anchorApple
  /// The program's certificates lead to a root of Apple's.
  case anchorAppleGeneric
  /// The program's certificates lead to a root that macOS knows by this name.
  case namedAnchor([UInt8])
  /// A requirement that macOS knows by this name.
  case namedCode([UInt8])
  /// The SHA-1 hash of a certificate, 20 bytes.
  case certificateHash(CertificateSlot, [UInt8])
  case certificateField(CertificateSlot, CertificateField, RequirementMatch)
  /// The user or the system trusts this certificate.
  case certificateTrusted(CertificateSlot)
  /// The system trusts the program's certificates, from the first to their root.
  case anchorTrusted
  /// A value of the program's property list, which its signature protects.
  case property(key: [UInt8], RequirementMatch)
  /// The form in which the oldest compiled requirements compare a value of the property list.
  case legacyProperty(key: [UInt8], value: [UInt8])
  case entitlement(key: [UInt8], RequirementMatch)
  /// The number of the platform for which the program was signed.
  case platform(Int32)
  /// Apple has checked the program and issued a ticket for it.
  case notarized
  /// The program was signed before tickets were demanded.
  case legacy

  /// The team that signed the program.
  case team([UInt8])
  /// The path of the program's executable, in directories that only root can change.
  case path([UInt8])
  /// The SHA-256 hash of the program's executable, 32 bytes.
  case digest([UInt8])
  /// A fact of the system that identifies the program, such as its group or unit.
  case anchor(AnchorKind, [UInt8])
  /// The least strength of the program's identity.
  case strength(IdentityStrength)
  /// The least build number of the program.
  case build(UInt64)
  /// The path of the interpreter that runs a script.
  case interpreter([UInt8])

  /// An operation that a later version of macOS has written, and that may be taken for false.
  case unknown(opcode: UInt32, [UInt8])

  /// True for a term that only Latchkey knows.
  var isOwn: Bool {
    switch self {
    case .team, .path, .digest, .anchor, .strength, .build, .interpreter: true
    case .identifier, .codeHash, .anchorApple, .anchorAppleGeneric, .namedAnchor, .namedCode,
      .certificateHash, .certificateField, .certificateTrusted, .anchorTrusted, .property,
      .legacyProperty, .entitlement, .platform, .notarized, .legacy, .unknown:
      false
    }
  }
}

/// A place in a chain of certificates: from the leaf 0, 1, 2, or from the root -1, -2.
package struct CertificateSlot: Hashable, Sendable {
  package let number: Int32

  static let leaf = CertificateSlot(number: 0)
  static let root = CertificateSlot(number: -1)

  /// Returns the index in a chain of `count` certificates; nil if the chain is too short.
  func index(in count: Int) -> Int? {
    let index = number < 0 ? count + Int(number) : Int(number)
    return (0..<count).contains(index) ? index : nil
  }
}

/// The part of a certificate that a requirement looks at.
///
/// An object identifier is the content of its DER element.
package enum CertificateField: Hashable, Sendable {
  /// A value of the subject's name, such as `subject.OU`.
  case name([UInt8])
  case extensionPresence([UInt8])
  case policy([UInt8])
  /// A date in an extension.
  case moment([UInt8])
}

/// The kinds of system facts that can identify a program.
package enum AnchorKind: String, CaseIterable, Sendable {
  case gid, unit, uid, selinux, apparmor, snap, flatpak, container
}

/// The strengths of an identity, from the weakest to the strongest.
package enum IdentityStrength: String, CaseIterable, Comparable, Sendable {
  case claimed, measured, held

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
