// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

extension KeyLibrary {
  private static let legacyProvider = Result<KeyLibrary, CryptoError> { () throws(CryptoError) in
    let library = try shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard unsafe OSSL_PROVIDER_load(library.context, "legacy") != nil else { throw .unavailable }
    return library
  }

  /// The library context once it has libcrypto's old algorithms too, which are loaded at the first
  /// need and never into the host program's own context (spec/certificates.md 9).
  ///
  /// - Throws: `unavailable` where the system does not have them or refuses them.
  static func withLegacy() throws(CryptoError) -> KeyLibrary { try legacyProvider.get() }
}
