// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// The class key and its values (Specification/secitem.md, "Class key and class values").

/// The class of an item: one of the five `kSecClass…` values.
@safe nonisolated(unsafe) public let kSecClass: CFString = "class"
/// The class of passwords for any purpose.
@safe nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// The class of passwords for internet servers.
@safe nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// The class of certificates.
@safe nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// The class of cryptographic keys.
@safe nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// The class of identities: certificates with their private keys.
///
/// The keychain stores no identities. The keychain stores the certificate and the private key of an
/// identity as two items.
@safe nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"
