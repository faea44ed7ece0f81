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
    -50: "errSecParam", -61: "errSecWrPerm", -108: "errSecAllocate", -128: "errSecUserCanceled",
    -2070: "errSecInternalComponent", -25240: "errSecACLNotSimple",
    -25243: "errSecNoAccessForItem", -25244: "errSecInvalidOwnerEdit",
    -25256: "errSecUnsupportedFormat", -25257: "errSecUnknownFormat",
    -25258: "errSecKeyIsSensitive", -25259: "errSecMultiplePrivKeys",
    -25260: "errSecPassphraseRequired", -25264: "errSecPkcs12VerifyFailure",
    -25291: "errSecNotAvailable", -25292: "errSecReadOnly", -25293: "errSecAuthFailed",
    -25294: "errSecNoSuchKeychain", -25295: "errSecInvalidKeychain",
    -25296: "errSecDuplicateKeychain", -25297: "errSecDuplicateCallback",
    -25298: "errSecInvalidCallback", -25299: "errSecDuplicateItem",
    -25300: "errSecItemNotFound", -25301: "errSecBufferTooSmall", -25302: "errSecDataTooLarge",
    -25303: "errSecNoSuchAttr", -25304: "errSecInvalidItemRef",
    -25305: "errSecInvalidSearchRef", -25306: "errSecNoSuchClass",
    -25307: "errSecNoDefaultKeychain", -25308: "errSecInteractionNotAllowed",
    -25309: "errSecReadOnlyAttr", -25315: "errSecInteractionRequired",
    -25316: "errSecDataNotAvailable", -25319: "errSecInvalidPrefsDomain",
    -25320: "errSecInDarkWake", -26275: "errSecDecode", -26276: "errSecInternal",
    -34018: "errSecMissingEntitlement", -34020: "errSecRestrictedAPI",
    -67598: "errSecInvalidDatabaseBlob", -67599: "errSecInvalidKeyBlob",
    -67600: "errSecIncompatibleDatabaseBlob", -67601: "errSecIncompatibleKeyBlob",
    -67671: "errSecInternalError", -67701: "errSecInvalidRecord", -67808: "errSecVerifyFailed",
  ]
}

extension ConstantNames {
  /// Returns true if the API has a constant for the attribute, for example `kSecAttrAccount`.
  static func isAttribute(_ attribute: Attribute) -> Bool { attributes[attribute] != nil }
}
