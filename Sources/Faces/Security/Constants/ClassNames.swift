// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// The class key and its values (spec/secitem.md 1.1).

/// The class of an item: one of the five values below.
@safe nonisolated(unsafe) public let kSecClass: CFString = "class"
/// A password for anything.
@safe nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// A password for a server.
@safe nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// A certificate.
@safe nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// A cryptographic key.
@safe nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// A certificate together with its private key; never stored as such.
@safe nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"
