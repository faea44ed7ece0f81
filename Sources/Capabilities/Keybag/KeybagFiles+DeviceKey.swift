// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Another device key for the same store, so that a crash at any point leaves one that opens it.
///
/// The new key lies beside the old one as `device.key.next` while the keybag and its copy are
/// written under it, then takes its name (Documentation/Formats/keybag.md 5).
extension KeybagFiles {
  /// Writes a changed keybag under a fresh device key.
  ///
  /// The caller holds the lock and has mended what a crash has left. A keybag with a passcode keeps
  /// its device key, since only both together give its unlock key.
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

  /// Finishes or undoes what a crash has left of a change of the device key.
  ///
  /// The caller holds the lock, so that nobody is in the middle of one.
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

  /// The key that is to be the device key; nil for a file that was not written to its end.
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
