// SPDX-License-Identifier: Apache-2.0 (table)
package import KeychainTypes

/// The names that Swift code has for what is stored: for programs that are printed.
package enum ConstantNames {
  /// `kSecAttrAccount` for `acct`; the name itself where there is no constant.
  package static func constant(_ attribute: Attribute) -> String {
    attributes[attribute] ?? "\"\(attribute.name)\""
  }

  /// `kSecClassGenericPassword`.
  package static func constant(_ itemClass: ItemClass) -> String {
    switch itemClass {
    case .genericPassword: "kSecClassGenericPassword"
    case .internetPassword: "kSecClassInternetPassword"
    case .certificate: "kSecClassCertificate"
    case .key: "kSecClassKey"
    case .identity: "kSecClassIdentity"
    }
  }

  /// `kSecAttrAccessibleWhenUnlocked`.
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

  /// The protection in words: `when unlocked`.
  package static func words(_ protection: Protection) -> String {
    switch protection {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly: "when unlocked"
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: "after first unlock"
    case .always, .alwaysThisDeviceOnly: "always"
    case .whenPasscodeSetThisDeviceOnly: "when a passcode is set"
    }
  }

  /// The status's name: `errSecItemNotFound`.
  package static func status(_ number: Int32) -> String { statuses[number] ?? "" }

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

  package static let statuses: [Int32: String] = [
    0: "errSecSuccess", -4: "errSecUnimplemented", -34: "errSecDiskFull", -36: "errSecIO",
    -50: "errSecParam", -108: "errSecAllocate", -128: "errSecUserCanceled",
    -25291: "errSecNotAvailable", -25292: "errSecReadOnly", -25293: "errSecAuthFailed",
    -25294: "errSecNoSuchKeychain", -25299: "errSecDuplicateItem",
    -25300: "errSecItemNotFound", -25302: "errSecDataTooLarge",
    -25303: "errSecNoSuchAttr", -25304: "errSecInvalidItemRef",
    -25306: "errSecNoSuchClass", -25308: "errSecInteractionNotAllowed",
    -26275: "errSecDecode", -26276: "errSecInternal", -34018: "errSecMissingEntitlement",
    -34020: "errSecRestrictedAPI", -67808: "errSecVerifyFailed",
  ]
}

extension ConstantNames {
  /// Whether a name of four letters is an attribute of some class.
  static func isAttribute(_ attribute: Attribute) -> Bool { attributes[attribute] != nil }
}
