// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Changes of a keychain's settings and of its password.
///
/// Both are in the keychain's database blob, a record of the file with the settings and the
/// encrypted keys.
extension Keychain {
  /// Returns the settings of the keychain, after asking the user for the password if it is locked.
  ///
  /// The call does not count as a use of the keychain, so the keychain's timeout is not restarted.
  package func settings() throws(KeychainError) -> Settings {
    let blob = try unlocked(isUse: false).database
    let isEndless = blob.timeout >= DatabaseBlob.noTimeout
    return Settings(timeout: isEndless ? nil : blob.timeout, locksOnSleep: blob.locksOnSleep)
  }

  /// Replaces the settings, and restarts the keychain's timeout.
  ///
  /// - Parameter password: the keychain's password, which permits the change while the keychain is
  ///   locked. If nil, the keychain has to be unlocked, or the user is asked.
  package func set(
    _ settings: Settings, password: SecretBytes? = nil
  ) throws(KeychainError) {
    try changeDatabase(password) { (blob, keys) throws(EditFailure) in
      blob.timeout = settings.timeout ?? DatabaseBlob.noTimeout
      blob.locksOnSleep = settings.locksOnSleep
      try editing { () throws(BlobFailure) in try blob.sign(keys) }
      return .changed(master: nil)
    }
  }

  /// Replaces the password; the keys of the items stay as they are.
  ///
  /// The old password is checked even if the keychain is unlocked.
  package func changePassword(
    from old: SecretBytes, to new: SecretBytes
  ) throws(KeychainError) {
    let parts = try onDatabase { () throws(EditFailure) in
      try editing { () throws(RandomnessError) in
        (
          try surroundings.randomness.bytes(count: NewKeychain.saltSize),
          try surroundings.randomness.bytes(count: KeyWrapping.vectorSize)
        )
      }
    }
    for _ in 0..<Self.mostReplacements {
      try unlock(old)
      let before = try database()
      _ = try keys(of: before, old)
      let isChanged = try changeDatabase { (blob, keys) throws(EditFailure) in
        // Another process can have changed the password after it was checked.
        guard blob.salt == before.salt else { return .unchanged }
        return .changed(
          master: try editing { () throws(BlobFailure) in
            try blob.seal(keys, password: new, salt: parts.0, vector: parts.1)
          })
      }
      guard isChanged else { continue }
      // The holder has another name for the key of the new password, so the old name is removed.
      return try held(before).drop()
    }
    throw KeychainError(FileFailure.unsteady, path)
  }

  /// The outcome of a change of the database blob (the settings and the encrypted keys).
  private enum DatabaseChange: Sendable {
    case unchanged
    /// The blob was changed.
    ///
    /// `master` is the new master key, or nil if the master key stays.
    case changed(master: SecretBytes?)
  }

  /// Changes the database blob, then stores the master key with the key holder again
  /// (`HeldMaster`).
  ///
  /// - Parameters:
  ///   - password: the password that decrypts the keys; nil to use the keys of the unlocked
  ///     keychain.
  ///   - change: changes the blob, or returns `unchanged` to leave the file as it is. The closure
  ///     can run several times.
  /// - Returns: true if the blob was changed.
  @discardableResult
  private func changeDatabase(
    _ password: SecretBytes? = nil,
    _ change: (inout DatabaseBlob, KeychainKeys) throws(EditFailure) -> DatabaseChange
  ) throws(KeychainError) -> Bool {
    var outcome = DatabaseChange.unchanged
    try edit(password) { (editor) throws(EditFailure) in
      var blob = try editor.image.database()
      outcome = try change(&blob, editor.keys)
      if case .changed = outcome { try editor.write(blob) }
    }
    guard case .changed(let new) = outcome else { return false }
    let blob = try database()
    // The key is looked up only now: a key from before the change can belong to an older password.
    var master = new
    if master == nil { master = try heldKeys(blob)?.master }
    if let master { try hold(master, blob) }
    return true
  }
}
