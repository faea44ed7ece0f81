// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto

/// The reason why an encrypted part of a keychain file cannot be read or made.
package enum BlobFailure: Error, Equatable, Sendable {
  /// The bytes are not a blob of the kind that is read.
  case malformed
  /// The blob has a version that this library does not know.
  case unknownVersion
  /// The blob was not made with the given key, or it was changed afterwards.
  case notAuthentic
  /// libcrypto refuses an operation, for example because it lacks Triple DES.
  case crypto(CryptoError)

  /// Runs a function that calls libcrypto, and throws its failure as a `BlobFailure`.
  ///
  /// Wrong padding becomes `notAuthentic`, because it means that the key is wrong.
  static func calling<R>(_ body: () throws(CryptoError) -> R) throws(BlobFailure) -> R {
    do throws(CryptoError) {
      return try body()
    } catch .notAuthentic {
      throw .notAuthentic
    } catch {
      throw .crypto(error)
    }
  }
}

/// The version of a blob (Specification/keychain-file-format.md, "Database blob").
package enum BlobVersion: UInt32, Sendable {
  /// The version without partition lists and integrity digests.
  ///
  /// New keychains outside a user's folder `Library/Keychains` get this version.
  case plain = 0x100
  /// A version that Apple's systems once made; no new keychain gets it.
  case intermediate = 0x101
  /// The version with partition lists and integrity digests.
  case partitioned = 0x200

  /// True if items have partition lists and integrity digests.
  package var hasPartitions: Bool { self == .partitioned }
}
