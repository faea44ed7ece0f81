// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Names of attributes of certificates and keys (spec/secitem.md 1.2).

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
/// The hash of the public key, for keys; part of their primary key.
@safe nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"
/// Data of the application's own with a key; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"
/// The algorithm of a key; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"
/// The size of a key; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The number of effective bits of a key; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"
/// Whether a new key is stored.
@safe nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"
/// Whether a key leaves only in wrapped form.
@safe nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"
/// Whether a key may leave.
@safe nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"
/// Whether a key encrypts.
@safe nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"
/// Whether a key decrypts.
@safe nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"
/// Whether keys are derived from a key.
@safe nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"
/// Whether a key signs.
@safe nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"
/// Whether a key verifies signatures.
@safe nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"
/// Whether a key wraps other keys.
@safe nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"
/// Whether a key unwraps other keys.
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
