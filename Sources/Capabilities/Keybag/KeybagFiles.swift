// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// The files `device.key`, `keybag` and `keybag.copy` of a store directory.
///
/// Whoever calls a function that writes holds the store's `lock` file. Nothing is ever made over an
/// existing file; only `save` replaces, and only a keybag by its own successor. Each file is
/// written under another name, made durable, renamed, and its directory made durable, so that it is
/// whole or absent.
package struct KeybagFiles: Sendable {
  let directory: String
  let files: any FileSystem
  let holder: any UnlockKeyHolder

  /// The files in `directory`, which exists.
  ///
  /// - Parameter holder: where the unlock keys are while a store with a passcode is unlocked.
  package init(
    directory: String, files: any FileSystem = SystemFileSystem(),
    holder: any UnlockKeyHolder = NoHolder()
  ) {
    self.directory = directory
    self.files = files
    self.holder = holder
  }

  /// The same files where nothing is held.
  package var withoutHolder: KeybagFiles { KeybagFiles(directory: directory, files: files) }

  /// The store's keys, as far as they are not locked.
  ///
  /// - Throws: `absent` if neither device key nor keybag is there; every other case of
  ///   `KeybagError` but `exists` for what is there and not right.
  package func open(randomness: any RandomnessSource) throws(KeybagError) -> UnlockedKeybag {
    let found = try readParts()
    var unlocked = try found.keybag.unlock(
      with: found.deviceKey, held: holder, randomness: randomness)
    unlocked.hasNextDeviceKey = found.hasNext
    return unlocked
  }

  /// All of the store's keys, by its passcode.
  ///
  /// - Throws: `wrongPasscode`, and as the other.
  package func open(
    with passcode: Passcode, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    let found = try readParts()
    var unlocked = try found.keybag.unlock(
      with: found.deviceKey, passcode: passcode, randomness: randomness)
    unlocked.hasNextDeviceKey = found.hasNext
    return unlocked
  }

  /// The keybag with the one of both device keys that is right, where a change of it was not
  /// finished.
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

  /// Makes a keybag in state *creating*, and a device key unless a crash has left one.
  ///
  /// - Throws: `exists` if there is a keybag or a copy of one, whatever it holds.
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

  /// Writes a changed keybag, then its copy; gives back what is now in the files.
  ///
  /// After a crash in between, the keybag is the new one and the copy the old one.
  package func save(_ keybag: UnlockedKeybag) throws(KeybagError) -> UnlockedKeybag {
    try write(keybag, replacing: true)
  }

  /// Writes a changed keybag, after which the change has happened.
  ///
  /// The copy goes first, lest an earlier passcode, or none, open it, and is made again afterwards
  /// or, where the disk does not take it now, at the next opening. Where it stands in for the
  /// keybag it stays until that is written.
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

  /// Makes the copy equal to the keybag where a crash between the two writes has left it behind.
  ///
  /// A copy that is damaged, of another store or ahead stays as it is, for the check to tell. The
  /// caller holds the lock, so that no writer is between its two writes now.
  package func mendCopy(of keybag: UnlockedKeybag) throws(KeybagError) -> UnlockedKeybag {
    let found: [UInt8]?
    do throws(KeybagError) {
      found = try read(.keybag, limit: KeybagImage.sizeLimit)
    } catch .file(.keybag, .notRegular) {
      return keybag
    } catch .file(.keybag, .tooLarge) {
      return keybag
    }
    // Where the copy stands in, the next writing replaces the keybag.
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

  /// Keeps a keybag and a copy that are not in step under other names, before both are written
  /// anew.
  ///
  /// - Returns: those names.
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
      // Before the old ones are replaced.
      try files.synchronize(directory: directory)
    } catch {
      throw .file(.keybag, error)
    }
    return names
  }

  /// Writes bytes under a name, or one like it where a repair in the same second has taken it.
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

  /// The keybag or, where it is missing or damaged, its copy; nil if neither is there.
  ///
  /// - Throws: `damaged`, `newerVersion`, and what the files themselves refuse.
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

  /// - Throws: owner and rights that are not as they must be, and what the system refuses; not what
  ///   is wrong with the copy itself, which a whole keybag does not need.
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
      // What a crash has left; it was never a file of the store.
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

  /// The same for a file that is made anew where it is lost: nil too for what we never wrote there.
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
