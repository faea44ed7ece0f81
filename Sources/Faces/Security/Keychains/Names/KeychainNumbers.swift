// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

// Numbers of the functions for keychains (Specification/file-keychain.md, "Keychain functions").

/// The version of `SecKeychainSettings`.
public let SEC_KEYCHAIN_SETTINGS_VERS1: Int32 = 1
/// The bit of the status of an unlocked keychain.
public let kSecUnlockStateStatus: UInt32 = 1
/// The bit of the status of a readable keychain.
public let kSecReadPermStatus: UInt32 = 2
/// The bit of the status of a keychain that can be changed.
public let kSecWritePermStatus: UInt32 = 4

// Tags of attributes of certificates in keychain files.

/// The subject of a certificate.
public let kSecSubjectItemAttr: Int = 1937072746
/// The issuer of a certificate.
public let kSecIssuerItemAttr: Int = 1769173877
/// The serial number of a certificate.
public let kSecSerialNumberItemAttr: Int = 1936614002
/// The hash of the public key of a certificate.
public let kSecPublicKeyHashItemAttr: Int = 1752198009
/// The subject key identifier of a certificate.
public let kSecSubjectKeyIdentifierItemAttr: Int = 1936419172
/// The type of a certificate.
public let kSecCertTypeItemAttr: Int = 1668577648
/// The encoding of a certificate.
public let kSecCertEncodingItemAttr: Int = 1667591779

// Numbers of attributes of keys in keychain files.

/// The class of a key: the number of its table.
public let kSecKeyKeyClass: Int32 = 0
/// The label of a key, for the user.
public let kSecKeyPrintName: Int32 = 1
/// The alias of a key.
public let kSecKeyAlias: Int32 = 2
/// Whether a key is stored.
public let kSecKeyPermanent: Int32 = 3
/// Whether a key is private.
public let kSecKeyPrivate: Int32 = 4
/// Whether the attributes of a key can change.
public let kSecKeyModifiable: Int32 = 5
/// The hash of the public key.
public let kSecKeyLabel: Int32 = 6
/// Data by which a program finds its key.
public let kSecKeyApplicationTag: Int32 = 7
/// The module that made a key.
public let kSecKeyKeyCreator: Int32 = 8
/// The algorithm of a key.
public let kSecKeyKeyType: Int32 = 9
/// The size of a key in bits.
public let kSecKeyKeySizeInBits: Int32 = 10
/// The effective size of a key in bits.
public let kSecKeyEffectiveKeySize: Int32 = 11
/// The date from which a key is valid.
public let kSecKeyStartDate: Int32 = 12
/// The date until which a key is valid.
public let kSecKeyEndDate: Int32 = 13
/// Whether a key leaves its keychain only wrapped.
public let kSecKeySensitive: Int32 = 14
/// Whether a key was always sensitive.
public let kSecKeyAlwaysSensitive: Int32 = 15
/// Whether a key can leave its keychain.
public let kSecKeyExtractable: Int32 = 16
/// Whether a key could never leave its keychain.
public let kSecKeyNeverExtractable: Int32 = 17
/// Whether a key can encrypt.
public let kSecKeyEncrypt: Int32 = 18
/// Whether a key can decrypt.
public let kSecKeyDecrypt: Int32 = 19
/// Whether a key can derive other keys.
public let kSecKeyDerive: Int32 = 20
/// Whether a key can sign.
public let kSecKeySign: Int32 = 21
/// Whether a key can verify signatures.
public let kSecKeyVerify: Int32 = 22
/// Whether a key can sign with recovery.
public let kSecKeySignRecover: Int32 = 23
/// Whether a key can verify with recovery.
public let kSecKeyVerifyRecover: Int32 = 24
/// Whether a key can wrap other keys.
public let kSecKeyWrap: Int32 = 25
/// Whether a key can unwrap other keys.
public let kSecKeyUnwrap: Int32 = 26
