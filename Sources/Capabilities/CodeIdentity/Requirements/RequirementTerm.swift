// SPDX-License-Identifier: Apache-2.0

/// One condition of a requirement: Apple's terms, and the terms that only Latchkey knows
/// (Specification/code-identity.md, "Requirement language").
///
/// The comment of a case states a fact that must be true of the program, or a property that must
/// have the given value. Texts are bytes, because a compiled requirement may have any bytes there.
package enum RequirementTerm: Hashable, Sendable {
  /// The signing identifier of the program.
  case identifier([UInt8])
  /// The hash of the program's code directory (`cdhash`), 20 bytes.
  case codeHash([UInt8])
  /// Apple has signed the program as its own product.
  case anchorApple
  /// The program's certificates lead to a root of Apple's.
  case anchorAppleGeneric
  /// The program's certificates lead to a root that macOS knows by this name.
  case namedAnchor([UInt8])
  /// The program meets the requirement that macOS knows by this name.
  case namedCode([UInt8])
  /// The certificate at this place of the program's chain has this SHA-1 hash of 20 bytes.
  case certificateHash(CertificateSlot, [UInt8])
  case certificateField(CertificateSlot, CertificateField, RequirementMatch)
  /// The user or the system trusts the certificate at this place of the program's chain.
  case certificateTrusted(CertificateSlot)
  /// The system trusts the program's certificates, from the first to their root.
  case anchorTrusted
  /// The value of this key in the program's `Info.plist`, which the program's signature protects.
  case property(key: [UInt8], RequirementMatch)
  /// The value of this key in the program's `Info.plist`, which must be equal to `value`.
  ///
  /// Only the oldest compiled requirements have this term. `property` replaces it.
  case legacyProperty(key: [UInt8], value: [UInt8])
  case entitlement(key: [UInt8], RequirementMatch)
  /// The number of the platform for which the program was signed.
  case platform(Int32)
  /// Apple has notarized the program: checked it and issued a ticket for it.
  case notarized
  /// The program was signed before Apple demanded notarization.
  case legacy

  /// The team that signed the program.
  case team([UInt8])
  /// The path of the program's executable, a file that only root can change.
  case path([UInt8])
  /// The SHA-256 hash of the program's executable, 32 bytes.
  case digest([UInt8])
  /// The system has given the program's process this property, such as a systemd unit.
  case anchor(AnchorKind, [UInt8])
  /// The program's identity has at least this strength.
  case strength(IdentityStrength)
  /// The program's signature states at least this build number.
  case build(UInt64)
  /// The path of the program's executable, which is an interpreter of scripts.
  ///
  /// Only root can change the file.
  case interpreter([UInt8])

  /// A condition in a compiled requirement that Latchkey does not know and counts as false.
  ///
  /// A later version of macOS has written it. A flag of its operation number permits readers to
  /// count it as false (`RequirementOpcode.falseIfUnknown`).
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

/// The part of a certificate that a requirement compares.
///
/// An object identifier in a case is stored as the content of its DER element.
package enum CertificateField: Hashable, Sendable {
  /// A value of the subject's name, such as `subject.OU`.
  case name([UInt8])
  case extensionPresence([UInt8])
  case policy([UInt8])
  /// A date in the extension with this object identifier.
  case moment([UInt8])
}

/// The kinds of properties that the system gives a process and that can identify its program.
///
/// Examples are a user, a systemd unit and a container.
package enum AnchorKind: String, CaseIterable, Sendable {
  case gid, unit, uid, selinux, apparmor, snap, flatpak, container
}

/// The strengths of a program's identity, from the weakest to the strongest.
///
/// The program itself states a `claimed` identity. A `measured` identity comes from a check of the
/// program's file. The system gives a process its `held` identity, such as a systemd unit
/// (Specification/code-identity.md, "Unsigned and ad hoc programs").
package enum IdentityStrength: String, CaseIterable, Comparable, Sendable {
  case claimed, measured, held

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
