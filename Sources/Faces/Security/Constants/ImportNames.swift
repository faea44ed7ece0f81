// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Options and result keys of SecPKCS12Import (Specification/certificates.md, "PKCS#12 options and
// result keys"), and the version of the key parameters.

/// The password of the file; a string.
@safe nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
/// The keychain that receives the imported items.
@safe nonisolated(unsafe) public let kSecImportExportKeychain: CFString = "keychain"
/// The access list of imported keys in a keychain file; it has no effect on the embedded store.
@safe nonisolated(unsafe) public let kSecImportExportAccess: CFString = "access"
/// Whether the import only returns the imported items and stores nothing.
@safe nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
/// The label of an imported item: the name of its key in the file, otherwise a name of its
/// certificate.
@safe nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
/// The identifier that links key and certificate in the file, otherwise the hash of the public key.
@safe nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
/// The trust object of the imported certificate, already evaluated.
@safe nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
/// An array of the imported certificate and the certificates of its issuers.
@safe nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
/// The imported identity: the certificate with its private key.
@safe nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"
/// The version of `SecItemImportExportKeyParameters`.
public let SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION: Int32 = 0
