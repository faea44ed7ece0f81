// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Values of `kSecAttrKeyClass` and `kSecAttrKeyType`: decimal numbers as text, and names of
// pseudo-random functions (spec/secitem.md 1.3).

/// A public key.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"
/// A private key.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"
/// A symmetric key.
@safe nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"
/// RSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"
/// Elliptic curves over prime fields.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"
/// Elliptic curves over prime fields.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
/// Elliptic curves over prime fields.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"
/// Ed25519, for signatures; Apple keeps the name to itself.
@_spi(Private) @safe nonisolated(unsafe) public let kSecAttrKeyTypeEd25519: CFString = "105"
/// X25519, for key exchange; Apple keeps the name to itself.
@_spi(Private) @safe nonisolated(unsafe) public let kSecAttrKeyTypeX25519: CFString = "106"
/// DSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"
/// AES.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"
/// DES.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"
/// Triple DES.
@safe nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"
/// RC4.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"
/// RC2.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"
/// CAST.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"
/// HMAC with SHA-1.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"
/// HMAC with SHA-224.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"
/// HMAC with SHA-256.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"
/// HMAC with SHA-384.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"
/// HMAC with SHA-512.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"
