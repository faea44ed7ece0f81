// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Values of `kSecAttrKeyClass` and `kSecAttrKeyType`: decimal numbers as text, and names of
// pseudo-random functions (Specification/secitem.md, "Values of enumerated attributes").

/// The key class of public keys.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"
/// The key class of private keys.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"
/// The key class of symmetric keys.
@safe nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"
/// The key type RSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"
/// The key type of elliptic curves over prime fields.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"
/// The key type of elliptic curves over prime fields.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
/// The key type of elliptic curves over prime fields.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"
/// The key type Ed25519, for signatures; private API on Apple's systems.
@_spi(Private) @safe nonisolated(unsafe) public let kSecAttrKeyTypeEd25519: CFString = "105"
/// The key type X25519, for key exchange; private API on Apple's systems.
@_spi(Private) @safe nonisolated(unsafe) public let kSecAttrKeyTypeX25519: CFString = "106"
/// The key type DSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"
/// The key type AES.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"
/// The key type DES.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"
/// The key type Triple DES.
@safe nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"
/// The key type RC4.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"
/// The key type RC2.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"
/// The key type CAST.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"
/// The pseudo-random function HMAC with SHA-1.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"
/// The pseudo-random function HMAC with SHA-224.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"
/// The pseudo-random function HMAC with SHA-256.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"
/// The pseudo-random function HMAC with SHA-384.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"
/// The pseudo-random function HMAC with SHA-512.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"
