// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecKeychainItem.h that Latchkey does not implement yet.

/// A type of a feature that Latchkey does not implement yet.
public typealias SecAFPServerSignature = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8
)
/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecItemAttr: FourCharCode, Sendable {
  /// `kSecCreationDateItemAttr` in C.
  case creationDateItemAttr = 1667522932
  /// `kSecModDateItemAttr` in C.
  case modDateItemAttr = 1835295092
  /// `kSecDescriptionItemAttr` in C.
  case descriptionItemAttr = 1684370275
  /// `kSecCommentItemAttr` in C.
  case commentItemAttr = 1768123764
  /// `kSecCreatorItemAttr` in C.
  case creatorItemAttr = 1668445298
  /// `kSecTypeItemAttr` in C.
  case typeItemAttr = 1954115685
  /// `kSecScriptCodeItemAttr` in C.
  case scriptCodeItemAttr = 1935897200
  /// `kSecLabelItemAttr` in C.
  case labelItemAttr = 1818321516
  /// `kSecInvisibleItemAttr` in C.
  case invisibleItemAttr = 1768846953
  /// `kSecNegativeItemAttr` in C.
  case negativeItemAttr = 1852139361
  /// `kSecCustomIconItemAttr` in C.
  case customIconItemAttr = 1668641641
  /// `kSecAccountItemAttr` in C.
  case accountItemAttr = 1633903476
  /// `kSecServiceItemAttr` in C.
  case serviceItemAttr = 1937138533
  /// `kSecGenericItemAttr` in C.
  case genericItemAttr = 1734700641
  /// `kSecSecurityDomainItemAttr` in C.
  case securityDomainItemAttr = 1935961454
  /// `kSecServerItemAttr` in C.
  case serverItemAttr = 1936881266
  /// `kSecAuthenticationTypeItemAttr` in C.
  case authenticationTypeItemAttr = 1635023216
  /// `kSecPortItemAttr` in C.
  case portItemAttr = 1886351988
  /// `kSecPathItemAttr` in C.
  case pathItemAttr = 1885434984
  /// `kSecVolumeItemAttr` in C.
  case volumeItemAttr = 1986817381
  /// `kSecAddressItemAttr` in C.
  case addressItemAttr = 1633969266
  /// `kSecSignatureItemAttr` in C.
  case signatureItemAttr = 1936943463
  /// `kSecProtocolItemAttr` in C.
  case protocolItemAttr = 1886675820
  /// `kSecCertificateType` in C.
  case certificateType = 1668577648
  /// `kSecCertificateEncoding` in C.
  case certificateEncoding = 1667591779
  /// `kSecCrlType` in C.
  case crlType = 1668445296
  /// `kSecCrlEncoding` in C.
  case crlEncoding = 1668443747
  /// `kSecAlias` in C.
  case alias = 1634494835
}

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum SecItemClass: FourCharCode, Sendable {
  /// `kSecInternetPasswordItemClass` in C.
  case internetPasswordItemClass = 1768842612
  /// `kSecGenericPasswordItemClass` in C.
  case genericPasswordItemClass = 1734700656
  /// `kSecCertificateItemClass` in C.
  case certificateItemClass = 2147487744
  /// `kSecPublicKeyItemClass` in C.
  case publicKeyItemClass = 15
  /// `kSecPrivateKeyItemClass` in C.
  case privateKeyItemClass = 16
  /// `kSecSymmetricKeyItemClass` in C.
  case symmetricKeyItemClass = 17
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyAccess(
  _ itemRef: SecKeychainItem, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyAttributesAndData(
  _ itemRef: SecKeychainItem, _ info: UnsafeMutablePointer<SecKeychainAttributeInfo>?,
  _ itemClass: UnsafeMutablePointer<SecItemClass>?,
  _ attrList: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeList>?>?,
  _ length: UnsafeMutablePointer<UInt32>?,
  _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyContent(
  _ itemRef: SecKeychainItem, _ itemClass: UnsafeMutablePointer<SecItemClass>?,
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?,
  _ length: UnsafeMutablePointer<UInt32>?,
  _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyFromPersistentReference(
  _ persistentItemRef: CFData, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyKeychain(
  _ itemRef: SecKeychainItem, _ keychainRef: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCreateCopy(
  _ itemRef: SecKeychainItem, _ destKeychainRef: SecKeychain?, _ initialAccess: SecAccess?,
  _ itemCopy: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCreateFromContent(
  _ itemClass: SecItemClass, _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>,
  _ length: UInt32, _ data: UnsafeRawPointer?, _ keychainRef: SecKeychain?,
  _ initialAccess: SecAccess?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCreatePersistentReference(
  _ itemRef: SecKeychainItem, _ persistentItemRef: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemFreeAttributesAndData(
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemFreeContent(
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
@discardableResult
public func SecKeychainItemGetTypeID() -> CFTypeID { 557 }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemModifyAttributesAndData(
  _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
  _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemModifyContent(
  _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
  _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemSetAccess(_ itemRef: SecKeychainItem, _ access: SecAccess) -> OSStatus {
  errSecUnimplemented
}

/// A type of a feature that Latchkey does not implement yet.
public typealias SecPublicKeyHash = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)
