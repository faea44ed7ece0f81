// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The bytes and the keys of a new keychain file (Specification/keychain-file-format.md, "Minimal
/// writer recipe").
package struct NewKeychain: Sendable {
  static let saltSize = 20
  static let signatureSize = 16

  package let bytes: [UInt8]
  package let keys: KeychainKeys
  /// The master key, which is derived from the password and decrypts the keychain's other keys.
  package let master: SecretBytes

  /// Makes the bytes of an empty keychain with new keys.
  ///
  /// - Parameters:
  ///   - version: the version of the keychain's blobs.
  ///   - timeout: the time without use after which the keychain locks, in seconds.
  ///   - locksOnSleep: true if the keychain locks when the machine sleeps.
  package static func make(
    version: BlobVersion, password: SecretBytes, timeout: UInt32 = 300,
    locksOnSleep: Bool = true, _ randomness: some RandomnessSource
  ) throws(EditFailure) -> NewKeychain {
    let keys = try editing { () throws(RandomnessError) in try KeychainKeys.generate(randomness) }
    let parts = try editing { () throws(RandomnessError) in
      (
        signature: try randomness.bytes(count: signatureSize),
        salt: try randomness.bytes(count: saltSize),
        vector: try randomness.bytes(count: KeyWrapping.vectorSize)
      )
    }
    var blob = DatabaseBlob(
      version: version, signature: parts.signature, timeout: timeout, locksOnSleep: locksOnSleep)
    let master = try editing { () throws(BlobFailure) in
      try blob.seal(keys, password: password, salt: parts.salt, vector: parts.vector)
    }
    do throws(DraftFailure) {
      let bytes = try FileDraft.newFile(database: blob.encode())
      return NewKeychain(bytes: bytes, keys: keys, master: master)
    } catch {
      throw .draft(error)
    }
  }
}
