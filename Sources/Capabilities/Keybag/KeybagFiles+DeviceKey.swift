// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Replaces the device key of a store.
///
/// If a crash interrupts the change, one of the two device keys still opens the store. The new key
/// is written beside the old key as `device.key.next`. While this file exists, the keybag and its
/// copy are written under the new key. At the end, the new key takes the name of the old key
/// (Documentation/Formats/keybag.md, section 5).
extension KeybagFiles {
  /// Writes a changed keybag under a fresh device key, and returns the keybag as it was written.
  ///
  /// If the store has a passcode, the keybag is written under the present device key. The reason is
  /// that unlock keys for a fresh device key could be derived only with the passcode.
  ///
  /// The caller holds the store's lock. The caller has also called `mendDeviceKey`, which ends a
  /// change that a crash interrupted.
  package func saveRenewingDeviceKey(
    _ keybag: UnlockedKeybag, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    guard !keybag.hasPasscode else { return try save(keybag) }
    let deviceKey: Key<KeyRole.Device>
    do {
      deviceKey = try Key<KeyRole.Device>.generate(from: randomness)
    } catch {
      throw KeybagError(error)
    }
    let renewed = try keybag.wrapped(by: deviceKey, randomness: randomness)
    try deviceKey.bytes.withBytes { (bytes) throws(KeybagError) in
      try acting(on: .nextDeviceKey) { () throws(FileError) in
        try removeIfThere(.nextDeviceKey)
        try files.create(path(.nextDeviceKey), bytes)
        try files.synchronize(directory: directory)
      }
    }
    let saved = try save(renewed)
    try takeNextDeviceKey()
    return saved
  }

  /// Finishes or undoes a change of the device key that a crash interrupted.
  ///
  /// The caller holds the store's lock, so that no other process is changing the key now.
  package func mendDeviceKey() throws(KeybagError) {
    guard try !isAbsent(.nextDeviceKey), let keybag = try readBoth() else { return }
    if let deviceKey = try readDeviceKey(), try keybag.isWrapped(by: deviceKey) {
      try acting(on: .nextDeviceKey) { () throws(FileError) in
        try removeIfThere(.nextDeviceKey)
        try files.synchronize(directory: directory)
      }
    } else if let next = try readNextDeviceKey(), try keybag.isWrapped(by: next) {
      try takeNextDeviceKey()
    }
  }

  /// Reads the new device key from the file `device.key.next`.
  ///
  /// Nil if the file is missing, or if its length is wrong because a crash cut it short.
  func readNextDeviceKey() throws(KeybagError) -> Key<KeyRole.Device>? {
    do throws(KeybagError) {
      return try readKey(.nextDeviceKey)
    } catch .deviceKeyLength {
      return nil
    }
  }

  private func takeNextDeviceKey() throws(KeybagError) {
    try acting(on: .deviceKey) { () throws(FileError) in
      try files.rename(path(.nextDeviceKey), to: path(.deviceKey), replacing: true)
      try files.synchronize(directory: directory)
    }
  }

  private func removeIfThere(_ file: KeybagError.File) throws(FileError) {
    do throws(FileError) {
      try files.remove(path(file))
    } catch .absent {}
  }

  private func acting(
    on file: KeybagError.File, _ body: () throws(FileError) -> Void
  ) throws(KeybagError) {
    do throws(FileError) {
      try body()
    } catch {
      throw .file(file, error)
    }
  }
}
