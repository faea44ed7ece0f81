// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Options and result keys of SecPKCS12Import (spec/certificates.md 4.1), and the version of the key
// parameters.

/// The password of the file; a string.
@safe nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
/// The keychain that is imported into.
@safe nonisolated(unsafe) public let kSecImportExportKeychain: CFString = "keychain"
/// The access list of imported keys; without meaning here.
@safe nonisolated(unsafe) public let kSecImportExportAccess: CFString = "access"
/// Whether nothing is to be stored.
@safe nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
/// What the file calls the key, else the summary of its certificate.
@safe nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
/// What the file says that joins key and certificate, else the hash of the public key.
@safe nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
/// The trust in the certificate, evaluated.
@safe nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
/// The certificate and those that issued it.
@safe nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
/// The identity.
@safe nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"

/// The version of `SecItemImportExportKeyParameters`.
public let SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION: Int32 = 0
