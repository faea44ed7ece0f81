// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// The files `device.key`, `keybag` and `keybag.copy` in the directory of a store.
///
/// The caller holds the store's `lock` file when it calls a function that writes. No function
/// overwrites an existing file, except that a changed keybag replaces the earlier keybag.
///
/// Each file is written under a temporary name, made durable and renamed. Afterwards its directory
/// is made durable. So each file is either whole or absent.
package struct KeybagFiles: Sendable {
  let directory: String
  let files: any FileSystem
  let holder: any UnlockKeyHolder

  /// Makes a value for the keybag files in `directory`, which must exist.
  ///
  /// - Parameter holder: keeps the unlock keys while a store with a passcode is unlocked. The
  ///   default keeps no keys.
  package init(
    directory: String, files: any FileSystem = SystemFileSystem(),
    holder: any UnlockKeyHolder = NoHolder()
  ) {
    self.directory = directory
    self.files = files
    self.holder = holder
  }

  /// The keybag files of this directory, without the holder that keeps unlock keys between calls.
  ///
  /// A keybag with a passcode is then always opened as locked.
  package var withoutHolder: KeybagFiles { KeybagFiles(directory: directory, files: files) }

  /// Opens the store's keybag, and unwraps all keys that are available without a question to the
  /// user.
  ///
  /// - Throws: `absent` if neither device key nor keybag exists. If only one of the two exists, or
  ///   if a file is unusable, another case of `KeybagError`.
  package func open(randomness: any RandomnessSource) throws(KeybagError) -> UnlockedKeybag {
    let found = try readParts()
    var unlocked = try found.keybag.unlock(
      with: found.deviceKey, held: holder, randomness: randomness)
    unlocked.hasNextDeviceKey = found.hasNext
    return unlocked
  }

  /// Opens the store's keybag with its passcode, and unwraps all keys.
  ///
  /// - Throws: `wrongPasscode`, and the errors of `open(randomness:)`.
  package func open(
    with passcode: Passcode, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    let found = try readParts()
    var unlocked = try found.keybag.unlock(
      with: found.deviceKey, passcode: passcode, randomness: randomness)
    unlocked.hasNextDeviceKey = found.hasNext
    return unlocked
  }

  /// Reads the keybag, and the device key that belongs to it.
  ///
  /// If a crash interrupted a change of the device key, the returned key may be the key in
  /// `device.key.next`.
  ///
  /// - Returns: the keybag with its keys still wrapped, and the device key. `hasNext` is true if
  ///   the file `device.key.next` exists.
  func readParts() throws(KeybagError) -> (
    keybag: LockedKeybag, deviceKey: Key<KeyRole.Device>, hasNext: Bool
  ) {
    let found = try readBoth()
    var key = try readDeviceKey()
    guard let found else { throw key == nil ? .absent : .missing(.keybag) }
    let hasNext = try !isAbsent(.nextDeviceKey)
    if hasNext, let next = try readNextDeviceKey(), try found.isWrapped(by: next) { key = next }
    guard let key else { throw .missing(.deviceKey) }
    return (found, key, hasNext)
  }

  /// Makes the keybag of a new store, in state `creating`.
  ///
  /// The function also makes a device key, unless an interrupted creation has left a device key.
  ///
  /// - Throws: `exists` if the file of the keybag or of its copy exists, even with unusable bytes.
  package func create(randomness: any RandomnessSource) throws(KeybagError) -> UnlockedKeybag {
    for file in [KeybagError.File.keybag, .copy] {
      guard try isAbsent(file) else { throw .exists(file) }
    }
    let deviceKey: Key<KeyRole.Device>
    if let left = try readDeviceKey() {
      deviceKey = left
    } else {
      deviceKey = try createDeviceKey(randomness)
    }
    let keybag = try UnlockedKeybag.generate(deviceKey: deviceKey, randomness: randomness)
    return try write(keybag, replacing: false)
  }

  /// Writes a changed keybag to its file, then to its copy.
  ///
  /// If a crash comes between the two writes, the keybag is new and the copy is old.
  ///
  /// - Returns: the keybag as it was written, with the next sequence number.
  package func save(_ keybag: UnlockedKeybag) throws(KeybagError) -> UnlockedKeybag {
    try write(keybag, replacing: true)
  }

  /// Writes a keybag with a changed passcode, and removes the copy that has the earlier passcode.
  ///
  /// The copy is removed first: otherwise an earlier passcode, or no passcode, would still open the
  /// copy. There is one exception: a copy that was read in place of a lost keybag stays until the
  /// keybag is written.
  ///
  /// The copy is made again after the keybag is written. If the disk refuses the new copy, the next
  /// opening makes it.
  func saveCountingKeybag(_ keybag: UnlockedKeybag) throws(KeybagError) -> UnlockedKeybag {
    let next = keybag.withNextSequence()
    let bytes = try next.encode()
    if keybag.condition != .keybagMissing, keybag.condition != .keybagDamaged { try removeCopy() }
    try put(bytes.span, .keybag, replacing: true)
    do throws(KeybagError) {
      try put(bytes.span, .copy, replacing: true)
      return next.with(condition: .inStep)
    } catch {
      return next.with(
        condition: (try? removeCopy()) == nil ? .copyBehind : .copyMissing)
    }
  }

  private func removeCopy() throws(KeybagError) {
    do throws(FileError) {
      try files.remove(path(.copy))
      try files.synchronize(directory: directory)
    } catch .absent {
      return
    } catch {
      throw .file(.copy, error)
    }
  }

  /// Makes the copy equal to the keybag if a crash has left the copy missing or older.
  ///
  /// A copy stays as it is if it is damaged, belongs to another store or is newer than the keybag.
  /// So a check can report it. The caller holds the store's lock, so that no other process has
  /// written the keybag but not yet its copy.
  ///
  /// - Returns: the keybag; its condition is `inStep` if the copy was made equal.
  package func mendCopy(of keybag: UnlockedKeybag) throws(KeybagError) -> UnlockedKeybag {
    let found: [UInt8]?
    do throws(KeybagError) {
      found = try read(.keybag, limit: KeybagImage.sizeLimit)
    } catch .file(.keybag, .notRegular) {
      return keybag
    } catch .file(.keybag, .tooLarge) {
      return keybag
    }
    // If the copy is read in place of the keybag, the next write replaces the keybag.
    guard let main = found, let current = try? KeybagImage(decoding: main) else { return keybag }
    switch try conditionOfCopy(beside: main) {
    case .copyDamaged: return keybag
    case .copyBehind:
      guard let copy = try read(.copy, limit: KeybagImage.sizeLimit),
        let old = try? KeybagImage(decoding: copy), old.store == current.store,
        old.sequence < current.sequence
      else { return keybag }
    default: break
    }
    try put(main.span, .copy, replacing: true)
    return keybag.with(condition: .inStep)
  }

  /// Saves the files `keybag` and `keybag.copy` under other names, if the two differ.
  ///
  /// A repair calls this before it rewrites the two files.
  ///
  /// - Parameter stamp: the text for the new names, `aside-<stamp>.<file name>`.
  /// - Returns: the new names. Empty if the keybag and its copy are equal.
  package func keepAside(
    _ keybag: UnlockedKeybag, stamp: String
  ) throws(KeybagError) -> [String] {
    guard keybag.condition != .inStep else { return [] }
    var names: [String] = []
    for file in [KeybagError.File.keybag, .copy] {
      do throws(FileError) {
        let content = try files.read(path(file), limit: KeybagImage.sizeLimit)
        names.append(try keep(content.bytes, "aside-\(stamp).\(file.rawValue)"))
      } catch .absent {
        continue
      } catch {
        throw .file(file, error)
      }
    }
    do throws(FileError) {
      // The saved files must be durable before the originals are replaced.
      try files.synchronize(directory: directory)
    } catch {
      throw .file(.keybag, error)
    }
    return names
  }

  /// Writes bytes to a new file `name`, or to `name.2`, `name.3` and so on if `name` is taken.
  ///
  /// The name is taken if a repair with the same time stamp has saved files before.
  ///
  /// - Returns: the name of the new file.
  private func keep(_ bytes: SecretBytes, _ name: String) throws(FileError) -> String {
    var number = 1
    while true {
      let free = number == 1 ? name : "\(name).\(number)"
      do throws(FileError) {
        try bytes.withBytes { (bytes) throws(FileError) in
          try files.create("\(directory)/\(free)", bytes)
        }
        return free
      } catch .exists where number < 100 {
        number += 1
      }
    }
  }

  /// Reads the keybag without unwrapping its keys.
  ///
  /// If the keybag is missing or damaged, its copy is read instead. Nil if neither file exists.
  ///
  /// - Throws: `damaged`, `newerVersion`, and the errors of reading a file.
  package func readBoth() throws(KeybagError) -> LockedKeybag? {
    let main: [UInt8]?
    do throws(KeybagError) {
      main = try read(.keybag, limit: KeybagImage.sizeLimit)
    } catch .file(.keybag, .notRegular) {
      return try readCopy(instead: .keybagDamaged, of: .file(.keybag, .notRegular))
    }
    guard let main else {
      guard let copy = try read(.copy, limit: KeybagImage.sizeLimit) else { return nil }
      return try LockedKeybag(decoding: copy, condition: .keybagMissing)
    }
    do throws(KeybagError) {
      return try LockedKeybag(decoding: main, condition: conditionOfCopy(beside: main))
    } catch .damaged {
      return try readCopy(instead: .keybagDamaged, of: .damaged)
    }
  }

  private func readCopy(
    instead condition: LockedKeybag.Condition, of error: KeybagError
  ) throws(KeybagError) -> LockedKeybag {
    guard let copy = try read(.copy, limit: KeybagImage.sizeLimit) else { throw error }
    return try LockedKeybag(decoding: copy, condition: condition)
  }

  /// Returns how the file `keybag.copy` compares with `main`, the bytes of the keybag.
  ///
  /// - Throws: errors of the system, and `foreignOwner` or `exposed`. If the copy is damaged, the
  ///   result is `copyDamaged` and no error, because a whole keybag does not need its copy.
  private func conditionOfCopy(
    beside main: [UInt8]
  ) throws(KeybagError) -> LockedKeybag.Condition {
    let found: [UInt8]?
    do throws(KeybagError) {
      found = try read(.copy, limit: KeybagImage.sizeLimit)
    } catch .file(_, .notRegular) {
      return .copyDamaged
    } catch .file(_, .tooLarge) {
      return .copyDamaged
    }
    guard let copy = found else { return .copyMissing }
    if copy == main { return .inStep }
    guard (try? KeybagImage(decoding: copy)) != nil else { return .copyDamaged }
    return .copyBehind
  }

  func readDeviceKey() throws(KeybagError) -> Key<KeyRole.Device>? { try readKey(.deviceKey) }

  func readKey(_ file: KeybagError.File) throws(KeybagError) -> Key<KeyRole.Device>? {
    guard let content = try content(file, limit: 4096) else { return nil }
    guard content.mode & 0o077 == 0 else { throw .exposed(file) }
    guard let key = Key<KeyRole.Device>(bytes: content.bytes) else {
      throw .deviceKeyLength(content.bytes.count)
    }
    return key
  }

  private func createDeviceKey(
    _ randomness: any RandomnessSource
  ) throws(KeybagError) -> Key<KeyRole.Device> {
    do {
      let key = try Key<KeyRole.Device>.generate(from: randomness)
      try key.bytes.withBytes { (bytes) throws(KeybagError) in
        try put(bytes, .deviceKey, replacing: false)
      }
      return key
    } catch {
      throw KeybagError(error)
    }
  }

  private func write(
    _ keybag: UnlockedKeybag, replacing: Bool
  ) throws(KeybagError) -> UnlockedKeybag {
    let next = keybag.withNextSequence()
    let bytes = try next.encode()
    try put(bytes.span, .keybag, replacing: replacing)
    try put(bytes.span, .copy, replacing: replacing)
    return next.with(condition: .inStep)
  }

  func put(
    _ bytes: Span<UInt8>, _ file: KeybagError.File, replacing: Bool
  ) throws(KeybagError) {
    let path = self.path(file)
    let temporary = path + ".new"
    do throws(FileError) {
      // A crash may have left this temporary file. The file was never a file of the store.
      try files.remove(temporary)
    } catch .absent {
    } catch .notRegular {
      throw .inTheWay(file)
    } catch {
      throw .file(file, error)
    }
    do throws(FileError) {
      try files.create(temporary, bytes)
      try files.rename(temporary, to: path, replacing: replacing)
      guard (try? files.synchronize(directory: directory)) != nil else { throw .notDurable }
    } catch .exists {
      throw .exists(file)
    } catch {
      throw .file(file, error)
    }
  }

  func isAbsent(_ file: KeybagError.File) throws(KeybagError) -> Bool {
    do throws(FileError) {
      _ = try files.read(path(file), limit: KeybagImage.sizeLimit)
      return false
    } catch .absent {
      return true
    } catch .tooLarge {
      return false
    } catch .notRegular {
      return false
    } catch {
      throw .file(file, error)
    }
  }

  func read(
    _ file: KeybagError.File, limit: Int
  ) throws(KeybagError) -> [UInt8]? {
    guard let content = try content(file, limit: limit) else { return nil }
    guard content.mode & 0o022 == 0 else { throw .exposed(file) }
    return content.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Reads the file `attempts` or `enrolment`, which Latchkey writes again if it is lost.
  ///
  /// Nil if the file is missing, is not a regular file, or is larger than `limit` bytes.
  func readWhatIsOurs(
    _ file: KeybagError.File, limit: Int
  ) throws(KeybagError) -> [UInt8]? {
    do throws(KeybagError) {
      return try read(file, limit: limit)
    } catch .file(_, .notRegular) {
      return nil
    } catch .file(_, .tooLarge) {
      return nil
    }
  }

  private func content(
    _ file: KeybagError.File, limit: Int
  ) throws(KeybagError) -> FileContent? {
    let content: FileContent
    do throws(FileError) {
      content = try files.read(path(file), limit: limit)
    } catch .absent {
      return nil
    } catch {
      throw .file(file, error)
    }
    guard content.owner == files.owner else { throw .foreignOwner(file) }
    return content
  }

  func path(_ file: KeybagError.File) -> String { "\(directory)/\(file.rawValue)" }
}
