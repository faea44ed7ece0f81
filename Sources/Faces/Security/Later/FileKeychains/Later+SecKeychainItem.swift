// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecKeychainItem.h that are not there yet.

/// The type of something that is not there yet.
public typealias SecAFPServerSignature = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8
)
/// Not there yet: no function gives one.
public enum SecItemAttr: FourCharCode, Sendable {
  /// `kSecCreationDateItemAttr`.
  case creationDateItemAttr = 1667522932
  /// `kSecModDateItemAttr`.
  case modDateItemAttr = 1835295092
  /// `kSecDescriptionItemAttr`.
  case descriptionItemAttr = 1684370275
  /// `kSecCommentItemAttr`.
  case commentItemAttr = 1768123764
  /// `kSecCreatorItemAttr`.
  case creatorItemAttr = 1668445298
  /// `kSecTypeItemAttr`.
  case typeItemAttr = 1954115685
  /// `kSecScriptCodeItemAttr`.
  case scriptCodeItemAttr = 1935897200
  /// `kSecLabelItemAttr`.
  case labelItemAttr = 1818321516
  /// `kSecInvisibleItemAttr`.
  case invisibleItemAttr = 1768846953
  /// `kSecNegativeItemAttr`.
  case negativeItemAttr = 1852139361
  /// `kSecCustomIconItemAttr`.
  case customIconItemAttr = 1668641641
  /// `kSecAccountItemAttr`.
  case accountItemAttr = 1633903476
  /// `kSecServiceItemAttr`.
  case serviceItemAttr = 1937138533
  /// `kSecGenericItemAttr`.
  case genericItemAttr = 1734700641
  /// `kSecSecurityDomainItemAttr`.
  case securityDomainItemAttr = 1935961454
  /// `kSecServerItemAttr`.
  case serverItemAttr = 1936881266
  /// `kSecAuthenticationTypeItemAttr`.
  case authenticationTypeItemAttr = 1635023216
  /// `kSecPortItemAttr`.
  case portItemAttr = 1886351988
  /// `kSecPathItemAttr`.
  case pathItemAttr = 1885434984
  /// `kSecVolumeItemAttr`.
  case volumeItemAttr = 1986817381
  /// `kSecAddressItemAttr`.
  case addressItemAttr = 1633969266
  /// `kSecSignatureItemAttr`.
  case signatureItemAttr = 1936943463
  /// `kSecProtocolItemAttr`.
  case protocolItemAttr = 1886675820
  /// `kSecCertificateType`.
  case certificateType = 1668577648
  /// `kSecCertificateEncoding`.
  case certificateEncoding = 1667591779
  /// `kSecCrlType`.
  case crlType = 1668445296
  /// `kSecCrlEncoding`.
  case crlEncoding = 1668443747
  /// `kSecAlias`.
  case alias = 1634494835
}

/// Not there yet: no function gives one.
public enum SecItemClass: FourCharCode, Sendable {
  /// `kSecInternetPasswordItemClass`.
  case internetPasswordItemClass = 1768842612
  /// `kSecGenericPasswordItemClass`.
  case genericPasswordItemClass = 1734700656
  /// `kSecCertificateItemClass`.
  case certificateItemClass = 2147487744
  /// `kSecPublicKeyItemClass`.
  case publicKeyItemClass = 15
  /// `kSecPrivateKeyItemClass`.
  case privateKeyItemClass = 16
  /// `kSecSymmetricKeyItemClass`.
  case symmetricKeyItemClass = 17
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyAccess(
  _ itemRef: SecKeychainItem, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
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

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyContent(
  _ itemRef: SecKeychainItem, _ itemClass: UnsafeMutablePointer<SecItemClass>?,
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?,
  _ length: UnsafeMutablePointer<UInt32>?,
  _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyFromPersistentReference(
  _ persistentItemRef: CFData, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCopyKeychain(
  _ itemRef: SecKeychainItem, _ keychainRef: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCreateCopy(
  _ itemRef: SecKeychainItem, _ destKeychainRef: SecKeychain?, _ initialAccess: SecAccess?,
  _ itemCopy: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCreateFromContent(
  _ itemClass: SecItemClass, _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>,
  _ length: UInt32, _ data: UnsafeRawPointer?, _ keychainRef: SecKeychain?,
  _ initialAccess: SecAccess?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemCreatePersistentReference(
  _ itemRef: SecKeychainItem, _ persistentItemRef: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemFreeAttributesAndData(
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemFreeContent(
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
@discardableResult
public func SecKeychainItemGetTypeID() -> CFTypeID { 557 }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemModifyAttributesAndData(
  _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
  _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemModifyContent(
  _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
  _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecKeychainItemSetAccess(_ itemRef: SecKeychainItem, _ access: SecAccess) -> OSStatus {
  errSecUnimplemented
}

/// The type of something that is not there yet.
public typealias SecPublicKeyHash = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)
