// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Names of attributes of certificates and keys (Specification/secitem.md, "Attribute keys").

/// The type of a certificate; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"
/// The encoding of a certificate.
@safe nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"
/// The subject name of a certificate.
@safe nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"
/// The issuer name of a certificate; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"
/// The serial number of a certificate; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"
/// The subject key identifier of a certificate.
@safe nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"
/// The hash of the public key of a certificate.
@safe nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"
/// Whether a key is public, private or symmetric; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"
/// The hash of the public key; part of the primary key of keys.
@safe nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"
/// Data that the application attaches to a key; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"
/// The algorithm of a key; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"
/// The size of a key in bits; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The effective size of a key in bits; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"
/// Whether a new key is stored in the keychain.
@safe nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"
/// Whether a key may leave the keychain only in encrypted (wrapped) form.
@safe nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"
/// Whether a key may leave the keychain.
@safe nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"
/// Whether a key may encrypt.
@safe nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"
/// Whether a key may decrypt.
@safe nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"
/// Whether a key may be used to derive other keys.
@safe nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"
/// Whether a key may sign.
@safe nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"
/// Whether a key may verify signatures.
@safe nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"
/// Whether a key may wrap other keys.
@safe nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"
/// Whether a key may unwrap other keys.
@safe nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"
/// The attributes of the private key of a new pair.
@safe nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"
/// The attributes of the public key of a new pair.
@safe nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"
/// The access list of an item in a file-based keychain.
@safe nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls"
/// The pseudo-random function that derives a key from a password.
@safe nonisolated(unsafe) public let kSecAttrPRF: CFString = "prf"
/// The salt for deriving a key from a password.
@safe nonisolated(unsafe) public let kSecAttrSalt: CFString = "salt"
/// The number of rounds for deriving a key from a password.
@safe nonisolated(unsafe) public let kSecAttrRounds: CFString = "rounds"
