// SPDX-License-Identifier: Apache-2.0 (table)
package import KeychainTypes

/// The names of Apple's constants for attributes, classes, protections and statuses, for printed
/// program text.
package enum ConstantNames {
  /// Returns the constant for an attribute, for example `kSecAttrAccount` for `acct`.
  ///
  /// If the attribute has no constant, returns the name of the attribute in quotes.
  package static func constant(_ attribute: Attribute) -> String {
    attributes[attribute] ?? "\"\(attribute.name)\""
  }

  /// Returns the constant for a class, for example `kSecClassGenericPassword`.
  package static func constant(_ itemClass: ItemClass) -> String {
    switch itemClass {
    case .genericPassword: "kSecClassGenericPassword"
    case .internetPassword: "kSecClassInternetPassword"
    case .certificate: "kSecClassCertificate"
    case .key: "kSecClassKey"
    case .identity: "kSecClassIdentity"
    }
  }

  /// Returns the constant for a protection, for example `kSecAttrAccessibleWhenUnlocked`.
  package static func constant(_ protection: Protection) -> String {
    let name =
      switch protection {
      case .whenUnlocked: "WhenUnlocked"
      case .afterFirstUnlock: "AfterFirstUnlock"
      case .always: "Always"
      case .whenUnlockedThisDeviceOnly: "WhenUnlockedThisDeviceOnly"
      case .afterFirstUnlockThisDeviceOnly: "AfterFirstUnlockThisDeviceOnly"
      case .alwaysThisDeviceOnly: "AlwaysThisDeviceOnly"
      case .whenPasscodeSetThisDeviceOnly: "WhenPasscodeSetThisDeviceOnly"
      }
    return "kSecAttrAccessible" + name
  }

  /// Returns a protection in words, for example `when unlocked`.
  package static func words(_ protection: Protection) -> String {
    switch protection {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly: "when unlocked"
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: "after first unlock"
    case .always, .alwaysThisDeviceOnly: "always"
    case .whenPasscodeSetThisDeviceOnly: "when a passcode is set"
    }
  }

  /// Returns the name of a status, for example `errSecItemNotFound`, or the empty text for an
  /// unknown status.
  package static func status(_ number: Int32) -> String { StatusNames.name(of: number) ?? "" }

  static let attributes: [Attribute: String] = [
    .accessGroup: "kSecAttrAccessGroup", .protection: "kSecAttrAccessible",
    .accessControl: "kSecAttrAccessControl", .synchronizable: "kSecAttrSynchronizable",
    .creationDate: "kSecAttrCreationDate", .modificationDate: "kSecAttrModificationDate",
    .label: "kSecAttrLabel", .account: "kSecAttrAccount", .service: "kSecAttrService",
    .generic: "kSecAttrGeneric", .itemDescription: "kSecAttrDescription",
    .comment: "kSecAttrComment", .creator: "kSecAttrCreator", .type: "kSecAttrType",
    .isInvisible: "kSecAttrIsInvisible", .isNegative: "kSecAttrIsNegative",
    .securityDomain: "kSecAttrSecurityDomain", .server: "kSecAttrServer",
    .protocolCode: "kSecAttrProtocol", .authenticationType: "kSecAttrAuthenticationType",
    .port: "kSecAttrPort", .path: "kSecAttrPath", .certificateType: "kSecAttrCertificateType",
    .certificateEncoding: "kSecAttrCertificateEncoding", .subject: "kSecAttrSubject",
    .issuer: "kSecAttrIssuer", .serialNumber: "kSecAttrSerialNumber",
    .subjectKeyIdentifier: "kSecAttrSubjectKeyID", .publicKeyHash: "kSecAttrPublicKeyHash",
    .keyClass: "kSecAttrKeyClass", .applicationLabel: "kSecAttrApplicationLabel",
    .applicationTag: "kSecAttrApplicationTag", .keySizeInBits: "kSecAttrKeySizeInBits",
    .effectiveKeySize: "kSecAttrEffectiveKeySize", .isPermanent: "kSecAttrIsPermanent",
    .isSensitive: "kSecAttrIsSensitive", .isExtractable: "kSecAttrIsExtractable",
    .canEncrypt: "kSecAttrCanEncrypt", .canDecrypt: "kSecAttrCanDecrypt",
    .canDerive: "kSecAttrCanDerive", .canSign: "kSecAttrCanSign",
    .canVerify: "kSecAttrCanVerify", .canWrap: "kSecAttrCanWrap",
    .canUnwrap: "kSecAttrCanUnwrap", .tokenIdentifier: "kSecAttrTokenID",
    .viewHint: "kSecAttrSyncViewHint",
  ]
}

extension ConstantNames {
  /// Returns true if the API has a constant for the attribute, for example `kSecAttrAccount`.
  static func isAttribute(_ attribute: Attribute) -> Bool { attributes[attribute] != nil }
}
